"""The printed table of an analysis of variance."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.stats.many.variance_table import Source, table_of


def test_lines_and_their_columns():
    """Each source with F and p against the error; the total is the sum."""
    error = Source(np.array(10.0), 5)
    lines = table_of({"x": Source(np.array(12.0), 2), "y": Source(np.array(0.0), 1)}, error)
    assert list(lines) == ["x", "y", "error", "total"]
    assert lines["x"] == pytest.approx(
        {"sum_of_squares": 12.0, "df": 2, "mean_square": 6.0, "F": 3.0, "p": stats.f.sf(3, 2, 5)}
    )
    assert (lines["y"]["F"], lines["y"]["p"]) == (0.0, 1.0)
    assert lines["total"] == {"sum_of_squares": 22.0, "df": 8}


def test_no_error():
    """F is inf, or 0 for 0/0; the share is 1 or 0."""
    error = Source(np.zeros(2), 4)
    source = Source(np.array([3.0, 0.0]), 2)
    assert source.f(error).tolist() == [np.inf, 0.0]
    assert source.p(error).tolist() == [0.0, 1.0]
    assert source.partial_eta_squared(error).tolist() == [1.0, 0.0]


def test_a_batch_has_arrays():
    """One number a table."""
    lines = table_of({"x": Source(np.ones(3), 1)}, Source(np.ones(3), 2))
    assert lines["x"]["F"].tolist() == [2.0, 2.0, 2.0]
    assert lines["total"]["sum_of_squares"].tolist() == [2.0, 2.0, 2.0]
