"""The Mann-Whitney test of two independent groups."""

from itertools import combinations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.stats import mann_whitney

ALTERNATIVES = ("two-sided", "less", "greater")
AT_TERM = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
EARLIER = [1.15, 0.88, 0.90, 0.74, 1.21]


def dealt_out(x, y, alternative):
    """Return the exact p-value by listing every way to deal the values out."""
    values = np.concatenate([x, y])
    ranks = scipy.stats.rankdata(values)
    observed = ranks[: len(x)].sum()
    sums = np.array([ranks[list(c)].sum() for c in combinations(range(len(values)), len(x))])
    less, greater = np.mean(sums <= observed), np.mean(sums >= observed)
    return {"less": less, "greater": greater, "two-sided": min(1, 2 * min(less, greater))}[
        alternative
    ]


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_permeability(self):
        """Hollander and Wolfe 1973: U = 35, p = 0.1272 one-sided, the shift 0.305."""
        result = mann_whitney(AT_TERM, EARLIER, alternative="greater")
        assert result.statistic == 35.0
        assert round(result.p_value, 4) == 0.1272
        assert result.estimate == pytest.approx(0.305)

    def test_a_critical_value_of_the_tables(self):
        """Mann and Whitney 1947: for 5 and 5, U <= 2 has the two-sided p of 0.032, U <= 3 0.056."""
        x = np.array([1.0, 2.0, 3.0, 4.0, 7.0])
        y = np.array([5.0, 6.0, 8.0, 9.0, 10.0])
        result = mann_whitney(x, y)
        assert (result.statistic, round(result.p_value, 3)) == (2.0, 0.032)
        x[3] = 5.5
        result = mann_whitney(x, y)
        assert (result.statistic, round(result.p_value, 3)) == (3.0, 0.056)


class TestAnotherProgram:
    """The same numbers from other programs."""

    @settings(max_examples=40, deadline=None)
    @given(
        x=st.lists(st.integers(0, 5), min_size=1, max_size=5),
        y=st.lists(st.integers(0, 5), min_size=1, max_size=5),
        alternative=st.sampled_from(ALTERNATIVES),
    )
    def test_exact_with_ties_is_every_way_to_deal_out(self, x, y, alternative):
        """Programs that take tables without ties here are wrong."""
        ours = mann_whitney(x, y, alternative=alternative, method="exact")
        assert ours.p_value == pytest.approx(dealt_out(x, y, alternative), rel=1e-12)

    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    @pytest.mark.parametrize(("n1", "n2"), [(1, 1), (3, 8), (8, 3), (20, 25), (60, 60)])
    def test_exact_without_ties_is_that_of_scipy(self, n1, n2, alternative):
        """Any sizes, either group the smaller."""
        rng = np.random.default_rng(n1 + n2)
        x, y = rng.normal(0.4, 1, n1), rng.normal(size=n2)
        theirs = scipy.stats.mannwhitneyu(x, y, alternative=alternative, method="exact")
        ours = mann_whitney(x, y, alternative=alternative)
        assert ours.method == "exact"
        assert tuple(ours) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9)

    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    @pytest.mark.parametrize("decimals", [0, 1, 8])
    def test_asymptotic_is_that_of_scipy(self, decimals, alternative):
        """With tie correction and continuity correction."""
        rng = np.random.default_rng(decimals)
        x, y = rng.normal(0.4, 1, 40).round(decimals), rng.normal(size=30).round(decimals)
        theirs = scipy.stats.mannwhitneyu(x, y, alternative=alternative, method="asymptotic")
        ours = mann_whitney(x, y, alternative=alternative, method="asymptotic")
        assert tuple(ours) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-10)
        assert "normal approximation with tie and continuity correction" in ours.notes

    def test_the_normal_curve_comes_near_the_exact_law(self):
        """80 and 70 runs with ties: within 2 percent of each other."""
        rng = np.random.default_rng(8)
        x, y = rng.normal(0.35, 1, 80).round(1), rng.normal(size=70).round(1)
        exact, normal = (mann_whitney(x, y, method=m).p_value for m in ("exact", "asymptotic"))
        assert normal == pytest.approx(exact, rel=0.02)


class TestReduction:
    """The simpler test inside."""

    def test_two_values_deal_out_like_fishers_exact_test(self):
        """0 and 1 only: one-sided it is Fisher's exact test of the counts."""
        x, y = [1] * 7 + [0] * 3, [1] * 2 + [0] * 9
        fisher = scipy.stats.fisher_exact([[7, 3], [2, 9]], alternative="greater")
        ours = mann_whitney(x, y, alternative="greater")
        assert ours.p_value == pytest.approx(fisher.pvalue, rel=1e-12)

    def test_superiority_is_the_area_under_the_roc_curve(self):
        """U/(n1 n2) of scores of positives against negatives."""
        from sklearn.metrics import roc_auc_score

        labels = [1] * len(AT_TERM) + [0] * len(EARLIER)
        auc = roc_auc_score(labels, AT_TERM + EARLIER)
        assert mann_whitney(AT_TERM, EARLIER).effect.value == pytest.approx(auc)


class TestDirection:
    """Which tail belongs to which alternative."""

    @pytest.mark.parametrize("method", ["exact", "asymptotic"])
    def test_greater_says_that_x_tends_to_be_larger(self, method):
        """And exchanging the two exchanges the alternatives."""
        x, y = np.arange(10, 20), np.arange(12)
        one = mann_whitney(x, y, alternative="greater", method=method)
        two = mann_whitney(y, x, alternative="less", method=method)
        assert one.p_value < 0.001
        assert one.p_value == pytest.approx(two.p_value, rel=1e-12)
        assert mann_whitney(x, y, alternative="less", method=method).p_value > 0.99
        assert one.statistic + two.statistic == 120.0
        assert one.estimate == -two.estimate > 0


class TestDegenerateData:
    """Ends, ties, no variation, too few."""

    @pytest.mark.parametrize("method", ["exact", "asymptotic"])
    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_all_values_equal(self, method, alternative):
        """Superiority 1/2, p = 1, a note; never nan."""
        result = mann_whitney([0.3] * 4, [0.3] * 5, alternative=alternative, method=method)
        assert tuple(result) == (10.0, 1.0)
        assert result.effect.value == 0.5
        assert result.details["rank_biserial"] == 0.0
        assert result.notes[0] == "all values are equal"
        assert result.estimate == 0.0

    def test_floating_point_dust_ties(self):
        """0.1 + 0.2 and 0.3 are one value."""
        assert mann_whitney([0.1 + 0.2], [0.3]).statistic == 0.5

    def test_three_against_three_cannot_reach_a_level(self):
        """2/20 is the smallest p; 3 against 5 can."""
        result = mann_whitney([1, 2, 3], [4, 5, 6])
        assert result.p_value == pytest.approx(0.1)
        assert result.notes == (
            "with 3 and 3 runs the smallest possible p is 0.1: this design cannot reach 0.05",
        )
        assert mann_whitney([1, 2, 3], [4, 5, 6, 7, 8]).notes == ()
        assert mann_whitney([1, 2, 3], [4, 5, 6], alternative="less").notes == ()

    def test_ties_can_put_the_level_out_of_reach(self):
        """One value that differs among eight: every p is 1."""
        result = mann_whitney([1, 1, 1, 2], [1, 1, 1, 1])
        assert result.notes == (
            (
                "with 4 and 4 runs and these ties the smallest possible p is 1: "
                "this design cannot reach 0.05"
            ),
        )

    def test_one_against_one(self):
        """The smallest groups."""
        result = mann_whitney([2.0], [1.0])
        assert tuple(result) == (1.0, 1.0)
        assert result.estimate == 1.0
        assert result.interval() == (-np.inf, np.inf)

    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_as_many_wins_as_losses(self, alternative):
        """U in its middle."""
        p = mann_whitney([1, 4], [2, 3], alternative=alternative).p_value
        assert p == (1.0 if alternative == "two-sided" else pytest.approx(4 / 6))


class TestInterval:
    """The interval of the estimate."""

    def test_it_is_what_the_exact_test_does_not_reject(self):
        """Shifts inside the interval have p above 0.05, shifts outside below."""
        low, high = mann_whitney(AT_TERM, EARLIER).interval()
        shifted = np.array(EARLIER)
        for shift in (low + 1e-6, high - 1e-6):
            assert mann_whitney(AT_TERM, shifted + shift).p_value > 0.05
        for shift in (low - 1e-6, high + 1e-6):
            assert mann_whitney(AT_TERM, shifted + shift).p_value <= 0.05

    def test_it_holds_the_estimate(self):
        """At every level, also with ties."""
        rng = np.random.default_rng(4)
        x, y = rng.normal(size=30).round(1), rng.normal(size=20).round(1)
        result = mann_whitney(x, y)
        for level in (0.5, 0.9, 0.999):
            low, high = result.interval(level)
            assert low <= result.estimate <= high

    def test_too_few_runs_for_the_level(self):
        """3 against 3 at 95 percent: the whole line; at 90 percent: all differences."""
        result = mann_whitney([1, 2, 4], [8, 16, 32])
        assert result.interval() == (-np.inf, np.inf)
        assert result.interval(0.9) == (-31.0, -4.0)

    def test_many_runs_use_the_normal_curve(self):
        """500 and 600 runs: close to the interval of the difference of means."""
        rng = np.random.default_rng(6)
        x, y = rng.normal(0.5, 1, 500), rng.normal(size=600)
        theirs = scipy.stats.ttest_ind(x, y).confidence_interval()
        assert mann_whitney(x, y).interval() == pytest.approx(tuple(theirs), abs=0.03)


class TestResult:
    """What stands beside the p-value."""

    def test_everything_beside_the_p_value(self):
        """Effect, details, n, method."""
        result = mann_whitney(AT_TERM, EARLIER)
        assert result.effect == ("probability of superiority", 0.7)
        assert result.details["rank_biserial"] == pytest.approx(0.4)
        assert (result.n, result.method, result.notes) == ((10, 5), "exact", ())

    def test_auto_takes_the_normal_curve_for_many_runs(self):
        """200 of each could cost seconds with ties."""
        x, y = np.arange(200), np.arange(200) + 0.5
        assert mann_whitney(x, y).method == "asymptotic"
        exact = mann_whitney(x[:150], y[:150], method="exact")
        assert exact.method == "exact"
        assert exact.p_value == pytest.approx(mann_whitney(x[:150], y[:150]).p_value, rel=0.01)


class TestBatch:
    """Leading axes hold one test each."""

    @pytest.mark.parametrize("method", ["exact", "asymptotic", "auto"])
    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_a_batch_is_its_tests_one_by_one(self, method, alternative):
        """Two leading axes, with different ties in each row."""
        rng = np.random.default_rng(11)
        x = rng.integers(0, 12, size=(2, 4, 7)).astype(float)
        y = rng.integers(0, 12, size=(2, 4, 4)).astype(float)
        x[0, 0], y[0, 0] = 3.0, 3.0
        choices = {"method": method, "alternative": alternative}
        batch = mann_whitney(x, y, **choices)
        low, high = batch.interval(0.9)
        for place in np.ndindex(2, 4):
            one = mann_whitney(x[place], y[place], **choices)
            assert (batch.statistic[place], batch.p_value[place]) == pytest.approx(tuple(one))
            assert batch.estimate[place] == one.estimate
            assert (low[place], high[place]) == tuple(one.interval(0.9))


class TestSentences:
    """Bad input is met with one sentence."""

    def test_many_runs_exactly(self):
        """The way out is named."""
        with pytest.raises(InvalidInput) as caught:
            mann_whitney(np.arange(1000), np.arange(1000), method="exact")
        assert str(caught.value) == (
            "method='exact' would take minutes with 1000 and 1000 runs; use method='asymptotic'"
        )

    def test_a_wrong_method(self):
        """The three are named."""
        with pytest.raises(InvalidInput) as caught:
            mann_whitney([1, 2], [3, 4], method="normal")
        assert str(caught.value) == (
            "method must be one of auto, exact, asymptotic; it was 'normal'"
        )

    def test_empty_and_missing(self):
        """Which group, and where."""
        with pytest.raises(InvalidInput, match="y must hold at least 1 values along the last"):
            mann_whitney([1.0], [])
        with pytest.raises(InvalidInput, match=r"x: 1 value is missing or infinite"):
            mann_whitney([np.nan], [1.0])
