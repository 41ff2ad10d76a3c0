"""Real learners on simulated data, over splits whose training sets overlap (Dietterich 1998)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.calibration.learners import CUTS, LEARNERS
from bakeoff.calibration.needs import Drawn, Need
from bakeoff.errors import InvalidInput
from bakeoff.types import BoolArray, FloatArray, IntArray

Scheme: TypeAlias = Literal["k-fold", "repeated", "resampled", "5x2", "holdout"]
SCHEMES: tuple[Scheme, ...] = ("k-fold", "repeated", "resampled", "5x2", "holdout")
FOLDS: Mapping[str, int] = {"k-fold": 10, "repeated": 10, "5x2": 2}
REPEATS: Mapping[str, int] = {"k-fold": 1, "repeated": 3, "5x2": 5}
RESAMPLED = 30  # random splits, a third of the items tested in each
SHARED, OWN = 1, 2  # features that all algorithms see, and those that one alone sees
APART = 1.0  # between the classes in each feature, in standard deviations


@dataclass(frozen=True, slots=True)
class OverlappingFolds:
    """One learner on several views of the same items, which are split again and again.

    Every algorithm sees some features of its own, drawn from the same distribution: whatever the
    size of the training set, their expected errors are equal, and the null hypothesis is true.
    An effect moves the classes nearer to each other in what the first one sees.
    """

    items: int = 300
    scheme: Scheme | None = None
    learner: str = "nearest-neighbour"
    algorithms: int = 4

    name = "overlapping-folds"
    draws = frozenset(
        {
            "pair",
            "differences-5x2",
            "table",
            "groups",
            "measures-pair",
            "measures-table",
            "measures-groups",
            "contingency",
            "correct",
            "scored-items",
            "scored-pair",
        }
    )
    unit = "standard deviations of a feature"

    def __post_init__(self) -> None:
        checks.count(self.algorithms, "algorithms", least=2)
        checks.one_of(self.learner, "learner", tuple(LEARNERS))
        if self.scheme is not None:
            checks.one_of(self.scheme, "scheme", SCHEMES)
        if checks.count(self.items, "items", least=40) % 2:
            raise InvalidInput(
                f"items must be even, one half of each class; they were {self.items}"
            )

    @property
    def numbers_a_run(self) -> int:
        """How many numbers are held at once for one run: the distances of all items."""
        return self.items * self.items

    @property
    def measures(self) -> int:
        """How many measures there are: the true and the false positive rate."""
        return 2

    def truth(self, need: Need) -> Mapping[str, float]:
        """Return nothing: how often a learner errs is not known beforehand."""
        del need
        return {}

    def scheme_for(self, need: Need) -> Scheme:
        """Return how the items are split: as was asked for, or as the test is meant for."""
        if need.of_items:
            return "holdout"
        if need.takes == "differences-5x2":
            return "5x2"
        return self.scheme or "k-fold"

    def test_train_ratio(self, need: Need) -> float:
        """Return the size of a test set divided by that of a training set."""
        folds = FOLDS.get(self.scheme_for(need))
        return 0.5 if folds is None else 1.0 / (folds - 1)

    def idle(self, need: Need) -> frozenset[str]:
        """Return nothing: all plays its part."""
        del need
        return frozenset()

    def draw(self, generator: np.random.Generator, runs: int, effect: float, need: Need) -> Drawn:
        """Return so many experiments: samples drawn, learned from and tested on."""
        half = self.items // 2
        y = np.repeat([0, 1], half)
        tested = _tested(generator, runs, half, self.scheme_for(need))
        views = _views(generator, runs, y, -need.shift(effect, 1)[0])
        learner, cut = LEARNERS[self.learner], CUTS[self.learner]
        scores = np.stack([learner(view, y, tested) for view in views], axis=-1)
        truth = y[tested]
        if need.takes.startswith("scored"):
            return Drawn(y=truth[0, 0], scores=scores[:, 0])
        called = scores > cut
        if need.of_items:
            return Drawn(wrong=(called != truth[..., np.newaxis])[:, 0])
        return Drawn(cube=_measured(called, truth, need.measures))


def _views(
    generator: np.random.Generator, runs: int, y: IntArray, shift: FloatArray
) -> list[FloatArray]:
    """Return what each algorithm sees of the same items."""
    side = (y - 0.5)[:, np.newaxis]
    shared = generator.standard_normal((runs, len(y), SHARED)) + APART * side
    return [
        np.concatenate(
            [shared, generator.standard_normal((runs, len(y), OWN)) + (APART + by) * side],
            axis=-1,
        )
        for by in shift
    ]


def _tested(generator: np.random.Generator, runs: int, half: int, scheme: Scheme) -> IntArray:
    """Return the items that each split tests, as many of both classes: (runs, splits, tested)."""
    classes = [_dealt(generator, runs, half, scheme) for _ in range(2)]
    return np.concatenate([classes[0], classes[1] + half], axis=-1)


def _dealt(generator: np.random.Generator, runs: int, half: int, scheme: Scheme) -> IntArray:
    """Return which items of one class each split tests."""
    if scheme in {"resampled", "holdout"}:
        splits = RESAMPLED if scheme == "resampled" else 1
        return _orders(generator, (runs, splits), half)[..., : half // 3]
    folds, repeats = FOLDS[scheme], REPEATS[scheme]
    size = half // folds
    orders = _orders(generator, (runs, repeats), half)[..., : size * folds]
    return orders.reshape(runs, repeats * folds, size)


def _orders(generator: np.random.Generator, shape: tuple[int, int], size: int) -> IntArray:
    return generator.permuted(np.broadcast_to(np.arange(size), (*shape, size)), axis=-1)


def _measured(called: BoolArray, truth: IntArray, measures: int) -> FloatArray:
    """Return the error, or the true and the false positive rate: (runs, splits, algorithms, p)."""
    positive = truth[..., np.newaxis] == 1
    if measures == 1:
        return np.asarray((called != positive).mean(axis=2)[..., np.newaxis])
    half = truth.shape[-1] // 2  # of each class as many are tested
    hits = (called & positive).sum(axis=2) / half
    alarms = (called & ~positive).sum(axis=2) / half
    return np.stack([hits, alarms], axis=-1)
