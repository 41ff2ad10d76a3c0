"""Rook polynomials of rectangles, at real and complex weights, against whole numbers."""

import cmath
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, factorial, lgamma, log, pi

import numpy as np
import pytest

from bakeoff.exact.matchings_rooks import (
    Board,
    board_of,
    log1p,
    log_rooks,
    mean_rooks,
    nearest_zero,
    stirling,
)


def polynomial(a, b):
    """Return the rook numbers of an a x b rectangle."""
    return [comb(a, j) * comb(b, j) * factorial(j) for j in range(min(a, b) + 1)]


def value_at(a, b, x):
    """Return the rook polynomial at a complex weight of fractions, as a complex number."""
    real, imaginary = Fraction(x.real), Fraction(x.imag)
    total, power = (Fraction(0), Fraction(0)), (Fraction(1), Fraction(0))
    for number in polynomial(a, b):
        total = total[0] + number * power[0], total[1] + number * power[1]
        power = (
            power[0] * real - power[1] * imaginary,
            power[0] * imaginary + power[1] * real,
        )
    return total


def log_of(fraction):
    return log(fraction.numerator) - log(fraction.denominator)


def board(a, b):
    return Board(a + b, np.array([float(a)]), np.array([float(b)]), np.array([1.0]))


def test_the_numbers_are_the_placements_themselves():
    """Every way to place rooks on 3 x 4 squares, listed."""
    for j, wanted in enumerate(polynomial(3, 4)):
        ways = sum(1 for _ in combinations(range(3), j) for _ in permutations(range(4), j))
        assert ways == wanted


def test_equal_rectangles_are_counted_and_empty_ones_left_out():
    """A rectangle lying or standing is the same."""
    found = board_of(np.array([4, 3, 0, 7, 3]), np.array([3, 4, 6, 0, 4]))
    assert (found.total, found.most) == (17, 9)
    assert (found.short.tolist(), found.long.tolist(), found.count.tolist()) == ([3], [4], [3])
    assert found.mean == pytest.approx(36 / 17, rel=1e-15)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 9), (24, 24), (25, 25), (40, 300), (200, 210)])
@pytest.mark.parametrize("weight", [1e-3, 0.05, 2.0])
@pytest.mark.parametrize("angle", [0.0, 0.4, 1.0])
def test_the_polynomial_is_that_of_whole_numbers(a, b, weight, angle):
    """By terms up to a short side of 24, by a contour beyond it; the error is as said."""
    x = weight * cmath.exp(1j * angle)
    value, unsure = log_rooks(board(a, b), np.array([x]))
    real, imaginary = value_at(a, b, x)
    scale = max(abs(real), abs(imaginary))
    wanted = complex(real / scale, imaginary / scale)
    shift = float(value.real[0]) - log_of(scale)
    ours = np.exp(shift + 1j * value.imag[0])
    # the exponents are of size a log(b): their rounding is relative to that
    assert abs(ours / wanted - 1.0) < 1e-11 + unsure[0]
    assert unsure[0] < 1e-10


@pytest.mark.parametrize(("a", "b"), [(11, 107), (23, 325), (74, 172)])
def test_negative_weights_lose_nothing_where_terms_cancel(a, b):
    """Below the mean the terms alternate; the sum of 23 x 325 is 1e-7 of its terms."""
    x = -0.00106
    value, unsure = log_rooks(board(a, b), np.array([complex(x)]))
    real, _ = value_at(a, b, complex(x))
    assert real > 0
    assert value.real[0] == pytest.approx(log_of(real), abs=1e-12)
    assert unsure[0] < 1e-12


def test_the_mean_is_exact_for_rows_of_one_square():
    """On a 1 x b row the rook is there with probability b x / (1 + b x)."""
    row = board(1, 6)
    mean, variance = mean_rooks(row, 0.5)
    assert mean[0] == pytest.approx(3 / 4, rel=1e-14)
    assert variance[0] == pytest.approx(3 / 16, rel=1e-14)
    assert nearest_zero(row) == pytest.approx(-1 / 6, rel=1e-14)


@pytest.mark.parametrize("x", [1e-6, 0.01, 1.0])
def test_the_mean_is_close_for_large_rectangles(x):
    """It chooses a contour: within a twentieth of the mean of the polynomial."""
    numbers = polynomial(30, 50)
    weights = [number * Fraction(x) ** j for j, number in enumerate(numbers)]
    mean = float(sum(j * one for j, one in enumerate(weights)) / sum(weights))
    assert mean_rooks(board(30, 50), x)[0][0] == pytest.approx(mean, rel=0.05)


def test_log1p_keeps_the_digits_of_small_complex_numbers():
    """log(1 + y) = y - y^2/2 + ...; numpy's own gives the real part as 0."""
    y = np.array([1e-18 + 1e-12j, 0.3 - 0.2j])
    ours = log1p(y)
    assert ours[0].real == pytest.approx(1e-18 + 0.5e-24, rel=1e-12)
    assert ours[0].imag == pytest.approx(1e-12, rel=1e-12)
    assert ours[1] == pytest.approx(cmath.log(1.3 - 0.2j), rel=1e-15)


@pytest.mark.parametrize("n", [1, 2, 15, 16, 17, 300])
def test_stirlings_remainder(n):
    """What log n! has beyond (n + 1/2) log n - n + log(2 pi)/2."""
    wanted = lgamma(n + 1) - (n * log(n) - n + 0.5 * log(2 * pi * n))
    # the difference of two numbers of size n log n
    assert float(stirling(n)) == pytest.approx(wanted, abs=4e-16 * (1 + n * log(n + 1)))
    assert 1 / (12 * n + 1) < float(stirling(n)) < 1 / (12 * n)
