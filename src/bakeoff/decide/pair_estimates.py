"""The difference of each pair with its interval, in units of the measure, and its effect."""

from __future__ import annotations

from typing import Literal

import numpy as np

from bakeoff.decide.question import Question
from bakeoff.decide.unequal_groups import kept, one_by_one
from bakeoff.decide.wording import counted, number
from bakeoff.stats.ranks import differences
from bakeoff.stats.registry import entry
from bakeoff.stats.results import PairTable, TestResult
from bakeoff.types import FloatArray, IntArray

MANY_AVERAGES = 60_000_000
"""Walsh averages beyond which the exact interval of every pair costs more than it is worth."""
MANY = "with so many pairs, differences are medians with their sign-test interval"
TOO_FEW = "are too few for an interval"
BLOCK = 4_000_000  # differences looked through at once
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

    Where the test has an estimate of its own, it is that one; after signed ranks the pseudo-median
    of all differences, ties counted as 0. An interval that ends nowhere is left out: nan.
    """
    difference, low, high, notes = _estimates(question, pairs, result, alpha)
    endless = np.isinf(low) & np.isinf(high)
    if endless.any():
        level = f"{100 * (1 - alpha):g} %"
        notes = (*notes, f"{question.rows_text} {TOO_FEW} at {level}: no difference is ruled out")
    return difference, np.where(endless, np.nan, low), np.where(endless, np.nan, high), notes


def middle_of(pairs: PairTable) -> str:
    """Return what the difference of a pair is where it is not that of the means, or nothing."""
    if pairs.name == "sign" or (pairs.name == "wilcoxon" and MANY in pairs.notes):
        return "median of the differences"
    if pairs.name == "wilcoxon":
        return "pseudo-median of the differences (Hodges-Lehmann)"
    if pairs.name == "mann_whitney":
        return "median of all differences between two runs (Hodges-Lehmann)"
    return ""


def ties_of(question: Question, pairs: PairTable) -> IntArray:
    """Return on how many rows the two of each pair are equal, where signed ranks leave them out."""
    if pairs.name != "wilcoxon" or question.over == "runs" or len(question.measures) > 1:
        return np.zeros(len(pairs), dtype=np.int64)
    columns = question.table.T
    first, second = pairs.pairs.T
    size = max(1, BLOCK // question.n)
    counts = [
        np.sum(
            differences(columns[first[at : at + size]], columns[second[at : at + size]])[0] == 0.0,
            -1,
        )
        for at in range(0, len(pairs), size)
    ]
    return np.concatenate(counts)


def told_of_ties(question: Question, pairs: PairTable) -> str:
    """Return how many ties there are, and what counts them and what does not."""
    ties = ties_of(question, pairs)
    most = int(ties.max(initial=0))
    if not most:
        return ""
    what = "the p-value leaves them out; the difference and its interval count them as 0"
    if len(pairs) == 1:
        if most == question.n:
            return ""
        return f"{pairs.a[0]} and {pairs.b[0]} are equal on {most} of {question.rows_text}: {what}"
    row = int(ties.argmax())
    return (
        f"{counted(int(np.sum(ties > 0)), 'pair')} of {len(pairs)} have ties, most of them "
        f"{pairs.a[row]} and {pairs.b[row]} ({most} of {question.rows_text}): {what}"
    )


def without_ties(question: Question, pairs: PairTable) -> str:
    """Return what the difference of two would be on the rows on which they differ."""
    if len(pairs) != 1 or not 0 < int(ties_of(question, pairs)[0]) < question.n:
        return ""
    columns, (one, other) = question.table.T, pairs.pairs[0].tolist()
    alone = entry("wilcoxon").load()(columns[one], columns[other])
    low, high = (float(end) for end in alone.interval(1 - pairs.alpha))
    interval = f" ({number(low)} to {number(high)})" if np.isfinite(low) else ""
    return (
        "signed ranks leave ties out of the p-value, since a tie speaks for neither; how far the "
        "two lie apart is asked of all rows, as the margin is, so that the ties count as 0: on the "
        f"{question.n - int(ties_of(question, pairs)[0])} rows on which they differ, the "
        f"pseudo-median is {number(alone.estimate)}{interval}"
    )


def _estimates(
    question: Question, pairs: IntArray, result: TestResult, alpha: float
) -> tuple[FloatArray, FloatArray, FloatArray, tuple[str, ...]]:
    level = f"the intervals are those of each pair alone, at {100 * (1 - alpha):g} %"
    if len(question.measures) > 1:
        level = f"differences and intervals are those of {question.measure}; {level}"
    columns = question.table.T
    first, second = columns[pairs[:, 0]], columns[pairs[:, 1]]
    if result.name == "sign" and question.over != "runs":
        return (*medians(first - second, alpha), (level,))
    if result.name == "wilcoxon" and too_many(len(pairs), question.n):
        return (*medians(first - second, alpha), (MANY, level))
    if result.name == "wilcoxon":
        from bakeoff.stats.two.all_differences import of_all_differences

        road: Literal["exact", "asymptotic"] = "exact" if result.method == "exact" else "asymptotic"
        return (*of_all_differences(first, second, 1 - alpha, road), (level,))
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
