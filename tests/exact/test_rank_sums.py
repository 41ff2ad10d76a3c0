"""The exact law of a rank sum, with and without ties."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.exact.rank_sums import _choices, _untied, cost, rank_sum_law, rank_sum_tails


def listed(ranks, size):
    """Return the law by listing every choice: {sum: probability}."""
    sums = [sum(chosen) for chosen in combinations(ranks, size)]
    return {value: sums.count(value) / len(sums) for value in sorted(set(sums))}


def as_dict(law):
    """Return the values with a probability above 0."""
    return {law.offset + law.step * i: p for i, p in enumerate(law.probability.tolist()) if p > 0.0}


@settings(max_examples=60, deadline=None)
@given(values=st.lists(st.integers(0, 6), min_size=2, max_size=9), share=st.floats(0.01, 0.99))
def test_the_law_is_that_of_all_choices(values, share):
    """Any ranks, any ties: listed one by one."""
    array = np.array(values)
    doubled = 2 * np.array([np.mean(np.flatnonzero(np.sort(array) == v) + 1) for v in array])
    size = min(max(1, round(share * len(values))), len(values) - 1)
    wanted = listed(doubled.astype(int).tolist(), size)
    law = as_dict(rank_sum_law(doubled.astype(np.int64), size))
    assert law == pytest.approx(wanted, rel=1e-12)


def whole_counts(n1, n2):
    """Return the numbers of choices with each U, by the product formula in whole numbers."""
    counts = [1] + [0] * (n1 * n2)
    for i in range(1, n1 + 1):
        for u in range(n1 * n2, n2 + i - 1, -1):
            counts[u] -= counts[u - n2 - i]
        for u in range(i, n1 * n2 + 1):
            counts[u] += counts[u - i]
    return counts


@pytest.mark.parametrize(("n1", "n2"), [(1, 1), (1, 9), (9, 1), (3, 4), (20, 12), (40, 45)])
def test_without_ties_every_digit_is_kept_far_into_the_tails(n1, n2):
    """Against whole numbers, down to p = 1e-25."""
    law = rank_sum_law(2 * np.arange(1, n1 + n2 + 1), n1)
    wanted = np.array([count / comb(n1 + n2, n1) for count in whole_counts(n1, n2)])
    np.testing.assert_allclose(law.probability, wanted, rtol=1e-13)
    assert (law.offset, law.step) == (n1 * (n1 + 1), 2)


def test_the_two_ways_to_count_agree():
    """The count rank by rank and the product formula, at 30 and 35 without ties."""
    choices = _choices(np.arange(65), 30)
    lowest = 30 * 29 // 2
    np.testing.assert_allclose(choices[lowest:] / comb(65, 30), _untied(30, 35), rtol=1e-12)


def test_the_largest_product_is_still_good():
    """At 150 and 150 the product formula has lost three digits and no more."""
    law = rank_sum_law(2 * np.arange(1, 301), 150)
    assert law.probability.sum() == pytest.approx(1.0, rel=1e-12)
    mean = np.sum(law.probability * np.arange(150 * 150 + 1))
    assert mean == pytest.approx(150 * 150 / 2, rel=1e-11)
    variance = np.sum(law.probability * (np.arange(150 * 150 + 1) - mean) ** 2)
    assert variance == pytest.approx(150 * 150 * 301 / 12, rel=1e-11)


def test_all_ranks_equal():
    """One sum, with probability 1."""
    law = rank_sum_law(np.full(6, 7), 2)
    assert as_dict(law) == {14: 1.0}


def test_tails_of_a_batch():
    """Rows with the same ties share a law; each row gets its own tails."""
    rows = np.array([[2, 4, 6, 8], [3, 3, 6, 8], [8, 6, 4, 2], [5, 5, 5, 5]])
    sums = rows[:, :2].sum(axis=1)
    tails = rank_sum_tails(rows, sums, 2)
    for i, row in enumerate(rows.tolist()):
        law = listed(row, 2)
        assert tails.lower[i] == pytest.approx(sum(p for s, p in law.items() if s <= sums[i]))
        assert tails.upper[i] == pytest.approx(sum(p for s, p in law.items() if s >= sums[i]))
        assert tails.smallest[i] == pytest.approx(law[min(law)])
        assert tails.largest[i] == pytest.approx(law[max(law)])


def test_ties_cost_more():
    """And the two groups are exchangeable."""
    assert cost(10, 20, tied=True) > cost(10, 20, tied=False)
    assert cost(10, 20, tied=True) == cost(20, 10, tied=True)
    assert cost(200, 200, tied=False) == cost(200, 200, tied=True)
