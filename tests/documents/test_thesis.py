"""Every number of Aslan's thesis that can be computed from what it prints."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from bakeoff.decide import sign_grid
from bakeoff.measures import loss_ratio, roc_auc, threshold
from bakeoff.stats import manova_blocks, tails
from studies import printed
from studies.printed import LEARNERS, SIGNS

Z = np.array(
    [
        [[-0.80, -1.32], [-0.25, 0.42], [1.14, 0.11], [-0.55, -0.78]],
        [[1.25, 2.13], [0.77, -0.73], [-0.46, 2.10], [0.70, -1.23]],
        [[0.92, -0.16], [0.37, 0.51], [0.29, 1.55], [0.94, 0.41]],
    ]
)  # three groups on four folds, two measures


class TestChapter2:
    """Curves and thresholds."""

    @pytest.mark.parametrize(("ratio", "theta"), [(0.5, 1 / 3), (1.0, 0.5), (2.0, 2 / 3)])
    def test_thresholds_of_loss_ratios(self, ratio, theta):
        """Equations 2.10 to 2.12."""
        assert threshold(ratio) == pytest.approx(theta, rel=1e-15)
        assert loss_ratio(theta) == pytest.approx(ratio, rel=1e-15)

    def test_the_last_trapezoid(self):
        """Labels 1 1 0 1 0 0 0 0 at falling scores: 0.933333; figure 2.3 as printed gives 1."""
        assert roc_auc([1, 1, 0, 1, 0, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1]) == pytest.approx(14 / 15)


class TestChapter4:
    """The formulas."""

    def test_the_sum_of_the_blocks(self):
        """Equation 4.87: a times the sum over blocks; the printed a n-fold sum leaves no W."""
        result = manova_blocks(Z.transpose(1, 0, 2))
        W, H = np.asarray(result.details["E"]), np.asarray(result.details["H"])
        assert (
            pytest.approx(np.array([[4.151067, -0.170167], [-0.170167, 8.184800]]), abs=5e-7) == W
        )
        assert result.statistic == pytest.approx(0.605694, abs=1e-6)
        total = Z.reshape(-1, 2) - Z.reshape(-1, 2).mean(axis=0)
        blocks = np.trace(total.T @ total) - np.trace(W) - np.trace(H)
        assert blocks == pytest.approx(5.009158, abs=5e-7)
        assert 3 * blocks == pytest.approx(15.027, abs=5e-4)

    def test_the_binomial_tail(self):
        """Equation 4.91 sums over r: P(X >= 4) of 15 is 0.982422; its printed terms give 0.4999."""
        assert tails.binomial_upper(4, 15, 0.5) == pytest.approx(0.982422, abs=5e-7)


class TestChapter5:
    """Hotelling's test from printed means and covariances, 30 folds each."""

    @pytest.mark.parametrize(
        ("difference", "covariance", "squared", "f", "p"),
        [
            (
                (0.4558, -0.4531),
                [[0.1388, -0.1554], [-0.1554, 0.2062]],
                1.59839,
                11.7812,
                5.22e-5,
            ),
            (
                (0.0362, 0.1888),
                [[0.0399, -0.0395], [-0.0395, 0.1074]],
                0.771713,
                5.68805,
                0.00559,
            ),
        ],
    )
    def test_the_two_examples(self, difference, covariance, squared, f, p):
        """k-NN and Ripper differ, C4.5 and Ripper do not, at 0.05/10: as the text says."""
        distance = float(difference @ np.linalg.solve(covariance, difference))
        assert distance == pytest.approx(squared, rel=5e-6)
        statistic = 30 * 30 * (60 - 2 - 1) / (60 * 58 * 2) * squared
        assert statistic == pytest.approx(f, rel=5e-6)
        assert tails.f_upper(statistic, 2, 57) == pytest.approx(p, rel=5e-3)
        assert (tails.f_upper(statistic, 2, 57) <= 0.05 / 10) == (p < 0.005)


class TestChapters6And7:
    """Wins over 15 data sets."""

    @pytest.mark.parametrize("table", list(SIGNS))
    def test_a_sign_test_table(self, table):
        """All ten follow from the wins: two-sided, ties shared, Bonferroni over ten pairs."""
        where, differing = SIGNS[table]
        pairs = sign_grid(printed.wins(table), 15)
        reject = pairs.reject
        found = {f"{a}/{b}" for a, b in combinations(LEARNERS, 2) if reject.loc[a, b]}
        assert found == set(differing), where

    def test_the_text_on_table_6_6_is_wrong(self):
        """It says that LP and NB differ: 11 wins to 1 has p = 0.0129, and 0.05/10 is needed."""
        pairs = sign_grid(printed.wins("6.5"), 15).to_frame().set_index(["a", "b"])
        assert pairs.loc[("LP", "NB"), "p_value"] == pytest.approx(0.0129, abs=5e-5)
        assert not pairs.loc[("LP", "NB"), "significant"]

    def test_the_text_fits_table_6_10(self):
        """There it is 14 to 1."""
        pairs = sign_grid(printed.wins("6.9"), 15).to_frame().set_index(["a", "b"])
        assert pairs.loc[("LP", "NB"), "significant"]
