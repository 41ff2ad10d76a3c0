"""Ranks within blocks, the best first: what Friedman's test and its kin begin with."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bakeoff import checks
from bakeoff.stats.ranks import differences, midranks, midranks_and_ties
from bakeoff.types import FloatArray, IntArray, TableLike


class BlockRanks(NamedTuple):
    """Average ranks (..., blocks, algorithms), and how far they are spread.

    With all numbers doubled, sums and their squares are whole and free of rounding.
    """

    names: tuple[str | int, ...]
    ranks: FloatArray
    expected: float
    """The mean of all ranks."""
    spread: FloatArray
    """The sum of squares of all ranks about the means of their blocks."""

    @property
    def n(self) -> int:
        """How many blocks."""
        return int(self.ranks.shape[-2])

    @property
    def k(self) -> int:
        """How many algorithms."""
        return int(self.ranks.shape[-1])

    @property
    def sums(self) -> FloatArray:
        """The rank sum of each algorithm."""
        return np.asarray(np.add.reduce(self.ranks, axis=-2))

    @property
    def means(self) -> FloatArray:
        """The mean rank of each algorithm."""
        return self.sums / self.n

    @property
    def between(self) -> FloatArray:
        """The sum of squares of the rank sums about their mean; at most n times the spread."""
        apart = self.sums - self.n * self.expected
        return np.asarray(np.vecdot(apart, apart))

    @property
    def concordance(self) -> FloatArray:
        """How far the blocks agree, from 0 to 1: Kendall's W for ranks within blocks."""
        whole = self.n * self.spread
        return np.asarray(self.between / np.where(whole > 0.0, whole, 1.0))

    @property
    def doubled(self) -> IntArray:
        """Twice the ranks, which are whole numbers."""
        return np.asarray(np.rint(2.0 * self.ranks), dtype=np.int64)


def within_blocks(
    table: TableLike, *, higher_is_better: bool = False, algorithms: int = 2
) -> BlockRanks:
    """Rank the algorithms within each block; rank 1 is the smallest unless higher is better."""
    array, names = checks.table(table, algorithms=algorithms)
    ranks, ties = midranks_and_ties(-array if higher_is_better else array)
    n, k = array.shape[-2:]
    # ranks 1..k have the sum of squares (k^3 - k)/12, and a run of t ties takes away (t^3 - t)/12
    spread = (n * (k**3 - k) - np.add.reduce(ties, axis=-1)) / 12.0
    return BlockRanks(names, ranks, (k + 1) / 2.0, np.asarray(spread))


def aligned(table: TableLike, *, higher_is_better: bool = False) -> BlockRanks:
    """Rank all numbers together, after the mean of its block was taken from each."""
    array, names = checks.table(table)
    n, k = array.shape[-2:]
    centre = array.mean(axis=-1, keepdims=True)
    apart, _ = differences(array, np.broadcast_to(centre, array.shape))
    # a sum of k numbers and a difference from it are as exact as the largest of them
    dust = np.abs(array).max(axis=-1, keepdims=True) * 5e-12
    slack = np.broadcast_to(dust, array.shape).reshape(*array.shape[:-2], n * k)
    flat = (-apart if higher_is_better else apart).reshape(*array.shape[:-2], n * k)
    ranks = midranks(flat, slack).reshape(array.shape)
    rest = ranks - ranks.mean(axis=-1, keepdims=True)
    spread = np.einsum("...ij,...ij->...", rest, rest)
    return BlockRanks(names, ranks, (n * k + 1) / 2.0, np.asarray(spread))


def dominance(ranks: FloatArray) -> FloatArray:
    """Return for each pair (0,1), (0,2), ... the share of blocks won by either side's rank.

    It is the share of the blocks in which the first has the larger rank, minus the share in which
    it has the smaller: from -1 to 1, and of the sign of the difference of the ranks.
    """
    n, k = ranks.shape[-2:]
    by_algorithm = np.ascontiguousarray(np.moveaxis(ranks, -1, -2))
    found = []
    for first in range(k - 1):
        one, others = by_algorithm[..., first : first + 1, :], by_algorithm[..., first + 1 :, :]
        more = np.count_nonzero(one > others, axis=-1)
        found.append((more - np.count_nonzero(one < others, axis=-1)) / n)
    return np.concatenate(found, axis=-1)
