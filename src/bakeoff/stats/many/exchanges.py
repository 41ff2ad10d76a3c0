"""Sums of vectors under every exchange of algorithms, or under random ones.

If algorithms do not differ, the vectors of a block could have come in any order, and vectors that
are not paired could have come in any group.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np

from bakeoff.types import FloatArray, IntArray

CHUNK = 4_000_000  # numbers held at once


def count_within(n: int, k: int) -> int:
    """Return how many ways there are to reorder n blocks of k; the first block may stay."""
    return int(math.factorial(k) ** (n - 1))


def count_between(sizes: tuple[int, ...]) -> int:
    """Return how many ways there are to deal all vectors to groups of these sizes."""
    ways, left = 1, sum(sizes)
    for size in sizes:
        ways *= math.comb(left, size)
        left -= size
    return ways


def all_within(rows: FloatArray) -> FloatArray:
    """Return the sums (..., ways, k, r) of rows (..., n, k, r) under every reordering.

    The order in which the data came is the first.
    """
    n, k, r = rows.shape[-3:]
    orders = np.array(list(itertools.permutations(range(k))))
    sums = rows[..., 0, np.newaxis, :, :]
    for block in range(1, n):
        moved = rows[..., block, :, :][..., orders, :]
        sums = sums[..., :, np.newaxis, :, :] + moved[..., np.newaxis, :, :, :]
        sums = sums.reshape(*rows.shape[:-3], -1, k, r)
    return sums


def random_within(
    rows: FloatArray, draws: int, generator: np.random.Generator
) -> Iterator[FloatArray]:
    """Yield the sums (..., some, k, r) of rows (..., n, k, r) under random reorderings."""
    n, k, r = rows.shape[-3:]
    for some in _portions(draws, n * k * r):
        orders = generator.permuted(np.broadcast_to(np.arange(k), (some, n, k)), axis=-1)
        sums = np.zeros((*rows.shape[:-3], some, k, r))
        for block in range(n):
            sums += rows[..., block, :, :][..., orders[:, block], :]
        yield sums


def all_between(rows: FloatArray, sizes: tuple[int, ...]) -> FloatArray:
    """Return the sums (..., ways, groups, r) of rows (..., N, r) under every dealing."""
    return _sums(rows, np.array(list(_dealings(tuple(range(sum(sizes))), sizes))), sizes)


def random_between(
    rows: FloatArray, sizes: tuple[int, ...], draws: int, generator: np.random.Generator
) -> Iterator[FloatArray]:
    """Yield the sums (..., some, groups, r) of rows (..., N, r) under random dealings."""
    total, r = rows.shape[-2:]
    for some in _portions(draws, total * r):
        orders = generator.permuted(np.broadcast_to(np.arange(total), (some, total)), axis=-1)
        yield _sums(rows, orders, sizes)


def _sums(rows: FloatArray, orders: IntArray, sizes: tuple[int, ...]) -> FloatArray:
    starts = np.cumsum((0, *sizes[:-1]))
    return np.asarray(np.add.reduceat(rows[..., orders, :], starts, axis=-2))


def _dealings(members: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the members in every way to deal them; within a group their order stays."""
    if len(sizes) == 1:
        yield members
        return
    for chosen in itertools.combinations(members, sizes[0]):
        left = tuple(sorted(set(members) - set(chosen)))
        for rest in _dealings(left, sizes[1:]):
            yield chosen + rest


def _portions(draws: int, cost: int) -> Iterator[int]:
    """Part the draws; the parts depend on one table alone, so a batch draws what one test does."""
    size = max(1, CHUNK // cost)
    for start in range(0, draws, size):
        yield min(size, draws - start)
