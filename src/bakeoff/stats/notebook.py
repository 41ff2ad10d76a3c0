"""What a notebook shows of a result: a small table; every word is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from bakeoff.stats.results import PairTable, TestResult

SHOWN = 40  # pairs before the rest is counted


def of_result(result: TestResult) -> str:
    """Return a test result as HTML."""
    if isinstance(result.p_value, np.ndarray):
        return f"<p>{escape(repr(result))}</p>"
    rows = [
        ("statistic", number(result.statistic)),
        ("p", number(result.p_value)),
        ("alternative", result.alternative),
        ("method", result.method),
        *([("n", str(result.n))] if result.n is not None else []),
        *([("df", str(result.df))] if result.df is not None else []),
        *([("estimate", number(result.estimate))] if result.estimate is not None else []),
    ]
    if result.interval_at is not None:
        low, high = result.interval()
        rows.append(("95 % interval", f"{number(low)} to {number(high)}"))
    if result.effect is not None:
        rows.append((result.effect.name, number(result.effect.value)))
    notes = "".join(f"<p>{escape(note)}</p>" for note in result.notes)
    return f"{table(None, rows, caption=result.name)}{notes}"


def of_pairs(found: PairTable) -> str:
    """Return a table of pairs as HTML; of many the first, and how many there are more."""
    if found.p_adjusted.ndim != 1:
        return f"<p>{escape(repr(found))}</p>"
    heads = ("a", "b", "a - b", "low", "high", "p", "p adjusted", "")
    columns = (found.difference, found.low, found.high, found.p_value, found.p_adjusted)
    rows = [
        (
            str(found.a[row]),
            str(found.b[row]),
            *(number(column[row]) for column in columns),
            "differ" if found.significant[row] else "",
        )
        for row in range(min(len(found), SHOWN))
    ]
    more = f"<p>and {len(found) - SHOWN} more pairs</p>" if len(found) > SHOWN else ""
    notes = "".join(f"<p>{escape(note)}</p>" for note in found.notes)
    caption = f"{found.name}, correction {found.correction}, alpha = {found.alpha:g}"
    return f"{table(heads, rows, caption=caption)}{more}{notes}"


def number(value: Any) -> str:
    """Return a number as a cell shows it; nothing where there is none."""
    known = float(value)
    return "" if np.isnan(known) else f"{known:.4g}"


def table(heads: Sequence[str] | None, rows: Iterable[Sequence[str]], *, caption: str) -> str:
    """Return a table; without heads the first cell of each row is its head."""
    head = ""
    if heads is not None:
        cells = "".join(f"<th>{escape(name)}</th>" for name in heads)
        head = f"<thead><tr>{cells}</tr></thead>"
    lines = []
    for first, *rest in rows:
        mark = "td" if heads is not None else "th"
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        lines.append(f"<tr><{mark}>{escape(first)}</{mark}>{cells}</tr>")
    body = "".join(lines)
    return f"<table><caption>{escape(caption)}</caption>{head}<tbody>{body}</tbody></table>"
