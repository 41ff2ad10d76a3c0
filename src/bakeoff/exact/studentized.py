"""The studentized range: how far apart the extremes of k equal means fall by chance.

The range of k independent standard normals, divided by an independent estimate of their
standard deviation. It is behind Tukey's test (with the degrees of freedom of the error) and
Nemenyi's (with infinitely many). `scipy.stats.studentized_range` subtracts from 1, which leaves
no correct digit below 1e-15, and needs 20 ms a value with finite degrees of freedom; here all
terms are positive.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

import numpy as np
from scipy import special

from bakeoff.exact import scale_mixture
from bakeoff.types import FloatArray

CHUNK = 65_536  # terms held at once: what fits into a processor's own memory
WIDEST = 16.0  # the window of z at its widest
TINY = -37.0  # log of a share so small that log(1 - share) is -share to the last digit
NEGLIGIBLE = -40.0  # log of what changes no digit of 1
FAR = 25.0  # from here P(Q > q) is Bonferroni's sum: that two pairs exceed q is e^(-q^2/12) of it
DENSEST = 1.0 / np.sqrt(2.0 * np.pi)  # the normal density at 0


def upper(q: Any, k: int, df: float = np.inf) -> FloatArray:
    """Return P(Q > q) for the studentized range of k means, for any array of q.

    Parameters
    ----------
    q
        The range in units of the estimated standard deviation of one mean.
    k
        How many means; at least 2.
    df
        The degrees of freedom of the estimate, at least 1; infinite if the standard deviation is
        known.

    Notes
    -----
    With the standard deviation known, P(Q > q) is k times the integral over z of
    phi(z) [Phi(z)^(k-1) - (Phi(z) - Phi(z-q))^(k-1)], where z is the largest (Tukey, The
    problem of multiple comparisons, 1953). Right to 12 digits at any size of the tail.

    Examples
    --------
    The critical value 3.314 of three means (Demsar 2006, table 5: 2.343 times the root of 2):

    >>> print(f"{upper(2.343 * 2**0.5, 3):.4f}")
    0.0501
    """
    return np.exp(log_upper(q, k, df))


def log_upper(q: Any, k: int, df: float = np.inf) -> FloatArray:
    """Return log P(Q > q); it goes on where P itself is too small for a number."""
    values = np.asarray(q, dtype=np.float64)
    flat = values.reshape(-1)
    found = np.where(flat > 0.0, -np.inf, 0.0)
    inside = (flat > 0.0) & (flat < np.inf)
    law = partial(_log_range_upper, k=k)
    # the range falls off as exp(-q^2/4)
    found[inside] = scale_mixture.log_upper(law, flat[inside], df, step=_log_step(k), decline=0.25)
    return found.reshape(values.shape)


def quantile(p: Any, k: int, df: float = np.inf) -> FloatArray:
    """Return the q with P(Q > q) = p, for p strictly between 0 and 1.

    Examples
    --------
    >>> print(f"{quantile(0.05, 5):.3f} {quantile(0.05, 3, 9):.3f}")
    3.858 3.948
    """
    values = np.asarray(p, dtype=np.float64)
    if values.ndim == 0:
        return np.asarray(_one_quantile(float(values), k, float(df)))
    return _quantiles(values.reshape(-1), k, df).reshape(values.shape)


@lru_cache(maxsize=1024)
def _one_quantile(p: float, k: int, df: float) -> float:
    """Return one quantile; tests ask for the same one again and again."""
    return float(_quantiles(np.array([p]), k, df)[0])


def _quantiles(p: FloatArray, k: int, df: float) -> FloatArray:
    """Begin between one pair of means and Bonferroni's bound for all k (k-1)/2 pairs."""
    one, every = _pair_quantile(p, df), _pair_quantile(p / (k * (k - 1) / 2.0), df)
    tail = partial(log_upper, k=k, df=df)
    return scale_mixture.quantile(tail, np.log(p), 0.999 * one, 1.001 * every)


def _pair_quantile(p: FloatArray, df: float) -> FloatArray:
    """Return the quantile for two means: their range is the root of 2 times |t|."""
    z = special.ndtri(p / 2.0) if df == np.inf else special.stdtrit(df, p / 2.0)
    return np.asarray(-np.sqrt(2.0) * z)


def _log_range_upper(q: FloatArray, k: int) -> FloatArray:
    """Return log P(range > q) of k standard normals, q > 0."""
    found = np.log(k * (k - 1.0)) + special.log_ndtr(-q / np.sqrt(2.0))
    found[np.log(k) + (k - 1.0) * np.log(DENSEST * q) < NEGLIGIBLE] = 0.0
    # what is left is neither surely exceeded nor so far out that no two pairs exceed it at once
    between = np.flatnonzero((found < 0.0) & (q < FAR) | (found > 0.0)) if k > 2 else np.array([])
    rows = max(1, int(CHUNK * _step(k) / WIDEST))
    for start in range(0, between.size, rows):
        part = between[start : start + rows]
        found[part] = _log_integral(q[part], k)
    # rounding must not carry a probability above 1
    return np.asarray(np.minimum(found, 0.0))


def _log_integral(q: FloatArray, k: int) -> FloatArray:
    """Return the log of k times the sum of the integrand over a lattice of z that all q share."""
    step = _step(k)
    low, high = _window(q, k)
    first = np.floor(low / step).astype(np.int64)
    nodes = first[:, np.newaxis] + np.arange(int(np.ceil((high - low).max() / step)) + 1)
    lattice = step * np.arange(first.min(), nodes[:, -1].max() + 1)
    log_below = special.log_ndtr(lattice)
    log_density = (k - 1) * log_below - 0.5 * lattice * lattice
    nodes -= first.min()
    log_share = special.log_ndtr(lattice[nodes] - q[:, np.newaxis]) - log_below[nodes]
    terms = log_density[nodes] + _log_any(log_share, k - 1)
    largest = terms.max(axis=-1)
    total = np.log(np.exp(terms - largest[:, np.newaxis]).sum(axis=-1))
    return np.asarray(np.log(k * step / np.sqrt(2.0 * np.pi)) + largest + total)


def _log_any(log_share: FloatArray, count: int) -> FloatArray:
    """Return log(1 - (1 - share)^count), the chance that any of `count` falls in the share."""
    with np.errstate(divide="ignore"):  # a share that rounds to 1, and one to 0, which is replaced
        some = np.log(-np.expm1(count * np.log1p(-np.exp(log_share))))
    return np.asarray(np.where(log_share < TINY, np.log(count) + log_share, some))


def _step(k: int) -> float:
    """Return the step in z: the more means, the steeper the law of the largest.

    Sums over equal steps of such integrands gain digits so fast that a step wider by half would
    lose six of them; this one was found by comparing with steps of 0.04 for k from 2 to 1000.
    """
    return float(0.45 / (1.0 + 0.55 * np.log(k / 2.0)))


def _log_step(k: int) -> float:
    """Return the step in the log of the range that follows its law, found in the same way."""
    return float(0.11 / (1.0 + 0.25 * np.log(k / 2.0)))


def _window(q: FloatArray, k: int) -> tuple[FloatArray, FloatArray]:
    """Return between which z the largest may lie: below the first, Phi(z)^(k-1) is negligible."""
    least = special.ndtri(np.exp(NEGLIGIBLE / (k - 1)))
    return np.maximum(q / 2.0 - 6.6, least), np.maximum(q / 2.0 + 6.6, 9.5)
