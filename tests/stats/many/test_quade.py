"""Quade's test."""

from itertools import permutations, product

import numpy as np
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import quade

LOTION = np.array([
    [5, 4, 7, 10, 12], [1, 3, 1, 0, 2], [16, 12, 22, 22, 35], [5, 4, 3, 5, 4],
    [10, 9, 7, 13, 10], [19, 18, 28, 37, 58], [10, 7, 6, 8, 7],
])  # fmt: skip
T = np.array([[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14]])


def by_the_book(table):
    """Return S_ij and F as Conover's chapter writes them."""
    table = np.asarray(table, dtype=float)
    n, k = table.shape
    q = scipy.stats.rankdata(np.ptp(table, axis=1))
    s = q[:, None] * (scipy.stats.rankdata(table, axis=1) - (k + 1) / 2)
    a, b = np.sum(s**2), np.sum(s.sum(axis=0) ** 2) / n
    return s, (n - 1) * b / (a - b)


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_conovers_lotions(self):
        """Conover 1999, section 5.8: A = 1366.5, B = 532.4, F = 3.83 on 4 and 24; p about .015."""
        result = quade(LOTION)
        assert result.statistic == pytest.approx(3.8293, abs=5e-5)
        assert result.df == (4, 24)
        assert result.p_value == pytest.approx(0.01519, abs=5e-6)
        assert result.method == "asymptotic"
        s, _ = by_the_book(LOTION)
        assert np.sum(s**2) == 1366.5

    def test_mean_ranks_count_data_sets_by_their_weights(self):
        """The ranges of the first store (8) and of the second (3) are the 5th and the 2nd."""
        details = quade(LOTION).details
        weights = scipy.stats.rankdata(np.ptp(LOTION, axis=1))
        assert details["weights"].tolist() == weights.tolist()
        ranks = scipy.stats.rankdata(LOTION, axis=1)
        wanted = weights @ ranks / weights.sum()
        np.testing.assert_allclose(details["mean_ranks"], wanted, rtol=1e-12)


class TestAnotherRoad:
    """The formula, and all orders."""

    def test_the_formula_without_ties(self):
        """A = n (n+1) (2n+1) k (k+1) (k-1) / 72: the same F, unless ranks are tied."""
        table = np.random.default_rng(0).normal(size=(8, 4))
        result = quade(table)
        assert result.details["F_uncorrected"] == pytest.approx(result.statistic, rel=1e-12)
        assert quade(LOTION).details["F_uncorrected"] < quade(LOTION).statistic

    @pytest.mark.parametrize("seed", range(5))
    def test_f_is_that_of_the_formula(self, seed):
        """With ties within blocks and among the ranges."""
        table = np.random.default_rng(seed).integers(0, 6, size=(8, 4))
        assert quade(table).statistic == pytest.approx(by_the_book(table)[1], rel=1e-12)

    @pytest.mark.parametrize("table", [T, LOTION[:3, :4], LOTION[:4, 1:4]])
    def test_the_exact_p_is_every_order_of_every_block(self, table):
        """Ties and weights included."""
        s, _ = by_the_book(table)
        ways = [np.array(list(permutations(row))) for row in s]
        sums = np.array([np.sum(choice, axis=0) for choice in product(*ways)])
        far = np.sum(sums**2, axis=-1) >= np.sum(s.sum(axis=0) ** 2) - 1e-9
        result = quade(table, method="exact")
        assert result.method == "exact"
        assert result.p_value == pytest.approx(far.mean(), rel=1e-12)
        assert result.p_value == result.details["p_exact"]
        assert quade(table, method="auto").p_value == result.p_value

    def test_auto_takes_f_where_the_law_is_out_of_reach(self):
        """20 algorithms."""
        result = quade(np.random.default_rng(0).normal(size=(30, 20)), method="auto")
        assert result.method == "asymptotic"
        assert result.p_value == result.details["p_F"]

    def test_two_algorithms_have_the_signs_of_wilcoxon(self):
        """The weighted ranks are the signed ranks: F is the square of t of the signed ranks."""
        rng = np.random.default_rng(5)
        a, b = rng.normal(size=(2, 12))
        signed = np.sign(a - b) * scipy.stats.rankdata(np.abs(a - b))
        t = scipy.stats.ttest_1samp(signed, 0.0)
        result = quade(np.stack([a, b], axis=1))
        assert result.statistic == pytest.approx(t.statistic**2, rel=1e-10)
        assert result.p_value == pytest.approx(t.pvalue, rel=1e-10)


class TestDirection:
    """Rank 1 is the smallest, unless higher is better."""

    def test_ranks_turn_and_f_stays(self):
        """Mean ranks sum to k + 1."""
        low, high = quade(LOTION), quade(LOTION, higher_is_better=True)
        total = low.details["mean_ranks"] + high.details["mean_ranks"]
        np.testing.assert_allclose(total, 6.0, rtol=1e-12)
        assert high.statistic == pytest.approx(low.statistic, rel=1e-12)


class TestDegenerateData:
    """Ties, agreement, too little."""

    def test_identical_algorithms(self):
        """F = 0, p = 1, and a note."""
        result = quade(np.tile([[1.0], [2.0], [3.0]], 4))
        assert tuple(result) == (0.0, 1.0)
        assert result.effect.value == 0.0
        assert result.notes == ("the algorithms are identical on every block: all ranks are tied",)

    def test_agreement_with_equal_ranges(self):
        """Nothing is left as error: F is infinite, and p the chance (k!)^(1-n) of it."""
        result = quade([[1, 2, 3]] * 4)
        assert result.statistic == np.inf
        assert result.p_value == pytest.approx(6.0**-3, rel=1e-12)

    def test_too_few_blocks_are_told(self):
        """Two blocks of three algorithms cannot reach 0.05."""
        assert quade([[1, 2, 3], [1, 3, 2]]).notes == (
            (
                "with 2 blocks and 3 algorithms the smallest possible p is 0.1667: "
                "this design cannot reach 0.05"
            ),
        )

    def test_dust_is_no_difference(self):
        """0.3 and 0.1 + 0.2 tie, and so do the ranges."""
        dusty = [[0.3, 0.1 + 0.2, 0.5], [0.6, 0.1, 0.2]]
        clean = [[0.3, 0.3, 0.5], [0.6, 0.1, 0.2]]
        assert tuple(quade(dusty)) == tuple(quade(clean))


def test_a_batch_is_its_tables_one_by_one():
    """Two leading axes, both roads."""
    tables = np.random.default_rng(1).integers(0, 5, size=(2, 3, 5, 3)).astype(float)
    for method in ("F", "exact"):
        batch = quade(tables, method=method)
        assert batch.p_value.shape == (2, 3)
        for place in np.ndindex(2, 3):
            one = quade(tables[place], method=method)
            assert one.p_value == pytest.approx(batch.p_value[place], rel=1e-12)
            np.testing.assert_allclose(
                batch.details["mean_ranks"][place], one.details["mean_ranks"], rtol=1e-12
            )


class TestSentences:
    """Bad input is met with one sentence."""

    def test_an_exact_law_out_of_reach(self):
        """The way out is named."""
        with pytest.raises(NotApplicable) as caught:
            quade(np.random.default_rng(0).normal(size=(20, 12)), method="exact")
        assert str(caught.value) == (
            "the exact law of Quade's statistic for 20 blocks and 12 algorithms is out of reach; "
            "use method='F'"
        )

    def test_one_block(self):
        """What it must be, and what it was."""
        with pytest.raises(InvalidInput) as caught:
            quade([[1, 2, 3]])
        assert str(caught.value) == (
            "table must have at least 2 blocks (rows) and 2 algorithms (columns); "
            "it had the shape (1, 3)"
        )

    def test_an_unknown_method(self):
        """The known ones are named."""
        with pytest.raises(InvalidInput) as caught:
            quade(T, method="chi2")
        assert str(caught.value) == "method must be one of F, exact, auto; it was 'chi2'"
