"""The t test of two independent groups: Welch's, or with a pooled variance."""

from __future__ import annotations

import numpy as np
from scipy import special

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import intervals, notes, ranks, tails
from bakeoff.stats.one.mean import t_ratio, t_ratio_p_value
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import Alternative, ArrayLike, FloatArray


def two_sample_t(
    x: ArrayLike,
    y: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    equal_variances: bool = False,
) -> TestResult:
    """Test whether the means of independent runs of two algorithms differ.

    The null hypothesis: both means are equal. ``greater`` asks whether the mean of x is above
    that of y, ``less`` whether it is below, ``two-sided`` whether they differ.

    Parameters
    ----------
    x, y
        One value for each run, along the last axis; leading axes give one test each.
    alternative
        ``two-sided``, ``less`` or ``greater``, about the mean of x minus that of y.
    equal_variances
        Whether to pool the variances (Student). By default they may differ (Welch).

    Returns
    -------
    TestResult
        ``estimate`` is the difference of the means, with a two-sided ``interval()``;
        ``effect`` is Hedges' g, the difference over the pooled standard deviation, freed of
        its bias. Groups without any variation give t = +-inf and p = 0, or p = 1 if their
        means are equal; a note says so.

    Notes
    -----
    Welch, The generalization of Student's problem when several different population variances
    are involved, 1947. The runs must be independent, within the groups and between them, and
    roughly normal. Scores over the same splits are paired: use `paired_t`. For skewed values
    or outliers use `mann_whitney`.

    Examples
    --------
    Hours of sleep gained with two drugs, taken as two groups (Student, The probable error of a
    mean, 1908):

    >>> first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    >>> second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    >>> result = two_sample_t(first, second)
    >>> print(f"t = {result.statistic:.4f}, df = {result.df:.3f}, p = {result.p_value:.5f}")
    t = -1.8608, df = 17.776, p = 0.07939
    >>> low, high = result.interval()
    >>> print(f"{low:.4f} to {high:.4f}")
    -3.3655 to 0.2055
    """
    checks.alternative(alternative)
    first, second = two_groups(x, y, least=2)
    n1, n2 = first.shape[-1], second.shape[-1]
    mean1, variance1 = _moments(first)
    mean2, variance2 = _moments(second)
    difference = ranks.differences(mean1, mean2)[0]
    error, df = standard_error(variance1, n1, variance2, n2, pooled=equal_variances)
    t = t_ratio(difference, error)
    sd = np.sqrt(((n1 - 1) * variance1 + (n2 - 1) * variance2) / (n1 + n2 - 2))
    d = t_ratio(difference, sd)
    return TestResult(
        name="two_sample_t",
        statistic=t,
        p_value=t_ratio_p_value(t, error, df, alternative),
        df=df,
        alternative=alternative,
        method="exact" if equal_variances else "asymptotic",
        n=(n1, n2),
        estimate=difference,
        effect=Effect("Hedges' g", hedges_correction(n1 + n2 - 2) * d),
        notes=_notes(difference, error),
        details={"cohens_d": d, "sd1": np.sqrt(variance1), "sd2": np.sqrt(variance2)},
        interval_at=lambda level: _limits(difference, error, df, intervals.tail_area(level)),
    )


def two_groups(
    x: ArrayLike, y: ArrayLike, names: tuple[str, str] = ("x", "y"), *, least: int = 1
) -> tuple[FloatArray, FloatArray]:
    """Return two independent groups with the same leading axes; their sizes may differ."""
    first = checks.numbers(x, names[0], least=least)
    second = checks.numbers(y, names[1], least=least)
    if first.shape[:-1] != second.shape[:-1]:
        raise InvalidInput(
            f"{names[0]} and {names[1]} must have the same leading axes, one test each; "
            f"{names[0]} has the shape {first.shape} and {names[1]} has {second.shape}"
        )
    return first, second


def standard_error(
    variance1: FloatArray, n1: int, variance2: FloatArray, n2: int, *, pooled: bool
) -> tuple[FloatArray, FloatArray]:
    """Return the standard error of the difference of two means and its degrees of freedom."""
    full = np.full(np.shape(variance1), n1 + n2 - 2.0)
    if pooled:
        variance = ((n1 - 1) * variance1 + (n2 - 1) * variance2) / full
        return np.sqrt(variance * (1.0 / n1 + 1.0 / n2)), full
    share1, share2 = variance1 / n1, variance2 / n2
    total = share1 + share2
    # Welch and Satterthwaite, with shares of the total: squares of tiny variances underflow
    scale = np.where(total > 0.0, total, 1.0)
    parts = (share1 / scale) ** 2 / (n1 - 1) + (share2 / scale) ** 2 / (n2 - 1)
    return np.sqrt(total), np.where(total > 0.0, 1.0 / np.where(parts > 0.0, parts, 1.0), full)


def hedges_correction(df: int) -> float:
    """Return the factor that frees Cohen's d of its bias (Hedges 1981, equation 6e)."""
    log_factor = special.gammaln(df / 2.0) - special.gammaln((df - 1.0) / 2.0)
    return float(np.exp(log_factor) / np.sqrt(df / 2.0))


def _moments(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return mean and variance along the last axis; values equal but for dust vary by 0."""
    n = values.shape[-1]
    mean = np.vecdot(values, np.ones(n)) / n
    rest = values - mean[..., np.newaxis]
    squares = np.vecdot(rest, rest)
    # a range of dust leaves squares of dust: only such rows are worth the closer look
    if np.any(squares <= ranks.RELATIVE_DUST**2 * n * (squares + n * mean**2)):
        spread = values.max(axis=-1) - values.min(axis=-1)
        constant = spread <= ranks.RELATIVE_DUST * np.abs(values).max(axis=-1)
        mean = np.where(constant, values[..., 0], mean)
        squares = np.where(constant, 0.0, squares)
    return mean, squares / (n - 1)


def _limits(
    difference: FloatArray, error: FloatArray, df: FloatArray, tail: float
) -> tuple[FloatArray, FloatArray]:
    half = -tails.t_quantile(tail, df) * error
    return difference - half, difference + half


def _notes(difference: FloatArray, error: FloatArray) -> tuple[str, ...]:
    still = error == 0.0
    return (
        *notes.where(still & (difference == 0.0), "all values of both groups are equal"),
        *notes.where(still & (difference != 0.0), "no variation between runs in either group"),
    )
