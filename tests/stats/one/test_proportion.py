"""The z test of one error rate."""

import numpy as np
import pytest
import scipy.stats
from statsmodels.stats.proportion import proportions_ztest

from bakeoff.errors import InvalidInput
from bakeoff.stats import binomial, proportion_interval, proportion_z

OTHER = {"two-sided": "two-sided", "less": "smaller", "greater": "larger"}


@pytest.mark.parametrize("alternative", OTHER)
@pytest.mark.parametrize(("errors", "n", "p0"), [(682, 925, 0.75), (30, 200, 0.1), (0, 50, 0.2)])
def test_z_and_p_are_those_of_statsmodels(errors, n, p0, alternative):
    """With the variance of p0 itself (prop_var), as Alpaydin's equation 19.11 has it."""
    z, p = proportions_ztest(errors, n, p0, alternative=OTHER[alternative], prop_var=p0)
    ours = proportion_z(errors, n, p0=p0, alternative=alternative)
    assert tuple(ours) == pytest.approx((z, p), rel=1e-12)


def test_the_critical_value_of_the_book():
    """Alpaydin: reject at 0.05 when z is above 1.64; z = 2 gives 0.02275 one-sided."""
    result = proportion_z(60, 100, p0=0.5)
    assert result.statistic == pytest.approx(2.0)
    assert result.p_value == pytest.approx(0.0227501, abs=1e-7)
    assert result.reject(0.05)


def test_it_comes_near_the_exact_test_for_many_items():
    """100,000 items: the normal curve and the binomial agree to 1 percent."""
    exact = binomial(10_150, 100_000, p0=0.1).p_value
    assert proportion_z(10_150, 100_000, p0=0.1).p_value == pytest.approx(exact, rel=0.02)


def test_the_interval_is_wilsons():
    """Wilson turned this test around: at a limit the p-value is 1 - level."""
    result = proportion_z(30, 200, p0=0.1)
    assert result.interval(0.9) == proportion_interval(30, 200, level=0.9)
    for limit in result.interval(0.9):
        again = proportion_z(30, 200, p0=limit, alternative="two-sided")
        assert again.p_value == pytest.approx(0.1, rel=1e-9)


def test_the_rule_of_thumb_is_told_with_its_numbers():
    """Where n p0 (1 - p0) is below 5, the exact test is named."""
    result = proportion_z(3, 20, p0=0.05)
    assert result.notes == (
        (
            "the normal approximation asks for n p0 (1 - p0) of at least 5; here it is 0.95 "
            "(n = 20, p0 = 0.05): use binomial, the exact test"
        ),
    )


def test_enough_items_need_no_note():
    """25 p0 (1 - p0) of 6.25 is enough."""
    assert proportion_z(13, 25, p0=0.5).notes == ()


def test_a_design_too_small_is_told():
    """Two items against 1/2: all wrong is z = 1.41."""
    notes = proportion_z(2, 2, p0=0.5).notes
    assert notes[1] == (
        "with 2 items the smallest possible p is 0.07865: this design cannot reach 0.05"
    )


def test_direction():
    """Greater speaks of a rate above p0."""
    assert proportion_z(80, 100, p0=0.5, alternative="greater").p_value < 1e-8
    assert proportion_z(80, 100, p0=0.5, alternative="less").p_value > 1 - 1e-8


def test_a_rate_of_p0_has_z_0():
    """Nothing to tell: p = 1 two-sided, 1/2 one-sided."""
    assert tuple(proportion_z(10, 100, p0=0.1, alternative="two-sided")) == (0.0, 1.0)
    assert proportion_z(10, 100, p0=0.1).p_value == 0.5


def test_a_batch_is_its_tests_one_by_one():
    """Counts on a leading axis; the note says how many tests it is about."""
    errors, n = np.array([3, 50, 9]), np.array([20, 400, 30])
    batch = proportion_z(errors, n, p0=0.1)
    for i in range(3):
        one = proportion_z(int(errors[i]), int(n[i]), p0=0.1)
        assert (batch.statistic[i], batch.p_value[i]) == tuple(one)
    assert batch.notes[0].startswith("2 of 3 tests: the normal approximation asks for")
    np.testing.assert_allclose(
        batch.p_value, scipy.stats.norm.sf((errors / n - 0.1) / np.sqrt(0.09 / n)), rtol=1e-12
    )


def test_everything_beside_the_p_value():
    """Estimate, effect, n, method."""
    result = proportion_z(30, 200, p0=0.1)
    assert result.effect == ("difference from p0", pytest.approx(0.05))
    assert (result.estimate, result.n, result.method) == (0.15, 200, "asymptotic")


def test_bad_input():
    """The same door as the exact test."""
    with pytest.raises(InvalidInput) as caught:
        proportion_z(5, 4, p0=0.1)
    assert str(caught.value) == "errors must not exceed n; there were 5 errors on 4 items"
    with pytest.raises(InvalidInput, match="p0 must lie strictly between 0 and 1; it was 0"):
        proportion_z(5, 40, p0=0)
