"""Tukey's test of all pairs of means, with simultaneous intervals."""

from __future__ import annotations

import numpy as np

from bakeoff.exact import studentized
from bakeoff.stats import intervals
from bakeoff.stats.many.layout import fitted
from bakeoff.stats.one.mean import t_ratio_p_value
from bakeoff.stats.pairs import all_pairs
from bakeoff.stats.results import PairTable
from bakeoff.types import TableLike


def tukey(
    table: TableLike,
    *,
    blocks: bool = True,
    test_train_ratio: float | None = None,
    level: float = 0.95,
) -> PairTable:
    """Test for every pair of algorithms whether their means differ, all pairs at one level.

    The null hypothesis of each pair: both have the same mean. If all means are equal, the
    chance that any pair is said to differ is 1 - level.

    Parameters
    ----------
    table
        Blocks x algorithms; or, with ``blocks=False``, one group of values for each algorithm,
        of any sizes. Leading axes give one table each.
    blocks
        Whether the rows of the table are splits or data sets that all algorithms met. The error
        is then what neither algorithm nor block explains, on (k - 1)(n - 1) degrees of freedom.
    test_train_ratio
        For splits of one data set whose training sets overlap: items tested over items trained
        on, 1/(folds - 1) for cross-validation. The variance of a difference of means is then
        multiplied by 1 + n times it, as in `paired_t`.
    level
        Of all intervals together; pairs whose p-value is at most 1 - level differ.

    Returns
    -------
    PairTable
        ``difference`` of the means, ``statistic`` q, the difference in standard errors of a mean,
        ``p_adjusted`` from the studentized range, ``p_value`` of the t test with the same error
        for this pair alone, ``effect`` the difference in standard deviations of the error, and
        simultaneous intervals. ``details`` hold mean_square_error, df, q_critical,
        standard_error (of a difference), and honest_significant_difference of each pair.

    Notes
    -----
    Tukey, The problem of multiple comparisons, 1953; Alpaydin, Introduction to Machine
    Learning, section 19.12 (with sigma_w^2 = MS_error / n); Aslan, Statistical comparison of
    classifiers using area under the ROC curve, 2009, section 4.3. Groups of unequal sizes are
    compared as Kramer (1956) does, which is a little too careful. With blocks the differences of
    all pairs must vary equally (see `mauchly`); where they do not, use `pairwise` with
    ``"paired_t"`` and a correction. Against one control use `dunnett`.

    Examples
    --------
    The numbers of `anova`; the extreme means are 11.5 and 15.25:

    >>> groups = [[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]]
    >>> pairs = tukey(groups, blocks=False)
    >>> print(f"q = {pairs.statistic[0]:.4f}, p = {pairs.p_adjusted[0]:.4f}")
    q = -5.9088, p = 0.0061
    >>> print(f"{pairs.low[0]:.2f} to {pairs.high[0]:.2f}")
    -6.26 to -1.24
    """
    alpha = intervals.one_minus(level)
    layout = fitted(table, blocks=blocks, test_train_ratio=test_train_ratio)
    pairs = all_pairs(layout.k)
    found = layout.compared(pairs)
    q = np.sqrt(2.0) * found.t
    critical = float(studentized.quantile(alpha, layout.k, layout.df_error))
    half = critical / np.sqrt(2.0) * found.error
    return PairTable(
        name="tukey",
        algorithms=layout.names,
        pairs=pairs,
        difference=found.difference,
        statistic=q,
        p_value=t_ratio_p_value(found.t, found.error, layout.df_error, "two-sided"),
        p_adjusted=studentized.upper(np.abs(q), layout.k, layout.df_error),
        effect=found.effect,
        low=found.difference - half,
        high=found.difference + half,
        effect_name="difference / sd of the error",
        correction="tukey",
        method="exact" if len(set(layout.sizes)) == layout.variance_factor == 1 else "asymptotic",
        alpha=alpha,
        notes=(*layout.notes(), *_kramer(layout.sizes)),
        details={
            "mean_square_error": layout.error_square,
            "df": layout.df_error,
            "q_critical": critical,
            "standard_error": found.error,
            "honest_significant_difference": half,
        },
    )


def _kramer(sizes: tuple[int, ...]) -> tuple[str, ...]:
    if len(set(sizes)) == 1:
        return ()
    return ("the groups differ in size (Tukey-Kramer): the true p-values are a little smaller",)
