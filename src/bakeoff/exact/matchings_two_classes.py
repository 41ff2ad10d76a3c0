"""Tail areas of the trace when two classes hold nearly all patterns.

Then nearly every exchange of two patterns moves the trace by 2, its law is nearly one on every
second number, and a contour integral is at a loss. But few patterns lie outside the two classes p
and q, and they can be summed over. Let e_r rows and e_c columns be outside, and

    w   how many of those rows meet those columns, D of them on the diagonal;
    i   how many of the other such rows meet column q;   j   of the other such columns, row q;
    n   how many patterns meet in row q and column q.

Given what comes before it, each of w, i, j, n is hypergeometric, and X = D + N - e_r - e_c + w -
(r_q - j) - (c_q - i) + 2n. All terms are positive: no digits are lost.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.exact import matchings_integers
from bakeoff.exact.matchings_hypergeometric import log_hypergeometric, upper_sums
from bakeoff.exact.matchings_rooks import Board, board_of
from bakeoff.exact.matchings_saddlepoint import UNKNOWN, LogTail
from bakeoff.types import FloatArray, IntArray

NEGLIGIBLE = 40.0  # states less likely than e^-40 of the likeliest are left out
LARGEST = 8_000_000  # terms that are still summed up: about a second
MOST_TOGETHER = 100  # and patterns outside both classes, right or wrong
ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Margins:
    """The two classes p and q, and how many rows and columns lie outside them."""

    total: int
    row: int  # r_q
    column: int  # c_q
    outside_rows: int
    outside_columns: int
    outside: Board


def tail(rows: IntArray, columns: IntArray, t: int, *, upper: bool, log_z: float) -> LogTail:
    """Return log P(X >= t), or log P(X < t); `log_z` is the tilt that leads there, roughly."""
    margins = _margins(rows, columns)
    tilts = np.array([0.0, log_z, 2.0 * log_z])
    together = _range(margins.total, margins.outside_columns, margins.outside_rows, tilts)
    if together[-1] > MOST_TOGETHER:
        return UNKNOWN
    parts, terms = [], 0
    diagonal = _diagonal(margins.outside, margins.outside_rows, margins.outside_columns, together)
    for w in together:
        rest_rows = _range(
            margins.total - margins.outside_columns, margins.column, margins.outside_rows - w, tilts
        )
        rest_columns = _range(
            margins.total - margins.outside_rows, margins.row, margins.outside_columns - w, tilts
        )
        length = _longest(margins, int(w))
        terms += rest_rows.size * rest_columns.size * length
        if terms > LARGEST:
            return UNKNOWN
        likely = log_hypergeometric(w, margins.total, margins.outside_columns, margins.outside_rows)
        parts.append(
            float(likely)
            + _given(
                margins,
                int(w),
                rest_rows,
                rest_columns,
                diagonal=diagonal[int(w)],
                t=t,
                upper=upper,
            )
        )
    top = max(parts)
    if top == -math.inf:
        return UNKNOWN
    return LogTail(top + math.log(math.fsum(math.exp(part - top) for part in parts)), ROUNDING)


def _margins(rows: IntArray, columns: IntArray) -> Margins:
    """Choose p as the class that leaves the fewest crossings, q as the largest other class."""
    total = int(rows.sum())
    product = rows * columns
    outside = (total - rows) * (total - columns) - (int(product.sum()) - product)
    p = int(np.argmin(outside))
    others = product.astype(np.float64) + (rows + columns) / (4.0 * total)
    others[p] = -1.0
    q = int(np.argmax(others))
    left = np.ones(rows.size, dtype=bool)
    left[[p, q]] = False
    return Margins(
        total=total,
        row=int(rows[q]),
        column=int(columns[q]),
        outside_rows=int(rows[left].sum()),
        outside_columns=int(columns[left].sum()),
        outside=board_of(rows[left], columns[left]),
    )


def _given(
    margins: Margins,
    w: int,
    rest_rows: Any,
    rest_columns: Any,
    *,
    diagonal: FloatArray,
    t: int,
    upper: bool,
) -> float:
    """Return the log of the tail area given w, summed over i, j, n and D."""
    i, j = rest_rows[:, None], rest_columns[None, :]
    log_state = log_hypergeometric(
        i,
        margins.total - margins.outside_columns,
        margins.column,
        margins.outside_rows - w,
    ) + log_hypergeometric(
        j,
        margins.total - margins.outside_rows,
        margins.row,
        margins.outside_columns - w,
    )
    pool = margins.total - margins.outside_rows - margins.outside_columns + w
    draws, good = margins.row - j + 0 * i, margins.column - i + 0 * j
    fixed = pool - draws - good
    # X = D + fixed + 2n >= t; below t, n is counted from the other end: draws - n
    least = -((fixed + np.arange(w + 1)[:, None, None] - t) // 2)
    if not upper:
        least, good = draws + 1 - least, pool - good
    log_tails = _log_upper_tails(pool, good, draws, least, diagonal)
    return _log_sum(log_state + log_tails)


def _log_upper_tails(
    pool: int, good: Any, draws: Any, least: Any, diagonal: FloatArray
) -> FloatArray:
    """Return log of the sum over d of P(D = d) P(n >= least[d]), for hypergeometric n."""
    start, sums, top = upper_sums(pool, good, draws, least.min(axis=0), reach=least.shape[0])
    length = sums.shape[-1] - 1
    highest = np.minimum(draws, good)
    total = np.zeros(start.shape)
    for d, share in enumerate(diagonal):
        place = np.where(least[d] > highest, length, np.clip(least[d] - start, 0, length))
        total += share * np.take_along_axis(sums, place[..., None], axis=-1)[..., 0]
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(total) + top)


def _longest(margins: Margins, w: int) -> int:
    """Return an upper limit of the terms in n for one state."""
    share = margins.row / margins.total
    deviation = math.sqrt(margins.column * share * (1.0 - share) + 1.0)
    return int(min(margins.row, margins.column, 40.0 * deviation + 60 + w)) + 1


def _diagonal(board: Board, rows: int, columns: int, together: Any) -> dict[int, FloatArray]:
    """Return the law of D for each w: w of `rows` and `columns` matched at random.

    The mean of C(D, m) is R_m (w)_m / ((rows)_m (columns)_m), with R_m rook placements.
    """
    most = int(together.max())
    counts = matchings_integers.first_rook_numbers(board, most)
    laws = {}
    for w in (int(one) for one in together):
        means = [
            count * math.perm(w, m) * math.perm(rows - m, w - m) * math.perm(columns - m, w - m)
            for m, count in enumerate(counts[: w + 1])
        ]
        scale = math.perm(rows, w) * math.perm(columns, w)
        laws[w] = np.array(
            [
                sum((-1) ** (m - d) * math.comb(m, d) * means[m] for m in range(d, len(means)))
                / scale
                for d in range(w + 1)
            ]
        )
    return laws


def _range(pool: int, good: int, draws: int, tilts: FloatArray) -> Any:
    """Return the counts that matter of a hypergeometric law, under any of the tilts."""
    x = np.arange(max(0, draws + good - pool), min(draws, good) + 1)
    logs = log_hypergeometric(x, pool, good, draws) + tilts[:, None] * x
    keep = (logs > logs.max(axis=1, keepdims=True) - NEGLIGIBLE).any(axis=0)
    return x[keep]


def _log_sum(logs: FloatArray) -> float:
    top = float(logs.max())
    return top + math.log(float(np.exp(logs - top).sum())) if top > -math.inf else -math.inf
