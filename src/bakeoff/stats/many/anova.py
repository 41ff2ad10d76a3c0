"""One-way analysis of variance: several algorithms over runs of their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff.stats.many.layout import Layout, of_groups
from bakeoff.stats.many.variance_table import Source, table_of
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import FloatArray


def anova(groups: Any) -> TestResult:
    """Test whether the means of several algorithms are equal, over runs that are not paired.

    The null hypothesis: all groups have the same mean. The alternative: at least one mean
    differs from the others; which one, tests such as `tukey` tell.

    Parameters
    ----------
    groups
        A list or mapping of groups, one array of values each, of any sizes; or an array of
        groups x values; or a frame with a column for each group. Leading axes give one test
        each.

    Returns
    -------
    TestResult
        ``statistic`` is F on ``df`` = (k - 1, N - k) degrees of freedom; ``effect`` is eta
        squared, the share of the groups in the whole sum of squares (with one factor the
        partial one is the same). ``details["table"]`` is the printed table, with the lines
        groups, error and total; ``details`` hold also the means, the sizes, the mean square of
        the error, omega_squared (eta squared with less bias) and cohens_f. Groups without any
        variation give F = inf and p = 0, or F = 0 and p = 1 if all values are equal; a note
        says so.

    Notes
    -----
    Fisher, Statistical methods for research workers, 1925; Alpaydin, Introduction to Machine
    Learning, table 19.4. The values must be independent, within the groups and between them,
    roughly normal, and of equal variance: see `shapiro` on the residuals, and `levene`.
    Algorithms that met the same splits or data sets are paired: use `anova_blocks`. Without
    normality use `kruskal_wallis`, or `permutation_anova` with ``blocks=False``.

    Examples
    --------
    Error rates in percent of three algorithms over four runs each, by equation 6 of Yildiz,
    Aslan and Alpaydin, Multivariate statistical tests for comparing classification algorithms,
    2011, with its misprints put right:

    >>> result = anova([[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]])
    >>> print(f"F = {result.statistic:.5f}, df = {result.df}, p = {result.p_value:.8f}")
    F = 9.77586, df = (2, 9), p = 0.00554301
    >>> for name, line in result.details["table"].items():
    ...     print(name, line["df"], round(line["sum_of_squares"], 3))
    groups 2 31.5
    error 9 14.5
    total 11 46.0
    """
    layout = of_groups(groups)
    between, error = sources(layout)
    return TestResult(
        name="anova",
        statistic=between.f(error),
        p_value=between.p(error),
        df=(between.df, error.df),
        method="exact",
        n=layout.sizes,
        effect=Effect("partial eta^2", between.partial_eta_squared(error)),
        notes=layout.notes(),
        details={
            "table": table_of({"groups": between}, error),
            "means": layout.means,
            "mean_square_error": layout.error_square,
            "omega_squared": omega_squared(between, error, between.squares + error.squares),
            "cohens_f": cohens_f(between.partial_eta_squared(error)),
        },
    )


def sources(layout: Layout) -> tuple[Source, Source]:
    """Return what comes from the algorithms, and the error."""
    return Source(layout.between, layout.k - 1), Source(layout.error, layout.df_error)


def omega_squared(source: Source, error: Source, total: FloatArray) -> FloatArray:
    """Return (SS - df MS_error) / (SS_total + MS_error), at least 0 (Hays 1963)."""
    noise = error.mean_square
    whole = total + noise
    gain = np.maximum(source.squares - source.df * noise, 0.0)
    return np.asarray(gain / np.where(whole > 0.0, whole, 1.0))


def cohens_f(partial_eta_squared: FloatArray) -> FloatArray:
    """Return f = sqrt(eta^2 / (1 - eta^2)) (Cohen 1988, equation 8.2.19); inf without error."""
    rest = 1.0 - partial_eta_squared
    ratio = partial_eta_squared / np.where(rest > 0.0, rest, 1.0)
    return np.sqrt(np.where(rest > 0.0, ratio, np.inf))
