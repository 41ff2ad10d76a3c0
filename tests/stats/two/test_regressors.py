"""The F test of two regressors' squared errors."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.stats import squared_error_ratio

ALTERNATIVES = ("two-sided", "less", "greater")
SAME_ITEMS = (
    "both have 4 residuals: if they are of the same items, this test does not apply; "
    "give the squared errors to wilcoxon, permutation or paired_t"
)


class TestPrintedValues:
    """Numbers as the sources print them."""

    @pytest.mark.parametrize(
        ("df1", "df2", "critical"), [(10, 10, 2.98), (5, 20, 2.71), (30, 12, 2.47)]
    )
    def test_critical_values_of_the_tables(self, df1, df2, critical):
        """The 5 percent points of F, printed to two decimals."""
        result = squared_error_ratio(
            np.full(df1, critical**0.5), np.ones(df2), alternative="greater"
        )
        assert result.p_value == pytest.approx(0.05, abs=5e-4)
        assert result.df == (df1, df2)


class TestAnotherProgram:
    """The same numbers from other programs."""

    @settings(max_examples=40, deadline=None)
    @given(seed=st.integers(0, 10_000), n1=st.integers(1, 30), n2=st.integers(1, 30))
    def test_tails_and_limits_are_those_of_scipys_f(self, seed, n1, n2):
        """With n1 and n2 degrees of freedom: no mean is taken off."""
        rng = np.random.default_rng(seed)
        x, y = rng.normal(size=n1), rng.normal(size=n2)
        f, law = np.mean(x**2) / np.mean(y**2), scipy.stats.f(n1, n2)
        wanted = {
            "less": law.cdf(f),
            "greater": law.sf(f),
            "two-sided": min(1, 2 * min(law.cdf(f), law.sf(f))),
        }
        for alternative in ALTERNATIVES:
            ours = squared_error_ratio(x, y, alternative=alternative)
            assert tuple(ours) == pytest.approx((f, wanted[alternative]), rel=1e-9)
        limits = (f / law.ppf(0.95), f / law.ppf(0.05))
        assert ours.interval(0.9) == pytest.approx(limits, rel=1e-8)

    def test_the_null_distribution_is_kept(self):
        """With equal variances 5 percent of 4000 tests reject at 0.05, give or take 1."""
        rng = np.random.default_rng(0)
        p = squared_error_ratio(rng.normal(size=(4000, 8)), rng.normal(size=(4000, 15))).p_value
        assert 0.04 < np.mean(p <= 0.05) < 0.06


class TestDirection:
    """Which tail belongs to which alternative."""

    def test_greater_says_that_the_first_errs_more(self):
        """And exchanging the two exchanges the alternatives."""
        x, y = [3.0, -2.0, 4.0, 3.0, -3.0], [0.1, -0.2, 0.1, 0.3]
        one = squared_error_ratio(x, y, alternative="greater")
        two = squared_error_ratio(y, x, alternative="less")
        assert one.p_value < 0.01
        assert one.p_value == pytest.approx(two.p_value, rel=1e-12)
        assert one.effect.value == pytest.approx(-two.effect.value)
        assert squared_error_ratio(x, y, alternative="less").p_value > 0.99


class TestDegenerateData:
    """Ends, ties, no variation, too few."""

    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_both_without_error(self, alternative):
        """The ratio 1, p = 1, effect 0, a note."""
        result = squared_error_ratio([0.0] * 4, [0.0] * 5, alternative=alternative)
        assert tuple(result) == (1.0, 1.0)
        assert result.effect.value == 0.0
        assert "both regressors are without error" in result.notes

    def test_one_without_error(self):
        """An infinite ratio or none, and p = 0."""
        worse = squared_error_ratio([1.0, 2.0], [0.0, 0.0, 0.0])
        better = squared_error_ratio([0.0, 0.0, 0.0], [1.0, 2.0])
        assert tuple(worse) == (np.inf, 0.0)
        assert tuple(better) == (0.0, 0.0)
        assert worse.effect.value == -better.effect.value == np.inf
        assert "one regressor is without error" in worse.notes
        assert better.interval() == (0.0, 0.0)

    def test_equal_errors(self):
        """A ratio of 1 between equal sizes: p = 1."""
        result = squared_error_ratio([1.0, -2.0], [2.0, 1.0])
        assert result.p_value == pytest.approx(1.0)
        assert result.effect.value == 0.0

    def test_one_residual_each(self):
        """F with 1 and 1 degrees of freedom."""
        assert squared_error_ratio([1.0], [1.0]).p_value == pytest.approx(1.0)


class TestResult:
    """What stands beside the p-value."""

    def test_it_says_where_it_applies(self):
        """Independent test sets; and a warning where sizes are the same."""
        assert squared_error_ratio([1.0] * 4, [1.0] * 5).notes == (
            "for independent test sets only",
        )
        assert squared_error_ratio([1.0] * 4, [1.0] * 4).notes == (
            "for independent test sets only",
            SAME_ITEMS,
        )

    def test_everything_beside_the_p_value(self):
        """Estimate, effect, n, method."""
        result = squared_error_ratio([2.0, -2.0], [1.0, 1.0, -1.0])
        assert (result.estimate, result.n, result.method) == (4.0, (2, 3), "exact")
        assert result.effect == ("log of the ratio", pytest.approx(np.log(4)))
        assert result.details["mean_squared_error1"] == 4.0


class TestBatch:
    """Leading axes hold one test each."""

    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_a_batch_is_its_tests_one_by_one(self, alternative):
        """Two leading axes."""
        rng = np.random.default_rng(1)
        x, y = rng.normal(size=(2, 3, 5)), rng.normal(size=(2, 3, 9))
        x[1, 1] = 0.0
        batch = squared_error_ratio(x, y, alternative=alternative)
        low, high = batch.interval()
        for place in np.ndindex(2, 3):
            one = squared_error_ratio(x[place], y[place], alternative=alternative)
            assert (batch.statistic[place], batch.p_value[place]) == pytest.approx(tuple(one))
            assert (low[place], high[place]) == pytest.approx(tuple(one.interval()))
        assert batch.notes[-1] == "1 of 6 tests: one regressor is without error"


class TestSentences:
    """Bad input is met with one sentence."""

    def test_leading_axes_that_differ(self):
        """Both shapes are named."""
        with pytest.raises(InvalidInput) as caught:
            squared_error_ratio([[1.0, 2.0]], [1.0, 2.0])
        assert str(caught.value) == (
            "residuals1 and residuals2 must have the same leading axes, one test each; "
            "residuals1 has the shape (1, 2) and residuals2 has (2,)"
        )

    def test_a_missing_residual(self):
        """Where it is missing."""
        with pytest.raises(InvalidInput, match=r"residuals2: 1 value is missing .* at 1\)"):
            squared_error_ratio([1.0, 2.0], [1.0, np.nan])
