"""Student's t and Fisher's F under the alternative."""

import numpy as np
import pytest
from scipy import integrate, special, stats

from bakeoff.exact.noncentral import f_upper, t_upper


def by_integral(t, df, shift):
    """P(T > t) from scipy's adaptive integral over the density of S."""
    law = stats.chi(df)
    low, high = law.ppf(1e-17), law.isf(1e-17)
    value, _ = integrate.quad(
        lambda s: law.pdf(s) * special.ndtr(shift - t * s / df**0.5), low, high, epsabs=1e-13
    )
    return value


@pytest.mark.parametrize(
    ("t", "df", "shift"),
    [
        (1.0, 1, 0.0),
        (12.7, 1, 5.0),
        (12.7, 1, 40.0),
        (4.3, 2, 0.5),
        (2.26, 9, 2.0),
        (2.26, 9, -2.0),
        (-2.26, 9, 2.0),
        (2.8, 4, 60.0),
        (2.0, 60, 3.0),
    ],
)
def test_t_is_the_integral_over_the_standard_deviation(t, df, shift):
    """Ten digits, also where scipy's own function gives nan."""
    assert t_upper(t, df, shift) == pytest.approx(by_integral(t, df, shift), abs=1e-10)


@pytest.mark.parametrize("df", [1, 2, 9, 1000, 1e6])
@pytest.mark.parametrize("t", [0.1, 2.0, 30.0])
def test_without_a_shift_it_is_students_t(df, t):
    """Central tails, one degree of freedom included."""
    assert t_upper(t, df, 0.0) == pytest.approx(stats.t.sf(t, df), rel=1e-9, abs=1e-15)


def test_with_endless_degrees_of_freedom_it_is_the_normal_law():
    """Both where the sum is taken and where it is left out."""
    assert t_upper(1.96, 1e9, 2.8) == pytest.approx(special.ndtr(0.84), abs=1e-8)
    assert t_upper(1.96, 1e14, 2.8) == pytest.approx(special.ndtr(0.84), abs=1e-15)


def test_far_shifts_go_on_smoothly():
    """Where the normal numerator is left out the value changes in the fifth digit at most."""
    near, far = t_upper(300.0, 5, 399.999), t_upper(300.0, 5, 400.001)
    assert near == pytest.approx(far, abs=3e-5)
    assert t_upper(300.0, 5, -500.0) == 0.0
    assert t_upper(-3.0, 5, 500.0) == 1.0
    assert t_upper(-3.0, 5, -500.0) == 0.0


@pytest.mark.parametrize(
    ("f", "df1", "df2", "noncentrality"),
    [(4.26, 2, 9, 5.0), (2.6, 3, 1e5, 10.0), (6.6, 1, 5, 0.01), (3.1, 3, 20, 0.0)],
)
def test_f_is_that_of_scipy(f, df1, df2, noncentrality):
    """The mixture of central laws."""
    wanted = 1.0 - special.ncfdtr(df1, df2, noncentrality, f)
    assert f_upper(f, df1, df2, noncentrality) == pytest.approx(wanted, abs=1e-11)


def test_f_with_one_degree_of_freedom_is_two_sided_t():
    """F(1, df) with noncentrality shift^2 is the square of t with that shift."""
    both = t_upper(2.3, 9, 1.7) + t_upper(2.3, 9, -1.7)
    assert f_upper(2.3**2, 1, 9, 1.7**2) == pytest.approx(both, abs=1e-12)


def test_no_probability_is_above_one():
    """Large noncentralities."""
    assert f_upper(1.9, 9, 1e3, 500.0) <= 1.0
    assert np.isfinite(f_upper(3.0, 3, 20, 1e5))
