"""How far the two of each pair lie apart, in units of the scores, with intervals and effects."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from bakeoff.stats.results import Effect, Interval, TestResult
from bakeoff.stats.two.independent import two_sample_t
from bakeoff.stats.two.paired_t import paired_t
from bakeoff.types import FloatArray, IntArray

# pairs times the cube of n, up to which exact laws and intervals of all pairs take half a second
EXACT_WORK = 3e9
LONGEST = 1000  # what wilcoxon itself takes for the limit of exact laws


class Differences(NamedTuple):
    """The difference of each pair with its interval, and its effect: (..., pairs) each."""

    difference: FloatArray
    low: FloatArray
    high: FloatArray
    effect: FloatArray
    effect_name: str
    notes: tuple[str, ...]


def estimates(
    result: TestResult, columns: list[FloatArray], pairs: IntArray, form: str, level: float
) -> Differences:
    """Return the estimates of a test for all pairs, or what stands in where it has none."""
    effect = result.effect
    if result.name == "sign" or (result.name == "wilcoxon" and _crowded(columns, pairs)):
        low, middle, high = medians(_apart(columns, pairs), level)
        said = () if result.name == "sign" else (TOLD,)
        return _with(Interval(low, high), middle, effect, said)
    # an estimate may be worked out when it is read: it is read once
    own = None if result.interval_at is None else result.estimate
    if own is not None:
        return _with(result.interval(level), own, effect, ())
    t = _t(columns, pairs, form)
    return _with(t.interval(level), t.estimate, effect or t.effect, ())


def medians(differences: FloatArray, level: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return low, median and high: order statistics, as the sign test turned round gives them."""
    from bakeoff.stats.two.sign import critical_wins

    n = differences.shape[-1]
    ordered = np.sort(differences, axis=-1)
    median = (ordered[..., (n - 1) // 2] + ordered[..., n // 2]) / 2.0
    wins = critical_wins(n, alpha=1.0 - level)
    if wins is None:
        return np.full_like(median, -np.inf), median, np.full_like(median, np.inf)
    return ordered[..., n - wins], median, ordered[..., wins - 1]


def side_by_side(results: Sequence[TestResult]) -> TestResult:
    """Return tests of pairs one by one as one batch (..., pairs)."""
    first = results[0]

    def gathered(name: str) -> FloatArray:
        return np.stack([np.asarray(getattr(one, name), dtype=np.float64) for one in results], -1)

    effects = [one.effect for one in results if one.effect is not None]
    effect = None
    if effects:
        effect = Effect(effects[0].name, np.stack([np.asarray(one.value) for one in effects], -1))
    return TestResult(
        name=first.name,
        statistic=gathered("statistic"),
        p_value=gathered("p_value"),
        alternative=first.alternative,
        method=first.method,
        estimate=None if first.estimate is None else gathered("estimate"),
        effect=effect,
        notes=tuple(dict.fromkeys(note for one in results for note in one.notes)),
        interval_at=None if first.interval_at is None else partial(_limits, results),
    )


def _limits(results: Sequence[TestResult], level: float) -> tuple[FloatArray, FloatArray]:
    both = [one.interval(level) for one in results]
    low, high = (np.stack([np.asarray(one[side]) for one in both], axis=-1) for side in (0, 1))
    return low, high


def _with(
    interval: Interval, difference: Any, effect: Effect | None, said: tuple[str, ...]
) -> Differences:
    low, high, middle = (np.asarray(part, dtype=np.float64) for part in (*interval, difference))
    name, value = ("", np.zeros_like(middle)) if effect is None else effect
    return Differences(middle, low, high, np.asarray(value, dtype=np.float64), name, said)


def too_many(tables: int, pairs: int, n: int) -> bool:
    """Whether exact signed-rank tests of so many pairs, with intervals, would take too long."""
    return tables * pairs * float(n) ** 3 > EXACT_WORK or n > LONGEST


def _crowded(columns: list[FloatArray], pairs: IntArray) -> bool:
    n = columns[0].shape[-1]
    return too_many(columns[0].size // n, len(pairs), n)


def _apart(columns: list[FloatArray], pairs: IntArray) -> FloatArray:
    stacked = np.stack(columns, axis=-2)
    return np.asarray(stacked[..., pairs[:, 0], :] - stacked[..., pairs[:, 1], :])


def _t(columns: list[FloatArray], pairs: IntArray, form: str) -> TestResult:
    """Return the t tests of all pairs, for the mean differences and their intervals."""
    if form != "independent":
        stacked = np.stack(columns, axis=-2)
        return paired_t(stacked[..., pairs[:, 0], :], stacked[..., pairs[:, 1], :])
    return side_by_side([two_sample_t(columns[i], columns[j]) for i, j in pairs.tolist()])


TOLD = "with so many pairs, differences are medians with the interval of the sign test"
