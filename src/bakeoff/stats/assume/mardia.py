"""Mardia's test: whether several measures are normal together."""

from __future__ import annotations

import numpy as np

from bakeoff.errors import NotApplicable
from bakeoff.stats import notes, scatter, tails, vectors
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import ArrayLike, FloatArray


def mardia(x: ArrayLike) -> TestResult:
    """Test whether several measures come from a multivariate normal distribution.

    The null hypothesis: the rows are drawn from one multivariate normal distribution. The
    alternative: their skewness or their kurtosis is not that of a normal one. `hotelling` and
    `manova` ask for normal rows: give the differences of two algorithms, or the residuals.

    Parameters
    ----------
    x
        Splits x measures, such as the differences of two algorithms; leading axes give one test
        each.

    Returns
    -------
    TestResult
        ``p_value`` is twice the smaller of those of skewness and kurtosis (Bonferroni), at most
        1; ``statistic`` is the chi-square of the skewness, on ``df`` degrees of freedom.
        ``effect`` is the excess kurtosis, b2 less its mean for normal rows. ``details`` hold the
        skewness b1, its p_skewness, the kurtosis b2, its z and p_kurtosis, and chi2_plain and
        z_plain, without corrections for small samples.

    Notes
    -----
    Mardia, Measures of multivariate skewness and kurtosis with applications, 1970. The
    chi-square has his correction for small samples (1974), and z the exact mean and variance of
    the kurtosis of normal rows in place of p (p + 2) and 8 p (p + 2)/n: with ten rows of two
    normal measures the test then rejects 3.5 percent at 0.05, and without them none at all.
    With so few rows it can see only gross deviations; a large p is no proof. If it rejects use
    `permutation_manova`.

    Examples
    --------
    Weights of cork from four sides of 28 trees (Rao 1948); Mardia (1970) finds b1 = 4.476 and
    b2 = 22.957:

    >>> cork = [
    ...     [72, 66, 76, 77], [60, 53, 66, 63], [56, 57, 64, 58], [41, 29, 36, 38],
    ...     [32, 32, 35, 36], [30, 35, 34, 26], [39, 39, 31, 27], [42, 43, 31, 25],
    ...     [37, 40, 31, 25], [33, 29, 27, 36], [32, 30, 34, 28], [63, 45, 74, 63],
    ...     [54, 46, 60, 52], [47, 51, 52, 43], [91, 79, 100, 75], [56, 68, 47, 50],
    ...     [79, 65, 70, 61], [81, 80, 68, 58], [78, 55, 67, 60], [46, 38, 37, 38],
    ...     [39, 35, 34, 37], [32, 30, 30, 32], [60, 50, 67, 54], [35, 37, 48, 39],
    ...     [39, 36, 39, 31], [50, 34, 37, 40], [43, 37, 39, 50], [48, 54, 57, 43]]
    >>> result = mardia(cork)
    >>> b1, b2 = result.details["skewness"], result.details["kurtosis"]
    >>> print(f"b1 = {b1:.3f}, b2 = {b2:.3f}, p = {result.p_value:.2f}")
    b1 = 4.476, b2 = 22.957, p = 0.47
    """
    array, measures = vectors.sample(x, "x", least=4)
    n, p = array.shape[-2:]
    rest = array - array.mean(axis=-2, keepdims=True)
    dust = scatter.dust_of(array)
    space = scatter.space_of(rest, dust)
    if np.any(space.rank >= n - 1):
        raise NotApplicable(
            f"{p} measures are too many for {n} rows: Mardia's test needs at least {p + 2} rows; "
            f"take fewer measures or more splits"
        )
    r = np.maximum(space.rank, 1)
    still = space.rank == 0
    b1, b2 = moments(rest @ space.directions)
    chi2_plain, df = n * b1 / 6.0, r * (r + 1) * (r + 2) // 6
    chi2 = chi2_plain * skewness_correction(n, r)
    mean, variance = kurtosis_moments(n, r)
    z = np.where(still, 0.0, (b2 - mean) / np.sqrt(variance))
    p_skewness = np.where(still, 1.0, tails.chi2_upper(chi2, df))
    p_kurtosis = tails.normal_p_value(z, "two-sided")
    return TestResult(
        name="mardia",
        statistic=chi2,
        p_value=np.minimum(1.0, 2.0 * np.minimum(p_skewness, p_kurtosis)),
        df=df,
        n=n,
        effect=Effect("excess kurtosis", np.where(still, 0.0, b2 - mean)),
        notes=(
            *notes.where(still, "no measure varies: there is nothing to test"),
            *scatter.rank_notes(rest, space, dust, measures),
        ),
        details={
            "skewness": b1,
            "p_skewness": p_skewness,
            "kurtosis": b2,
            "z": z,
            "p_kurtosis": p_kurtosis,
            "chi2_plain": chi2_plain,
            "z_plain": np.where(still, 0.0, (b2 - r * (r + 2)) / np.sqrt(8.0 * r * (r + 2) / n)),
            "rank": space.rank,
        },
    )


def moments(scaled: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return b1, the mean cube of g_ij, and b2, the mean square of g_ii (Mardia 1970).

    g_ij are the products of rows scaled by the covariance with n as its divisor.
    """
    n = scaled.shape[-2]
    g = n * (scaled @ np.swapaxes(scaled, -1, -2))
    own = np.einsum("...ii->...i", g)
    return np.einsum("...ij,...ij,...ij->...", g, g, g) / n**2, np.vecdot(own, own) / n


def skewness_correction(n: int, p: FloatArray) -> FloatArray:
    """Return what makes n b1/6 have the mean of its chi-square (Mardia 1974, equation 5.5)."""
    return np.asarray((p + 1.0) * (n + 1.0) * (n + 3.0) / (n * ((n + 1.0) * (p + 1.0) - 6.0)))


def kurtosis_moments(n: int, p: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return mean and variance of b2 for normal rows (Mardia 1974, equation 3.1)."""
    mean = p * (p + 2.0) * (n - 1.0) / (n + 1.0)
    variance = 8.0 * p * (p + 2.0) * (n - 3.0) * (n - p - 1.0) * (n - p + 1.0)
    return mean, variance / ((n + 1.0) ** 2 * (n + 3.0) * (n + 5.0))
