"""The exact law of Page's L: a weighted sum of the column sums of shuffled rows.

L = sum over rows and columns j = 1, ..., k of j times the rank in column j. Under the null
hypothesis each order of a row's ranks is equally likely. The law of one row is found by dealing
out its ranks place by place, over the sets of ranks already used; that of all rows is their
convolution. All terms are positive: small tails keep their digits.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import factorial

import numpy as np

from bakeoff.types import FloatArray, IntArray

KEPT = 256  # laws that are kept


def upper(tables: IntArray, weighted_sums: IntArray) -> FloatArray:
    """Return P(L >= l) for tables x rows x columns of whole numbers and the l of each table.

    The tables hold the ranks in any order (those of ties doubled, say); tables with the same
    rows have the same law.
    """
    rising = np.sort(tables, axis=-1)
    if len(tables) > 1 and bool(np.all(rising == rising[:1, :1])):
        lowest, tail = _tail(((tuple(rising[0, 0].tolist()), rising.shape[1]),))
        return np.asarray(tail[np.clip(weighted_sums - lowest, 0, len(tail) - 1)])
    found = np.empty(len(tables))
    for place, table in enumerate(rising):
        rows = tuple(sorted(Counter(map(tuple, table.tolist())).items()))
        lowest, tail = _tail(rows)
        at = int(weighted_sums[place]) - lowest
        found[place] = tail[min(max(at, 0), len(tail) - 1)]
    return found


def cost(tables: IntArray) -> float:
    """Return about how many sums the laws take: those of a row, and their convolutions."""
    n, k = tables.shape[-2:]
    reach = float(tables.max(initial=0) - tables.min(initial=0)) * k * k / 4.0
    rising = np.sort(tables, axis=-1)
    distinct = 1 if bool(np.all(rising == rising[:1, :1])) else len(tables)
    return float(k * 2.0**k * reach + distinct * n * n * reach * reach)


@lru_cache(maxsize=KEPT)
def _tail(rows: tuple[tuple[tuple[int, ...], int], ...]) -> tuple[int, FloatArray]:
    """Return the smallest L and P(L >= smallest + i), one beyond the largest at the end."""
    lowest, law = 0, np.ones(1)
    for row, times in rows:
        first, one = _of_row(row)
        lowest += first * times
        for _ in range(times):
            law = np.convolve(law, one)
    tail = np.cumsum(law[::-1])[::-1]
    return lowest, np.append(np.minimum(tail, 1.0), 0.0)


@lru_cache(maxsize=KEPT)
def _of_row(row: tuple[int, ...]) -> tuple[int, FloatArray]:
    """Return the smallest sum of j times the rank in place j, and the law from there on.

    Examples
    --------
    Three ranks: 3 1 + 2 2 + 1 3 = 10 for the falling order, 14 for the rising one.

    >>> lowest, law = _of_row((1, 2, 3))
    >>> lowest, (6 * law).round(9).tolist()
    (10, [1.0, 2.0, 0.0, 2.0, 1.0])
    """
    k = len(row)
    heights = [value - row[0] for value in row]
    top = sum(place * height for place, height in enumerate(heights, 1))
    laws: dict[int, FloatArray] = {0: np.eye(1, top + 1)[0]}
    for place in range(1, k + 1):
        following: dict[int, FloatArray] = {}
        for used, law in laws.items():
            for one, height in enumerate(heights):
                if used >> one & 1:
                    continue
                into = following.setdefault(used | 1 << one, np.zeros(top + 1))
                shift = place * height
                into[shift:] += law[: top + 1 - shift]
        laws = following
    law = laws[(1 << k) - 1] / factorial(k)
    first = int(np.flatnonzero(law)[0])
    return row[0] * k * (k + 1) // 2 + first, law[first:]
