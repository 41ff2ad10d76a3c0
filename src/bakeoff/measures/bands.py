"""A band that holds the whole true ROC curve at once."""

from __future__ import annotations

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.measures.averages import y_at
from bakeoff.measures.curves import Curve
from bakeoff.types import FloatArray


def roc_band(curve: Curve, *, level: float = 0.95) -> Curve:
    """Return a ROC curve with a band that holds the whole true curve with probability `level`.

    Parameters
    ----------
    curve
        A ROC curve, as `roc_curve` gives it.
    level
        How often such a band holds the true curve, at all places together.

    Returns
    -------
    The `Curve` with `y_low` and `y_high` along x. Its points are those of the curve and the
    places where the band steps; its thresholds are NaN, because a place on a band belongs to no
    one threshold.

    Notes
    -----
    Nothing is assumed but independent items. The rate of the P positive items lies within
    sqrt(ln(2/d)/(2P)) of the true one at every threshold at once, with the probability 1 - d at
    least (Massart, The tight constant in the Dvoretzky-Kiefer-Wolfowitz inequality, 1990), and
    that of the N negative ones likewise; with 1 - d the root of `level` both hold. A rectangle
    for every threshold makes the band (Campbell, Advances in statistical methodology for the
    evaluation of diagnostic and laboratory tests, 1994). It is wide: for the mean of several
    folds see `mean_curve`, for the area `bakeoff.stats.auc_interval`.

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.measures import roc_curve
    >>> y = np.repeat([0, 1], 200)
    >>> band = roc_band(roc_curve(y, np.arange(400) % 300))
    >>> bool(np.all(band.y_low <= band.y)), bool(np.all(band.y <= band.y_high))
    (True, True)
    """
    share = 1.0 - float(np.sqrt(checks.fraction(level, "level")))
    _refuse(curve)
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
    return Curve(
        x=np.repeat(grid, 2),
        y=y,
        thresholds=np.full(y.shape, np.nan),
        x_name=curve.x_name,
        y_name=curve.y_name,
        kind=curve.kind,
        notes=(*curve.notes, f"the band holds the whole true curve with {level:.4g} or more"),
        y_low=np.minimum(y_low, y),
        y_high=np.maximum(y_high, y),
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
