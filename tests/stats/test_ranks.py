"""Differences and midranks without floating-point dust."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from bakeoff.stats import ranks


def tie_term(row):
    """Return the sum of t^3 - t over runs of t equal values."""
    _, sizes = np.unique(row, return_counts=True)
    return float(np.sum(sizes**3 - sizes))


@pytest.mark.parametrize("shape", [(1,), (3,), (14,), (70,), (5, 4), (300, 20), (2, 3, 40), (4, 1)])
@pytest.mark.parametrize("distinct", [3, 10**6])
def test_scipy_gives_the_same_average_ranks(shape, distinct):
    """Short and long rows, with many ties and with none; any leading axes."""
    values = np.random.default_rng(1).integers(0, distinct, shape).astype(float)
    found, ties = ranks.midranks_and_ties(values)
    assert found.tolist() == rankdata(values, axis=-1).tolist()
    assert ties.tolist() == np.apply_along_axis(tie_term, -1, values).tolist()
    assert ranks.midranks(values).tolist() == found.tolist()


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=30))
def test_comparing_and_sorting_give_the_same_ranks(values):
    """The two ways of ranking agree on every row."""
    row = np.array(values, dtype=float)
    dust = ranks.RELATIVE_DUST * np.abs(row)
    compared, ties = ranks._by_comparison(row, dust)
    ordered, also_ties = ranks._by_sorting(row[None], dust[None])
    assert compared.tolist() == ordered[0].tolist()
    assert ties == also_ties[0]


def test_differences_that_are_equal_on_paper_are_tied():
    """0.3 - 0.2 and 0.2 - 0.1 differ in the 16th digit."""
    difference, dust = ranks.differences(np.array([0.3, 0.2, 0.9]), np.array([0.2, 0.1, 0.7]))
    assert difference[0] != difference[1]
    assert ranks.midranks(difference, dust).tolist() == [1.5, 1.5, 3.0]


def test_a_difference_of_dust_is_zero():
    """0.1 + 0.2 is 0.3; but a true small difference stays."""
    difference, _ = ranks.differences(np.array([0.1 + 0.2, 1e-9]), np.array([0.3, 0.0]))
    assert difference.tolist() == [0.0, 1e-9]


def test_the_twelfth_digit_counts_and_the_fourteenth_does_not():
    """Values that differ by 1e-11 of themselves are apart, by 1e-13 they are tied."""
    assert ranks.midranks(np.array([1.0, 1.0 + 1e-11])).tolist() == [1.0, 2.0]
    assert ranks.midranks(np.array([1.0, 1.0 + 1e-13])).tolist() == [1.5, 1.5]


def test_one_dust_may_serve_all_rows():
    """A dust of one row is stretched over the batch, in short and in long rows."""
    values = np.tile(np.arange(40.0), (200, 1))
    assert ranks.midranks(values, np.full(40, 1.5))[0].tolist() == [20.5] * 40
    assert ranks.midranks(values[0, :3], np.array(2.5)).tolist() == [2.0, 2.0, 2.0]
