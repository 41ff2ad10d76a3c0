"""The exact binomial test of one error rate."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.stats import binomial

ALTERNATIVES = ("two-sided", "less", "greater")


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_mendels_peas(self):
        """Conover 1971: 682 of 925 against 3/4 gives p = 0.3825, interval 0.7077 to 0.7654."""
        result = binomial(682, 925, p0=0.75, alternative="two-sided")
        assert round(result.p_value, 4) == 0.3825
        assert [round(limit, 4) for limit in result.interval()] == [0.7077, 0.7654]

    def test_the_tail_holds_the_count_itself(self):
        """Alpaydin 19.10 sums from e, not from e + 1: 8 or more of 10 fair coins is 56/1024."""
        assert binomial(8, 10, p0=0.5).p_value == pytest.approx(56 / 1024, rel=1e-14)


class TestAnotherProgram:
    """The same numbers from other programs."""

    @settings(max_examples=60, deadline=None)
    @given(
        n=st.integers(1, 300),
        share=st.floats(0, 1),
        p0=st.floats(0.01, 0.99),
        alternative=st.sampled_from(ALTERNATIVES),
    )
    def test_p_values_are_those_of_scipy(self, n, share, p0, alternative):
        """scipy.stats.binomtest uses the method of small p-values, too."""
        errors = round(share * n)
        theirs = scipy.stats.binomtest(errors, n, p0, alternative=alternative).pvalue
        ours = binomial(errors, n, p0=p0, alternative=alternative).p_value
        # both sum tails with incomplete beta functions: 11 digits are common to them
        assert ours == pytest.approx(theirs, rel=1e-11, abs=1e-300)

    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    @pytest.mark.parametrize("p0", [Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)])
    def test_p_values_are_those_of_exact_fractions(self, p0, alternative):
        """Every count of 12, added up in whole numbers."""
        n = 12
        mass = [comb(n, x) * p0**x * (1 - p0) ** (n - x) for x in range(n + 1)]
        wanted = {
            "less": [sum(mass[: x + 1]) for x in range(n + 1)],
            "greater": [sum(mass[x:]) for x in range(n + 1)],
            "two-sided": [sum(m for m in mass if m <= mass[x]) for x in range(n + 1)],
        }[alternative]
        result = binomial(np.arange(n + 1), n, p0=float(p0), alternative=alternative)
        np.testing.assert_allclose(result.p_value, [float(p) for p in wanted], rtol=1e-12)

    def test_the_interval_is_clopper_pearsons(self):
        """The exact interval of scipy at 90 percent."""
        theirs = scipy.stats.binomtest(7, 40, 0.2).proportion_ci(0.9, "exact")
        assert binomial(7, 40, p0=0.2).interval(0.9) == pytest.approx(tuple(theirs), rel=1e-9)

    def test_large_counts_keep_their_tail(self):
        """A million items: the two-sided search stays exact where scipy's is."""
        theirs = scipy.stats.binomtest(301_000, 1_000_000, 0.3).pvalue
        ours = binomial(301_000, 1_000_000, p0=0.3, alternative="two-sided").p_value
        assert ours == pytest.approx(theirs, rel=1e-7)  # log-probabilities of a million


class TestDirection:
    """Which tail belongs to which alternative."""

    def test_greater_speaks_of_a_rate_above_p0(self):
        """Many errors: small p for greater, large for less."""
        assert binomial(18, 20, p0=0.5, alternative="greater").p_value < 0.001
        assert binomial(18, 20, p0=0.5, alternative="less").p_value > 0.999

    def test_right_answers_mirror_errors(self):
        """Counting right answers against 1 - p0 exchanges the alternatives."""
        for alternative, other in (("less", "greater"), ("two-sided", "two-sided")):
            ours = binomial(3, 17, p0=0.3, alternative=alternative).p_value
            assert ours == pytest.approx(
                binomial(14, 17, p0=0.7, alternative=other).p_value, rel=1e-12
            )


class TestDegenerateData:
    """Ends, ties, no variation, too few."""

    def test_the_likeliest_count_has_p_1(self):
        """Nothing is likelier than the mode."""
        assert binomial(5, 10, p0=0.5, alternative="two-sided").p_value == 1.0

    def test_two_equal_modes_have_p_1(self):
        """With 3 fair coins 1 and 2 are equally likely: both are the mode."""
        result = binomial([1, 2], 3, p0=0.5, alternative="two-sided")
        np.testing.assert_array_equal(result.p_value, [1.0, 1.0])

    def test_no_errors_and_nothing_but_errors(self):
        """The ends have closed forms, and limits of 0 and 1."""
        assert binomial(0, 9, p0=0.2, alternative="less").p_value == pytest.approx(0.8**9)
        assert binomial(9, 9, p0=0.2).p_value == pytest.approx(0.2**9)
        assert binomial(0, 9, p0=0.2).interval().low == 0.0
        assert binomial(9, 9, p0=0.2).interval().high == 1.0

    def test_one_item_cannot_reach_a_level(self):
        """One coin: the note says what the smallest p is."""
        result = binomial(1, 1, p0=0.5)
        assert result.p_value == 0.5
        assert result.notes == (
            "with 1 items the smallest possible p is 0.5: this design cannot reach 0.05",
        )

    def test_a_design_that_can_reach_the_level_has_no_note(self):
        """Five coins against 1/2, one-sided: 1/32."""
        assert binomial(2, 5, p0=0.5).notes == ()

    def test_the_smallest_p_of_the_wrong_side_is_seen(self):
        """With p0 = 0.99 more errors than expected can hardly be shown."""
        (note,) = binomial(10, 10, p0=0.99).notes
        assert note.startswith("with 10 items the smallest possible p is 0.9044")


class TestResult:
    """What stands beside the p-value."""

    def test_everything_beside_the_p_value(self):
        """Statistic, estimate, effect, n, method."""
        result = binomial(12, 40, p0=0.2)
        assert tuple(result) == (12.0, result.p_value)
        assert (result.n, result.method, result.alternative) == (40, "exact", "greater")
        assert result.estimate == pytest.approx(0.3)
        assert result.effect.name == "difference from p0"
        assert result.effect.value == pytest.approx(0.1)
        assert isinstance(result.n, int)
        assert result.details["p0"] == 0.2


class TestBatch:
    """Leading axes hold one test each."""

    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_a_batch_is_its_tests_one_by_one(self, alternative):
        """Counts and sizes that differ, on two leading axes."""
        errors = np.arange(12).reshape(3, 4)
        n = np.array([11, 20, 35, 600])
        batch = binomial(errors, n, p0=0.15, alternative=alternative)
        low, high = batch.interval()
        for place in np.ndindex(3, 4):
            one = binomial(int(errors[place]), int(n[place[1]]), p0=0.15, alternative=alternative)
            assert batch.p_value[place] == one.p_value
            assert (low[place], high[place]) == tuple(one.interval())
        assert batch.p_value.shape == batch.estimate.shape == (3, 4)

    def test_the_note_of_a_batch_counts(self):
        """Two of three designs are too small."""
        (note,) = binomial([0, 0, 0], [1, 3, 60], p0=0.5).notes
        assert note == (
            "2 of 3 tests, the first: with 1 items the smallest possible p is 0.5: "
            "this design cannot reach 0.05"
        )


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize(
        ("errors", "n", "p0", "sentence"),
        [
            (3, 10, 1.0, "p0 must lie strictly between 0 and 1; it was 1.0"),
            (2.5, 10, 0.5, "errors must be whole numbers of at least 0; it held 2.5"),
            (-1, 10, 0.5, "errors must be whole numbers of at least 0; it held -1"),
            ([1, -2], 10, 0.5, "errors must be whole numbers of at least 0; it held -2 at 1"),
            (0, 0, 0.5, "n must be whole numbers of at least 1; it held 0"),
            (11, 10, 0.5, "errors must not exceed n; there were 11 errors on 10 items"),
            (
                [1, 2],
                [10, 10, 10],
                0.5,
                (
                    "errors and n must have the same shape, or be single numbers; "
                    "errors has (2,), n has (3,)"
                ),
            ),
            (
                [1, np.nan],
                10,
                0.5,
                (
                    "errors: 1 value is missing or infinite (the first at 1); "
                    "remove or fill what is missing before testing"
                ),
            ),
        ],
    )
    def test_bad_input_is_met_with_one_sentence(self, errors, n, p0, sentence):
        """What it must be, what it was, where."""
        with pytest.raises(InvalidInput) as caught:
            binomial(errors, n, p0=p0)
        assert str(caught.value) == sentence

    def test_an_unknown_alternative(self):
        """The three are named."""
        with pytest.raises(InvalidInput, match="alternative must be one of two-sided, less"):
            binomial(3, 10, p0=0.5, alternative="larger")
