"""A confidence interval for the Mahalanobis distance between two algorithms."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from bakeoff.stats import intervals, tails
from bakeoff.types import FloatArray

LARGEST = 5e3  # noncentrality; scipy's inversion ends at 1e4


def limits(
    f: Any, df1: Any, df2: Any, factor: float, level: float
) -> tuple[FloatArray, FloatArray]:
    """Return the distances D at which an F at least, or at most, as large is just as likely.

    T2 = D^2/factor is the noncentrality of F (Steiger and Fouladi 1997). What cannot be measured
    (an infinite F) has an infinite distance.
    """
    tail = intervals.tail_area(level)
    low, high = (noncentrality(area, f, df1, df2) for area in (1.0 - tail, tail))
    return np.sqrt(factor * low), np.sqrt(factor * high)


def noncentrality(area: float, f: Any, df1: Any, df2: Any) -> FloatArray:
    """Return the noncentrality with P(F <= f) = area; 0 if F is too small for any."""
    f, df1, df2 = np.broadcast_arrays(
        *(np.asarray(part, dtype=np.float64) for part in (f, df1, df2))
    )
    usable = np.isfinite(f) & (f > 0.0)
    safe = np.where(usable, f, 1.0)
    # far out F is the noncentrality over a chi-square, to less than a percent
    far = df1 * safe * tails.chi2_quantile(1.0 - area, df2) / df2
    inner = np.where(far > LARGEST, 1.0, safe)
    near = _refined(special.ncfdtrinc(df1, df2, area, inner), area, inner, df1, df2)
    found = np.where(far > LARGEST, far, near)
    return np.where(usable, found, np.where(f > 0.0, np.inf, 0.0))


def _refined(
    found: FloatArray, area: float, f: FloatArray, df1: FloatArray, df2: FloatArray
) -> FloatArray:
    """Return noncentralities by two steps of Newton: scipy's inversion has four digits."""
    for _ in range(2):
        below = special.ncfdtr(df1, df2, found, f)
        # the same sum of beta variables with one weight more
        slope = 0.5 * (special.ncfdtr(df1 + 2.0, df2, found, f * df1 / (df1 + 2.0)) - below)
        step = (below - area) / np.where(slope < 0.0, slope, -np.inf)
        found = np.where(found > 0.0, np.maximum(found - step, 0.0), 0.0)
    return found
