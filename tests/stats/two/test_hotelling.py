"""Hotelling's paired T2: printed values, other programs, reductions, rank, batches, refusals."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multivariate import confint_mvmean_fromstats
from statsmodels.stats.multivariate import test_mvmean as sm_mean

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import hotelling, paired_t
from tests.stats.published import X, Y
from tests.stats.several_measures import counts_of, random_pair


class TestPrintedValues:
    """The example of Yildiz, Aslan and Alpaydin, with the right degrees of freedom."""

    def test_true_and_false_positive_rates(self):
        """T2 = 131.432, F = 56.328 on 2 and 6: p = 1.29296e-4; with 7 and 6 it were 4.73e-5."""
        result = hotelling(X, Y)
        assert result.statistic == pytest.approx(131.432, abs=5e-4)
        assert result.details["F"] == pytest.approx(56.328, abs=5e-4)
        assert result.df == (2, 6)
        assert result.p_value == pytest.approx(1.29296e-4, abs=5e-10)
        assert stats.f.sf(result.details["F"], 7, 6) == pytest.approx(4.73e-5, abs=5e-8)

    def test_each_measure_alone(self):
        """Equation 4 with the root that is missing in print: t = 6.11010 and 4.33333."""
        result = hotelling(X, Y)
        assert result.details["t"] == pytest.approx([6.11010, 4.33333], abs=5e-6)
        assert result.details["p"] == pytest.approx(2 * stats.t.sf([6.11010, 4.33333], 7), rel=1e-5)

    def test_the_critical_value(self):
        """T2 = 12.0009 has p = .05; 9.8155, of the misprinted F, has more."""
        d = X - Y
        mean, scale = d.mean(axis=0), hotelling(X, Y).statistic
        shifted = d - mean + mean * np.sqrt(12.0009 / scale)
        assert hotelling(shifted, 0 * shifted).p_value == pytest.approx(0.05, abs=1e-5)
        shifted = d - mean + mean * np.sqrt(9.8155 / scale)
        assert hotelling(shifted, 0 * shifted).p_value > 0.07

    def test_the_direction_is_fishers(self):
        """The vector w = S^-1 d; its shares, d_l w_l of T2, add up to 1 (equation 5)."""
        d = X - Y
        w = np.linalg.solve(np.cov(d.T), d.mean(axis=0))
        result = hotelling(X, Y)
        assert result.details["w"] == pytest.approx(w, rel=1e-10)
        assert result.details["share"].sum() == pytest.approx(1.0)
        assert result.details["share"] == pytest.approx(
            8 * w * d.mean(axis=0) / result.statistic, rel=1e-10
        )


class TestOtherPrograms:
    """What statsmodels computes."""

    @pytest.mark.parametrize(("splits", "measures"), [(6, 2), (10, 2), (12, 3), (30, 8)])
    def test_the_same_t2_and_p(self, splits, measures):
        """Its one-sample test of the differences."""
        a, b = random_pair(splits, splits, measures)
        ours, theirs = hotelling(a, b), sm_mean(a - b)
        assert ours.statistic == pytest.approx(theirs.t2, rel=1e-9)
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
        assert ours.df == theirs.df

    @pytest.mark.parametrize("level", [0.9, 0.99])
    def test_the_same_simultaneous_intervals(self, level):
        """Of each measure's mean difference, once it is given the unbiased covariance.

        By itself it takes the one divided by n, for which its factor is not made.
        """
        a, b = random_pair(3, 12, 3)
        d = a - b
        low, high, _ = confint_mvmean_fromstats(
            d.mean(axis=0), np.cov(d.T), 12, lin_transf=np.eye(3), alpha=1 - level, simult=True
        )
        ours = hotelling(a, b).interval(level)
        assert ours.low == pytest.approx(low, rel=1e-9)
        assert ours.high == pytest.approx(high, rel=1e-9)


class TestReduction:
    """Where the test is a simpler one."""

    @pytest.mark.parametrize("ratio", [None, 1 / 9])
    def test_one_measure_is_the_paired_t_test(self, ratio):
        """T2 = t^2 and the same p, to the last digits, corrected or not."""
        a, b = random_pair(1, 10, 1, 500)
        t2 = hotelling(a, b, test_train_ratio=ratio)
        t = paired_t(a[..., 0], b[..., 0], test_train_ratio=ratio)
        # a few units of the last digit: another order of the same sums
        assert t2.statistic == pytest.approx(t.statistic**2, rel=1e-13)
        assert t2.p_value == pytest.approx(t.p_value, rel=1e-11)
        low, high = t2.interval()
        assert low[:, 0] == pytest.approx(t.interval().low, rel=1e-9, abs=1e-12)
        assert high[:, 0] == pytest.approx(t.interval().high, rel=1e-9, abs=1e-12)
        assert t2.details["t"][:, 0] == pytest.approx(t.statistic, rel=1e-13)

    def test_two_measures_turned_are_the_same(self):
        """T2 does not change when the measures are mixed, nor with their units."""
        a, b = random_pair(2, 9, 3)
        mix = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, -1.0], [3.0, 0.0, 1.0]]) * [1e-6, 1.0, 1e6]
        assert hotelling(a @ mix, b @ mix).statistic == pytest.approx(
            hotelling(a, b).statistic, rel=1e-8
        )

    def test_the_direction_loses_nothing(self):
        """Projected on w one measure is left, and its t^2 is T2."""
        a, b = random_pair(4, 12, 3)
        result = hotelling(a, b)
        w = result.details["w"]
        assert paired_t(a @ w, b @ w).statistic ** 2 == pytest.approx(result.statistic, rel=1e-10)

    def test_changing_places_turns_the_signs(self):
        """T2 and p stay; the difference, w and each t change their signs."""
        a, b = random_pair(5, 8, 2)
        one, other = hotelling(a, b), hotelling(b, a)
        assert (one.statistic, one.p_value) == pytest.approx((other.statistic, other.p_value))
        for name in ("w", "t"):
            assert one.details[name] == pytest.approx(-other.details[name])
        assert one.details["share"] == pytest.approx(other.details["share"])


class TestRank:
    """Measures that can be computed from others."""

    def test_four_counts_are_two_rates(self):
        """With fixed class sizes tp, fp, fn, tn have the T2 and the F of (tpr, fpr)."""
        rates, counts = hotelling(X, Y), hotelling(counts_of(X), counts_of(Y))
        assert counts.statistic == pytest.approx(rates.statistic, rel=1e-9)
        assert counts.p_value == pytest.approx(rates.p_value, rel=1e-9)
        assert (counts.df, counts.details["rank"]) == ((2, 6), 2)

    def test_the_redundant_ones_are_named(self):
        """By the names of a frame's columns; the note says in how many dimensions it was done."""
        names = ["tp", "fp", "fn", "tn"]
        a, b = (pd.DataFrame(counts_of(part), columns=names) for part in (X, Y))
        assert hotelling(a, b).notes == (
            (
                "redundant: measures fn and tn can be computed from the others; the test is done in "
                "the 2 of 4 dimensions that the differences span"
            ),
        )

    def test_class_sizes_that_vary_keep_their_dimensions(self):
        """With P and N drawn anew each fold the four counts are more than two rates."""
        rng = np.random.default_rng(0)
        positives, negatives = rng.integers(40, 60, (2, 8))
        a, b = counts_of(X, positives, negatives), counts_of(Y, positives, negatives)
        result = hotelling(a, b)
        # a - b forgets P and N: tp + fn of both are equal, so two dimensions are left
        assert result.details["rank"] == 2
        assert result.statistic != pytest.approx(hotelling(X, Y).statistic, rel=1e-3)

    def test_a_repeated_measure_changes_nothing(self):
        """Also with its unit and its sign changed, among four splits, and in a batch."""
        a, b = random_pair(6, 4, 2, 50)
        more = [np.concatenate([part, -1000 * part[..., :1]], axis=-1) for part in (a, b)]
        one, other = hotelling(a, b), hotelling(*more)
        assert other.statistic == pytest.approx(one.statistic, rel=1e-7)
        assert other.p_value == pytest.approx(one.p_value, rel=1e-7)
        assert other.notes[0].startswith("50 of 50 tests: redundant: measure 2 can be computed")

    def test_a_measure_that_never_differs_is_redundant(self):
        """Such as a threshold that calls nobody positive: 0 of a, 0 of b."""
        a, b = (np.column_stack([part, np.zeros(8)]) for part in (X, Y))
        result = hotelling(a, b)
        assert (result.statistic, result.df) == (pytest.approx(131.432, abs=5e-4), (2, 6))
        assert "redundant: measure 2" in result.notes[0]
        assert result.details["p"][2] == 1.0

    def test_a_constant_difference_beside_varying_ones_is_infinite(self):
        """The mean leaves the space that the differences span: nothing to measure it by."""
        a, b = np.column_stack([X, np.full(8, 0.5)]), np.column_stack([Y, np.full(8, 0.4)])
        result = hotelling(a, b)
        assert (result.statistic, result.p_value) == (np.inf, 0.0)
        assert any("does not vary at all" in note for note in result.notes)

    def test_a_combination_without_variation_is_infinite(self):
        """Neither measure is constant, their sum is: it differs by exactly 0.1."""
        rng = np.random.default_rng(1)
        first = rng.normal(size=8)
        a = np.column_stack([first, 0.1 - first])
        result = hotelling(a, np.zeros((8, 2)))
        assert (result.statistic, result.p_value, result.details["rank"]) == (np.inf, 0.0, 1)

    def test_ten_thresholds_on_few_folds(self):
        """2s measures of s thresholds: those at the ends repeat each other or never vary."""
        rng = np.random.default_rng(2)
        scores = rng.normal(size=(2, 30, 2, 40)) + np.array([0.0, 1.2])[:, None]
        cuts = np.linspace(-6, 7, 10)
        rates = (scores[..., None] > cuts).mean(axis=-2).reshape(2, 30, 20)
        result = hotelling(rates[0], rates[1])
        assert 2 <= result.details["rank"] < 20
        assert result.df == (result.details["rank"], 30 - result.details["rank"])
        assert 0 < result.p_value < 1

    def test_measures_that_nearly_repeat_each_other_are_told(self):
        """The note says that the rounding of the data may decide."""
        a, b = random_pair(7, 12, 1)
        wiggle = 1e-7 * np.random.default_rng(8).normal(size=(12, 1))
        result = hotelling(np.hstack([a, a + wiggle]), np.hstack([b, b]))
        assert result.df == (2, 10)
        assert result.notes == (
            (
                "the measures nearly repeat each other: the rounding of the data may decide; leave "
                "one of them out"
            ),
        )


class TestCorrection:
    """Training sets that overlap."""

    def test_the_factor_is_in_the_covariance(self):
        """T2 shrinks by (1/k)/(1/k + ratio), and the distance D stays."""
        plain, corrected = hotelling(X, Y), hotelling(X, Y, test_train_ratio=1 / 7)
        assert corrected.statistic == pytest.approx(plain.statistic * (1 / 8) / (1 / 8 + 1 / 7))
        assert corrected.effect == plain.effect
        assert corrected.details["variance_factor"] == pytest.approx(1 / 8 + 1 / 7)
        assert (plain.method, corrected.method) == ("exact", "asymptotic")

    @pytest.mark.parametrize(("k", "p"), [(10, 2), (10, 3)])
    def test_it_keeps_its_level_where_the_plain_one_does_not(self, k, p):
        """Splits that correlate by 1/k: 4,000 tests, the share of rejections in 4 errors."""
        rng = np.random.default_rng(k + p)
        mix = rng.normal(size=(p, p))
        rho, runs = 1 / k, 4000
        shared = rng.normal(size=(runs, 1, p))
        d = (np.sqrt(rho) * shared + np.sqrt(1 - rho) * rng.normal(size=(runs, k, p))) @ mix
        corrected = hotelling(d, 0 * d, test_train_ratio=1 / (k - 1)).reject(0.05).mean()
        assert corrected == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / runs))
        assert hotelling(d, 0 * d).reject(0.05).mean() > 0.09


class TestDegenerate:
    """Nothing varies, or nothing differs."""

    def test_identical_scores(self):
        """They give T2 = 0, p = 1, D = 0 and a note."""
        result = hotelling(X, X)
        assert (result.statistic, result.p_value, result.effect.value) == (0.0, 1.0, 0.0)
        assert result.notes == ("a and b are identical: every difference is zero",)
        assert result.interval().low == pytest.approx([0, 0])

    def test_dust_is_no_difference(self):
        """0.1 + 0.2 is 0.3."""
        a, b = [[0.1 + 0.2, 0.5], [0.3, 0.5], [0.1, 0.2]], [[0.3, 0.5], [0.3, 0.5], [0.1, 0.2]]
        assert hotelling(a, b).p_value == 1.0

    def test_constant_differences(self):
        """All equal and not zero: T2 infinite, p = 0, as for the t test."""
        result = hotelling(X, X - [0.1, 0.0])
        assert (result.statistic, result.p_value) == (np.inf, 0.0)
        assert result.notes == (
            "no variation between splits: the differences are all equal and not zero",
        )

    def test_two_splits_of_one_measure(self):
        """The least there can be; the same as the t test of two."""
        a, b = [[1.0], [3.0]], [[0.5], [1.0]]
        assert hotelling(a, b).p_value == pytest.approx(paired_t([1, 3], [0.5, 1]).p_value)

    def test_no_field_is_nan(self):
        """Of a batch with identical, constant and ordinary tests side by side."""
        a = np.stack([X, X, X])
        b = np.stack([X, X - [0.1, 0.2], Y])
        result = hotelling(a, b)
        assert result.p_value == pytest.approx([1.0, 0.0, 1.29296e-4], abs=5e-10)
        for name in ("F", "w", "share", "t", "p"):
            assert not np.isnan(result.details[name]).any(), name
        assert not np.isnan(result.effect.value).any()


class TestBatch:
    """Leading axes."""

    def test_a_batch_is_a_loop(self):
        """Every field, with the two-measure road and the general one."""
        for measures in (1, 2, 3):
            a, b = random_pair(9, 10, measures, 4, 3)
            batch = hotelling(a, b)
            assert batch.statistic.shape == (4, 3)
            for place in np.ndindex(4, 3):
                one = hotelling(a[place], b[place])
                assert batch.statistic[place] == pytest.approx(one.statistic, rel=1e-10)
                assert batch.p_value[place] == pytest.approx(one.p_value, rel=1e-10)
                for name in ("w", "share", "t", "F"):
                    assert batch.details[name][place] == pytest.approx(
                        one.details[name], rel=1e-8
                    ), name

    def test_per_measure_has_the_names(self):
        """By the names of the frames, else by number."""
        a, b = (pd.DataFrame(part, columns=["tpr", "fpr"]) for part in (X, Y))
        named = hotelling(a, b).details["per_measure"]
        assert list(named) == ["tpr", "fpr"]
        assert named["fpr"]["t"] == pytest.approx(4.33333, abs=5e-6)
        assert list(hotelling(X, Y).details["per_measure"]) == ["0", "1"]


class TestRefusals:
    """The sentence of each error."""

    def test_more_measures_than_splits(self):
        """It names the ways out."""
        a, b = random_pair(0, 5, 6)
        with pytest.raises(NotApplicable) as fault:
            hotelling(a, b)
        assert str(fault.value) == (
            "6 measures are too many for 4 degrees of freedom: any difference would fit; take "
            "fewer measures (or thresholds), or more splits, or use permutation_manova "
            "with statistic='trace'"
        )

    def test_as_many_measures_as_splits(self):
        """One short of one degree of freedom for F."""
        with pytest.raises(NotApplicable, match="5 measures are too many for 4 degrees"):
            hotelling(*random_pair(0, 5, 5))
        assert hotelling(*random_pair(0, 5, 4)).df == (4, 1)

    @pytest.mark.parametrize(
        ("a", "b", "sentence"),
        [
            (
                X,
                Y[:7],
                (
                    "a and b are paired and must have the same shape, splits x measures; a has "
                    "(8, 2) and b has (7, 2)"
                ),
            ),
            ([1.0, 2.0], [1.0, 2.0], "a must have at least 2 axes; it had the shape (2,)"),
            (
                [[1.0, 2.0]],
                [[1.0, 2.0]],
                "a must be splits x measures with at least 2 splits; it had the shape (1, 2)",
            ),
            (
                [[1.0, np.nan], [1.0, 2.0]],
                [[1.0, 2.0], [1.0, 2.0]],
                (
                    "a: 1 value is missing or infinite (the first at (0, 1)); remove or fill what is "
                    "missing before testing"
                ),
            ),
        ],
    )
    def test_data_of_another_shape(self, a, b, sentence):
        """What it must be, and what it was."""
        with pytest.raises(InvalidInput) as fault:
            hotelling(a, b)
        assert str(fault.value) == sentence

    def test_measures_in_another_order(self):
        """Frames whose columns do not agree are not compared by their places."""
        a, b = pd.DataFrame(X, columns=["tpr", "fpr"]), pd.DataFrame(Y, columns=["fpr", "tpr"])
        with pytest.raises(InvalidInput) as fault:
            hotelling(a, b)
        assert str(fault.value) == (
            "a and b must have the same measures in the same order; they had tpr, fpr and fpr, tpr"
        )

    @pytest.mark.parametrize("ratio", [0, -1, np.inf, "1/9"])
    def test_a_ratio_that_is_none(self, ratio):
        """It must be a number above 0."""
        with pytest.raises(InvalidInput, match="test_train_ratio must be a number"):
            hotelling(X, Y, test_train_ratio=ratio)
