"""The z test for the difference of two error rates from independent test sets."""

from __future__ import annotations

import numpy as np

from bakeoff import checks
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.counts import errors_of, same_shape, whole
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import Alternative, ArrayLike, FloatArray

RULE_OF_THUMB = 5.0  # expected errors and right answers from which the normal curve is close


def two_proportions(
    errors1: ArrayLike,
    n1: ArrayLike,
    errors2: ArrayLike,
    n2: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    correction: bool = False,
) -> TestResult:
    """Test whether two error rates from independent test sets differ.

    The null hypothesis: both classifiers err with the same probability. ``greater`` asks
    whether the first errs more often than the second, ``less`` whether it errs less often,
    ``two-sided`` whether their error rates differ.

    Parameters
    ----------
    errors1, n1, errors2, n2
        The errors and the items of the first and of the second; arrays give one test each.
    alternative
        ``two-sided``, ``less`` or ``greater``, about the first rate minus the second.
    correction
        Whether to draw the difference towards 0 by (1/n1 + 1/n2)/2 (Yates).

    Returns
    -------
    TestResult
        ``statistic`` is z with the pooled rate, ``estimate`` the difference of the rates,
        ``effect`` Cohen's h = 2 asin(sqrt(p1)) - 2 asin(sqrt(p2)). ``interval()`` holds the
        difference: Newcombe's method 10 for independent rates, two-sided, without correction.

    Notes
    -----
    Dietterich (Approximate statistical tests for comparing supervised classification learning
    algorithms, 1998, section 3.2) gives the formula and its weakness: on one and the same test
    set the two rates are not independent, and the test then misses differences. There, use
    `mcnemar`.

    Examples
    --------
    56 of 70 against 48 of 80 (Newcombe, Interval estimation for the difference between
    independent proportions, 1998, table II):

    >>> result = two_proportions(56, 70, 48, 80)
    >>> print(f"z = {result.statistic:.4f}, p = {result.p_value:.5f}")
    z = 2.6502, p = 0.00805
    >>> low, high = result.interval()
    >>> print(f"{low:.4f} to {high:.4f}")
    0.0524 to 0.3339
    """
    checks.alternative(alternative)
    wrong1, items1, wrong2, items2 = _validated(errors1, n1, errors2, n2)
    z = z_statistic(wrong1, items1, wrong2, items2, correction=correction)
    pooled = (wrong1 + wrong2) / (items1 + items2)
    unanimous = (pooled == 0.0) | (pooled == 1.0)
    rate1, rate2 = wrong1 / items1, wrong2 / items2
    return TestResult(
        name="two_proportions",
        statistic=z,
        p_value=np.where(unanimous, 1.0, tails.normal_p_value(z, alternative)),
        alternative=alternative,
        method="asymptotic",
        n=(whole(items1), whole(items2)),
        estimate=rate1 - rate2,
        effect=Effect("Cohen's h", 2.0 * (np.arcsin(np.sqrt(rate1)) - np.arcsin(np.sqrt(rate2)))),
        notes=_notes(items1, items2, pooled, alternative, correction=correction),
        details={"rate1": rate1, "rate2": rate2, "pooled": pooled},
        interval_at=lambda level: difference_limits(
            wrong1, items1, wrong2, items2, intervals.tail_area(level)
        ),
    )


def z_statistic(
    errors1: FloatArray,
    n1: FloatArray,
    errors2: FloatArray,
    n2: FloatArray,
    *,
    correction: bool,
) -> FloatArray:
    """Return (p1 - p2) / sqrt(p (1 - p) (1/n1 + 1/n2)), p pooled; 0 if all are right or wrong."""
    pooled = (errors1 + errors2) / (n1 + n2)
    weight = 1.0 / n1 + 1.0 / n2
    error = np.sqrt(pooled * (1.0 - pooled) * weight)
    # equal rates on paper, such as 1/3 and 2/6, are compared as whole numbers
    gap = (errors1 * n2 - errors2 * n1) / (n1 * n2)
    if correction:
        gap = np.sign(gap) * np.maximum(np.abs(gap) - weight / 2.0, 0.0)
    return np.where(error > 0.0, gap / np.where(error > 0.0, error, 1.0), 0.0)


def smallest_p_value(
    n1: ArrayLike,
    n2: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    correction: bool = False,
) -> FloatArray:
    """Return the smallest p-value: one set all wrong, the other all right."""
    items1, items2 = (np.asarray(n, dtype=np.float64) for n in (n1, n2))
    z = z_statistic(items1, items1, np.zeros_like(items2), items2, correction=correction)
    return tails.normal_p_value(-z if alternative == "less" else z, alternative)


def difference_limits(
    errors1: FloatArray, n1: FloatArray, errors2: FloatArray, n2: FloatArray, tail: float
) -> tuple[FloatArray, FloatArray]:
    """Return limits for the difference of two independent rates (Newcombe 1998, method 10).

    D - sqrt((p1 - l1)^2 + (u2 - p2)^2) to D + sqrt((u1 - p1)^2 + (p2 - l2)^2), with Wilson's
    limits l and u of each rate.
    """
    low1, high1 = intervals.wilson(errors1, n1, tail)
    low2, high2 = intervals.wilson(errors2, n2, tail)
    rate1, rate2 = errors1 / n1, errors2 / n2
    difference = rate1 - rate2
    return (
        difference - np.hypot(rate1 - low1, high2 - rate2),
        difference + np.hypot(high1 - rate1, rate2 - low2),
    )


def _validated(
    errors1: ArrayLike, n1: ArrayLike, errors2: ArrayLike, n2: ArrayLike
) -> list[FloatArray]:
    wrong1, items1 = errors_of(errors1, n1, ("errors1", "n1"))
    wrong2, items2 = errors_of(errors2, n2, ("errors2", "n2"))
    return same_shape({"errors1": wrong1, "n1": items1, "errors2": wrong2, "n2": items2})


def _notes(
    n1: FloatArray,
    n2: FloatArray,
    pooled: FloatArray,
    alternative: Alternative,
    *,
    correction: bool,
) -> tuple[str, ...]:
    expected = np.minimum(n1, n2) * np.minimum(pooled, 1.0 - pooled)
    few = (expected < RULE_OF_THUMB) & (expected > 0.0)
    first = int(np.argmax(few))
    smallest = smallest_p_value(n1, n2, alternative=alternative, correction=correction)
    return (
        *notes.where(expected == 0.0, "both error rates are 0, or both are 1"),
        *notes.where(
            few,
            f"the normal approximation asks for {RULE_OF_THUMB:g} expected errors and right "
            f"answers in each set; here the smallest is {expected.flat[first]:.3g}",
        ),
        *notes.out_of_reach(smallest, "{} and {} items", n1, n2),
    )
