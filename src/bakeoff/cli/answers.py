"""A test's result in a few plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bakeoff.stats.results import PairTable, TestResult

if TYPE_CHECKING:
    from bakeoff.cli.inputs import About


def answer(result: TestResult | PairTable, about: About, alpha: float) -> list[str]:
    """Return what a result says, for a person."""
    if isinstance(result, PairTable):
        return [_about(about), result.to_frame().to_string(), *_notes(result, about)]
    lines = [f"{result.name} ({result.method})", _about(about)]
    verdict = "significant" if result.reject(alpha) else "not significant"
    lines.append(
        f"statistic {_number(result.statistic)}, p = {_number(result.p_value)} "
        f"({result.alternative}): {verdict} at {alpha:g}"
    )
    if len(about.algorithms) == 2:
        lines += _which(result, about)
    if result.estimate is not None:
        lines.append(f"estimate {_number(result.estimate)}{_interval(result)}")
    if result.effect is not None:
        lines.append(f"effect: {result.effect.name} {_number(result.effect.value)}")
    return lines + _notes(result, about)


def _about(about: About) -> str:
    who = " against ".join(about.algorithms[:2])
    if len(about.algorithms) > 2:
        who = f"{len(about.algorithms)} algorithms"
    text = f"{who or 'the table'}, over {about.over}"
    if about.measure is None:
        return text
    if about.higher_is_better is None:
        return f"{text}; {about.measure} (direction not said)"
    return f"{text}; {about.measure} ({'higher' if about.higher_is_better else 'lower'} is better)"


def _which(result: TestResult, about: About) -> list[str]:
    """Say which of two did better here, where the direction is known."""
    if not isinstance(result.estimate, int | float) or result.estimate == 0:
        return []
    a, b = about.algorithms
    if about.higher_is_better is None:
        return [f"the scores of {a if result.estimate > 0 else b} are larger here"]
    first = (result.estimate > 0) == about.higher_is_better
    return [f"{a if first else b} does better here"]


def _interval(result: TestResult) -> str:
    if result.interval_at is None:
        return ""
    low, high = result.interval()
    return f", 95% interval {_number(low)} to {_number(high)}"


def _notes(result: TestResult | PairTable, about: About) -> list[str]:
    return [f"note: {note}" for note in (*about.notes, *result.notes)]


def _number(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, int | float) else str(value)
