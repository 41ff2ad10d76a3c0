"""Corrections that know which hypotheses about pairs can be true together.

If algorithms 1 and 2 differ, then 3 cannot equal both: not all of the other hypotheses can be
true. What can be true together are the pairs inside the blocks of a partition of the algorithms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt

import numpy as np

from bakeoff.errors import InvalidInput
from bakeoff.exact import partitions
from bakeoff.types import FloatArray, IntArray

MOST_ALGORITHMS = 20  # beyond, the search may take minutes


def algorithms_of(hypotheses: int, method: str) -> int:
    """Return of how many algorithms there are so many pairs."""
    k = (1 + isqrt(1 + 8 * hypotheses)) // 2
    if k * (k - 1) // 2 != hypotheses:
        raise InvalidInput(
            f"method={method!r} takes the p-values of all pairs of algorithms, in the order (0,1), "
            f"(0,2), ..., (k-2,k-1): 1, 3, 6, 10, ... of them; there were {hypotheses}; for "
            f"comparisons with a control use holm"
        )
    return k


@lru_cache(maxsize=64)
def possible_counts(k: int) -> IntArray:
    """Return how many hypotheses of equal pairs of k algorithms can be true at once, rising.

    Examples
    --------
    With four algorithms all 6, those of three equal ones, of two twos or of one, or none:

    >>> possible_counts(4).tolist()
    [0, 1, 2, 3, 6]
    """
    counts = [1, 1]  # bit c of the j-th number: whether c can be true among j algorithms
    for size in range(2, k + 1):
        found = counts[size - 1]
        for block in range(2, size + 1):
            found |= counts[size - block] << (block * (block - 1) // 2)
        counts.append(found)
    digits = np.frombuffer(bin(counts[k])[:1:-1].encode(), dtype=np.uint8)
    return np.flatnonzero(digits == ord("1"))


def shaffer(rising: FloatArray, logical: Iterable[int] | None) -> FloatArray:
    """Return Shaffer's levels (1986, static): t_i p_(i), t_i the most that can still be true."""
    m = rising.shape[-1]
    if logical is None:
        counts = possible_counts(algorithms_of(m, "shaffer"))
    else:
        counts = _counts(logical, m)
    left = np.arange(m, 0, -1)  # hypotheses not yet rejected
    most = counts[np.searchsorted(counts, left, side="right") - 1]
    return np.maximum.accumulate(most * rising, axis=-1)


def bergmann_hommel(p_values: FloatArray, logical: Sequence[Iterable[int]] | None) -> FloatArray:
    """Return Bergmann and Hommel's levels (1988), made monotone in p, for families (..., m)."""
    rows = p_values.reshape(-1, p_values.shape[-1])
    if logical is None:
        k = algorithms_of(rows.shape[-1], "bergmann-hommel")
        _affordable(k)
        found = [partitions.largest_products(row, k) for row in rows]
    else:
        sets = _sets(logical, rows.shape[-1])
        found = [_by_sets(row, sets) for row in rows]
    return np.stack(found).reshape(p_values.shape)


def _by_sets(p: FloatArray, sets: Sequence[FloatArray]) -> FloatArray:
    """Return max over the sets that hold a hypothesis of size x smallest p, made monotone."""
    levels = p.copy()
    for members in sets:
        levels[members] = np.maximum(levels[members], len(members) * p[members].min())
    return np.array([levels[p <= value].max() for value in p])


def _affordable(k: int) -> None:
    if k > MOST_ALGORITHMS:
        raise InvalidInput(
            f"method='bergmann-hommel' is for at most {MOST_ALGORITHMS} algorithms; there were "
            f"{k}: use 'shaffer'"
        )


def _counts(logical: Iterable[int], m: int) -> np.ndarray:
    counts = np.unique([0, *(int(count) for count in logical)])
    if counts[0] < 0 or counts[-1] != m:
        raise InvalidInput(
            f"logical must hold how many of the {m} hypotheses can be true at once, and all {m} "
            f"can; it went from {counts[0]} to {counts[-1]}"
        )
    return counts


def _sets(logical: Sequence[Iterable[int]], m: int) -> list[np.ndarray]:
    try:
        sets = [np.unique(np.asarray(list(one), dtype=np.int64)) for one in logical]
    except (TypeError, ValueError):
        raise InvalidInput(
            "logical must hold, for bergmann-hommel, the sets of hypotheses that can be true "
            "together, each a list of their places"
        ) from None
    sets = [one for one in sets if one.size]
    if any(one[0] < 0 or one[-1] >= m for one in sets):
        raise InvalidInput(f"logical must hold places from 0 to {m - 1}, one for each p-value")
    return sets
