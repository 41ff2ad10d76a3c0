"""Classifiers as coins: each is wrong with some probability (Alpaydin, chapter 19, exercise 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import special

from bakeoff import checks
from bakeoff.calibration.needs import Drawn, Need
from bakeoff.errors import InvalidInput
from bakeoff.types import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Bernoulli:
    """Right and wrong answers on test items, and the error rates of splits of such items.

    On a share `agreement` of the items all classifiers answer alike, on the others each for
    itself, so that each errs with the probability `error` and two of them err together more
    often than by chance. An effect is added to the error of the first.
    """

    items: int = 100
    error: float = 0.2
    agreement: float = 0.3
    splits: int = 10
    algorithms: int = 4
    classes: int = 3

    name = "bernoulli"
    draws = frozenset(
        {
            "counts",
            "two-counts",
            "contingency",
            "correct",
            "confusion",
            "scored-items",
            "scored-pair",
            "values",
            "pair",
            "independent",
            "differences-5x2",
            "table",
            "groups",
        }
    )
    unit = "probability of an error"

    def __post_init__(self) -> None:
        checks.count(self.items, "items", least=2)
        checks.fraction(self.error, "error")
        checks.count(self.splits, "splits", least=2)
        checks.count(self.algorithms, "algorithms", least=2)
        checks.count(self.classes, "classes", least=2)
        if not 0.0 <= self.agreement <= 1.0:
            raise InvalidInput(f"agreement must be from 0 to 1; it was {self.agreement!r}")

    def truth(self, need: Need) -> Mapping[str, float]:
        """Return the error rate, and the standard deviation of that of a split."""
        del need
        sigma = (self.error * (1.0 - self.error) / self.items) ** 0.5
        return {"p0": self.error, "mu0": self.error, "sigma": sigma}

    def idle(self, need: Need) -> frozenset[str]:
        """Return what plays no part in what is drawn for a test."""
        idle = {"agreement"} if not need.paired or need.algorithms == 1 else set()
        idle |= {"splits"} if need.of_items else set()
        if need.takes.startswith("scored") or need.takes == "confusion":
            idle |= {"agreement"}
        idle |= {"error"} if need.takes == "confusion" else set()
        return frozenset(idle | (set() if need.takes == "confusion" else {"classes"}))

    def draw(self, generator: np.random.Generator, runs: int, effect: float, need: Need) -> Drawn:
        """Return so many test sets, or tables of the error rates of splits."""
        if need.takes == "confusion":
            return Drawn(confusion=self._confusion(generator, runs, effect))
        if need.takes in {"scored-items", "scored-pair"}:
            y = np.repeat([0, 1], [self.items // 2, self.items - self.items // 2])
            errors = np.clip(self.error + need.shift(effect, 1)[0], 1e-9, 1.0 - 1e-9)
            return Drawn(y=y, scores=_scores(generator, runs, y, errors))
        if need.of_items:
            return Drawn(wrong=self._wrong(generator, (runs, self.items), effect, need))
        wrong = self._wrong(generator, (runs, self.splits, self.items), effect, need)
        return Drawn(cube=wrong.mean(axis=2)[..., np.newaxis])

    def _wrong(
        self, generator: np.random.Generator, shape: tuple[int, ...], effect: float, need: Need
    ) -> BoolArray:
        limits = np.clip(self.error + need.shift(effect, 1)[0], 0.0, 1.0)
        own = generator.random((*shape, need.algorithms))
        if need.paired and need.algorithms > 1:
            alike = generator.random((*shape, 1)) < self.agreement
            own = np.where(alike, own[..., :1], own)
        return np.asarray(own < limits)

    def _confusion(self, generator: np.random.Generator, runs: int, effect: float) -> IntArray:
        """Return tables of guesses; with an effect that share of them is known to be right."""
        k = self.classes
        truth = generator.integers(k, size=(runs, self.items))
        guess = generator.integers(k, size=(runs, self.items))
        known = generator.random((runs, self.items)) < effect
        cell = truth * k + np.where(known, truth, guess) + k * k * np.arange(runs)[:, np.newaxis]
        counts = np.bincount(cell.ravel(), minlength=runs * k * k)
        return np.asarray(counts.reshape(runs, k, k))


def _scores(
    generator: np.random.Generator, runs: int, y: IntArray, errors: FloatArray
) -> FloatArray:
    """Return normal scores; cut half-way between the classes they err as often as is given.

    Those of two algorithms correlate by one half.
    """
    shared = generator.standard_normal((runs, len(y), 1))
    own = generator.standard_normal((runs, len(y), len(errors)))
    apart = -2.0 * special.ndtri(errors)
    return np.asarray((shared + own) / 2.0**0.5 + y[:, np.newaxis] * apart)
