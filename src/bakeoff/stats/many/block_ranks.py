"""Ranks within blocks, the best first: what Friedman's test and its kin begin with."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff import checks
from bakeoff.stats import tails
from bakeoff.stats.one.mean import t_ratio
from bakeoff.stats.pairs import all_pairs
from bakeoff.stats.ranks import differences, midranks, midranks_and_ties
from bakeoff.types import FloatArray, IntArray, TableLike

ROUNDING = 1e-12
SMALL = 20_000  # comparisons that are made at once rather than algorithm by algorithm


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
    def untied_spread(self) -> float:
        """What the spread of ranks 1, ..., k within blocks would be without ties."""
        return self.n * (self.k**3 - self.k) / 12.0

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


def chi2_and_f(
    ranked: BlockRanks, spread: FloatArray, between: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return chi2 = (k-1) B/S and F = (n-1) B/(n S - B) (Iman and Davenport, equation 2.5).

    B is the sum of squares of the rank sums, S that of the ranks about the means of the blocks.
    """
    n, k = ranked.ranks.shape[-2:]
    chi2 = (k - 1) * between / np.where(spread > 0.0, spread, 1.0)
    whole = n * spread
    rest = whole - between
    rest = np.where(rest <= ROUNDING * whole, 0.0, rest)
    return np.asarray(chi2), t_ratio((n - 1) * between, rest)


def p_of_f(f: FloatArray, ranked: BlockRanks) -> FloatArray:
    """Return the p-value of F; where all blocks agree, the chance that they do."""
    p = tails.f_upper(f, ranked.k - 1, (ranked.k - 1) * (ranked.n - 1))
    agreed = np.isinf(f)
    if not agreed.any():
        return np.where(ranked.spread == 0.0, 1.0, p)
    # all blocks have the ranks of the first, in one of k! / (t1! t2! ...) orders
    first = ranked.ranks[..., 0, :]
    log_ties = np.zeros(first.shape[:-1])
    for one in range(ranked.k):  # a run of t adds log 1 + log 2 + ... + log t
        tied = np.count_nonzero(first[..., : one + 1] == first[..., one : one + 1], axis=-1)
        log_ties += np.log(tied)
    log_orders = special.gammaln(ranked.k + 1.0) - log_ties
    return np.where(agreed, np.exp((1 - ranked.n) * log_orders), p)


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


def weighted(table: TableLike, *, higher_is_better: bool = False) -> tuple[BlockRanks, BlockRanks]:
    """Return Quade's ranks, those about 0 and those within blocks; both are weighted.

    A block weighs what its range is among the ranges of all blocks, by rank: 1 is the smallest.
    """
    array, _ = checks.table(table)
    plain = within_blocks(table, higher_is_better=higher_is_better)
    high, low = array.max(axis=-1), array.min(axis=-1)
    width, dust = differences(high, low)
    weight = midranks(width, dust)[..., np.newaxis]
    about = weight * (plain.ranks - plain.expected)
    spread = np.asarray(np.einsum("...ij,...ij->...", about, about))
    n = array.shape[-2]
    return (
        BlockRanks(plain.names, about, 0.0, spread),
        BlockRanks(plain.names, weight * plain.ranks, (n + 1) / 2.0 * plain.expected, spread),
    )


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
    if ranks.size * k <= SMALL:
        one, other = all_pairs(k).T
        sign = np.sign(ranks[..., one] - ranks[..., other])
        return np.asarray(np.add.reduce(sign, axis=-2) / n)
    by_algorithm = np.ascontiguousarray(np.moveaxis(ranks, -1, -2))
    found = []
    for first in range(k - 1):
        one, others = by_algorithm[..., first : first + 1, :], by_algorithm[..., first + 1 :, :]
        more = np.count_nonzero(one > others, axis=-1)
        found.append((more - np.count_nonzero(one < others, axis=-1)) / n)
    return np.concatenate(found, axis=-1)
