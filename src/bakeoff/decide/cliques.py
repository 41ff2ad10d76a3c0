"""Cliques: the largest sets of algorithms in which no two differ significantly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bakeoff.decide.reject_table import Name, reject_table


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
    Kerbosch (1973) with a pivot. The use is that of Yildiz, Aslan and Alpaydin, Multivariate
    statistical tests for comparing classification algorithms, 2011, section 4.

    Examples
    --------
    Five algorithms of which only the first differs from the last two:

    >>> cliques([[0, 0, 0, 1, 1], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [1, 0, 0, 0, 0],
    ...          [1, 0, 0, 0, 0]])
    [[0, 1, 2], [1, 2, 3, 4]]
    """
    names = reject_table(reject)[1]
    found = sorted(found_cliques(reject))
    return [[names[place] for place in members] for members in found if len(members) > 1]


def found_cliques(reject: Any) -> Iterator[list[int]]:
    """Yield the cliques one by one, as places, also those of one: there can be very many."""
    table, names = reject_table(reject)
    k = len(names)
    alike = [
        sum(1 << other for other in range(k) if other != one and not table[one, other])
        for one in range(k)
    ]
    for clique in _maximal(0, (1 << k) - 1, 0, alike):
        yield _members(clique)


def _maximal(chosen: int, candidates: int, excluded: int, alike: list[int]) -> Iterator[int]:
    """Yield the maximal cliques that hold `chosen`; sets are bits of a number."""
    if not candidates:
        if not excluded:
            yield chosen
        return
    # all that is alike to the pivot is reached through the pivot or its strangers
    pivot = max(
        _members(candidates | excluded), key=lambda one: (candidates & alike[one]).bit_count()
    )
    for one in _members(candidates & ~alike[pivot]):
        bit = 1 << one
        yield from _maximal(chosen | bit, candidates & alike[one], excluded & alike[one], alike)
        candidates &= ~bit
        excluded |= bit


def _members(bits: int) -> list[int]:
    return [place for place in range(bits.bit_length()) if bits >> place & 1]
