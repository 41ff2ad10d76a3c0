"""Every number that Alpaydin's chapter 19 prints for its tests, and its two misprinted tails."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.measures import confusion, rates, threshold
from bakeoff.stats import (
    binomial,
    cv5x2_f,
    fisher_lsd,
    kruskal_wallis,
    mcnemar,
    mean_t,
    mean_z,
    paired_t,
    ranks_tukey,
    sign,
    tails,
)

T = np.array([[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14]], dtype=float)


class TestCriticalValues:
    """What is printed rejects, or just not: its last digit decides."""

    @pytest.mark.parametrize(
        ("quantile", "printed"),
        [
            (tails.normal_quantile(0.975), 1.96),
            (tails.t_quantile(0.95, 9), 1.83),
            (tails.t_quantile(0.95, 29), 1.70),
            (tails.t_quantile(0.975, 9), 2.26),
            (tails.t_quantile(0.975, 29), 2.05),
            (tails.t_quantile(0.975, 5), 2.57),
            (tails.chi2_quantile(0.95, 1), 3.84),
            (tails.f_quantile(0.95, 10, 5), 4.74),
        ],
    )
    def test_a_printed_value_is_the_quantile(self, quantile, printed):
        """To the two decimals that are printed."""
        assert quantile == pytest.approx(printed, abs=5e-3)

    def test_z_is_cut_not_rounded(self):
        """Z at 0.05 is 1.645; 1.64 is printed."""
        assert tails.normal_quantile(0.95) == pytest.approx(1.6449, abs=5e-5)

    def test_the_tests_use_them(self):
        """A statistic at a critical value has the level as its p-value."""
        ten = np.array([-1.0, 1.0] * 5)
        shifted = ten + 2.2621571628 * ten.std(ddof=1) / np.sqrt(10)
        assert mean_t(shifted, mu0=0.0).p_value == pytest.approx(0.05, abs=1e-9)
        assert mean_z([1.959963985], mu0=0.0, sigma=1.0).p_value == pytest.approx(0.05, abs=1e-9)
        assert paired_t(shifted, np.zeros(10)).p_value == pytest.approx(0.05, abs=1e-9)

    def test_mcnemar_at_3_84(self):
        """(|40 - 24| - 1)^2 / 64 = 3.516 is below 3.84, (|41 - 23| - 1)^2 / 64 = 4.516 above."""
        low, high = (
            mcnemar([[100, a], [b, 100]], method="chi2-corrected") for a, b in ((40, 24), (41, 23))
        )
        assert (low.statistic, high.statistic) == pytest.approx((225 / 64, 289 / 64))
        assert (low.reject(0.05), high.reject(0.05)) == (False, True)

    def test_f_of_five_times_two(self):
        """An F at 4.735 has p = 0.05 on 10 and 5 degrees of freedom."""
        assert tails.f_upper(4.7350630696, 10, 5) == pytest.approx(0.05, abs=1e-9)
        differences = np.array([[0.1, -0.1]] * 5)
        assert cv5x2_f(differences).statistic == pytest.approx(0.5)  # 0.1 / (2 * 0.1)


class TestSignTest:
    """Section 19.13.1."""

    def test_many_wins_speak_for_less_error(self):
        """8 wins, 2 losses: p for "the first errs less" is 0.0547; the printed rule gives 0.989."""
        errors = np.array([1.0] * 8 + [2.0] * 2), np.array([2.0] * 8 + [1.0] * 2)
        assert sign(*errors, alternative="less").p_value == pytest.approx(0.054688, abs=1e-6)
        assert sign(*errors, alternative="greater").p_value == pytest.approx(0.989258, abs=5e-7)


class TestSeveralAlgorithms:
    """Section 19.12 and 19.14."""

    def test_fishers_least_significant_difference(self):
        """The t: 4.178145 between the extreme means: sigma_w^2 is MS_w/K, not that of eq. 19.21."""
        pairs = fisher_lsd(list(T.T), blocks=False).to_frame().set_index(["a", "b"])
        extreme = pairs.loc[(0, 1)]
        assert abs(extreme["statistic"]) == pytest.approx(4.178145, abs=5e-7)
        assert extreme["p_value"] == pytest.approx(0.00238264, abs=5e-9)

    def test_kruskal_and_wallis(self):
        """H = 7.221154 without a correction for ties, 7.402330 with it."""
        result = kruskal_wallis(list(T.T))
        assert result.statistic == pytest.approx(7.402330, abs=5e-7)
        assert tails.chi2_upper(7.402330, 2) == pytest.approx(0.0246947, abs=5e-8)
        uncorrected = 12 / (13 * 3) * ((ranks_of(T).mean(axis=0) - 6.5) ** 2).sum()
        assert uncorrected == pytest.approx(7.221154, abs=5e-7)

    def test_tukey_on_ranks(self):
        """sigma_w is the standard error of a mean rank: q = 5.773819, p = 0.0069602."""
        pairs = ranks_tukey(list(T.T))
        row = int(np.argmax(np.abs(pairs.statistic)))
        assert abs(pairs.statistic[row]) == pytest.approx(5.773819, abs=5e-7)
        assert pairs.p_adjusted[row] == pytest.approx(0.0069602, abs=5e-8)


class TestExercises:
    """Section 19.16."""

    def test_the_threshold_of_a_loss_ratio(self):
        """Exercise 1: choose the positive class above alpha/(1 + alpha)."""
        assert threshold(4.0) == pytest.approx(0.8)

    def test_a_binomial_tail_that_includes_its_point(self):
        """Exercise 6: P(X >= e) decides, not P(X < e)."""
        result = binomial(8, 10, p0=0.5)
        assert result.p_value == pytest.approx(56 / 1024)


def test_the_measures_of_table_19_2():
    """Error, accuracy, tp-rate, fp-rate, precision, recall, sensitivity, specificity."""
    y, predicted = [1] * 10 + [0] * 20, [1] * 8 + [0] * 2 + [1] * 5 + [0] * 15
    named = rates(confusion(y, predicted))
    assert named["error"] == pytest.approx(7 / 30)
    assert named["tpr"] == pytest.approx(0.8)
    assert named["fpr"] == pytest.approx(0.25)
    assert named["precision"] == pytest.approx(8 / 13)


def ranks_of(table):
    """Return the mid-ranks of all values together."""
    from scipy.stats import rankdata

    return rankdata(table).reshape(table.shape)
