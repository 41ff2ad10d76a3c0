"""The exact law of the difference of two rank sums."""

from itertools import permutations, product

import numpy as np
import pytest
import scipy.stats

from bakeoff.exact.rank_differences import cost, two_sided


def listed(table, distance):
    """Return P(|first - second column sum| >= distance) by every order of every row."""
    ways = [np.array(list(permutations(row))) for row in table]
    sums = np.array([np.sum(choice, axis=0) for choice in product(*ways)])
    return np.mean(np.abs(sums[:, 0] - sums[:, 1]) >= distance)


class TestTwoSided:
    """Against every order."""

    @pytest.mark.parametrize(("n", "k"), [(1, 3), (3, 3), (2, 4), (4, 2)])
    def test_every_order_of_every_row(self, n, k):
        """With ties; from 0 to beyond the largest distance."""
        table = np.random.default_rng(10 * n + k).integers(0, 5, size=(n, k))
        distances = np.arange(0, 5 * n + 2)
        found = two_sided(table[np.newaxis], distances[np.newaxis])[0]
        wanted = [listed(table, distance) for distance in distances]
        np.testing.assert_allclose(found, wanted, rtol=1e-12)

    def test_two_columns_are_signs(self):
        """The difference of two columns is a sum of signs: binomial."""
        table = np.tile([1, 2], (1, 15, 1))
        distance = np.arange(1, 16, 2)
        wanted = 2 * scipy.stats.binom.sf((15 + distance) / 2 - 1, 15, 0.5)
        found = two_sided(table, distance[np.newaxis])[0]
        np.testing.assert_allclose(found, np.minimum(wanted, 1.0), rtol=1e-12)

    def test_far_tails_keep_their_digits(self):
        """First in all of 40 blocks of 5, the other last: 20^-40, on either side."""
        table = np.tile(np.arange(1, 6), (1, 40, 1))
        p = two_sided(table, np.array([[160]]))[0, 0]
        assert p == pytest.approx(2 * 20.0**-40, rel=1e-10)

    def test_a_batch_is_its_tables_one_by_one(self):
        """Tables with different ties."""
        tables = np.random.default_rng(0).integers(0, 3, size=(5, 3, 3))
        distance = np.arange(10).reshape(5, 2)
        both = two_sided(tables, distance)
        for place in range(5):
            one = two_sided(tables[place : place + 1], distance[place : place + 1])
            np.testing.assert_array_equal(both[place], one[0])


def test_the_cost_grows_with_tables_and_blocks():
    """Twice the tables cost twice as much, twice the blocks four times."""
    table = np.tile(np.arange(5), (1, 10, 1))
    assert cost(np.repeat(table, 2, axis=0)) == 2 * cost(table)
    assert cost(np.tile(np.arange(5), (1, 20, 1))) == 4 * cost(table)
