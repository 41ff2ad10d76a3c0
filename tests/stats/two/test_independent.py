"""The t test of two independent groups."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.stats import mean_t, two_sample_t

ALTERNATIVES = ("two-sided", "less", "greater")
FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_students_sleep(self):
        """Student 1908, as two groups: Welch's t = -1.8608 on 17.776 df, p = 0.07939."""
        result = two_sample_t(FIRST, SECOND)
        assert round(result.statistic, 4) == -1.8608
        assert round(result.df, 3) == 17.776
        assert round(result.p_value, 5) == 0.07939
        assert [round(limit, 4) for limit in result.interval()] == [-3.3655, 0.2055]

    def test_pooled(self):
        """The same data with one variance: 18 df, p = 0.07919."""
        result = two_sample_t(FIRST, SECOND, equal_variances=True)
        assert (result.df, round(result.p_value, 5)) == (18.0, 0.07919)


class TestAnotherProgram:
    """The same numbers from other programs."""

    @settings(max_examples=40, deadline=None)
    @given(
        seed=st.integers(0, 10_000),
        n1=st.integers(2, 12),
        n2=st.integers(2, 12),
        pooled=st.booleans(),
        alternative=st.sampled_from(ALTERNATIVES),
    )
    def test_everything_is_that_of_scipy(self, seed, n1, n2, pooled, alternative):
        """Statistic, df, p and interval of scipy.stats.ttest_ind."""
        rng = np.random.default_rng(seed)
        x, y = rng.normal(1, 3, n1), rng.normal(0, 1, n2)
        theirs = scipy.stats.ttest_ind(x, y, equal_var=pooled, alternative=alternative)
        ours = two_sample_t(x, y, equal_variances=pooled, alternative=alternative)
        assert tuple(ours) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-10)
        assert ours.df == pytest.approx(theirs.df, rel=1e-10)
        two_sided = scipy.stats.ttest_ind(x, y, equal_var=pooled).confidence_interval(0.9)
        assert ours.interval(0.9) == pytest.approx(tuple(two_sided), rel=1e-10)

    def test_the_effect_is_hedges_g(self):
        """The exact correction factor is 1 - 3/(4 df - 1) to about 1e-4."""
        result = two_sample_t(FIRST, SECOND)
        pooled = np.sqrt((np.var(FIRST, ddof=1) + np.var(SECOND, ddof=1)) / 2)
        d = (np.mean(FIRST) - np.mean(SECOND)) / pooled
        assert result.details["cohens_d"] == pytest.approx(d)
        assert result.effect.name == "Hedges' g"
        assert result.effect.value == pytest.approx(d * (1 - 3 / (4 * 18 - 1)), rel=2e-4)


class TestReduction:
    """The simpler test inside."""

    def test_groups_of_equal_size_and_spread_give_one_t(self):
        """Welch and the pooled t agree then."""
        x, y = np.array([1.0, 2.0, 4.0]), np.array([3.0, 4.0, 6.0])
        welch, pooled = two_sample_t(x, y), two_sample_t(x, y, equal_variances=True)
        assert tuple(welch) == pytest.approx(tuple(pooled))
        assert welch.df == pytest.approx(4.0)

    def test_a_group_without_variation_leaves_the_one_sample_test(self):
        """Against a constant only the first group's error counts."""
        welch = two_sample_t(FIRST, [0.5, 0.5, 0.5])
        one = mean_t(FIRST, mu0=0.5)
        assert tuple(welch) == pytest.approx(tuple(one))
        assert welch.df == pytest.approx(9.0)


class TestDirection:
    """Which tail belongs to which alternative."""

    def test_less_speaks_of_the_first_minus_the_second(self):
        """The first drug gives less sleep."""
        assert two_sample_t(FIRST, SECOND, alternative="less").p_value < 0.05
        assert two_sample_t(FIRST, SECOND, alternative="greater").p_value > 0.95
        assert two_sample_t(SECOND, FIRST).statistic > 0


class TestDegenerateData:
    """Ends, ties, no variation, too few."""

    @pytest.mark.parametrize("pooled", [False, True])
    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_all_values_equal(self, pooled, alternative):
        """No difference, no variation: p = 1, effect 0, a note."""
        result = two_sample_t(
            [0.3, 0.3], [0.3, 0.1 + 0.2], equal_variances=pooled, alternative=alternative
        )
        assert tuple(result) == (0.0, 1.0)
        assert result.effect.value == 0.0
        assert result.notes == ("all values of both groups are equal",)

    @pytest.mark.parametrize("pooled", [False, True])
    def test_a_difference_without_variation(self, pooled):
        """An infinite t, p = 0, a note; never nan."""
        result = two_sample_t([0.4, 0.4], [0.3, 0.3, 0.3], equal_variances=pooled)
        assert tuple(result) == (np.inf, 0.0)
        assert result.df == 3.0
        assert result.notes == ("no variation between runs in either group",)
        back = two_sample_t([0.3, 0.3], [0.4, 0.4], alternative="greater")
        assert tuple(back) == (-np.inf, 1.0)

    def test_tiny_variances_are_not_lost(self):
        """Squares of variances of 1e-180 would be 0."""
        rng = np.random.default_rng(5)
        x, y = rng.normal(size=6), rng.normal(size=9)
        small, plain = two_sample_t(x * 1e-90, y * 1e-90), two_sample_t(x, y)
        assert tuple(small) == pytest.approx(tuple(plain))
        assert small.df == pytest.approx(plain.df)


class TestResult:
    """What stands beside the p-value."""

    def test_everything_beside_the_p_value(self):
        """Estimate, n, method."""
        result = two_sample_t(FIRST, SECOND[:8])
        assert result.estimate == pytest.approx(np.mean(FIRST) - np.mean(SECOND[:8]))
        assert (result.n, result.method, result.notes) == ((10, 8), "asymptotic", ())
        assert two_sample_t(FIRST, SECOND, equal_variances=True).method == "exact"
        assert result.details["sd1"] == pytest.approx(np.std(FIRST, ddof=1))


class TestBatch:
    """Leading axes hold one test each."""

    @pytest.mark.parametrize("pooled", [False, True])
    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_a_batch_is_its_tests_one_by_one(self, pooled, alternative):
        """Two leading axes; one pair of groups is constant, one has dust only."""
        rng = np.random.default_rng(2)
        x, y = rng.normal(size=(2, 3, 5)), rng.normal(size=(2, 3, 8))
        x[0, 1], y[0, 1] = 0.5, 0.5
        x[1, 1], y[1, 1] = 0.7 + 1e-14 * np.arange(5), 0.5
        choices = {"equal_variances": pooled, "alternative": alternative}
        batch = two_sample_t(x, y, **choices)
        low, high = batch.interval()
        for place in np.ndindex(2, 3):
            one = two_sample_t(x[place], y[place], **choices)
            assert (batch.statistic[place], batch.p_value[place]) == pytest.approx(tuple(one))
            assert batch.df[place] == pytest.approx(one.df)
            assert (low[place], high[place]) == pytest.approx(tuple(one.interval()))
        assert batch.notes == (
            "1 of 6 tests: all values of both groups are equal",
            "1 of 6 tests: no variation between runs in either group",
        )


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize(
        ("x", "y", "sentence"),
        [
            (
                [1.0],
                [1.0, 2.0],
                "x must hold at least 2 values along the last axis; it had the shape (1,)",
            ),
            (
                [1.0, 2.0],
                [[1.0, 2.0]],
                (
                    "x and y must have the same leading axes, one test each; "
                    "x has the shape (2,) and y has (1, 2)"
                ),
            ),
            (
                [1.0, 2.0],
                [1.0, np.inf],
                (
                    "y: 1 value is missing or infinite (the first at 1); "
                    "remove or fill what is missing before testing"
                ),
            ),
        ],
    )
    def test_bad_groups(self, x, y, sentence):
        """Which group, and what it was."""
        with pytest.raises(InvalidInput) as caught:
            two_sample_t(x, y)
        assert str(caught.value) == sentence
