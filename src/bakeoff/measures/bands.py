"""A band that holds the whole true ROC curve at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.measures.averages import y_at
from bakeoff.measures.curves import Curve
from bakeoff.types import FloatArray, Rng

Method: TypeAlias = Literal["kolmogorov", "bootstrap"]
MOST_PLACES = 2_000  # along x, where curves that were drawn are laid beside the one that is there


def roc_band(
    curve: Curve,
    *,
    level: float = 0.95,
    method: Method = "kolmogorov",
    draws: int = 2_000,
    rng: Rng = None,
) -> Curve:
    """Return a ROC curve with a band that holds the whole true curve with probability `level`.

    Parameters
    ----------
    curve
        A ROC curve, as `roc_curve` gives it.
    level
        How often such a band holds the true curve, at all places together.
    method
        "kolmogorov": for every law and size, and wide. "bootstrap": as wide at all places as the
        largest distance of curves of items drawn anew; narrower, for many items of each class.
    draws, rng
        For "bootstrap": how many draws, and the generator or seed.

    Returns
    -------
    The `Curve` with `y_low` and `y_high` along x. Its points are those of the curve and the
    places where the band steps; its thresholds are NaN, because a place on a band belongs to no
    one threshold.

    Notes
    -----
    Both assume independent items. "kolmogorov": the rate of the P positive items lies within
    sqrt(ln(2/d)/(2P)) of the true one at every threshold at once, with the probability 1 - d at
    least (Massart, The tight constant in the Dvoretzky-Kiefer-Wolfowitz inequality, 1990), and
    that of the N negative ones likewise; with 1 - d the root of `level` both hold. A rectangle
    for every threshold makes the band (Campbell, Advances in statistical methodology for the
    evaluation of diagnostic and laboratory tests, 1994). "bootstrap": positive and negative items
    are drawn apart (Horvath, Horvath and Zhou, Confidence bands for ROC curves, 2008). For the
    mean of several folds see `mean_curve`, for the area `bakeoff.stats.auc_interval`.

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.measures import roc_curve
    >>> y = np.repeat([0, 1], 200)
    >>> wide, narrow = (roc_band(roc_curve(y, np.arange(400) % 300), method=method)
    ...                 for method in ("kolmogorov", "bootstrap"))
    >>> areas = [float(np.trapezoid(one.y_high - one.y_low, one.x)) for one in (wide, narrow)]
    >>> areas[0] > areas[1] > 0.05
    True
    """
    checks.fraction(level, "level")
    checks.one_of(method, "method", ("kolmogorov", "bootstrap"))
    _refuse(curve)
    if method == "bootstrap":
        number = checks.count(draws, "draws", least=1)
        return _drawn(curve, level, number, checks.generator(rng))
    return _of_rectangles(curve, level)


def _of_rectangles(curve: Curve, level: float) -> Curve:
    share = 1.0 - float(np.sqrt(level))
    tp, fp = np.asarray(curve.tp), np.asarray(curve.fp)
    up, across = (np.sqrt(np.log(2.0 / share) / (2.0 * n)) for n in (tp[-1], fp[-1]))
    right, left = curve.x + across, curve.x - across
    low = np.maximum.accumulate(np.maximum(curve.y - up, 0.0))
    high = np.minimum(curve.y + up, 1.0)[::-1]
    high = np.minimum.accumulate(high)[::-1]
    grid = np.unique(np.clip(np.concatenate([curve.x, right, left]), 0.0, 1.0))
    arriving, leaving = y_at(curve, grid)
    sides = [
        (arriving, _below(right, low, grid, "left"), _above(left, high, grid, "left")),
        (leaving, _below(right, low, grid, "right"), _above(left, high, grid, "right")),
    ]
    y, y_low, y_high = (np.stack(pair, axis=1).ravel() for pair in zip(*sides, strict=True))
    told = f"the band holds the whole true curve with {level:.4g} or more"
    return _banded(
        curve, np.repeat(grid, 2), y, (np.minimum(y_low, y), np.maximum(y_high, y)), told
    )


def _drawn(curve: Curve, level: float, draws: int, generator: np.random.Generator) -> Curve:
    """Return a band as wide everywhere as the quantile of the largest distances."""
    tp, fp = np.asarray(curve.tp), np.asarray(curve.fp)
    shares = [np.diff(counts) / counts[-1] for counts in (tp, fp)]
    places = np.linspace(0.0, 1.0, min(int(fp[-1]), MOST_PLACES) + 1)
    grid = np.unique(np.concatenate([places, curve.x])) if len(curve) <= MOST_PLACES else places
    y = np.stack(y_at(curve, grid), axis=1).ravel()
    distance = np.empty(draws)
    for draw in range(draws):
        up, across = (
            np.concatenate([[0], np.cumsum(generator.multinomial(int(n[-1]), share))])
            for n, share in zip((tp, fp), shares, strict=True)
        )
        other = replace(curve, x=across / fp[-1], y=up / tp[-1], tp=up, fp=across)
        distance[draw] = np.abs(np.stack(y_at(other, grid), axis=1).ravel() - y).max()
    reach = float(np.quantile(distance, level))
    told = f"the band holds the whole true curve with about {level:.4g}, for many items"
    limits = np.maximum(y - reach, 0.0), np.minimum(y + reach, 1.0)
    return _banded(curve, np.repeat(grid, 2), y, limits, told)


def _banded(
    curve: Curve, x: FloatArray, y: FloatArray, limits: tuple[FloatArray, FloatArray], told: str
) -> Curve:
    return Curve(
        x=x,
        y=y,
        thresholds=np.full(y.shape, np.nan),
        x_name=curve.x_name,
        y_name=curve.y_name,
        kind=curve.kind,
        notes=(*curve.notes, told),
        y_low=limits[0],
        y_high=limits[1],
    )


def _refuse(curve: Curve) -> None:
    if curve.kind != "roc" or curve.tp is None or curve.fp is None:
        raise InvalidInput(
            "curve must be a ROC curve with its counts, as roc_curve gives it; it was "
            + (f"a {curve.kind} curve" if curve.kind != "roc" else "a mean of curves")
        )
    if curve.tp[-1] == 0 or curve.fp[-1] == 0:
        raise InvalidInput(f"curve is undefined ({curve.notes[-1]}); it has no band")


def _below(right: FloatArray, low: FloatArray, grid: FloatArray, side: str) -> FloatArray:
    """Return the highest lower edge of the rectangles that lie to the left of each place."""
    place = np.searchsorted(right, grid, side="right" if side == "right" else "left")
    return np.concatenate([[0.0], low])[place]


def _above(left: FloatArray, high: FloatArray, grid: FloatArray, side: str) -> FloatArray:
    """Return the lowest upper edge of the rectangles that lie to the right of each place."""
    place = np.searchsorted(left, grid, side="right" if side == "right" else "left")
    return np.concatenate([high, [1.0]])[place]
