"""Analysis of variance by rearranging values."""

from itertools import combinations, permutations, product

import numpy as np
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import anova, anova_blocks, friedman, permutation, permutation_anova

T = np.array([[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14]], dtype=float)
GROUPS = [[12.0, 10.0, 13.0], [15.0, 14.0], [11.0, 12.5, 12.0]]


def every_block(table):
    """Return the share of all orders within blocks whose column sums lie as far apart."""
    ways = [np.array(list(permutations(row))) for row in table]
    sums = np.array([np.sum(choice, axis=0) for choice in product(*ways)])
    spread = np.sum((sums - sums.mean(axis=1, keepdims=True)) ** 2, axis=1)
    seen = table.sum(axis=0)
    return np.mean(spread >= np.sum((seen - seen.mean()) ** 2) * (1 - 1e-12))


def every_deal(groups):
    """Return the share of all deals to the groups whose means lie as far apart."""
    values, sizes = np.concatenate(groups), [len(group) for group in groups]

    def spread(parts):
        return sum(len(part) * (np.mean(part) - values.mean()) ** 2 for part in parts)

    found = []
    for first in combinations(range(len(values)), sizes[0]):
        rest = [one for one in range(len(values)) if one not in first]
        for second in combinations(rest, sizes[1]):
            third = [one for one in rest if one not in second]
            parts = [values[list(part)] for part in (first, second, third)]
            found.append(spread(parts))
    return np.mean(np.array(found) >= spread([np.array(group) for group in groups]) - 1e-9)


class TestExact:
    """Every rearrangement, counted."""

    @pytest.mark.parametrize("table", [T, T[:3], T[:, :2], T + np.array([[0], [9], [-4], [2]])])
    def test_every_order_of_every_block(self, table):
        """The first block stays: to exchange whole algorithms changes nothing."""
        result = permutation_anova(table)
        assert result.method == "exact"
        assert result.p_value == pytest.approx(every_block(table), rel=1e-12)
        assert result.statistic == pytest.approx(anova_blocks(table).statistic, rel=1e-12)

    def test_every_deal_to_groups_of_unequal_size(self):
        """560 ways."""
        result = permutation_anova(GROUPS, blocks=False)
        assert result.p_value == pytest.approx(every_deal(GROUPS), rel=1e-12)
        assert result.details["rearrangements"] == 560
        assert result.statistic == pytest.approx(anova(GROUPS).statistic, rel=1e-12)

    def test_scipy_agrees(self):
        """Its permutation test of the F of all deals."""
        theirs = scipy.stats.permutation_test(
            tuple(map(np.array, GROUPS)),
            lambda *groups: scipy.stats.f_oneway(*groups).statistic,
            n_resamples=np.inf,
            alternative="greater",
        )
        ours = permutation_anova(GROUPS, blocks=False)
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-12)


class TestReduction:
    """The simpler test inside."""

    def test_two_algorithms_are_the_paired_permutation_test(self):
        """Both tails."""
        a, b = np.random.default_rng(0).normal(size=(2, 9))
        ours = permutation_anova(np.stack([a, b], axis=1))
        assert ours.p_value == pytest.approx(permutation(a, b).p_value, rel=1e-12)

    def test_on_ranks_it_is_friedmans_exact_test(self):
        """With ties."""
        table = np.random.default_rng(1).integers(0, 4, size=(5, 3))
        ranks = scipy.stats.rankdata(table, axis=1)
        ours = permutation_anova(ranks)
        assert ours.p_value == pytest.approx(friedman(table, method="exact").p_value, rel=1e-12)


class TestDrawn:
    """Rearrangements at random."""

    @pytest.mark.parametrize(("data", "blocks"), [(T, True), (GROUPS, False)])
    def test_it_comes_near_the_exact_p(self, data, blocks):
        """Within the interval that it gives, at this seed; (count + 1)/(draws + 1)."""
        exact = permutation_anova(data, blocks=blocks).p_value
        drawn = permutation_anova(data, blocks=blocks, method="monte-carlo", draws=4000, rng=1)
        low, high = drawn.details["p_interval"]
        assert low <= exact <= high
        assert drawn.p_value == (drawn.details["count"] + 1) / 4001

    def test_the_same_seed_gives_the_same_p(self):
        """And without a seed it is 0."""
        table = np.random.default_rng(0).normal(size=(12, 5))
        first = permutation_anova(table, draws=500)
        assert first.method == "monte-carlo"
        assert first.p_value == permutation_anova(table, draws=500, rng=0).p_value
        assert first.p_value != permutation_anova(table, draws=500, rng=7).p_value


class TestDegenerateData:
    """No differences, no variation, too little."""

    def test_identical_algorithms(self):
        """P = 1 and a note."""
        result = permutation_anova(np.tile([[0.1], [0.2], [0.3]], 3))
        assert tuple(result) == (0.0, 1.0)
        assert result.notes == ("the means of the algorithms are identical",)

    def test_a_constant_difference(self):
        """F is infinite; p stays what the exchanges give."""
        result = permutation_anova([[1, 2, 4], [2, 3, 5], [5, 6, 8]])
        assert result.statistic == np.inf
        assert result.p_value == pytest.approx(1 / 36, rel=1e-12)

    def test_too_few_blocks_are_told(self):
        """6 orders of the second block."""
        assert permutation_anova([[1, 2, 4], [2, 3, 5]]).notes == (
            (
                "with 6 rearrangements the smallest possible p is 0.1667: this design cannot "
                "reach 0.05"
            ),
        )


def test_a_batch_is_its_tables_one_by_one():
    """Two leading axes, counted and drawn, with blocks and without."""
    tables = np.random.default_rng(1).integers(0, 9, size=(2, 3, 4, 3)).astype(float)
    for choices in ({}, {"method": "monte-carlo", "draws": 300}):
        batch = permutation_anova(tables, **choices)
        groups = permutation_anova(list(np.moveaxis(tables, -1, 0)), blocks=False, **choices)
        for place in np.ndindex(2, 3):
            one = permutation_anova(tables[place], **choices)
            assert batch.p_value[place] == pytest.approx(one.p_value, rel=1e-12)
            one = permutation_anova(list(tables[place].T), blocks=False, **choices)
            assert groups.p_value[place] == pytest.approx(one.p_value, rel=1e-12)


class TestSentences:
    """Bad input is met with one sentence."""

    def test_too_many_rearrangements(self):
        """The way out is named."""
        with pytest.raises(InvalidInput) as caught:
            permutation_anova(np.random.default_rng(0).normal(size=(20, 8)), method="exact")
        assert str(caught.value) == (
            "method='exact' is for at most 20000000 rearrangements; there are 10^87: give "
            "method='auto' or 'monte-carlo'"
        )

    def test_no_draws(self):
        """At least one."""
        with pytest.raises(InvalidInput) as caught:
            permutation_anova(T, draws=0)
        assert str(caught.value) == "draws must be a whole number of at least 1; it was 0"
