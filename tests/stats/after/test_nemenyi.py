"""Nemenyi's test of all pairs of mean ranks."""

from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
import scikit_posthocs
import scipy.stats

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import friedman, nemenyi
from bakeoff.stats.pairs import all_pairs
from tests.stats.published import AUC_UNTIED as AUC


def every_order(table):
    """Return the rank sums under every order of every block, and those seen."""
    ranks = scipy.stats.rankdata(table, axis=1)
    ways = [np.array(list(permutations(row))) for row in ranks]
    return np.array([np.sum(choice, axis=0) for choice in product(*ways)]), ranks.sum(axis=0)


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_demsars_example(self):
        """At .10 (CD 1.12) C4.5 differs from C4.5+m and C4.5+m+cf, at .05 (CD 1.25) none does."""
        pairs = nemenyi(AUC, higher_is_better=True)
        assert pairs.details["mean_ranks"].round(3).tolist() == [3.143, 2.0, 2.893, 1.964]
        assert round(pairs.details["critical_difference"], 2) == 1.25
        assert not pairs.significant.any()
        at_ten = nemenyi(AUC, level=0.90, higher_is_better=True)
        assert round(at_ten.details["critical_difference"], 2) == 1.12
        assert [
            (a, b)
            for a, b, real in zip(at_ten.a, at_ten.b, at_ten.significant, strict=True)
            if real
        ] == [(0, 1), (0, 3)]


class TestAnotherProgram:
    """The same numbers from other programs."""

    @pytest.mark.parametrize(("n", "k"), [(10, 3), (30, 5), (8, 7), (112, 20)])
    def test_scikit_posthocs(self, n, k):
        """Without and with ties; ten digits are what scipy's studentized range gives."""
        table = np.random.default_rng(n).normal(size=(n, k)) + 0.5 * np.arange(k)
        for scores in (table, table.round()):
            theirs = scikit_posthocs.posthoc_nemenyi_friedman(scores).to_numpy()
            np.testing.assert_allclose(
                nemenyi(scores).p_adjusted, theirs[np.triu_indices(k, 1)], rtol=1e-9, atol=1e-10
            )


class TestExact:
    """Every order, counted."""

    @pytest.mark.parametrize(("n", "k", "decimals"), [(4, 3, 9), (4, 3, 0), (3, 4, 9), (3, 4, 0)])
    def test_every_order_of_every_block(self, n, k, decimals):
        """The range of all sums for all pairs at once, the difference of two for one alone."""
        table = np.random.default_rng(k).normal([0, 1, 2, 2][:k], size=(n, k)).round(decimals)
        sums, seen = every_order(table)
        first, second = all_pairs(k).T
        apart = np.abs(seen[first] - seen[second])
        pairs = nemenyi(table, method="exact")
        spread = np.ptp(sums, axis=1)
        wanted = [np.mean(spread >= distance - 1e-9) for distance in apart]
        np.testing.assert_allclose(pairs.p_adjusted, wanted, rtol=1e-12)
        alone = np.abs(sums[:, 0] - sums[:, 1])
        wanted = [np.mean(alone >= distance - 1e-9) for distance in apart]
        np.testing.assert_allclose(pairs.details["p_exact"], wanted, rtol=1e-12)
        assert pairs.method == "exact"

    def test_the_range_law_comes_near_it(self):
        """3 algorithms, 60 data sets: within 5 percent and a thousandth."""
        table = np.random.default_rng(4).normal([0, 0.2, 0.4], size=(60, 3))
        near, exact = nemenyi(table).p_adjusted, nemenyi(table, method="exact").p_adjusted
        # the sums move in whole steps, so the continuous law lies a little below
        np.testing.assert_allclose(near, exact, rtol=0.1, atol=0.005)

    def test_eisinga_and_others_have_their_p_at_any_size(self):
        """20 algorithms on 112 data sets: the normal law is near for one pair alone."""
        table = np.random.default_rng(5).normal(size=(112, 20)) + 0.02 * np.arange(20)
        pairs = nemenyi(table)
        np.testing.assert_allclose(pairs.details["p_exact"], pairs.p_value, rtol=0.05, atol=0.01)


class TestReduction:
    """The simpler test inside."""

    def test_two_algorithms_are_the_normal_sign_test(self):
        """The range of two is |Z| times the root of 2."""
        table = np.random.default_rng(6).normal([0, 0.5], 1.0, size=(25, 2))
        pairs = nemenyi(table)
        assert pairs.p_adjusted[0] == pytest.approx(pairs.p_value[0], rel=1e-12)
        chi2 = friedman(table, method="chi2")
        assert pairs.p_adjusted[0] == pytest.approx(chi2.p_value, rel=1e-10)


class TestDirection:
    """Rank 1 is the smallest, unless higher is better."""

    def test_differences_turn_and_p_stays(self):
        """Better is the smaller mean rank."""
        low, high = nemenyi(AUC), nemenyi(AUC, higher_is_better=True)
        np.testing.assert_allclose(low.difference, -high.difference, atol=1e-12)
        np.testing.assert_allclose(low.effect, -high.effect, atol=1e-12)
        np.testing.assert_allclose(low.p_adjusted, high.p_adjusted, rtol=1e-9)

    def test_a_frame_names_the_algorithms(self):
        """And an interval holds the difference, one critical difference to each side."""
        names = ["plain", "m", "cf", "both"]
        pairs = nemenyi(pd.DataFrame(AUC, columns=names), higher_is_better=True)
        assert pairs.algorithms == tuple(names)
        cd = pairs.details["critical_difference"]
        np.testing.assert_allclose(pairs.high - pairs.difference, cd, rtol=1e-12)
        np.testing.assert_allclose(pairs.difference - pairs.low, cd, rtol=1e-12)
        frame = pairs.to_frame()
        assert frame.loc[0, ["a", "b"]].tolist() == ["plain", "m"]


class TestDegenerateData:
    """Ties throughout."""

    @pytest.mark.parametrize("method", ["asymptotic", "exact"])
    def test_identical_algorithms(self, method):
        """P = 1 for all, effect 0, and a note."""
        pairs = nemenyi(np.ones((3, 4)), method=method)
        assert pairs.p_adjusted.tolist() == pairs.details["p_exact"].tolist() == [1.0] * 6
        assert pairs.effect.tolist() == [0.0] * 6
        assert pairs.notes == ("the algorithms are identical on every block: all ranks are tied",)


def test_a_batch_is_its_tables_one_by_one():
    """Two leading axes, both roads."""
    tables = np.random.default_rng(1).integers(0, 5, size=(2, 3, 5, 3)).astype(float)
    for method in ("asymptotic", "exact"):
        batch = nemenyi(tables, method=method)
        assert batch.p_adjusted.shape == (2, 3, 3)
        for place in np.ndindex(2, 3):
            one = nemenyi(tables[place], method=method)
            for name in ("p_adjusted", "p_value", "difference", "effect", "low", "high"):
                np.testing.assert_allclose(
                    getattr(batch, name)[place], getattr(one, name), rtol=1e-12, atol=1e-15
                )
            np.testing.assert_allclose(
                batch.details["p_exact"][place], one.details["p_exact"], rtol=1e-12
            )


class TestSentences:
    """Bad input is met with one sentence."""

    def test_an_exact_law_out_of_reach(self):
        """The way out is named."""
        with pytest.raises(NotApplicable) as caught:
            nemenyi(np.random.default_rng(0).normal(size=(20, 12)), method="exact")
        assert str(caught.value) == (
            "the exact law of Nemenyi's statistic for 20 blocks and 12 algorithms is out of "
            "reach; use method='asymptotic'"
        )

    def test_missing_scores(self):
        """Where they are missing."""
        with pytest.raises(InvalidInput) as caught:
            nemenyi([[1, np.nan], [2, 3]])
        assert str(caught.value) == (
            "table: 1 value is missing or infinite (the first at (0, 1)); remove or fill what is "
            "missing before testing"
        )
