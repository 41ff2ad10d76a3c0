"""The tables of a report, in the order a person asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.decide.pair_estimates import TOO_FEW, middle_of
from bakeoff.decide.rows_needed import ENDLESS
from bakeoff.figures import caption
from bakeoff.report.cells import Cell, Table, decimals, fixed, number, numbers, p_value, text

MOST_ROWS = 2000  # of scores; a page is to stay usable
MOST_PAIRS = 5000  # all those of a hundred algorithms
MOST_COLUMNS = 20  # of the grid of wins
LONG_HEAD = 24  # letters; a longer one is told in the caption
ROW = {"data sets": "data set", "splits": "split", "runs": "run", "items": "item"}


def algorithms(comparison: Comparison) -> Table:
    """Return the algorithms in their order: means, mean rank, wins."""
    question = comparison.question
    names = [str(name) for name in comparison.order]
    # the cheapest of those that nothing beats is no winner to be set in bold
    chosen = names[0] if comparison.recommended == names[0] else None
    columns: dict[str, Sequence[Cell]] = {
        "": numbers(range(1, len(names) + 1)),
        "algorithm": [text(name, strong=name == chosen) for name in names],
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
    told = "The algorithms, the best first"
    if not several or comparison.wins.n != question.n:
        counted, how = _counted(comparison, names)
        columns |= counted
        told += how
    return _of_columns("algorithms", told, columns)


def _counted(comparison: Comparison, names: Sequence[str]) -> tuple[dict[str, list[Cell]], str]:
    """Return on how many rows each is the best, and how that was counted.

    Where wins are significant ones: how often it wins against others, and how often it loses.
    """
    question, found = comparison.question, comparison.wins
    place = [list(map(str, found.algorithms)).index(name) for name in names]
    if found.n < 2 or question.over in {"items", "runs"}:
        return {}, ""
    if _significant_wins(comparison) or found.n != question.n:
        columns = {
            f"beats another on (of {found.n})": numbers(found.total[place]),
            "wins": numbers(found.counts.sum(axis=1)[place]),
            "losses": numbers(found.counts.sum(axis=0)[place]),
        }
        return columns, "; wins and losses are those against each of the others, added up"
    order = [list(map(str, question.algorithms)).index(name) for name in names]
    losses = question.losses[:, order]
    best = losses == np.fmin.reduce(losses, axis=1, keepdims=True)
    shared = int((best.sum(axis=1) > 1).sum())
    rows = ROW[question.over] + "s"
    ties = f", {shared} of them shared" if shared else ""
    told = f"; the last column is on how many of the {found.n} {rows} each has the best score{ties}"
    return {f"best on (of {found.n})": numbers(best.sum(axis=0))}, told


def _significant_wins(comparison: Comparison) -> bool:
    return comparison.pairs.name == "sign_grid"


def pairs(comparison: Comparison) -> Table:
    """Return who differs from whom, by how much, with intervals; the smallest p first."""
    found = comparison.pairs
    order = np.lexsort((found.p_value, found.p_adjusted))[:MOST_PAIRS].tolist()
    effect = found.effect_name or "effect"
    head = "effect" if len(effect) > LONG_HEAD else effect
    same = np.allclose(found.effect, found.difference, rtol=1e-9, equal_nan=True)
    places = decimals([*found.difference, *found.low, *found.high])
    first, second = found.a, found.b
    differ = np.asarray(found.significant)[order].tolist()
    columns: dict[str, Sequence[Cell]] = {
        "a": [text(first[row]) for row in order],
        "b": [text(second[row]) for row in order],
        "a - b": [fixed(float(found.difference[row]), places) for row in order],
        "low": [fixed(float(found.low[row]), places) for row in order],
        "high": [fixed(float(found.high[row]), places) for row in order],
        **({} if same else {head: numbers(found.effect[order], 3)}),
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
    middle = middle_of(found)
    unit = (
        f"{middle} of {comparison.question.measure}"
        if middle
        else caption.difference_of(comparison)
    )
    unit += "".join(f"; {note}" for note in found.notes if TOO_FEW in note)
    told = f"{what}: {caption.of_intervals(comparison)}; a - b is the {unit}"
    if head != effect and not same:
        told += f"; effect is the {effect}"
    if len(found) > MOST_PAIRS:
        told += f"; the first {MOST_PAIRS} of {len(found)}, the JSON has all"
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
            text(_never(comparison, row)) if row["needed"] is None else number(row["needed"])
            for row in rows
        ],
    }
    effect = "the margin" if given else "the observed difference, itself uncertain,"
    told = (
        f"The number of {unit} that would show {effect} with {100 * rows[0]['power']:g} % power, "
        f"at the level {rows[0]['alpha']:.3g} for each pair; there are {rows[0]['have']}"
    )
    return _of_columns("undecided", told, columns)


def _never(comparison: Comparison, row: Mapping[str, Any]) -> str:
    """Return what is said in the place of a number that no plan gives."""
    nothing = float(row["difference"] or 0.0) == 0.0 or row["towards"] is False
    if nothing or comparison.question.test_train_ratio is not None:
        return "no number is enough"
    return f"more than {ENDLESS:,.0f}"


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
    """Return how often the row's algorithm beats the column's, and how often it wins in all.

    Of significant wins the last column is the union: on how many rows it beats any other.
    """
    found = comparison.wins
    if len(found.algorithms) > MOST_COLUMNS or found.n < 2:
        return None
    names = [str(name) for name in found.algorithms]
    order = [names.index(str(name)) for name in comparison.order]
    union_of = _significant_wins(comparison)
    last = found.total if union_of else found.counts.sum(axis=1)
    rows = tuple(
        (
            text(names[i]),
            *(Cell("") if i == j else number(found.counts[i, j]) for j in order),
            number(last[i]),
        )
        for i in order
    )
    what, union = ("significant wins", "any") if union_of else ("better scores", "all")
    over = "any" if union_of else "all together"
    told = f"Wins of the row's algorithm over the column's ({what}, of {found.n}), and over {over}"
    heads = ("", *(names[place] for place in order), union)
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


def _of_columns(name: str, caption: str, columns: Mapping[str, Sequence[Cell]]) -> Table:
    rows = tuple(zip(*columns.values(), strict=True))
    return Table(name, caption, tuple(columns), rows)
