"""Shapiro and Wilk's test."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.stats import shapiro

MEN = [148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236]


class TestPrintedValues:
    """Numbers as the source prints them."""

    def test_weights_of_eleven_men(self):
        """Shapiro and Wilk 1965, section 4: W = 0.79, p near 0.01."""
        result = shapiro(MEN)
        assert round(result.statistic, 2) == 0.79
        assert 0.005 < result.p_value < 0.01


class TestAnotherProgram:
    """The same numbers from another program."""

    @settings(max_examples=60, deadline=None)
    @given(seed=st.integers(0, 10_000), n=st.integers(3, 60))
    def test_scipy(self, seed, n):
        """Both follow Royston's AS R94, in scipy in single steps that lose digits."""
        rng = np.random.default_rng(seed)
        values = rng.normal(size=n) if seed % 2 else rng.exponential(size=n)
        theirs = scipy.stats.shapiro(values)
        ours = shapiro(values)
        assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-6)
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-4, abs=1e-12)

    @pytest.mark.parametrize("n", [11, 12, 100, 1000, 4999])
    def test_at_the_seams(self, n):
        """Where Royston's formulas change, and for many values."""
        values = np.random.default_rng(n).standard_t(5, size=n)
        theirs = scipy.stats.shapiro(values)
        assert tuple(shapiro(values)) == pytest.approx(tuple(theirs), rel=1e-4)


class TestProperties:
    """What holds for all values."""

    def test_three_values_are_exact(self):
        """W = 3/4 is the smallest there is; p is uniform under the null hypothesis."""
        assert shapiro([0, 0, 1]).statistic == pytest.approx(0.75)
        assert shapiro([0, 0, 1]).p_value == pytest.approx(0.0, abs=1e-7)
        assert shapiro([0, 1, 2]).p_value == pytest.approx(1.0)
        p = shapiro(np.random.default_rng(0).normal(size=(4000, 3))).p_value
        assert scipy.stats.kstest(p, "uniform").pvalue > 0.01

    @pytest.mark.parametrize("n", [4, 10, 30])
    def test_the_level_is_held(self, n):
        """Of 4000 normal samples 5 percent reject, to about four standard errors."""
        p = shapiro(np.random.default_rng(n).normal(size=(4000, n))).p_value
        assert np.mean(p <= 0.05) == pytest.approx(0.05, abs=0.014)

    def test_mean_and_scale_do_not_matter(self):
        """And a large mean costs few digits."""
        moved = 1e5 + 0.01 * np.array(MEN)
        assert tuple(shapiro(moved)) == pytest.approx(tuple(shapiro(MEN)), rel=1e-6)

    def test_in_what_way_values_are_not_normal(self):
        """As scipy's skewness and kurtosis."""
        details = shapiro(MEN).details
        assert details["skewness"] == pytest.approx(scipy.stats.skew(MEN))
        assert details["excess_kurtosis"] == pytest.approx(scipy.stats.kurtosis(MEN))


class TestDegenerateData:
    """Equal values, few, many."""

    @pytest.mark.parametrize("n", [3, 8, 40])
    def test_equal_values(self, n):
        """W = 1, p = 1, and a note; dust is no variation."""
        for values in (np.full(n, 0.3), [0.1 + 0.2, *[0.3] * (n - 1)]):
            result = shapiro(values)
            assert tuple(result) == (1.0, 1.0)
            assert result.notes[0] == "all values are equal: there is no shape to test"
            assert result.details["excess_kurtosis"] == 0.0

    def test_few_and_many_values_are_told(self):
        """Below 10, and above 5000."""
        rng = np.random.default_rng(0)
        assert shapiro(rng.normal(size=5)).notes == (
            "with 5 values this test sees only gross departures from the normal",
        )
        assert shapiro(rng.normal(size=50)).notes == ()
        assert shapiro(rng.normal(size=5001)).notes[0].startswith("5001 values are more than")


def test_a_batch_is_its_samples_one_by_one():
    """Two leading axes, one of the samples without variation."""
    values = np.random.default_rng(1).normal(size=(2, 3, 12))
    values[1, 1] = 4.0
    batch = shapiro(values)
    for place in np.ndindex(2, 3):
        assert tuple(shapiro(values[place])) == pytest.approx(
            (batch.statistic[place], batch.p_value[place]), rel=1e-12
        )


def test_two_values_are_too_few():
    """What it must be, and what it was."""
    with pytest.raises(InvalidInput) as caught:
        shapiro([1, 2])
    assert str(caught.value) == (
        "x must hold at least 3 values along the last axis; it had the shape (2,)"
    )
