"""Analysis of variance with blocks: several algorithms over the same splits or data sets."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.stats import tails
from bakeoff.stats.assume.sphericity import contrast_covariance, epsilons, mauchly_p, mauchly_w
from bakeoff.stats.many.anova import cohens_f, omega_squared, sources
from bakeoff.stats.many.layout import of_blocks
from bakeoff.stats.many.variance_table import Source, table_of
from bakeoff.stats.results import Effect, TestResult, plain
from bakeoff.types import FloatArray, TableLike


def anova_blocks(table: TableLike, *, test_train_ratio: float | None = None) -> TestResult:
    """Test whether several algorithms have equal means over the same splits or data sets.

    The null hypothesis: once what is common to a block is taken away, all algorithms have the
    same mean. The alternative: at least one mean differs from the others; which one, tests such
    as `tukey` tell.

    Parameters
    ----------
    table
        Blocks x algorithms, a block being a split or a data set that every algorithm met;
        leading axes give one test each. A frame names the algorithms.
    test_train_ratio
        For splits of one data set whose training sets overlap: items tested over items trained
        on, 1/(folds - 1) for cross-validation. F is then divided by 1 + n times it; with two
        algorithms it is the square of the corrected t of `paired_t`.

    Returns
    -------
    TestResult
        ``statistic`` is F on ``df`` = (k - 1, (k - 1)(n - 1)) degrees of freedom; ``effect`` is
        partial eta squared, the share of the algorithms in what they and the error explain
        together. ``details["table"]`` is the printed table, with the lines algorithms, blocks,
        error and total; ``details`` hold also the means, mean_square_error, omega_squared
        (partial), cohens_f, and what there is to say of sphericity: epsilon_greenhouse_geisser
        and epsilon_huynh_feldt, the p-values with degrees of freedom shrunk by them
        (p_greenhouse_geisser, p_huynh_feldt), and Mauchly's W with its p where there are at least
        3 algorithms and as many blocks. Without any error F is inf and p = 0, or F = 0 and p = 1
        if the algorithms are identical; a note says so.

    Notes
    -----
    Montgomery, Design and analysis of experiments, 2005, section 4.1; Aslan, Statistical
    comparison of classifiers using area under the ROC curve, 2009, equation 4.51 (with n - 1
    degrees of freedom for the blocks). The errors must be roughly normal (see `shapiro` on the
    residuals), and the differences of every two algorithms must vary equally (see `mauchly`).
    Where they do not, F rejects too often, and the p-value of Greenhouse and Geisser (On methods
    in the analysis of profile data, 1959) or of Huynh and Feldt (1976) is the one to read. The
    folds of one cross-validation are not independent: without `test_train_ratio` p is too small
    then. For scores of several data sets use `friedman`, and `permutation_anova` where nothing is
    normal.

    Examples
    --------
    Error rates in percent of three algorithms over four folds (the numbers of `anova`, now
    paired): the folds explain 6.67 of the 14.5 that were error there.

    >>> result = anova_blocks([[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14]])
    >>> print(f"F = {result.statistic:.4f}, df = {result.df}, p = {result.p_value:.6f}")
    F = 12.0638, df = (2, 6), p = 0.007899
    >>> for name, line in result.details["table"].items():
    ...     print(name, line["df"], round(line["sum_of_squares"], 3))
    algorithms 2 31.5
    blocks 3 6.667
    error 6 7.833
    total 11 46.0
    """
    array, _ = checks.table(table)
    layout = of_blocks(table, test_train_ratio)
    algorithms, error = sources(layout)
    factor = layout.variance_factor
    tested = Source(algorithms.squares / factor, algorithms.df)
    n = array.shape[-2]
    blocks = Source(np.asarray(layout.blocks), n - 1)
    share = algorithms.partial_eta_squared(error)
    return TestResult(
        name="anova_blocks",
        statistic=tested.f(error),
        p_value=tested.p(error),
        df=(algorithms.df, error.df),
        method="exact" if factor == 1.0 else "asymptotic",
        n=n,
        effect=Effect("partial eta^2", share),
        notes=layout.notes(),
        details={
            "table": _printed(algorithms, blocks, error, tested),
            "means": layout.means,
            "mean_square_error": layout.error_square,
            "omega_squared": omega_squared(
                algorithms, error, algorithms.squares + layout.k * (n - 1) * error.mean_square
            ),
            "cohens_f": cohens_f(share),
            **sphericity(array, tested, error),
            **({} if factor == 1.0 else {"variance_factor": factor}),
        },
    )


def _printed(
    algorithms: Source, blocks: Source, error: Source, tested: Source
) -> dict[str, dict[str, Any]]:
    """Return the table; its F of the algorithms is the one that is tested."""
    lines = table_of({"algorithms": algorithms, "blocks": blocks}, error)
    lines["algorithms"] |= {"F": plain(tested.f(error)), "p": plain(tested.p(error))}
    return lines


def sphericity(array: FloatArray, algorithms: Source, error: Source) -> dict[str, Any]:
    """Return both epsilons, the p-values that they correct, and Mauchly's W and p."""
    n, k = array.shape[-2:]
    covariance = contrast_covariance(array)
    both = epsilons(covariance, n)
    f = algorithms.f(error)
    found = {
        "epsilon_greenhouse_geisser": both.greenhouse_geisser,
        "epsilon_huynh_feldt": both.huynh_feldt,
        "p_greenhouse_geisser": _corrected(f, algorithms, error, both.greenhouse_geisser),
        "p_huynh_feldt": _corrected(f, algorithms, error, both.huynh_feldt),
    }
    if k > 2 and n >= k:
        w = mauchly_w(covariance)
        found |= {"mauchly_w": w, "p_mauchly": mauchly_p(w, n, k)[2]}
    return found


def _corrected(f: FloatArray, algorithms: Source, error: Source, epsilon: FloatArray) -> FloatArray:
    return tails.f_upper(f, epsilon * algorithms.df, epsilon * error.df)
