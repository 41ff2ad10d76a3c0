"""A test's result in a few plain lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.cli.about import listed
from bakeoff.cli.answer_tables import pair_lines, tables_of
from bakeoff.cli.wording import for_shell
from bakeoff.cli.writing import number
from bakeoff.stats.results import PairTable, TestResult

if TYPE_CHECKING:
    from bakeoff.cli.about import About


def answer(result: TestResult | PairTable, about: About, alpha: float) -> list[str]:
    """Return what a result says, for a person."""
    notes = [f"note: {for_shell(note)}" for note in result.notes]
    if isinstance(result, PairTable):
        facts = [*about.facts, *_estimates(result), *_ranks(result, about)]
        lines = _rows([*_measure(about), *facts])
        return [f"{_called(result)}: {_who(about)}", *lines, *pair_lines(result, about), *notes]
    rows = [*_measure(about), *about.facts, *_ranks(result, about), *_numbers(result)]
    return [
        f"{_called(result)}: {_who(about)}",
        *_rows(rows),
        *tables_of(result),
        _verdict(result, about, alpha),
        *notes,
    ]


def _called(result: TestResult | PairTable) -> str:
    """Return the name of a test, its road, and its alternative or correction."""
    if isinstance(result, TestResult):
        return f"{result.name}, {result.method}, {result.alternative}"
    own = result.correction in {"none", result.name}
    return f"{result.name}, {result.method}" + ("" if own else f", correction {result.correction}")


def _rows(rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max((len(name) for name, _ in rows), default=0)
    return [f"  {name:<{width}}  {text}" for name, text in rows]


def _who(about: About) -> str:
    names = about.algorithms
    who = f"{len(names)} algorithms" if len(names) > 2 else " against ".join(names)
    return f"{who}, over {about.over}" if who else about.over


def _measure(about: About) -> list[tuple[str, str]]:
    if about.measure is None:
        return []
    if "," in about.measure:
        return [("measures", about.measure)]
    if about.higher_is_better is None:
        return [("measure", f"{about.measure} (direction not known)")]
    return [("measure", f"{about.measure} ({_direction(about)} is better)")]


def _direction(about: About) -> str:
    return "higher" if about.higher_is_better else "lower"


def _ranks(result: TestResult | PairTable, about: About) -> list[tuple[str, str]]:
    """Return the mean ranks of the algorithms, where the test ranked them."""
    ranks = np.asarray(result.details.get("mean_ranks", ()))
    if ranks.shape != (len(about.algorithms),) or not ranks.size:
        return []
    return [("mean ranks", listed(about.algorithms, [number(float(rank)) for rank in ranks]))]


def _estimates(result: PairTable) -> list[tuple[str, str]]:
    """Return what was measured of each algorithm, and between which values it may lie."""
    estimate, low, high = (
        np.asarray(result.details.get(name, ())) for name in ("estimate", "low", "high")
    )
    if estimate.shape != (len(result.algorithms),):
        return []
    texts = [number(value) for value in estimate.tolist()]
    if low.shape == high.shape == estimate.shape:
        limits = zip(texts, low.tolist(), high.tolist(), strict=True)
        texts = [f"{text} ({number(from_)} to {number(to)})" for text, from_, to in limits]
    return [("estimates", listed([str(name) for name in result.algorithms], texts))]


def _numbers(result: TestResult) -> list[tuple[str, str]]:
    """Return statistic, estimate and effect; several estimates stand in a table of their own."""
    df = "" if result.df is None else f" (df {number(_plain(result.df))})"
    rows = [("statistic", f"{number(result.statistic)}{df}")]
    if result.estimate is not None and np.ndim(result.estimate) == 0:
        rows.append(("estimate", f"{number(result.estimate)}{_interval(result)}"))
    if result.effect is not None and np.ndim(result.effect.value) == 0:
        rows.append(("effect", f"{number(result.effect.value)} ({result.effect.name})"))
    if result.details.get("order") is not None:
        along = ", ".join(str(name) for name in result.details["order"])
        rows.append(("order", f"{along} (along the first discriminant, from low to high)"))
    return rows


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


def _interval(result: TestResult) -> str:
    if result.interval_at is None:
        return ""
    low, high = result.interval()
    return f", 95% interval {number(low)} to {number(high)}"


def _p(result: TestResult) -> str:
    """Return p; where a computer's numbers have none so small, the power of ten that is known."""
    power_of_ten = result.details.get("log10_p")
    if result.p_value == 0.0 and power_of_ten is not None and np.isfinite(power_of_ten):
        return f"10^{power_of_ten:.1f}"
    return number(result.p_value)


def _verdict(result: TestResult, about: About, alpha: float) -> str:
    """Return p and what follows from it; who is ahead is said only of a difference that is real."""
    significant = result.reject(alpha)
    text = f"p = {_p(result)}: {'' if significant else 'not '}significant at {alpha:g}"
    if not significant or about.larger is None:
        return text
    if about.better is None:
        return f"{text}; the scores of {about.larger} are larger here"
    return f"{text}; {about.better} does better here"
