"""Tails of statistics that are divided by an estimated standard deviation, and their quantiles.

If Q = X / S, where S^2 is an independent chi-square over its degrees of freedom, then
P(Q > q) is the mean of P(X > q S) over S.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from scipy import special

from bakeoff.types import FloatArray

LogTail: TypeAlias = Callable[[FloatArray], FloatArray]

NEGLIGIBLE = 38.0  # what lies a factor e^38 below the largest term changes no digit
CONSTANTS = 25.0  # log of how far the tail of X may be from exp(-c x^2), for 1000 means and more
WIDEST_STEP = 0.55  # in units of the width 1/sqrt(2 df) of log S: the sum then has all digits
AS_GOOD_AS_KNOWN = 1e15  # degrees of freedom from which no digit of P differs from the limit
CHUNK = 131_072  # terms held at once: what fits into a processor's own memory
ROUNDS = 100  # Newton needs about 5; halving the bracket alone would need 60
CLOSE = 1e-13  # relative error of a quantile


def log_upper(law: LogTail, q: FloatArray, df: float, *, step: float, decline: float) -> FloatArray:
    """Return log P(X / S > q) for q > 0, where `law` gives log P(X > x).

    In u = log s the integrand is smooth and falls off on both sides, so that equal steps are
    enough: halving them doubles the correct digits. All q share one lattice of log x, on which
    `law` is asked once.

    Parameters
    ----------
    law
        log P(X > x) for an array of x > 0.
    q
        Where to take the tail; finite and above 0, one axis.
    df
        The degrees of freedom of S; infinite where S is 1.
    step
        The widest step in log x that still follows `law`.
    decline
        The c of the tail of X, which falls off as exp(-c x^2).
    """
    if df >= AS_GOOD_AS_KNOWN:
        return law(q)
    step = min(step, WIDEST_STEP / np.sqrt(2.0 * df))
    low, high = _window(q, df, decline)
    size = int(np.ceil((high - low).max(initial=0.0) / step)) + 1
    found = np.empty(q.shape)
    rows = max(1, CHUNK // size)
    order = np.argsort(q)  # neighbours share their part of the lattice
    for start in range(0, q.size, rows):
        part = order[start : start + rows]
        found[part] = _log_sums(
            law, np.log(q[part]) / step, low[part] / step, size=size, step=step, df=df
        )
    return found


def quantile(log_tail: LogTail, log_p: FloatArray, low: FloatArray, high: FloatArray) -> FloatArray:
    """Return where `log_tail` falls to `log_p`: Newton's method, kept between `low` and `high`.

    The slope is a difference quotient: it is as good as the derivative after the first steps,
    and the same for every law.
    """
    q = high.copy()
    for _ in range(ROUNDS):
        width = 1e-6 * np.maximum(np.abs(q), 1e-3)
        here, left = log_tail(np.stack([q, q - width]))
        low, high = np.where(here >= log_p, q, low), np.where(here <= log_p, q, high)
        slope = (here - left) / width
        with np.errstate(divide="ignore", invalid="ignore"):  # a flat tail is halved instead
            newton = q - (here - log_p) / slope
        inside = (newton >= low) & (newton <= high)
        following = np.where(inside, newton, 0.5 * (low + high))
        if np.all(np.abs(following - q) <= CLOSE * np.abs(q)):
            return following
        q = following
    return q


def _window(q: FloatArray, df: float, decline: float) -> tuple[FloatArray, FloatArray]:
    """Return between which u = log s the integrand is not negligible.

    Were the tail of X exp(-c x^2), the integrand would be exp(df u - (df/2 + c q^2) e^(2u)): with
    the mode at m and d = u - m, that is exp(df (d - (e^(2d) - 1)/2)) of its height. In truth the
    tail is 1 for small x, so the mode may lie further right: as far as 0, where the density of S
    has its own, or where x = q s is as likely as it gets.
    """
    mode = -np.log(np.hypot(1.0, np.sqrt(2.0 * decline / df) * q))
    with np.errstate(divide="ignore"):  # a tail that does not fall off sets no limit
        furthest = 0.5 * np.log(df) - 0.5 * np.log(2.0 * decline) - np.log(q)
    right = np.minimum(_right(NEGLIGIBLE, df), furthest + _right(NEGLIGIBLE + CONSTANTS, df))
    return mode - np.sqrt(NEGLIGIBLE / df) - NEGLIGIBLE / df, right


def _right(fall: float, df: float) -> float:
    """Return a d from which df (d - (e^(2d) - 1)/2) stays below -fall."""
    reach = fall / df
    return float(min(np.sqrt(reach), 0.5 * np.log1p(2.0 * reach + 2.0 * np.sqrt(reach))))


def _log_sums(
    law: LogTail, log_q: FloatArray, low: FloatArray, *, size: int, step: float, df: float
) -> FloatArray:
    """Return the log of step * sum g(u) P(X > q e^u) over a lattice; logs are in steps."""
    first = np.floor(log_q + low)
    # beyond e^9 the density of S is 0, whatever the degrees of freedom
    u = np.minimum(((first - log_q)[:, np.newaxis] + np.arange(size)) * step, 9.0)
    nodes = first.astype(np.int64)[:, np.newaxis] + np.arange(size)
    start, end = int(nodes[:, 0].min()), int(nodes[:, -1].max()) + 1
    if end - start <= nodes.size:
        log_tail = law(np.exp(step * np.arange(start, end)))[nodes - start]
    else:  # q far apart or steps very small: only what is needed
        unique, places = np.unique(nodes, return_inverse=True)
        log_tail = law(np.exp(step * unique))[places].reshape(nodes.shape)
    terms = df * _exponent(u, df) + log_tail
    largest = terms.max(axis=-1)
    total = np.log(np.exp(terms - largest[:, np.newaxis]).sum(axis=-1))
    # rounding must not carry a probability above 1
    return np.asarray(np.minimum(np.log(step) + _log_constant(df) + largest + total, 0.0))


def _exponent(u: FloatArray, df: float) -> FloatArray:
    """Return u - (e^(2u) - 1)/2."""
    if df < 1e4:
        return np.asarray(u - 0.5 * np.expm1(2.0 * u))
    # only small u matter, and there the difference cancels
    series = u * u * np.polynomial.polynomial.polyval(u, SERIES)
    return np.where(np.abs(u) < 0.02, series, u - 0.5 * np.expm1(2.0 * u))


def _log_constant(df: float) -> float:
    """Return log(2 (df/2)^(df/2) e^(-df/2) / Gamma(df/2)), the constant of the density of log S."""
    x = df / 2.0
    if x < 30.0:
        return float(np.log(2.0) + x * np.log(x) - x - special.gammaln(x))
    # Stirling: the large terms cancel on paper and not in rounded numbers
    correction = 1.0 / (12.0 * x) - 1.0 / (360.0 * x**3) + 1.0 / (1260.0 * x**5)
    return float(np.log(2.0) + 0.5 * np.log(x / (2.0 * np.pi)) - correction)


# -(e^(2u) - 1 - 2u)/2 = u^2 times the series with these coefficients; the next changes no digit
SERIES = np.array([-(2.0 ** (n - 1)) / special.factorial(n) for n in range(2, 10)])
