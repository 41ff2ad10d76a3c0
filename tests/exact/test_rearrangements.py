"""All ways to exchange values between algorithms."""

from collections import Counter
from itertools import permutations, product
from math import factorial

import numpy as np
import pytest

from bakeoff.exact.rearrangements import (
    column_sums,
    count_between_groups,
    count_within_blocks,
    deals,
)


def test_within_blocks_all_orders_but_those_of_the_first_block():
    """The sums as a multiset, for two tables."""
    tables = np.random.default_rng(0).integers(0, 9, size=(2, 3, 3)).astype(float)
    found = column_sums(tables)
    assert found.shape == (2, count_within_blocks(3, 3), 3) == (2, 36, 3)
    for table, sums in zip(tables, found, strict=True):
        wanted = [
            tuple(np.sum([table[0], *choice], axis=0))
            for choice in product(*(permutations(row) for row in table[1:]))
        ]
        assert Counter(map(tuple, sums)) == Counter(wanted)


@pytest.mark.parametrize("sizes", [(2, 2), (1, 3, 2), (4, 1), (2, 2, 2)])
def test_deals_are_all_different_and_of_the_right_sizes(sizes):
    """N! / (n1! n2! ...) of them."""
    found = deals(sizes)
    number = factorial(sum(sizes)) // np.prod([factorial(size) for size in sizes])
    assert len(found) == len(set(map(tuple, found.tolist()))) == number
    assert number == count_between_groups(sizes)
    for group, size in enumerate(sizes):
        assert ((found == group).sum(axis=1) == size).all()
