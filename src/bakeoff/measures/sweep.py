"""The counts above every threshold, as it falls from the highest score to the lowest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bakeoff.types import BoolArray, FloatArray, IntArray


class Sweep(NamedTuple):
    """Items in falling order of score, (..., n) each.

    `tp` and `fp` count the positive and negative items so far. `ends` marks the last of each run
    of equal scores: only there a threshold can stand.
    """

    score: FloatArray
    tp: IntArray
    fp: IntArray
    ends: BoolArray


def sweep(truth: BoolArray, scores: FloatArray) -> Sweep:
    """Return the counts so far along the falling scores; both arrays have the same shape."""
    # no stable sort: within a run of equal scores the order does not matter
    order = np.argsort(scores, axis=-1)[..., ::-1]
    ordered = np.take_along_axis(scores, order, axis=-1)
    tp = np.cumsum(np.take_along_axis(truth, order, axis=-1), axis=-1, dtype=np.int64)
    fp = np.arange(1, scores.shape[-1] + 1) - tp
    ends = np.ones(scores.shape, dtype=np.bool_)
    ends[..., :-1] = ordered[..., 1:] != ordered[..., :-1]
    return Sweep(ordered, tp, fp, ends)


def before(sweep: Sweep) -> tuple[IntArray, IntArray]:
    """Return tp and fp at the end of the run before: what the curve comes from."""
    return _before(sweep.tp, sweep.ends), _before(sweep.fp, sweep.ends)


def _before(counts: IntArray, ends: BoolArray) -> IntArray:
    at_ends = counts if ends.all() else np.maximum.accumulate(np.where(ends, counts, 0), axis=-1)
    shifted = np.zeros_like(counts)
    shifted[..., 1:] = at_ends[..., :-1]
    return shifted
