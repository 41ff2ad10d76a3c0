"""Where two ROC curves cross, and for which loss ratios each of them is the better one."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from bakeoff.errors import InvalidInput
from bakeoff.measures.averages import y_at
from bakeoff.measures.curves import Curve
from bakeoff.measures.operating import share_of
from bakeoff.types import FloatArray

Better: TypeAlias = Literal["first", "second", "neither"]
DUST = 1e-12  # heights and risks nearer than that are equal


class LossRange(NamedTuple):
    """Loss ratios from `low` to `high` for which one of two curves has the smaller risk."""

    low: float
    high: float
    better: Better


@dataclass(frozen=True, slots=True, eq=False)
class Crossings:
    """Where two ROC curves cross, and who is better for which loss ratios.

    `x` and `y` are the places of the crossings from left to right. `ranges` part all loss ratios
    from 0 to infinity: what a false positive costs when a false negative costs 1, each model at
    its own best threshold. `positive_share` is the share of positive items that they hold for.
    """

    x: FloatArray
    y: FloatArray
    ranges: tuple[LossRange, ...]
    positive_share: float


def roc_crossings(first: Curve, second: Curve, *, positive_share: float | None = None) -> Crossings:
    """Return where two ROC curves cross, and for which loss ratios each is the better one.

    Parameters
    ----------
    first, second
        ROC curves of two models, as `roc_curve` gives them.
    positive_share
        The share of positive items where the models are to be used; without it that of the first
        curve's items.

    Returns
    -------
    Crossings
        The curves are taken with straight lines between their points. Where they only touch, or
        run together for a while without changing sides, is no crossing.

    Notes
    -----
    For a loss ratio r and the share p of positive items, all points on a line with the slope
    r (1 - p)/p cost the same, and the best point of a curve is where such a line touches its
    convex hull (Provost and Fawcett, Robust classification for imprecise environments, 2001).
    Curves may cross without either model being the better one for any loss ratio that another
    is not: what counts are their hulls. These are curves of some items: `bakeoff.stats.delong`
    says whether areas differ, and a band (`roc_band`) how far a curve can be trusted.

    Examples
    --------
    >>> from bakeoff.measures import roc_curve
    >>> y = [1, 1, 1, 1, 0, 0, 0, 0]
    >>> careful = roc_curve(y, [9, 8, 3, 2, 7, 6, 5, 1])
    >>> eager = roc_curve(y, [8, 7, 6, 5, 9, 4, 3, 2])
    >>> found = roc_crossings(careful, eager)
    >>> found.x.tolist(), found.y.tolist()
    ([0.25], [0.5])
    >>> [(one.low, round(one.high, 9), one.better) for one in found.ranges[:1]]
    [(0.0, 2.0, 'second')]
    """
    for name, curve in (("first", first), ("second", second)):
        if curve.kind != "roc" or curve.tp is None:
            raise InvalidInput(f"{name} must be a ROC curve with its counts, as roc_curve gives it")
        share_of(curve, None)
    share = share_of(first, positive_share)
    x, y = _places(first, second)
    return Crossings(x, y, _ranges(first, second, share), share)


def _places(first: Curve, second: Curve) -> tuple[FloatArray, FloatArray]:
    """Return where the difference of the heights changes its sign."""
    grid = np.unique(np.concatenate([first.x, second.x]))
    sides = [np.stack(y_at(curve, grid), axis=1).ravel() for curve in (first, second)]
    across = np.repeat(grid, 2)
    gap = sides[0] - sides[1]
    sign = np.where(np.abs(gap) <= DUST, 0, np.sign(gap)).astype(np.int64)
    known = np.flatnonzero(sign)
    turns = np.flatnonzero(sign[known][1:] != sign[known][:-1])
    x, y = [], []
    for turn in turns.tolist():
        a, b = int(known[turn]), int(known[turn + 1])
        if b > a + 1:  # they meet at once after a, and run together until b
            x.append(across[a + 1])
            y.append(sides[0][a + 1])
            continue
        share = gap[a] / (gap[a] - gap[b])
        x.append(across[a] + share * (across[b] - across[a]))
        if across[a] == across[b]:  # both go straight up: they meet where the later one begins
            y.append(max(sides[0][a], sides[1][a]))
        else:
            y.append(sides[0][a] + share * (sides[0][b] - sides[0][a]))
    return np.array(x), np.array(y)


def _ranges(first: Curve, second: Curve, share: float) -> tuple[LossRange, ...]:
    """Part the loss ratios by whose least risk is the smaller.

    The height of the best line of slope m is h(m) = max(y - m x): convex and of straight pieces,
    so that the difference of two is worked out exactly between the places where either bends.
    """
    bends = [_bends(curve) for curve in (first, second)]
    slopes = np.unique(np.concatenate([[0.0], *bends]))
    gap = _height(first, slopes) - _height(second, slopes)
    cuts = [0.0]
    for left in range(len(slopes) - 1):
        a, b = gap[left], gap[left + 1]
        if min(a, b) < -DUST and max(a, b) > DUST:
            cuts.append(float(slopes[left] + (slopes[left + 1] - slopes[left]) * a / (a - b)))
        cuts.append(float(slopes[left + 1]))
    inner = [(low + high) / 2.0 for low, high in itertools.pairwise(cuts)]
    middles = np.array([*inner, 2.0 * cuts[-1] + 1.0])
    gaps = _height(first, middles) - _height(second, middles)
    kinds: list[Better] = [
        "neither" if abs(one) <= DUST else "first" if one > 0.0 else "second" for one in gaps
    ]
    odds = share / (1.0 - share)
    return _joined([cut * odds for cut in cuts], kinds)


def _joined(cuts: list[float], kinds: list[Better]) -> tuple[LossRange, ...]:
    """Return the ranges, neighbours of one kind as one."""
    found: list[LossRange] = []
    for place, kind in enumerate(kinds):
        high = cuts[place + 1] if place + 1 < len(cuts) else float("inf")
        if found and found[-1].better == kind:
            found[-1] = found[-1]._replace(high=high)
        else:
            found.append(LossRange(cuts[place], high, kind))
    return tuple(found)


def _hull(curve: Curve) -> tuple[FloatArray, FloatArray]:
    from bakeoff.measures.hull import corners_of

    corners = corners_of(curve)
    return curve.x[corners], curve.y[corners]


def _bends(curve: Curve) -> FloatArray:
    """Return the slopes of the edges of the hull; a vertical edge is no bend at any slope."""
    x, y = _hull(curve)
    across = np.diff(x)
    flat = across > 0.0
    return np.asarray(np.diff(y)[flat] / across[flat])


def _height(curve: Curve, slopes: FloatArray) -> FloatArray:
    x, y = _hull(curve)
    return np.asarray((y - np.outer(slopes, x)).max(axis=1))
