"""The difference of each pair with its interval, in units of the measure, and its effect."""

from __future__ import annotations

import numpy as np

from bakeoff.decide.question import Question
from bakeoff.decide.unequal_groups import kept, one_by_one
from bakeoff.stats.registry import entry
from bakeoff.stats.results import TestResult
from bakeoff.types import FloatArray, IntArray

MANY_AVERAGES = 60_000_000
"""Walsh averages beyond which the exact interval of every pair costs more than it is worth."""
MOST_WORK = 3e9
"""Pairs times n^3 beyond which exact laws of signed ranks take longer than a person waits."""
NOT_OF_THE_MEASURE = frozenset({"hotelling", "hotelling_two_sample"})


def long_laws(pairs: int, n: int) -> bool:
    """Whether the exact laws of so many pairs would take seconds; the normal law is near then."""
    return pairs > 1 and pairs * float(n) ** 3 > MOST_WORK


def too_many(pairs: int, n: int) -> bool:
    """Whether the intervals of so many pairs would take longer than a person waits."""
    return pairs * n * (n + 1) // 2 > MANY_AVERAGES and pairs > 1000


def estimates(
    question: Question, pairs: IntArray, result: TestResult, alpha: float
) -> tuple[FloatArray, FloatArray, FloatArray, tuple[str, ...]]:
    """Return the difference of each pair with its interval at 1 - alpha, in units of the measure.

    Where the test has an estimate of its own (the pseudo-median of Wilcoxon's), it is that one.
    """
    level = f"the intervals are those of each pair alone, at {100 * (1 - alpha):g} %"
    if len(question.measures) > 1:
        level = f"differences and intervals are those of {question.measure}; {level}"
    columns = question.table.T
    first, second = columns[pairs[:, 0]], columns[pairs[:, 1]]
    if result.name == "sign" and question.over != "runs":
        return (*medians(first - second, alpha), (level,))
    if result.name == "wilcoxon" and too_many(len(pairs), question.n):
        told = "with so many pairs, differences are medians with their sign-test interval"
        return (*medians(first - second, alpha), (told, level))
    if result.interval_at is None or result.name in NOT_OF_THE_MEASURE:
        if question.over == "runs":
            welch = entry("two_sample_t").load()
            runs = one_by_one(lambda i, j: welch(kept(columns[i]), kept(columns[j])), pairs)
            low, high = runs.interval(1 - alpha)
            return np.asarray(runs.estimate), np.asarray(low), np.asarray(high), (level,)
        t = entry("paired_t").load()(first, second, **_ratio_of(question))
        low, high = t.interval(1 - alpha)
        return np.asarray(t.estimate), np.asarray(low), np.asarray(high), (level,)
    low, high = result.interval(1 - alpha)
    return np.asarray(result.estimate), np.asarray(low), np.asarray(high), (level,)


def effect_of(result: TestResult, question: Question, pairs: IntArray) -> tuple[str, FloatArray]:
    """Return the name and the values of the effect; the standardised mean where there is none."""
    if result.effect is not None:
        return result.effect.name, np.asarray(result.effect.value, dtype=np.float64)
    columns = question.table.T
    t = entry("paired_t").load()(columns[pairs[:, 0]], columns[pairs[:, 1]])
    return t.effect.name, np.asarray(t.effect.value)


def _ratio_of(question: Question) -> dict[str, float]:
    ratio = question.test_train_ratio
    return {} if ratio is None else {"test_train_ratio": ratio}


def medians(differences: FloatArray, alpha: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return medians and their intervals from order statistics (the sign test turned round)."""
    from bakeoff.stats.two.sign import critical_wins

    n = differences.shape[-1]
    ordered = np.sort(differences, axis=-1)
    enough = critical_wins(n, alpha=alpha)
    place = n - enough if enough is not None else -1
    median = (ordered[:, (n - 1) // 2] + ordered[:, n // 2]) / 2.0
    if place < 0:
        return median, np.full(len(median), -np.inf), np.full(len(median), np.inf)
    return median, ordered[:, place], ordered[:, n - 1 - place]
