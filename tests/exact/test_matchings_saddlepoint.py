"""The contour integral by itself: no fraction and no other way comes to its help."""

import math

import numpy as np
import pytest

from bakeoff.exact import matchings_saddlepoint
from bakeoff.exact.matchings_rooks import board_of

TEN_DIGITS = 1e-10
ROWS = np.array([60, 55, 40, 30, 15])
COLUMNS = np.array([20, 45, 50, 45, 40])
BOARD = board_of(ROWS, COLUMNS)


def log(value):
    return math.log(value.numerator) - math.log(value.denominator)


@pytest.mark.parametrize("trace", [45, 60, 90, 120, 140])
def test_upper_tails_hold_ten_digits(tail_of, trace):
    """From the mean, 42.6, to 140 of 150: p = 1e-66."""
    found = matchings_saddlepoint.tail(BOARD, trace, upper=True)
    wanted = log(tail_of(ROWS, COLUMNS, trace))
    error = abs(math.expm1(found.log - wanted))
    assert error < TEN_DIGITS
    assert error <= 10.0 * found.error


@pytest.mark.parametrize("trace", [40, 30, 25])
def test_lower_tails_hold_ten_digits(tail_of, trace):
    """Below the mean the terms of the rook polynomial change signs, and no digit is lost."""
    found = matchings_saddlepoint.tail(BOARD, trace, upper=False)
    wanted = log(1 - tail_of(ROWS, COLUMNS, trace))
    error = abs(math.expm1(found.log - wanted))
    assert error < TEN_DIGITS
    assert error <= 100.0 * found.error  # what zeros of the polynomial add is not seen in it


@pytest.mark.parametrize(("trace", "upper"), [(20, False), (10, False), (3, False), (150, True)])
def test_where_the_contour_fails_it_says_so(trace, upper):
    """Near both ends it has no saddle point, or passes zeros; other ways are taken there."""
    assert matchings_saddlepoint.tail(BOARD, trace, upper=upper).error > TEN_DIGITS


def test_the_saddle_point_lies_where_the_tilted_mean_is_the_trace():
    """Above the mean z > 1, below it z < 1; the wider the law, the larger the spread."""
    above = matchings_saddlepoint.find_saddle(BOARD, 80, upper=True, least=0)
    below = matchings_saddlepoint.find_saddle(BOARD, 20, upper=False, least=0)
    assert above.log_z > 0.0 > below.log_z
    assert above.past_one == pytest.approx(math.expm1(above.log_z), rel=1e-14)
    # near its mean the trace has a standard deviation of some 5
    near = matchings_saddlepoint.find_saddle(BOARD, 43, upper=True, least=0)
    assert 3.0 < near.spread < 8.0


def test_without_crossings_the_error_says_that_a_part_is_missed():
    """Two classes: the trace moves in steps of 2, and half of the circle is left out."""
    two = board_of(np.array([200, 180]), np.array([190, 190]))
    assert matchings_saddlepoint.tail(two, 215, upper=True).error > 0.1


def test_crossings_are_what_no_class_alone_explains():
    """With two classes none is outside the other; with three equal ones a third is."""
    two = board_of(np.array([50, 50]), np.array([50, 50]))
    three = board_of(np.array([50, 50, 50]), np.array([50, 50, 50]))
    nothing = np.zeros(1)
    assert matchings_saddlepoint.crossings(two, nothing, 100.0) == pytest.approx(0.0, abs=1e-12)
    assert matchings_saddlepoint.crossings(three, nothing, 150.0) == pytest.approx(
        (100 * 100 - 2 * 2500) / 150, rel=1e-14
    )
