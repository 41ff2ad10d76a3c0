"""The test of Kruskal and Wallis."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.stats import kruskal_wallis, mann_whitney

T = [[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]]


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_the_books_h_has_no_correction_for_ties(self):
        """7.221154 (p .0270362); with the correction 7.402330 (p .0246947)."""
        result = kruskal_wallis(T)
        assert result.details["H_uncorrected"] == pytest.approx(7.221154, abs=5e-7)
        assert result.details["p_uncorrected"] == pytest.approx(0.0270362, abs=5e-8)
        assert result.statistic == pytest.approx(7.402330, abs=5e-7)
        assert result.p_value == pytest.approx(0.0246947, abs=5e-8)
        assert result.df == 2

    def test_kruskal_and_wallis_machines(self):
        """Their first example (1952, table 1.1): bottle caps of three machines, H = 5.656."""
        caps = [[340, 345, 330, 342, 338], [339, 333, 344], [347, 343, 349, 355]]
        result = kruskal_wallis(caps)
        assert result.statistic == pytest.approx(5.656, abs=5e-4)
        assert result.p_value == pytest.approx(0.059, abs=5e-4)
        exact = kruskal_wallis(caps, method="exact")
        assert exact.p_value == pytest.approx(0.049, abs=5e-4)

    @pytest.mark.parametrize(
        ("groups", "h", "printed"),
        [
            ([[1, 2], [3, 4], [5]], 3.6, 0.200),
            ([[1, 2, 3], [4, 5], [6, 7]], 5.357, 0.029),
            ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 7.2, 0.004),
        ],
    )
    def test_kruskal_and_wallis_table(self, groups, h, printed):
        """Their table 6.1 of exact probabilities, three digits: groups that do not overlap."""
        result = kruskal_wallis(groups, method="exact")
        assert result.statistic == pytest.approx(h, abs=5e-4)
        assert result.p_value == pytest.approx(printed, abs=5e-4)


class TestAnotherProgram:
    """The same numbers from other programs."""

    @settings(max_examples=40, deadline=None)
    @given(
        groups=st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=7), min_size=2, max_size=5)
    )
    def test_scipy(self, groups):
        """Ties and unequal sizes."""
        if len({value for group in groups for value in group}) < 2 or max(map(len, groups)) < 2:
            return
        theirs = scipy.stats.kruskal(*groups)
        assert tuple(kruskal_wallis(groups)) == pytest.approx(tuple(theirs), rel=1e-9, abs=1e-9)

    def test_the_exact_p_is_every_order(self):
        """Seven values with ties, in groups of 3, 2 and 2."""
        values = np.array([1.0, 2.0, 2.0, 4.0, 5.0, 5.0, 7.0])
        ranks = scipy.stats.rankdata(values)
        groups = [values[[0, 1, 3]], values[[2, 4]], values[[5, 6]]]

        def spread(order):
            parts = (order[:3], order[3:5], order[5:])
            return sum(np.sum(part) ** 2 / len(part) for part in parts)

        seen = spread(ranks[[0, 1, 3, 2, 4, 5, 6]])
        every = np.array([spread(np.array(order)) for order in permutations(ranks)])
        p = kruskal_wallis(groups, method="exact").p_value
        assert p == pytest.approx(np.mean(every >= seen - 1e-9), rel=1e-12)


class TestReduction:
    """The simpler test inside."""

    def test_two_groups_are_mann_whitney(self):
        """The exact p-values agree without ties, the asymptotic ones with them too."""
        rng = np.random.default_rng(0)
        x, y = rng.normal(size=7), rng.normal(1.0, size=5)
        ours = kruskal_wallis([x, y], method="exact")
        theirs = mann_whitney(x, y, method="exact")
        assert ours.p_value == pytest.approx(theirs.p_value, rel=1e-12)
        x, y = x.round(), y.round()
        theirs = scipy.stats.mannwhitneyu(x, y, use_continuity=False, method="asymptotic")
        assert kruskal_wallis([x, y]).p_value == pytest.approx(theirs.pvalue, rel=1e-9)


class TestDirection:
    """Rank 1 is the smallest, unless higher is better."""

    def test_ranks_turn_and_h_stays(self):
        """Mean ranks sum to N + 1 with their mirror images."""
        low, high = kruskal_wallis(T), kruskal_wallis(T, higher_is_better=True)
        total = low.details["mean_ranks"] + high.details["mean_ranks"]
        np.testing.assert_allclose(total, 13.0, rtol=1e-12)
        assert high.statistic == pytest.approx(low.statistic, rel=1e-12)

    def test_names_do_not_matter_and_sizes_are_told(self):
        """A mapping, a frame and a list are one."""
        by_name = kruskal_wallis(dict(zip("abc", T, strict=True)))
        frame = kruskal_wallis(pd.DataFrame(np.array(T).T, columns=list("abc")))
        assert tuple(by_name) == tuple(frame) == tuple(kruskal_wallis(T))
        assert by_name.n == (4, 4, 4)


class TestDegenerateData:
    """Ties, few values."""

    def test_all_values_equal(self):
        """H = 0, p = 1 on both roads, and a note."""
        for method in ("chi2", "exact", "auto"):
            result = kruskal_wallis([[2, 2], [2, 2, 2]], method=method)
            assert tuple(result) == (0.0, 1.0)
            assert result.notes == ("all values are equal: all ranks are tied",)

    def test_small_groups_are_told(self):
        """Chi-square is rough there, and exact is not."""
        assert kruskal_wallis(T).notes == (
            "chi-square is rough for groups of fewer than 5 values: use method='exact'",
        )
        assert kruskal_wallis(T, method="auto").notes == ()
        assert kruskal_wallis(T, method="auto").method == "exact"

    def test_auto_takes_chi_square_for_many(self):
        """Ten in each of three groups can be dealt out in 5 x 10^12 ways."""
        groups = np.random.default_rng(0).normal(size=(3, 10))
        assert kruskal_wallis(groups, method="auto").method == "asymptotic"


def test_a_batch_is_its_tests_one_by_one():
    """Groups x values with two leading axes."""
    tables = np.random.default_rng(1).integers(0, 5, size=(2, 3, 3, 4)).astype(float)
    for method in ("chi2", "exact"):
        batch = kruskal_wallis(tables, method=method)
        for place in np.ndindex(2, 3):
            one = kruskal_wallis(tables[place], method=method)
            assert one.p_value == pytest.approx(batch.p_value[place], rel=1e-12)
            assert one.statistic == pytest.approx(batch.statistic[place], rel=1e-12)


class TestSentences:
    """Bad input is met with one sentence."""

    def test_too_many_ways(self):
        """The way out is named."""
        with pytest.raises(InvalidInput) as caught:
            kruskal_wallis(np.random.default_rng(0).normal(size=(3, 10)), method="exact")
        assert str(caught.value) == (
            "method='exact' is for at most 20000000 ways to deal out the ranks; there are more for "
            "groups of 10, 10, 10: give method='chi2'"
        )

    def test_one_group(self):
        """At least two."""
        with pytest.raises(InvalidInput) as caught:
            kruskal_wallis([[1, 2, 3]])
        assert str(caught.value) == "groups must hold at least 2 groups; it held 1"
