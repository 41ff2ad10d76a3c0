"""The exact law of Page's L."""

from itertools import permutations

import numpy as np
import pytest

from bakeoff.exact.trend import cost, upper


def listed(table, seen):
    """Return P(L >= seen) by every order of every row."""
    places = np.arange(1, table.shape[1] + 1)
    law = np.zeros(1)
    for row in table:
        law = (law[:, None] + [np.dot(order, places) for order in permutations(row)]).reshape(-1)
    return np.mean(law >= seen)


class TestUpper:
    """Against every order."""

    @pytest.mark.parametrize(("n", "k"), [(1, 2), (3, 3), (4, 4), (2, 6)])
    def test_every_order_of_every_row(self, n, k):
        """With ties, zeros and rows of one number, at every value that occurs and beyond."""
        rng = np.random.default_rng(n)
        table = rng.integers(0, 4, size=(n, k))
        lowest = int(np.sum(np.sort(table, axis=1) @ np.arange(k, 0, -1)))
        highest = int(np.sum(np.sort(table, axis=1) @ np.arange(1, k + 1)))
        for seen in range(lowest - 1, highest + 2):
            found = upper(table[np.newaxis], np.array([seen]))
            assert found[0] == pytest.approx(listed(table, seen), rel=1e-12)

    def test_far_tails_keep_their_digits(self):
        """All of 60 rows of four in one order: 24^-60."""
        table = np.tile(np.arange(1, 5), (1, 60, 1))
        assert upper(table, np.array([60 * 30]))[0] == pytest.approx(24.0**-60, rel=1e-10)

    def test_a_batch_is_its_tables_one_by_one(self):
        """Tables with different ties."""
        tables = np.random.default_rng(0).integers(0, 3, size=(5, 3, 3))
        seen = tables.sum(axis=1) @ np.array([1, 2, 3])
        both = upper(tables, seen)
        for place in range(5):
            one = upper(tables[place : place + 1], seen[place : place + 1])
            assert both[place] == one[0]


def test_untied_tables_share_one_law():
    """A million tables of untied ranks cost what one does."""
    one = np.arange(1, 5) * np.ones((1, 6, 1), dtype=np.int64)
    assert cost(np.repeat(one, 1000, axis=0)) == cost(one)
    tied = np.random.default_rng(0).integers(0, 3, size=(1000, 6, 4))
    assert cost(tied) > 100 * cost(tied[:1])
