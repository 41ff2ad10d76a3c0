"""Scores of splits from a normal distribution: what most tests assume, or assume in vain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from bakeoff import checks
from bakeoff.calibration.needs import OF_ITEMS, ROADS, Drawn, Need
from bakeoff.errors import InvalidInput

ALIKE = 0.5  # the correlation of two measures of one algorithm


@dataclass(frozen=True, slots=True)
class GaussianFolds:
    """Normal scores with standard deviation 1; what a split adds to all algorithms too.

    `correlation` is that of the scores of one algorithm in any two splits, beyond what the split
    adds to all: 0 for independent splits, and about 1/k for the k folds of a cross-validation.
    """

    splits: int = 10
    algorithms: int = 4
    measures: int = 2
    correlation: float = 0.0

    name = "gaussian-folds"
    draws = frozenset(ROADS) - OF_ITEMS
    unit = "standard deviations of a score"

    def __post_init__(self) -> None:
        checks.count(self.splits, "splits", least=2)
        checks.count(self.algorithms, "algorithms", least=2)
        checks.count(self.measures, "measures", least=1)
        if not 0.0 <= self.correlation < 1.0:
            raise InvalidInput(
                f"correlation must be 0 or above, and below 1; it was {self.correlation!r}"
            )

    def truth(self, need: Need) -> Mapping[str, float]:
        """Return what is true of the scores: their mean and their spread."""
        del need
        return {"mu0": 0.0, "sigma": 1.0}

    def idle(self, need: Need) -> frozenset[str]:
        """Return what plays no part: the number of measures of one that takes one."""
        return frozenset() if need.takes.startswith("measures") else frozenset({"measures"})

    def draw(self, generator: np.random.Generator, runs: int, effect: float, need: Need) -> Drawn:
        """Return so many tables of scores."""
        n, k, p = self.splits, need.algorithms, need.measures
        own = generator.standard_normal((runs, n, k, p)) * (1.0 - self.correlation) ** 0.5
        if self.correlation:
            shared = generator.standard_normal((runs, 1, k, p))
            own += self.correlation**0.5 * shared
        if p > 1:
            own = own @ np.linalg.cholesky(np.full((p, p), ALIKE) + (1.0 - ALIKE) * np.eye(p)).T
        if need.paired and k > 1:
            own += generator.standard_normal((runs, n, 1, p))
        return Drawn(cube=own + need.shift(effect, n)[..., np.newaxis])
