"""The paired t test: printed values, scipy, the correction, degenerate differences, batches."""

import math

import numpy as np
import pytest
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import mean_t, paired_t

# Yildiz, Aslan and Alpaydin: the six differences whose t is printed with a misprint in s_d
SIX = [0.02, 0.04, 0.01, 0.03, 0.05, 0.02]


class TestPrintedValues:
    """What the sources print."""

    def test_six_differences(self):
        """Right: t = 4.71495 on 5 degrees of freedom, p = .00526629."""
        result = paired_t(SIX, 0)
        assert result.statistic == pytest.approx(4.71495, abs=5e-6)
        assert result.df == 5
        assert result.p_value == pytest.approx(0.00526629, abs=5e-9)

    def test_eight_folds_and_two_measures(self):
        """The two univariate t of Yildiz, Aslan and Alpaydin's post hoc: 6.11010 and 4.33333."""
        x = np.array(
            [
                [0.90, 0.88, 0.93, 0.91, 0.87, 0.92, 0.89, 0.94],
                [0.10, 0.14, 0.09, 0.13, 0.12, 0.08, 0.15, 0.11],
            ]
        )
        y = np.array(
            [
                [0.88, 0.87, 0.90, 0.90, 0.84, 0.90, 0.88, 0.91],
                [0.09, 0.11, 0.08, 0.11, 0.10, 0.08, 0.12, 0.10],
            ]
        )
        assert paired_t(x, y).statistic == pytest.approx([6.11010, 4.33333], abs=5e-6)

    @pytest.mark.parametrize(("folds", "critical"), [(10, 2.26), (30, 2.05)])
    def test_critical_values(self, folds, critical):
        """Critical: t at .025 is 2.26 with 10 folds and 2.05 with 30 (Alpaydin, section 19.11.2)."""
        differences = np.random.default_rng(folds).normal(size=folds)
        wanted = (
            differences - differences.mean() + critical * differences.std(ddof=1) / math.sqrt(folds)
        )
        assert paired_t(wanted, 0).p_value == pytest.approx(0.05, abs=6e-4)  # two printed decimals


class TestAgainstScipy:
    """What scipy computes."""

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    def test_the_same_t_and_p(self, alternative):
        """Its ttest_rel has the same numbers, also in a batch."""
        a, b = np.random.default_rng(1).normal(size=(2, 5, 12))
        ours, theirs = (
            paired_t(a, b, alternative=alternative),
            stats.ttest_rel(a, b, axis=-1, alternative=alternative),
        )
        assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-12)
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-10)

    @pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
    def test_the_same_interval(self, level):
        """The two-sided interval of the mean difference."""
        a, b = np.random.default_rng(2).normal(size=(2, 9))
        assert paired_t(a, b).interval(level) == pytest.approx(
            stats.ttest_rel(a, b).confidence_interval(level), rel=1e-12
        )

    def test_hedges_factor(self):
        """J(9) = Gamma(4.5) / (sqrt(4.5) Gamma(4)) = 0.91387."""
        result = paired_t(np.arange(10.0), 0)
        assert result.details["hedges_g"] / result.effect.value == pytest.approx(
            math.gamma(4.5) / (math.sqrt(4.5) * math.gamma(4)), rel=1e-12
        )
        assert result.effect.value == pytest.approx(4.5 / np.arange(10.0).std(ddof=1))


class TestCorrection:
    """The corrected resampled t test."""

    def test_the_ratio_widens_the_variance(self):
        """The t shrinks by sqrt((1/n) / (1/n + ratio)); the effect stays, the interval widens."""
        plain, corrected = paired_t(SIX, 0), paired_t(SIX, 0, test_train_ratio=0.5)
        assert corrected.statistic == pytest.approx(
            plain.statistic * math.sqrt((1 / 6) / (1 / 6 + 0.5))
        )
        assert corrected.effect == plain.effect
        assert corrected.details["variance_factor"] == pytest.approx(2 / 3)
        assert corrected.interval().low < plain.interval().low

    def test_ten_times_ten_folds(self):
        """Bouckaert and Frank's corrected repeated k-fold test: n = 100, ratio 1/9, by hand."""
        d = np.random.default_rng(3).normal(0.3, 1.0, 100)
        t = d.mean() / math.sqrt((1 / 100 + 1 / 9) * d.var(ddof=1))
        result = paired_t(d, 0, test_train_ratio=1 / 9)
        assert result.statistic == pytest.approx(t, rel=1e-12)
        assert result.p_value == pytest.approx(2 * stats.t.sf(abs(t), 99), rel=1e-10)
        assert (result.method, paired_t(d, 0).method) == ("asymptotic", "exact")

    def test_a_vanishing_ratio_is_the_plain_test(self):
        """The corrected test without overlap is the paired t test."""
        assert paired_t(SIX, 0, test_train_ratio=1e-15).statistic == pytest.approx(
            paired_t(SIX, 0).statistic
        )


class TestReduction:
    """Where the test becomes a simpler one."""

    def test_against_a_number_it_is_the_one_sample_test(self):
        """With b = 0.5 everywhere is mean_t with mu0 = 0.5."""
        values = [0.4, 0.6, 0.7, 0.55]
        assert paired_t(values, 0.5).p_value == pytest.approx(
            mean_t(values, mu0=0.5).p_value, rel=1e-12
        )

    def test_an_interval_ends_at_zero_where_p_is_one_minus_its_level(self):
        """The interval is the test turned around."""
        result = paired_t([3, 1, 2, 4, 1.5], [1, 2, 0.5, 2, 2])
        assert result.interval(1 - result.p_value).low == pytest.approx(0, abs=1e-12)


class TestDirection:
    """Who is the first, and who the second."""

    def test_less_and_greater_speak_of_a_minus_b(self):
        """With a above b: greater is small, less is its complement, and exchanging exchanges them."""
        a, b = [3, 4, 6, 5], [1, 3, 4, 4.5]
        greater, less = paired_t(a, b, alternative="greater"), paired_t(a, b, alternative="less")
        assert greater.p_value < 0.05 < less.p_value == pytest.approx(1 - greater.p_value)
        assert paired_t(b, a, alternative="less").p_value == greater.p_value
        assert greater.estimate > 0


class TestDegenerate:
    """Data that leave little to test, and input that is refused."""

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    def test_identical_scores(self, alternative):
        """They give p = 1, t and effect 0, and a note; dust of rounding does not count."""
        result = paired_t([0.1 + 0.2, 0.5], [0.3, 0.5], alternative=alternative)
        assert (result.statistic, result.p_value, result.effect.value) == (0.0, 1.0, 0.0)
        assert result.notes == ("a and b are identical: every difference is zero",)

    @pytest.mark.parametrize(
        ("alternative", "p"), [("two-sided", 0.0), ("greater", 0.0), ("less", 1.0)]
    )
    def test_a_constant_difference(self, alternative, p):
        """0.3 - 0.2 and 0.2 - 0.1 are the same: t is infinite, and the note says why."""
        result = paired_t([0.3, 0.2, 0.9], [0.2, 0.1, 0.8], alternative=alternative)
        assert (result.statistic, result.p_value) == (math.inf, p)
        assert result.effect.value == math.inf
        assert result.notes == (
            "no variation between splits: the differences are all equal and not zero",
        )
        assert result.interval() == pytest.approx((0.1, 0.1))

    def test_two_constant_differences_give_no_nan(self):
        """With one degree of freedom Hedges' g has no information: 0."""
        assert paired_t([1.0, 2.0], [0.0, 1.0]).details["hedges_g"] == 0.0

    def test_one_pair_is_not_enough(self):
        """The sentence says what was given."""
        with pytest.raises(
            InvalidInput,
            match=r"^a must hold at least 2 values along the last axis; it had the shape \(1,\)$",
        ):
            paired_t([1.0], [2.0])

    def test_missing_values_are_refused(self):
        """A nan never passes."""
        with pytest.raises(
            InvalidInput,
            match=r"^b: 1 value is missing or infinite \(the first at 1\); remove or fill what is missing before testing$",
        ):
            paired_t([1.0, 2.0], [2.0, np.nan])

    def test_unequal_lengths_are_refused(self):
        """Pairs have partners."""
        with pytest.raises(
            InvalidInput,
            match=r"^a and b are paired and must have the same shape; a has \(3,\) and b has \(2,\)$",
        ):
            paired_t([1, 2, 3], [1, 2])

    @pytest.mark.parametrize("ratio", [0, -1, np.inf, np.nan])
    def test_the_ratio_is_a_positive_number(self, ratio):
        """The sentence repeats what it was."""
        with pytest.raises(
            InvalidInput, match=f"^test_train_ratio must be a number above 0; it was {ratio!r}$"
        ):
            paired_t([1, 2, 3], 0, test_train_ratio=ratio)

    def test_an_unknown_alternative(self):
        """The three are listed."""
        with pytest.raises(
            InvalidInput,
            match=r"^alternative must be one of two-sided, less, greater; it was 'larger'$",
        ):
            paired_t([1, 2, 3], 0, alternative="larger")


class TestBatch:
    """Leading axes."""

    def test_a_batch_is_the_loop(self):
        """All fields, with identical and constant rows among the others."""
        rng = np.random.default_rng(4)
        a = rng.random((3, 4, 7))
        b = a - 0.1 * rng.random((3, 4, 7))
        b[0, 0], b[1, 2] = a[0, 0], a[1, 2] - 0.25
        together = paired_t(a, b, test_train_ratio=0.2)
        assert together.p_value.shape == (3, 4)
        for place in np.ndindex(3, 4):
            alone = paired_t(a[place], b[place], test_train_ratio=0.2)
            for field in ("statistic", "p_value", "estimate"):
                assert getattr(together, field)[place] == pytest.approx(
                    getattr(alone, field), rel=1e-12
                )
            assert together.details["hedges_g"][place] == pytest.approx(
                alone.details["hedges_g"], rel=1e-12
            )
            assert together.interval().high[place] == pytest.approx(
                alone.interval().high, rel=1e-12
            )
        assert together.notes == (
            "1 of 12 tests: a and b are identical: every difference is zero",
            "1 of 12 tests: no variation between splits: the differences are all equal and not zero",
        )

    def test_rows_of_very_different_size_keep_their_variation(self):
        """Small numbers beside large ones in one batch are not taken for constant."""
        rows = np.array([[1e9, 2e9, 4e9], [1e-9, 2e-9, 4e-9]])
        assert paired_t(rows, 0).statistic[0] == pytest.approx(
            paired_t(rows, 0).statistic[1], rel=1e-12
        )
