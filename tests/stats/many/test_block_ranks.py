"""Ranks within blocks, the best first."""

import numpy as np
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput
from bakeoff.stats.many.block_ranks import aligned, dominance, within_blocks

TABLE = np.array([[0.3, 0.1, 0.2], [0.5, 0.5, 0.1], [0.7, 0.7, 0.7]])


class TestWithinBlocks:
    """Each block for itself."""

    def test_the_smallest_is_first(self):
        """Average ranks where numbers tie."""
        found = within_blocks(TABLE)
        np.testing.assert_array_equal(found.ranks, [[3, 1, 2], [2.5, 2.5, 1], [2, 2, 2]])
        np.testing.assert_allclose(found.means, [2.5, 5.5 / 3, 5 / 3])

    def test_the_largest_is_first_where_higher_is_better(self):
        """The same in reverse."""
        found = within_blocks(TABLE, higher_is_better=True)
        np.testing.assert_array_equal(found.ranks, 4 - within_blocks(TABLE).ranks)

    def test_dust_ties(self):
        """0.1 + 0.2 is 0.3, as on paper."""
        found = within_blocks([[0.1 + 0.2, 0.3, 0.4], [1, 2, 3]])
        assert found.ranks[0].tolist() == [1.5, 1.5, 3.0]

    def test_the_spread_is_that_of_the_ranks(self):
        """Sum of squares about the means of the blocks; ties make it smaller."""
        found = within_blocks(TABLE)
        assert found.spread == pytest.approx(np.sum((found.ranks - 2) ** 2))

    def test_concordance_is_between_0_and_1(self):
        """1 if all blocks agree, 0 if they cancel; a table of ties has none."""
        assert within_blocks([[1, 2, 3]] * 4).concordance == pytest.approx(1.0)
        assert within_blocks([[1, 2], [2, 1]]).concordance == 0.0
        assert within_blocks(np.ones((3, 3))).concordance == 0.0

    def test_a_frame_names_the_algorithms(self):
        """Else they are numbered."""
        import pandas as pd

        assert within_blocks(pd.DataFrame(TABLE, columns=list("abc"))).names == ("a", "b", "c")
        assert within_blocks(TABLE).names == (0, 1, 2)

    def test_too_few_algorithms(self):
        """A test that needs three says so."""
        with pytest.raises(InvalidInput) as caught:
            within_blocks(TABLE[:, :2], algorithms=3)
        assert str(caught.value) == (
            "table must have at least 2 blocks (rows) and 3 algorithms (columns); "
            "it had the shape (3, 2)"
        )


class TestAligned:
    """All numbers together, less the means of their blocks."""

    def test_ranks_are_those_of_the_deviations(self):
        """As scipy ranks them."""
        table = np.random.default_rng(0).normal(size=(7, 4))
        apart = table - table.mean(axis=1, keepdims=True)
        wanted = scipy.stats.rankdata(apart).reshape(7, 4)
        np.testing.assert_array_equal(aligned(table).ranks, wanted)
        backwards = aligned(table, higher_is_better=True).ranks
        np.testing.assert_array_equal(backwards, 29 - wanted)

    def test_deviations_that_are_equal_on_paper_tie(self):
        """0.1, 0.2, 0.3 and 0.7, 0.8, 0.9 have the same deviations, but for rounding."""
        found = aligned([[0.1, 0.2, 0.3], [0.9, 0.7, 0.8]])
        np.testing.assert_array_equal(found.ranks, [[1.5, 3.5, 5.5], [5.5, 1.5, 3.5]])

    def test_blocks_of_ties_have_no_spread(self):
        """Whatever their level."""
        found = aligned([[0.3, 0.3, 0.3], [0.1, 0.1, 0.1]])
        assert found.spread == 0.0
        np.testing.assert_array_equal(found.ranks, 3.5)


class TestDominance:
    """Who is behind more often."""

    def test_shares_of_blocks(self):
        """Pairs (0,1), (0,2), (1,2)."""
        np.testing.assert_allclose(dominance(within_blocks(TABLE).ranks), [1 / 3, 2 / 3, 0.0])

    def test_a_batch_is_its_tables_one_by_one(self):
        """Two leading axes."""
        ranks = within_blocks(np.random.default_rng(1).normal(size=(2, 3, 6, 5))).ranks
        batch = dominance(ranks)
        assert batch.shape == (2, 3, 10)
        for place in np.ndindex(2, 3):
            np.testing.assert_array_equal(batch[place], dominance(ranks[place]))

    def test_many_pairs_are_counted_in_the_same_way(self):
        """Beyond what is compared at once."""
        ranks = within_blocks(np.random.default_rng(2).integers(0, 9, size=(60, 40))).ranks
        first, second = np.triu_indices(40, 1)
        wanted = np.mean(np.sign(ranks[:, first] - ranks[:, second]), axis=0)
        np.testing.assert_allclose(dominance(ranks), wanted, atol=1e-15)
