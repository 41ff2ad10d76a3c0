"""Signed ranks of all differences, ties among them: one estimate, its interval, and its shifts.

`wilcoxon` leaves ties out before it ranks. How far two algorithms lie apart is a question about
all data sets, also those on which they do not differ.
"""

from __future__ import annotations

import numpy as np

from bakeoff.exact import signed_ranks, walsh
from bakeoff.stats import intervals, tails
from bakeoff.stats.two.wilcoxon import (
    EXACT_UP_TO,
    Method,
    interval_of,
    pseudo_median_of,
    signed_sums,
)
from bakeoff.types import Alternative, FloatArray


def of_all_differences(
    a: FloatArray, b: FloatArray, level: float, road: Method
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the pseudo-median of all differences and its limits: ties count as zeros.

    `a` and `b` are rows x n. Rows without ties have the limits of the test itself. With ties it is
    the shifts that the law of n ranks without ties does not reject: what lies away from 0 ties with
    nothing, and few differences beside many ties still leave an interval.
    """
    sums = signed_sums(a, b, "pratt")
    shape = (len(a),)
    low, high = interval_of(sums, shape, "pratt", road, level)
    n = a.shape[-1]
    tied = np.flatnonzero(sums.used < n)
    if tied.size:
        place = _rejected(n, road, level) + 1
        places = np.tile([place, n * (n + 1) // 2 + 1 - place], (len(tied), 1))
        low, high = np.array(low), np.array(high)
        ends = walsh.order_statistics(sums.difference[tied], places, sums.dust[tied])
        low[tied], high[tied] = ends.T
    return pseudo_median_of(sums, shape, "pratt"), low, high


def _rejected(n: int, road: Method, level: float) -> int:
    """Return the largest sum of n ranks whose tail is at most (1 - level) / 2, or -1."""
    tail = intervals.tail_area(level)
    if road == "exact":
        return int(signed_ranks.largest_rejected(np.arange(1, n + 1)[np.newaxis], tail)[0])
    centre, variance = n * (n + 1.0) / 4.0, n * (n + 1.0) * (2.0 * n + 1.0) / 24.0
    return int(np.floor(centre + tails.normal_quantile(tail) * np.sqrt(variance)))


def of_a_shift(a: FloatArray, b: FloatArray, side: Alternative) -> FloatArray:
    """Return the one-sided p that the pseudo-median of a - b is 0 or on the other side.

    What counts are the Walsh averages beyond 0, those at 0 by half, under the law of signed ranks
    without ties: its tails are not smaller than those with ties, so that what it rejects also lies
    outside the interval of `of_all_differences` at twice the level.
    """
    n = a.shape[-1]
    sums = signed_sums(a, b, "split")
    against = sums.minus if side == "greater" else sums.plus
    if n > EXACT_UP_TO:
        centre, variance = n * (n + 1.0) / 4.0, n * (n + 1.0) * (2.0 * n + 1.0) / 24.0
        p = tails.normal_upper((centre - against) / np.sqrt(variance))
    else:
        p = signed_ranks.untied_tails(n, np.ceil(against).astype(np.int64))[0]
    return np.asarray(p)
