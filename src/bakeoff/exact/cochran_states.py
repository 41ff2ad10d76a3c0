"""The law of Cochran's statistic, given how many models are right on each item.

Under the null hypothesis each item deals out its right answers among the k models at random.
Cochran's Q grows with the sum of the squared column totals and does not care which model has
which total: so the *sorted* totals are kept with their probabilities, one item is added at a
time, and equal states are merged. All terms are positive: small tails keep their digits.
Items that all or none get right add the same to every total and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb

import numpy as np
from scipy import special

from bakeoff.types import FloatArray, IntArray

LARGEST_CODE = 2.0**62  # states are merged by a code number that must fit into 64 bits


@dataclass(frozen=True, slots=True)
class SquaresLaw:
    """P(sum of squared column totals = value), values rising."""

    value: IntArray
    probability: FloatArray

    def at_least(self, squares: FloatArray) -> FloatArray:
        """P(sum of squares >= squares)."""
        tail = np.minimum(np.cumsum(self.probability[::-1])[::-1], 1.0)
        place = np.searchsorted(self.value, squares, side="left")
        return np.asarray(np.append(tail, 0.0)[place])


def squares_law(items: Sequence[int]) -> SquaresLaw:
    """Return the law for `items[r]` items on which r of the models are right, r = 0, ..., k."""
    models = len(items) - 1
    states = np.zeros((1, models), dtype=np.int64)
    chance = np.ones(1)
    base = sum(items) + 1
    for right in range(1, models):
        patterns = subsets(models, right)
        for _ in range(items[right]):
            states, chance = _with_one_more(states, chance, patterns, base)
    squares = np.sum(states * states, axis=-1)
    value, which = np.unique(squares, return_inverse=True)
    return SquaresLaw(value, _collected(which, chance))


def cost(items: int, models: int) -> float:
    """Return about how many states will be met for so many informative items, at most."""
    if (items + 1.0) ** models >= LARGEST_CODE:
        return np.inf
    # the ways to have k sorted totals of at most n, and how far their sums are spread
    sorted_totals = float(special.binom(items + models, models))
    spread = np.sqrt(2.0 * np.pi * items * models * (items + models + 1.0) / 12.0)
    states = max(sorted_totals / max(float(spread), 1.0), 1.0)
    # they grow like items^(k-1): all items together meet about items/k times the last number
    return max(items / models, 1.0) * comb(models, models // 2) * states


def subsets(models: int, size: int) -> IntArray:
    """Return all 0/1 rows with `size` ones."""
    number = comb(models, size)
    chosen = np.fromiter(chain.from_iterable(combinations(range(models), size)), dtype=np.int64)
    rows = np.zeros((number, models), dtype=np.int64)
    np.put_along_axis(rows, chosen.reshape(number, size), 1, axis=-1)
    return rows


def _with_one_more(
    states: IntArray, chance: FloatArray, patterns: IntArray, base: int
) -> tuple[IntArray, FloatArray]:
    """Return the sorted totals after one more item, equal ones merged."""
    after = (states[:, np.newaxis, :] + patterns).reshape(-1, states.shape[-1])
    after.sort(axis=-1)
    code = after @ base ** np.arange(states.shape[-1], dtype=np.int64)
    _, first, which = np.unique(code, return_index=True, return_inverse=True)
    weights = np.repeat(chance / len(patterns), len(patterns))
    return after[first], _collected(which, weights)


def _collected(which: IntArray, chance: FloatArray) -> FloatArray:
    return np.bincount(which.reshape(-1), weights=chance).astype(np.float64)
