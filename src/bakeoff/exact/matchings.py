"""The trace of a K x K table with fixed margins: its exact law under random matching.

A classifier that guesses deals its answers to the patterns like shuffled cards: the numbers of
patterns in each class (rows) and of answers of each kind (columns) stay, who meets whom is chance.
The trace, the number of correct answers, then has tail areas that are sums over very many tables
(Nyssen, Comparison of different methods for testing the significance of classification efficiency,
eq. 4). None of them is listed here. Small tables: `matchings_integers`, a fraction. Large ones:
`matchings_saddlepoint`, a contour integral; `matchings_two_classes` where two classes hold nearly
everything; `matchings_hypergeometric` where only one number is free.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from bakeoff.exact import (
    matchings_hypergeometric,
    matchings_integers,
    matchings_saddlepoint,
    matchings_two_classes,
)
from bakeoff.exact.matchings_rooks import Board, board_of, stirling
from bakeoff.exact.matchings_saddlepoint import UNKNOWN, LogTail
from bakeoff.types import IntArray

QUICK = 7_000  # products of whole numbers: up to here (N = 110) the fraction costs a millisecond
BEARABLE = 300_000  # and up to here, some tenths of a second, it is the second way
GOOD = 1e-11  # a relative error that needs no second way
SAFETY = 10.0  # errors are estimated, and reported ten times as large
FEW_CROSSINGS = 20.0  # with so few patterns outside two classes the contour misses a part
HYPERGEOMETRIC_ERROR = 1e-12
SMALLEST_DOUBLE = -745.0  # the log of it, roughly


@dataclass(frozen=True, slots=True)
class TraceTail:
    """Both tail areas of the trace at one value, and how exact they are.

    `relative_error` is that of the smaller area; the larger is 1 minus it. `fraction` is P(X >= t)
    itself where whole numbers gave it. The logarithms reach where no double does.
    """

    upper: float  # P(X >= t)
    lower: float  # P(X < t)
    log_upper: float
    log_lower: float
    relative_error: float
    fraction: Fraction | None = None

    @property
    def upper_error(self) -> float:
        """The relative error of P(X >= t): next to none where that is nearly 1."""
        share = min(0.0, self.log_lower - self.log_upper) if self.upper > 0.0 else 0.0
        return self.relative_error * math.exp(max(share, SMALLEST_DOUBLE))


def trace_tail(rows: IntArray, columns: IntArray, trace: int) -> TraceTail:
    """Return P(X >= trace) and P(X < trace) for the margins `rows` and `columns` of a table."""
    least = smallest_trace(rows, columns)
    if trace <= least or trace > largest_trace(rows, columns):
        return _from_fraction(Fraction(int(trace <= least)))
    board = board_of(rows, columns)
    if matchings_integers.cost(board, trace) <= QUICK:
        return _from_fraction(matchings_integers.tail(board, trace))
    upper, lower = _hypergeometric(rows, columns, trace)
    if upper.error < math.inf:
        return _from_logs(upper, lower)
    if trace == board.most:
        return _from_logs(LogTail(_log_perfect(board), GOOD), UNKNOWN)
    return _by_contour(board, rows, columns, trace)


def largest_trace(rows: IntArray, columns: IntArray) -> int:
    """Return the largest trace that a table with these margins can have."""
    return int(np.minimum(rows, columns).sum())


def smallest_trace(rows: IntArray, columns: IntArray) -> int:
    """Return the smallest trace that a table with these margins can have."""
    return max(0, int((rows + columns).max()) - int(rows.sum()))


def _by_contour(board: Board, rows: IntArray, columns: IntArray, trace: int) -> TraceTail:
    """Return the tails by the contour integral, or by another way where that is not good."""
    above, least = trace > board.mean, smallest_trace(rows, columns)
    found = matchings_saddlepoint.tail(board, trace, upper=above, least=least)
    if found.error > GOOD:
        if matchings_integers.cost(board, trace) <= BEARABLE:
            return _from_fraction(matchings_integers.tail(board, trace))
        found = _second_way(board, rows, columns, trace, found)
    return _from_logs(found, UNKNOWN) if above else _from_logs(UNKNOWN, found)


def _second_way(
    board: Board, rows: IntArray, columns: IntArray, trace: int, found: LogTail
) -> LogTail:
    """Return the tail area (that of `found`) by the best of the other ways."""
    above = trace > board.mean
    if matchings_integers.cost_of_beginning(board, trace) <= BEARABLE:
        value, off = matchings_integers.tail_by_beginning(board, trace)
        area = value if above else 1 - value
        if area > 0 and off < GOOD * area:
            return LogTail(_log(area), max(off / float(area), 2.0**-52))
    least = smallest_trace(rows, columns)
    saddle = matchings_saddlepoint.find_saddle(board, trace, upper=above, least=least)
    if saddle is not None and saddle.crossings < FEW_CROSSINGS:
        found = _better(
            found,
            matchings_two_classes.tail(rows, columns, trace, upper=above, log_z=saddle.log_z),
        )
    if above or found.error <= GOOD:
        return found
    return _better(found, _far_below(board, trace, least))


def _far_below(board: Board, trace: int, least: int) -> LogTail:
    """Return P(X < trace) as what P(X >= trace) leaves of 1, no larger than nearer to the mean."""
    upper = matchings_saddlepoint.tail(board, trace, upper=True)
    log_lower = _log_complement(upper.log)
    error = upper.error * math.exp(-max(log_lower, -700.0))
    for share in (0.25, 0.5, 0.75):
        nearer = trace + int(share * (board.mean - trace))
        found = matchings_saddlepoint.tail(board, nearer, upper=False, least=least)
        if found.error <= GOOD and found.log < log_lower:
            return LogTail(found.log, max(error, 1.0))
    return LogTail(log_lower, error)


def _better(one: LogTail, other: LogTail) -> LogTail:
    """Return the tail area with the smaller error; an impossible one is none."""
    possible = [tail for tail in (one, other) if tail.log <= 0.0]
    return min(possible, key=lambda tail: tail.error, default=UNKNOWN)


def _hypergeometric(rows: IntArray, columns: IntArray, trace: int) -> tuple[LogTail, LogTail]:
    """Return both tails where the trace is one hypergeometric number, or twice it plus a constant.

    So it is with a single class that has both patterns and answers, or with two that have all.
    """
    total = int(rows.sum())
    both = np.flatnonzero((rows > 0) & (columns > 0))
    if both.size == 0 or both.size > 2:
        return UNKNOWN, UNKNOWN
    row, column = int(rows[both[0]]), int(columns[both[0]])
    least = trace
    if both.size == 2:
        if int(rows[both].sum()) < total or int(columns[both].sum()) < total:
            return UNKNOWN, UNKNOWN
        # X = N - r - c + 2n
        least = -((total - row - column - trace) // 2)
    upper = matchings_hypergeometric.log_upper_tail(least, total, column, row)
    lower = matchings_hypergeometric.log_upper_tail(row - least + 1, total, total - column, row)
    return LogTail(upper, HYPERGEOMETRIC_ERROR), LogTail(lower, HYPERGEOMETRIC_ERROR)


def _log_perfect(board: Board) -> float:
    """Return log P(X = largest trace): product of b!/(b-a)! (N-M)!/N! over the a x b rectangles.

    Each falling factorial (b)_a is divided by N^a and multiplied by e^a, which cancels in the
    product over all and leaves small logarithms.
    """
    inside = _log_falling(board.short, board.long, board.total)
    whole = _log_falling(np.array([float(board.most)]), np.array([float(board.total)]), board.total)
    return math.fsum([*(board.count * inside), -float(whole[0])])


def _log_falling(a: Any, b: Any, total: int) -> Any:
    """Return log of b!/(b-a)! (e/N)^a."""
    rest = b - a
    safe = np.maximum(rest, 1.0)
    partly = -(rest + 0.5) * np.log1p(-np.where(rest > 0.0, a, 0.0) / b) - stirling(safe)
    log_all = 0.5 * np.log(2.0 * np.pi * b)
    share = a * np.log1p((b - total) / total)
    return share + stirling(b) + np.where(rest > 0.0, partly, log_all)


def _from_fraction(upper: Fraction) -> TraceTail:
    lower = 1 - upper
    return TraceTail(
        upper=upper.numerator / upper.denominator,
        lower=lower.numerator / lower.denominator,
        log_upper=_log(upper),
        log_lower=_log(lower),
        relative_error=0.0,
        fraction=upper,
    )


def _from_logs(upper: LogTail, lower: LogTail) -> TraceTail:
    """Fill in the larger tail area from the smaller, which is known best."""
    log_upper, log_lower = upper.log, lower.log
    if lower.error == math.inf:
        log_lower = _log_complement(log_upper)
    elif upper.error == math.inf:
        log_upper = _log_complement(log_lower)
    if max(upper.error, lower.error) < math.inf:
        return TraceTail(_exp(log_upper), _exp(log_lower), log_upper, log_lower, lower.error)
    found = lower if lower.error < math.inf else upper
    other = log_upper if lower.error < math.inf else log_lower
    # an absolute error weighs more on the smaller area
    error = SAFETY * found.error * math.exp(max(0.0, found.log - max(other, -700.0)))
    return TraceTail(_exp(log_upper), _exp(log_lower), log_upper, log_lower, min(error, 1.0))


def _log_complement(log: float) -> float:
    """Return log(1 - e^log)."""
    return math.log(-math.expm1(log)) if log < 0.0 else -math.inf


def _log(value: Fraction) -> float:
    if value == 0:
        return -math.inf
    if value > Fraction(1, 2):
        return math.log1p(-float(1 - value))
    return math.log(value.numerator) - math.log(value.denominator)


def _exp(log: float) -> float:
    return math.exp(log) if log > SMALLEST_DOUBLE else 0.0
