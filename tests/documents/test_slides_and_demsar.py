"""Every number of the slides that can be computed from what they print (McCann, after Demsar)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest

from bakeoff.stats import (
    adjust,
    critical_difference,
    critical_wins,
    friedman,
    nemenyi,
    ranks_z,
    sign,
    tails,
    wilcoxon,
)
from bakeoff.stats.many.friedman import friedman as friedman_test
from tests.stats.published import AUC

NAMES = ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf")
RANKS = AUC.copy()  # voting has lost a digit: its printed ranks are 4, 1, 2, 3
RANKS[12] = [0.1, 0.4, 0.3, 0.2]


class TestWilcoxon:
    """Two classifiers on 14 data sets."""

    def test_the_sums_of_ranks(self):
        """R+ = 93 and R- = 12 with the two zeros ranked and shared, as in the table of ranks."""
        result = wilcoxon(AUC[:, 1], AUC[:, 0], zeros="split", method="asymptotic")
        assert result.details["w_plus"] == 93
        assert result.details["w_minus"] == 12

    def test_the_z_of_the_formula(self):
        """The z: (T - N(N+1)/4)/sqrt(N(N+1)(2N+1)/24) = -2.5424 for T = 12 and N = 14."""
        z = (12 - 14 * 15 / 4) / np.sqrt(14 * 15 * 29 / 24)
        assert z == pytest.approx(-2.5424, abs=5e-5)


class TestSignTable:
    """The printed table is one-sided, whatever it is called."""

    ONE_SIDED_05: ClassVar = dict(
        zip(
            range(5, 26),
            [5, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 15, 15, 16, 17, 18, 18],
            strict=True,
        )
    )
    ONE_SIDED_10: ClassVar = dict(
        zip(
            range(5, 26),
            [5, 6, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 14, 15, 16, 16, 17],
            strict=True,
        )
    )
    TWO_SIDED_05: ClassVar = dict(
        zip(
            range(5, 26),
            [None, 6, 7, 8, 8, 9, 10, 10, 11, 12, 12, 13, 13, 14, 15, 15, 16, 17, 17, 18, 18],
            strict=True,
        )
    )

    @pytest.mark.parametrize("n", range(5, 26))
    def test_the_printed_column_of_a_tenth_is_one_sided(self, n):
        """Each printed value at 0.10 is the smallest count with a one-sided p of 0.10 or less."""
        assert critical_wins(n, alpha=0.10, alternative="greater") == self.ONE_SIDED_10[n]

    @pytest.mark.parametrize("n", range(5, 26))
    def test_the_printed_column_of_a_twentieth_is_one_sided_but_for_two(self, n):
        """At N = 23 and 24 it holds the two-sided 17 and 18, where 16 and 17 were meant."""
        meant = {23: 16, 24: 17}.get(n, self.ONE_SIDED_05[n])
        assert critical_wins(n, alpha=0.05, alternative="greater") == meant

    @pytest.mark.parametrize("n", range(5, 26))
    def test_the_two_sided_column_that_was_promised(self, n):
        """What a two-sided test at 0.05 needs; with five data sets nothing is enough."""
        assert critical_wins(n, alpha=0.05) == self.TWO_SIDED_05[n]

    def test_seven_of_eight(self):
        """The table calls 7 of 8 significant; two-sided p is 0.0703."""
        wins = np.array([1.0] * 7 + [-1.0])
        assert sign(wins, 0.0).p_value == pytest.approx(0.0703, abs=5e-5)


class TestFriedman:
    """Four classifiers on 14 data sets."""

    def test_the_printed_ranks_give_the_printed_numbers(self):
        """With the ranks that were printed: 3.143 2.000 2.893 1.964, chi-square 9.28, F 3.69."""
        result = friedman(RANKS, higher_is_better=True)
        assert np.round(result.details["mean_ranks"], 3).tolist() == [3.143, 2.0, 2.893, 1.964]
        ranks = result.details["mean_ranks"]
        uncorrected = 12 * 14 / (4 * 5) * (np.sum(np.square(ranks)) - 4 * 25 / 4)
        assert uncorrected == pytest.approx(9.28, abs=5e-3)
        assert 13 * uncorrected / (14 * 3 - uncorrected) == pytest.approx(3.69, abs=5e-3)

    def test_the_printed_scores_do_not(self):
        """The two .975 of voting tie: ranks 3.143 2.000 2.929 1.929 and chi-square 9.857."""
        ranks = friedman(AUC, higher_is_better=True).details["mean_ranks"]
        assert np.round(ranks, 3).tolist() == [3.143, 2.0, 2.929, 1.929]
        assert 12 * 14 / 20 * (np.sum(np.square(ranks)) - 25) == pytest.approx(9.857, abs=5e-4)

    def test_ties_are_corrected_here_and_not_there(self):
        """With the correction for ties the same ranks give 10.228."""
        assert friedman(RANKS, higher_is_better=True).details["chi2"] == pytest.approx(
            10.228, abs=5e-4
        )

    def test_the_critical_value(self):
        """F(3, 39) at 0.05 is 2.85."""
        assert tails.f_quantile(0.95, 3, 39) == pytest.approx(2.85, abs=5e-3)


class TestNemenyi:
    """All pairs."""

    PRINTED: ClassVar = {
        0.05: [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164],
        0.10: [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920],
    }

    @pytest.mark.parametrize("alpha", [0.05, 0.10])
    def test_the_table_of_q(self, alpha):
        """As printed, within one unit of the last digit: it was made from rounded tables."""
        ours = [
            critical_difference(k, 6, alpha=alpha) * 6 / np.sqrt(k * (k + 1)) for k in range(2, 11)
        ]
        assert np.abs(np.array(ours) - self.PRINTED[alpha]).max() < 1.05e-3

    @pytest.mark.parametrize(("alpha", "printed"), [(0.05, 1.25), (0.10, 1.12)])
    def test_the_critical_differences(self, alpha, printed):
        """1.25 and 1.12, although sqrt(2*5/(6*14)) is printed where k(k+1) = 4*5 was used."""
        assert critical_difference(4, 14, alpha=alpha) == pytest.approx(printed, abs=5e-3)
        assert critical_difference(4, 14, alpha=alpha) / np.sqrt(2) == pytest.approx(
            {0.05: 0.886, 0.10: 0.790}[alpha], abs=6e-4
        )

    def test_the_printed_conclusions(self):
        """At 0.05 nobody differs; at 0.10 C4.5 is worse than C4.5+m and than C4.5+m+cf."""
        pairs = nemenyi(RANKS, higher_is_better=True)
        assert not (pairs.p_adjusted <= 0.05).any()
        found = {
            (NAMES[a], NAMES[b])
            for (a, b), p in zip(pairs.pairs.tolist(), pairs.p_adjusted, strict=True)
            if p <= 0.10
        }
        assert found == {("C4.5", "C4.5+m"), ("C4.5", "C4.5+m+cf")}


class TestAgainstAControl:
    """Pairs with C4.5."""

    PRINTED: ClassVar = {
        0.05: [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734, 2.773],
        0.10: [1.645, 1.960, 2.128, 2.241, 2.326, 2.394, 2.450, 2.498, 2.539],
    }

    @pytest.mark.parametrize("alpha", [0.05, 0.10])
    def test_the_table_of_bonferroni_and_dunn(self, alpha):
        """As printed; the 2.724 for nine classifiers at 0.05 is a misprint of 2.734."""
        ours = [
            critical_difference(k, 6, alpha=alpha, method="bonferroni-dunn")
            * 6
            / np.sqrt(k * (k + 1))
            for k in range(2, 11)
        ]
        assert np.abs(np.array(ours) - self.PRINTED[alpha]).max() < 6e-4

    def test_the_z_and_p_values(self):
        """The z: 2.416, 2.342, 0.512 with p = 0.016, 0.019 and, misprinted as 0.607, 0.608."""
        pairs = ranks_z(RANKS, control=0, higher_is_better=True)
        z, p = np.abs(pairs.statistic), pairs.p_value
        # the printed z come from rounded ranks and a rounded standard error
        assert z == pytest.approx([2.342, 0.512, 2.416], abs=2e-3)
        assert p == pytest.approx([0.0192, 0.6084, 0.0157], abs=6e-4)

    def test_holm_and_hochberg_reject_the_two(self):
        """Both methods reject all but C4.5+cf, at .05/3, .05/2 and .05."""
        for method in ("holm", "hochberg"):
            assert (adjust([0.016, 0.019, 0.607], method) <= 0.05).tolist() == [True, True, False]


def test_friedman_is_the_function_of_its_module():
    """The name at the top and the one of the module are one."""
    assert friedman is friedman_test
