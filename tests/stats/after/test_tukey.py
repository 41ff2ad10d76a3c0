"""Tukey's test of all pairs."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import anova_blocks, fisher_lsd, paired_t, tukey

GROUPS = [[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]]


@pytest.mark.parametrize("sizes", [(4, 4, 4), (5, 9, 3, 6), (7, 7)])
def test_scipy(sizes):
    """The p-values and simultaneous intervals of tukey_hsd, groups of equal and unequal sizes.

    Their p is good to about 1e-8, their intervals to about 1e-6.
    """
    rng = np.random.default_rng(len(sizes))
    groups = [rng.normal(place, 1.5, size) for place, size in enumerate(sizes)]
    theirs = stats.tukey_hsd(*groups)
    pairs = tukey(groups, blocks=False)
    first, second = pairs.pairs.T
    assert pairs.p_adjusted == pytest.approx(theirs.pvalue[first, second], abs=1e-7)
    interval = theirs.confidence_interval(0.95)
    assert pairs.low == pytest.approx(interval.low[first, second], rel=1e-5)
    assert pairs.high == pytest.approx(interval.high[first, second], rel=1e-5)


def test_with_blocks_the_error_is_that_of_the_blocked_model():
    """The q is the difference / sqrt(MS/n) with MS and df of anova_blocks, and the p of that df."""
    table = np.array(GROUPS, dtype=float).T
    blocked = anova_blocks(table)
    pairs = tukey(table)
    q = np.array([-3.75, -0.75, 3.0]) / np.sqrt(blocked.details["mean_square_error"] / 4)
    assert pairs.statistic == pytest.approx(q)
    assert pairs.p_adjusted == pytest.approx(stats.studentized_range.sf(np.abs(q), 3, 6), abs=1e-8)
    assert pairs.details["df"] == 6
    half = stats.studentized_range.ppf(0.95, 3, 6) * np.sqrt(
        blocked.details["mean_square_error"] / 4
    )
    assert pairs.details["honest_significant_difference"] == pytest.approx(
        np.full(3, half), rel=1e-6
    )


def test_two_algorithms_are_the_paired_t_test():
    """One pair needs no correction."""
    a, b = [0.81, 0.78, 0.90, 0.84], [0.80, 0.71, 0.88, 0.85]
    pairs, t = tukey(np.column_stack([a, b])), paired_t(a, b)
    assert pairs.p_adjusted[0] == pytest.approx(t.p_value) == pytest.approx(pairs.p_value[0])
    assert (pairs.low[0], pairs.high[0]) == pytest.approx(t.interval())


def test_it_is_more_careful_than_fisher():
    """Every p is larger, every interval wider; the raw p is Fisher's."""
    pairs, fisher = tukey(GROUPS, blocks=False), fisher_lsd(GROUPS, blocks=False)
    assert (pairs.p_adjusted > fisher.p_value).all()
    assert (pairs.high - pairs.low > fisher.high - fisher.low).all()
    assert pairs.p_value == pytest.approx(fisher.p_value)
    assert pairs.effect == pytest.approx(fisher.effect)


def test_intervals_agree_with_the_verdict():
    """An interval leaves 0 out if and only if the pair is significant, at any level."""
    tables = np.random.default_rng(3).normal(size=(500, 6, 4)) + 0.9 * np.arange(4)
    for level in (0.5, 0.9, 0.99):
        pairs = tukey(tables, level=level)
        outside = (pairs.low > 0) | (pairs.high < 0)
        assert (outside == pairs.significant).all()
        assert pairs.alpha == pytest.approx(1 - level)


def test_the_level_is_kept_for_all_pairs_together():
    """Five equal algorithms on 20,000 tables: some pair in 5 percent of them (4 standard errors)."""
    tables = np.random.default_rng(0).normal(size=(20_000, 7, 5))
    rate = tukey(tables).significant.any(axis=-1).mean()
    assert abs(rate - 0.05) < 4 * np.sqrt(0.05 * 0.95 / 20_000)


def test_kramer_is_told():
    """Unequal sizes: not exact, and a note."""
    pairs = tukey([[1, 2, 4], [2, 6], [5, 6, 9, 7]], blocks=False)
    assert pairs.method == "asymptotic"
    assert pairs.notes == (
        "the groups differ in size (Tukey-Kramer): the true p-values are a little smaller",
    )
    assert tukey(GROUPS, blocks=False).method == "exact"


def test_no_variation():
    """The p-value is 1 for identical ones, 0 for those that differ by a constant; never nan."""
    pairs = tukey(np.array([[0.1], [0.5], [0.9]]) + np.array([0.0, 0.0, 0.2]))
    assert pairs.p_adjusted.tolist() == [1.0, 0.0, 0.0]
    same = tukey(np.ones((3, 3)))
    assert same.p_adjusted.tolist() == [1.0, 1.0, 1.0]
    assert same.notes == ("the algorithms are identical on every block",)


def test_names_of_a_frame():
    """And its 0/1 table."""
    pairs = tukey(pd.DataFrame(np.array(GROUPS).T, columns=["x", "y", "z"]))
    assert pairs.reject.loc["x"].tolist() == [0, 1, 0]
    assert list(pairs.reject.columns) == ["x", "y", "z"]


def test_a_batch_is_its_tables_one_by_one():
    """Leading axes, with and without blocks."""
    tables = np.random.default_rng(0).normal(size=(2, 3, 5, 4))
    batch, groups = tukey(tables), tukey(tables, blocks=False)
    for place in np.ndindex(2, 3):
        assert batch.p_adjusted[place] == pytest.approx(tukey(tables[place]).p_adjusted)
        alone = tukey(tables[place], blocks=False)
        assert groups.p_adjusted[place] == pytest.approx(alone.p_adjusted)


def test_bad_level():
    """The sentence."""
    with pytest.raises(
        InvalidInput, match=r"^level must lie strictly between 0 and 1; it was 0.0$"
    ):
        tukey(GROUPS, blocks=False, level=0.0)
