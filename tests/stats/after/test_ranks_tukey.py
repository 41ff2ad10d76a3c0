"""Tukey's test on ranks."""

import numpy as np
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import kruskal_wallis, ranks_tukey, tukey

T = [[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]]


class TestPrintedValues:
    """Numbers as the seed's formula gives them when it is read rightly."""

    def test_the_books_sigma_is_that_of_a_mean_rank(self):
        """sigma_w = 1.125771, q = 5.773819 on (3, 9), p = .0069602 for the extreme means."""
        pairs = ranks_tukey(T)
        assert abs(pairs.statistic[0]) == pytest.approx(5.773819, abs=5e-7)
        assert pairs.p_adjusted[0] == pytest.approx(0.0069602, abs=5e-8)
        sigma = pairs.details["standard_error"][0] / np.sqrt(2)
        assert sigma == pytest.approx(1.125771, abs=5e-7)
        assert pairs.details["df"] == 9


class TestAnotherRoad:
    """The same numbers from elsewhere."""

    def test_it_is_tukeys_test_of_the_ranks(self):
        """As scipy ranks and tests them; seven digits are what its range law gives."""
        groups = np.random.default_rng(0).integers(0, 9, size=(4, 6))
        ranks = scipy.stats.rankdata(groups).reshape(4, 6)
        theirs = scipy.stats.tukey_hsd(*ranks).pvalue
        ours = ranks_tukey(groups)
        np.testing.assert_allclose(ours.p_adjusted, theirs[np.triu_indices(4, 1)], rtol=1e-6)

    def test_unequal_sizes_follow_kramer(self):
        """As `tukey` with the ranks as values."""
        groups = {"a": [1, 5, 2], "b": [7, 8, 9, 6], "c": [4, 3]}
        ranks = [[1, 5, 2], [7, 8, 9, 6], [4, 3]]
        ours, wanted = ranks_tukey(groups), tukey(ranks, blocks=False)
        np.testing.assert_allclose(ours.p_adjusted, wanted.p_adjusted, rtol=1e-12)
        assert ours.algorithms == ("a", "b", "c")
        assert ours.name == "ranks_tukey"


class TestDirection:
    """Rank 1 is the smallest, unless higher is better."""

    def test_differences_turn_and_p_stays(self):
        """The mean ranks are those of `kruskal_wallis`."""
        low, high = ranks_tukey(T), ranks_tukey(T, higher_is_better=True)
        np.testing.assert_allclose(low.difference, -high.difference, rtol=1e-12)
        np.testing.assert_allclose(low.p_adjusted, high.p_adjusted, rtol=1e-9)
        wanted = kruskal_wallis(T, higher_is_better=True).details["mean_ranks"]
        np.testing.assert_allclose(high.details["mean_ranks"], wanted, rtol=1e-12)


def test_identical_groups():
    """P = 1 and a note."""
    pairs = ranks_tukey(np.ones((3, 4)))
    assert pairs.p_adjusted.tolist() == [1.0, 1.0, 1.0]
    assert pairs.notes == ("the algorithms are identical: all values are equal",)


def test_a_batch_is_its_tables_one_by_one():
    """Groups x values with two leading axes."""
    tables = np.random.default_rng(1).integers(0, 5, size=(2, 3, 3, 4)).astype(float)
    batch = ranks_tukey(tables)
    for place in np.ndindex(2, 3):
        one = ranks_tukey(tables[place])
        np.testing.assert_allclose(batch.p_adjusted[place], one.p_adjusted, rtol=1e-10)


def test_a_wrong_level():
    """A level is a share."""
    with pytest.raises(InvalidInput) as caught:
        ranks_tukey(T, level=95)
    assert str(caught.value) == "level must lie strictly between 0 and 1; it was 95"
