"""Tail areas of the trace as fractions: whole-number arithmetic, for small tables and small traces.

With R_m the number of ways to place m correct answers, the mean of C(X, m) is R_m (N-m)!/N!, and

    P(X >= t) = sum over m >= t of (-1)^(m-t) C(m-1, t-1) R_m (N-m)! / N!.

The sum stops at the largest trace. Stopped earlier, it is off by less than the first term left out
(Bonferroni; Feller, An Introduction to Probability Theory, vol. 1, IV.5).
"""

from __future__ import annotations

import math
from fractions import Fraction
from operator import mul

from bakeoff.exact.matchings_rooks import Board

WIDE = 3000.0  # bits beyond which a product of whole numbers costs notably more
EXACT = 2.0**-60  # a beginning of the sum is as good as all of it when it is off by less


def cost(board: Board, t: int) -> float:
    """Return roughly how many products of middling numbers `tail` takes."""
    most = board.most
    full = 0.5 * most * (most - float(board.short.max(initial=0.0)) + 2.0)
    last = most - t + 1.0
    top = last * float(board.count @ (board.short.clip(max=last) + 1.0))
    return min(full, top) * _width(board.total * math.log2(board.total + 1.0))


def tail(board: Board, t: int) -> Fraction:
    """Return P(X >= t) of the board, for 1 <= t <= the largest trace."""
    counts = rook_numbers(board, t)
    total, weight, left = 0, 1, math.factorial(board.total - t)
    for m, count in enumerate(counts, t):
        total += weight * left * count
        weight = -weight * m // (m - t + 1)
        left //= max(board.total - m, 1)
    return Fraction(total, math.factorial(board.total))


def cost_of_beginning(board: Board, t: int) -> float:
    """Return roughly how many products of middling numbers `tail_by_beginning` takes."""
    end = min(_enough(board, t), board.most)
    return (
        float(board.count @ board.short.clip(max=end))
        * end
        * _width(end * math.log2(board.total + 1.0))
    )


def tail_by_beginning(board: Board, t: int) -> tuple[Fraction, float]:
    """Return P(X >= t) by the beginning of the sum, and how far it may be off."""
    end = min(_enough(board, t), board.most)
    counts = first_rook_numbers(board, end)
    total, weight, left, last = 0, 1, math.perm(board.total - t, end - t), 0
    for m in range(t, len(counts)):
        last = weight * left * counts[m]
        total += last
        weight = -weight * m // (m - t + 1)
        left //= max(board.total - m, 1)
    scale = math.perm(board.total, end)
    return Fraction(total, scale), 0.0 if end == board.most else abs(last) / scale


def rook_numbers(board: Board, least: int) -> list[int]:
    """Return R_m for m from `least` to the largest trace."""
    # the last numbers of a product come from the last ones of its factors: multiply backwards
    last = board.most - least
    return _product([factor[: -last - 2 : -1] for factor in _factors(board)], last)[::-1]


def first_rook_numbers(board: Board, most: int) -> list[int]:
    """Return R_0, ..., R_m up to `most`, or to the largest trace."""
    return _product([factor[: most + 1] for factor in _factors(board)], most)


def _enough(board: Board, t: int) -> int:
    """Return where the terms of the sum have become small; next to each other they are as m!."""
    return t + math.ceil(4.0 * board.mean) + 40


def _width(bits: float) -> float:
    return 1.0 + math.pow(bits / WIDE, 1.5)


def _factors(board: Board) -> list[list[int]]:
    """Return the rook numbers of all rectangles, C(a, j) C(b, j) j!, the small ones first."""
    factors = []
    for a, b, count in zip(board.short, board.long, board.count, strict=True):
        numbers = [1]
        for j in range(int(a)):
            numbers.append(numbers[-1] * (int(a) - j) * (int(b) - j) // (j + 1))
        factors += [numbers] * int(count)
    return sorted(factors, key=len)


def _product(factors: list[list[int]], most: int) -> list[int]:
    """Return the first coefficients, up to `most`, of the product of all polynomials.

    Neighbours are multiplied first: many short ones then take few long steps.
    """
    while len(factors) > 1:
        pairs = zip(factors[::2], factors[1::2], strict=False)
        odd = factors[-1:] if len(factors) % 2 else []
        factors = [_times(p, q, most) for p, q in pairs] + odd
    return factors[0] if factors else [1]


def _times(p: list[int], q: list[int], most: int) -> list[int]:
    """Return the first coefficients, up to `most`, of the product of two polynomials."""
    backwards = q[::-1]
    last = len(q) - 1
    return [
        sum(map(mul, p[max(m - last, 0) : m + 1], backwards[max(last - m, 0) :]))
        for m in range(min(most, len(p) + last - 1) + 1)
    ]
