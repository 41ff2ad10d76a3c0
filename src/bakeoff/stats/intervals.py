"""Intervals for one error rate and for one mean, two-sided or one-sided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np
from scipy import special

from bakeoff import checks
from bakeoff.stats import tails
from bakeoff.stats.counts import errors_of
from bakeoff.stats.results import Interval, plain
from bakeoff.types import ArrayLike, FloatArray

ProportionMethod: TypeAlias = Literal[
    "wilson", "clopper-pearson", "agresti-coull", "jeffreys", "wald"
]
Side: TypeAlias = Literal["both", "lower", "upper"]
SIDES: tuple[Side, ...] = ("both", "lower", "upper")
Limits: TypeAlias = tuple[FloatArray, FloatArray]


def proportion_interval(
    errors: ArrayLike,
    n: ArrayLike,
    *,
    level: float = 0.95,
    method: ProportionMethod = "wilson",
    side: Side = "both",
) -> Interval:
    """Return a confidence interval for an error rate (or any other proportion).

    Parameters
    ----------
    errors, n
        How many errors were made on how many items; arrays give one interval each.
    level
        How often such an interval holds the true rate.
    method
        ``wilson`` turns the z test around (Wilson 1927; equation 3 of Newcombe 1998) and is the
        right choice for most. ``clopper-pearson`` turns the exact binomial test around: it never
        holds the truth less often than `level`, and is wider for it. ``agresti-coull`` is
        Wilson's centre with a plain plus-minus (Agresti and Coull 1998). ``jeffreys`` takes the
        quantiles of a beta posterior (Brown, Cai and DasGupta 2001, who set the limit to 0 at
        no errors and to 1 at nothing but errors). ``wald`` is the textbook's p +- z s: it is
        too short for small `n` and rates near 0 or 1, and empty at 0 errors.
    side
        ``both``; ``lower`` gives a lower limit only, the interval then ends at 1; ``upper``
        gives an upper limit only, the interval then begins at 0.

    Returns
    -------
    Interval
        ``low, high``.

    Notes
    -----
    The items must be independent of one another. For the mean of the error rates of several
    runs, use `mean_interval`.

    Examples
    --------
    81 of 263 (Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I):

    >>> low, high = proportion_interval(81, 263)
    >>> print(f"{low:.4f} to {high:.4f}")
    0.2553 to 0.3662
    >>> low, high = proportion_interval(81, 263, method="clopper-pearson")
    >>> print(f"{low:.4f} to {high:.4f}")
    0.2527 to 0.3676
    """
    wrong, items = errors_of(errors, n)
    limits = METHODS[checks.one_of(method, "method", tuple(METHODS))]
    tail = tail_area(level, side)
    low, high = limits(wrong, items, tail)
    if side == "lower":
        high = np.ones_like(high)
    if side == "upper":
        low = np.zeros_like(low)
    return Interval(plain(low), plain(high))


def mean_interval(
    values: ArrayLike,
    *,
    level: float = 0.95,
    sigma: float | None = None,
    side: Side = "both",
) -> Interval:
    """Return a confidence interval for a mean: by Student's t, or by the normal with `sigma`.

    Parameters
    ----------
    values
        One number for each run, along the last axis; leading axes give one interval each.
    level
        How often such an interval holds the true mean.
    sigma
        The standard deviation of one value, if it is known and not estimated from `values`.
    side
        ``both``; ``lower`` gives a lower limit only (what Alpaydin calls the one-sided upper
        interval), the interval then has no end; ``upper`` gives an upper limit only.

    Returns
    -------
    Interval
        ``low, high``.

    Notes
    -----
    Alpaydin, Introduction to Machine Learning, equations 19.2 to 19.4. The values should be
    independent and roughly normal. The folds of one cross-validation are not independent, and
    the interval is then too short.

    Examples
    --------
    Ten differences in hours of sleep (Student, The probable error of a mean, 1908):

    >>> sleep = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    >>> low, high = mean_interval(sleep)
    >>> print(f"{low:.4f} to {high:.4f}")
    0.7001 to 2.4599
    """
    array = checks.numbers(values, "values", least=1 if sigma is not None else 2)
    spread = None if sigma is None else checks.positive(sigma, "sigma")
    low, high = mean_limits(array, tail_area(level, side), spread)
    if side == "lower":
        high = np.full_like(high, np.inf)
    if side == "upper":
        low = np.full_like(low, -np.inf)
    return Interval(plain(low), plain(high))


def tail_area(level: float, side: Side = "both") -> float:
    """Return the probability that is left out beyond one limit."""
    checks.one_of(side, "side", SIDES)
    outside = 1.0 - checks.fraction(level, "level")
    return outside / 2.0 if side == "both" else outside


def one_minus(level: float) -> float:
    """Return the alpha that goes with a level: 0.05 for 0.95, without the dust of 1 - 0.95."""
    return round(tail_area(level, "upper"), 15)


def mean_limits(values: FloatArray, tail: float, sigma: float | None = None) -> Limits:
    """Return m -+ z sigma/sqrt(n), or m -+ t s/sqrt(n) (Alpaydin, equations 19.2 and 19.4)."""
    n = values.shape[-1]
    mean = values.mean(axis=-1)
    if sigma is None:
        half = -tails.t_quantile(tail, n - 1) * values.std(axis=-1, ddof=1) / np.sqrt(n)
    else:
        half = -tails.normal_quantile(tail) * sigma / np.sqrt(n)
    return mean - half, mean + half


def wilson(errors: FloatArray, n: FloatArray, tail: float) -> Limits:
    """Return the rates that a z test with their own variance would not reject (Wilson 1927)."""
    z = -tails.normal_quantile(tail)
    center = (errors + z * z / 2.0) / (n + z * z)
    half = z / (n + z * z) * np.sqrt(errors * (n - errors) / n + z * z / 4.0)
    # at the ends the limits are 0 and 1 exactly, which rounding may miss
    low = np.where(errors == 0, 0.0, center - half)
    high = np.where(errors == n, 1.0, center + half)
    return low, high


def clopper_pearson(errors: FloatArray, n: FloatArray, tail: float) -> Limits:
    """Return the rates at which the observed tail has the probability `tail` (1934)."""
    # P(X >= x) = I_p(x, n-x+1): the limits are quantiles of beta distributions
    low = special.betaincinv(np.maximum(errors, 1.0), n - errors + 1.0, tail)
    high = special.betainccinv(errors + 1.0, np.maximum(n - errors, 1.0), tail)
    return np.where(errors == 0, 0.0, low), np.where(errors == n, 1.0, high)


def _agresti_coull(errors: FloatArray, n: FloatArray, tail: float) -> Limits:
    z = -tails.normal_quantile(tail)
    items = n + z * z
    return _plus_minus((errors + z * z / 2.0) / items, items, z)


def _jeffreys(errors: FloatArray, n: FloatArray, tail: float) -> Limits:
    low = special.betaincinv(errors + 0.5, n - errors + 0.5, tail)
    high = special.betainccinv(errors + 0.5, n - errors + 0.5, tail)
    return np.where(errors == 0, 0.0, low), np.where(errors == n, 1.0, high)


def _wald(errors: FloatArray, n: FloatArray, tail: float) -> Limits:
    return _plus_minus(errors / n, n, -tails.normal_quantile(tail))


def _plus_minus(rate: FloatArray, n: FloatArray, z: FloatArray) -> Limits:
    half = z * np.sqrt(rate * (1.0 - rate) / n)
    return np.maximum(rate - half, 0.0), np.minimum(rate + half, 1.0)


METHODS: dict[str, Callable[[FloatArray, FloatArray, float], Limits]] = {
    "wilson": wilson,
    "clopper-pearson": clopper_pearson,
    "agresti-coull": _agresti_coull,
    "jeffreys": _jeffreys,
    "wald": _wald,
}
