"""Fisher's least significant difference: t tests of all pairs with one common error."""

from __future__ import annotations

import numpy as np

from bakeoff.stats import intervals, tails
from bakeoff.stats.many.layout import fitted
from bakeoff.stats.one.mean import t_ratio_p_value
from bakeoff.stats.pairs import all_pairs
from bakeoff.stats.results import PairTable
from bakeoff.types import TableLike


def fisher_lsd(
    table: TableLike,
    *,
    blocks: bool = True,
    test_train_ratio: float | None = None,
    level: float = 0.95,
) -> PairTable:
    """Test for every pair of algorithms whether their means differ, by the error of all of them.

    The null hypothesis of each pair: both have the same mean. It is to follow an analysis of
    variance that rejects: this test does not pay for the number of pairs.

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
        Of the intervals, each by itself; pairs with a p-value of at most 1 - level differ.

    Returns
    -------
    PairTable
        ``difference`` of the means, ``statistic`` t, the p-value without a correction, ``effect``
        the difference in standard deviations of the error, and an interval for each difference.
        ``details`` hold mean_square_error, df, standard_error, and least_significant_difference
        of each pair.

    Notes
    -----
    t = (m_i - m_j)/(sqrt(2) sigma_w) with sigma_w^2 = MS_error / n: Fisher, The design of
    experiments, 1935; Alpaydin, Introduction to Machine Learning, section 19.12. Protected by the
    analysis of variance before it, it keeps its level for three algorithms only; with more use
    `tukey`.

    Examples
    --------
    The numbers of `anova`; the extreme means are 11.5 and 15.25:

    >>> groups = [[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]]
    >>> pairs = fisher_lsd(groups, blocks=False)
    >>> print(f"t = {pairs.statistic[0]:.6f}, p = {pairs.p_value[0]:.8f}")
    t = -4.178145, p = 0.00238264
    >>> pairs.significant.tolist()
    [True, False, True]
    """
    alpha = intervals.one_minus(level)
    layout = fitted(table, blocks=blocks, test_train_ratio=test_train_ratio)
    pairs = all_pairs(layout.k)
    found = layout.compared(pairs)
    p = t_ratio_p_value(found.t, found.error, layout.df_error, "two-sided")
    half = -tails.t_quantile(alpha / 2.0, layout.df_error) * found.error
    return PairTable(
        name="fisher_lsd",
        algorithms=layout.names,
        pairs=pairs,
        difference=found.difference,
        statistic=found.t,
        p_value=p,
        p_adjusted=p,
        effect=found.effect,
        low=found.difference - half,
        high=found.difference + half,
        effect_name="difference / sd of the error",
        method="exact" if layout.variance_factor == 1.0 else "asymptotic",
        alpha=alpha,
        notes=(*layout.notes(), *_protection(layout.k)),
        details={
            "mean_square_error": layout.error_square,
            "df": layout.df_error,
            "standard_error": found.error,
            "least_significant_difference": np.asarray(half),
        },
    )


def _protection(k: int) -> tuple[str, ...]:
    if k < 3:
        return ()
    pairs = k * (k - 1) // 2
    return (f"no correction for the {pairs} pairs: read this only after an F test that rejects",)
