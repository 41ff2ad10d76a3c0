"""Tails of Student's t and Fisher's F when the null hypothesis is false.

Both are needed for power only. `scipy.special.nctdtr` gives 1 or nan where the noncentrality is
above about 37, and its lower tail far out is wrong; these sums of positive terms hold anywhere.
"""

from __future__ import annotations

import numpy as np
from scipy import special

NEGLIGIBLE = 38.0  # what lies a factor e^38 below the largest term changes no digit
STEP = 0.4  # of the width of the narrower factor: a sum in equal steps then has all digits
WIDEST = 3.0  # one over the largest width: the density of log S for 1 degree of freedom
FAR = 400.0  # noncentrality from which the normal numerator no longer matters beside it
AS_GOOD_AS_KNOWN = 1e13  # degrees of freedom from which the denominator is 1


def t_upper(t: float, df: float, shift: float) -> float:
    """Return P(T > t) for T = (Z + shift) / S, S^2 a chi-square over its df.

    It is the mean over S of P(Z > t S - shift). In u = log s the integrand is smooth and falls
    off on both sides, so that a sum in equal steps is enough.
    """
    if df >= AS_GOOD_AS_KNOWN:
        return float(special.ndtr(shift - t))
    if np.isinf(t):
        return float(t < 0.0)
    if abs(shift) > FAR and t <= 0.0:
        return float(shift > 0.0)
    if abs(shift) > FAR:
        # then S lies below shift / t; what Z adds changes the fifth digit at most
        return float(special.chdtr(df, df * (shift / t) ** 2)) if shift > 0.0 else 0.0
    left, right = _window(df)
    width = min(1.0 / np.sqrt(2.0 * df), 1.0 / max(abs(shift), WIDEST))
    u = np.linspace(left, right, 1 + int(np.ceil((right - left) / (STEP * width))))
    log_density = df * (u - 0.5 * np.expm1(2.0 * u))
    weight = np.exp(log_density - log_density.max())
    return float(weight @ special.ndtr(shift - t * np.exp(u)) / weight.sum())


def f_upper(f: float, df1: float, df2: float, noncentrality: float) -> float:
    """Return P(F > f): a mixture of central laws with weights of a Poisson law."""
    half = noncentrality / 2.0
    spread = 9.0 * np.sqrt(half + 1.0) + 10.0
    j = np.arange(max(0.0, np.floor(half - spread)), np.ceil(half + spread) + 1.0)
    log_weight = special.xlogy(j, half) - half - special.gammaln(j + 1.0)
    beyond = special.betainc(df2 / 2.0, df1 / 2.0 + j, df2 / (df2 + df1 * f))
    return min(float(np.exp(log_weight) @ beyond), 1.0)  # rounding must not carry it above 1


def _window(df: float) -> tuple[float, float]:
    """Return between which u = log s the density of S is not negligible.

    The log of the density falls as df (u - (e^(2u) - 1)/2): beside 0 as -df u^2, far to the left
    as df u and far to the right as -df e^(2u)/2.
    """
    reach = NEGLIGIBLE / df
    right = 0.5 * np.log1p(2.0 * reach + 2.0 * np.sqrt(reach))
    return -np.sqrt(reach) - reach, float(min(np.sqrt(reach), right))
