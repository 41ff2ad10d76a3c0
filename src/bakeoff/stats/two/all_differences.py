"""Signed ranks of all differences, ties among them: one estimate, its interval, and its shifts.

`wilcoxon` leaves ties out before it ranks. How far two algorithms lie apart is a question about
all data sets, also those on which they do not differ.
"""

from __future__ import annotations

import numpy as np

from bakeoff.exact import signed_ranks
from bakeoff.stats import tails
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

    `a` and `b` are rows x n. The limits are those of ``zeros="pratt"``, which leaves no
    difference out of the Walsh averages.
    """
    sums = signed_sums(a, b, "pratt")
    shape = (len(a),)
    low, high = interval_of(sums, shape, "pratt", road, level)
    return pseudo_median_of(sums, shape, "pratt"), low, high


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
