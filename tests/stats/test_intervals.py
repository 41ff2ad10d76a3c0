"""Intervals for a proportion and for a mean."""

import numpy as np
import pytest
import scipy.stats
from statsmodels.stats.proportion import proportion_confint

from bakeoff.errors import InvalidInput
from bakeoff.stats import mean_interval, proportion_interval

OTHER = {
    "wilson": "wilson",
    "clopper-pearson": "beta",
    "agresti-coull": "agresti_coull",
    "jeffreys": "jeffreys",
    "wald": "normal",
}
SLEEP = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]


class TestPrintedValues:
    """Numbers as the sources print them."""

    @pytest.mark.parametrize(
        ("errors", "n", "wilson", "exact"),
        [
            (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
            (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
            (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
            (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
        ],
    )
    def test_newcombes_table(self, errors, n, wilson, exact):
        """Newcombe 1998, table I: methods 3 (score) and 5 (exact)."""
        ours = proportion_interval(errors, n)
        assert ours == pytest.approx(wilson, abs=5.1e-5)
        ours = proportion_interval(errors, n, method="clopper-pearson")
        assert ours == pytest.approx(exact, abs=5.1e-5)

    def test_the_books_numbers(self):
        """Alpaydin 19.8: 1.96 for 95 percent, 2.58 for 99, 1.64 one-sided."""
        values = [0.0, 2.0]  # mean 1, sigma/sqrt(n) = 1 for sigma = sqrt(2)
        sigma = 2**0.5
        assert mean_interval(values, sigma=sigma) == pytest.approx((1 - 1.96, 1 + 1.96), abs=1e-3)
        low, _ = mean_interval(values, sigma=sigma, level=0.99)
        assert low == pytest.approx(1 - 2.58, abs=5e-3)
        low, high = mean_interval(values, sigma=sigma, side="lower")
        assert (low, high) == (pytest.approx(1 - 1.64, abs=6e-3), np.inf)


class TestAnotherProgram:
    """The same numbers from other programs."""

    @pytest.mark.parametrize("method", OTHER)
    @pytest.mark.parametrize(("errors", "n"), [(7, 40), (1, 5), (39, 40), (250, 1000)])
    @pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
    def test_two_sided_limits_are_those_of_statsmodels(self, errors, n, level, method):
        """All five methods."""
        theirs = proportion_confint(errors, n, 1 - level, OTHER[method])
        ours = proportion_interval(errors, n, level=level, method=method)
        assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-12)

    @pytest.mark.parametrize("method", ["wilson", "clopper-pearson"])
    def test_one_sided_limits_are_those_of_scipy(self, method):
        """A limit on one side at 95 percent is the two-sided one at 90."""
        name = {"wilson": "wilson", "clopper-pearson": "exact"}[method]
        for side, alternative in (("lower", "greater"), ("upper", "less")):
            test = scipy.stats.binomtest(7, 40, alternative=alternative)
            theirs = test.proportion_ci(0.95, name)
            ours = proportion_interval(7, 40, method=method, side=side)
            assert ours == pytest.approx(tuple(theirs), rel=1e-9)

    @pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
    def test_the_mean_is_that_of_scipy(self, level):
        """Student's t, and the normal with a known sigma."""
        n, mean = len(SLEEP), np.mean(SLEEP)
        theirs = scipy.stats.t.interval(level, n - 1, mean, scipy.stats.sem(SLEEP))
        assert mean_interval(SLEEP, level=level) == pytest.approx(theirs, rel=1e-12)
        theirs = scipy.stats.norm.interval(level, mean, 1.3 / np.sqrt(n))
        assert mean_interval(SLEEP, level=level, sigma=1.3) == pytest.approx(theirs, rel=1e-12)


class TestSides:
    """Limits on one side only."""

    @pytest.mark.parametrize("method", OTHER)
    def test_a_lower_limit_alone_ends_at_1(self, method):
        """And an upper limit alone begins at 0."""
        both = proportion_interval(7, 40, level=0.9, method=method)
        lower = proportion_interval(7, 40, level=0.95, method=method, side="lower")
        upper = proportion_interval(7, 40, level=0.95, method=method, side="upper")
        assert lower == (pytest.approx(both.low, rel=1e-12), 1.0)
        assert upper == (0.0, pytest.approx(both.high, rel=1e-12))

    def test_a_mean_without_an_end(self):
        """Infinity on the open side."""
        both = mean_interval(SLEEP, level=0.9)
        assert mean_interval(SLEEP, side="lower") == (pytest.approx(both.low), np.inf)
        assert mean_interval(SLEEP, side="upper") == (-np.inf, pytest.approx(both.high))

    def test_a_one_sided_level_below_one_half(self):
        """A lower limit that holds in 30 percent only lies above the rate."""
        assert proportion_interval(7, 40, level=0.3, side="lower").low > 7 / 40


class TestDegenerateData:
    """Ends, ties, no variation, too few."""

    @pytest.mark.parametrize("method", ["wilson", "clopper-pearson", "jeffreys"])
    def test_the_ends_are_exact(self, method):
        """No errors: from 0; nothing but errors: to 1."""
        assert proportion_interval(0, 10, method=method).low == 0.0
        assert proportion_interval(10, 10, method=method).high == 1.0

    def test_the_rule_of_three(self):
        """No errors in n: about 3/n at 95 percent one-sided, exactly 1 - 0.05^(1/n)."""
        high = proportion_interval(0, 100, method="clopper-pearson", side="upper").high
        assert high == pytest.approx(1 - 0.05 ** (1 / 100), rel=1e-12)

    def test_one_item(self):
        """Wide, but inside [0, 1]."""
        for method in OTHER:
            low, high = proportion_interval(1, 1, method=method)
            assert 0.0 <= low <= high <= 1.0

    def test_equal_values_have_an_interval_of_no_width(self):
        """As little as they vary."""
        assert mean_interval([0.5, 0.5, 0.5]) == (0.5, 0.5)


class TestBatch:
    """Leading axes hold one test each."""

    @pytest.mark.parametrize("method", OTHER)
    def test_a_batch_is_its_intervals_one_by_one(self, method):
        """Including the ends."""
        errors = np.array([[0, 3, 20], [1, 19, 10]])
        low, high = proportion_interval(errors, 20, method=method)
        for place in np.ndindex(2, 3):
            one = proportion_interval(int(errors[place]), 20, method=method)
            assert (low[place], high[place]) == pytest.approx(tuple(one), rel=1e-14)

    def test_means_along_the_last_axis(self):
        """One interval for each row."""
        values = np.random.default_rng(1).normal(size=(4, 6))
        low, high = mean_interval(values)
        for i in range(4):
            assert (low[i], high[i]) == pytest.approx(tuple(mean_interval(values[i])))


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize(
        ("choices", "sentence"),
        [
            ({"level": 95}, "level must lie strictly between 0 and 1; it was 95"),
            (
                {"method": "score"},
                (
                    "method must be one of wilson, clopper-pearson, agresti-coull, jeffreys, wald; "
                    "it was 'score'"
                ),
            ),
            ({"side": "left"}, "side must be one of both, lower, upper; it was 'left'"),
        ],
    )
    def test_a_wrong_choice_of_a_proportion(self, choices, sentence):
        """What it must be and what it was."""
        with pytest.raises(InvalidInput) as caught:
            proportion_interval(3, 10, **choices)
        assert str(caught.value) == sentence

    def test_too_few_values(self):
        """One value has no standard deviation, but with sigma it has an interval."""
        with pytest.raises(InvalidInput, match="values must hold at least 2 values"):
            mean_interval([1.0])
        assert mean_interval([1.0], sigma=1.0) == pytest.approx((-0.959964, 2.959964))
