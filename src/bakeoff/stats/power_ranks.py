"""The power of Wilcoxon's signed-rank test when the differences are normal."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from bakeoff.exact import shifted_ranks, signed_ranks
from bakeoff.stats import tails
from bakeoff.types import Alternative, FloatArray, IntArray

SIZES = (25, 50, 100, 200)  # up to so many pairs at a time the exact law is worked out
EXACT_UP_TO = SIZES[-1]  # pairs for which it still comes in a second


def wilcoxon_power(
    n: FloatArray, wins: float, alpha: float, alternative: Alternative
) -> FloatArray:
    """Return the power of the exact test of n pairs, each won with the chance `wins`.

    The law of the ranks is exact up to 200 pairs; beyond it is normal, with the exact mean and
    variance, and the power right to about half a percent.
    """
    shift = float(tails.normal_quantile(wins))
    tail = alpha / 2.0 if alternative == "two-sided" else alpha
    found = np.empty_like(n)
    few = n <= EXACT_UP_TO
    if few.any():
        size = next(size for size in SIZES if size >= n[few].max())
        found[few] = _exact(shift, tail, alternative, size)[n[few].astype(np.int64)]
    if not few.all():
        found[~few] = _approximate(n[~few], shift, tail, alternative)
    return found


@lru_cache(maxsize=16)
def _exact(shift: float, tail: float, alternative: Alternative, size: int) -> FloatArray:
    """Return the power for 0, 1, ..., `size` pairs."""
    rejected = _rejected(tail, size)
    found = np.zeros(size + 1)
    if alternative != "less":
        found += shifted_ranks.lower_tails(size, shift, rejected)
    if alternative != "greater":
        found += shifted_ranks.lower_tails(size, -shift, rejected)
    found = np.minimum(found, 1.0)
    found.flags.writeable = False
    return found


@lru_cache(maxsize=16)
def _rejected(tail: float, size: int) -> IntArray:
    """Return the largest rank sum that is rejected, for 0, 1, ..., `size` pairs."""
    each = [
        int(signed_ranks.largest_rejected(np.arange(1, n + 1)[np.newaxis], tail)[0])
        for n in range(1, size + 1)
    ]
    return np.array([-1, *each])


def _approximate(n: FloatArray, shift: float, tail: float, alternative: Alternative) -> FloatArray:
    mean, variance = n * (n + 1.0) / 4.0, n * (n + 1.0) * (2.0 * n + 1.0) / 24.0
    rejected = np.floor(mean + tails.normal_quantile(tail) * np.sqrt(variance))
    found = np.zeros_like(n)
    if alternative != "less":
        found = found + shifted_ranks.approximate_lower_tail(n, shift, rejected)
    if alternative != "greater":
        found = found + shifted_ranks.approximate_lower_tail(n, -shift, rejected)
    return np.minimum(found, 1.0)
