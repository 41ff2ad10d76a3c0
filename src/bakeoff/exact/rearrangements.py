"""All ways to exchange values between algorithms: within each block, or between whole groups.

Under the null hypothesis of a permutation test all of them are equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb, factorial, prod

import numpy as np

from bakeoff.types import FloatArray, IntArray


def count_within_blocks(blocks: int, algorithms: int) -> int:
    """Return how many tables differ after exchanges within blocks: the first block stays.

    To exchange two algorithms in all blocks at once changes no statistic that treats them alike.

    Examples
    --------
    >>> count_within_blocks(4, 3)
    216
    """
    return int(factorial(algorithms) ** (blocks - 1))


def count_between_groups(sizes: Sequence[int]) -> int:
    """Return in how many ways all values can be dealt out to groups of these sizes.

    Examples
    --------
    >>> count_between_groups([4, 4, 4])
    34650
    """
    return factorial(sum(sizes)) // prod(factorial(size) for size in sizes)


def column_sums(tables: FloatArray) -> FloatArray:
    """Return the column sums of every exchange within blocks, (tables, exchanges, algorithms)."""
    batch, blocks, algorithms = tables.shape
    orders = np.array(list(permutations(range(algorithms))))
    sums = tables[:, :1]
    for block in range(1, blocks):
        sums = sums[:, :, np.newaxis] + tables[:, block][:, orders][:, np.newaxis]
        sums = sums.reshape(batch, -1, algorithms)
    return np.asarray(sums)


def deals(sizes: Sequence[int]) -> IntArray:
    """Return every way to deal out values to groups: (ways, values), the number of the group.

    Examples
    --------
    >>> deals([1, 2]).tolist()
    [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    """
    total = sum(sizes)
    last = len(sizes) - 1
    labels = np.full((1, total), last, dtype=np.int64)
    for group, size in enumerate(sizes[:-1]):
        # places that no earlier group has taken; as many in every row
        free = np.nonzero(labels == last)[1].reshape(len(labels), -1)
        chosen = np.array(list(combinations(range(free.shape[1]), size)), dtype=np.int64)
        chosen = chosen.reshape(comb(free.shape[1], size), size)
        places = free[:, chosen].reshape(-1, size)
        labels = np.repeat(labels, len(chosen), axis=0)
        np.put_along_axis(labels, places, group, axis=1)
    return labels
