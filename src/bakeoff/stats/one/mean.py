"""The t test and the z test of one mean."""

from __future__ import annotations

import numpy as np

from bakeoff import checks
from bakeoff.stats import intervals, notes, ranks, tails
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import Alternative, ArrayLike, FloatArray


def mean_t(values: ArrayLike, *, mu0: float, alternative: Alternative = "two-sided") -> TestResult:
    """Test whether the mean of one algorithm's scores is `mu0`, by Student's t.

    The null hypothesis: the scores come from a normal distribution with the mean `mu0`.
    ``greater`` asks whether the true mean is above `mu0`, ``less`` whether it is below,
    ``two-sided`` whether it is not `mu0`.

    Parameters
    ----------
    values
        One score for each run, along the last axis; leading axes give one test each.
    mu0
        The mean to test against.
    alternative
        ``two-sided``, ``less`` or ``greater``.

    Returns
    -------
    TestResult
        ``estimate`` is the mean, ``effect`` Cohen's d = (mean - mu0)/s; ``interval()`` is
        two-sided. Values without any variation give t = +-inf and p = 0, or p = 1 if all of
        them are `mu0`; a note says so.

    Notes
    -----
    Alpaydin, Introduction to Machine Learning, equation 19.12. The scores should be independent
    and roughly normal. The folds of one cross-validation share training items: their scores
    vary less than independent ones, and the test rejects too often. For two algorithms over
    the same splits use `paired_t`; for few or skewed values use `wilcoxon` against a number.

    Examples
    --------
    Ten differences in hours of sleep (Student, The probable error of a mean, 1908):

    >>> sleep = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    >>> result = mean_t(sleep, mu0=0)
    >>> print(f"t = {result.statistic:.4f}, p = {result.p_value:.6f}")
    t = 4.0621, p = 0.002833
    """
    checks.alternative(alternative)
    array = checks.numbers(values, "values", least=2)
    mean, sd = _moments(array, _target(mu0))
    t = t_ratio(mean, sd / np.sqrt(array.shape[-1]))
    df = array.shape[-1] - 1
    return TestResult(
        name="mean_t",
        statistic=t,
        p_value=t_ratio_p_value(t, sd, df, alternative),
        df=df,
        alternative=alternative,
        method="exact",
        n=array.shape[-1],
        estimate=array.mean(axis=-1),
        effect=Effect("Cohen's d", t_ratio(mean, sd)),
        notes=_notes(mean, sd),
        details={"mu0": mu0, "sd": sd},
        interval_at=lambda level: intervals.mean_limits(array, intervals.tail_area(level)),
    )


def mean_z(
    values: ArrayLike, *, mu0: float, sigma: float, alternative: Alternative = "two-sided"
) -> TestResult:
    """Test whether a mean is `mu0` when the standard deviation of one value is known.

    The null hypothesis: the values come from a normal distribution with the mean `mu0` and the
    standard deviation `sigma`. ``greater`` asks whether the true mean is above `mu0`, ``less``
    whether it is below, ``two-sided`` whether it is not `mu0`.

    Parameters
    ----------
    values
        One value for each run, along the last axis; leading axes give one test each.
    mu0
        The mean to test against.
    sigma
        The standard deviation of one value, known beforehand.
    alternative
        ``two-sided``, ``less`` or ``greater``.

    Returns
    -------
    TestResult
        ``statistic`` is z, ``estimate`` the mean, ``effect`` (mean - mu0)/sigma;
        ``interval()`` is two-sided.

    Notes
    -----
    Alpaydin, Introduction to Machine Learning, equation 19.5. A standard deviation that was
    estimated from the same values is not known: use `mean_t`.

    Examples
    --------
    Four values whose mean is 1.96 standard errors above 0 (Alpaydin, section 19.8: 95 percent
    of the unit normal distribution lies between -1.96 and 1.96):

    >>> result = mean_z([1.0, 0.9, 1.1, 0.92], mu0=0, sigma=1)
    >>> print(f"z = {result.statistic:.2f}, p = {result.p_value:.2f}")
    z = 1.96, p = 0.05
    """
    checks.alternative(alternative)
    array = checks.numbers(values, "values")
    spread = checks.positive(sigma, "sigma")
    n = array.shape[-1]
    mean = ranks.differences(array, _target(mu0))[0].mean(axis=-1)
    z = mean / (spread / np.sqrt(n))
    return TestResult(
        name="mean_z",
        statistic=z,
        p_value=tails.normal_p_value(z, alternative),
        alternative=alternative,
        method="exact",
        n=n,
        estimate=array.mean(axis=-1),
        effect=Effect("(mean - mu0)/sigma", mean / spread),
        details={"mu0": mu0, "sigma": spread},
        interval_at=lambda level: intervals.mean_limits(array, intervals.tail_area(level), spread),
    )


def t_ratio(mean: FloatArray, standard_error: FloatArray) -> FloatArray:
    """Return mean / standard error; without variation 0 for a mean of 0, and else +-inf."""
    still = standard_error == 0.0
    ratio = mean / np.where(still, 1.0, standard_error)
    return np.where(still, np.where(mean == 0.0, 0.0, np.copysign(np.inf, mean)), ratio)


def t_ratio_p_value(
    t: FloatArray, standard_error: FloatArray, df: FloatArray | int, alternative: Alternative
) -> FloatArray:
    """Return the p-value of a t ratio; 1 where there is neither difference nor variation."""
    identical = (standard_error == 0.0) & (t == 0.0)
    if alternative == "two-sided":  # one tail is enough, and half the time
        return np.where(identical, 1.0, 2.0 * tails.t_upper(np.abs(t), df))
    return np.where(identical, 1.0, tails.t_p_value(t, df, alternative))


def _target(mu0: float) -> FloatArray:
    return np.array([checks.finite(mu0, "mu0")])


def _moments(values: FloatArray, mu0: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the mean of values - mu0 and their standard deviation, free of dust."""
    difference, dust = ranks.differences(values, mu0)
    spread = difference.max(axis=-1) - difference.min(axis=-1)
    constant = spread <= dust.max(axis=-1)
    sd = np.where(constant, 0.0, difference.std(axis=-1, ddof=1))
    # where dust is all there is, the mean is the first difference and not a rounded sum
    return np.where(constant, difference[..., 0], difference.mean(axis=-1)), sd


def _notes(mean: FloatArray, sd: FloatArray) -> tuple[str, ...]:
    return (
        *notes.where((sd == 0.0) & (mean == 0.0), "all values are equal to mu0"),
        *notes.where(
            (sd == 0.0) & (mean != 0.0),
            "no variation between splits: the values are all equal and none is mu0",
        ),
    )
