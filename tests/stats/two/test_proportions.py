"""The z test for two error rates from independent test sets."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import (
    confint_proportions_2indep,
    proportion_effectsize,
    proportions_ztest,
)

from bakeoff.errors import InvalidInput
from bakeoff.stats import two_proportions

OTHER = {"two-sided": "two-sided", "less": "smaller", "greater": "larger"}


class TestPrintedValues:
    """Numbers as the sources print them."""

    @pytest.mark.parametrize(
        ("counts", "limits"),
        [
            ((56, 70, 48, 80), (0.0524, 0.3339)),
            ((9, 10, 3, 10), (0.1705, 0.8090)),
            ((0, 10, 0, 10), (-0.2775, 0.2775)),
        ],
    )
    def test_newcombes_table(self, counts, limits):
        """Newcombe 1998 (independent), table II, method 10."""
        assert two_proportions(*counts).interval() == pytest.approx(limits, abs=5.1e-5)


class TestAnotherProgram:
    """The same numbers from other programs."""

    @settings(max_examples=40, deadline=None)
    @given(
        e1=st.integers(0, 80),
        e2=st.integers(0, 120),
        alternative=st.sampled_from(sorted(OTHER)),
    )
    def test_z_and_p_are_those_of_statsmodels(self, e1, e2, alternative):
        """Pooled variance, as in Dietterich 1998."""
        if e1 + e2 in {0, 200}:
            return
        theirs = proportions_ztest([e1, e2], [80, 120], alternative=OTHER[alternative])
        ours = two_proportions(e1, 80, e2, 120, alternative=alternative)
        assert tuple(ours) == pytest.approx(theirs, rel=1e-9, abs=1e-12)

    @pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
    @pytest.mark.parametrize("counts", [(56, 70, 48, 80), (0, 20, 7, 30), (5, 5, 1, 9)])
    def test_the_interval_is_that_of_statsmodels(self, counts, level):
        """Newcombe's hybrid of two Wilson intervals."""
        theirs = confint_proportions_2indep(*counts, method="newcomb", alpha=1 - level)
        assert two_proportions(*counts).interval(level) == pytest.approx(theirs, rel=1e-9)

    def test_the_effect_is_cohens_h(self):
        """Arc sines of the roots."""
        result = two_proportions(56, 70, 48, 80)
        assert result.effect.name == "Cohen's h"
        assert result.effect.value == pytest.approx(proportion_effectsize(0.8, 0.6))

    def test_the_correction_is_that_of_yates(self):
        """Chi-square of a 2 x 2 table with Yates' correction is z squared."""
        from scipy.stats import chi2_contingency

        theirs = chi2_contingency([[56, 14], [48, 32]], correction=True)
        ours = two_proportions(56, 70, 48, 80, correction=True)
        assert ours.statistic**2 == pytest.approx(theirs.statistic)
        assert ours.p_value == pytest.approx(theirs.pvalue)


class TestDirection:
    """Which tail belongs to which alternative."""

    def test_two_sided_by_default(self):
        """The trap: the lower tail given as the p-value."""
        assert two_proportions(10, 100, 30, 100).p_value < 0.001
        assert two_proportions(30, 100, 10, 100).p_value < 0.001

    def test_greater_speaks_of_the_first_minus_the_second(self):
        """And exchanging the two exchanges the alternatives."""
        one = two_proportions(30, 100, 10, 120, alternative="greater")
        two = two_proportions(10, 120, 30, 100, alternative="less")
        assert one.p_value < 0.001
        assert one.p_value == two.p_value
        assert one.statistic == -two.statistic
        assert one.estimate == -two.estimate


class TestDegenerateData:
    """Ends, ties, no variation, too few."""

    @pytest.mark.parametrize("alternative", OTHER)
    @pytest.mark.parametrize("counts", [(0, 20, 0, 30), (20, 20, 30, 30)])
    def test_all_right_or_all_wrong(self, counts, alternative):
        """No variance to divide by: p = 1, effect 0, a note; never nan."""
        result = two_proportions(*counts, alternative=alternative)
        assert tuple(result) == (0.0, 1.0)
        assert result.effect.value == 0.0
        assert result.notes == ("both error rates are 0, or both are 1",)

    @pytest.mark.parametrize("correction", [False, True])
    def test_equal_rates(self, correction):
        """1/3 and 2/6 are equal: z is 0 and not dust, and the correction stops at 0."""
        result = two_proportions(100, 300, 200, 600, correction=correction)
        assert tuple(result) == (0.0, 1.0)

    def test_few_expected_errors(self):
        """The rule of thumb with its number."""
        assert two_proportions(1, 50, 4, 50).notes == (
            (
                "the normal approximation asks for 5 expected errors and right answers in each set; "
                "here the smallest is 2.5"
            ),
        )
        assert two_proportions(5, 50, 5, 50).notes == ()

    def test_one_item_each(self):
        """All wrong against all right is z = 1.41."""
        notes = two_proportions(1, 1, 0, 1).notes
        assert notes[-1] == (
            "with 1 and 1 items the smallest possible p is 0.1573: this design cannot reach 0.05"
        )


class TestResult:
    """What stands beside the p-value."""

    def test_everything_beside_the_p_value(self):
        """Estimate, n, method, the rates."""
        result = two_proportions(56, 70, 48, 80)
        assert result.estimate == pytest.approx(0.2)
        assert (result.n, result.method) == ((70, 80), "asymptotic")
        assert result.details["rate1"] == pytest.approx(0.8)
        assert result.details["pooled"] == pytest.approx(104 / 150)


class TestBatch:
    """Leading axes hold one test each."""

    @pytest.mark.parametrize("alternative", OTHER)
    def test_a_batch_is_its_tests_one_by_one(self, alternative):
        """Counts of different shapes are stretched to one."""
        errors1, n2 = np.array([[3], [20], [0]]), np.array([50, 90])
        batch = two_proportions(errors1, 60, [0, 9], n2, alternative=alternative)
        low, high = batch.interval()
        for i, j in np.ndindex(3, 2):
            one = two_proportions(
                int(errors1[i, 0]), 60, [0, 9][j], int(n2[j]), alternative=alternative
            )
            assert (batch.statistic[i, j], batch.p_value[i, j]) == pytest.approx(tuple(one))
            assert (low[i, j], high[i, j]) == pytest.approx(tuple(one.interval()))


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize(
        ("counts", "sentence"),
        [
            ((8, 7, 1, 9), "errors1 must not exceed n1; there were 8 errors on 7 items"),
            ((1, 7, 1, 0), "n2 must be whole numbers of at least 1; it held 0"),
            (
                ([1, 2], 7, [1, 2, 3], 9),
                (
                    "errors1 and n1 and errors2 and n2 must have the same shape, or be single "
                    "numbers; errors1 has (2,), n1 has (2,), errors2 has (3,), n2 has (3,)"
                ),
            ),
        ],
    )
    def test_bad_counts(self, counts, sentence):
        """Which of the four, and what it was."""
        with pytest.raises(InvalidInput) as caught:
            two_proportions(*counts)
        assert str(caught.value) == sentence
