"""Fisher's least significant difference."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats import anova_blocks, fisher_lsd, paired_t

GROUPS = [[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]]


def test_the_number_of_the_source():
    """Algorithm 2 against 1: t = 4.178145 on 9 degrees of freedom, p = .00238264."""
    pairs = fisher_lsd(GROUPS, blocks=False)
    assert pairs.statistic[0] == pytest.approx(-4.178145, abs=5e-7)  # as printed
    assert pairs.p_value[0] == pytest.approx(0.00238264, abs=5e-9)
    assert pairs.details["df"] == 9


def test_statsmodels():
    """All pairs of a linear model with groups of unequal sizes: t tests with the pooled error."""
    import statsmodels.api as sm

    rng = np.random.default_rng(2)
    groups = {
        name: rng.normal(m, 1.0, size) for name, m, size in [("a", 0, 4), ("b", 1, 7), ("c", 2, 5)]
    }
    names = np.repeat(list(groups), [4, 7, 5])
    design = np.column_stack([names == name for name in "abc"]).astype(float)
    fit = sm.OLS(np.concatenate(list(groups.values())), design).fit()
    pairs = fisher_lsd(groups, blocks=False)
    for row, weights in enumerate([[1, -1, 0], [1, 0, -1], [0, 1, -1]]):
        theirs = fit.t_test(weights)
        assert pairs.statistic[row] == pytest.approx(theirs.tvalue.item())
        assert pairs.p_value[row] == pytest.approx(float(theirs.pvalue))
        low, high = theirs.conf_int()[0]
        assert (pairs.low[row], pairs.high[row]) == pytest.approx((low, high))


def test_with_blocks_the_error_is_that_of_the_blocked_model():
    """MS and df of anova_blocks; the standard error is sqrt(2 MS/n)."""
    table = np.array(GROUPS, dtype=float).T
    blocked = anova_blocks(table)
    pairs = fisher_lsd(table)
    assert pairs.details["mean_square_error"] == blocked.details["mean_square_error"]
    assert pairs.details["df"] == blocked.df[1] == 6
    error = np.sqrt(2 * blocked.details["mean_square_error"] / 4)
    assert pairs.statistic == pytest.approx(np.array([-3.75, -0.75, 3.0]) / error)


def test_two_algorithms_are_the_paired_t_test():
    """The same t, p and interval, and no note."""
    a, b = [0.81, 0.78, 0.90, 0.84], [0.80, 0.71, 0.88, 0.85]
    pairs, t = fisher_lsd(np.column_stack([a, b])), paired_t(a, b)
    assert (pairs.statistic[0], pairs.p_value[0]) == pytest.approx(tuple(t))
    assert (pairs.low[0], pairs.high[0]) == pytest.approx(t.interval())
    assert pairs.notes == ()


def test_the_note_and_the_level():
    """No correction is told; a stricter level widens the intervals and counts fewer pairs."""
    pairs, strict = (fisher_lsd(GROUPS, blocks=False, level=level) for level in (0.95, 0.999))
    assert pairs.notes == (
        "no correction for the 3 pairs: read this only after an F test that rejects",
    )
    assert pairs.significant.tolist() == [True, False, True]
    assert strict.significant.tolist() == [False, False, False]
    assert (pairs.alpha, strict.alpha) == (0.05, 0.001)
    assert (strict.high - strict.low > pairs.high - pairs.low).all()
    half = pairs.details["least_significant_difference"]
    assert pairs.high - pairs.difference == pytest.approx(half)


def test_names_and_matrix():
    """The columns of a frame; differences change sign across the diagonal."""
    pairs = fisher_lsd(pd.DataFrame(np.array(GROUPS).T, columns=["x", "y", "z"]))
    assert list(zip(pairs.a, pairs.b, strict=True)) == [("x", "y"), ("x", "z"), ("y", "z")]
    assert pairs.matrix("difference").loc["y", "x"] == pytest.approx(3.75)


def test_no_variation():
    """The p-value is 1 for identical ones, 0 for those that differ by a constant; never nan."""
    pairs = fisher_lsd(np.array([[0.1], [0.5], [0.9]]) + np.array([0.0, 0.0, 0.2]))
    assert pairs.p_adjusted.tolist() == [1.0, 0.0, 0.0]
    assert pairs.statistic.tolist() == [0.0, -np.inf, -np.inf]
    assert pairs.low[1] == pairs.high[1] == pytest.approx(-0.2)


def test_a_batch_is_its_tables_one_by_one():
    """Leading axes."""
    tables = np.random.default_rng(0).normal(size=(2, 3, 5, 4))
    batch = fisher_lsd(tables)
    for place in np.ndindex(2, 3):
        one = fisher_lsd(tables[place])
        assert batch.p_adjusted[place] == pytest.approx(one.p_adjusted)
        assert batch.low[place] == pytest.approx(one.low)


def test_bad_level():
    """The sentence."""
    with pytest.raises(InvalidInput, match=r"^level must lie strictly between 0 and 1; it was 95$"):
        fisher_lsd(GROUPS, blocks=False, level=95)
