"""All pairs by Hotelling's T2: against single tests, corrections, tables of 0/1, refusals."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.decide import cliques, order
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import adjust, hotelling, hotelling_two_sample, pairwise_t2

PAIRS = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def random_table(seed, blocks=10, algorithms=4, measures=2, *leading):
    """Return blocks x algorithms x measures, the algorithms a little apart."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(*leading, blocks, algorithms, measures))
    return values + rng.normal(size=(blocks, 1, measures)) + 0.7 * np.arange(algorithms)[:, None]


class TestSingleTests:
    """Each pair is one test."""

    @pytest.mark.parametrize("ratio", [None, 1 / 9])
    def test_paired(self, ratio):
        """With blocks by `hotelling`."""
        table = random_table(0)
        found = pairwise_t2(table, test_train_ratio=ratio, correction="none")
        assert found.pairs.tolist() == [list(pair) for pair in PAIRS]
        for row, (a, b) in enumerate(PAIRS):
            one = hotelling(table[:, a], table[:, b], test_train_ratio=ratio)
            assert found.statistic[row] == pytest.approx(one.statistic)
            assert found.p_value[row] == pytest.approx(one.p_value)
            assert found.effect[row] == pytest.approx(one.effect.value)
            assert found.details["differences"][row] == pytest.approx(one.estimate)
            for name in ("t", "p", "w"):
                assert found.details[name][row] == pytest.approx(one.details[name])
        assert found.method == ("exact" if ratio is None else "asymptotic")

    def test_pooled(self):
        """Without blocks by `hotelling_two_sample`, also of unequal groups."""
        rng = np.random.default_rng(1)
        groups = {name: rng.normal(size=(size, 2)) for name, size in (("a", 5), ("b", 8), ("c", 6))}
        found = pairwise_t2(groups, blocks=False, correction="bonferroni")
        assert (found.a, found.b) == (("a", "a", "b"), ("b", "c", "c"))
        for row, (a, b) in enumerate(zip(found.a, found.b, strict=True)):
            one = hotelling_two_sample(groups[a], groups[b])
            assert found.p_value[row] == pytest.approx(one.p_value)
            assert found.p_adjusted[row] == pytest.approx(min(1.0, 3 * one.p_value))
            assert (found.details["df1"][row], found.details["df2"][row]) == one.df


class TestCorrections:
    """Any method of adjust."""

    @pytest.mark.parametrize(
        "method", ["bonferroni", "holm", "hommel", "shaffer", "bergmann-hommel"]
    )
    def test_adjusted(self, method):
        """The p-values of all pairs in their order."""
        found = pairwise_t2(random_table(2), correction=method)
        assert found.p_adjusted == pytest.approx(adjust(found.p_value, method))

    def test_none_leaves_them(self):
        """As they are."""
        found = pairwise_t2(random_table(3), correction="none")
        assert found.p_adjusted.tolist() == found.p_value.tolist()

    def test_against_a_control(self):
        """The others with it, by name or by number."""
        columns = pd.MultiIndex.from_product([["knn", "svm", "tree"], ["tpr", "fpr"]])
        frame = pd.DataFrame(random_table(4, 10, 3).reshape(10, 6), columns=columns)
        found = pairwise_t2(frame, control="svm")
        assert (found.a, found.b) == (("knn", "tree"), ("svm", "svm"))
        assert found.p_value.tolist() == pairwise_t2(frame, control=1).p_value.tolist()
        assert found.details["measures"] == ("tpr", "fpr")


class TestDecisions:
    """What the documents make of the pairs: a table of 0/1, sets, orders with lines."""

    def test_cliques_and_underlines(self):
        """Four algorithms of which the first two are alike and the last two too."""
        rng = np.random.default_rng(5)
        centers = np.array([[0.0, 0.0], [0.1, 0.0], [3.0, 3.0], [3.1, 3.0]])
        found = pairwise_t2(centers + 0.3 * rng.normal(size=(12, 4, 2)))
        assert found.reject.to_numpy().tolist() == [
            [0, 0, 1, 1],
            [0, 0, 1, 1],
            [1, 1, 0, 0],
            [1, 1, 0, 0],
        ]
        assert cliques(found.reject.to_numpy()) == [[0, 1], [2, 3]]
        lines = order(centers[:, 0], found.reject.to_numpy(), higher_is_better=False)
        assert lines.order == (0, 1, 2, 3)
        assert lines.groups == ((0, 1), (2, 3))

    def test_the_interval_of_the_distance_holds_it(self):
        """Low and high about D, at 1 - alpha; wider at a stricter level."""
        table = random_table(6)
        wide, narrow = pairwise_t2(table, alpha=0.01), pairwise_t2(table, alpha=0.2)
        # D of a sample is too large on average: it may lie above its interval, not below
        assert np.all(wide.low <= narrow.low)
        assert np.all(wide.high >= narrow.high)
        assert np.all(wide.low <= wide.difference)


class TestDegenerate:
    """Equals, constants, redundant measures, batches."""

    def test_identical_algorithms(self):
        """They have p = 1, D = 0, and a note that names the pair."""
        table = random_table(7)
        table[:, 1] = table[:, 0]
        found = pairwise_t2(table)
        assert (found.p_adjusted[0], found.difference[0]) == (1.0, 0.0)
        assert found.notes == ("0 and 1: a and b are identical: every difference is zero",)

    def test_a_redundant_measure_is_told_once(self):
        """Where it is so of all pairs no pair is named."""
        table = random_table(8)
        table = np.concatenate([table, table.sum(axis=-1, keepdims=True)], axis=-1)
        found = pairwise_t2(table)
        assert len(found.notes) == 1
        assert found.notes[0].startswith("redundant: measure 2 can be computed from the others")

    def test_a_batch_is_a_loop(self):
        """Leading axes give one table of pairs each."""
        tables = random_table(9, 8, 3, 2, 4)
        batch = pairwise_t2(tables)
        for place in range(4):
            one = pairwise_t2(tables[place])
            for name in ("statistic", "p_adjusted", "effect", "low", "high"):
                assert getattr(batch, name)[place] == pytest.approx(getattr(one, name), rel=1e-6)


class TestRefusals:
    """The sentence of each error."""

    def test_a_ratio_without_blocks(self):
        """There is nothing that overlaps."""
        with pytest.raises(InvalidInput) as fault:
            pairwise_t2(random_table(10).swapaxes(0, 1), blocks=False, test_train_ratio=0.1)
        assert str(fault.value) == (
            "test_train_ratio is for splits that all algorithms share; with blocks=False leave "
            "it out (it was 0.1)"
        )

    def test_an_unknown_correction(self):
        """The known ones are named."""
        with pytest.raises(InvalidInput, match=r"must be one of .*holm"):
            pairwise_t2(random_table(11), correction="fisher")

    def test_too_many_measures(self):
        """As for a single test."""
        with pytest.raises(NotApplicable, match="take fewer measures"):
            pairwise_t2(random_table(12, 4, 3, 6))
