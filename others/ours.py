"""The cases of `theirs.py` by bakeoff. The docstrings say what differs; they are on the page."""

from __future__ import annotations

import numpy as np

from bakeoff.stats import (
    anova_blocks,
    cv5x2_f,
    delong,
    friedman,
    hotelling,
    manova,
    mcnemar,
    nemenyi,
    paired_t,
    tukey,
    two_proportions,
    wilcoxon,
)
from others.theirs import DATA, FIRST, SECOND, A, B, four


def identical_models_by_mcnemar():
    """Two models that are never right alone: chi-square divides by their disagreements, none.

    What is left is the correction for continuity, over nothing: infinite, and p = 0. Two models
    that agree on every item do not differ: p = 1.
    """
    return mcnemar([[10, 0], [0, 90]], method="chi2-corrected").p_value


def identical_models_by_delong():
    """The same scores twice: the difference of the areas is 0 and has no variance.

    A model is not significantly different from itself.
    """
    y, score = np.repeat([0, 1], 30), np.arange(60) % 17
    return delong(y, np.column_stack([score, score])).p_value


def identical_models_by_5x2():
    """Ten differences of 0: the F of five times two folds is 0/0."""
    return cv5x2_f(np.zeros((5, 2))).p_value


def identical_scores_by_t():
    """The same scores twice: t is 0/0."""
    return paired_t(A, A).p_value


def the_order_of_two_proportions():
    """One tail is returned as the p-value: which one depends on who is named first.

    80 of 100 against 90 of 100 is significant, 90 of 100 against 80 of 100 is not. Asked
    two-sided, the order does not matter.
    """
    return [two_proportions(*pair).p_value for pair in ((20, 100, 10, 100), (10, 100, 20, 100))]


def exact_signed_ranks_with_ties():
    """The "exact" p-value is that of ranks 1 to n; the ranks of these data are tied.

    The law of the ranks that are there is as easy to list.
    """
    return wilcoxon(B, A).p_value


def the_default_of_signed_ranks():
    """With ties or zeros the default is the normal approximation, for 14 data sets too.

    Here exact is the default up to 1000 pairs, with ties and with zeros.
    """
    return wilcoxon(B, A).p_value


def ties_that_arithmetic_breaks():
    """0.1 + 0.2 - 0.3 + 0.01 is 0.01 and a bit, and so no longer tied with 0.01.

    Differences are compared after rounding to 12 digits of the numbers that they come from.
    """
    plain = np.array([0.01, 0.02, -0.01, 0.03, 0.05, 0.04])
    dusty = np.array([0.1 + 0.2 - 0.3 + 0.01, 0.02, -0.01, 0.03, 0.05, 0.04])
    return [wilcoxon(x, 0.0).p_value for x in (plain, dusty)]


def friedman_with_three_data_sets():
    """Three algorithms in the same order on three data sets: 6 of 216 equally likely orders.

    That is 0.028; chi-square says 0.0498.
    """
    return friedman([[1, 2, 3], [2, 3, 4], [3, 4, 5]]).p_value


def nemenyi_that_forgets_the_data_sets():
    """Two tests have Nemenyi's name. One ranks all scores together, for independent groups.

    With it the hard and the easy data sets drown the difference; scores on the same data sets
    are to be ranked within each of them.
    """
    return nemenyi(DATA, higher_is_better=True).p_adjusted[0]


def tukey_after_a_blocked_analysis():
    """The analysis of variance is told that rows are paired; the test of the pairs is not.

    So the first finds what the second cannot confirm. Tukey's test is to use the error of the
    analysis that it follows. The first number is the p-value of the analysis, the others are
    those of the pairs.
    """
    rng = np.random.default_rng(1)
    difficulty = 3 * rng.normal(size=(20, 1))
    table = difficulty + 0.1 * rng.normal(size=(20, 3)) + [0.0, 0.1, 0.2]
    return [anova_blocks(table).p_value, *tukey(table).p_adjusted]


def the_four_counts_by_hotelling():
    """Of tp, fp, fn, tn on test sets of fixed size two say all; the covariance is singular.

    With a pseudo-inverse T2 is the same, but it is judged as if it had four dimensions. First
    with (tp, fp), then with all four.
    """
    return [hotelling(f(FIRST), f(SECOND)).p_value for f in (np.copy, four)]


def the_four_counts_by_manova():
    """The same for MANOVA: Wilks' lambda is the same, its degrees of freedom are not."""
    return [manova(np.stack([f(FIRST), f(SECOND)])).p_value for f in (np.copy, four)]


def the_far_tail_of_the_studentized_range():
    """A small p-value is taken as a difference from 1, and what is left is rounded to nothing."""
    from bakeoff.exact.studentized import upper

    return upper(12.5, 3, np.inf)
