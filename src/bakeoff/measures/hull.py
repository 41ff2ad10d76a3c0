"""The convex hull of a ROC curve: what can be had by mixing thresholds."""

from __future__ import annotations

import numpy as np

from bakeoff.measures.curves import Curve, roc_curve
from bakeoff.measures.labels import Label
from bakeoff.types import ArrayLike, BoolArray, IntArray

WORTHWHILE = 0.05  # while a pass over all points drops this share of them, another one pays


def roc_hull(y: ArrayLike, score: ArrayLike, *, positive: Label | None = None) -> Curve:
    """Return the upper convex hull of the ROC curve, from (0, 0) to (1, 1).

    Every point of the hull is the best one for some loss ratio and class proportion; a point
    below it is the best for none. Any point on an edge can be had by choosing at random between
    the two thresholds at its ends.

    Parameters
    ----------
    y, score, positive
        As for `roc_curve`.

    Returns
    -------
    A `Curve` with the corners of the hull and their thresholds. Points inside an edge are left
    out. Its area is at least that of the ROC curve. A curve without positive or without
    negative items is returned as it is, with its note.

    Notes
    -----
    Source: Fawcett (2006), An introduction to ROC analysis, section on the convex hull.

    Examples
    --------
    >>> x, y, _ = roc_hull([1, 0, 1, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.5])
    >>> x.tolist(), y.round(4).tolist()
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.3333, 1.0, 1.0])
    """
    curve = roc_curve(y, score, positive=positive)
    tp, fp = np.asarray(curve.tp), np.asarray(curve.fp)
    if tp[-1] == 0 or fp[-1] == 0:
        return curve
    corners = corners_of(curve)
    return Curve(
        x=curve.x[corners],
        y=curve.y[corners],
        thresholds=curve.thresholds[corners],
        x_name=curve.x_name,
        y_name=curve.y_name,
        kind=curve.kind,
        notes=curve.notes,
        tp=tp[corners],
        fp=fp[corners],
    )


def corners_of(curve: Curve) -> IntArray:
    """Return the places of the points of a ROC curve that are corners of its hull."""
    return _corners(np.asarray(curve.fp), np.asarray(curve.tp))


def _corners(fp: IntArray, tp: IntArray) -> IntArray:
    """Return the places of the hull's corners; the products are whole numbers, so exact."""
    kept = np.arange(len(fp))
    while len(kept) > 2:
        sagging = _sagging(fp[kept], tp[kept])
        kept = kept[~sagging]
        if sagging.mean() < WORTHWHILE:
            break
    return _chain(fp, tp, kept)


def _sagging(fp: IntArray, tp: IntArray) -> BoolArray:
    """Mark the points on or below the line between their neighbours: none is a corner.

    All can go at once: such a point lies under the line of two points of the curve, and what is
    under a line of the curve is under the hull.
    """
    right, up = np.diff(fp), np.diff(tp)
    marked = np.zeros(len(fp), dtype=np.bool_)
    marked[1:-1] = up[:-1] * right[1:] <= up[1:] * right[:-1]
    return marked


def _chain(fp: IntArray, tp: IntArray, kept: IntArray) -> IntArray:
    """Walk along the points that are left and step back wherever the walk turns left."""
    x, y = fp[kept].tolist(), tp[kept].tolist()
    corners: list[int] = []
    for index in range(len(kept)):
        while len(corners) > 1:
            a, b = corners[-2], corners[-1]
            turn = (y[b] - y[a]) * (x[index] - x[b]) - (y[index] - y[b]) * (x[b] - x[a])
            if turn > 0:
                break
            corners.pop()
        corners.append(index)
    return kept[corners]
