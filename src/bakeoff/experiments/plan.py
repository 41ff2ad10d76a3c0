"""The list of cells, numbered and never written out: a million of them cost a few megabytes.

A cell is one algorithm on one split of one data set. Whatever has to do with chance in it comes
from a seed made of its key, so it does not matter when, where or after what it is run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bakeoff.experiments.dataset import Dataset
from bakeoff.experiments.splits import Holdout, Splits
from bakeoff.types import BoolArray, IntArray

MOST_KEPT = 1 << 25  # bytes of deals: made anew they cost more than many a short cell
SEEDS = 1 << 32


class Cell(NamedTuple):
    """Places of the data set, the split (repeat x folds + fold) and the algorithm in a study."""

    dataset: int
    split: int
    algorithm: int


class Division(NamedTuple):
    """The items of one split; `validation` is there when a test part is left out of all."""

    train: IntArray
    test: IntArray
    validation: IntArray | None


def seed_of(*key: object) -> int:
    """Return a seed that depends on the key alone.

    Examples
    --------
    >>> seed_of(0, "iris", 0, 3, "svm")
    710118505
    """
    text = "\x1f".join(str(part) for part in key)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") % SEEDS


@dataclass(frozen=True)
class Plan:
    """How many cells there are and which number each has."""

    datasets: tuple[str, ...]
    algorithms: tuple[str, ...]
    shapes: tuple[tuple[int, int], ...]  # repeats and folds of each data set
    seed: int

    @cached_property
    def offsets(self) -> IntArray:
        """Where the cells of each data set begin; the last number is how many there are."""
        sizes = [repeats * folds * len(self.algorithms) for repeats, folds in self.shapes]
        return np.cumsum([0, *sizes])

    def __len__(self) -> int:
        return int(self.offsets[-1])

    def cell(self, number: int) -> Cell:
        """Return the cell with a number."""
        place = int(np.searchsorted(self.offsets, number, side="right")) - 1
        split, algorithm = divmod(number - int(self.offsets[place]), len(self.algorithms))
        return Cell(place, split, algorithm)

    def number(self, cell: Cell) -> int:
        """Return the number of a cell."""
        start = int(self.offsets[cell.dataset])
        return start + cell.split * len(self.algorithms) + cell.algorithm

    def repeat_and_fold(self, cell: Cell) -> tuple[int, int]:
        """Return the repeat and the fold of a cell's split."""
        repeat, fold = divmod(cell.split, self.shapes[cell.dataset][1])
        return repeat, fold

    def key(self, cell: Cell) -> tuple[object, ...]:
        """Return what a cell is called, wherever it is run."""
        dataset, algorithm = self.datasets[cell.dataset], self.algorithms[cell.algorithm]
        return dataset, *self.repeat_and_fold(cell), algorithm

    def seed_of(self, cell: Cell) -> int:
        """Return the seed of all that is random in a cell."""
        return seed_of(self.seed, *self.key(cell))

    def to_do(self, done: BoolArray) -> Iterator[int]:
        """Yield the numbers of the cells that are not done, in random order.

        Neighbours in time share a machine's moods; a random order keeps them apart.
        """
        chance = np.random.default_rng(seed_of(self.seed, "order"))
        todo = np.flatnonzero(~done).astype(np.uint32 if len(self) < SEEDS else np.uint64)
        chance.shuffle(todo)
        for number in todo:
            yield int(number)


class Divisions:
    """The splits of one study, made when they are asked for; the last deals are kept."""

    def __init__(self, splits: Splits, test_fraction: float | None, seed: int) -> None:
        self.splits, self.test_fraction, self.seed = splits, test_fraction, seed
        self._deals: dict[tuple[str, int], npt.NDArray[np.int32]] = {}
        self._kept = 0
        self._left_out: dict[str, tuple[IntArray, IntArray]] = {}

    def shape(self, data: Dataset) -> tuple[int, int]:
        """Return the number of repeats and folds on a data set."""
        return self.splits.shape(len(self._inside(data)[0]))

    def division(self, data: Dataset, repeat: int, fold: int) -> Division:
        """Return the parts of one split, the same for every algorithm."""
        inside, outside = self._inside(data)
        train, test = self.splits.parts(self._deal(data, repeat, inside), fold)
        if self.test_fraction is None:
            return Division(train, test, None)
        return Division(inside[train], outside, inside[test])

    def _deal(self, data: Dataset, repeat: int, inside: IntArray) -> Any:
        deal = self._deals.get((data.name, repeat))
        if deal is None:
            chance = np.random.default_rng(seed_of(self.seed, data.name, "splits", repeat))
            deal = self.splits.deal(data.strata[inside], chance).astype(np.int32)
            self._kept += deal.nbytes
            while self._kept > MOST_KEPT and self._deals:
                self._kept -= self._deals.pop(next(iter(self._deals))).nbytes
            self._deals[data.name, repeat] = deal
        return deal

    def _inside(self, data: Dataset) -> tuple[IntArray, IntArray]:
        """Return the items for training and validation, and those that are left out for testing."""
        known = self._left_out.get(data.name)
        if known is None:
            known = np.arange(len(data)), np.arange(0)
            if self.test_fraction is not None:
                chance = np.random.default_rng(seed_of(self.seed, data.name, "left out"))
                holdout = Holdout(self.test_fraction)
                known = holdout.parts(holdout.deal(data.strata, chance), 0)[:2]
            self._left_out[data.name] = known
        return known
