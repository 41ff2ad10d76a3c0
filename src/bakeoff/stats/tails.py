"""Tail areas and quantiles from scipy.special (scipy.stats takes 0.6 s to load)."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from bakeoff.types import Alternative, FloatArray


def normal_upper(z: Any) -> FloatArray:
    """P(Z >= z) for a standard normal."""
    return np.asarray(special.ndtr(-np.asarray(z, dtype=np.float64)))


def normal_quantile(probability: Any) -> FloatArray:
    """The z with P(Z <= z) = probability."""
    return np.asarray(special.ndtri(probability))


def t_upper(t: Any, df: Any) -> FloatArray:
    """P(T >= t) for Student's t; exact at +-inf."""
    t = np.asarray(t, dtype=np.float64)
    # stdtr loses the far upper tail as 1 - cdf, so the lower tail of -t is taken
    return np.where(np.isposinf(t), 0.0, np.where(np.isneginf(t), 1.0, special.stdtr(df, -t)))


def t_quantile(probability: Any, df: Any) -> FloatArray:
    """The t with P(T <= t) = probability."""
    return np.asarray(special.stdtrit(df, probability))


def f_upper(f: Any, df1: Any, df2: Any) -> FloatArray:
    """P(F >= f) for Fisher's F; 0 at infinity."""
    f = np.asarray(f, dtype=np.float64)
    return np.where(np.isposinf(f), 0.0, special.fdtrc(df1, df2, np.where(np.isinf(f), 1.0, f)))


def f_quantile(probability: Any, df1: Any, df2: Any) -> FloatArray:
    """The f with P(F <= f) = probability."""
    return np.asarray(special.fdtri(df1, df2, probability))


def chi2_upper(x: Any, df: Any) -> FloatArray:
    """P(X >= x) for chi-square; 0 at infinity."""
    return np.asarray(special.chdtrc(df, np.maximum(x, 0.0)))


def chi2_quantile(probability: Any, df: Any) -> FloatArray:
    """The x with P(X <= x) = probability."""
    return np.asarray(special.chdtri(df, 1.0 - np.asarray(probability)))


def binomial_upper(x: Any, n: Any, p: Any) -> FloatArray:
    """P(X >= x) for a binomial count; x may be below 0 or above n."""
    x, n, p = np.broadcast_arrays(*(np.asarray(part, dtype=np.float64) for part in (x, n, p)))
    inside = (x > 0) & (x <= n)
    # P(X >= x) = I_p(x, n-x+1), the regularised incomplete beta function
    value = special.betainc(np.where(inside, x, 1.0), np.where(inside, n - x + 1, 1.0), p)
    return np.where(inside, value, np.where(x <= 0, 1.0, 0.0))


def binomial_lower(x: Any, n: Any, p: Any) -> FloatArray:
    """P(X <= x) for a binomial count."""
    x, n, p = (np.asarray(part, dtype=np.float64) for part in (x, n, p))
    return binomial_upper(n - x, n, 1.0 - p)


def by_alternative(lower: FloatArray, upper: FloatArray, alternative: Alternative) -> FloatArray:
    """The p-value from both tail areas: two-sided is twice the smaller, at most 1."""
    if alternative == "less":
        return np.asarray(lower)
    if alternative == "greater":
        return np.asarray(upper)
    return np.minimum(1.0, 2.0 * np.minimum(lower, upper))


def t_p_value(t: Any, df: Any, alternative: Alternative) -> FloatArray:
    """The p-value of a t statistic."""
    t = np.asarray(t, dtype=np.float64)
    return by_alternative(t_upper(-t, df), t_upper(t, df), alternative)


def normal_p_value(z: Any, alternative: Alternative) -> FloatArray:
    """The p-value of a z statistic."""
    z = np.asarray(z, dtype=np.float64)
    return by_alternative(normal_upper(-z), normal_upper(z), alternative)
