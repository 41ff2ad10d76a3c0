"""The tails of the trace: against every table listed, and against whole numbers far out."""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.exact.matchings import largest_trace, smallest_trace, trace_tail
from bakeoff.exact.matchings_rooks import board_of

TEN_DIGITS = 1e-10

# 400 patterns each: too many for the quick fraction, few enough to count in whole numbers
MARGINS = {
    "five equal classes": ([80] * 5, [80] * 5),
    "unequal margins": ([150, 90, 60, 50, 30, 20], [40, 70, 90, 80, 70, 50]),
    "classes without patterns or answers": ([120, 0, 110, 90, 80], [90, 80, 0, 130, 100]),
    "many small classes": ([5] * 80, [5] * 80),
    "short rectangles, whose terms cancel": ([65, 53, 152, 23, 107], [21, 4, 64, 300, 11]),
}


def log(value):
    """Return the logarithm of a fraction that may be too small for a double."""
    return math.log(value.numerator) - math.log(value.denominator)


def arrays(rows, columns):
    return np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)


@st.composite
def margins(draw):
    """Return rows and columns of a small table: some zero, of all sizes."""
    classes = draw(st.integers(2, 4))
    total = draw(st.integers(1, 7 if classes == 4 else 12))

    def parted():
        cuts = draw(st.lists(st.integers(0, total), min_size=classes - 1, max_size=classes - 1))
        return np.diff([0, *sorted(cuts), total]).astype(np.int64)

    return parted(), parted()


@given(margins())
@settings(deadline=None, max_examples=60)
def test_every_tail_of_a_small_table_is_the_sum_of_its_tables(law_of, margins):
    """Fractions, equal to the last digit: from below the smallest trace to beyond the largest."""
    rows, columns = margins
    law = law_of(rows, columns)
    for trace in range(-1, int(rows.sum()) + 2):
        found = trace_tail(rows, columns, trace)
        wanted = sum((p for t, p in law.items() if t >= trace), Fraction(0))
        assert found.fraction == wanted
        assert (found.upper, found.lower) == (float(wanted), float(1 - wanted))
        assert found.relative_error == 0.0


@given(margins())
@settings(deadline=None, max_examples=60)
def test_the_ends_and_the_mean_are_those_of_the_listed_law(law_of, margins):
    """The smallest and the largest trace that have a probability, and sum r c / N."""
    rows, columns = margins
    law = {t: p for t, p in law_of(rows, columns).items() if p}
    assert smallest_trace(rows, columns) == min(law)
    assert largest_trace(rows, columns) == max(law)
    mean = sum(t * p for t, p in law.items())
    assert board_of(rows, columns).mean == pytest.approx(float(mean), rel=1e-14)


def test_the_two_ways_to_count_agree(law_of, tail_of):
    """What the far tails are compared with is right where every table can be listed."""
    rows, columns = [4, 0, 3, 2], [2, 1, 5, 1]
    law = law_of(rows, columns)
    for trace in range(7):
        assert tail_of(rows, columns, trace) == sum(p for t, p in law.items() if t >= trace)


@pytest.mark.parametrize("name", MARGINS)
def test_far_tails_hold_ten_digits(tail_of, name):
    """Both sides of the mean, as far as p = 1e-20 and 1e-200, down to the last trace."""
    rows, columns = arrays(*MARGINS[name])
    least, most = smallest_trace(rows, columns), largest_trace(rows, columns)
    traces = sorted({*np.linspace(least + 1, most, 12).astype(int).tolist(), most - 1})
    for trace in traces:
        wanted = tail_of(rows, columns, trace)
        found = trace_tail(rows, columns, trace)
        small, ours = min((wanted, found.log_upper), (1 - wanted, found.log_lower))
        error = abs(math.expm1(ours - log(small)))
        assert error < TEN_DIGITS, trace
        # what is reported covers the error, save for the rounding of the logarithms
        assert error <= found.relative_error + 1e-13 * (1.0 + abs(ours)), trace
        assert found.upper == pytest.approx(math.exp(found.log_upper), rel=1e-12)
        assert found.upper + found.lower == pytest.approx(1.0, abs=1e-15)


@pytest.mark.parametrize(("trace", "power"), [(219, -20), (465, -200)])
def test_a_tail_of_1e_20_and_one_of_1e_200(tail_of, trace, power):
    """Five classes of 120: ten digits of a p that no simulation will ever see."""
    rows, columns = arrays([120] * 5, [120] * 5)
    wanted = tail_of(rows, columns, trace)
    assert round(log(wanted) / math.log(10.0)) == power
    assert trace_tail(rows, columns, trace).upper == pytest.approx(float(wanted), rel=TEN_DIGITS)


def test_below_the_range_of_doubles_the_logarithm_stays():
    """1,000 classes of one pattern, all right: p = 1 / 1000!, some 1e-2568."""
    ones = np.ones(1000, dtype=np.int64)
    found = trace_tail(ones, ones, 1000)
    assert found.upper == 0.0
    assert found.log_upper == pytest.approx(-math.lgamma(1001.0), rel=1e-14)
    assert (found.lower, found.log_lower) == (1.0, 0.0)


@pytest.mark.parametrize("classes", [150, 1000, 100_000])
@pytest.mark.parametrize("right", [1, 4, 9, 30])
def test_fixed_points_of_a_permutation(classes, right):
    """One pattern in each class: P(X < t) is a sum of derangements (de Montmort 1713)."""
    ones = np.ones(classes, dtype=np.int64)
    terms = 60  # 1/60! is far below the smallest p here
    rest = sum(
        Fraction((-1) ** i, math.factorial(i) * math.factorial(j))
        for j in range(right, terms)
        for i in range(min(terms, classes - j + 1))
    )
    assert trace_tail(ones, ones, right).upper == pytest.approx(float(rest), rel=TEN_DIGITS)


@pytest.mark.parametrize(
    ("rows", "columns", "trace", "share"),
    [([1000] * 10, [1000] * 10, 1050, 0.05), ([1000] * 10, [1000] * 10, 1100, 7.7e-4)],
)
def test_nyssens_large_problem(rows, columns, trace, share):
    """His 30,000 deals of 10,000 patterns gave 5.0 % and 7.7e-4: p lies within their error."""
    found = trace_tail(*arrays(rows, columns), trace)
    assert found.relative_error < TEN_DIGITS
    assert abs(found.upper - share) < 2.5 * math.sqrt(share / 30_000)


def test_a_thousand_classes_and_the_neighbours_of_a_tail():
    """K = 1000 with 100 patterns each: the tails fall, and their differences are a law.

    The mean and the variance of the trace are known for every table; the tails give them back.
    """
    hundreds = np.full(1000, 100, dtype=np.int64)
    tails = [trace_tail(hundreds, hundreds, t) for t in range(20, 221)]
    upper = np.array([found.upper for found in tails])
    assert max(found.relative_error for found in tails) < TEN_DIGITS
    assert np.all(np.diff(upper) <= 0.0)
    # beyond both ends lies less than 1e-15; the mean is a sum of 200 tails
    assert 20.0 + upper[1:].sum() == pytest.approx(100.0, rel=1e-12)
    squares = 400.0 + np.sum((2.0 * np.arange(21, 221) - 1.0) * upper[1:])
    # sum of r c (N-r)(N-c) and, over all pairs of classes, r c r' c', over N^2 (N-1)
    n = 1e5
    variance = (1000 * 1e4 * (n - 100.0) ** 2 + 1000 * 999 * 1e8) / (n * n * (n - 1.0))
    assert squares - 100.0**2 == pytest.approx(variance, rel=1e-10)


def test_two_classes_are_a_hypergeometric_law():
    """A 2 x 2 table of 90,000: Fisher's exact test, by scipy."""
    rows, columns = arrays([50_000, 40_000], [30_000, 60_000])
    # X = 2 n - 50,000 - 30,000 + 90,000 with n patterns of class one that got answer one
    n = 17_000
    trace = 2 * n + 10_000
    theirs = scipy.stats.hypergeom.sf(n - 1, 90_000, 50_000, 30_000)
    assert trace_tail(rows, columns, trace).upper == pytest.approx(theirs, rel=1e-8)
    # a trace that parity forbids has the tail of the next one
    assert trace_tail(rows, columns, trace - 1) == trace_tail(rows, columns, trace)


def test_two_large_classes_and_a_few_patterns_outside(tail_of):
    """The trace goes in steps of 2, nearly: the contour passes, another way is found."""
    rows, columns = arrays([300, 195, 5], [250, 248, 2])
    for trace in (205, 240, 260, 300, 340, 400):
        wanted = tail_of(rows, columns, trace)
        found = trace_tail(rows, columns, trace)
        small, ours = min((wanted, found.log_upper), (1 - wanted, found.log_lower))
        assert abs(math.expm1(ours - log(small))) < TEN_DIGITS, trace


@pytest.mark.parametrize(
    ("rows", "columns"), [([4, 0], [0, 4]), ([5, 0, 0], [0, 2, 3]), ([3, 0], [3, 0])]
)
def test_a_table_without_chance(rows, columns):
    """Classes without answers, answers without classes: the trace is fixed, p is 1 and then 0."""
    rows, columns = arrays(rows, columns)
    fixed = largest_trace(rows, columns)
    assert smallest_trace(rows, columns) == fixed
    assert trace_tail(rows, columns, fixed).upper == 1.0
    assert trace_tail(rows, columns, fixed + 1).upper == 0.0
    assert trace_tail(rows, columns, fixed + 1).log_upper == -math.inf
