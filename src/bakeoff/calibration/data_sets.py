"""Data sets as blocks: each has its own level and its own spread, and none is normal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from bakeoff import checks
from bakeoff.calibration.needs import Drawn, Need

LEVELS = (0.5, 0.95)  # of accuracies over data sets
SMALLEST = 0.005  # how far algorithms lie apart by chance on the easiest data set
RANGE = 10.0  # and how many times as far on the hardest
TAILS = 3  # degrees of freedom of the t that chance has on one data set


@dataclass(frozen=True, slots=True)
class DataSets:
    """Accuracies of algorithms over data sets of different difficulty.

    On each data set chance has a spread of its own, a factor of ten from the smallest to the
    largest, and tails heavier than normal ones. An effect is counted in spreads.
    """

    datasets: int = 14
    algorithms: int = 4
    measures: int = 2

    name = "data-sets"
    draws = frozenset({"pair", "table", "measures-pair", "measures-table"})
    unit = "spreads of a data set"

    def __post_init__(self) -> None:
        checks.count(self.datasets, "datasets", least=2)
        checks.count(self.algorithms, "algorithms", least=2)
        checks.count(self.measures, "measures", least=1)

    def truth(self, need: Need) -> Mapping[str, float]:
        """Return nothing: over data sets no mean is of interest by itself."""
        del need
        return {}

    def idle(self, need: Need) -> frozenset[str]:
        """Return what plays no part: the number of measures of one that takes one."""
        return frozenset() if need.takes.startswith("measures") else frozenset({"measures"})

    def draw(self, generator: np.random.Generator, runs: int, effect: float, need: Need) -> Drawn:
        """Return so many tables of accuracies."""
        n, k, p = self.datasets, need.algorithms, need.measures
        level = generator.uniform(*LEVELS, (runs, n, 1, p))
        spread = SMALLEST * RANGE ** generator.random((runs, n, 1, 1))
        chance = generator.standard_t(TAILS, (runs, n, k, p))
        return Drawn(cube=level + spread * (chance + need.shift(effect, n)[..., np.newaxis]))
