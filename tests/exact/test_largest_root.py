"""The law of the largest root: fractions, other programs' roads, simulation, ends."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from scipy import special

from bakeoff.exact import largest_root


def sign_of(order):
    """Return the sign of a permutation."""
    inversions = sum(x > y for i, x in enumerate(order) for y in order[i + 1 :])
    return -1 if inversions % 2 else 1


def times(f, g):
    """Return the product of two polynomials, lists of coefficients."""
    product = [Fraction(0)] * (len(f) + len(g) - 1)
    for i, x in enumerate(f):
        for j, y in enumerate(g):
            product[i + j] += x * y
    return product


def integral(f):
    """Return the integral of a polynomial from 0."""
    return [Fraction(0), *(c / (i + 1) for i, c in enumerate(f))]


def fraction_above(theta, s, m, n):
    """Return P(largest root > theta) for whole m and n, as a fraction.

    The joint density of the roots is product of t^m (1 - t)^n times that of their differences
    (Fisher, Hsu, Roy 1939): it is multiplied out and integrated over 0 < t_1 < ... < t_s.
    """
    weight = [Fraction(1)]
    for _ in range(n):
        weight = times(weight, [Fraction(1), Fraction(-1)])
    whole = [Fraction(0)] * (s * (m + n + s + 1) + 1)
    for order in permutations(range(s)):
        nested = [Fraction(sign_of(order))]
        for power in order:
            nested = integral(times(nested, [Fraction(0)] * (m + power) + weight))
        for place, coefficient in enumerate(nested):
            whole[place] += coefficient
    at = [sum(c * x**i for i, c in enumerate(whole)) for x in (Fraction(theta), Fraction(1))]
    return 1 - at[0] / at[1]


class TestFractions:
    """Whole m and n: the law is a polynomial, and its value a fraction."""

    @pytest.mark.parametrize(
        ("p", "q", "v"), [(2, 3, 9), (3, 4, 12), (3, 6, 10), (4, 3, 15), (4, 5, 13), (5, 4, 14)]
    )
    @pytest.mark.parametrize("theta", ["1/50", "1/4", "1/2", "3/4", "9/10", "19/20"])
    def test_the_upper_tail(self, p, q, v, theta):
        """Ten digits, also where the probability is small: what is lacking is summed up."""
        s, m, n = min(p, q), (abs(p - q) - 1) // 2, (v - p - 1) // 2
        wanted = float(fraction_above(theta, s, m, n))
        found = largest_root.upper(np.array(float(Fraction(theta))), p, q, v)
        assert float(found) == pytest.approx(wanted, rel=1e-9)


class TestReduction:
    """Where the law is a simpler one."""

    @pytest.mark.parametrize(("p", "q", "v"), [(1, 4, 9), (5, 1, 12)])
    def test_one_root_is_a_beta_variable(self, p, q, v):
        """Theta of one root is that of the usual F."""
        theta = np.linspace(0, 1, 11)
        assert largest_root.upper(theta, p, q, v) == pytest.approx(
            largest_root.lower_bound(theta, p, q, v), abs=1e-14
        )

    def test_two_roots_in_both_ways(self):
        """The closed form of two roots is the matrix of two."""
        theta = np.array([0.05, 0.3, 0.6, 0.9])
        m, n = 0.5, 2.5  # p = 2, q = 4, v = 8
        assert largest_root.upper(theta, 2, 4, 8) == pytest.approx(
            largest_root._upper_of_many(theta, 2, m, n), rel=1e-11
        )

    def test_p_and_q_change_places(self):
        """In p dimensions with q and v it is q dimensions with p and v + q - p (Rencher 1995)."""
        theta = np.array([0.2, 0.5, 0.8])
        assert largest_root.upper(theta, 5, 3, 20) == pytest.approx(
            largest_root.upper(theta, 3, 5, 18), rel=1e-10
        )


class TestSimulation:
    """Roots of random matrices."""

    @pytest.mark.parametrize(("p", "q", "v"), [(3, 4, 12), (6, 6, 20), (11, 12, 60), (20, 3, 30)])
    def test_the_p_value_is_uniform(self, p, q, v):
        """The share of 2,000 p-values below a level is the level: four standard errors."""
        rng = np.random.default_rng(p)
        a, b = rng.normal(size=(2000, q, p)), rng.normal(size=(2000, v, p))
        h, e = np.swapaxes(a, 1, 2) @ a, np.swapaxes(b, 1, 2) @ b
        theta = np.linalg.eigvals(np.linalg.solve(e + h, h)).real.max(axis=-1)
        found = largest_root.upper(np.clip(theta, 0, 1), p, q, v)
        for level in (0.05, 0.5, 0.9):
            assert np.mean(found <= level) == pytest.approx(
                level, abs=4 * np.sqrt(level * (1 - level) / 2000)
            )


class TestEnds:
    """Nothing and everything explained; the bound; many at once."""

    @pytest.mark.parametrize(("p", "q", "v"), [(1, 3, 9), (2, 3, 9), (3, 4, 12), (4, 4, 10)])
    def test_from_one_to_zero(self, p, q, v):
        """At theta = 0 all is above, at 1 nothing, and between it falls."""
        found = largest_root.upper(np.linspace(0, 1, 101), p, q, v)
        assert found[0] == pytest.approx(1.0, abs=1e-12)
        assert found[-1] == 0.0
        assert np.all(np.diff(found) <= 1e-12)

    @pytest.mark.parametrize(("p", "q", "v"), [(2, 3, 9), (3, 4, 12), (6, 5, 30)])
    def test_the_usual_f_is_a_lower_bound_of_p(self, p, q, v):
        """The one best direction was not chosen before."""
        theta = np.linspace(0.01, 0.99, 50)
        assert np.all(
            largest_root.upper(theta, p, q, v) >= largest_root.lower_bound(theta, p, q, v)
        )

    def test_beyond_twelve_roots_there_is_the_bound(self):
        """And it is said that it is one."""
        theta = np.array([0.5, 0.7])
        assert largest_root.is_exact(12, 30)
        assert not largest_root.is_exact(13, 13)
        assert largest_root.upper(theta, 13, 14, 60) == pytest.approx(
            largest_root.lower_bound(theta, 13, 14, 60)
        )

    def test_a_batch_is_a_loop(self):
        """Any shape, each value by itself."""
        theta = np.random.default_rng(0).random((3, 4))
        found = largest_root.upper(theta, 4, 5, 13)
        one = [[float(largest_root.upper(np.array(x), 4, 5, 13)) for x in row] for row in theta]
        assert found == pytest.approx(np.array(one), rel=1e-12)

    def test_the_bound_is_a_tail_of_f(self):
        """F = root (v - r + q)/r on r and v - r + q degrees of freedom."""
        p, q, v, root = 3, 5, 20, 0.8
        f = root * (v - 5 + 5) / 5
        assert float(largest_root.lower_bound(np.array(root / (1 + root)), p, q, v)) == (
            pytest.approx(special.fdtrc(5, 20, f), rel=1e-12)
        )
