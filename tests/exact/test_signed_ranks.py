"""The law of signed ranks, against whole-number counts and the enumeration of all signs."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.exact import signed_ranks

# Every count is a sum of positive numbers: n roundings of relative size 1e-16 and a dot product.
CLOSE = 1e-12


def counts(steps):
    """Return how many of the 2^n signs give each sum, in Python's whole numbers."""
    ways = np.array([1] + [0] * int(sum(steps)), dtype=object)
    for step in map(int, steps):
        ways[step:] = ways[step:] + ways[: len(ways) - step]
    return ways


def exact_tails(steps, w):
    """Return both tail areas as fractions."""
    ways = counts(steps)
    every = 2 ** len(steps)
    return Fraction(ways[: w + 1].sum(), every), Fraction(ways[w:].sum(), every)


def tied_steps(n, distinct, seed=0):
    """Return doubled midranks of n values with few distinct ones."""
    values = np.random.default_rng(seed).integers(0, distinct, n)
    below = (values[:, None] > values).sum(axis=1)
    equal = (values[:, None] == values).sum(axis=1)
    return 2 * below + equal + 1


def relative_error(ours, fraction):
    """Return how far a float is from a fraction, relative to the fraction."""
    return abs(Fraction(float(ours)) / fraction - 1)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=9), st.data())
@settings(deadline=None)
def test_all_signs_enumerated_give_the_same_areas(steps, data):
    """Every one of the 2^n sums is counted; a step of 0 changes nothing."""
    w = data.draw(st.integers(0, sum(steps)))
    sums = [
        sum(s * sign for s, sign in zip(steps, signs, strict=True))
        for signs in product((0, 1), repeat=len(steps))
    ]
    lower, upper = signed_ranks.tails(np.array([steps]), np.array([w]))
    assert lower[0] == pytest.approx(sum(one <= w for one in sums) / len(sums), rel=1e-15)
    assert upper[0] == pytest.approx(sum(one >= w for one in sums) / len(sums), rel=1e-15)


@pytest.mark.parametrize(("n", "distinct"), [(14, 6), (50, 20), (50, 1000), (120, 40), (200, 60)])
def test_whole_number_counts_with_ties_agree_also_in_far_tails(n, distinct):
    """Twelve digits at the ends, in the tails, and in the middle, where a Fourier transform fails."""
    steps = tied_steps(n, distinct)
    total = int(steps.sum())
    for w in (
        0,
        1,
        n,
        total // 100,
        total // 10,
        total // 3,
        total // 2,
        total // 2 + 1,
        total - 5,
        total,
    ):
        lower, upper = signed_ranks.tails(steps[None], np.array([w]))
        expected = exact_tails(steps, w)
        if expected[0]:
            assert relative_error(lower[0], expected[0]) < CLOSE
        if expected[1]:
            assert relative_error(upper[0], expected[1]) < CLOSE


def test_a_thousand_ranks_keep_their_digits():
    """P(W <= w) for small w is the number of partitions into distinct parts over 2^1000."""
    # partitions of 0, ..., 10 into distinct parts: 1 1 1 2 2 3 4 5 6 8 10
    lower, _ = signed_ranks.untied_tails(1000, np.array([10]))
    assert relative_error(lower[0], Fraction(43, 2**1000)) < CLOSE
    lower, upper = signed_ranks.untied_tails(1000, np.array([250_250]))
    assert lower[0] == upper[0] == pytest.approx(0.5, abs=1e-4)


@pytest.mark.parametrize(("n", "w"), [(250, 31_000), (1000, 2_500)])
def test_hundreds_of_tied_ranks_agree_with_whole_numbers(n, w):
    """Groups of five, counted up to w: in the middle of 250, and far out in the tail of 1000."""
    steps = np.repeat(10 * np.arange(n // 5) + 6, 5)  # twice the midranks of groups of five
    ways = np.array([1] + [0] * w, dtype=object)
    for step in steps[steps <= w].tolist():
        ways[step:] = ways[step:] + ways[: w + 1 - step]
    lower, _ = signed_ranks.tails(steps[None], np.array([w]))
    assert relative_error(lower[0], Fraction(ways.sum(), 2**n)) < CLOSE


def test_more_than_a_thousand_equal_steps_are_binomial():
    """3,000 steps of 1 are 3,000 coins; the counts pass the largest float and are rescaled."""
    from scipy import stats

    for w in (1350, 1500):
        lower, _ = signed_ranks.tails(np.ones((1, 3000), dtype=int), np.array([w]))
        assert lower[0] == pytest.approx(stats.binom.cdf(w, 3000, 0.5), rel=1e-11)  # scipy's digits


@pytest.mark.parametrize("n", [5, 14, 60])
def test_a_batch_is_the_loop_over_its_rows(n):
    """Rows with the same ties share a table, others do not: the areas are the same."""
    rng = np.random.default_rng(n)
    steps = np.array([rng.permutation(tied_steps(n, 4, seed % 7)) for seed in range(40)])
    steps[::5, : n // 3] = 0
    w = np.array([rng.integers(0, row.sum() + 1) for row in steps])
    together = signed_ranks.tails(steps, w)
    alone = [
        signed_ranks.tails(row[None], np.array([one])) for row, one in zip(steps, w, strict=True)
    ]
    for side in (0, 1):
        assert together[side] == pytest.approx([one[side][0] for one in alone], rel=CLOSE)


@pytest.mark.parametrize("n", [1, 2, 14, 128, 150])
def test_the_table_of_untied_ranks_is_the_law_of_the_ranks(n):
    """One table for all w, kept or not, alone or in a batch."""
    total = n * (n + 1) // 2
    w = np.unique(np.linspace(0, total, 23).astype(int))
    together = signed_ranks.untied_tails(n, w)
    for place, one in enumerate(w):
        alone = signed_ranks.untied_tails(n, np.array([one]))
        steps = signed_ranks.tails(np.arange(1, n + 1)[None], np.array([one]))
        for side in (0, 1):
            assert together[side][place] == pytest.approx(alone[side][0], rel=CLOSE)
            assert together[side][place] == pytest.approx(steps[side][0], rel=CLOSE)


@pytest.mark.parametrize("n", [6, 10, 20, 25])
def test_tabulated_critical_values_come_out(n):
    """Two-sided 0.05 in every table of the test: 0, 8, 52, 89."""
    known = {6: 0, 10: 8, 20: 52, 25: 89}
    assert signed_ranks.largest_rejected(np.arange(1, n + 1)[None], 0.025).tolist() == [known[n]]


def test_no_sum_is_rejected_where_all_are_likely():
    """Five ranks cannot reach 0.025: -1; an area that equals the tail is reached."""
    assert signed_ranks.largest_rejected(np.arange(1, 6)[None], 0.025).tolist() == [-1]
    assert signed_ranks.largest_rejected(np.arange(1, 6)[None], 2.0**-5).tolist() == [0]


def test_no_steps_at_all_are_a_certain_zero():
    """Where every difference is zero, W is 0 with probability 1."""
    lower, upper = signed_ranks.tails(np.zeros((1, 4), dtype=int), np.array([0]))
    assert (lower[0], upper[0]) == (1.0, 1.0)
