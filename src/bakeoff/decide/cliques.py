"""Cliques: the largest sets of algorithms in which no two differ significantly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from bakeoff.decide.reject_table import Name, reject_table
from bakeoff.errors import NotApplicable
from bakeoff.types import BoolArray

MOST = 100_000  # cliques that are listed at all: nobody reads more, and there may be 10^100


def cliques(reject: Any) -> list[list[Name]]:
    """Return every largest set of two or more algorithms without a significant pair.

    A set is listed if no two of its members differ and no further algorithm could join it. An
    algorithm may belong to several: "not significantly different" is not transitive. One that
    differs from all others belongs to none.

    Parameters
    ----------
    reject
        The 0/1 table of the decisions, algorithms x algorithms, symmetric: 1 where two differ.
        `PairTable.reject` is one. A frame names the algorithms.

    Returns
    -------
    list of list
        The members of each clique in the order of the table; the cliques by their first members.

    Notes
    -----
    All maximal cliques of the graph of pairs that do not differ, by the algorithm of Bron and
    Kerbosch (1973) with a pivot; where the test looks at distances on one line only (Nemenyi,
    Tukey), the graph has no hole and its cliques, at most as many as algorithms, are read off an
    order of its vertices (Tarjan and Yannakakis 1984). Decisions of pairwise tests on hundreds of
    algorithms can have more cliques than can be listed: beyond 100,000 an error says so. The use
    is that of Yildiz, Aslan and Alpaydin, Multivariate statistical tests for comparing
    classification algorithms, 2011, section 4.

    Examples
    --------
    Five algorithms of which only the first differs from the last two:

    >>> cliques([[0, 0, 0, 1, 1], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [1, 0, 0, 0, 0],
    ...          [1, 0, 0, 0, 0]])
    [[0, 1, 2], [1, 2, 3, 4]]
    """
    names = reject_table(reject)[1]
    found: list[list[int]] = []
    for members in found_cliques(reject):
        found.append(members)
        if len(found) > MOST:
            raise NotApplicable(
                f"these decisions on {len(names)} algorithms have more than {MOST} cliques: "
                f"leave out algorithms, take a test whose cliques are lines (nemenyi, tukey), or "
                f"look at `order`, which draws lines only"
            )
    return [[names[place] for place in members] for members in sorted(found) if len(members) > 1]


def found_cliques(reject: Any) -> Iterator[list[int]]:
    """Yield the cliques one by one, as places, also those of one: there can be very many."""
    table, _ = reject_table(reject)
    if not len(table):
        return
    alike = _as_bits(~table)
    lines = _without_hole(~table, alike)
    for clique in _maximal(alike) if lines is None else lines:
        yield list(_members(clique))


def _as_bits(table: BoolArray) -> list[int]:
    """Return the neighbours of each vertex as bits of a number."""
    packed = np.packbits(table, axis=-1, bitorder="little")
    rows = [int.from_bytes(row.tobytes(), "little") for row in packed]
    return [row & ~(1 << place) for place, row in enumerate(rows)]


def _without_hole(table: BoolArray, alike: list[int]) -> list[int] | None:
    """Return the maximal cliques of a graph without holes; None if it has one.

    Number the vertex with the most neighbours that are numbered: in a graph without holes these
    are a clique, for each vertex. It grows from vertex to vertex or is at an end.
    """
    k = len(table)
    numbered = np.zeros(k)
    cliques: list[int] = []
    seen, last, before = 0, -1, []
    place = np.full(k, -1)
    for number in range(k):
        vertex = int(np.argmax(numbered))
        numbered += table[vertex]
        numbered[vertex] = -np.inf
        earlier = alike[vertex] & seen
        if earlier:
            last = max(_members(earlier), key=place.__getitem__)
            if earlier & ~(alike[last] | 1 << last):
                return None
        before.append(earlier.bit_count())
        cliques.append(earlier | 1 << vertex)
        place[vertex] = number
        seen |= 1 << vertex
    ends = [after <= here for here, after in pairwise(before)]
    return [clique for clique, end in zip(cliques, [*ends, True], strict=True) if end]


def _maximal(alike: list[int]) -> Iterator[int]:
    """Yield the maximal cliques; sets are bits of a number."""
    stack = [(0, (1 << len(alike)) - 1, 0)]
    while stack:
        chosen, candidates, excluded = stack.pop()
        if not candidates:
            if not excluded:
                yield chosen
            continue
        # all that is alike to the pivot is reached through the pivot or its strangers
        pivot = _pivot(candidates, excluded, alike)
        for one in _members(candidates & ~alike[pivot]):
            bit = 1 << one
            stack.append((chosen | bit, candidates & alike[one], excluded & alike[one]))
            candidates &= ~bit
            excluded |= bit


def _pivot(candidates: int, excluded: int, alike: list[int]) -> int:
    """Return the vertex that is alike to the most candidates."""
    best, most = -1, -1
    size = candidates.bit_count()
    for one in _members(candidates | excluded):
        near = (candidates & alike[one]).bit_count()
        if near > most:
            best, most = one, near
            if near >= size - 1:
                break
    return best


def _members(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
