"""Runs that are not paired: groups of unequal size, which no array can hold without gaps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bakeoff.stats.results import TestResult
from bakeoff.types import FloatArray, IntArray


def kept(values: FloatArray) -> FloatArray:
    """Return the runs that there are: groups of unequal size are filled up with NaN."""
    return values[np.isfinite(values)]


def one_by_one(test: Callable[[int, int], TestResult], pairs: IntArray) -> TestResult:
    """Return tests of groups of unequal size as one batch."""
    results = [test(i, j) for i, j in pairs.tolist()]
    first = results[0]
    effects = [one.effect for one in results if one.effect is not None]
    return TestResult(
        name=first.name,
        statistic=np.array([one.statistic for one in results]),
        p_value=np.array([one.p_value for one in results]),
        method=first.method,
        estimate=None
        if first.estimate is None
        else np.array([one.estimate for one in results], dtype=np.float64),
        effect=None
        if len(effects) < len(results)
        else (effects[0].name, np.array([one.value for one in effects], dtype=np.float64)),  # type: ignore[arg-type]  # TestResult makes an Effect of it
        notes=tuple(dict.fromkeys(note for one in results for note in one.notes)),
        interval_at=None if first.interval_at is None else partial(_bounds, results),
    )


def _bounds(results: list[TestResult], level: float) -> tuple[Any, Any]:
    limits = np.array([one.interval(level) for one in results], dtype=np.float64)
    return limits[:, 0], limits[:, 1]
