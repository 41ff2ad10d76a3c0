"""The tables of a report, in the order a person asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import caption
from bakeoff.report.cells import Cell, Table, decimals, fixed, number, numbers, p_value, text

MOST_ROWS = 2000  # of scores; a page is to stay usable
MOST_COLUMNS = 20  # of the grid of wins
ROW = {"data sets": "data set", "splits": "split", "runs": "run", "items": "item"}


def algorithms(comparison: Comparison) -> Table:
    """Return the algorithms in their order: means, mean rank, wins."""
    question = comparison.question
    names = [str(name) for name in comparison.order]
    columns: dict[str, Sequence[Cell]] = {
        "": numbers(range(1, len(names) + 1)),
        "algorithm": [text(name, strong=name == comparison.recommended) for name in names],
    }
    several = len(question.measures) > 1
    if several:
        places = [question.algorithms.index(name) for name in names]
        for place, measure in enumerate(question.measures):
            means = np.nanmean(question.cube[:, places, place], axis=0)
            columns[f"mean {measure}"] = numbers(means)
    else:
        found = {str(name): mean for name, mean in comparison.means.items()}
        columns[f"mean {question.measure}"] = numbers([found.get(name) for name in names])
    # ranks and better rows are those of one measure
    if comparison.ranks and question.over != "items" and not several:
        ranks = {str(name): rank for name, rank in comparison.ranks.items()}
        columns["mean rank"] = [fixed(float(ranks.get(name, np.nan)), 2) for name in names]
    counted = comparison.wins.n == question.n
    if comparison.wins.n > 1 and not (several and counted):
        total = dict(zip(map(str, comparison.wins.algorithms), comparison.wins.total, strict=True))
        what = ROW[question.over] if counted else "row"
        head = f"{what}s with a win (of {comparison.wins.n})"
        columns[head] = numbers([total.get(name) for name in names])
    return _of_columns("algorithms", "The algorithms, the best first", columns)


def pairs(comparison: Comparison) -> Table:
    """Return who differs from whom, by how much, with intervals; the smallest p first."""
    found = comparison.pairs
    order = np.lexsort((found.p_value, found.p_adjusted)).tolist()
    places = decimals([*found.difference, *found.low, *found.high])
    first, second = found.a, found.b
    differ = np.asarray(found.significant)[order].tolist()
    columns: dict[str, Sequence[Cell]] = {
        "a": [text(first[row]) for row in order],
        "b": [text(second[row]) for row in order],
        "a - b": [fixed(float(found.difference[row]), places) for row in order],
        "low": [fixed(float(found.low[row]), places) for row in order],
        "high": [fixed(float(found.high[row]), places) for row in order],
        found.effect_name or "effect": numbers(found.effect[order], 3),
        "p": [p_value(found.p_value[row]) for row in order],
        "p adjusted": [
            p_value(found.p_adjusted[row], strong=real)
            for row, real in zip(order, differ, strict=True)
        ],
        "verdict": [text("differ" if real else "", strong=real) for real in differ],
    }
    what = "Against the control" if comparison.question.control is not None else "All pairs"
    if len(found) == 1:
        what = "The pair"
    unit = caption.difference_of(comparison)
    told = f"{what}: {caption.of_intervals(comparison)}; a - b is the {unit}"
    return _of_columns("pairs", told, columns)


def undecided(comparison: Comparison) -> Table | None:
    """Return for each pair that was not told apart how many rows would do it, the fewest first."""
    rows = sorted(
        comparison.undecided,
        key=lambda row: float("inf") if row["needed"] is None else float(row["needed"]),
    )
    if not rows:
        return None
    unit = str(rows[0]["rows"])
    given = rows[0]["effect"] == "given"
    columns: dict[str, Sequence[Cell]] = {
        "a": [text(row["a"]) for row in rows],
        "b": [text(row["b"]) for row in rows],
        "difference to show" if given else "a - b": numbers([row["difference"] for row in rows]),
        f"{unit} needed": [
            text("no number is enough") if row["needed"] is None else number(row["needed"])
            for row in rows
        ],
    }
    effect = "the margin" if given else "the observed difference"
    told = (
        f"The number of {unit} that would show {effect} with {100 * rows[0]['power']:g} % power, "
        f"at the level {rows[0]['alpha']:.3g} for each pair; there are {rows[0]['have']}"
    )
    return _of_columns("undecided", told, columns)


def equivalence(comparison: Comparison) -> Table | None:
    """Return who is equivalent within the margin, and who is not worse."""
    if not comparison.equivalence:
        return None
    rows = []
    for row in comparison.equivalence:
        a, b = row["a"], row["b"]
        told = "equivalent" if row["equivalent"] else ""
        if not told:
            better = [name for name, key in ((a, "a"), (b, "b")) if row[f"{key}_not_worse"]]
            told = f"{better[0]} is not worse" if better else "not decided"
        ps = [row["p_equivalent"], row["p_a_not_worse"], row["p_b_not_worse"]]
        cells = [text(a), text(b), *(p_value(p) for p in ps)]
        rows.append((*cells, text(told, strong=bool(row["equivalent"]))))
    heads = ("a", "b", "p equivalent", "p a not worse", "p b not worse", "verdict")
    told = (
        f"Equivalent within a margin of {comparison.margin:g}? Two one-sided tests "
        f"({caption.named(str(comparison.equivalence[0]['test']))})"
    )
    return Table("equivalence", told, heads, tuple(rows))


def wins(comparison: Comparison) -> Table | None:
    """Return how often the row's algorithm beats the column's, and any other at all."""
    found = comparison.wins
    if len(found.algorithms) > MOST_COLUMNS or found.n < 2:
        return None
    names = [str(name) for name in found.algorithms]
    order = [names.index(str(name)) for name in comparison.order]
    rows = tuple(
        (
            text(names[i]),
            *(Cell("") if i == j else number(found.counts[i, j]) for j in order),
            number(found.total[i]),
        )
        for i in order
    )
    what = "significant wins" if comparison.pairs.name == "sign_grid" else "better scores"
    told = f"Wins of the row's algorithm over the column's ({what}, of {found.n}), and over any"
    heads = ("", *(names[place] for place in order), "any")
    return Table("wins", told, heads, rows)


def scores(comparison: Comparison, measure: int = 0) -> Table:
    """Return the numbers that were compared; the best of each row is strong."""
    question = comparison.question
    names = [str(name) for name in question.algorithms]
    order = [names.index(str(name)) for name in comparison.order]
    shown = question.cube[:MOST_ROWS, order, measure]
    name = question.measures[measure]
    higher = question.scores.higher_is_better[name]
    edge = np.fmax.reduce if higher else np.fmin.reduce
    best = edge(shown, axis=1)
    paired = question.over != "runs"
    places = decimals(shown)
    rows = tuple(
        (
            text(label),
            *(
                fixed(float(value), places, strong=paired and bool(value == top))
                for value in values
            ),
        )
        for label, values, top in zip(question.rows, shown, best, strict=False)
    )
    heads = (ROW[question.over], *(names[place] for place in order))
    told = f"{name}, {'more' if higher else 'less'} is better"
    if question.n > MOST_ROWS:
        told += f"; the first {MOST_ROWS} of {question.rows_text}"
    return Table(f"scores-{name}", told, heads, rows)


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


def _of_columns(name: str, caption: str, columns: Mapping[str, Sequence[Cell]]) -> Table:
    rows = tuple(zip(*columns.values(), strict=True))
    return Table(name, caption, tuple(columns), rows)


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
