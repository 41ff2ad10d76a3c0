"""The tables of a report, as plain rows: what is shown, and the whole number behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bakeoff.decide.comparison import Comparison


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows, and what it is: a number, a text, or nothing."""

    text: str
    value: float | str | None = None
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its name in files, its caption, the heads of its columns, its rows."""

    name: str
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numeric: tuple[bool, ...] = field(default=())

    def __post_init__(self) -> None:
        flags = tuple(
            any(isinstance(row[place].value, float) for row in self.rows)
            for place in range(len(self.heads))
        )
        object.__setattr__(self, "numeric", flags)


def number(value: Any, digits: int = 4, *, strong: bool = False) -> Cell:
    """Return a cell with a number, nothing where there is none.

    Examples
    --------
    >>> number(0.123456).text, number(float("nan")).text, number(3).text, number(1e-9).text
    ('0.1235', '', '3', '1e-09')
    """
    if value is None:
        return Cell("")
    known = float(value)
    if np.isnan(known):
        return Cell("")
    if np.isinf(known):
        return Cell("∞" if known > 0 else "-∞", known)
    whole = known == int(known) and abs(known) < 1e9
    return Cell(str(int(known)) if whole else f"{known:.{digits}g}", known, strong)


def text(value: Any, *, strong: bool = False) -> Cell:
    """Return a cell with words."""
    return Cell(str(value), str(value), strong)


def p_value(value: Any, *, strong: bool = False) -> Cell:
    """Return a cell with a p-value: three digits; the far tail as what it is below."""
    known = float(value)
    if np.isnan(known):
        return Cell("")
    return Cell("< 1e-16" if known < 1e-16 else f"{known:.3g}", known, strong)


def algorithms(comparison: Comparison) -> Table:
    """Return the algorithms in their order: mean, mean rank, wins."""
    total = {
        str(name): int(wins)
        for name, wins in zip(comparison.wins.algorithms, comparison.wins.total, strict=True)
    }
    means = {str(name): value for name, value in comparison.means.items()}
    ranks = {str(name): value for name, value in comparison.ranks.items()}
    heads = ["", "algorithm", f"mean {comparison.question.measure}"]
    heads += ["mean rank"] if ranks else []
    heads += ["rows on which it beats another"]
    rows = []
    for place, name in enumerate(map(str, comparison.order), 1):
        best = name == comparison.recommended
        cells = [number(place), text(name, strong=best), number(means.get(name))]
        cells += [number(ranks.get(name))] if ranks else []
        rows.append((*cells, number(total.get(name))))
    return Table("algorithms", "The algorithms, the best first", tuple(heads), tuple(rows))


def pairs(comparison: Comparison) -> Table:
    """Return who differs from whom, by how much, with intervals; the smallest p first."""
    found = comparison.pairs
    heads = ("a", "b", "a - b", "low", "high", found.effect_name or "effect", "p", "p adjusted", "")
    order = np.lexsort((found.p_value, found.p_adjusted))
    rows = []
    for row in order.tolist():
        differ = bool(found.significant[row])
        rows.append(
            (
                text(found.a[row]),
                text(found.b[row]),
                number(found.difference[row]),
                number(found.low[row]),
                number(found.high[row]),
                number(found.effect[row], 3),
                p_value(found.p_value[row]),
                p_value(found.p_adjusted[row], strong=differ),
                text("differ" if differ else ""),
            )
        )
    caption = f"All pairs: {found.name.replace('_', ' ')}, correction: {found.correction}"
    return Table("pairs", caption, heads, tuple(rows))


def scores(comparison: Comparison, measure: int = 0) -> Table:
    """Return the numbers that were compared; the best of each row is strong."""
    question = comparison.question
    names = [str(name) for name in question.algorithms]
    order = [names.index(str(name)) for name in comparison.order]
    table = question.cube[:, order, measure]
    name = question.measures[measure]
    higher = question.scores.higher_is_better[name]
    edge = np.fmax.reduce if higher else np.fmin.reduce
    best = edge(table, axis=1)
    what = {"data sets": "data set", "splits": "split", "runs": "run", "items": "item"}
    rows = tuple(
        (text(label), *(number(value, strong=bool(value == top)) for value in values))
        for label, values, top in zip(question.rows, table, best, strict=True)
    )
    heads = (what[question.over], *(names[place] for place in order))
    direction = "more" if higher else "less"
    return Table(f"scores-{name}", f"{name}, {direction} is better", heads, rows)


def checks(comparison: Comparison) -> Table:
    """Return what was checked, and what was seen."""
    rows = tuple(
        (
            text(check.title),
            text(check.outcome, strong=check.outcome == "issue"),
            p_value(float("nan") if check.p_value is None else check.p_value),
            text(check.sentence),
        )
        for check in comparison.checks
    )
    return Table("checks", "What was checked", ("check", "outcome", "p", "what was seen"), rows)


def of_mappings(name: str, caption: str, found: Iterable[Mapping[str, Any]]) -> Table:
    """Return a table of rows that are given by name; the names are its heads."""
    rows = list(found)
    heads = tuple(dict.fromkeys(key for row in rows for key in row))
    cells = tuple(tuple(_cell(row.get(head)) for head in heads) for row in rows)
    return Table(name, caption, tuple(head.replace("_", " ") for head in heads), cells)


def _cell(value: Any) -> Cell:
    if value is None:
        return Cell("")
    if isinstance(value, bool | np.bool_):
        return text("yes" if value else "no")
    if isinstance(value, int | float | np.integer | np.floating):
        return number(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return text(", ".join(map(str, value)))
    return text(value)
