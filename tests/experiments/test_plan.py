"""The numbered list of cells: keys, seeds, order, and the splits behind them."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.experiments import KFold, RepeatedKFold
from bakeoff.experiments.dataset import dataset
from bakeoff.experiments.plan import Cell, Divisions, Plan

PLAN = Plan(("a", "b"), ("x", "y", "z"), ((1, 4), (2, 3)), seed=5)


def test_every_cell_has_one_number():
    """Numbers run from 0 to the size without a gap, and lead back to their cells."""
    assert len(PLAN) == 3 * 4 + 3 * 6
    cells = [PLAN.cell(number) for number in range(len(PLAN))]
    assert [PLAN.number(cell) for cell in cells] == list(range(len(PLAN)))
    assert PLAN.key(cells[-1]) == ("b", 1, 2, "z")
    assert PLAN.repeat_and_fold(Cell(1, 5, 0)) == (1, 2)


def test_seeds_hang_on_the_key_alone():
    """A further data set or algorithm, or another order of them, changes no seed."""
    larger = Plan(("0", "b", "a"), ("z", "w", "y", "x"), ((1, 2), (2, 3), (1, 4)), seed=5)
    for number in range(len(PLAN)):
        cell = PLAN.cell(number)
        name, *_, algorithm = PLAN.key(cell)
        there = Cell(larger.datasets.index(name), cell.split, larger.algorithms.index(algorithm))
        assert larger.seed_of(there) == PLAN.seed_of(cell)
    seeds = {PLAN.seed_of(PLAN.cell(number)) for number in range(len(PLAN))}
    assert len(seeds) == len(PLAN)


def test_the_order_is_random_but_known():
    """All cells that are not done come once, shuffled by the seed."""
    done = np.zeros(len(PLAN), dtype=bool)
    done[[3, 7]] = True
    order = list(PLAN.to_do(done))
    assert sorted(order) == [number for number in range(30) if number not in {3, 7}]
    assert order != sorted(order)
    assert order == list(PLAN.to_do(done))


def test_a_split_can_be_made_alone_and_is_the_same_for_every_algorithm(data):
    """Asked in any order, by any process, a split has the same items."""
    whole = dataset("d", *data)
    first = Divisions(RepeatedKFold(3, 2), None, seed=1)
    wanted = [(repeat, fold) for repeat in range(2) for fold in range(3)]
    parts = {key: first.division(whole, *key) for key in wanted}
    other = Divisions(RepeatedKFold(3, 2), None, seed=1)
    for key in reversed(wanted):
        again = other.division(whole, *key)
        assert np.array_equal(again.train, parts[key].train)
        assert np.array_equal(again.test, parts[key].test)
    assert not np.array_equal(parts[0, 0].test, parts[1, 0].test)


def test_one_third_left_out_is_the_same_for_all_splits(data):
    """All models are tested on the same third; training and validation share out the rest."""
    whole = dataset("d", *data)
    divisions = Divisions(KFold(4), 1 / 3, seed=1)
    assert divisions.shape(whole) == (1, 4)
    parts = [divisions.division(whole, 0, fold) for fold in range(4)]
    for one in parts:
        assert np.array_equal(one.test, parts[0].test)
        assert len(one.test) == 20
        assert np.bincount(whole.codes[one.test]).tolist() == [10, 10]
        together = np.concatenate([one.train, one.validation, one.test])
        assert sorted(together.tolist()) == list(range(60))
    validated = np.concatenate([one.validation for one in parts])
    assert len(set(validated.tolist())) == 40


@pytest.mark.parametrize("seed", [0, 1])
def test_data_sets_are_dealt_apart(data, seed):
    """Two data sets of one size do not get the same deal."""
    divisions = Divisions(KFold(4), None, seed=seed)
    a, b = (divisions.division(dataset(name, *data), 0, 0).test for name in "ab")
    assert not np.array_equal(a, b)
