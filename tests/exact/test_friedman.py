"""The law of column sums when each row of a table is shuffled."""

from itertools import permutations, product

import numpy as np
import pytest

from bakeoff.exact.friedman import cost, designs, law, orders


def listed(rows):
    """Return the column sums of every way to shuffle every row."""
    ways = [np.array(list(permutations(row))) for row in rows]
    return np.array([np.sum(choice, axis=0) for choice in product(*ways)])


TABLES = [
    [[1, 2, 3]] * 4,
    [[2, 4, 6, 8]] * 3,
    [[2, 4, 6], [3, 3, 6], [4, 4, 4], [2, 5, 5], [2, 4, 6]],
    [[5, 5, 8, 2], [2, 4, 6, 8], [5, 5, 5, 5]],
    [[1, 7, 30], [2, 2, 5], [4, 9, 11]],
    [[3, 1]] * 7,
    [[4, 4]] * 3,
]


class TestLaw:
    """Every way to shuffle, counted."""

    @pytest.mark.parametrize("rows", TABLES)
    def test_squares_are_those_of_every_order(self, rows):
        """P(sum of squares >= its own), for every sum that occurs."""
        sums = listed(rows)
        squares = np.sum(sums * sums, axis=-1)
        tables = np.array([rows, np.sort(rows, axis=-1), np.sort(rows, axis=-1)[:, ::-1]])
        found = designs(tables).squares_at_least()
        own = np.sum(tables.sum(axis=1) ** 2, axis=-1)
        wanted = [np.mean(squares >= value) for value in own]
        np.testing.assert_allclose(found, wanted, rtol=1e-13)

    @pytest.mark.parametrize("rows", TABLES)
    def test_ranges_are_those_of_every_order(self, rows):
        """P(largest - smallest sum >= the difference of two), for all pairs."""
        sums = listed(rows)
        spread = sums.max(axis=-1) - sums.min(axis=-1)
        own = np.sum(rows, axis=0)
        first, second = np.triu_indices(len(own), 1)
        wanted = [np.mean(spread >= gap) for gap in np.abs(own[first] - own[second])]
        found = designs(np.array([rows])).range_at_least()
        np.testing.assert_allclose(found, [wanted], rtol=1e-13)

    @pytest.mark.parametrize(("k", "n"), [(3, 100), (4, 20), (5, 9), (6, 5)])
    def test_probabilities_add_up_and_the_smallest_is_known(self, k, n):
        """All blocks agree with probability (k!)^(1-n); far tails keep their digits."""
        found = law(((*range(k),),) * n)
        assert found.probability.sum() == pytest.approx(1.0, rel=1e-12)
        assert found.probability[-1] == pytest.approx(len(orders(range(k))) ** (1.0 - n), rel=1e-12)

    def test_the_mean_of_the_squares_is_known(self):
        """The sum of squares about the mean has expectation n times the spread of a row."""
        found = law(((0, 1, 2, 3),) * 12)
        mean = found.value @ found.probability - 4 * (12 * 1.5) ** 2
        assert mean == pytest.approx(12 * 5.0, rel=1e-12)

    def test_many_codes_are_sorted_instead_of_counted(self):
        """Rows of large and uneven numbers: the states do not fit into one array."""
        rows = [[0, 1, 2, 401], [0, 7, 300, 900], [0, 11, 1_000, 2_001]]
        sums = listed(rows)
        squares = np.sum(sums * sums, axis=-1)
        own = np.sum(np.sum(rows, axis=0) ** 2)
        found = designs(np.array([rows])).squares_at_least()
        assert found[0] == pytest.approx(np.mean(squares >= own), rel=1e-13)


class TestDesigns:
    """Tables with the same rows share a law."""

    def test_tables_are_grouped(self):
        """The order of rows and of columns does not matter, nor a common divisor."""
        one = np.array([[2, 4, 6], [3, 3, 6]])
        found = designs(np.array([one, one[::-1, ::-1], [[2, 4, 6], [2, 4, 6]]]))
        assert found.which.tolist() in ([0, 0, 1], [1, 1, 0])
        assert set(found.rows) == {((0, 0, 3), (0, 2, 4)), ((0, 1, 2), (0, 1, 2))}

    def test_numbers_too_large_to_be_told_apart(self):
        """None, instead of a wrong answer."""
        assert designs(np.array([[list(range(1, 41))]])) is None

    def test_more_designs_than_anybody_waits_for(self):
        """2,001 tables with rows of their own."""
        tables = np.array([[[0, 1, 2 + i], [0, 1, 2]] for i in range(2001)])
        assert designs(tables) is None
        assert designs(tables[:5]) is not None

    def test_the_cost_grows_with_the_table(self):
        """And is infinite where a law could not be listed."""
        costs = [cost(((0, 1, 2, 3),) * n) for n in (2, 5, 10, 20)]
        assert costs == sorted(costs)
        assert cost(((*range(12),),) * 5) == np.inf
        assert cost(((0, 0, 0),) * 5) == 1.0


def test_orders_are_told_once():
    """Equal numbers are not told apart: 4!/(2! 2!) orders."""
    found = orders([1, 0, 1, 0])
    assert found.shape == (6, 4)
    assert sorted(map(tuple, found.tolist())) == sorted(set(permutations([1, 0, 1, 0])))
