"""Placements: how many items of the other class an item's score lies above, ties shared."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bakeoff.types import BoolArray, FloatArray, IntArray

AT_ONCE = 2**21  # scores sorted together; rows longer than that go one by one


class Placements(NamedTuple):
    """Twice the placements of every item, as whole numbers.

    `positive` (models, P): twice the negative items that score below a positive one, ties once.
    `negative` (models, N): twice the positive items that score above a negative one, ties once.
    """

    positive: FloatArray
    negative: FloatArray

    @property
    def areas(self) -> FloatArray:
        """The area under each ROC curve: the share of the pairs won."""
        pairs = 2 * self.positive.shape[-1] * self.negative.shape[-1]
        return np.asarray(self.positive.sum(axis=-1) / pairs)


def placements(truth: BoolArray, scores: FloatArray) -> Placements:
    """Return the placements of the items of one test set by the scores of several models.

    Parameters
    ----------
    truth
        Which items are positive, (n,).
    scores
        Models x items; larger speaks for the positive class.

    Notes
    -----
    The structural components of DeLong, DeLong and Clarke-Pearson (1988), times twice the size of
    the other class, so that they are whole numbers and ties are exact. One sort a model.
    """
    models, n = scores.shape
    positives = int(np.count_nonzero(truth))
    order_of_items = np.concatenate([np.flatnonzero(truth), np.flatnonzero(~truth)])
    found = np.empty((models, n))
    block = max(1, AT_ONCE // n)
    for start in range(0, models, block):
        rows = slice(start, start + block)
        found[rows] = _doubled(truth, scores[rows], positives)[:, order_of_items]
    return Placements(found[:, :positives], found[:, positives:])


def _doubled(truth: BoolArray, scores: FloatArray, positives: int) -> FloatArray:
    """Return for each item twice its placement, in the order of the items."""
    models, n = scores.shape
    order = np.argsort(scores, axis=-1)
    above = truth[order]
    ordered = np.take_along_axis(scores, order, axis=-1)
    upto = np.cumsum(above, axis=-1, dtype=np.int64)  # positive items so far
    if (ordered[:, 1:] == ordered[:, :-1]).any():
        doubled = _with_ties(ordered, upto, above)
    else:
        doubled = 2 * (np.where(above, np.arange(1, n + 1), positives) - upto)
    found = np.empty((models, n))
    np.put_along_axis(found, order, doubled.astype(np.float64), axis=-1)
    return found


def _with_ties(ordered: FloatArray, upto: IntArray, above: BoolArray) -> IntArray:
    """Return twice the placements where scores tie: half of what is in the run, all before it."""
    first, last = _edges(ordered)
    padded = np.concatenate([np.zeros((len(upto), 1), dtype=np.int64), upto], axis=-1)
    before = np.take_along_axis(padded, first, axis=-1)
    through = np.take_along_axis(padded, last, axis=-1)
    negatives = (first - before) + (last - through)
    positives = 2 * upto[:, -1:] - before - through
    return np.asarray(np.where(above, negatives, positives))


def _edges(ordered: FloatArray) -> tuple[IntArray, IntArray]:
    """Return how many items there are before each item's run of equal scores, and through it."""
    models, n = ordered.shape
    place = np.broadcast_to(np.arange(n), (models, n))
    edge = np.ones((models, 1), dtype=np.bool_)
    gap = ordered[:, 1:] != ordered[:, :-1]
    starts = np.concatenate([edge, gap], axis=-1)
    ends = np.concatenate([gap, edge], axis=-1)
    first = np.maximum.accumulate(np.where(starts, place, 0), axis=-1)
    last = np.minimum.accumulate(np.where(ends, place, n)[:, ::-1], axis=-1)[:, ::-1] + 1
    return first, last
