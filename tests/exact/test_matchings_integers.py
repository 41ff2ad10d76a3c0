"""Tails as fractions: all of the sum, and its beginning with a bound of what is left out."""

from fractions import Fraction

import numpy as np
import pytest

from bakeoff.exact import matchings_integers
from bakeoff.exact.matchings_rooks import board_of

ROWS, COLUMNS = np.array([30, 18, 0, 25, 12]), np.array([22, 20, 8, 5, 30])
BOARD = board_of(ROWS, COLUMNS)


@pytest.mark.parametrize("trace", [1, 9, 20, 40, 57])
def test_the_fraction_is_that_of_whole_numbers_class_by_class(tail_of, trace):
    """Counted from the top and in another order, the sum is the same to the last digit."""
    assert matchings_integers.tail(BOARD, trace) == tail_of(ROWS, COLUMNS, trace)


def test_the_rook_numbers_are_those_of_the_product():
    """(1 + 4x + 2x^2)(1 + 3x) = 1 + 7x + 14x^2 + 6x^3, from either end."""
    board = board_of(np.array([2, 1]), np.array([2, 3]))
    assert matchings_integers.rook_numbers(board, 0) == [1, 7, 14, 6]
    assert matchings_integers.rook_numbers(board, 2) == [14, 6]
    assert matchings_integers.first_rook_numbers(board, 2) == [1, 7, 14]
    assert matchings_integers.first_rook_numbers(board, 9) == [1, 7, 14, 6]


def test_a_board_without_squares_has_one_way_to_place_nothing():
    """No class has both patterns and answers."""
    board = board_of(np.array([3, 0]), np.array([0, 3]))
    assert matchings_integers.rook_numbers(board, 0) == [1]
    assert matchings_integers.first_rook_numbers(board, 4) == [1]


@pytest.mark.parametrize("trace", [1, 3, 8])
def test_the_beginning_of_the_sum_is_within_its_bound(trace):
    """With 90 classes of 3 the sum ends early: the whole of it lies within what is said."""
    threes = board_of(np.full(90, 3), np.full(90, 3))
    value, off = matchings_integers.tail_by_beginning(threes, trace)
    whole = matchings_integers.tail(threes, trace)
    assert value != whole  # it is the beginning only
    assert abs(value - whole) <= off < 1e-11 * whole


def test_a_beginning_that_reaches_the_end_is_the_whole():
    """With few right answers possible nothing is left out."""
    assert matchings_integers.tail_by_beginning(BOARD, 40) == (
        matchings_integers.tail(BOARD, 40),
        0.0,
    )


def test_a_trace_of_all_patterns_costs_next_to_nothing():
    """Only the last rook number is needed: cheap, also where the whole is not."""
    thousand = board_of(np.full(10, 1000), np.full(10, 1000))
    assert matchings_integers.cost(BOARD, BOARD.most) < matchings_integers.cost(BOARD, 30)
    assert matchings_integers.cost(thousand, 1050) > 1e6
    assert matchings_integers.cost_of_beginning(BOARD, 1) < 1e5


def test_one_pattern():
    """P(X >= 1) is 1 for one pattern of a class that is always answered."""
    assert matchings_integers.tail(board_of(np.array([1]), np.array([1])), 1) == Fraction(1)
