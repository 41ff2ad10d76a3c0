"""Order statistics of Walsh averages, against the list of all of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.exact import walsh


def averages(values):
    """Return all averages of two values or one, in order."""
    first, second = np.triu_indices(len(values))
    return np.sort((values[first] + values[second]) / 2)


@pytest.mark.parametrize("n", [1, 2, 15, 300, 301, 500])
def test_any_place_is_found_in_short_and_in_long_rows(n):
    """Listing and searching give the averages themselves."""
    values = np.random.default_rng(n).normal(size=n)
    listed = averages(values)
    places = np.unique(np.linspace(1, len(listed), 9).astype(int))
    found = walsh.order_statistics(values[None], places[None])[0]
    assert found == pytest.approx(listed[places - 1], rel=1e-14, abs=1e-16)  # two roundings


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=12))
@settings(deadline=None, max_examples=30)
def test_a_search_finds_tied_averages(values):
    """Whole numbers make many equal averages; the search is called by itself."""
    ordered = np.sort(np.array(values, dtype=float))
    listed = averages(ordered)
    found = [walsh._search(ordered, place) for place in range(1, len(listed) + 1)]
    assert found == pytest.approx(listed.tolist(), abs=1e-14)


def test_beyond_the_ends_there_is_infinity():
    """Place 0 and the place after the last have no average."""
    found = walsh.order_statistics(np.array([[1.0, 3.0]]), np.array([[0, 1, 3, 4]]))
    assert found.tolist() == [[-np.inf, 1.0, 3.0, np.inf]]


def test_values_left_out_leave_their_averages_out():
    """A nan stands for a value left out, in rows of any length."""
    rows = np.array([[1.0, np.nan, 3.0], [np.nan, np.nan, np.nan], [1.0, 2.0, 6.0]])
    assert walsh.pseudo_median(rows).tolist() == [2.0, 0.0, 2.75]
    long = np.full((2, 400), np.nan)
    long[0, :3] = [1.0, 2.0, 6.0]
    assert walsh.pseudo_median(long).tolist() == [2.75, 0.0]


@pytest.mark.parametrize("n", [10, 11, 350])
def test_the_pseudo_median_is_the_median_of_all_averages(n):
    """Of an odd and an even number of averages."""
    values = np.random.default_rng(n).normal(size=(3, n))
    expected = [np.median(averages(row)) for row in values]
    assert walsh.pseudo_median(values) == pytest.approx(expected, rel=1e-14)


def test_large_batches_are_worked_through_in_chunks(monkeypatch):
    """The size of a chunk changes nothing."""
    values = np.random.default_rng(1).normal(size=(50, 7))
    whole = walsh.pseudo_median(values)
    monkeypatch.setattr(walsh, "CHUNK", 100)
    assert walsh.pseudo_median(values).tolist() == whole.tolist()
