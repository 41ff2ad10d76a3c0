"""A test's result in a few plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bakeoff.cli.wording import for_shell
from bakeoff.cli.writing import frame_text, number
from bakeoff.stats.results import PairTable, TestResult

if TYPE_CHECKING:
    from bakeoff.cli.about import About


def answer(result: TestResult | PairTable, about: About, alpha: float) -> list[str]:
    """Return what a result says, for a person."""
    notes = [f"note: {for_shell(note)}" for note in result.notes]
    if isinstance(result, PairTable):
        return [*_of_pairs(result, about), *notes]
    rows = [*_measure(about), *about.facts, *_numbers(result)]
    width = max(len(name) for name, _ in rows)
    return [
        f"{result.name}, {result.method}, {result.alternative}: {_who(about)}",
        *(f"  {name:<{width}}  {text}" for name, text in rows),
        _verdict(result, about, alpha),
        *notes,
    ]


def _who(about: About) -> str:
    names = about.algorithms
    who = f"{len(names)} algorithms" if len(names) > 2 else " against ".join(names)
    return f"{who}, over {about.over}" if who else about.over


def _measure(about: About) -> list[tuple[str, str]]:
    if about.measure is None:
        return []
    if about.higher_is_better is None:
        return [("measure", f"{about.measure} (direction not known)")]
    return [("measure", f"{about.measure} ({_direction(about)} is better)")]


def _direction(about: About) -> str:
    return "higher" if about.higher_is_better else "lower"


def _numbers(result: TestResult) -> list[tuple[str, str]]:
    df = "" if result.df is None else f" (df {number(result.df)})"
    rows = [("statistic", f"{number(result.statistic)}{df}")]
    if result.estimate is not None:
        rows.append(("estimate", f"{number(result.estimate)}{_interval(result)}"))
    if result.effect is not None:
        rows.append(("effect", f"{number(result.effect.value)} ({result.effect.name})"))
    return rows


def _interval(result: TestResult) -> str:
    if result.interval_at is None:
        return ""
    low, high = result.interval()
    return f", 95% interval {number(low)} to {number(high)}"


def _verdict(result: TestResult, about: About, alpha: float) -> str:
    """Return p and what follows from it; who is ahead is said only of a difference that is real."""
    significant = result.reject(alpha)
    text = f"p = {number(result.p_value)}: {'' if significant else 'not '}significant at {alpha:g}"
    if not significant or about.larger is None:
        return text
    if about.better is None:
        return f"{text}; the scores of {about.larger} are larger here"
    return f"{text}; {about.better} does better here"


def _of_pairs(result: PairTable, about: About) -> list[str]:
    """Return a table of pairs without the columns that this test has no numbers for."""
    frame = result.to_frame().dropna(axis="columns", how="all")
    frame["significant"] = ["yes" if one else "no" for one in frame["significant"]]
    found = int(result.significant.sum())
    return [
        f"{result.name}, {result.method}, correction {result.correction}: {_who(about)}",
        frame_text(frame.set_index(["a", "b"])),
        f"{found} of {len(result)} pairs differ at {result.alpha:g}",
    ]
