"""The law of the rank sum of one of two groups, given the actual ranks, ties and all.

Under the null hypothesis every choice of `size` of the N ranks is equally likely. How many of
these choices have which sum is counted by taking up one rank after the other: a choice of j
ranks with the sum s either leaves the new rank out or is a choice of j - 1 with the sum s - rank
and takes it in. All terms are positive, so the far tails keep their digits.

Without ties the law is that of the ranks 1, ..., N, and known as a product: the generating
function of U is prod_{i=1}^{n1} (1 - q^(n2+i)) / (1 - q^i). Multiplied out factor by factor up
to the middle it costs n1 passes over the sums instead of N n1. The differences cost it digits
as n1 grows: 3 of 16 at 150 and 150, where it stops being used.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.types import FloatArray, IntArray

PRODUCT_UP_TO = 150  # ranks in the smaller group


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
    untied = bool(np.all(heights == np.arange(len(heights))))
    if untied and min(size, len(ranks) - size) <= PRODUCT_UP_TO:
        # heights count from 0, so the sum of the lowest `size` is not 0 but U's is
        offset = size * lowest + step * (size * (size - 1) // 2)
        return RankSumLaw(offset, step, _untied(size, len(ranks) - size))
    counts = _choices(heights, size)
    first = int(np.flatnonzero(counts)[0])
    return RankSumLaw(size * lowest + step * first, step, counts[first:] / counts.sum())


def cost(n1: int, n2: int, *, tied: bool) -> float:
    """Return about how many additions the law takes."""
    fewer, sums = min(n1, n2), float(n1 * n2)
    if tied or fewer > PRODUCT_UP_TO:
        return 2.0 * (n1 + n2) * fewer * sums  # twice the sums, as midranks come in halves
    return fewer * sums


def rank_sum_tails(doubled_ranks: IntArray, sums: IntArray, size: int) -> RankSumTails:
    """Return the tail areas at `sums` for each row of ranks (tests x N).

    Rows with the same ties have the same law, and each law is computed once.
    """
    patterns, rows_of = _distinct(np.sort(doubled_ranks, axis=-1))
    out = RankSumTails(*(np.empty(len(doubled_ranks)) for _ in range(4)))
    for pattern, rows in zip(patterns, rows_of, strict=True):
        law = rank_sum_law(pattern, size)
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


def _untied(n1: int, n2: int) -> FloatArray:
    """Return P(U = u) for u = 0, ..., n1 n2 without ties."""
    n1, n2 = min(n1, n2), max(n1, n2)
    middle = n1 * n2 // 2
    law = np.zeros(middle + 1)
    law[0] = 1.0
    for i in range(1, n1 + 1):
        # times (1 - q^(n2+i))
        law[n2 + i :] -= law[: -(n2 + i)].copy()
        # divided by (1 - q^i): sums of every i-th; scaled so that all sum to 1
        padded = np.zeros(-(-len(law) // i) * i)
        padded[: len(law)] = law
        law = np.cumsum(padded.reshape(-1, i), axis=0).reshape(-1)[: len(law)]
        law *= i / (n2 + i)
    return np.concatenate([law, law[: n1 * n2 - middle][::-1]])


def _distinct(ordered: IntArray) -> tuple[IntArray, list[IntArray]]:
    """Return the distinct rows and where each of them stands; rows without ties are one."""
    if np.all(np.diff(ordered, axis=-1) > 0):
        return ordered[:1], [np.arange(len(ordered))]
    patterns, which = np.unique(ordered, axis=0, return_inverse=True)
    which = which.reshape(-1)
    ends = np.cumsum(np.bincount(which))[:-1]
    return patterns, np.split(np.argsort(which, kind="stable"), ends)
