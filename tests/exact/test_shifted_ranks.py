"""The law of the signed rank sum of normal differences that are not centred."""

import numpy as np
import pytest
from scipy import special, stats

from bakeoff.exact.shifted_ranks import approximate_lower_tail, lower_tails
from bakeoff.exact.signed_ranks import lower_table


def whole(n, limit):
    """The same limit for every number of differences up to n."""
    return np.full(n + 1, limit)


@pytest.mark.parametrize("shift", [-1.3, 0.0, 0.4, 2.0])
def test_one_and_two_differences_by_hand(shift):
    """W = 0 if all are positive; of two, W <= 1 if the larger one is: if their sum is positive."""
    p = special.ndtr(shift)
    found = lower_tails(2, shift, whole(2, 0))
    assert found == pytest.approx([1.0, p, p * p], abs=1e-12)
    # W <= 1 unless the larger of the two sizes is negative: x1 + x2 > 0
    found = lower_tails(2, shift, whole(2, 1))
    assert found == pytest.approx([1.0, 1.0, special.ndtr(shift * 2**0.5)], abs=1e-10)


@pytest.mark.parametrize("n", [5, 12, 40])
def test_without_a_shift_it_is_the_null_law(n):
    """All 2^n signs are then equally likely."""
    table = lower_table(np.arange(1, n + 1))
    for w in (0, len(table) // 3, len(table) - 1):
        assert lower_tails(n, 0.0, whole(n, w))[n] == pytest.approx(table[w], rel=1e-9)


def test_all_sums_together_are_one():
    """The whole law of 15 differences."""
    assert lower_tails(15, 0.7, whole(15, 120))[15] == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("shift", [0.3, 1.1])
def test_the_law_is_that_of_drawn_differences(shift):
    """200,000 draws of 12 differences: within five standard errors at several sums."""
    rng = np.random.default_rng(1)
    drawn = rng.normal(shift, 1.0, (200_000, 12))
    ranks = stats.rankdata(np.abs(drawn), axis=-1)
    w = (ranks * (drawn < 0)).sum(axis=-1)
    for limit in (3, 10, 20, 39):
        exact = lower_tails(12, shift, whole(12, limit))[12]
        error = np.sqrt(exact * (1 - exact) / len(w))
        assert np.mean(w <= limit) == pytest.approx(exact, abs=5 * error)


def test_a_mirrored_shift_mirrors_the_law():
    """The positive ranks of differences with the mean d are the negative ones with -d."""
    n, total = 9, 45
    below = lower_tails(n, 0.6, whole(n, 12))[n]
    above = 1.0 - lower_tails(n, -0.6, whole(n, total - 13))[n]
    assert below == pytest.approx(above, abs=1e-10)


def test_no_rejection_and_far_shifts():
    """An entry of -1 is no event; far from 0 nothing is negative."""
    assert lower_tails(3, 0.5, np.full(4, -1)).tolist() == [0.0, 0.0, 0.0, 0.0]
    assert lower_tails(4, 50.0, whole(4, 0))[4] == pytest.approx(1.0, abs=1e-12)


def test_the_normal_law_is_close_for_many():
    """Within half a percent at 150 differences."""
    n, shift = 150, 0.2
    limit = int(n * (n + 1) / 4 * 0.8)
    exact = lower_tails(n, shift, whole(n, limit))[n]
    found = float(approximate_lower_tail(np.asarray(float(n)), shift, np.asarray(float(limit))))
    assert found == pytest.approx(exact, abs=0.005)
