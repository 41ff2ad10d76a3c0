"""Two classes that hold nearly all: a sum of positive terms, against whole numbers."""

import math

import numpy as np
import pytest

from bakeoff.exact import matchings_two_classes
from bakeoff.exact.matchings_rooks import board_of
from bakeoff.exact.matchings_saddlepoint import find_saddle

CASES = {
    "one class more, hardly used": ([100, 80, 3], [90, 92, 1]),
    "two classes more": ([100, 80, 2, 1], [90, 90, 1, 2]),
    "a class without answers": ([100, 80, 4], [95, 89, 0]),
    "answers without a class": ([100, 84, 0], [95, 86, 3]),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("upper", [True, False])
@pytest.mark.parametrize("off", [1, 8, 25, 60])
def test_tails_hold_ten_digits(tail_of, name, upper, off):
    """On both sides of the mean, near and far."""
    rows, columns = (np.array(margin) for margin in CASES[name])
    board = board_of(rows, columns)
    trace = round(board.mean) + (off if upper else -off)
    saddle = find_saddle(board, trace, upper=upper, least=0)
    found = matchings_two_classes.tail(rows, columns, trace, upper=upper, log_z=saddle.log_z)
    wanted = tail_of(rows, columns, trace)
    wanted = wanted if upper else 1 - wanted
    exact = math.log(wanted.numerator) - math.log(wanted.denominator)
    assert abs(math.expm1(found.log - exact)) < 1e-10
    assert found.error < 1e-10


def test_many_patterns_outside_are_left_to_other_ways():
    """Thousands outside the two classes: the sum would be too long, and says so."""
    rows = np.array([30_000, 30_000, 4_000])
    assert matchings_two_classes.tail(rows, rows, 30_000, upper=True, log_z=0.1).error == math.inf
