"""Confusion tables at any thresholds, from scores."""

from __future__ import annotations

import numpy as np

from bakeoff import checks
from bakeoff.measures.counts import slices
from bakeoff.measures.labels import Label, with_scores
from bakeoff.types import ArrayLike, BoolArray, FloatArray, IntArray


def rates_at(
    y: ArrayLike, score: ArrayLike, thresholds: ArrayLike, *, positive: Label | None = None
) -> IntArray:
    """Return the two-class confusion tables (..., T, 2, 2) at T thresholds.

    An item is called positive when its score is at least the threshold. Give the tables to
    `rates` for the measures at each threshold.

    Parameters
    ----------
    y
        The true classes, (..., n): any two labels.
    score
        The scores, (..., n); larger speaks for the positive class. (models, n) against one `y`
        gives the tables of every model.
    thresholds
        Any thresholds, in any order, (T,); one number counts as one threshold. They may be
        infinite.
    positive
        The label of the positive class. Without it the last of the two in sorted order.

    Examples
    --------
    >>> rates_at([0, 0, 1, 1], [0.1, 0.6, 0.5, 0.9], [0.5, 0.7])[:, 1, 1]
    array([2, 1])
    """
    truth, scores = with_scores(y, score, positive)
    cuts = np.atleast_1d(checks.comparable(thresholds, "thresholds", dimensions=0)).ravel()
    shape = np.broadcast_shapes(truth.shape, scores.shape)
    n = shape[-1]
    rows = np.broadcast_to(scores, shape).reshape(-1, n)
    classes = np.broadcast_to(truth, shape).reshape(-1, n)
    found = np.empty((len(rows), cuts.size, 2, 2), dtype=np.int64)
    for part in slices(len(rows), n):
        found[part] = _tables(classes[part], rows[part], cuts)
    return found.reshape(*shape[:-1], cuts.size, 2, 2)


def _tables(truth: BoolArray, scores: FloatArray, cuts: FloatArray) -> IntArray:
    """Sort the few thresholds instead of the many scores, and count the scores between them."""
    order = np.argsort(cuts)
    rows, size = len(scores), cuts.size + 1
    reached = np.searchsorted(cuts[order], scores, side="right")
    cell = (np.arange(rows)[:, None] * 2 + truth) * size + reached
    between = np.bincount(cell.ravel(), minlength=rows * 2 * size).reshape(rows, 2, size)
    below = np.cumsum(between, axis=-1)
    negative = below[..., :-1]
    table = np.stack([negative, below[..., -1:] - negative], axis=-1)  # rows, class, T, called
    answer = np.empty((rows, cuts.size, 2, 2), dtype=np.int64)
    answer[:, order] = np.moveaxis(table, 1, 2)
    return answer
