"""How a data set is divided into training and test parts, again and again.

A scheme deals the items once for each repeat; a fold then reads its two parts off the deal. So
any one split can be made alone, on any machine, without making the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.experiments.dealing import dealt, enough, members, set_apart
from bakeoff.types import IntArray, Rng


class Parts(NamedTuple):
    """The places of the items that are trained on, and of those that are tested on."""

    train: IntArray
    test: IntArray


@dataclass(frozen=True, slots=True)
class KFold:
    """Deal the items into folds; each fold is the test part once.

    Parameters
    ----------
    folds
        How many parts.
    stratified
        Whether every fold gets its share of every class.
    """

    folds: int = 10
    stratified: bool = True
    kind: ClassVar[str] = "k-fold"
    design: ClassVar[str] = "k-fold"

    def __post_init__(self) -> None:
        checks.count(self.folds, "folds", least=2)

    def shape(self, items: int) -> tuple[int, int]:
        """Return the number of repeats and of folds."""
        enough(items, self.folds, f"{self.folds} folds")
        return 1, self.folds

    def deal(self, strata: IntArray, rng: np.random.Generator) -> IntArray:
        """Return the fold of every item."""
        return dealt(strata, self.folds, rng, stratified=self.stratified)

    def parts(self, deal: IntArray, fold: int) -> Parts:
        """Return the two parts of one fold."""
        return Parts(np.flatnonzero(deal != fold), np.flatnonzero(deal == fold))


@dataclass(frozen=True, slots=True)
class RepeatedKFold:
    """Deal the items into folds several times, each time anew."""

    folds: int = 10
    repeats: int = 10
    stratified: bool = True
    kind: ClassVar[str] = "repeated k-fold"
    design: ClassVar[str] = "repeated k-fold"

    def __post_init__(self) -> None:
        checks.count(self.folds, "folds", least=2)
        checks.count(self.repeats, "repeats", least=1)

    def shape(self, items: int) -> tuple[int, int]:
        """Return the number of repeats and of folds."""
        enough(items, self.folds, f"{self.folds} folds")
        return self.repeats, self.folds

    def deal(self, strata: IntArray, rng: np.random.Generator) -> IntArray:
        """Return the fold of every item."""
        return dealt(strata, self.folds, rng, stratified=self.stratified)

    def parts(self, deal: IntArray, fold: int) -> Parts:
        """Return the two parts of one fold."""
        return Parts(np.flatnonzero(deal != fold), np.flatnonzero(deal == fold))


@dataclass(frozen=True, slots=True)
class FiveByTwo:
    """Halve the items five times; each half is the test part once (Dietterich 1998)."""

    stratified: bool = True
    kind: ClassVar[str] = "5x2"
    design: ClassVar[str] = "5x2"

    def shape(self, items: int) -> tuple[int, int]:
        """Return the number of repeats and of folds."""
        enough(items, 2, "two halves")
        return 5, 2

    def deal(self, strata: IntArray, rng: np.random.Generator) -> IntArray:
        """Return the half of every item."""
        return dealt(strata, 2, rng, stratified=self.stratified)

    def parts(self, deal: IntArray, fold: int) -> Parts:
        """Return the two parts of one fold."""
        return Parts(np.flatnonzero(deal != fold), np.flatnonzero(deal == fold))


@dataclass(frozen=True, slots=True)
class LeaveOneOut:
    """Test on one item and train on all others, for every item; it can't be stratified."""

    kind: ClassVar[str] = "leave-one-out"
    design: ClassVar[str] = "leave-one-out"

    def shape(self, items: int) -> tuple[int, int]:
        """Return the number of repeats and of folds: one for each item."""
        enough(items, 2, "leaving one out")
        return 1, items

    def deal(self, strata: IntArray, rng: np.random.Generator) -> IntArray:
        """Return the fold of every item; chance has no part in it."""
        del rng
        return np.arange(len(strata))

    def parts(self, deal: IntArray, fold: int) -> Parts:
        """Return the two parts of one fold."""
        return Parts(np.flatnonzero(deal != fold), np.flatnonzero(deal == fold))


@dataclass(frozen=True, slots=True)
class Resample:
    """Draw a test part at random, train on the rest, and do it again: random train/test splits."""

    splits: int = 30
    test_fraction: float = 1 / 3
    stratified: bool = True
    kind: ClassVar[str] = "resampled"
    design: ClassVar[str] = "resampled"

    def __post_init__(self) -> None:
        checks.count(self.splits, "splits", least=1)
        checks.fraction(self.test_fraction, "test_fraction")

    def shape(self, items: int) -> tuple[int, int]:
        """Return the number of repeats and of folds: every resample is a repeat of its own."""
        enough(items, 2, "a training and a test part")
        return self.splits, 1

    def deal(self, strata: IntArray, rng: np.random.Generator) -> IntArray:
        """Return 0 for every item that is tested on, 1 for the others."""
        return set_apart(strata, self.test_fraction, rng, stratified=self.stratified)

    def parts(self, deal: IntArray, fold: int) -> Parts:
        """Return the two parts of one fold."""
        return Parts(np.flatnonzero(deal != fold), np.flatnonzero(deal == fold))


@dataclass(frozen=True, slots=True)
class Holdout:
    """Divide once: one part to train on, one to test on."""

    test_fraction: float = 1 / 3
    stratified: bool = True
    kind: ClassVar[str] = "holdout"
    design: ClassVar[str] = "holdout"

    def __post_init__(self) -> None:
        checks.fraction(self.test_fraction, "test_fraction")

    def shape(self, items: int) -> tuple[int, int]:
        """Return the number of repeats and of folds."""
        enough(items, 2, "a training and a test part")
        return 1, 1

    def deal(self, strata: IntArray, rng: np.random.Generator) -> IntArray:
        """Return 0 for every item that is tested on, 1 for the others."""
        return set_apart(strata, self.test_fraction, rng, stratified=self.stratified)

    def parts(self, deal: IntArray, fold: int) -> Parts:
        """Return the two parts of one fold."""
        return Parts(np.flatnonzero(deal != fold), np.flatnonzero(deal == fold))


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """Draw as many items as there are, with replacement; test on those that were never drawn."""

    splits: int = 30
    stratified: bool = False
    kind: ClassVar[str] = "bootstrap"
    design: ClassVar[str] = "bootstrap"

    def __post_init__(self) -> None:
        checks.count(self.splits, "splits", least=1)

    def shape(self, items: int) -> tuple[int, int]:
        """Return the number of repeats and of folds: every bootstrap is a repeat of its own."""
        enough(items, 3, "a bootstrap")
        return self.splits, 1

    def deal(self, strata: IntArray, rng: np.random.Generator) -> IntArray:
        """Return how often every item was drawn; at least one never was."""
        groups = members(strata) if self.stratified else [np.arange(len(strata))]
        while True:
            drawn = np.concatenate([rng.choice(group, len(group)) for group in groups])
            times = np.bincount(drawn, minlength=len(strata))
            if not times.all() or all(len(group) == 1 for group in groups):
                return times

    def parts(self, deal: IntArray, fold: int) -> Parts:
        """Return the two parts; an item stands in the first as often as it was drawn."""
        del fold
        return Parts(np.repeat(np.arange(len(deal)), deal), np.flatnonzero(deal == 0))


@dataclass(frozen=True, slots=True)
class Halves:
    """Deal the items into K parts that share nothing, and halve each: train on one, test on one.

    No item is used in two splits, so the splits are independent of each other (Alpaydin, section
    19.6). It takes many items.
    """

    splits: int = 10
    stratified: bool = True
    kind: ClassVar[str] = "halves"
    design: ClassVar[str] = "holdout"

    def __post_init__(self) -> None:
        checks.count(self.splits, "splits", least=1)

    def shape(self, items: int) -> tuple[int, int]:
        """Return the number of repeats and of folds."""
        enough(items, 2 * self.splits, f"{self.splits} parts of two halves each")
        return 1, self.splits

    def deal(self, strata: IntArray, rng: np.random.Generator) -> IntArray:
        """Return the half part of every item: 2i is trained on in split i, 2i + 1 tested on."""
        return dealt(strata, 2 * self.splits, rng, stratified=self.stratified)

    def parts(self, deal: IntArray, fold: int) -> Parts:
        """Return the two parts of one split; the items of all others lie idle."""
        return Parts(np.flatnonzero(deal == 2 * fold), np.flatnonzero(deal == 2 * fold + 1))


Splits: TypeAlias = (
    KFold | RepeatedKFold | FiveByTwo | LeaveOneOut | Resample | Holdout | Bootstrap | Halves
)


def splits_of(scheme: Splits, strata: Any, *, rng: Rng = None) -> Iterator[tuple[int, int, Parts]]:
    """Yield repeat, fold and the two parts of every split of items with these classes.

    Examples
    --------
    >>> for repeat, fold, (train, test) in splits_of(KFold(2), ["a", "a", "b", "b"], rng=0):
    ...     print(repeat, fold, train, test)
    0 0 [1 3] [0 2]
    0 1 [0 2] [1 3]
    """
    _, codes = np.unique(np.asarray(strata), return_inverse=True)
    chance = checks.generator(rng)
    repeats, folds = scheme.shape(len(codes))
    for repeat in range(repeats):
        deal = scheme.deal(codes, chance)
        for fold in range(folds):
            yield repeat, fold, scheme.parts(deal, fold)
