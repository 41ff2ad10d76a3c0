"""The binomial test of one error rate: exact."""

from __future__ import annotations

import numpy as np
from scipy import special

from bakeoff import checks
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.counts import errors_of, whole
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import Alternative, ArrayLike, FloatArray

EQUALLY_LIKELY = 1e-7  # two outcomes whose probabilities agree so closely count as equally likely


def binomial(
    errors: ArrayLike, n: ArrayLike, *, p0: float, alternative: Alternative = "greater"
) -> TestResult:
    """Test whether the error rate of one classifier is `p0`, exactly.

    The null hypothesis: the classifier errs with probability `p0` on every item, independently.
    ``greater`` asks whether the true rate is above `p0`, ``less`` whether it is below,
    ``two-sided`` whether it is not `p0`. The p-value of ``two-sided`` is the method of small
    p-values: the probability of all counts that are no more likely than the one seen.

    Parameters
    ----------
    errors, n
        How many errors were made on how many items; arrays give one test each.
    p0
        The error rate to test against, strictly between 0 and 1.
    alternative
        ``two-sided``, ``less`` or ``greater``.

    Returns
    -------
    TestResult
        ``statistic`` is the number of errors, ``estimate`` the error rate, ``effect`` its
        difference from `p0`; ``interval()`` is two-sided, by Clopper and Pearson.

    Notes
    -----
    Alpaydin, Introduction to Machine Learning, equation 19.10. The items must be independent
    of one another and of the training set. With error rates of several runs, use `mean_t`.
    To compare two classifiers on the same items, use `mcnemar`.

    Examples
    --------
    Mendel's peas: 682 of 925 plants where 3 of 4 are expected (Conover, Practical
    Nonparametric Statistics, 1971, p. 97):

    >>> result = binomial(682, 925, p0=0.75, alternative="two-sided")
    >>> round(result.p_value, 4)
    0.3825
    >>> low, high = result.interval()
    >>> print(f"{low:.4f} to {high:.4f}")
    0.7077 to 0.7654
    """
    checks.alternative(alternative)
    wrong, items = errors_of(errors, n)
    rate = checks.fraction(p0, "p0")
    estimate = wrong / items
    return TestResult(
        name="binomial",
        statistic=wrong,
        p_value=p_value(wrong, items, rate, alternative),
        alternative=alternative,
        method="exact",
        n=whole(items),
        estimate=estimate,
        effect=Effect("difference from p0", estimate - rate),
        notes=notes.out_of_reach(
            smallest_p_value(items, p0=rate, alternative=alternative), "{} items", items
        ),
        details={"p0": rate},
        interval_at=lambda level: intervals.clopper_pearson(
            wrong, items, intervals.tail_area(level)
        ),
    )


def p_value(errors: FloatArray, n: FloatArray, p0: float, alternative: Alternative) -> FloatArray:
    """Return the exact p-value (Alpaydin, equation 19.10, for ``greater``)."""
    if alternative == "greater":
        return tails.binomial_upper(errors, n, p0)
    if alternative == "less":
        return tails.binomial_lower(errors, n, p0)
    return _small_p_values(errors, n, p0)


def smallest_p_value(
    n: ArrayLike, *, p0: float, alternative: Alternative = "greater"
) -> FloatArray:
    """Return the smallest p-value that `n` items can give: all wrong, or all right."""
    items = np.asarray(n, dtype=np.float64)
    return np.minimum(
        p_value(np.zeros_like(items), items, p0, alternative),
        p_value(items, items, p0, alternative),
    )


def _small_p_values(errors: FloatArray, n: FloatArray, p0: float) -> FloatArray:
    """Return the probability of all counts that are no more likely than the one seen."""
    mode = np.floor((n + 1.0) * p0)
    # a count above the mode is read as one of right answers: then it is below, for all tests
    above = errors > mode
    seen = np.where(above, n - errors, errors)
    rate = np.where(above, 1.0 - p0, p0)
    peak = np.where(above, n - mode, mode)
    limit = _log_probability(seen, n, rate) + EQUALLY_LIKELY
    # beyond the peak the probabilities fall: halve the stretch where they cross the limit
    likelier, rarer = peak - 1.0, n + 1.0
    while np.any(rarer - likelier > 1.0):
        middle = np.floor((likelier + rarer) / 2.0)
        rare = (middle > likelier) & (_log_probability(middle, n, rate) <= limit)
        likelier = np.where(rare, likelier, middle)
        rarer = np.where(rare, middle, rarer)
    both = tails.binomial_lower(seen, n, rate) + tails.binomial_upper(rarer, n, rate)
    return np.minimum(both, 1.0)


def _log_probability(x: FloatArray, n: FloatArray, p: FloatArray) -> FloatArray:
    choose = -np.log1p(n) - special.betaln(n - x + 1.0, x + 1.0)
    return np.asarray(choose + special.xlogy(x, p) + special.xlog1py(n - x, -p))
