"""The power of tests of counts, by adding up the outcomes that they reject."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import special

from bakeoff.stats import tails
from bakeoff.stats.one import binomial as one_rate
from bakeoff.stats.two import mcnemar as pairs
from bakeoff.types import Alternative, BoolArray, FloatArray

SPREAD = 9.0  # standard deviations around the mean that hold all but 1e-18 of a binomial law


def binomial_power(
    n: FloatArray, rate: float, alpha: float, alternative: Alternative, p0: float
) -> FloatArray:
    """Return the power of the exact binomial test against `p0` when the error rate is `rate`."""

    def rejected(errors: FloatArray) -> BoolArray:
        return np.asarray(one_rate.p_value(errors, n, p0, alternative) <= alpha)

    none, mode = np.full_like(n, -1.0), np.clip(np.floor((n + 1.0) * p0), 0.0, n)
    found = np.zeros_like(n)
    if alternative != "greater":
        top = mode if alternative == "two-sided" else n
        found = found + tails.binomial_lower(_last(rejected, none, top), n, rate)
    if alternative != "less":
        bottom = mode if alternative == "two-sided" else np.zeros_like(n)
        # counted from n downwards the rejected counts are the first ones again
        fewest = n - _last(lambda right: rejected(n - right), none, n - bottom)
        found = found + tails.binomial_upper(fewest, n, rate)
    return np.minimum(found, 1.0)


def sign_power(n: FloatArray, wins: float, alpha: float, alternative: Alternative) -> FloatArray:
    """Return the power of the sign test of n pairs without ties, won with the chance `wins`."""
    return discordant_power(n, wins, alpha, alternative, "exact")


def mcnemar_power(
    n: FloatArray,
    rates: tuple[float, float],
    alpha: float,
    alternative: Alternative,
    method: pairs.Method,
) -> FloatArray:
    """Return the power of McNemar's test of n items, over all numbers of discordant items."""
    discordant = sum(rates)
    if discordant == 0.0:
        return np.zeros_like(n)
    first = min(rates[0] / discordant, 1.0)

    def given(d: FloatArray) -> FloatArray:
        return discordant_power(d, first, alpha, alternative, method)

    each = [_over_discordant(float(items), discordant, given) for items in n.ravel()]
    return np.array(each).reshape(n.shape)


def _over_discordant(
    n: float, discordant: float, given: Callable[[FloatArray], FloatArray]
) -> float:
    """Return the mean of the power given the number of discordant items."""
    mean, sd = n * discordant, np.sqrt(n * discordant * max(1.0 - discordant, 0.0))
    low = max(np.floor(mean - SPREAD * (sd + 1.0)), 0.0)
    d = np.arange(low, min(np.ceil(mean + SPREAD * (sd + 1.0)), n) + 1.0)
    log_choose = special.gammaln(n + 1.0) - special.gammaln(d + 1.0) - special.gammaln(n - d + 1.0)
    weight = np.exp(log_choose + special.xlogy(d, discordant) + special.xlog1py(n - d, -discordant))
    # the logs of large factorials cost digits; the sum of the weights is known to be 1
    return float(weight @ given(d) / weight.sum())


def discordant_power(
    d: FloatArray, first: float, alpha: float, alternative: Alternative, method: pairs.Method
) -> FloatArray:
    """Return the power given d discordant items, each the first's error with the chance `first`."""
    side: Alternative = "two-sided" if alternative == "two-sided" else "less"

    def rejected(x: FloatArray) -> BoolArray:
        return np.asarray(pairs.p_value(x, d - x, method, side) <= alpha)

    top = np.floor(d / 2.0) if side == "two-sided" else d
    last = _last(rejected, np.full_like(d, -1.0), top)
    found = np.zeros_like(d)
    if alternative != "greater":
        found = found + tails.binomial_lower(last, d, first)
    if alternative != "less":
        found = found + tails.binomial_lower(last, d, 1.0 - first)
    return np.minimum(found, 1.0)


def _last(
    rejected: Callable[[FloatArray], BoolArray], below: FloatArray, top: FloatArray
) -> FloatArray:
    """Return the last count up to `top` that is rejected, -1 if none is; those before it are, too.

    The p-value rises from count to count up to `top`, so halving finds the place.
    """
    low, high = below, top + 1.0
    while np.any(high - low > 1.0):
        middle = np.floor((low + high) / 2.0)
        yes = (middle > low) & rejected(np.clip(middle, 0.0, top))
        low, high = np.where(yes, middle, low), np.where(yes | (middle <= low), high, middle)
    return low
