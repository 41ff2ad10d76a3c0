"""Cells handed out in portions of a wished-for time, by how long their like has taken so far."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import numpy as np

from bakeoff.experiments.fit import Outcome
from bakeoff.experiments.plan import Plan

MOST = 500  # cells at once: their predictions must fit into memory


class Clock:
    """How long cells take, by data set and algorithm, and how long the rest will."""

    def __init__(self, plan: Plan, to_do: int) -> None:
        self.plan, self.left = plan, to_do
        shape = (len(plan.datasets), len(plan.algorithms))
        self._seconds, self._counts = np.zeros(shape), np.zeros(shape)
        self._begun, self._learnt = time.perf_counter(), 0

    def learn(self, outcome: Outcome) -> None:
        """Take in how long a cell took."""
        cell = self.plan.cell(outcome.number)
        self._seconds[cell.dataset, cell.algorithm] += outcome.seconds
        self._counts[cell.dataset, cell.algorithm] += 1
        self.left -= 1
        self._learnt += 1

    def of(self, number: int) -> float | None:
        """Return how long a cell will take, if its like is known."""
        cell = self.plan.cell(number)
        times = self._counts[cell.dataset, cell.algorithm]
        return float(self._seconds[cell.dataset, cell.algorithm] / times) if times else None

    def remaining(self) -> float | None:
        """Return how many seconds the rest will take, once something is known.

        Cells come in random order, so the rest will go as fast as what is done.
        """
        if not self._learnt:
            return None
        return (time.perf_counter() - self._begun) / self._learnt * self.left


def chunks(numbers: Iterable[int], clock: Clock, seconds: float) -> Iterator[list[int]]:
    """Yield cells in lists of about so many seconds; what is not known goes out alone."""
    chunk: list[int] = []
    expected = 0.0
    for number in numbers:
        likely = clock.of(number)
        chunk.append(number)
        expected += seconds if likely is None else likely
        if expected >= seconds or len(chunk) == MOST:
            yield chunk
            chunk, expected = [], 0.0
    if chunk:
        yield chunk
