"""The power of tests of means: Student's t, z and Fisher's F under the alternative."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from bakeoff.exact.noncentral import f_upper, t_upper
from bakeoff.stats import tails
from bakeoff.types import Alternative, FloatArray

Size: TypeAlias = FloatArray | tuple[FloatArray, FloatArray]


def t_power(
    n: FloatArray,
    effect: float,
    alpha: float,
    alternative: Alternative,
    test_train_ratio: float | None = None,
) -> FloatArray:
    """Return the power of a t test of n values or differences, whose mean is `effect` sds.

    The noncentrality is effect / sqrt(1/n + ratio), and exactly so: if the differences are
    normal with the one correlation that the correction of Nadeau and Bengio assumes, the mean
    and the standard deviation are independent, and the mean has the variance 1/n + ratio.
    """
    error = np.sqrt(1.0 / n + (test_train_ratio or 0.0))
    return _of_t(n - 1.0, effect / error, alpha, alternative)


def t_power_limit(
    effect: float, alpha: float, alternative: Alternative, test_train_ratio: float
) -> float:
    """Return what the power of the corrected t test stays below, however many splits there are."""
    shift = np.asarray(effect / np.sqrt(test_train_ratio))
    return float(_of_z(shift, alpha, alternative))


def two_sample_t_power(
    n: Size, effect: float, alpha: float, alternative: Alternative
) -> FloatArray:
    """Return the power of the t test of two groups with equal variances."""
    n1, n2 = n if isinstance(n, tuple) else (n, n)
    shift = effect / np.sqrt(1.0 / n1 + 1.0 / n2)
    return _of_t(n1 + n2 - 2.0, shift, alpha, alternative)


def z_power(n: FloatArray, effect: float, alpha: float, alternative: Alternative) -> FloatArray:
    """Return the power of the z test of a mean that is `effect` standard deviations off."""
    return _of_z(effect * np.sqrt(n), alpha, alternative)


def anova_power(n: FloatArray, effect: float, alpha: float, k: int) -> FloatArray:
    """Return the power of the F test of k groups of n; the noncentrality is f^2 k n."""
    return _of_f(n, effect, alpha, k, k * (n - 1.0))


def anova_blocks_power(n: FloatArray, effect: float, alpha: float, k: int) -> FloatArray:
    """Return the power of the F test of k algorithms over n blocks."""
    return _of_f(n, effect, alpha, k, (k - 1.0) * (n - 1.0))


def two_proportions_power(
    n: Size, rates: tuple[float, float], alpha: float, alternative: Alternative
) -> FloatArray:
    """Return the power of the z test of two error rates, by the normal curve.

    z has the pooled rate under its root, and the difference the variance of its own two rates
    (Fleiss, Statistical methods for rates and proportions, 1981, equation 3.14, without the
    correction).
    """
    n1, n2 = n if isinstance(n, tuple) else (n, n)
    first, second = rates
    pooled = (n1 * first + n2 * second) / (n1 + n2)
    under_null = np.sqrt(pooled * (1.0 - pooled) * (1.0 / n1 + 1.0 / n2))
    sd = np.sqrt(first * (1.0 - first) / n1 + second * (1.0 - second) / n2)
    gap = np.asarray(first - second)
    edge = -tails.normal_quantile(_tail(alpha, alternative)) * under_null

    def beyond(difference: FloatArray) -> FloatArray:
        # rates of 0 and 1 do not vary: the test then rejects always or never
        always = np.where(difference - edge > 0.0, np.inf, -np.inf)
        z = (difference - edge) / np.where(sd > 0.0, sd, 1.0)
        return 1.0 - tails.normal_upper(np.where(sd > 0.0, z, always))

    return _both(beyond, gap, alternative)


def _of_t(df: FloatArray, shift: FloatArray, alpha: float, alternative: Alternative) -> FloatArray:
    df, shift = np.broadcast_arrays(df, shift)
    edge = -tails.t_quantile(_tail(alpha, alternative), df)
    upper = np.vectorize(t_upper, otypes=[float])
    return _both(lambda noncentral: upper(edge, df, noncentral), shift, alternative)


def _of_z(shift: FloatArray, alpha: float, alternative: Alternative) -> FloatArray:
    edge = -tails.normal_quantile(_tail(alpha, alternative))
    return _both(lambda mean: tails.normal_upper(edge - mean), shift, alternative)


def _of_f(n: FloatArray, effect: float, alpha: float, k: int, df2: FloatArray) -> FloatArray:
    edge = tails.f_quantile(1.0 - alpha, k - 1.0, df2)
    upper = np.vectorize(f_upper, otypes=[float])
    return np.asarray(upper(edge, k - 1.0, df2, effect * effect * k * n))


def _both(
    beyond: Callable[[FloatArray], FloatArray], gap: FloatArray, alternative: Alternative
) -> FloatArray:
    """Add what lies beyond the edge on the sides that the alternative asks about."""
    if alternative == "greater":
        return beyond(gap)
    if alternative == "less":
        return beyond(-gap)
    return np.minimum(beyond(gap) + beyond(-gap), 1.0)


def _tail(alpha: float, alternative: Alternative) -> float:
    return alpha / 2.0 if alternative == "two-sided" else alpha
