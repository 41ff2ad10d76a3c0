"""Dunnett's test against one control."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import anova_blocks, dunnett, paired_t, tukey

# Dunnett 1955, section 4: breaking strength of cloth
CLOTH = {
    "control": [55, 47, 48],
    "first": [55, 64, 64],
    "second": [55, 49, 52],
    "third": [50, 44, 41],
}


def test_the_example_of_the_source():
    """MS 19 on 8 degrees of freedom, one-sided critical value 2.42, two-sided 2.88."""
    one = dunnett(CLOTH, control="control", blocks=False, alternative="greater")
    two = dunnett(CLOTH, control="control", blocks=False)
    assert (one.details["mean_square_error"], one.details["df"]) == (19.0, 8)
    assert round(one.details["t_critical"], 2) == 2.42
    assert round(two.details["t_critical"], 2) == 2.88
    assert one.difference.tolist() == [11.0, 2.0, -5.0]
    assert one.significant.tolist() == [True, False, False]


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("sizes", [(6, 6, 6, 6), (10, 4, 7, 5), (3, 12, 12)])
def test_scipy(sizes, alternative):
    """Statistic, p and limits of scipy's dunnett, equal and unequal sizes; theirs is random, 1e-3."""
    rng = np.random.default_rng(len(sizes))
    groups = [rng.normal(0.8 * place, 1.5, size) for place, size in enumerate(sizes)]
    theirs = stats.dunnett(*groups[1:], control=groups[0], alternative=alternative, rng=1)
    pairs = dunnett(groups, control=0, blocks=False, alternative=alternative)
    assert pairs.statistic == pytest.approx(theirs.statistic)
    assert pairs.p_adjusted == pytest.approx(theirs.pvalue, abs=1e-3)
    interval = theirs.confidence_interval(0.95)
    assert pairs.low == pytest.approx(interval.low, abs=0.02)
    assert pairs.high == pytest.approx(interval.high, abs=0.02)


def test_with_blocks_the_error_is_that_of_the_blocked_model():
    """The t is the difference / sqrt(2 MS/n) with MS and df of anova_blocks."""
    table = pd.DataFrame(CLOTH)
    blocked = anova_blocks(table)
    pairs = dunnett(table, control="control")
    error = np.sqrt(2 * blocked.details["mean_square_error"] / 3)
    assert pairs.statistic == pytest.approx(np.array([11.0, 2.0, -5.0]) / error)
    assert pairs.details["df"] == blocked.df[1] == 6
    assert set(pairs.b) == {"control"}


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_two_algorithms_are_the_paired_t_test(alternative):
    """One comparison needs no correction."""
    a, b = [0.81, 0.78, 0.90, 0.84], [0.80, 0.71, 0.88, 0.85]
    pairs = dunnett(np.column_stack([a, b]), control=1, alternative=alternative)
    t = paired_t(a, b, alternative=alternative)
    assert pairs.p_adjusted[0] == pytest.approx(t.p_value) == pytest.approx(pairs.p_value[0])


def test_it_asks_fewer_questions_than_tukey():
    """Its p-values are smaller than those of Tukey for the same pairs."""
    table = np.random.default_rng(2).normal(size=(8, 5)) + np.arange(5)
    ours, all_pairs = dunnett(table, control=0), tukey(table)
    assert (ours.p_adjusted < all_pairs.p_adjusted[:4]).all()


def test_direction():
    """The algorithm minus the control: exchanging signs exchanges less and greater."""
    table = np.random.default_rng(5).normal(size=(6, 4)) + 0.5 * np.arange(4)
    less = dunnett(-table, control=2, alternative="less")
    greater = dunnett(table, control=2, alternative="greater")
    assert less.p_adjusted == pytest.approx(greater.p_adjusted)
    assert less.high == pytest.approx(-greater.low)
    assert np.isneginf(less.low).all()
    assert np.isposinf(greater.high).all()


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_the_level_is_kept_for_all_together(alternative):
    """20,000 tables without a difference, control a group of its own: 5 percent, 4 sd."""
    tables = np.random.default_rng(1).normal(size=(20_000, 6, 4))
    pairs = dunnett(tables, control=3, alternative=alternative)
    rate = pairs.significant.any(axis=-1).mean()
    assert abs(rate - 0.05) < 4 * np.sqrt(0.05 * 0.95 / 20_000)
    outside = pairs.low > 0 if alternative == "greater" else (pairs.low > 0) | (pairs.high < 0)
    assert (outside == pairs.significant).all()


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_identical_algorithms(alternative):
    """The p-value is 1 whatever is asked; a constant difference has p 0 on its side."""
    same = dunnett(np.ones((3, 3)), control=0, alternative=alternative)
    assert same.p_adjusted.tolist() == [1.0, 1.0]
    pairs = dunnett(np.tile([0.5, 0.7, 0.5], (3, 1)), control=0, alternative=alternative)
    assert pairs.p_adjusted.tolist() == [1.0 if alternative == "less" else 0.0, 1.0]


def test_a_batch_is_its_tables_one_by_one():
    """Leading axes."""
    tables = np.random.default_rng(0).normal(size=(2, 3, 5, 4))
    batch = dunnett(tables, control=1)
    for place in np.ndindex(2, 3):
        one = dunnett(tables[place], control=1)
        assert batch.p_adjusted[place] == pytest.approx(one.p_adjusted)


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        (
            {"control": "fourth"},
            (
                "control must be one of the algorithms (control, first, second, third); "
                "it was 'fourth'"
            ),
        ),
        ({"control": 0, "level": 0.4}, "level must be above 0.5 for dunnett; it was 0.4"),
        (
            {"control": 0, "alternative": "up"},
            "alternative must be one of two-sided, less, greater; it was 'up'",
        ),
    ],
)
def test_each_sentence(choices, sentence):
    """What it must be and what it was."""
    with pytest.raises(InvalidInput) as error:
        dunnett(CLOTH, blocks=False, **choices)
    assert str(error.value) == sentence
