"""The test of aligned ranks."""

from itertools import permutations, product

import numpy as np
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import aligned_ranks

T = np.array([[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14]])


def ranks_of(table):
    """Return the ranks of what is left when the mean of each block is taken away."""
    rest = table - np.mean(table, axis=1, keepdims=True)
    return scipy.stats.rankdata(rest.round(9)).reshape(table.shape)


class TestAnotherRoad:
    """The formula, and all orders."""

    @pytest.mark.parametrize(("seed", "n", "k"), [(0, 6, 3), (1, 12, 5), (2, 30, 8), (3, 2, 2)])
    def test_the_formula_of_garcia_and_others(self, seed, n, k):
        """Their equation 2, which is for ranks without ties."""
        table = np.random.default_rng(seed).normal(size=(n, k))
        ranks = ranks_of(table)
        above = np.sum(ranks.sum(axis=0) ** 2) - k * n**2 / 4 * (k * n + 1) ** 2
        whole = k * n * (k * n + 1) * (2 * k * n + 1) / 6
        wanted = (k - 1) * above / (whole - np.sum(ranks.sum(axis=1) ** 2) / k)
        result = aligned_ranks(table)
        assert result.statistic == pytest.approx(wanted, rel=1e-10)
        assert result.details["chi2_uncorrected"] == pytest.approx(wanted, rel=1e-10)
        assert result.p_value == pytest.approx(scipy.stats.chi2.sf(wanted, k - 1), rel=1e-10)
        np.testing.assert_allclose(result.details["mean_ranks"], ranks.mean(axis=0), rtol=1e-12)

    @pytest.mark.parametrize("table", [T, T[:3], T[:, :2]])
    def test_the_exact_p_is_every_order_of_every_block(self, table):
        """Ties included."""
        ranks = ranks_of(table)
        ways = [np.array(list(permutations(row))) for row in ranks]
        sums = np.array([np.sum(choice, axis=0) for choice in product(*ways)])
        seen = np.sum((ranks.sum(axis=0) - ranks.sum() / table.shape[1]) ** 2)
        far = np.sum((sums - ranks.sum() / table.shape[1]) ** 2, axis=-1) >= seen - 1e-9
        result = aligned_ranks(table, method="exact")
        assert result.method == "exact"
        assert result.p_value == pytest.approx(far.mean(), rel=1e-12)
        assert aligned_ranks(table, method="auto").p_value == result.p_value

    def test_auto_takes_chi_square_where_the_law_is_out_of_reach(self):
        """20 algorithms."""
        result = aligned_ranks(np.random.default_rng(0).normal(size=(30, 20)), method="auto")
        assert result.method == "asymptotic"
        assert result.p_value == result.details["p_chi2"]


class TestDirection:
    """Rank 1 is the smallest, unless higher is better."""

    def test_ranks_turn_and_chi_square_stays(self):
        """Mean ranks sum to n k + 1."""
        low, high = aligned_ranks(T), aligned_ranks(T, higher_is_better=True)
        total = low.details["mean_ranks"] + high.details["mean_ranks"]
        np.testing.assert_allclose(total, 13.0, rtol=1e-12)
        assert high.statistic == pytest.approx(low.statistic, rel=1e-12)

    def test_the_level_of_a_data_set_does_not_count(self):
        """An easy data set and a hard one with the same differences are the same."""
        moved = T + np.array([[0], [100], [-50], [3]])
        assert tuple(aligned_ranks(moved)) == pytest.approx(tuple(aligned_ranks(T)), rel=1e-12)


class TestDegenerateData:
    """Ties, agreement, too little."""

    def test_identical_algorithms(self):
        """Nothing to rank: 0, 1 and a note."""
        result = aligned_ranks(np.tile([[0.1], [0.2], [0.7]], 3))
        assert tuple(result) == (0.0, 1.0)
        assert result.notes == ("the algorithms are identical on every block",)

    def test_agreement_is_the_largest_chi_square(self):
        """N (k - 1), and the exact p is (k!)^(1-n)."""
        result = aligned_ranks([[1, 2, 3]] * 4, method="exact")
        assert result.statistic == pytest.approx(8.0, rel=1e-12)
        assert result.effect.value == pytest.approx(1.0, rel=1e-12)
        assert result.p_value == pytest.approx(6.0**-3, rel=1e-12)

    def test_too_few_blocks_are_told(self):
        """Chi-square of two blocks of three is at most 4."""
        assert aligned_ranks([[1, 2, 3], [1, 3, 2]]).notes == (
            (
                "with 2 blocks and 3 algorithms the smallest possible p is 0.1353: "
                "this design cannot reach 0.05"
            ),
        )


def test_a_batch_is_its_tables_one_by_one():
    """Two leading axes, both roads."""
    tables = np.random.default_rng(1).integers(0, 5, size=(2, 3, 5, 3)).astype(float)
    for method in ("chi2", "exact"):
        batch = aligned_ranks(tables, method=method)
        for place in np.ndindex(2, 3):
            one = aligned_ranks(tables[place], method=method)
            assert one.p_value == pytest.approx(batch.p_value[place], rel=1e-12)
            assert one.statistic == pytest.approx(batch.statistic[place], rel=1e-12)


class TestSentences:
    """Bad input is met with one sentence."""

    def test_an_exact_law_out_of_reach(self):
        """The way out is named."""
        with pytest.raises(NotApplicable) as caught:
            aligned_ranks(np.random.default_rng(0).normal(size=(20, 12)), method="exact")
        assert str(caught.value) == (
            "the exact law of the aligned ranks' statistic for 20 blocks and 12 algorithms is out "
            "of reach; use method='chi2'"
        )

    def test_an_unknown_method(self):
        """The known ones are named."""
        with pytest.raises(InvalidInput) as caught:
            aligned_ranks(T, method="F")
        assert str(caught.value) == "method must be one of chi2, exact, auto; it was 'F'"
