"""Sums under random signs, against the enumeration of all signs in fractions."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.exact import sign_flips
from bakeoff.stats.ranks import differences


def enumerated(sizes, w):
    """Return both tail areas, counted one by one in fractions."""
    exact = [Fraction(str(size)) for size in sizes]
    sums = [
        sum(s for s, sign in zip(exact, signs, strict=True) if sign)
        for signs in product((0, 1), repeat=len(exact))
    ]
    w = Fraction(str(w))
    return sum(s <= w for s in sums) / len(sums), sum(s >= w for s in sums) / len(sums)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=9), st.data())
@settings(deadline=None, max_examples=60)
def test_both_ways_of_enumerating_count_every_sum(tenths, data):
    """Tenths are not whole in binary, and many sums tie: the dust must not part them."""
    sizes = np.array(tenths) / 10
    chosen = data.draw(st.lists(st.sampled_from(range(len(tenths))), unique=True))
    w = sum(tenths[place] for place in chosen) / 10
    expected = enumerated([f"{t / 10:.1f}" for t in tenths], f"{w:.1f}")
    at_once = sign_flips.tails(sizes[None], np.array([sizes[chosen].sum()]))
    assert (at_once[0][0], at_once[1][0]) == expected
    assert sign_flips._tails_by_halves(sizes, float(sizes[chosen].sum())) == expected


def test_long_rows_are_counted_by_halves():
    """20 sizes: all 2^20 sums, listed by numpy."""
    sizes = np.random.default_rng(3).random(20)
    sums = np.zeros(1)
    for size in sizes:
        sums = np.concatenate([sums, sums + size])
    w = sizes[:13].sum()
    lower, upper = sign_flips.tails(sizes[None], np.array([w]))
    assert lower[0] == np.count_nonzero(sums <= w + 1e-12) / 2**20
    assert upper[0] == np.count_nonzero(sums >= w - 1e-12) / 2**20


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ([1, 1, 0, 1], [0, 1, 1, 1], [1, 0, 1, 0]),
        ([0.81, 0.51, 0.77], [0.80, 0.50, 0.71], [1, 1, 6]),
        ([7 / 30, 12 / 30, 3 / 30], [4 / 30, 10 / 30, 9 / 30], [3, 2, 6]),
        ([6, 10, 4], [0, 0, 0], [3, 5, 2]),
        ([0.5, 0.5], [0.5, 0.5], [0, 0]),
    ],
    ids=["answers", "two decimals", "thirtieths", "a common divisor", "all zero"],
)
def test_a_common_unit_is_found(a, b, expected):
    """The largest one, whatever the rounding of the differences."""
    difference, dust = differences(np.array(a, dtype=float), np.array(b, dtype=float))
    found = sign_flips.lattice(np.abs(difference), dust)
    assert found.tolist() == expected


@pytest.mark.parametrize("sizes", [[1.0, np.pi], [1.0, 2**0.5, 3.0], [1.0, 1.0 + 1e-7]])
def test_no_unit_is_found_where_there_is_none(sizes):
    """Neither for ratios that are not rational nor for units beyond the coarse."""
    assert sign_flips.lattice(np.array(sizes), 5e-12 * np.array(sizes)) is None


def test_a_unit_that_misses_by_more_than_dust_is_refused():
    """Seven digits of agreement are not twelve."""
    assert sign_flips.lattice(np.array([1.0, 2.0, 3.0 + 3e-8]), np.full(3, 1e-11)) is None


def test_all_subsets_are_listed_once():
    """2^n rows of 0 and 1, the empty one first."""
    rows = sign_flips.subsets(4)
    assert rows.shape == (16, 4)
    assert len({tuple(row) for row in rows.tolist()}) == 16
    assert rows[0].sum() == 0
