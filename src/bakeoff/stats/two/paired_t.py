"""The paired t test, plain and corrected for training sets that overlap."""

from __future__ import annotations

import numpy as np

from bakeoff import checks
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.labelled import in_order_of
from bakeoff.stats.one.mean import t_ratio, t_ratio_p_value
from bakeoff.stats.ranks import RELATIVE_DUST, differences
from bakeoff.stats.results import Effect, TestResult
from bakeoff.stats.two.independent import hedges_correction
from bakeoff.types import Alternative, ArrayLike, FloatArray

CHUNK = 65_536  # numbers worked on at once: what fits into a processor's own memory


def paired_t(
    a: ArrayLike,
    b: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    test_train_ratio: float | None = None,
) -> TestResult:
    """Test whether the mean difference of two algorithms over the same splits is zero.

    The null hypothesis: the differences a - b come from a normal distribution with mean 0.
    ``greater`` asks whether the mean of `a` is above that of `b`, ``less`` whether it is below,
    ``two-sided`` whether they differ.

    Parameters
    ----------
    a, b
        Paired scores along the last axis, one a split; leading axes give one test each. `b`
        may be one number.
    alternative
        ``two-sided``, ``less`` or ``greater``, about a - b.
    test_train_ratio
        The size of a test set divided by the size of a training set. Given, it makes this the
        corrected resampled t test. For k folds, once or repeated, it is 1/(k - 1).

    Returns
    -------
    TestResult
        ``estimate`` is the mean difference, ``interval()`` its two-sided interval, ``effect``
        d_z = mean / sd of the differences. ``details`` hold sd, standard_error, hedges_g (d_z
        without its bias in small samples) and variance_factor. Differences without any
        variation give t = +-inf and p = 0, or p = 1 if all of them are 0; a note says so.

    Notes
    -----
    t = mean / (s sqrt(1/n)) on n - 1 degrees of freedom: Alpaydin, Introduction to Machine
    Learning, equation 19.14. With the ratio: t = mean / (s sqrt(1/n + ratio)), Nadeau and
    Bengio, Inference for the generalization error, 2003; n is folds x repeats (Bouckaert and
    Frank, 2004).

    The plain test asks for independent differences. Splits of one data set share training
    items, most of all when they are drawn at random: their differences vary less than
    independent ones, and the plain test rejects true null hypotheses too often (Dietterich,
    1998). For such splits give `test_train_ratio`, or run five times two folds and use
    `cv5x2_f`. For scores of several data sets use `wilcoxon`: they are not of one scale.

    Examples
    --------
    The hours of sleep gained with two drugs (Student, The probable error of a mean, 1908):

    >>> first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    >>> second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    >>> result = paired_t(first, second)
    >>> print(f"t = {result.statistic:.4f}, df = {result.df}, p = {result.p_value:.6f}")
    t = -4.0621, df = 9, p = 0.002833

    If the ten pairs were the folds of a cross-validation, 1/9 would correct for their overlap:

    >>> corrected = paired_t(first, second, test_train_ratio=1 / 9)
    >>> print(f"t = {corrected.statistic:.4f}, p = {corrected.p_value:.6f}")
    t = -2.7957, p = 0.020857
    """
    first, second = checks.pair(a, in_order_of(a, b), least=2)
    checks.alternative(alternative)
    n = first.shape[-1]
    factor = variance_factor(n, test_train_ratio)
    mean, sd = moments(first, second)
    error = sd * np.sqrt(factor)
    t = t_ratio(mean, error)
    d_z = t_ratio(mean, sd)
    return TestResult(
        name="paired_t",
        statistic=t,
        p_value=t_ratio_p_value(t, error, n - 1, alternative),
        df=n - 1,
        alternative=alternative,
        method="exact" if test_train_ratio is None else "asymptotic",
        n=n,
        estimate=mean,
        effect=Effect("d_z", d_z),
        notes=variation_notes(mean, sd),
        details={
            "sd": sd,
            "standard_error": error,
            "hedges_g": t_ratio(mean * hedges_correction(n - 1), sd),
            "variance_factor": factor,
        },
        interval_at=lambda level: _limits(mean, error, n - 1, level),
    )


def variance_factor(n: int, test_train_ratio: float | None) -> float:
    """Return what the variance of one difference is multiplied by to give that of the mean."""
    if test_train_ratio is None:
        return 1.0 / n
    return 1.0 / n + checks.positive(test_train_ratio, "test_train_ratio")


def moments(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the mean and the standard deviation of a - b, without dust: constant rows have 0."""
    n = a.shape[-1]
    first, second = a.reshape(-1, n), b.reshape(-1, n)
    mean, square = np.empty(len(first)), np.empty(len(first))
    size = max(1, CHUNK // n)
    for start in range(0, len(first), size):
        rows = slice(start, start + size)
        mean[rows], square[rows] = _mean_and_square(first[rows], second[rows])
    sd = np.sqrt(square / (n - 1))
    return mean.reshape(a.shape[:-1]), sd.reshape(a.shape[:-1])


def variation_notes(mean: FloatArray, sd: FloatArray) -> tuple[str, ...]:
    """Return what to say about rows whose differences do not vary."""
    still = np.asarray(sd) == 0.0
    if not still.any():
        return ()
    return (
        *notes.where(still & (mean == 0.0), "a and b are identical: every difference is zero"),
        *notes.where(
            still & (mean != 0.0),
            "no variation between splits: the differences are all equal and not zero",
        ),
    )


def _mean_and_square(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the mean of each row of a - b and its sum of squares about the mean."""
    difference = a - b
    mean = np.add.reduce(difference, axis=-1) / difference.shape[-1]
    centred = difference - mean[:, None]
    square = np.einsum("ij,ij->i", centred, centred)
    # no row whose differences are equal but for dust can have a larger sum of squares than this
    dust = RELATIVE_DUST * max(a.max(), -a.min(), b.max(), -b.min())
    suspects = np.flatnonzero(square <= difference.shape[-1] * dust * dust)
    if suspects.size:
        clean, slack = differences(a[suspects], b[suspects])
        # each pair has dust of its own: all must agree with the one that is known best
        best = slack.argmin(axis=-1)[:, None]
        apart = np.abs(clean - np.take_along_axis(clean, best, axis=-1))
        constant = np.all(apart <= slack, axis=-1)
        square[suspects[constant]] = 0.0
        mean[suspects[constant]] = clean[constant, 0]
    return mean, square


def _limits(
    mean: FloatArray, error: FloatArray, df: int, level: float
) -> tuple[FloatArray, FloatArray]:
    half = -tails.t_quantile(intervals.tail_area(level), df) * error
    return mean - half, mean + half
