"""The law of column sums when each row of a table is shuffled: behind Friedman's test.

Under the null hypothesis every order of the numbers within a row is equally likely, whatever
the numbers: ranks, tied ranks, weighted or aligned ranks. Friedman's statistic grows with the
sum of the squared column sums, and neither it nor the range of the sums cares which column has
which sum: so the *sorted* sums are kept with their probabilities, one row is added at a time,
and equal states are merged. All terms are positive: small tails keep their digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod
from typing import Literal, TypeAlias

import numpy as np

from bakeoff.exact.cochran_states import SquaresLaw
from bakeoff.types import FloatArray, IntArray

Rows: TypeAlias = tuple[tuple[int, ...], ...]
Of: TypeAlias = Literal["squares", "range"]

AT_ONCE = 65_536  # states held at once while a row is added: what fits into a processor's memory
DENSE = 2**24  # up to so many codes, probabilities are kept in one array with a place for each
LARGEST_CODE = 2**62  # states are merged by a code number that must fit into 64 bits
MOST_COLUMNS = 60  # beyond, the orders of a row are not even counted
LEAST = 30_000.0  # what any law takes, in the time of sums
MOST_DESIGNS = 2_000  # designs of one batch that are listed at all
MOST_ORDERS = 50_000  # orders of one row that are listed at all


@dataclass(frozen=True, slots=True)
class Designs:
    """The tables of a batch: which have the same rows but for their order, and their sums.

    A row is kept as heights above its smallest number, rising, in units of a common divisor.
    """

    rows: tuple[Rows, ...]
    which: IntArray
    """For each table, the place of its rows in `rows`."""
    columns: IntArray
    """For each table, the sums of its columns, in heights."""

    def cost(self) -> float:
        """Return about how many sums all laws take together."""
        return sum(max(cost(rows), LEAST) for rows in self.rows)

    def squares_at_least(self) -> FloatArray:
        """Return for each table P(sum of squared column sums >= its own)."""
        squares = np.sum(self.columns * self.columns, axis=-1)
        return self._by_law("squares", squares)

    def range_at_least(self) -> FloatArray:
        """Return for each table and pair P(range of the sums >= difference of its own two)."""
        first, second = np.triu_indices(self.columns.shape[-1], 1)
        return self._by_law("range", np.abs(self.columns[:, first] - self.columns[:, second]))

    def _by_law(self, of: Of, values: IntArray) -> FloatArray:
        found = np.empty(values.shape)
        for place, rows in enumerate(self.rows):
            tables = self.which == place
            found[tables] = law(rows, of).at_least(values[tables].astype(np.float64))
        return found


def designs(tables: IntArray) -> Designs | None:
    """Return the designs of tables x rows x columns; None if their laws are out of reach."""
    above = tables - tables.min(axis=-1, keepdims=True)
    base = int(above.max(initial=0)) + 1
    if tables.shape[-1] * np.log2(base + 1.0) > np.log2(LARGEST_CODE):
        return None
    rising = np.sort(above, axis=-1)
    if bool(np.all(rising == rising[:1, :1])):
        return _one_design(rising[0], above)
    code = np.sort(rising @ base ** np.arange(tables.shape[-1], dtype=np.int64), axis=-1)
    first = which = np.zeros(1, dtype=np.int64)
    if len(tables) > 1:
        _, first, which = np.unique(code, axis=0, return_index=True, return_inverse=True)
    if len(first) > MOST_DESIGNS:
        return None
    which = which.reshape(-1)
    steps = np.maximum(np.gcd.reduce(rising[first].reshape(len(first), -1), axis=-1), 1)
    rows = tuple(
        tuple(sorted(map(tuple, (rising[one] // step).tolist())))
        for one, step in zip(first.tolist(), steps.tolist(), strict=True)
    )
    return Designs(rows, which, above.sum(axis=-2) // steps[which, np.newaxis])


def _one_design(rising: IntArray, above: IntArray) -> Designs:
    """Return the design of tables whose rows all hold the same numbers, such as untied ranks."""
    step = max(int(np.gcd.reduce(rising[0])), 1)
    row = tuple((rising[0] // step).tolist())
    which = np.zeros(len(above), dtype=np.int64)
    return Designs(((row,) * len(rising),), which, above.sum(axis=-2) // step)


@lru_cache(maxsize=64)
def law(rows: Rows, of: Of = "squares") -> SquaresLaw:
    """Return the law of the sum of squares, or of the range, of the column sums.

    Examples
    --------
    Two rows of three ranks: in one of six cases they agree, and the sum of squares is largest.

    >>> found = law(((0, 1, 2), (0, 1, 2)))
    >>> found.value.tolist(), found.probability.round(4).tolist()
    ([12, 14, 18, 20], [0.1667, 0.3333, 0.3333, 0.1667])
    """
    # rows that are all one number move no sum apart from another
    telling = [row for row in rows if row[-1] > 0]
    k = len(rows[0])
    if not telling:
        return SquaresLaw(np.zeros(1, dtype=np.int64), np.ones(1))
    states = np.array(telling[0], dtype=np.int64).reshape(k, 1)  # the first may stand sorted
    chance = np.ones(1)
    for row in telling[1:-1]:
        states, chance = _with_one_more(states, chance, orders(row))
    last = orders(telling[-1]) if len(telling) > 1 else np.zeros((1, k), dtype=np.int64)
    return _final(states, chance, last, of)


def cost(rows: Rows) -> float:
    """Return about how many sums of a state and an order the law takes.

    The sums of n shuffled rows 0, ..., k-1 fill n times the permutohedron, which holds about
    k^(k-2) n^(k-1) points with whole coordinates, and 1/k! of them are sorted.
    """
    table = np.asarray(rows, dtype=np.float64)
    k = table.shape[-1]
    if k > MOST_COLUMNS and len(rows) > 1:
        return np.inf
    reach = table[:, -1]
    number = np.array([_number_of_orders(row) for row in rows], dtype=np.float64)
    number, reach = number[reach > 0.0], reach[reach > 0.0]
    if number.size < 2 or k < 2:
        return 1.0
    if number.max() > MOST_ORDERS or (k - 1) * np.log2(reach.sum() + 1.0) > np.log2(LARGEST_CODE):
        return np.inf
    log_most = np.cumsum(np.log(number)) - np.log(number[0])  # every order of every row
    points = (k - 2) * np.log(k) + (k - 1) * np.log(np.cumsum(reach) / (k - 1))
    log_points = points - np.log(float(factorial(k)))
    states = np.exp(np.minimum(np.minimum(log_most, np.maximum(log_points, 0.0)), 100.0))
    return float(np.sum(states[:-1] * number[1:]))


@lru_cache(maxsize=1024)
def untied_cost(n: int, k: int) -> float:
    """Return what the law of n rows of k untied ranks takes."""
    return max(cost((tuple(range(k)),) * n), LEAST)


def orders(row: Iterable[int]) -> IntArray:
    """Return all different orders of the numbers, one a row; equal numbers are not told apart."""
    pool = np.asarray(sorted(row), dtype=np.int64)
    values, left = np.unique(pool, return_counts=True)
    made = np.zeros((1, 0), dtype=np.int64)
    counts = left.reshape(1, -1)
    for _ in range(pool.size):
        parent, chosen = np.nonzero(counts > 0)
        made = np.concatenate([made[parent], values[chosen][:, np.newaxis]], axis=1)
        counts = counts[parent]
        counts[np.arange(parent.size), chosen] -= 1
    return made


@lru_cache(maxsize=4096)
def _number_of_orders(row: tuple[int, ...]) -> int:
    return factorial(len(row)) // prod(factorial(row.count(value)) for value in set(row))


def _with_one_more(
    states: IntArray, chance: FloatArray, added: IntArray
) -> tuple[IntArray, FloatArray]:
    """Return the sorted sums (columns x states) after one more row, equal ones merged."""
    k = len(states)
    base = int(states.max() + added.max()) + 1
    merged = _Merged(base ** (k - 1))
    share = chance / len(added)
    size = max(AT_ONCE // len(added), 1)
    for start in range(0, states.shape[1], size):
        part = slice(start, start + size)
        after = _sorted(states[:, part, np.newaxis] + added.T[:, np.newaxis, :])
        code = after[0]
        for column in after[1:-1]:  # the total is known: the last sum need not be told
            code = code * base + column
        merged.add(code.reshape(-1), np.repeat(share[part], len(added)))
    code, chance = merged.result()
    total = int(states[:, 0].sum() + added[0].sum())
    first = np.array(np.unravel_index(code, (base,) * (k - 1)), dtype=np.int64)
    return np.concatenate([first, total - first.sum(axis=0, keepdims=True)]), chance


def _sorted(columns: IntArray) -> list[IntArray]:
    """Return the columns sorted across, by comparing neighbours: quick for a few long columns."""
    out = list(columns)
    for end in range(len(out) - 1, 0, -1):
        for place in range(end):
            low = np.minimum(out[place], out[place + 1])
            out[place + 1] = np.maximum(out[place], out[place + 1])
            out[place] = low
    return out


def _final(states: IntArray, chance: FloatArray, added: IntArray, of: Of) -> SquaresLaw:
    """Return the law after the last row, whose states need not be told apart any more."""
    k = len(states)
    top = int(states.max() + added.max())
    merged = _Merged(k * top * top + 1 if of == "squares" else top + 1)
    share = chance / len(added)
    own, new = np.sum(states * states, axis=0), np.sum(added * added, axis=-1)
    size = max(AT_ONCE // len(added), 1)
    for start in range(0, states.shape[1], size):
        part = slice(start, start + size)
        if of == "squares":
            # |s + r|^2 = |s|^2 + |r|^2 + 2 s.r, in whole numbers that a float holds exactly
            product = states[:, part].T.astype(np.float64) @ added.T.astype(np.float64)
            value = own[part, np.newaxis] + new + 2 * product.astype(np.int64)
        else:
            after = states[:, part, np.newaxis] + added.T[:, np.newaxis, :]
            value = after.max(axis=0) - after.min(axis=0)
        merged.add(value.reshape(-1), np.repeat(share[part], len(added)))
    return SquaresLaw(*merged.result())


class _Merged:
    """Probabilities by code number: in one array where the codes are few, else sorted."""

    __slots__ = ("codes", "dense", "weights")

    def __init__(self, size: int) -> None:
        self.dense = np.zeros(size) if size <= DENSE else None
        self.codes: list[IntArray] = []
        self.weights: list[FloatArray] = []

    def add(self, code: IntArray, weight: FloatArray) -> None:
        if self.dense is not None and self.dense.size <= 16 * code.size:
            self.dense += np.bincount(code, weight, minlength=self.dense.size)
            return
        unique, which = np.unique(code, return_inverse=True)
        total = _added(which, weight)
        if self.dense is not None:
            self.dense[unique] += total
        else:
            self.codes.append(unique)
            self.weights.append(total)

    def result(self) -> tuple[IntArray, FloatArray]:
        if self.dense is not None:
            found = np.flatnonzero(self.dense)
            return found, self.dense[found]
        unique, which = np.unique(np.concatenate(self.codes), return_inverse=True)
        return unique, _added(which, np.concatenate(self.weights))


def _added(which: IntArray, weight: FloatArray) -> FloatArray:
    return np.bincount(which.reshape(-1), weight).astype(np.float64)
