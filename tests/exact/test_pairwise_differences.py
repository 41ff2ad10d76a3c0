"""Order statistics of all differences between two groups."""

import numpy as np
import pytest

from bakeoff.exact.pairwise_differences import AT_ONCE, _select, order_statistics


def test_all_places():
    """Against the sorted list."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(3, 4)), rng.normal(size=(3, 5))
    gaps = np.sort((x[:, :, None] - y[:, None, :]).reshape(3, -1), axis=-1)
    np.testing.assert_array_equal(order_statistics(x, y, range(20)), gaps)
    np.testing.assert_array_equal(order_statistics(x, y, [7, 7]), gaps[:, [7, 7]])


@pytest.mark.parametrize("place", [0, 1, 999_999, 2_500_000, 4_999_998, 4_999_999])
def test_what_does_not_fit_into_memory_is_narrowed_down(place):
    """Five million differences, found without holding them all."""
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=2500), rng.normal(0.3, 2, size=2000)
    assert len(x) * len(y) > AT_ONCE
    gaps = np.partition((x[:, None] - y).reshape(-1), place)
    # the range is halved on rounded sums: one rounding is allowed
    assert _select(x, y, place) == pytest.approx(gaps[place], rel=1e-12, abs=1e-15)


def test_differences_that_are_all_equal():
    """The range cannot be narrowed to few differences: it is narrowed to one number."""
    assert _select(np.full(3000, 0.7), np.full(3000, 0.2), 4_000_000) == pytest.approx(0.5)
