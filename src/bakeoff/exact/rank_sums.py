"""The law of the rank sum of one of two groups, given the actual ranks, ties and all.

Under the null hypothesis every choice of `size` of the N ranks is equally likely. How many of
these choices have which sum is counted by taking up one rank after the other: a choice of j
ranks with the sum s either leaves the new rank out or is a choice of j - 1 with the sum s - rank
and takes it in. All terms are positive, so the far tails keep their digits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.types import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class RankSumTails:
    """Tail areas at the observed sums, and the probabilities of the two most extreme sums."""

    lower: FloatArray
    upper: FloatArray
    smallest: FloatArray
    largest: FloatArray


@dataclass(frozen=True, slots=True)
class RankSumLaw:
    """P(sum = offset + step * i) for i = 0, 1, ..."""

    offset: int
    step: int
    probability: FloatArray

    def lower(self) -> FloatArray:
        """P(sum <= the i-th value)."""
        return np.asarray(np.minimum(np.cumsum(self.probability), 1.0))

    def upper(self) -> FloatArray:
        """P(sum >= the i-th value)."""
        return np.asarray(np.minimum(np.cumsum(self.probability[::-1])[::-1], 1.0))


def rank_sum_law(doubled_ranks: IntArray, size: int) -> RankSumLaw:
    """Return the law of the sum of `size` of the ranks, each rank given as twice its value."""
    ranks = np.sort(doubled_ranks)
    lowest = int(ranks[0])
    # the number of ranks chosen is fixed: only their heights above the lowest make a difference
    step = max(int(np.gcd.reduce(ranks - lowest)), 1)
    heights = (ranks - lowest) // step
    counts = _choices(heights, size)
    return RankSumLaw(size * lowest, step, counts / counts.sum())


def rank_sum_tails(doubled_ranks: IntArray, sums: IntArray, size: int) -> RankSumTails:
    """Return the tail areas at `sums` for each row of ranks (tests x N).

    Rows with the same ties have the same law, and each law is computed once.
    """
    ordered = np.sort(doubled_ranks, axis=-1)
    patterns, which = _distinct(ordered)
    out = RankSumTails(*(np.empty(len(ordered)) for _ in range(4)))
    for index, pattern in enumerate(patterns):
        law = rank_sum_law(pattern, size)
        rows = np.flatnonzero(which == index) if len(patterns) > 1 else slice(None)
        place = (sums[rows] - law.offset) // law.step
        out.lower[rows] = law.lower()[place]
        out.upper[rows] = law.upper()[place]
        out.smallest[rows] = law.probability[0]
        out.largest[rows] = law.probability[-1]
    return out


def _choices(heights: IntArray, size: int) -> FloatArray:
    """Return how many choices of `size` heights have each sum from 0 to the largest."""
    top = np.cumsum(heights)
    top[size:] -= top[:-size].copy()  # the largest sum of `size` of the heights seen so far
    table = np.zeros((size + 1, int(top[-1]) + 1))
    table[0, 0] = 1.0
    for seen, (height, reach) in enumerate(zip(heights.tolist(), top.tolist(), strict=True)):
        chosen = min(seen + 1, size)
        table[1 : chosen + 1, height : reach + 1] += table[:chosen, : reach + 1 - height]
    return np.asarray(table[size])


def _distinct(rows: IntArray) -> tuple[IntArray, IntArray]:
    """Return the distinct rows and which of them each row is; rows without ties are one."""
    plain = np.all(np.diff(rows, axis=-1) > 0, axis=-1)
    if plain.all():
        return rows[:1], np.zeros(len(rows), dtype=np.int64)
    patterns, which = np.unique(rows, axis=0, return_inverse=True)
    return patterns, which.reshape(-1)
