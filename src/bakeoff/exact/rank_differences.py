"""The exact law of the difference of two rank sums over blocks.

Within a block all orders of the ranks are equally likely, so two algorithms have any two of its
ranks, one each. The difference of their sums is a sum of independent differences, one a block,
and its law a convolution: cheap for any number of algorithms and blocks (Eisinga, Heskes, Pelzer
and Te Grotenhuis, Exact p-values for pairwise comparison of Friedman rank sums, 2017, who give it
for ranks without ties).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from bakeoff.types import FloatArray, IntArray

KEPT = 64  # laws that are kept
LARGEST = 3e9  # products that a law may cost: a few seconds


def cost(tables: IntArray) -> float:
    """Return about how many products the laws of tables x blocks x algorithms take at most."""
    n, k = tables.shape[-2:]
    width = float(tables.max(initial=0) - tables.min(initial=0))
    return float(len(tables) * n * n * width * min(width, k * k))


def two_sided(tables: IntArray, distance: IntArray) -> FloatArray:
    """Return for tables x blocks x algorithms P(|difference of two column sums| >= distance).

    Parameters
    ----------
    tables
        Whole numbers, such as doubled ranks; the law of each table takes its own blocks.
    distance
        Tables x any number of distances.
    """
    ordered = np.sort(tables, axis=-1)
    found = np.empty(distance.shape)
    for place, table in enumerate(ordered):
        gaps = table - table[:, :1]
        # the order of the blocks does not matter
        rows = tuple(sorted(map(tuple, gaps.tolist())))
        tail = _tail(rows)
        found[place] = tail[np.minimum(distance[place], len(tail) - 1)]
    return found


@lru_cache(maxsize=KEPT)
def _tail(rows: tuple[tuple[int, ...], ...]) -> FloatArray:
    """Return P(|difference| >= d) for d = 0, 1, ..., one beyond the largest."""
    law = np.ones(1)
    for row in rows:
        law = np.convolve(law, _of_block(row))
    reach = len(law) // 2
    upper = np.cumsum(law[::-1])[::-1]  # from the far tail: small numbers first
    tail = np.append(np.minimum(2.0 * upper[reach:], 1.0), 0.0)
    tail[0] = 1.0
    return tail


@lru_cache(maxsize=KEPT)
def _of_block(row: tuple[int, ...]) -> FloatArray:
    """Return P(difference = -reach, ..., reach) of two of the numbers, drawn without return."""
    ranks = np.asarray(row)
    gaps = (ranks[:, np.newaxis] - ranks)[~np.eye(len(ranks), dtype=bool)]
    reach = int(gaps.max())
    return np.bincount(gaps + reach, minlength=2 * reach + 1) / len(gaps)
