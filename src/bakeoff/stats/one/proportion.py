"""The z test of one error rate: the normal approximation of the binomial test."""

from __future__ import annotations

import numpy as np

from bakeoff import checks
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.counts import errors_of, whole
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import Alternative, ArrayLike, FloatArray

RULE_OF_THUMB = 5.0  # the variance n p0 (1 - p0) from which the normal curve is close enough


def proportion_z(
    errors: ArrayLike, n: ArrayLike, *, p0: float, alternative: Alternative = "greater"
) -> TestResult:
    """Test whether the error rate of one classifier is `p0`, by the normal approximation.

    The null hypothesis: the classifier errs with probability `p0` on every item, independently.
    ``greater`` asks whether the true rate is above `p0`, ``less`` whether it is below,
    ``two-sided`` whether it is not `p0`.

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
        ``statistic`` is z, ``estimate`` the error rate, ``effect`` its difference from `p0`;
        ``interval()`` is two-sided, by Wilson, who turned this very test around.

    Notes
    -----
    Alpaydin, Introduction to Machine Learning, equation 19.11. The items must be independent
    of one another and of the training set. The approximation asks for n p0 (1 - p0) of at
    least 5; below that a note says so. `binomial` is exact, costs as little and has no such
    limit: prefer it. This test is here because it is what many papers report.

    Examples
    --------
    Mendel's peas: 682 of 925 plants where 3 of 4 are expected (Conover, Practical
    Nonparametric Statistics, 1971, p. 97; the exact p is 0.3825):

    >>> result = proportion_z(682, 925, p0=0.75, alternative="two-sided")
    >>> print(f"z = {result.statistic:.3f}, p = {result.p_value:.4f}")
    z = -0.892, p = 0.3723
    """
    checks.alternative(alternative)
    wrong, items = errors_of(errors, n)
    rate = checks.fraction(p0, "p0")
    estimate = wrong / items
    z = z_statistic(wrong, items, rate)
    return TestResult(
        name="proportion_z",
        statistic=z,
        p_value=tails.normal_p_value(z, alternative),
        alternative=alternative,
        method="asymptotic",
        n=whole(items),
        estimate=estimate,
        effect=Effect("difference from p0", estimate - rate),
        notes=_notes(items, rate, alternative),
        details={"p0": rate},
        interval_at=lambda level: intervals.wilson(wrong, items, intervals.tail_area(level)),
    )


def z_statistic(errors: FloatArray, n: FloatArray, p0: float) -> FloatArray:
    """Return z = (e/n - p0) / sqrt(p0 (1 - p0) / n) (Alpaydin, equation 19.11)."""
    return np.asarray((errors / n - p0) / np.sqrt(p0 * (1.0 - p0) / n))


def smallest_p_value(
    n: ArrayLike, *, p0: float, alternative: Alternative = "greater"
) -> FloatArray:
    """Return the smallest p-value that `n` items can give: all wrong, or all right."""
    items = np.asarray(n, dtype=np.float64)
    ends = [z_statistic(errors, items, p0) for errors in (np.zeros_like(items), items)]
    return np.minimum(*(tails.normal_p_value(z, alternative) for z in ends))


def _notes(n: FloatArray, p0: float, alternative: Alternative) -> tuple[str, ...]:
    variance = n * p0 * (1.0 - p0)
    first = int(np.argmax(variance < RULE_OF_THUMB))
    rule = (
        f"the normal approximation asks for n p0 (1 - p0) of at least {RULE_OF_THUMB:g}; here it "
        f"is {variance.flat[first]:.3g} (n = {n.flat[first]:g}, p0 = {p0:g}): "
        f"use binomial, the exact test"
    )
    smallest = smallest_p_value(n, p0=p0, alternative=alternative)
    return (
        *notes.where(variance < RULE_OF_THUMB, rule),
        *notes.out_of_reach(smallest, "{} items", n),
    )
