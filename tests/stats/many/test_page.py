"""Page's test."""

from itertools import permutations

import numpy as np
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import page

RATINGS = np.array([
    [3, 4, 3], [2, 2, 4], [3, 3, 5], [1, 3, 2], [2, 3, 2], [2, 4, 5], [1, 2, 4], [3, 4, 4],
    [2, 4, 5], [1, 3, 4],
])  # fmt: skip


def listed(table, alternative="greater"):
    """Return the exact p-value by every order of every block."""
    ranks = scipy.stats.rankdata(table, axis=1)
    places = np.arange(1, ranks.shape[1] + 1)
    law = np.zeros(1)
    for row in ranks:
        own = np.array([np.dot(order, places) for order in permutations(row)])
        law = (law[:, None] + own).reshape(-1)
    seen = np.sum(ranks @ places)
    at_least, at_most = np.mean(law >= seen - 1e-9), np.mean(law <= seen + 1e-9)
    both = min(1.0, 2 * min(at_least, at_most))
    return {"greater": at_least, "less": at_most, "two-sided": both}[alternative]


class TestAnotherProgram:
    """The same numbers from other programs."""

    @pytest.mark.parametrize(("n", "k"), [(2, 3), (5, 4), (12, 3), (9, 6), (4, 8)])
    def test_scipys_exact_p_without_ties(self, n, k):
        """Its exact law is that of ranks without ties."""
        table = np.random.default_rng(n).normal(size=(n, k)) + 0.3 * np.arange(k)
        theirs = scipy.stats.page_trend_test(table, method="exact")
        ours = page(table)
        assert ours.method == "exact"
        assert tuple(ours) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-10)

    def test_scipys_normal_p_without_ties(self):
        """Without ties the variances agree."""
        table = np.random.default_rng(0).normal(size=(30, 12))
        theirs = scipy.stats.page_trend_test(table, method="asymptotic")
        ours = page(table, method="asymptotic")
        assert tuple(ours) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-10)


class TestExact:
    """Every order, counted."""

    @pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
    def test_every_order_of_every_block(self, alternative):
        """Six students, with ties: an exact law that ignores ties would give another p."""
        ours = page(RATINGS[:6], alternative=alternative)
        assert ours.p_value == pytest.approx(listed(RATINGS[:6], alternative), rel=1e-12)

    def test_ties_make_the_p_smaller(self):
        """Scipy's exact p, 0.0018, takes the ranks for untied; drawn orders give 0.0004."""
        rng = np.random.default_rng(0)
        ranks = scipy.stats.rankdata(RATINGS, axis=1)
        drawn = rng.permuted(np.broadcast_to(ranks, (100_000, 10, 3)), axis=-1).sum(axis=1)
        share = np.mean(drawn @ [1, 2, 3] >= 133.5)
        # three standard errors of a share of 0.0004 in 100,000
        assert page(RATINGS).p_value == pytest.approx(share, abs=0.0002)

    def test_many_blocks(self):
        """The normal law comes near it: 4 algorithms, 100 data sets."""
        table = np.random.default_rng(2).normal([0, 0.05, 0.1, 0.15], 1.0, size=(100, 4))
        result = page(table)
        assert result.method == "exact"
        assert result.p_value == pytest.approx(result.details["p_normal"], rel=0.05)

    def test_auto_is_normal_where_the_law_is_out_of_reach(self):
        """25 algorithms."""
        result = page(np.random.default_rng(0).normal(size=(5, 25)))
        assert result.method == "asymptotic"
        assert result.p_value == result.details["p_normal"]


class TestReduction:
    """The simpler test inside."""

    def test_one_order_in_every_block_is_the_rarest(self):
        """1 of (k!)^n."""
        assert page([[1, 2, 3]] * 4).p_value == pytest.approx(6.0**-4, rel=1e-12)
        assert page([[1, 2, 3]] * 4).effect.value == pytest.approx(1.0, rel=1e-12)
        assert page([[3, 2, 1]] * 4).p_value == pytest.approx(1.0, rel=1e-12)

    def test_the_effect_is_the_mean_of_spearmans_correlations(self):
        """Without ties."""
        table = np.random.default_rng(3).normal(size=(6, 5))
        wanted = np.mean([scipy.stats.spearmanr(row, range(5)).statistic for row in table])
        assert page(table).effect.value == pytest.approx(wanted, rel=1e-10)

    def test_two_algorithms_are_the_sign_test(self):
        """The share of blocks in which the second is larger, ties dropped."""
        table = np.array([[1, 2], [1, 3], [2, 1], [1, 1], [0, 4], [1, 2]])
        wanted = scipy.stats.binomtest(4, 5, alternative="greater").pvalue
        assert page(table).p_value == pytest.approx(wanted, rel=1e-12)


class TestDirection:
    """From the first column to the last."""

    def test_less_is_greater_from_behind(self):
        """Columns in the other order."""
        turned = page(RATINGS[:, ::-1], alternative="less")
        assert turned.p_value == pytest.approx(page(RATINGS).p_value, rel=1e-12)

    def test_higher_is_better_foretells_the_best_first(self):
        """Scores that fall from the first to the last have rising ranks."""
        falling = -RATINGS
        result = page(falling, higher_is_better=True)
        assert tuple(result) == tuple(page(RATINGS))


class TestDegenerateData:
    """Ties throughout."""

    @pytest.mark.parametrize("method", ["exact", "asymptotic"])
    def test_identical_algorithms(self, method):
        """P = 1 and a note."""
        result = page(np.ones((3, 4)), method=method)
        assert result.p_value == 1.0
        assert result.effect.value == 0.0
        assert result.notes == ("the algorithms are identical on every block: all ranks are tied",)


def test_a_batch_is_its_tables_one_by_one():
    """Two leading axes, with and without ties."""
    tables = np.random.default_rng(1).integers(0, 5, size=(2, 3, 5, 4)).astype(float)
    batch = page(tables)
    for place in np.ndindex(2, 3):
        one = page(tables[place])
        assert one.p_value == pytest.approx(batch.p_value[place], rel=1e-12)
        assert one.statistic == batch.statistic[place]


class TestSentences:
    """Bad input is met with one sentence."""

    def test_an_exact_law_out_of_reach(self):
        """The way out is named."""
        with pytest.raises(NotApplicable) as caught:
            page(np.random.default_rng(0).normal(size=(5, 25)), method="exact")
        assert str(caught.value) == (
            "the exact law of Page's L for 5 blocks and 25 algorithms is out of reach; "
            "use method='asymptotic'"
        )

    def test_an_unknown_alternative(self):
        """The known ones are named."""
        with pytest.raises(InvalidInput) as caught:
            page(RATINGS, alternative="rising")
        assert str(caught.value) == (
            "alternative must be one of two-sided, less, greater; it was 'rising'"
        )
