"""MANOVA by permutation: own enumeration, random draws, reductions, level, refusals."""

import itertools

import numpy as np
import pytest

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import manova, manova_blocks, permutation, permutation_manova
from tests.stats.published import X, Y

STATISTICS = ("wilks", "pillai", "hotelling-lawley", "roy")


def listed_within(table, statistic):
    """Return p by listing every order in every block, each tested by manova_blocks."""
    n, k, _ = table.shape
    own = extreme(manova_blocks(table, statistic=statistic), statistic)
    orders = list(itertools.permutations(range(k)))
    found = []
    for chosen in itertools.product(orders, repeat=n):
        moved = np.stack([block[list(order)] for block, order in zip(table, chosen, strict=True)])
        found.append(extreme(manova_blocks(moved, statistic=statistic), statistic))
    return np.mean(np.array(found) >= own - 1e-9)


def listed_between(groups, statistic):
    """Return p by listing every dealing of the runs to three groups of these sizes."""
    rows, sizes = np.concatenate(groups), [len(group) for group in groups]
    own = extreme(manova(groups, statistic=statistic), statistic)
    found = set()
    members = frozenset(range(len(rows)))
    count = extremes = 0
    for first in itertools.combinations(sorted(members), sizes[0]):
        left = sorted(members - set(first))
        for second in itertools.combinations(left, sizes[1]):
            third = sorted(set(left) - set(second))
            dealt = [rows[list(part)] for part in (first, second, third)]
            count += 1
            extremes += extreme(manova(dealt, statistic=statistic), statistic) >= own - 1e-9
            found.add((first, second))
    assert len(found) == count
    return extremes / count


def extreme(result, statistic):
    """Return a number that is large where the groups lie far apart."""
    return -result.statistic if statistic == "wilks" else result.statistic


class TestEnumeration:
    """All exchanges, listed another way."""

    @pytest.mark.parametrize("statistic", STATISTICS)
    def test_within_blocks(self, statistic):
        """Three algorithms over three blocks: 6^3 orders."""
        table = np.random.default_rng(0).normal(size=(3, 3, 2)) + np.arange(3)[:, None]
        result = permutation_manova(table, statistic=statistic)
        assert result.method == "exact"
        assert result.p_value == pytest.approx(listed_within(table, statistic))
        assert result.details["exchanges"] == 6**2
        assert result.statistic == pytest.approx(
            manova_blocks(table, statistic=statistic).statistic, rel=1e-9
        )

    @pytest.mark.parametrize("statistic", STATISTICS)
    def test_between_groups(self, statistic):
        """Groups of 2, 3 and 3 runs: 560 dealings."""
        rng = np.random.default_rng(1)
        groups = [rng.normal(size=(size, 2)) + place for place, size in enumerate((2, 3, 3))]
        result = permutation_manova(groups, blocks=False, statistic=statistic)
        assert result.p_value == pytest.approx(listed_between(groups, statistic))
        assert result.details["exchanges"] == 560
        assert result.statistic == pytest.approx(
            manova(groups, statistic=statistic).statistic, rel=1e-9
        )

    def test_the_trace_by_hand(self):
        """The mean over measures of between over whole sum of squares, within blocks."""
        table = np.random.default_rng(2).normal(size=(5, 3, 4))
        rest = table - table.mean(axis=1, keepdims=True)
        between = 5 * (rest.mean(axis=0) ** 2).sum(axis=0)
        result = permutation_manova(table, statistic="trace")
        assert result.statistic == pytest.approx(np.mean(between / (rest**2).sum(axis=(0, 1))))

    def test_eight_folds_of_two_classifiers(self):
        """All eight differences point one way: 2 of 256 sets of signs."""
        result = permutation_manova(np.stack([X, Y], axis=1))
        assert (result.p_value, result.details["exchanges"]) == (2 / 256, 128)


class TestReduction:
    """Where the test is a simpler one."""

    @pytest.mark.parametrize("statistic", [*STATISTICS, "trace"])
    def test_two_algorithms_and_one_measure(self, statistic):
        """The paired permutation test of the mean, two-sided."""
        a, b = np.random.default_rng(3).normal(size=(2, 9))
        result = permutation_manova(np.stack([a, b], axis=1)[..., None], statistic=statistic)
        assert result.p_value == pytest.approx(permutation(a, b).p_value, rel=1e-9)

    def test_all_statistics_agree_for_two_algorithms(self):
        """One root, and they are functions of it."""
        table = np.random.default_rng(4).normal(size=(7, 2, 3))
        found = [permutation_manova(table, statistic=one).p_value for one in STATISTICS]
        assert found == pytest.approx([found[0]] * 4)


class TestDraws:
    """Where there are too many exchanges to count them all."""

    @pytest.mark.parametrize("blocks", [True, False])
    def test_draws_come_near_the_exact_p(self, blocks, monkeypatch):
        """On data small enough to count all: within 4 standard errors of 4,000 draws."""
        rows = 6 if blocks else 3
        table = np.random.default_rng(5).normal(size=(rows, 3, 2)) + 0.4 * np.arange(3)[:, None]
        exact = permutation_manova(table, blocks=blocks)
        monkeypatch.setattr("bakeoff.stats.many.permutation_manova.ENUMERATED", 0)
        drawn = permutation_manova(table, blocks=blocks, draws=4000, rng=1)
        assert (exact.method, drawn.method) == ("exact", "monte-carlo")
        error = np.sqrt(exact.p_value * (1 - exact.p_value) / 4000)
        assert drawn.p_value == pytest.approx(exact.p_value, abs=4 * error)

    @pytest.mark.parametrize("blocks", [True, False])
    def test_the_count_makes_p(self, blocks):
        """(count + 1)/(draws + 1), with the interval of the count."""
        table = np.random.default_rng(6).normal(size=(12, 6, 2))
        result = permutation_manova(table, blocks=blocks, draws=500, rng=3)
        assert result.p_value == (result.details["count"] + 1) / 501
        assert (
            result.details["p_interval"][0]
            < result.details["count"] / 500
            < (result.details["p_interval"][1])
        )

    def test_a_seed_gives_the_same_again(self):
        """And without one the same as well."""
        table = np.random.default_rng(7).normal(size=(12, 5, 2))
        found = {permutation_manova(table, draws=200, rng=rng).p_value for rng in (5, 5)}
        assert len(found) == 1
        assert permutation_manova(table, draws=200).p_value == (
            permutation_manova(table, draws=200).p_value
        )


class TestLevel:
    """Rejections under a true null."""

    @pytest.mark.parametrize("statistic", ["wilks", "trace"])
    def test_the_level_is_kept_with_heavy_tails(self, statistic):
        """1,000 tables of Cauchy numbers over five blocks: 5 percent in four errors."""
        tables = np.random.default_rng(8).standard_cauchy(size=(1000, 5, 3, 2))
        rate = permutation_manova(tables, statistic=statistic).reject(0.05).mean()
        assert rate == pytest.approx(0.05, abs=0.0276)


class TestDegenerate:
    """Few splits, many measures, equals."""

    def test_more_measures_than_splits(self):
        """The trace takes any number."""
        table = np.random.default_rng(9).normal(size=(4, 3, 30)) + np.arange(3)[:, None]
        result = permutation_manova(table, statistic="trace")
        assert result.p_value < 0.05

    def test_identical_algorithms(self):
        """Then p = 1, and a note."""
        table = np.repeat(np.random.default_rng(10).normal(size=(5, 1, 2)), 3, axis=1)
        for statistic in (*STATISTICS, "trace"):
            result = permutation_manova(table, statistic=statistic)
            assert result.p_value == 1.0
            assert result.notes[0] == "the algorithms are identical on every measure"

    def test_constant_differences_are_the_most_extreme(self):
        """An infinite trace; p is that of the exchanges."""
        rows = np.random.default_rng(11).normal(size=(6, 1, 2))
        table = np.concatenate([rows, rows + 1.0], axis=1)
        result = permutation_manova(table, statistic="hotelling-lawley")
        assert result.statistic > 1e9  # infinite, but for rounding
        assert result.p_value == 2 / 2**6

    def test_a_design_that_cannot_reach_the_level(self):
        """Two algorithms over five splits: 2/32 is the least."""
        table = np.random.default_rng(12).normal(size=(5, 2, 2))
        assert permutation_manova(table).notes == (
            "with 5 blocks the smallest possible p is 0.0625: this design cannot reach 0.05",
        )

    @pytest.mark.parametrize("blocks", [True, False])
    def test_a_batch_is_a_loop(self, blocks):
        """Counted or drawn, each test as if alone."""
        rng = np.random.default_rng(13)
        for shape in ((3, 4, 3, 2), (3, 10, 5, 2)):
            tables = rng.normal(size=shape)
            batch = permutation_manova(tables, blocks=blocks, draws=200, rng=4)
            for place in range(3):
                one = permutation_manova(tables[place], blocks=blocks, draws=200, rng=4)
                assert batch.p_value[place] == one.p_value
                assert batch.statistic[place] == pytest.approx(one.statistic)


class TestRefusals:
    """The sentence of each error."""

    def test_more_measures_than_degrees_of_freedom(self):
        """The ways out are named."""
        with pytest.raises(NotApplicable) as fault:
            permutation_manova(np.random.default_rng(14).normal(size=(3, 2, 5)))
        assert str(fault.value) == (
            "5 measures are too many for 2 degrees of freedom of the error; take fewer measures "
            "(or thresholds), or more splits, or statistic='trace'"
        )

    @pytest.mark.parametrize("draws", [0, 1.5, -3])
    def test_draws_that_are_none(self, draws):
        """A whole number of at least 1."""
        with pytest.raises(InvalidInput, match="draws must be a whole number of at least 1"):
            permutation_manova(np.zeros((3, 2, 2)), draws=draws)

    def test_an_unknown_statistic(self):
        """The known ones are named."""
        with pytest.raises(InvalidInput, match="statistic must be one of wilks, pillai"):
            permutation_manova(np.zeros((3, 2, 2)), statistic="F")
