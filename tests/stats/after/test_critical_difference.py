"""How far apart two mean ranks must lie to differ."""

import numpy as np
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import critical_difference, nemenyi


class TestPrintedValues:
    """Numbers as the sources print them, and the right form of those that are misprints."""

    def test_demsars_example(self):
        """Four classifiers on 14 data sets: 1.25 at .05 and 1.12 at .10, from sqrt(4 5/(6 14))."""
        assert critical_difference(4, 14) == pytest.approx(1.25356, abs=5e-6)
        assert critical_difference(4, 14, alpha=0.10) == pytest.approx(1.1181, abs=6e-5)

    @pytest.mark.parametrize(
        ("k", "at_05", "at_10"),
        [
            (2, 1.960, 1.645), (3, 2.343, 2.052), (4, 2.569, 2.291), (5, 2.728, 2.459),
            (6, 2.850, 2.589), (7, 2.949, 2.693), (8, 3.031, 2.780), (9, 3.102, 2.855),
            (10, 3.164, 2.920),
        ],
    )  # fmt: skip
    def test_demsars_table_of_nemenyis_q(self, k, at_05, at_10):
        """Table 5 (a), up to one unit in the last digit: it was made from rounded tables."""
        unit = np.sqrt(k * (k + 1) / 6)
        assert critical_difference(k, 1) / unit == pytest.approx(at_05, abs=0.0011)
        assert critical_difference(k, 1, alpha=0.10) / unit == pytest.approx(at_10, abs=0.0011)

    @pytest.mark.parametrize(
        ("k", "at_05", "at_10"),
        [
            (2, 1.960, 1.645), (3, 2.241, 1.960), (4, 2.394, 2.128), (5, 2.498, 2.241),
            (6, 2.576, 2.326), (7, 2.638, 2.394), (8, 2.690, 2.450), (9, 2.734, 2.498),
            (10, 2.773, 2.539),
        ],
    )  # fmt: skip
    def test_demsars_table_of_bonferroni_and_dunns_q(self, k, at_05, at_10):
        """Table 5 (b); 2.724 for nine classifiers is a misprint of 2.734."""
        unit = np.sqrt(k * (k + 1) / 6)
        method = "bonferroni-dunn"
        assert critical_difference(k, 1, method=method) / unit == pytest.approx(at_05, abs=6e-4)
        found = critical_difference(k, 1, alpha=0.10, method=method) / unit
        assert found == pytest.approx(at_10, abs=6e-4)


class TestAnotherRoad:
    """The same numbers from elsewhere."""

    @pytest.mark.parametrize(("k", "n", "alpha"), [(3, 10, 0.05), (20, 112, 0.01), (60, 500, 0.1)])
    def test_scipys_studentized_range(self, k, n, alpha):
        """With infinitely many degrees of freedom, for k groups and not k + 1."""
        q = scipy.stats.studentized_range.ppf(1 - alpha, k, np.inf)
        wanted = q / np.sqrt(2) * np.sqrt(k * (k + 1) / (6 * n))
        assert critical_difference(k, n, alpha=alpha) == pytest.approx(wanted, rel=1e-7)

    def test_two_mean_ranks_this_far_apart_have_the_p_alpha(self):
        """It is what `nemenyi` draws its line at."""
        table = np.random.default_rng(0).normal(size=(12, 5))
        pairs = nemenyi(table)
        cd = critical_difference(5, 12)
        assert pairs.details["critical_difference"] == pytest.approx(cd, rel=1e-12)
        assert ((np.abs(pairs.difference) >= cd) == pairs.significant).all()


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize(
        ("k", "n", "choices", "sentence"),
        [
            (1, 10, {}, "k must be a whole number of at least 2; it was 1"),
            (3, 0, {}, "n must be a whole number of at least 1; it was 0"),
            (3, 9, {"alpha": 5}, "alpha must lie strictly between 0 and 1; it was 5"),
            (
                3,
                9,
                {"method": "dunn"},
                "method must be one of nemenyi, bonferroni-dunn; it was 'dunn'",
            ),
        ],
    )
    def test_what_is_wrong(self, k, n, choices, sentence):
        """What it must be, and what it was."""
        with pytest.raises(InvalidInput) as caught:
            critical_difference(k, n, **choices)
        assert str(caught.value) == sentence
