"""The tables in an answer: all pairs, an analysis of variance, a line for each measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.cli.writing import number
from bakeoff.stats.results import PairTable, TestResult

if TYPE_CHECKING:
    from bakeoff.cli.about import About

WORDS = {"sum_of_squares": "sum of squares", "mean_square": "mean square"}


def pair_lines(result: PairTable, about: About) -> list[str]:
    """Return a table of pairs without columns that this test has no numbers for."""
    if not len(result):
        return []
    columns: dict[str, Sequence[str]] = {
        "a": [str(name) for name in result.a],
        "b": [str(name) for name in result.b],
        "difference": _numbers(result.difference),
    }
    if result.correction != "none" and not np.array_equal(result.p_value, result.p_adjusted):
        columns["p"] = _numbers(result.p_value)
    columns["p adjusted" if "p" in columns else "p"] = _numbers(result.p_adjusted)
    if np.isfinite(result.low).any() or np.isfinite(result.high).any():
        columns["from"], columns["to"] = _numbers(result.low), _numbers(result.high)
    columns["verdict"] = [_verdict(result, about, row) for row in range(len(result))]
    kept = {name: column for name, column in columns.items() if set(column) != {"-"}}
    found = int(result.significant.sum())
    verb = "differs" if found == 1 else "differ"
    noun = "pair" if len(result) == 1 else "pairs"
    return [*_text(kept), f"{found} of {len(result)} {noun} {verb} at {result.alpha:g}"]


def _verdict(result: PairTable, about: About, row: int) -> str:
    """Return who of a pair does better, where that is shown and the direction is known."""
    if not result.significant[row]:
        return "not shown"
    difference = float(result.difference[row])
    lower = "mean_ranks" in result.details or about.higher_is_better is False
    if about.higher_is_better is None or difference == 0.0 or np.isnan(difference):
        return "differ"
    first = (difference < 0.0) == lower
    return f"{result.a[row] if first else result.b[row]} better"


def tables_of(result: TestResult) -> list[str]:
    """Return the tables that a result holds: those of its details whose values have names."""
    lines: list[str] = []
    for name, detail in result.details.items():
        if isinstance(detail, Mapping) and detail and all(map(_is_row, detail.values())):
            lines += _table(
                "" if name == "table" else name.replace("_", " "), _wider(result, detail)
            )
    return lines


def _is_row(value: Any) -> bool:
    return isinstance(value, Mapping) and all(np.ndim(part) == 0 for part in value.values())


def _wider(result: TestResult, table: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """Return a table by measures with the interval of each difference, where there is one."""
    if result.interval_at is None or np.asarray(result.estimate).shape != (len(table),):
        return table
    low, high = (np.asarray(limit).tolist() for limit in result.interval())
    return {
        name: {**row, "from": low[place], "to": high[place]}
        for place, (name, row) in enumerate(table.items())
    }


def _table(title: str, table: Mapping[str, Mapping[str, Any]]) -> list[str]:
    heads = list(dict.fromkeys(head for row in table.values() for head in row))
    columns: dict[str, Sequence[str]] = {title: list(table)}
    for head in heads:
        cells = [row.get(head, np.nan) for row in table.values()]
        columns[WORDS.get(head, head.replace("_", " "))] = _numbers(cells)
    return _text(columns)


def _numbers(values: Any) -> list[str]:
    return [_cell(value) for value in np.asarray(values, dtype=object).tolist()]


def _cell(value: Any) -> str:
    """Return a number as in all answers; a missing one is a line."""
    plain = value.item() if isinstance(value, np.generic) else value
    return "-" if isinstance(plain, float) and np.isnan(plain) else number(plain)


def _text(columns: Mapping[str, Sequence[str]]) -> list[str]:
    """Return columns as lines: names to the left, numbers to the right."""
    parts = []
    for place, (head, cells) in enumerate(columns.items()):
        width = max([len(head), *map(len, cells)])
        left = place == 0 or head in {"b", "verdict"}
        parts.append(
            [f"{cell:<{width}}" if left else f"{cell:>{width}}" for cell in (head, *cells)]
        )
    return [f"  {'  '.join(row)}".rstrip() for row in zip(*parts, strict=True)]
