"""Partitions into cliques that hold the most pairs."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.exact.partitions import largest_products, most_pairs


def partitions(members):
    """Return every partition of the members into blocks."""
    if not members:
        return [[]]
    first, *rest = members
    found = []
    for smaller in partitions(rest):
        found.append([[first], *smaller])
        for place, block in enumerate(smaller):
            found.append([*smaller[:place], [first, *block], *smaller[place + 1 :]])
    return found


def by_listing(p, k):
    """Return Bergmann and Hommel's adjusted p-values from all exhaustive sets, made monotone."""
    place = {pair: number for number, pair in enumerate(combinations(range(k), 2))}
    levels = np.array(p)
    for partition in partitions(list(range(k))):
        inside = [place[pair] for block in partition for pair in combinations(sorted(block), 2)]
        if inside:
            levels[inside] = np.maximum(levels[inside], len(inside) * np.min(p[inside]))
    return np.minimum([levels[p <= one].max() for one in p], 1.0)


class TestLargestProducts:
    """Against all partitions, listed."""

    @settings(max_examples=60, deadline=None)
    @given(seed=st.integers(0, 10_000), k=st.integers(2, 7), power=st.sampled_from([1, 3, 6]))
    def test_it_is_the_largest_over_all_partitions(self, seed, k, power):
        """Up to seven algorithms: 877 partitions."""
        p = np.random.default_rng(seed).random(k * (k - 1) // 2) ** power
        np.testing.assert_allclose(largest_products(p, k), by_listing(p, k), rtol=1e-12)

    @settings(max_examples=60, deadline=None)
    @given(
        p=st.integers(2, 6).flatmap(
            lambda k: st.lists(
                st.sampled_from([0.0, 1e-6, 0.01, 0.02, 0.03, 0.2, 1.0]),
                min_size=k * (k - 1) // 2,
                max_size=k * (k - 1) // 2,
            )
        )
    )
    def test_equal_p_values_stay_equal(self, p):
        """Ties at all places, zeros and ones."""
        p = np.array(p)
        k = int((1 + np.sqrt(1 + 8 * len(p))) // 2)
        np.testing.assert_allclose(largest_products(p, k), by_listing(p, k), rtol=1e-12)

    def test_groups_of_equal_algorithms(self):
        """Eight algorithms in two groups: p-values small between them, large within."""
        group = np.arange(8) // 4
        first, second = np.triu_indices(8, 1)
        rng = np.random.default_rng(0)
        p = np.where(group[first] == group[second], 0.5, 0.001) * rng.random(28)
        np.testing.assert_allclose(largest_products(p, 8), by_listing(p, 8), rtol=1e-12)

    @pytest.mark.parametrize("k", [12, 16])
    def test_many_algorithms(self, k):
        """Never above Shaffer's, never below the raw p-value; here, all work must be done."""
        from bakeoff.stats import adjust

        p = 1e-5 * np.random.default_rng(k).random(k * (k - 1) // 2)
        found = largest_products(p, k)
        assert (found <= adjust(p, "shaffer") * (1 + 1e-12)).all()
        assert (found >= p).all()
        assert found.max() < 1.0


class TestMostPairs:
    """The graph behind it."""

    def test_a_complete_graph_is_one_block(self):
        """All pairs."""
        alike = [0b11111 & ~(1 << one) for one in range(5)]
        assert most_pairs(alike, 0, 4) == 10

    def test_the_block_of_the_pair_may_cost_others(self):
        """A triangle with a tail: with the tail joined to its end, two of the triangle are left."""
        triangle = [0b0110, 0b0101, 0b1011, 0b0100]
        assert most_pairs(triangle, 0, 1) == 3
        assert most_pairs(triangle, 2, 3) == 2
