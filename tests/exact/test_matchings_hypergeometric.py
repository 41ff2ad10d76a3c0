"""The hypergeometric law in logarithms, against fractions and scipy."""

import math
from fractions import Fraction
from math import comb

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.exact.matchings_hypergeometric import log_hypergeometric, log_upper_tail, upper_sums


def mass(x, pool, good, draws):
    """Return P(n = x) as a fraction."""
    return Fraction(comb(good, x) * comb(pool - good, draws - x), comb(pool, draws))


@st.composite
def laws(draw):
    pool = draw(st.integers(1, 400))
    return pool, draw(st.integers(0, pool)), draw(st.integers(0, pool))


@given(laws())
@settings(deadline=None, max_examples=80)
def test_probabilities_are_those_of_fractions(law):
    """Every value that can come, twelve digits, however unlikely."""
    pool, good, draws = law
    x = np.arange(max(0, good + draws - pool), min(good, draws) + 1)
    ours = log_hypergeometric(x, pool, good, draws)
    exact = [mass(int(one), pool, good, draws) for one in x]
    wanted = [math.log(p.numerator) - math.log(p.denominator) for p in exact]
    # three logarithms of up to 400 each are added: 1e-16 of their sizes
    np.testing.assert_allclose(ours, wanted, rtol=1e-13, atol=1e-12)


@given(laws(), st.data())
@settings(deadline=None, max_examples=80)
def test_upper_tails_are_sums_of_fractions(law, data):
    """From below the smallest value to beyond the largest."""
    pool, good, draws = law
    least = data.draw(st.integers(-2, min(good, draws) + 1))
    wanted = sum(
        (
            mass(x, pool, good, draws)
            for x in range(max(least, 0), min(good, draws) + 1)
            if draws - x <= pool - good
        ),
        Fraction(0),
    )
    ours = log_upper_tail(least, pool, good, draws)
    if wanted == 0:
        assert ours == -math.inf
    else:
        expected = math.log(wanted.numerator) - math.log(wanted.denominator)
        assert ours == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_a_million_draws_keep_their_tail():
    """Scipy's logarithm of the tail, at a pool where factorials have lost their digits."""
    theirs = scipy.stats.hypergeom.logsf(251_999, 4_000_000, 1_000_000, 1_000_000)
    ours = log_upper_tail(252_000, 4_000_000, 1_000_000, 1_000_000)
    assert ours == pytest.approx(theirs, rel=1e-8)


def test_several_tails_at_once():
    """Each start has the sums of its own law, over one common scale."""
    good, draws, least = np.array([5, 8]), np.array([7, 4]), np.array([2, 0])
    start, sums, top = upper_sums(20, good, draws, least, reach=3)
    for row in range(2):
        for step in range(3):
            x = int(start[row]) + step
            wanted = sum(
                mass(n, 20, int(good[row]), int(draws[row]))
                for n in range(x, min(int(good[row]), int(draws[row])) + 1)
            )
            assert sums[row, step] * math.exp(top) == pytest.approx(float(wanted), rel=1e-13)
