"""Partitions into cliques that hold the most pairs: behind Bergmann and Hommel's correction.

A set of hypotheses "a equals b" that can be true together, and no others, is that of all pairs
inside the blocks of a partition of the algorithms. The adjusted p-value of a pair is the largest
product of the size of such a set and its smallest p-value, over the sets that hold the pair. There
are too many partitions to list (10^10 of 16 algorithms). But with p_(r) for the smallest
p-value only pairs with p >= p_(r) may be used: the blocks are cliques of a graph, and what is
sought is the partition into cliques with the most pairs inside.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bakeoff.types import FloatArray


def largest_products(p_values: FloatArray, k: int) -> FloatArray:
    """Return Bergmann and Hommel's adjusted p-values of all pairs of k algorithms, monotone in p.

    Parameters
    ----------
    p_values
        Of the pairs (0,1), (0,2), ..., (k-2,k-1).
    k
        How many algorithms.

    Notes
    -----
    Bergmann and Hommel, Improvements of general multiple test procedures for redundant systems
    of hypotheses, 1988. Made monotone, the adjusted value of the i-th smallest p-value is the
    largest of p_(r) times B_r for r <= i, where B_r is the most pairs that a partition holds whose
    pairs have p >= p_(r), the r-th pair among them.

    Examples
    --------
    >>> largest_products(np.array([0.01, 0.02, 0.04]), 3).round(9).tolist()
    [0.03, 0.03, 0.04]
    """
    first, second = np.triu_indices(k, 1)
    order = np.argsort(p_values, kind="stable")
    rising = p_values[order]
    levels = np.empty(len(order))
    alike = _complete(k)
    reached, start = 0.0, 0
    while start < len(order):
        end = int(np.searchsorted(rising, rising[start], side="right"))
        p = float(rising[start])
        for place in order[start:end].tolist():
            if reached >= 1.0:
                break
            # no partition holds more pairs than are left
            if p * (len(order) - start) > reached:
                pairs = most_pairs(alike, int(first[place]), int(second[place]))
                reached = max(reached, p * pairs)
        for place in order[start:end].tolist():
            one, other = int(first[place]), int(second[place])
            alike[one] &= ~(1 << other)
            alike[other] &= ~(1 << one)
        levels[start:end] = reached
        start = end
    found = np.empty(len(order))
    found[order] = np.minimum(np.maximum(levels, rising), 1.0)
    return found


def most_pairs(alike: list[int], one: int, other: int) -> int:
    """Return the most pairs inside blocks of a partition into cliques that joins one and other.

    `alike[v]` holds the neighbours of v as bits of a number.

    Examples
    --------
    A path of four: joining the two in the middle leaves the ends alone.

    >>> path = [0b0010, 0b0101, 0b1010, 0b0100]
    >>> most_pairs(path, 1, 2), most_pairs(path, 0, 1)
    (1, 2)
    """
    weight = [1] * len(alike)
    weight[one] = 2  # the two are one vertex from here on
    together = alike[one] & alike[other] & ~(1 << one | 1 << other)
    graph = [
        near & ~(1 << other) & ~(0 if together >> vertex & 1 else 1 << one)
        for vertex, near in enumerate(alike)
    ]
    graph[one] = together
    everyone = (1 << len(alike)) - 1
    return _Search(graph, weight).best(everyone & ~(1 << other))


class _Search:
    """The most pairs inside cliques, over sets of vertices that are kept once they are known."""

    __slots__ = ("graph", "known", "weight")

    def __init__(self, graph: list[int], weight: list[int]) -> None:
        self.graph = graph
        self.weight = weight
        self.known: dict[int, int] = {}

    def best(self, vertices: int) -> int:
        """Return the most pairs for a set of vertices: parts without an edge between them add."""
        total = 0
        while vertices:
            part = self._connected(vertices)
            vertices &= ~part
            if part not in self.known:
                self.known[part] = self._best_of_connected(part)
            total += self.known[part]
        return total

    def _best_of_connected(self, part: int) -> int:
        """Try each clique that no vertex can join for the largest block.

        In a best partition no vertex can join a block that is at least as large as its own: that
        would add pairs. So the largest block is a clique that nothing left can join.
        """
        whole = self._size(part)
        cliques = sorted(
            ((self._size(clique), clique) for clique in self._maximal(part)), reverse=True
        )
        most = 0
        for size, clique in cliques:
            # with blocks of at most this size every member is in at most size - 1 pairs
            if whole * (size - 1) <= 2 * most:
                break
            most = max(most, size * (size - 1) // 2 + self.best(part & ~clique))
        return most

    def _size(self, vertices: int) -> int:
        return sum(self.weight[vertex] for vertex in _members(vertices))

    def _connected(self, vertices: int) -> int:
        """Return the part of the vertices that can be reached from the first of them."""
        reached = edge = vertices & -vertices
        while edge:
            beyond = 0
            for vertex in _members(edge):
                beyond |= self.graph[vertex]
            edge = beyond & vertices & ~reached
            reached |= edge
        return reached

    def _maximal(self, vertices: int) -> Iterator[int]:
        """Yield the maximal cliques among the vertices (Bron and Kerbosch 1973, with a pivot)."""
        stack = [(0, vertices, 0)]
        while stack:
            chosen, candidates, excluded = stack.pop()
            if not candidates:
                if not excluded:
                    yield chosen
                continue
            pivot = max(
                _members(candidates | excluded),
                key=lambda one: (candidates & self.graph[one]).bit_count(),
            )
            for one in _members(candidates & ~self.graph[pivot]):
                near = self.graph[one]
                stack.append((chosen | 1 << one, candidates & near, excluded & near))
                candidates &= ~(1 << one)
                excluded |= 1 << one


def _members(vertices: int) -> Iterator[int]:
    while vertices:
        lowest = vertices & -vertices
        yield lowest.bit_length() - 1
        vertices ^= lowest


def _complete(k: int) -> list[int]:
    everyone = (1 << k) - 1
    return [everyone & ~(1 << one) for one in range(k)]
