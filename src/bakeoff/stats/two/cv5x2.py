"""The two tests of five times two-fold cross-validation: Dietterich's t and Alpaydin's F."""

from __future__ import annotations

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.one.mean import t_ratio, t_ratio_p_value
from bakeoff.stats.ranks import RELATIVE_DUST
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import Alternative, ArrayLike, FloatArray

T_DF = 5
F_DF = (10, 5)


def cv5x2_t(differences: ArrayLike, *, alternative: Alternative = "two-sided") -> TestResult:
    """Test whether two algorithms differ, by the t test on five times two-fold cross-validation.

    The null hypothesis: both algorithms have the same expected score on this data set.
    ``greater`` asks whether the first scores higher than the second, ``less`` whether it scores
    lower, ``two-sided`` whether they differ.

    Parameters
    ----------
    differences
        The first algorithm's score minus the second's: 5 replications x 2 folds. Leading axes
        give one test each.
    alternative
        ``two-sided``, ``less`` or ``greater``.

    Returns
    -------
    TestResult
        ``statistic`` is t on 5 degrees of freedom. The test looks at one of the ten
        differences, the first fold of the first replication: that one is ``estimate``, and
        ``interval()`` is its two-sided interval. ``effect`` is the mean of all ten over the
        standard deviation of one. ``details`` hold mean_difference, variance (the mean of the
        five) and variances.

    Notes
    -----
    t = p_1^(1) / sqrt(sum s_i^2 / 5): Dietterich, Approximate statistical tests for comparing
    supervised classification learning algorithms, 1998; Alpaydin, Introduction to Machine
    Learning, equation 19.15. Which of the ten differences stands in the numerator is chance;
    `cv5x2_f` uses all of them and is preferred unless a one-sided answer is needed.

    Examples
    --------
    The critical value on 5 degrees of freedom is 2.57 (Alpaydin, section 19.11.3), so a t of 2
    does not reject at 0.05:

    >>> table = [[0.02, 0.01], [0.03, 0.01], [0.02, 0.02], [0.01, 0.03], [0.02, 0.01]]
    >>> result = cv5x2_t(table)
    >>> print(f"t = {result.statistic:.2f}, p = {result.p_value:.3f}")
    t = 2.00, p = 0.102
    """
    checks.alternative(alternative)
    table = _validated(differences)
    variance = _variances(table)
    spread = np.sqrt(variance.mean(axis=-1))
    first = table[..., 0, 0]
    t = t_ratio(first, spread)
    return TestResult(
        name="cv5x2_t",
        statistic=t,
        p_value=t_ratio_p_value(t, spread, T_DF, alternative),
        df=T_DF,
        alternative=alternative,
        method="asymptotic",
        n=10,
        estimate=first,
        effect=_effect(table, spread),
        notes=_notes(table, spread),
        details=_details(table, variance),
        interval_at=lambda level: _limits(first, spread, level),
    )


def cv5x2_f(differences: ArrayLike) -> TestResult:
    """Test whether two algorithms differ, by the F test on five times two-fold cross-validation.

    The null hypothesis: both algorithms have the same expected score on this data set. The
    alternative is that they differ, in whichever direction.

    Parameters
    ----------
    differences
        The first algorithm's score minus the second's: 5 replications x 2 folds. Leading axes
        give one test each.

    Returns
    -------
    TestResult
        ``statistic`` is F on 10 and 5 degrees of freedom, ``estimate`` the mean of the ten
        differences, ``effect`` that mean over the standard deviation of one. ``details`` hold
        mean_difference, variance (the mean of the five) and variances. There is no interval:
        what F does not reject need not be an interval around the mean.

    Notes
    -----
    F = sum_ij (p_i^(j))^2 / (2 sum_i s_i^2): Alpaydin, Combined 5x2 cv F test for comparing
    supervised classification learning algorithms, 1999; Introduction to Machine Learning,
    equation 19.17. It uses all ten differences where `cv5x2_t` uses one. With ten folds and no
    wish to run again, use `paired_t` with a ratio.

    Examples
    --------
    The critical value on 10 and 5 degrees of freedom is 4.74 (Alpaydin, section 19.11.4), so an
    F of 3.8 does not reject at 0.05:

    >>> table = [[0.02, 0.01], [0.03, 0.01], [0.02, 0.02], [0.01, 0.03], [0.02, 0.01]]
    >>> result = cv5x2_f(table)
    >>> print(f"F = {result.statistic:.2f}, p = {result.p_value:.3f}")
    F = 3.80, p = 0.077
    """
    table = _validated(differences)
    variance = _variances(table)
    spread = np.sqrt(variance.mean(axis=-1))
    f = f_statistic(table, variance)
    return TestResult(
        name="cv5x2_f",
        statistic=f,
        p_value=np.where(f == 0.0, 1.0, tails.f_upper(f, *F_DF)),
        df=F_DF,
        method="asymptotic",
        n=10,
        estimate=table.mean(axis=(-2, -1)),
        effect=_effect(table, spread),
        notes=_notes(table, spread),
        details=_details(table, variance),
    )


def f_statistic(table: FloatArray, variance: FloatArray) -> FloatArray:
    """Return F (Alpaydin, equation 19.17); without variation 0 if nothing differs, else inf."""
    above = np.sum(table * table, axis=(-2, -1))
    below = 2.0 * variance.sum(axis=-1)
    ratio = above / np.where(below == 0.0, 1.0, below)
    return np.where(below == 0.0, np.where(above == 0.0, 0.0, np.inf), ratio)


def _validated(differences: ArrayLike) -> FloatArray:
    table = checks.numbers(differences, "differences")
    if table.shape[-2:] != (5, 2):
        raise InvalidInput(
            f"differences must be 5 replications x 2 folds, of the shape (..., 5, 2); "
            f"it had the shape {table.shape}"
        )
    return table


def _variances(table: FloatArray) -> FloatArray:
    """Return s_i^2 = (p_i^(1) - p_i)^2 + (p_i^(2) - p_i)^2 of each replication, without dust."""
    gap = table[..., 0] - table[..., 1]
    dust = RELATIVE_DUST * np.abs(table).max(axis=-1)
    return np.where(np.abs(gap) <= dust, 0.0, gap * gap / 2.0)


def _effect(table: FloatArray, spread: FloatArray) -> Effect:
    return Effect("standardised mean difference", t_ratio(table.mean(axis=(-2, -1)), spread))


def _details(table: FloatArray, variance: FloatArray) -> dict[str, FloatArray]:
    return {
        "mean_difference": table.mean(axis=(-2, -1)),
        "variance": variance.mean(axis=-1),
        "variances": variance,
    }


def _limits(first: FloatArray, spread: FloatArray, level: float) -> tuple[FloatArray, FloatArray]:
    half = -tails.t_quantile(intervals.tail_area(level), T_DF) * spread
    return first - half, first + half


def _notes(table: FloatArray, spread: FloatArray) -> tuple[str, ...]:
    still = np.asarray(spread == 0.0)
    same = (table == 0.0).all(axis=(-2, -1))
    return (
        *notes.where(same, "the two algorithms are identical: every difference is zero"),
        *notes.where(
            still & ~same, "no variation between splits: both folds of each replication agree"
        ),
    )
