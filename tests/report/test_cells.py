"""Numbers as a reader sees them."""

from __future__ import annotations

import math

import pytest

from bakeoff.report.cells import Table, decimals, fixed, number, numbers, p_value, text


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.5, "0.5"),
        (-3.0, "\N{MINUS SIGN}3"),
        (12345.678, "1.235e+04"),
        (math.inf, "∞"),
        (-math.inf, "\N{MINUS SIGN}∞"),
        (math.nan, ""),
        (None, ""),
        (0.0, "0"),
    ],
)
def test_a_number_alone(value, shown):
    """Four digits, a real minus sign, nothing where there is no number."""
    assert number(value).text == shown


def test_a_column_stands_on_its_decimal_points():
    """All numbers of a column have the same decimals, as many as the largest needs."""
    cells = numbers([0.7866, 0.078, 0.5])
    assert [cell.text for cell in cells] == ["0.7866", "0.0780", "0.5000"]
    assert [cell.value for cell in cells] == [0.7866, 0.078, 0.5]


def test_no_decimals_are_invented():
    """Scores of three decimals are shown with three."""
    assert decimals([0.763, 0.599, 1.0]) == 3
    assert decimals([80.0, 75.0]) == 0
    assert decimals([]) == 0
    assert decimals([math.nan, math.inf]) == 0


def test_what_would_show_as_nothing_is_shown_in_full():
    """A difference of 1e-7 among differences of 100 is not 0."""
    assert [cell.text for cell in numbers([123.4, 1e-7, 0.0])] == ["123.4", "1e-07", "0.0"]


def test_the_whole_number_stands_behind_the_cell():
    """What is sorted and downloaded is not the rounded one."""
    assert fixed(0.123456789, 2).value == 0.123456789


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (0.0, "< 1e-16"),
        (1e-16, "1.00e-16"),
        (0.00123456, "0.00123"),
        (0.04999, "0.0500"),
        (0.9999, "1"),
        (math.nan, ""),
    ],
)
def test_a_p_value(p, shown):
    """Three digits; never 0, never more than is known."""
    assert p_value(p).text == shown


def test_a_column_with_a_number_in_it_is_one_of_numbers():
    """Empty cells among them do not change that; words are words."""
    table = Table("t", "c", ("a", "b"), ((text("x"), number(None)), (text("y"), number(1.0))))
    assert table.numeric == (False, True)
