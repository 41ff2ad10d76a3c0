"""The t and the z test of one mean."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.stats import mean_interval, mean_t, mean_z

ALTERNATIVES = ("two-sided", "less", "greater")
SLEEP = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_students_sleep(self):
        """Student 1908: t = 4.0621 with 9 df, p = 0.002833."""
        result = mean_t(SLEEP, mu0=0)
        assert round(result.statistic, 4) == 4.0621
        assert round(result.p_value, 6) == 0.002833
        assert result.df == 9

    def test_critical_values_of_the_book(self):
        """Alpaydin: t at 0.05 is 1.83 with 9 df; the z interval is m +- 1.96 sigma/sqrt(N)."""
        values = np.array([1.0, -1.0] * 5)
        shifted = values + 1.8331 * values.std(ddof=1) / np.sqrt(10)
        assert mean_t(shifted, mu0=0, alternative="greater").p_value == pytest.approx(
            0.05, abs=1e-5
        )
        low, high = mean_z(values, mu0=0, sigma=2.0).interval()
        assert (low, high) == pytest.approx((-1.96 * 2 / 10**0.5, 1.96 * 2 / 10**0.5), rel=1e-4)


class TestAnotherProgram:
    """The same numbers from other programs."""

    @settings(max_examples=40, deadline=None)
    @given(
        values=st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=30),
        alternative=st.sampled_from(ALTERNATIVES),
    )
    def test_t_is_that_of_scipy(self, values, alternative):
        """scipy.stats.ttest_1samp, where the values vary by more than rounding."""
        if np.ptp(values) < 1e-3:
            return
        theirs = scipy.stats.ttest_1samp(values, 0.5, alternative=alternative)
        ours = mean_t(values, mu0=0.5, alternative=alternative)
        # a difference of 1e3 - 0.5 keeps 12 digits or more
        assert tuple(ours) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-8, abs=1e-9)

    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_z_is_the_normal_tail(self, alternative):
        """The statistic is (m - mu0) sqrt(n) / sigma."""
        z = (np.mean(SLEEP) - 1) * np.sqrt(10) / 1.5
        tail = {
            "two-sided": 2 * scipy.stats.norm.sf(abs(z)),
            "less": scipy.stats.norm.cdf(z),
            "greater": scipy.stats.norm.sf(z),
        }[alternative]
        ours = mean_z(SLEEP, mu0=1, sigma=1.5, alternative=alternative)
        assert tuple(ours) == pytest.approx((z, tail), rel=1e-12)

    def test_the_interval_is_mean_interval(self):
        """And scipy's."""
        theirs = scipy.stats.ttest_1samp(SLEEP, 0).confidence_interval(0.9)
        ours = mean_t(SLEEP, mu0=0).interval(0.9)
        assert ours == mean_interval(SLEEP, level=0.9)
        assert ours == pytest.approx(tuple(theirs), rel=1e-12)
        assert mean_z(SLEEP, mu0=0, sigma=1).interval() == mean_interval(SLEEP, sigma=1)


class TestDirection:
    """Which tail belongs to which alternative."""

    @pytest.mark.parametrize("test", [mean_t, lambda *a, **k: mean_z(*a, sigma=1.0, **k)])
    def test_greater_speaks_of_a_mean_above_mu0(self, test):
        """A mean of 1.58 against 0."""
        assert test(SLEEP, mu0=0, alternative="greater").p_value < 0.01
        assert test(SLEEP, mu0=0, alternative="less").p_value > 0.99
        assert test(SLEEP, mu0=0).statistic > 0


class TestDegenerateData:
    """Ends, ties, no variation, too few."""

    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_all_values_mu0(self, alternative):
        """No difference and no variation: p = 1, effect 0, a note; never nan."""
        result = mean_t([0.3, 0.3, 0.3], mu0=0.3, alternative=alternative)
        assert tuple(result) == (0.0, 1.0)
        assert result.effect.value == 0.0
        assert result.notes == ("all values are equal to mu0",)

    def test_all_values_equal_but_not_mu0(self):
        """A difference without variation: t infinite, p = 0, a note."""
        result = mean_t([0.4, 0.4, 0.4], mu0=0.3)
        assert tuple(result) == (np.inf, 0.0)
        assert result.notes == (
            "no variation between splits: the values are all equal and none is mu0",
        )
        assert tuple(mean_t([0.4, 0.4], mu0=0.3, alternative="less")) == (np.inf, 1.0)
        assert tuple(mean_t([0.2, 0.2], mu0=0.3)) == (-np.inf, 0.0)

    def test_floating_point_dust_is_no_variation(self):
        """0.1 + 0.2 and 0.3 are one number."""
        assert tuple(mean_t([0.1 + 0.2, 0.3, 0.3], mu0=0.3)) == (0.0, 1.0)
        assert mean_t([0.1 + 0.2, 0.3, 0.3], mu0=0.2).statistic == np.inf

    def test_one_value(self):
        """A t test needs two; a z test does not."""
        with pytest.raises(InvalidInput) as caught:
            mean_t([0.5], mu0=0)
        assert str(caught.value) == (
            "values must hold at least 2 values along the last axis; it had the shape (1,)"
        )
        assert mean_z([1.96], mu0=0, sigma=1).p_value == pytest.approx(0.05, abs=1e-4)

    def test_a_missing_value(self):
        """Never nan out: an error in."""
        with pytest.raises(InvalidInput, match=r"values: 1 value is missing or infinite"):
            mean_t([0.5, np.nan, 0.2], mu0=0)


class TestResult:
    """What stands beside the p-value."""

    def test_everything_beside_the_p_value(self):
        """Estimate, effect, n, df, method."""
        result = mean_t(SLEEP, mu0=1)
        assert result.estimate == pytest.approx(1.58)
        assert result.effect == ("Cohen's d", pytest.approx(0.58 / np.std(SLEEP, ddof=1)))
        assert (result.n, result.df, result.method, result.notes) == (10, 9, "exact", ())
        z = mean_z(SLEEP, mu0=1, sigma=2)
        assert z.effect == ("(mean - mu0)/sigma", pytest.approx(0.29))
        assert (z.n, z.method) == (10, "exact")


class TestBatch:
    """Leading axes hold one test each."""

    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_a_batch_is_its_tests_one_by_one(self, alternative):
        """Two leading axes, one of the tests without variation."""
        values = np.random.default_rng(0).normal(size=(2, 3, 7))
        values[1, 1] = 0.25
        batch = mean_t(values, mu0=0.25, alternative=alternative)
        batch_z = mean_z(values, mu0=0.25, sigma=1.1, alternative=alternative)
        low, high = batch.interval()
        for place in np.ndindex(2, 3):
            one = mean_t(values[place], mu0=0.25, alternative=alternative)
            assert (batch.statistic[place], batch.p_value[place]) == pytest.approx(tuple(one))
            assert (low[place], high[place]) == pytest.approx(tuple(one.interval()))
            assert batch_z.p_value[place] == pytest.approx(
                mean_z(values[place], mu0=0.25, sigma=1.1, alternative=alternative).p_value
            )
        assert batch.notes == ("1 of 6 tests: all values are equal to mu0",)


class TestSentences:
    """Bad input is met with one sentence."""

    def test_sigma_must_be_positive(self):
        """A standard deviation of 0 is not one."""
        with pytest.raises(InvalidInput) as caught:
            mean_z(SLEEP, mu0=0, sigma=0)
        assert str(caught.value) == "sigma must be a number above 0; it was 0"

    def test_mu0_must_be_a_number(self):
        """Not missing, either."""
        with pytest.raises(InvalidInput, match="mu0 must be a finite number; it was nan"):
            mean_t(SLEEP, mu0=np.nan)
