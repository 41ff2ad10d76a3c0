"""The cells of real tables: which number each one is, and what is said about it."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.data.cells import numbers_of


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("0.5", 0.5), (" 12 ", 12), ("-1e-3", -0.001), ("+.5", 0.5), ("5.", 5), ("1E5", 1e5),
        ("inf", np.inf), ("-Infinity", -np.inf), ("True", 1), ("false", 0),
    ],
)  # fmt: skip
def test_plain_numbers(cell, number):
    """However they are written."""
    found = numbers_of(pd.Series([cell, "1"]))
    assert found.values.tolist() == [number, 1]
    assert (found.texts, found.unreadable, found.spread, found.percent) == (0, (), "", False)


@pytest.mark.parametrize(
    "cell",
    ["68.4(7.1)", "68.4 (7.1)", "68.4 ( +- 7.1 )", "68.4±7.1", "68.4 +/- 7.1", "68.4 +- 7.1",
     "68.4 ± 7.1%", "68.4(1)"],
)  # fmt: skip
def test_a_mean_and_its_deviation(cell):
    """The first number is taken, and the cell is kept to be shown."""
    found = numbers_of(pd.Series(["50", cell]))
    assert found.values.tolist() == [50, 68.4]
    assert found.spread == cell


def test_percent():
    """The number stays as it is written; that it is one of percent is known."""
    found = numbers_of(pd.Series(["93.2%", "93.2 %"]))
    assert found.values.tolist() == [93.2, 93.2]
    assert found.percent


@pytest.mark.parametrize(
    "cell",
    ["", " ", "NA", "n/a", "NaN", "null", "None", "?", "-", "--", "\N{EM DASH}", ".", "x", "failed",
     "Timeout", "time out", "OOM", "#N/A", "DNF", "not available", None, np.nan],
)  # fmt: skip
def test_words_that_mean_nothing_is_there(cell):
    """They are missing, not unreadable."""
    found = numbers_of(pd.Series([cell, "1"], dtype=object))
    assert np.isnan(found.values).tolist() == [True, False]
    assert found.texts == 0


@pytest.mark.parametrize("cell", ["svm", "0x1f", "1,5", "1.2.3", "12abc", "1 2", "(5)", "1e", "+"])
def test_words_that_are_no_numbers(cell):
    """They are counted, and the first of them named with their rows."""
    found = numbers_of(pd.Series(["1", cell, "2", cell]))
    assert (found.texts, found.known) == (2, 2)
    assert found.unreadable == ((1, cell), (3, cell))
    assert not found.is_text


def test_a_column_of_words_alone():
    """Five are enough to show."""
    found = numbers_of(pd.Series(["a", "b"] * 10))
    assert found.is_text
    assert not found.any_number
    assert found.unreadable == ((0, "a"), (1, "b"), (2, "a"), (3, "b"), (4, "a"))
    assert len(found.values) == 20


@pytest.mark.parametrize(
    "column",
    [
        pd.Series([1, 0]),
        pd.Series([True, False]),
        pd.Series([1, 0], dtype="Int64"),
        pd.Series([True, False], dtype="boolean"),
        pd.Series([1.0, 0.0], dtype="float32"),
        pd.Series(["1", "0"], dtype="category"),
        pd.Series(["1", "0"], dtype="string"),
        pd.Series([1, "0"], dtype=object),
        pd.Series([np.bool_(True), 0.0], dtype=object),
    ],
    ids=lambda column: str(column.dtype),
)
def test_columns_of_every_type(column):
    """All of them are numbers in the end."""
    assert numbers_of(column).values.tolist() == [1, 0]
    assert numbers_of(column).values.dtype == np.float64


@pytest.mark.parametrize("kind", ["Int64", "boolean", "Float64"])
def test_missing_values_of_pandas_own_types(kind):
    """They are NaN."""
    found = numbers_of(pd.Series([1, None], dtype=kind))
    assert np.isnan(found.values).tolist() == [False, True]
    assert found.known == 1
