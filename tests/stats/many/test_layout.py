"""Means and sums of squares of several algorithms."""

import numpy as np
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats import anova_blocks, contrast, dunnett, fisher_lsd, paired_t, tukey
from bakeoff.stats.many.layout import fitted, of_blocks, of_groups, without_dust
from bakeoff.stats.pairs import all_pairs


def test_sums_of_squares_by_their_definitions():
    """Blocks: between, blocks and error add up to the total."""
    values = np.random.default_rng(0).normal(size=(7, 4))
    layout = of_blocks(values)
    total = ((values - values.mean()) ** 2).sum()
    assert layout.between == pytest.approx(7 * ((values.mean(0) - values.mean()) ** 2).sum())
    assert layout.blocks == pytest.approx(4 * ((values.mean(1) - values.mean()) ** 2).sum())
    assert layout.between + layout.blocks + layout.error == pytest.approx(total)
    assert (layout.df_error, layout.k, layout.sizes) == (18, 4, (7, 7, 7, 7))


def test_groups_of_unequal_sizes():
    """Between and within add up to the total."""
    groups = [np.array([1.0, 4.0, 2.0]), np.array([5.0]), np.array([3.0, 9.0])]
    layout = of_groups(groups)
    every = np.concatenate(groups)
    assert layout.between + layout.error == pytest.approx(((every - every.mean()) ** 2).sum())
    assert (layout.df_error, layout.sizes, layout.blocks) == (3, (3, 1, 2), None)


def test_fitted_takes_either():
    """A table by rows, or groups by groups: the same numbers lie across."""
    values = np.arange(6.0).reshape(3, 2)
    assert fitted(values, blocks=True).means == pytest.approx([2, 3])
    assert fitted(values, blocks=False).means == pytest.approx([0.5, 2.5, 4.5])


def test_standard_errors():
    """Of a weighted sum of means: sqrt(MS sum w^2/n); of a pair the same with 1 and -1."""
    layout = of_groups([[1.0, 4.0, 2.0], [5.0, 5.5], [3.0, 9.0, 1.0, 0.0]])
    square = layout.error / 6
    weights = np.array([[1.0, -1.0, 0.0], [1.0, 0.0, -1.0], [0.0, 1.0, -1.0]])
    wanted = np.sqrt(square * np.array([1 / 3 + 1 / 2, 1 / 3 + 1 / 4, 1 / 2 + 1 / 4]))
    assert layout.standard_error(weights) == pytest.approx(wanted)
    pairs = layout.compared(all_pairs(3))
    assert pairs.error == pytest.approx(wanted)
    assert pairs.t == pytest.approx(pairs.difference / wanted)
    assert pairs.effect == pytest.approx(pairs.difference / np.sqrt(square))


def test_names_come_from_where_they_are():
    """Columns of a frame, keys of a mapping, numbers otherwise."""
    import pandas as pd

    assert of_blocks(pd.DataFrame([[1, 2], [3, 5]], columns=["x", "y"])).names == ("x", "y")
    assert of_groups({"x": [1, 2], "y": [3, 4, 5]}).names == ("x", "y")
    assert of_groups([[1, 2], [3, 4]]).names == (0, 1)


@pytest.mark.parametrize("shift", [0.0, 0.1, 1e6])
def test_rounding_is_not_variation(shift):
    """Differences that are equal on paper leave no error, whatever their common part."""
    values = shift + np.array([[0.1], [0.2], [0.3], [0.7]]) + np.array([0.1, 0.2, 0.3])
    layout = of_blocks(values)
    assert layout.error == 0.0
    assert layout.between == pytest.approx(4 * 0.02, rel=1e-4)


def test_small_variation_is_not_rounding():
    """One part in a million of the values is seen."""
    values = 1.0 + 1e-6 * np.array([[1, 2, 4], [3, 1, 0], [2, 2, 5]])
    assert of_blocks(values).error > 0.0


def test_dust_is_cleaned_for_each_table():
    """What lies at or below it is 0."""
    found = without_dust(np.array([1e-30, 2.0]), np.array([1e-20, 1e-20]))
    assert found.tolist() == [0.0, 2.0]


class TestOverlap:
    """Splits of one data set share training items: the ratio of `paired_t` for several."""

    FOLDS = np.random.default_rng(7).normal([0.0, 0.01, 0.05], 0.02, size=(10, 3))

    def test_two_algorithms_are_the_corrected_t(self):
        """F is t squared, and all pairs have its p."""
        two = self.FOLDS[:, :2]
        t = paired_t(two[:, 0], two[:, 1], test_train_ratio=1 / 9)
        f = anova_blocks(two, test_train_ratio=1 / 9)
        assert f.statistic == pytest.approx(t.statistic**2, rel=1e-10)
        assert f.details["table"]["algorithms"]["F"] == f.statistic
        assert f.p_value == pytest.approx(t.p_value, rel=1e-10)
        assert f.method == "asymptotic"
        low, high = t.interval()
        for test, choices in ((tukey, {}), (fisher_lsd, {}), (dunnett, {"control": 1})):
            pairs = test(two, test_train_ratio=1 / 9, **choices)
            assert pairs.p_adjusted[0] == pytest.approx(t.p_value, rel=1e-8)
            assert (pairs.low[0], pairs.high[0]) == pytest.approx((low, high), rel=1e-8)
            assert pairs.method == "asymptotic"
        one = contrast(two, [1, -1], test_train_ratio=1 / 9)
        assert tuple(one) == pytest.approx(tuple(t), rel=1e-10)
        assert one.interval() == pytest.approx((low, high), rel=1e-10)

    def test_f_is_divided_and_errors_are_multiplied(self):
        """By 1 + 10/9 and its root; the effect and the degrees of freedom stay."""
        plain, corrected = (
            anova_blocks(self.FOLDS),
            anova_blocks(self.FOLDS, test_train_ratio=1 / 9),
        )
        assert corrected.statistic == pytest.approx(plain.statistic / (19 / 9), rel=1e-12)
        assert corrected.df == plain.df
        assert corrected.effect.value == plain.effect.value
        assert corrected.details["p_huynh_feldt"] > plain.details["p_huynh_feldt"]
        q = tukey(self.FOLDS).statistic / tukey(self.FOLDS, test_train_ratio=1 / 9).statistic
        np.testing.assert_allclose(q, np.sqrt(19 / 9), rtol=1e-12)
        assert corrected.notes[-1] == (
            "the variance is multiplied by 2.111 for the overlap of training sets"
        )

    def test_the_level_is_held_where_splits_are_correlated_so(self):
        """Correlation ratio/(1 + ratio) between the splits of an algorithm, 4000 null tables."""
        rng = np.random.default_rng(8)
        rho = (1 / 9) / (1 + 1 / 9)
        own = rng.normal(size=(4000, 10, 3)) * np.sqrt(1 - rho)
        tables = own + rng.normal(size=(4000, 1, 3)) * np.sqrt(rho)
        rate = np.mean(anova_blocks(tables, test_train_ratio=1 / 9).p_value <= 0.05)
        # about four standard errors of a rate of 0.05
        assert rate == pytest.approx(0.05, abs=0.014)
        assert np.mean(anova_blocks(tables).p_value <= 0.05) > 0.15

    def test_it_is_for_blocks(self):
        """Runs of their own do not overlap."""
        with pytest.raises(InvalidInput) as caught:
            tukey([[1, 2], [3, 5]], blocks=False, test_train_ratio=0.1)
        assert str(caught.value) == (
            "test_train_ratio is for splits that all algorithms share; with blocks=False leave it "
            "out (it was 0.1)"
        )
