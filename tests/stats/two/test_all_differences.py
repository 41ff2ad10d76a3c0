"""All differences, ties among them: what the Walsh averages say, counted by hand."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from bakeoff.exact import walsh
from bakeoff.stats import paired_t, pairwise, permutation, wilcoxon
from bakeoff.stats.two.all_differences import of_a_shift, of_all_differences

HUGE = (1e10, 1e12, 1e15)


def averages(difference: np.ndarray) -> np.ndarray:
    """Return all Walsh averages in order."""
    pairs = combinations_with_replacement(difference.tolist(), 2)
    return np.sort([(one + other) / 2.0 for one, other in pairs])


def drawn(n: int = 40, ties: int = 12) -> tuple[np.ndarray, np.ndarray]:
    """Return scores of two, equal on the first rows."""
    rng = np.random.default_rng(4)
    a = rng.uniform(0.6, 0.9, n).round(3)
    b = (a + rng.normal(0.03, 0.05, n)).round(3)
    b[:ties] = a[:ties]
    return a, b


class TestTies:
    """Ties count as zeros."""

    def test_the_estimate_is_the_median_of_all_averages(self):
        """Of n (n + 1) / 2, those of ties among them."""
        a, b = drawn()
        middle, low, high = of_all_differences(a[None], b[None], 0.95, "exact")
        assert middle[0] == pytest.approx(np.median(averages(a - b)), abs=1e-12)
        assert low[0] < middle[0] < high[0]

    def test_few_differences_beside_many_ties_leave_an_interval(self):
        """Twenty ties and two differences: 22 rows are enough to rule something out."""
        a = np.zeros((1, 22))
        b = np.concatenate([np.zeros(20), [0.02, 0.01]])[None]
        middle, low, high = of_all_differences(a, b, 0.95, "exact")
        assert middle[0] == 0.0
        assert -0.02 <= low[0] <= 0.0 == high[0]
        near = of_all_differences(a, b, 0.95, "asymptotic")
        assert near[1][0] == pytest.approx(low[0], abs=0.005)

    def test_without_ties_they_are_those_of_the_test(self):
        """And the p of a shift is the test's own."""
        a, b = drawn(ties=0)
        b = b + np.linspace(1e-5, 2e-5, len(b))
        own = wilcoxon(a, b)
        middle, low, high = of_all_differences(a[None], b[None], 0.95, "exact")
        assert (middle[0], low[0], high[0]) == (own.estimate, *own.interval(0.95))
        for side in ("less", "greater"):
            assert of_a_shift(a[None], b[None], side)[0] == pytest.approx(
                wilcoxon(a, b, alternative=side).p_value, rel=1e-12
            )

    @pytest.mark.parametrize("seed", range(8))
    def test_a_shift_that_is_rejected_lies_outside_the_interval(self, seed):
        """The p-value of a shift and the interval at 1 - 2 alpha speak of one thing."""
        rng = np.random.default_rng(seed)
        n = int(rng.integers(8, 40))
        a = rng.integers(60, 90, n) / 100.0
        b = a + rng.integers(-3, 6, n) / 100.0
        low, high = (ends[0] for ends in of_all_differences(a[None], b[None], 0.9, "exact")[1:])
        for margin in np.arange(0.0051, 0.06, 0.005):
            if of_a_shift(a[None] + margin, b[None], "greater")[0] <= 0.05:
                assert low > -margin
            if of_a_shift(a[None] - margin, b[None], "less")[0] <= 0.05:
                assert high < margin

    def test_many_rows_take_the_normal_law(self):
        """Above a thousand the two roads are near each other."""
        rng = np.random.default_rng(1)
        a, b = rng.normal(0.03, 1.0, 1200), np.zeros(1200)
        near = wilcoxon(a, b, alternative="greater").p_value
        assert of_a_shift(a[None], b[None], "greater")[0] == pytest.approx(near, rel=1e-6)


class TestOneHugeScore:
    """What counts as dust is a matter of each pair: one huge score wipes out no other."""

    @pytest.mark.parametrize("huge", HUGE)
    @pytest.mark.parametrize("n", [40, 500])
    def test_estimate_and_interval(self, huge, n):
        """By listing and by search, they are the order statistics of the averages."""
        rng = np.random.default_rng(2)
        a, b = rng.normal(0.0, 1.0, n), rng.normal(0.3, 1.0, n)
        b[5] = huge
        found = wilcoxon(a, b)
        every = averages(a - b)
        assert found.estimate == pytest.approx(np.median(every), rel=1e-9)
        low, high = found.interval()
        assert np.isclose(every, low, rtol=1e-9).any()
        assert np.isclose(every, high, rtol=1e-9).any()
        assert low < found.estimate < high < 0.2

    def test_a_huge_pair_in_a_batch_leaves_the_others_alone(self):
        """Each row of a batch, and each pair of a table, is as it is alone."""
        rng = np.random.default_rng(3)
        table = rng.normal(5.0, 1.0, (30, 4))
        table[7, 2] = 1e13
        pairs = pairwise(table, "wilcoxon")
        for row, (i, j) in enumerate(pairs.pairs.tolist()):
            alone = wilcoxon(table[:, i], table[:, j])
            assert pairs.difference[row] == alone.estimate != 0.0
            assert (pairs.low[row], pairs.high[row]) == alone.interval()

    def test_dust_of_a_pair_of_huge_scores_is_still_dust(self):
        """Two scores of 1e12 that differ by 0.5 are equal, and the others are as they were."""
        a = np.array([1e12 + 0.5, 0.9, 0.8, 0.7, 0.8, 0.9, 0.6])
        b = np.array([1e12, 0.8, 0.6, 0.6, 0.5, 0.4, 0.5])
        assert wilcoxon(a, b).details["n_zero"] == 1
        without = wilcoxon(a[1:], b[1:])
        assert wilcoxon(a, b).estimate == without.estimate
        assert wilcoxon(a, b).interval(0.9) == without.interval(0.9)

    def test_differences_that_cancel_but_for_dust_average_to_nothing(self):
        """0.3 - 0.2 and 0.2 - 0.3 are opposite on paper."""
        a, b = np.array([0.3, 0.2, 0.7]), np.array([0.2, 0.3, 0.7])
        assert wilcoxon(a, b, zeros="pratt").estimate == 0.0

    @pytest.mark.parametrize("huge", HUGE)
    def test_the_interval_of_the_permutation_test(self, huge):
        """Limits that are means of small differences are not taken for dust of the huge one."""
        a = np.array([0.11, 0.12, 0.1, 0.13, 0.12, 0.1, 0.11, huge])
        low, _ = permutation(a, 0.0).interval()
        assert 0.1 <= low < 0.14

    def test_a_huge_pair_of_equals_does_not_make_all_differences_constant(self):
        """A t test of small differences beside two equal scores of 1e14."""
        a = np.array([1e14, 0.5, 0.7, 0.9, 0.4])
        b = np.array([1e14, 0.4, 0.8, 0.5, 0.1])
        assert 0.0 < paired_t(a, b).p_value < 1.0
        assert np.isfinite(paired_t(a, b).statistic)
        assert paired_t(a, b).estimate == pytest.approx(0.14, rel=1e-9)


def test_the_search_finds_averages_of_any_size():
    """Beside 1e15 the bracket goes on to the last digits of the small ones, and to 0."""
    values = np.concatenate([np.linspace(-1.0, 1.2, 400), [1e15]])
    every = averages(values)
    places = np.array([[1, 5000, 30000, 40000, 80000]])
    found = walsh.order_statistics(values[None], places)[0]
    assert found == pytest.approx(every[places[0] - 1], rel=1e-9, abs=1e-12)
    zeros = np.concatenate([np.zeros(350), np.linspace(0.1, 1.0, 50)])
    assert walsh.pseudo_median(zeros[None])[0] == 0.0
