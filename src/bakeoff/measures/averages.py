"""The mean of several curves, such as those of k folds, with a band."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from scipy.special import stdtrit

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.measures.curves import Curve
from bakeoff.measures.ratio import ratio
from bakeoff.types import FloatArray, IntArray

Along: TypeAlias = Literal["x", "threshold"]
Band: TypeAlias = Literal["interval", "deviation"]


class Summary(NamedTuple):
    """A mean over the curves and the two edges of its band."""

    mean: FloatArray
    low: FloatArray
    high: FloatArray


def mean_curve(
    curves: Sequence[Curve],
    *,
    along: Along = "x",
    band: Band = "interval",
    level: float = 0.95,
    places: int | None = None,
) -> Curve:
    """Return the mean of curves of the same kind.

    Parameters
    ----------
    curves
        At least two curves of one kind, as `roc_curve` and its sisters give them.
    along
        "x": vertical averaging. At each place of the x axis the mean of the y's. Where a curve
        rises or falls straight up or down, both ends are kept: the area under the mean of ROC
        curves is the mean of their areas. A precision-recall curve is followed along its bent
        line (Davis and Goadrich), not along a straight one.
        "threshold": at each threshold the mean of the x's and the mean of the y's. It needs
        scores that mean the same in every fold, such as probabilities.
    band
        "interval": the t interval of the mean at each place by itself, at `level`. The folds of
        a cross-validation share training items, so it is too narrow, and it does not cover the
        whole curve at once. "deviation": one standard deviation on either side. Both are cut
        off at 0 and 1.
    level
        The level of the interval.
    places
        How many places, evenly spaced (along the sorted thresholds, with "threshold"). Without
        it every place at which some curve has a point.

    Returns
    -------
    A `Curve` with `y_low` and `y_high`, and along thresholds `x_low` and `x_high` too. Averaged
    along x its thresholds are NaN: a place on the mean belongs to no one threshold.

    Notes
    -----
    Source: Fawcett (2006), An introduction to ROC analysis, section on averaging.

    Examples
    --------
    >>> from bakeoff.measures import roc_curve
    >>> folds = [roc_curve([0, 1, 1], [0.2, 0.3, 0.9]), roc_curve([0, 1, 1], [0.4, 0.3, 0.9])]
    >>> mean = mean_curve(folds)
    >>> mean.area(), (folds[0].area() + folds[1].area()) / 2
    (0.75, 0.75)
    """
    checks.one_of(along, "along", ("x", "threshold"))
    checks.one_of(band, "band", ("interval", "deviation"))
    checks.fraction(level, "level")
    members = _alike(curves)
    width = 1.0 if band == "deviation" else _t_width(len(members), level)
    if along == "x":
        return _vertical(members, width, places)
    return _by_threshold(members, width, places)


def y_at(curve: Curve, grid: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return a curve's y at places of the x axis: as it arrives there, and as it leaves.

    The two differ where the curve goes straight up or down. Counts grow in proportion between
    two points, which is a straight line for a ROC curve and a bent one for precision.
    """
    backwards = curve.x[0] > curve.x[-1]
    step = -1 if backwards else 1
    x, y = curve.x[::step], curve.y[::step]
    arrival = np.searchsorted(x, grid, side="left")
    leave = np.searchsorted(x, grid, side="right") - 1
    on_point = arrival <= leave
    a, b = np.minimum(leave, arrival), np.maximum(leave, arrival)
    width = np.where(on_point, 1.0, x[b] - x[a])
    share = np.where(on_point, 0.0, (grid - x[a]) / width)
    between = _between(curve, a, b, share) if curve.kind == "precision-recall" else None
    straight = y[a] + share * (y[b] - y[a])
    inner = straight if between is None else between
    return np.where(on_point, y[a], inner), np.where(on_point, y[b], inner)


def _alike(curves: Sequence[Curve]) -> list[Curve]:
    members = list(curves)
    if len(members) < 2:
        raise InvalidInput(f"curves must hold at least 2 curves; it held {len(members)}")
    kinds = sorted({curve.kind for curve in members})
    if len(kinds) > 1:
        raise InvalidInput(f"curves must be of one kind; they were {', '.join(kinds)}")
    for index, curve in enumerate(members):
        if curve.tp is None:
            raise InvalidInput(f"curves[{index}] is a mean of curves; give the curves themselves")
        if np.isnan(curve.x).any() or np.isnan(curve.y).any():
            raise InvalidInput(
                f"curves[{index}] is undefined ({curve.notes[-1]}); leave it out of the mean"
            )
    return members


def _vertical(members: list[Curve], width: float, places: int | None) -> Curve:
    if places is None:
        grid = np.unique(np.concatenate([curve.x for curve in members]))
    else:
        grid = np.linspace(0.0, 1.0, checks.count(places, "places", least=2))
    sides = [y_at(curve, grid) for curve in members]
    arriving = np.stack([side[0] for side in sides])
    leaving = np.stack([side[1] for side in sides])
    jumps = np.flatnonzero((arriving != leaving).any(axis=0))
    x = np.insert(grid, jumps, grid[jumps])
    values = np.insert(leaving, jumps, arriving[:, jumps], axis=1)
    return _curve(members, x, _summary(values, width), np.full(x.shape, np.nan))


def _by_threshold(members: list[Curve], width: float, places: int | None) -> Curve:
    cuts = np.unique(np.concatenate([curve.thresholds for curve in members]))[::-1]
    if places is not None:
        wanted = np.linspace(0, len(cuts) - 1, checks.count(places, "places", least=2))
        cuts = cuts[np.unique(np.round(wanted).astype(np.int64))]
    at = [np.searchsorted(-curve.thresholds, -cuts, side="right") - 1 for curve in members]
    pairs = list(zip(members, at, strict=True))
    x = _summary(np.stack([curve.x[place] for curve, place in pairs]), width)
    y = _summary(np.stack([curve.y[place] for curve, place in pairs]), width)
    return _curve(members, x, y, cuts)


def _curve(
    members: list[Curve], x: FloatArray | Summary, y: Summary, thresholds: FloatArray
) -> Curve:
    first = members[0]
    across = x if isinstance(x, Summary) else None
    return Curve(
        x=across.mean if across else np.asarray(x),
        y=y.mean,
        thresholds=thresholds,
        x_name=first.x_name,
        y_name=first.y_name,
        kind=first.kind,
        notes=(f"the mean of {len(members)} curves",),
        x_low=across.low if across else None,
        x_high=across.high if across else None,
        y_low=y.low,
        y_high=y.high,
    )


def _summary(values: FloatArray, width: float) -> Summary:
    mean = values.mean(axis=0)
    reach = width * values.std(axis=0, ddof=1)
    return Summary(mean, np.maximum(mean - reach, 0.0), np.minimum(mean + reach, 1.0))


def _t_width(k: int, level: float) -> float:
    return float(stdtrit(k - 1, 0.5 + level / 2.0)) / float(np.sqrt(k))


def _between(curve: Curve, a: IntArray, b: IntArray, share: FloatArray) -> FloatArray:
    tp, fp = np.asarray(curve.tp), np.asarray(curve.fp)
    hits = tp[a] + share * (tp[b] - tp[a])
    false = fp[a] + share * (fp[b] - fp[a])
    return ratio(hits, hits + false)
