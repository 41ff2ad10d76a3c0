"""Tail areas and quantiles beside those of scipy.stats."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.stats import tails

Z = np.array([-40.0, -8.0, -1.5, 0.0, 0.3, 5.0, 37.0])


def test_normal():
    """Both far tails keep their digits."""
    assert tails.normal_upper(Z) == pytest.approx(stats.norm.sf(Z), rel=1e-12)
    assert tails.normal_quantile(0.975) == pytest.approx(1.959963984540054)


@pytest.mark.parametrize("df", [1, 5, 300])
def test_students_t(df):
    """And at both infinities."""
    # scipy takes another road far out
    assert tails.t_upper(Z, df) == pytest.approx(stats.t.sf(Z, df), rel=1e-9)
    assert tails.t_upper([np.inf, -np.inf], df).tolist() == [0.0, 1.0]
    assert tails.t_quantile(0.9, df) == pytest.approx(stats.t.ppf(0.9, df))


def test_fishers_f_and_chi_square():
    """0 at infinity."""
    f = np.array([0.0, 0.5, 3.0, 1e4])
    assert tails.f_upper(f, 3, 9) == pytest.approx(stats.f.sf(f, 3, 9), rel=1e-10)
    assert tails.f_upper(np.inf, 3, 9) == 0.0
    assert tails.f_quantile(0.95, 3, 9) == pytest.approx(stats.f.ppf(0.95, 3, 9))
    assert tails.chi2_upper(f, 4) == pytest.approx(stats.chi2.sf(f, 4), rel=1e-10)
    assert tails.chi2_upper(np.inf, 4) == 0.0
    assert tails.chi2_upper(-1e-17, 4) == 1.0  # a difference of equals may lie below 0
    assert tails.chi2_quantile(0.95, 4) == pytest.approx(stats.chi2.ppf(0.95, 4))


def test_binomial_counts_below_and_above_all():
    """Every count, and those that cannot be."""
    x = np.arange(-1, 13)
    law = stats.binom(10, 0.3)
    assert tails.binomial_upper(x, 10, 0.3) == pytest.approx(law.sf(x - 1), abs=1e-15)
    assert tails.binomial_lower(x, 10, 0.3) == pytest.approx(law.cdf(x), abs=1e-15)


def test_alternatives():
    """Two-sided is twice the smaller tail, at most 1."""
    lower, upper = np.array([0.2, 0.7]), np.array([0.9, 0.5])
    assert tails.by_alternative(lower, upper, "less").tolist() == [0.2, 0.7]
    assert tails.by_alternative(lower, upper, "greater").tolist() == [0.9, 0.5]
    assert tails.by_alternative(lower, upper, "two-sided").tolist() == [0.4, 1.0]
    assert tails.t_p_value(2.0, 9, "two-sided") == pytest.approx(2 * stats.t.sf(2.0, 9))
    assert tails.normal_p_value(-1.0, "greater") == pytest.approx(stats.norm.sf(-1.0))
