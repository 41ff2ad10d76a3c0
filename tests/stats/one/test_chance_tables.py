"""Random tables with given margins: the law they follow, by both ways to deal."""

import numpy as np
import pytest

from bakeoff.exact.matchings import trace_tail
from bakeoff.stats.one import chance_tables

DRAWS = 20_000
# few items for many classes are shuffled, many items for few classes are drawn cell by cell
MARGINS = {
    "shuffled": ([5, 4, 3, 2], [2, 6, 4, 2]),
    "cell by cell": ([300, 200], [250, 250]),
    "with idle classes": ([40, 0, 25, 5], [30, 20, 0, 20]),
}


@pytest.mark.parametrize("name", MARGINS)
def test_random_traces_follow_the_exact_law(name):
    """Share of deals in each tail against the exact area: five standard errors."""
    rows, columns = (np.array(margin) for margin in MARGINS[name])
    traces = chance_tables.random_traces(rows, columns, DRAWS, np.random.default_rng(0))
    assert traces.shape == (DRAWS,)
    for trace in np.unique(traces):
        p = trace_tail(rows, columns, int(trace)).upper
        error = 5.0 * np.sqrt(p * (1.0 - p) / DRAWS)
        assert abs(np.mean(traces >= trace) - p) <= error + 1e-12


@pytest.mark.parametrize("deal", [chance_tables._by_shuffling, chance_tables._by_cells])
def test_both_ways_to_deal_agree(deal):
    """The same margins by either way: the mean is sum r c / N without the idle last class."""
    rows, columns = np.array([12, 9, 7]), np.array([8, 15, 5])
    traces = deal(rows, columns, DRAWS, np.random.default_rng(1))
    used = (12 * 8 + 9 * 15) / 28
    assert traces.mean() == pytest.approx(used, abs=5 * traces.std() / np.sqrt(DRAWS))
    assert traces.min() >= 0
    assert traces.max() <= 8 + 9


def test_classes_that_cannot_be_right_never_are():
    """No class has both items and answers."""
    traces = chance_tables.random_traces(
        np.array([4, 0]), np.array([0, 4]), 10, np.random.default_rng(0)
    )
    assert traces.tolist() == [0] * 10


def test_deals_are_made_in_parts_where_memory_is_short(monkeypatch):
    """The number of deals stays what was asked for."""
    monkeypatch.setattr(chance_tables, "AT_ONCE", 100)
    rows = np.array([5, 4, 3])
    traces = chance_tables.random_traces(rows, rows, 777, np.random.default_rng(0))
    assert traces.shape == (777,)


def test_each_table_is_counted_against_deals_of_its_own_margins():
    """A perfect table is hardly ever reached, one with nothing right always."""
    tables = np.array([np.diag([6, 6, 6]), np.roll(np.diag([6, 6, 6]), 1, axis=0)])
    count = chance_tables.at_least(tables, 300, np.random.default_rng(0))
    assert count.tolist() == [0.0, 300.0]
    assert chance_tables.at_least(tables[1], 50, np.random.default_rng(0)).shape == ()
