"""The smallest p-value of a design: the tests themselves on the most extreme data."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import (
    binomial,
    cochran_q,
    mann_whitney,
    mcnemar,
    permutation,
    proportion_z,
    sign,
    smallest_p,
    two_proportions,
    wilcoxon,
)

SIDES = ["two-sided", "less", "greater"]


class TestTheTestsReachIt:
    """The tests give this p on the most extreme data."""

    @pytest.mark.parametrize("alternative", SIDES)
    @pytest.mark.parametrize("n", [1, 2, 5, 14, 40])
    @pytest.mark.parametrize("test", [sign, wilcoxon, permutation])
    def test_paired_tests(self, test, n, alternative):
        """All n differences of one sign."""
        way = -1 if alternative == "less" else 1
        p = test(way * np.arange(1, n + 1), 0, alternative=alternative).p_value
        assert smallest_p(test.__name__, n, alternative=alternative) == pytest.approx(p, rel=1e-12)

    @pytest.mark.parametrize("alternative", SIDES)
    def test_mcnemar(self, alternative):
        """All seven discordant items on one side."""
        table = [[9, 0], [7, 9]] if alternative == "less" else [[9, 7], [0, 9]]
        assert smallest_p("mcnemar", 7, alternative=alternative) == pytest.approx(
            mcnemar(table, alternative=alternative).p_value
        )

    @pytest.mark.parametrize("alternative", SIDES)
    @pytest.mark.parametrize("sizes", [(3, 3), (2, 7), (1, 1)])
    def test_mann_whitney(self, sizes, alternative):
        """No overlap of the two groups; one number is the size of both."""
        way = -1 if alternative == "less" else 1
        x, y = way * (100 + np.arange(sizes[0])), np.arange(sizes[1])
        p = mann_whitney(x, y, alternative=alternative).p_value
        assert smallest_p("mann_whitney", sizes, alternative=alternative) == pytest.approx(p)
        assert (
            smallest_p("mann_whitney", 3)
            == smallest_p("mann_whitney", (3, 3))
            == pytest.approx(0.1)
        )

    @pytest.mark.parametrize("alternative", SIDES)
    @pytest.mark.parametrize("p0", [0.1, 0.5, 0.8])
    @pytest.mark.parametrize("test", [binomial, proportion_z])
    def test_one_error_rate(self, test, p0, alternative):
        """The smallest of all possible counts."""
        every = min(test(errors, 9, p0=p0, alternative=alternative).p_value for errors in range(10))
        assert smallest_p(test.__name__, 9, p0=p0, alternative=alternative) == pytest.approx(
            every, rel=1e-9
        )

    @pytest.mark.parametrize("alternative", SIDES)
    def test_two_proportions(self, alternative):
        """All wrong against none wrong."""
        wrong = (0, 8) if alternative == "less" else (8, 0)
        p = two_proportions(wrong[0], 8, wrong[1], 8, alternative=alternative).p_value
        assert smallest_p("two_proportions", 8, alternative=alternative) == pytest.approx(
            p, rel=1e-9
        )

    @pytest.mark.parametrize(("items", "models"), [(4, 3), (10, 5)])
    def test_cochran(self, items, models):
        """The same models right on every item, whichever they are."""
        for right in range(1, models):
            correct = np.tile(np.arange(models) < right, (items, 1))
            assert smallest_p("cochran_q", (items, models)) == pytest.approx(
                cochran_q(correct).p_value, rel=1e-9
            )

    def test_friedman(self):
        """Perfect agreement: k! of (k!)^n sets of rankings; with two algorithms a sign test."""
        assert smallest_p("friedman", (3, 3)) == pytest.approx(1 / 36)
        assert smallest_p("friedman", (6, 2)) == smallest_p("sign", 6)

    @pytest.mark.parametrize(
        "test",
        [
            "paired_t",
            "mean_t",
            "mean_z",
            "two_sample_t",
            "cv5x2_t",
            "cv5x2_f",
            "squared_error_ratio",
        ],
    )
    def test_tests_of_continuous_scores_have_none(self, test):
        """0: there is always a smaller one."""
        assert smallest_p(test, 5) == 0.0


class TestKnownNumbers:
    """Numbers known beforehand."""

    def test_five_data_sets(self):
        """Wilcoxon with five: 0.0625; six are enough."""
        assert (smallest_p("wilcoxon", 5), smallest_p("wilcoxon", 6)) == (0.0625, 0.03125)

    def test_the_default_side_is_the_tests_own(self):
        """Each test has its own: binomial asks for greater, the paired tests for both."""
        assert smallest_p("binomial", 3, p0=0.1) == pytest.approx(0.001)
        assert smallest_p("binomial", 3, p0=0.1) == smallest_p(
            "binomial", 3, p0=0.1, alternative="greater"
        )
        assert smallest_p("sign", 1) == 1.0

    def test_scipy(self):
        """The same from binomtest and mannwhitneyu on the most extreme data."""
        assert smallest_p("binomial", 12, p0=0.3, alternative="two-sided") == pytest.approx(
            stats.binomtest(12, 12, 0.3).pvalue
        )
        theirs = stats.mannwhitneyu(range(5), range(10, 16), method="exact").pvalue
        assert smallest_p("mann_whitney", (5, 6)) == pytest.approx(theirs)


class TestBadInput:
    """Each error sentence in full."""

    @pytest.mark.parametrize(
        ("arguments", "choices", "sentence"),
        [
            (("sign", 0), {}, "n must be a whole number of at least 1; it was 0"),
            (("wilcoxon", 5.5), {}, "n must be a whole number of at least 1; it was 5.5"),
            (("wilcoxon", (5, 5)), {}, "n must be one whole number for wilcoxon; it was (5, 5)"),
            (("paired_t", (5, 5)), {}, "n must be one whole number for paired_t; it was (5, 5)"),
            (("friedman", 5), {}, "n must be two whole numbers for friedman, (n, k); it was 5"),
            (("friedman", (5, 1)), {}, "k must be a whole number of at least 2; it was 1"),
            (
                ("mann_whitney", (5, 5, 5)),
                {},
                "n must be one whole number or (n1, n2) for mann_whitney; it was (5, 5, 5)",
            ),
            (("binomial", 5), {}, "binomial needs p0, the error rate to test against; give p0="),
            (("binomial", 5), {"p0": 1.5}, "p0 must lie strictly between 0 and 1; it was 1.5"),
            (
                ("sign", 5),
                {"alternative": "up"},
                "alternative must be one of two-sided, less, greater; it was 'up'",
            ),
        ],
    )
    def test_each_sentence(self, arguments, choices, sentence):
        """What it must be and what it was."""
        with pytest.raises(InvalidInput) as error:
            smallest_p(*arguments, **choices)
        assert str(error.value) == sentence

    def test_an_unknown_test(self):
        """The known ones are listed."""
        with pytest.raises(InvalidInput) as error:
            smallest_p("delong", 5)
        assert str(error.value) == (
            "smallest_p knows anova, anova_blocks, anova_two_way, binomial, cochran_q, cv5x2_f, cv5x2_t, friedman, "
            "hotelling, hotelling_two_sample, mann_whitney, manova, manova_blocks, mcnemar, mean_t, mean_z, paired_t, "
            "permutation, proportion_z, sign, squared_error_ratio, two_proportions, two_sample_t, wilcoxon; it does not know 'delong'"
        )
