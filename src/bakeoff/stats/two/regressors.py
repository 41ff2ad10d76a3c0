"""The F test of two regressors' squared errors on independent test sets."""

from __future__ import annotations

import numpy as np

from bakeoff import checks
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.results import Effect, TestResult
from bakeoff.stats.two.independent import two_groups
from bakeoff.types import Alternative, ArrayLike, FloatArray


def squared_error_ratio(
    residuals1: ArrayLike, residuals2: ArrayLike, *, alternative: Alternative = "two-sided"
) -> TestResult:
    """Test whether two regressors' mean squared errors differ, on independent test sets.

    The null hypothesis: the residuals of both are normal around 0 with the same variance.
    ``greater`` asks whether the first has the larger mean squared error, ``less`` whether it
    has the smaller, ``two-sided`` whether they differ.

    Parameters
    ----------
    residuals1, residuals2
        True value minus prediction for each test item, along the last axis; leading axes give
        one test each.
    alternative
        ``two-sided``, ``less`` or ``greater``, about the first against the second.

    Returns
    -------
    TestResult
        ``statistic`` and ``estimate`` are the ratio of the two mean squared errors, with a
        two-sided ``interval()``; ``effect`` is its natural logarithm, which is 0 for equals.

    Notes
    -----
    The sum of n squared residuals over their variance is chi-square with n degrees of freedom,
    so the ratio of two independent means is F with n1 and n2 (no mean is estimated, so none is
    taken off). The F test leans on the normal curve more than the t test does (Box,
    Non-normality and tests on variances, 1953): a few outliers make it reject too often. Two
    regressors on the same items are paired, and their squared errors rise and fall together:
    there, give both squared errors to `wilcoxon`, `permutation` or `paired_t`.

    Examples
    --------
    The 5 percent point of F with 10 and 10 degrees of freedom is 2.98 in the tables:

    >>> result = squared_error_ratio([2.98**0.5] * 10, [1.0, -1.0] * 5, alternative="greater")
    >>> print(f"F = {result.statistic:.2f}, p = {result.p_value:.3f}")
    F = 2.98, p = 0.050
    """
    checks.alternative(alternative)
    first, second = two_groups(residuals1, residuals2, ("residuals1", "residuals2"))
    n1, n2 = first.shape[-1], second.shape[-1]
    error1, error2 = np.vecdot(first, first) / n1, np.vecdot(second, second) / n2
    ratio = error_ratio(error1, error2)
    perfect = (error1 == 0.0) & (error2 == 0.0)
    with np.errstate(divide="ignore"):
        effect = np.log(ratio)  # -inf when only the first is without error
    return TestResult(
        name="squared_error_ratio",
        statistic=ratio,
        p_value=np.where(perfect, 1.0, p_value(ratio, n1, n2, alternative)),
        df=(n1, n2),
        alternative=alternative,
        method="exact",
        n=(n1, n2),
        estimate=ratio,
        effect=Effect("log of the ratio", effect),
        notes=_notes(error1, error2, n1, n2),
        details={"mean_squared_error1": error1, "mean_squared_error2": error2},
        interval_at=lambda level: ratio_limits(ratio, n1, n2, intervals.tail_area(level)),
    )


def error_ratio(error1: FloatArray, error2: FloatArray) -> FloatArray:
    """Return error1 / error2; infinite when only the second is 0, and 1 when both are."""
    ratio = error1 / np.where(error2 > 0.0, error2, 1.0)
    return np.where(error2 > 0.0, ratio, np.where(error1 > 0.0, np.inf, 1.0))


def p_value(ratio: FloatArray, n1: int, n2: int, alternative: Alternative) -> FloatArray:
    """Return the p-value of F; two-sided is twice the smaller tail."""
    upper = tails.f_upper(ratio, n1, n2)
    # P(F <= f) is the upper tail of 1/f with the degrees of freedom exchanged
    turned = np.where(ratio > 0.0, 1.0 / np.where(ratio > 0.0, ratio, 1.0), np.inf)
    return tails.by_alternative(tails.f_upper(turned, n2, n1), upper, alternative)


def ratio_limits(ratio: FloatArray, n1: int, n2: int, tail: float) -> tuple[FloatArray, FloatArray]:
    """Return ratio / F(1 - tail) and ratio / F(tail), with n1 and n2 degrees of freedom."""
    # the upper quantile is one over the lower one of F with n2 and n1: exact far out, too
    return (
        ratio * tails.f_quantile(tail, n2, n1),
        ratio / tails.f_quantile(tail, n1, n2),
    )


def _notes(error1: FloatArray, error2: FloatArray, n1: int, n2: int) -> tuple[str, ...]:
    same_items = (
        f"both have {n1} residuals: if they are of the same items, this test does not apply; "
        f"give the squared errors to wilcoxon, permutation or paired_t"
    )
    return (
        "for independent test sets only",
        *notes.where(n1 == n2, same_items),
        *notes.where((error1 == 0.0) & (error2 == 0.0), "both regressors are without error"),
        *notes.where((error1 == 0.0) ^ (error2 == 0.0), "one regressor is without error"),
    )
