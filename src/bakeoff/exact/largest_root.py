"""The exact law of the largest root of two scatter matrices (Roy's test), at any size.

Let H and E be independent Wishart matrices of the same scale, with q and v degrees of freedom, in
p dimensions. The largest root theta of det(H - theta (E + H)) = 0 has a law that depends on
s = min(p, q), m = (|p - q| - 1)/2 and n = (v - p - 1)/2 alone. The F that programs print in its
place is that of the one best direction chosen before: its p-value is a lower bound.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from bakeoff.types import FloatArray

SMALLEST = 1e-9  # below, 1 - P has lost its digits: the bound is the better number


def upper(theta: FloatArray, p: int, q: int, v: int) -> FloatArray:
    """Return P(largest root >= theta) for theta = root/(1 + root) from 0 to 1."""
    theta = np.asarray(theta, dtype=np.float64)
    s, m, n = min(p, q), (abs(p - q) - 1) / 2.0, (v - p - 1) / 2.0
    if s == 1:
        return np.asarray(special.betainc(n + 1.0, m + 1.0, 1.0 - theta))
    if s == 2:
        return _upper_of_two(theta, m, n)
    inside = np.clip(theta, 1e-300, 1.0 - 1e-16)
    flat = np.array([_lower(float(one), s, m, n) for one in inside.ravel()])
    exact = np.where(theta <= 0.0, 1.0, 1.0 - flat.reshape(theta.shape))
    bound = lower_bound(theta, p, q, v)
    return np.clip(np.where(exact < SMALLEST, bound, np.maximum(exact, bound)), 0.0, 1.0)


def lower_bound(theta: FloatArray, p: int, q: int, v: int) -> FloatArray:
    """Return P(F >= f) of the usual F, on max(p, q) and v - max(p, q) + q degrees of freedom."""
    r = max(p, q)
    # F = root (v - r + q)/r, so theta is a beta variable
    return np.asarray(special.betainc((v - r + q) / 2.0, r / 2.0, 1.0 - np.asarray(theta)))


def _upper_of_two(theta: FloatArray, m: float, n: float) -> FloatArray:
    """Return the closed form for two roots (Pillai 1956): all its terms are positive."""
    log_factor = (
        0.5 * np.log(np.pi)
        + special.gammaln(m + n + 2.5)
        - special.gammaln(m + 1.5)
        - special.gammaln(n + 1.5)
    )
    rest = 1.0 - theta
    first = special.betainc(2.0 * n + 2.0, 2.0 * m + 2.0, rest)
    powers = special.xlogy(m + 1.0, theta) + special.xlogy(n + 1.0, rest)
    second = np.exp(log_factor + powers) * special.betainc(m + 1.0, n + 1.0, theta)
    return np.asarray(np.clip(first + second, 0.0, 1.0))


def _lower(theta: float, s: int, m: float, n: float) -> float:
    """Return P(largest root <= theta) as the root of a determinant (Chiani 2016, algorithm 1)."""
    size = s + s % 2
    skew = np.zeros((size, size))
    single = [_beta(theta, m + i, n + 1.0) for i in range(1, s + 1)]
    for i in range(1, s + 1):
        # the integral of t^(a-1) (1-t)^n B(t; b, n+1): for b = a half a square, then step by step
        nested = 0.5 * single[i - 1] ** 2
        for j in range(i + 1, s + 1):
            b = m + j - 1.0
            nested = (b * nested - _beta(theta, m + i + b, 2.0 * n + 2.0)) / (b + n + 1.0)
            skew[i - 1, j - 1] = single[i - 1] * single[j - 1] - 2.0 * nested
            skew[j - 1, i - 1] = -skew[i - 1, j - 1]
    if s % 2:
        skew[:s, s] = single
        skew[s, :s] = -skew[:s, s]
    place = np.arange(1.0, s + 1.0)
    log_factor = s / 2.0 * np.log(np.pi) + np.sum(
        special.gammaln((place + 2.0 * m + 2.0 * n + s + 2.0) / 2.0)
        - special.gammaln(place / 2.0)
        - special.gammaln((place + 2.0 * m + 1.0) / 2.0)
        - special.gammaln((place + 2.0 * n + 1.0) / 2.0)
    )
    sign, log_determinant = np.linalg.slogdet(skew)
    return float(np.exp(log_factor + 0.5 * log_determinant)) if sign > 0 else 0.0


def _beta(x: float, a: float, b: float) -> float:
    """Return the incomplete beta function, not divided by the complete one."""
    return float(special.betainc(a, b, x) * special.beta(a, b))
