"""Laws of the trace by other roads than the package's, for all tests of matchings."""

from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest


def compositions(total, limits):
    """Yield the ways to part `total` over cells that hold at most `limits`."""
    for parts in product(*(range(min(total, limit) + 1) for limit in limits[:-1])):
        rest = total - sum(parts)
        if 0 <= rest <= limits[-1]:
            yield (*parts, rest)


def tables(rows, columns):
    """Yield every table with these margins."""
    if not rows:
        yield ()
        return
    for first in compositions(rows[0], columns):
        left = [column - cell for column, cell in zip(columns, first, strict=True)]
        for others in tables(rows[1:], left):
            yield (first, *others)


def listed_law(rows, columns):
    """Return P(X = t) for every t: each table is listed with its probability (Nyssen, eq. 4)."""
    rows, columns = [int(row) for row in rows], [int(column) for column in columns]
    total = prod(map(factorial, [*rows, *columns]))
    law = dict.fromkeys(range(sum(rows) + 1), Fraction(0))
    for table in tables(rows, columns):
        cells = prod(factorial(cell) for row in table for cell in row)
        trace = sum(row[place] for place, row in enumerate(table))
        law[trace] += Fraction(total, factorial(sum(rows)) * cells)
    return law


def counted_tail(rows, columns, trace):
    """Return P(X >= trace) by inclusion and exclusion in whole numbers, every class by itself."""
    n = int(sum(rows))
    ways = np.array([1], dtype=object)
    for row, column in zip(map(int, rows), map(int, columns), strict=True):
        ways = np.convolve(
            ways,
            np.array(
                [
                    comb(row, j) * comb(column, j) * factorial(j)
                    for j in range(min(row, column) + 1)
                ],
                dtype=object,
            ),
        )
    if trace <= 0:
        return Fraction(1)
    every = sum(
        (-1) ** (m - trace) * comb(m - 1, trace - 1) * ways[m] * factorial(n - m)
        for m in range(trace, len(ways))
    )
    return Fraction(every, factorial(n))


@pytest.fixture(scope="session")
def law_of():
    """The law of the trace, by listing every table."""
    return listed_law


@pytest.fixture(scope="session")
def tail_of():
    """The upper tail of the trace, by counting in whole numbers."""
    return counted_tail
