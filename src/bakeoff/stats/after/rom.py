"""Rom's step-up procedure: its critical values, and the smallest level that rejects."""

from __future__ import annotations

import numpy as np
from scipy import special

from bakeoff.types import ArrayLike, FloatArray, IntArray

STEPS = 60  # a bound on Newton's steps; five are usual
AT_ONCE = 1_000_000  # critical values held in memory at one time
FURTHEST = 130  # C(n, j) c^(n-j) is about (-log(1 - alpha))^d / d! with d = n - j: 0 beyond
CLOSE = 1e-9  # of a step, relative: Newton's steps square their errors


def rom_critical_values(m: int, alpha: ArrayLike) -> FloatArray:
    """Return c_1, ..., c_m: the i-th largest p-value is compared with c_i.

    Parameters
    ----------
    m
        The number of hypotheses.
    alpha
        The level; an array of levels adds leading axes.

    Notes
    -----
    Rom, A sequentially rejective test procedure based on a modified Bonferroni inequality,
    1990: c_1 = alpha and, for n = 2, ..., m,

        n c_n = sum_{j=1}^{n-1} alpha^j - sum_{j=1}^{n-2} C(n, j) c_{j+1}^{n-j}.

    With these values m independent uniform p-values are all accepted with probability
    1 - alpha exactly; Hochberg's alpha/n are a little smaller.

    Examples
    --------
    >>> [round(float(value), 6) for value in rom_critical_values(4, 0.05)]
    [0.05, 0.025, 0.016875, 0.012713]
    """
    return _critical_values(m, np.asarray(alpha, dtype=np.float64))[0]


def rom_level(p_values: FloatArray) -> FloatArray:
    """Return for each p-value (..., m), rising, the alpha at which it is its critical value.

    The i-th largest is compared with c_i: the alpha with c_i(alpha) = p. It is 1 where no level
    below 1 will do.
    """
    m = p_values.shape[-1]
    rows = p_values.reshape(-1, m)
    level = np.empty_like(rows)
    chunk = max(AT_ONCE // (m * m), 1)
    for start in range(0, len(rows), chunk):
        level[start : start + chunk] = _solved(rows[start : start + chunk])
    return level.reshape(p_values.shape)


def _solved(p: FloatArray) -> FloatArray:
    """Solve c_i(alpha) = p by Newton's method, kept in a bracket that closes."""
    m = p.shape[-1]
    number = np.arange(m, 0, -1)  # the smallest p is the m-th largest
    own = np.broadcast_to((number - 1)[:, np.newaxis], (*p.shape, 1))
    low, high = p, np.minimum(number * p, 1.0)  # alpha/n <= c_n(alpha) <= alpha
    alpha = np.clip(-np.expm1(-number * p), low, high)  # n c_n is close to -log(1 - alpha)
    for _ in range(STEPS):
        curves = _critical_values(m, alpha)
        value, slope = (np.take_along_axis(curve, own, -1)[..., 0] for curve in curves)
        high = np.where(value >= p, np.minimum(alpha, high), high)
        low = np.where(value <= p, np.maximum(alpha, low), low)
        following = np.clip(alpha - (value - p) / slope, low, high)
        close = np.abs(following - alpha) <= CLOSE * alpha
        alpha = following
        if close.all():
            break
    return np.asarray(alpha)


def _critical_values(m: int, alpha: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the critical values and their derivatives by alpha, along a new last axis."""
    value, slope = np.zeros((m + 1, *alpha.shape)), np.zeros((m + 1, *alpha.shape))
    log_value = np.full((m + 1, *alpha.shape), -np.inf)
    value[1], slope[1] = alpha, 1.0
    power, powers, power_slopes = (np.full(alpha.shape, start) for start in (1.0, 0.0, 0.0))
    with np.errstate(divide="ignore"):  # alpha may be 0
        for n in range(2, m + 1):
            power_slopes = power_slopes + (n - 1) * power
            power = power * alpha
            powers = powers + power  # alpha + ... + alpha^(n-1)
            first = max(1, n - FURTHEST)
            j = np.arange(first, n - 1).reshape(-1, *[1] * alpha.ndim)
            # C(n, j) c_{j+1}^(n-j-1), by logarithms: C(n, j) may be beyond all floats
            terms = np.exp(_log_choose(n, j) + (n - j - 1) * log_value[first + 1 : n])
            value[n] = (powers - np.sum(terms * value[first + 1 : n], axis=0)) / n
            slope[n] = (power_slopes - np.sum(terms * (n - j) * slope[first + 1 : n], axis=0)) / n
            log_value[n] = np.log(value[n])
    return np.moveaxis(value[1:], 0, -1), np.moveaxis(slope[1:], 0, -1)


def _log_choose(n: int, j: IntArray) -> FloatArray:
    return np.asarray(-np.log1p(n) - special.betaln(n - j + 1.0, j + 1.0))
