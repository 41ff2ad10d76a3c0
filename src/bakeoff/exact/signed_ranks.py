"""The exact law of a sum of signed ranks, given the ranks themselves.

Under the null hypothesis every rank falls on the positive side with probability 1/2, so the
sum W of the ranks on that side has the generating function prod_i (1 + x^rank_i) / 2. Ties
only make some ranks equal. The ranks are given as whole steps (midranks doubled); a step of 0
stands for a value that was left out. All terms are sums of positive numbers, so far tails keep
their digits; a Fourier transform would bury them under rounding of the largest terms.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from bakeoff.types import FloatArray, IntArray

Tails: TypeAlias = tuple[FloatArray, FloatArray]

RESCALE = 512  # additions after which the counts, at most 2^512 by then, become probabilities
SHORT = 120_000  # steps times their sum, up to which one long integer is faster than arrays
FEW = 4  # sums of one law that are cheaper one by one than from a table of all
FROM_TABLES = 60  # ranks from which a table costs no more than one sum
TABLES_KEPT_TO = 120  # ranks up to which the table of a pattern of ties is kept
KEPT = 128  # tables for up to so many untied ranks are kept


def tails(steps: IntArray, positive: IntArray) -> Tails:
    """Return P(W <= w) and P(W >= w) for each row of steps and its w = `positive`."""
    ordered = np.sort(steps, axis=-1)
    if len(ordered) == 1:
        return _tails_of_one(ordered[0], int(positive[0]))
    total = np.add.reduce(ordered, axis=-1)
    near = np.minimum(positive, total - positive)
    at_most, exactly = np.empty(len(near)), np.empty(len(near))
    # a loop over the patterns of ties, of which there are few, not over the rows
    for pattern, rows in _patterns(ordered):
        at_most[rows], exactly[rows] = _areas(pattern, near[rows])
    return _both_sides(at_most, exactly, positive, total)


def untied_tails(n: int, positive: IntArray) -> Tails:
    """Return P(W <= w) and P(W >= w) for the untied ranks 1, ..., n and each w."""
    total = n * (n + 1) // 2
    if len(positive) == 1:
        return _untied_tails_of_one(n, int(positive[0]), total)
    table = _untied_table(n) if n <= KEPT else lower_table(np.arange(1, n + 1))
    near = np.minimum(positive, total - positive)
    return _both_sides(*_from_table(table, near), positive, np.asarray(total))


def lower_table(steps: IntArray) -> FloatArray:
    """Return P(W <= w) for w = 0, 1, ... up to the middle of the law."""
    ordered = np.sort(steps[steps > 0]).astype(np.int64)
    if len(ordered) > TABLES_KEPT_TO:
        return np.cumsum(_lower_half(ordered, int(ordered.sum()) // 2))
    return _kept_table(ordered.tobytes())


def largest_rejected(steps: IntArray, tail: float) -> IntArray:
    """Return for each row the largest w with P(W <= w) <= `tail`, or -1 if there is none."""
    largest = np.empty(len(steps), dtype=np.int64)
    # an area that equals the tail but for its last bits counts as equal
    limit = tail * (1.0 + 1e-12)
    for pattern, rows in _patterns(np.sort(steps, axis=-1)):
        largest[rows] = np.searchsorted(lower_table(pattern), limit, side="right") - 1
    return largest


@lru_cache(maxsize=2 * KEPT)
def _kept_table(ordered: bytes) -> FloatArray:
    """Return a table that is asked for twice: for a p-value, and for an interval."""
    steps = np.frombuffer(ordered, dtype=np.int64)
    table = np.cumsum(_lower_half(steps, int(steps.sum()) // 2))
    table.flags.writeable = False
    return table


@lru_cache(maxsize=KEPT)
def _untied_table(n: int) -> FloatArray:
    table = lower_table(np.arange(1, n + 1))
    table.flags.writeable = False
    return table


def _both_sides(
    at_most: FloatArray, exactly: FloatArray, positive: IntArray, total: IntArray
) -> Tails:
    """Turn the area of the nearer tail into both: the law is symmetric about total / 2."""
    far = 1.0 - at_most + exactly
    twice = 2 * positive
    return np.where(twice <= total, at_most, far), np.where(twice >= total, at_most, far)


def _tails_of_one(ordered: IntArray, positive: int) -> Tails:
    total = int(np.add.reduce(ordered))
    at_most, exactly = _up_to(ordered, min(positive, total - positive))
    return _both_sides_of_one(at_most, exactly, positive, total)


def _untied_tails_of_one(n: int, positive: int, total: int) -> Tails:
    if n > KEPT:
        return _tails_of_one(np.arange(1, n + 1), positive)
    table, near = _untied_table(n), min(positive, total - positive)
    at_most = float(table[near])
    exactly = at_most - float(table[near - 1]) if near else at_most
    return _both_sides_of_one(at_most, exactly, positive, total)


def _both_sides_of_one(at_most: float, exactly: float, positive: int, total: int) -> Tails:
    far = 1.0 - at_most + exactly
    lower = at_most if 2 * positive <= total else far
    upper = at_most if 2 * positive >= total else far
    return np.array([lower]), np.array([upper])


def _areas(ordered: IntArray, near: IntArray) -> Tails:
    """Return P(W <= w) and P(W = w) for sums w of one law, none above its middle."""
    if len(near) > FEW or FROM_TABLES <= np.count_nonzero(ordered) <= TABLES_KEPT_TO:
        return _from_table(lower_table(ordered), near)
    areas = np.array([_up_to(ordered, w) for w in near.tolist()])
    return areas[:, 0], areas[:, 1]


def _from_table(table: FloatArray, near: IntArray) -> Tails:
    at_most = table[near]
    return at_most, at_most - np.where(near > 0, table[near - 1], 0.0)


def _up_to(ordered: IntArray, near: int) -> tuple[float, float]:
    """Return P(W <= near) and P(W = near) for a sum no further than the middle."""
    steps = ordered[ordered.searchsorted(1) :]
    short = len(steps) * int(np.add.reduce(steps)) <= SHORT
    return (_by_integer if short else _by_halves)(steps, near)


def _by_integer(steps: IntArray, near: int) -> tuple[float, float]:
    """Count with one long integer: its digits in base 2^(n+1) are the ways to make each sum.

    The generating function at x = 2^(n+1) is that integer. A base that exceeds all counts
    together leaves the digits apart, and the sum of the digits is the remainder by base - 1.
    """
    width = len(steps) + 1
    digit = (1 << width) - 1
    law = 1
    for step in steps.tolist():
        law += law << step * width
    ways = 1 << len(steps)
    at_most = (law & ((1 << (near + 1) * width) - 1)) % digit if ways > 1 else 1
    return at_most / ways, ((law >> near * width) & digit) / ways


def _by_halves(steps: IntArray, near: int) -> tuple[float, float]:
    """Split W into two independent sums, each of every second step.

    Their laws are half as long, and as only one area is wanted, no law of full length is made.
    """
    larger, smaller = steps[::-1][::2][::-1], steps[::-1][1::2][::-1]
    first, second = _law(smaller, near), _law(larger, near)
    start = near + 1 - len(first)
    exactly = first @ second[start:][::-1]
    at_most = first @ np.cumsum(second)[start:][::-1]
    return float(at_most), float(exactly)


def _law(ordered: IntArray, limit: int) -> FloatArray:
    """Return P(W = w) for w = 0, ..., limit, or to the end of the law."""
    total = int(ordered.sum())
    half = _lower_half(ordered, min(limit, total // 2))
    if limit <= total // 2:
        return half
    # P(W = w) = P(W = total - w)
    mirrored = half[: (total + 1) // 2][::-1]
    return np.concatenate([half, mirrored[: limit - total // 2]])


def _lower_half(ordered: IntArray, limit: int) -> FloatArray:
    """Return P(W = w) for w = 0, ..., limit, no further than the middle, by adding steps.

    While it grows, the law is only kept up to its own middle; what the next step needs beyond
    is a mirror image. The two arrays take turns: adding a shifted array to itself in place
    would copy it first.
    """
    counts, spare = np.zeros(limit + 1), np.zeros(limit + 1)
    counts[0] = 1.0
    total, known = 0, 1
    for number, step in enumerate(ordered.tolist(), 1):
        wanted = min((total + step) // 2, limit) + 1
        mirrored = min(wanted, total + 1)
        if mirrored > known:
            counts[known:mirrored] = counts[total - mirrored + 1 : total - known + 1][::-1]
        if step < wanted:
            spare[:step] = counts[:step]
            np.add(counts[step:wanted], counts[: wanted - step], out=spare[step:wanted])
            counts, spare = spare, counts
        total, known = total + step, wanted
        if number % RESCALE == 0:
            counts *= 2.0**-RESCALE
    return counts * 2.0 ** -(len(ordered) % RESCALE)


def _patterns(ordered: IntArray) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield each distinct row with the places where it stands."""
    narrow = np.ascontiguousarray(ordered, dtype=np.int32)
    # compared as one run of bytes, a row sorts twenty times faster than as n numbers
    whole = narrow.view(np.dtype((np.void, narrow.itemsize * narrow.shape[-1]))).ravel()
    order = np.argsort(whole, kind="stable")
    changes = np.any(np.diff(narrow[order], axis=0) != 0, axis=-1)
    edges = np.concatenate([[0], np.flatnonzero(changes) + 1, [len(order)]])
    for low, high in pairwise(edges.tolist()):
        yield ordered[order[low]], order[low:high]
