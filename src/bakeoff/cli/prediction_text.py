"""What `bakeoff predictions` shows: for each measure a verdict and one small table."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bakeoff.cli import verdict_text
from bakeoff.cli.writing import number
from bakeoff.decide.curves_of_two import crossings_text

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions
    from bakeoff.decide.comparison import Comparison

WIDTH = 96


def lines(found: Sequence[Comparison], *, why: bool = False) -> list[str]:
    """Return comparisons by one measure each, the first one first."""
    text: list[str] = []
    for one in found:
        text += [*([""] if text else []), *_of_measure(one, why=why)]
    if not why and any(one.parts.get("estimates") for one in found):
        text += ["", "--why tells the reasons, what was checked and all pairs"]
    return text


def _of_measure(found: Comparison, *, why: bool) -> list[str]:
    rows = found.parts.get("estimates", ())
    if not rows:
        return verdict_text.lines(found, why=why)
    if why:
        shown = [*table(found, rows), *_curves(found)]
        return verdict_text.lines(found, why=True, shown=shown)
    told = [*textwrap.wrap(found.verdict, WIDTH, break_on_hyphens=False), ""]
    told += [*table(found, rows), *_curves(found)]
    for warning in found.warnings:
        told += textwrap.wrap(
            warning, WIDTH, initial_indent="mind: ", subsequent_indent="  ", break_on_hyphens=False
        )
    return told


def _curves(found: Comparison) -> list[str]:
    """Return where the curves of two models cross."""
    told = crossings_text(found)
    return ["", *textwrap.wrap(told, WIDTH, break_on_hyphens=False)] if told else []


def table(found: Comparison, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a row for each model: the measure, its interval, and how it stands to the first."""
    own = {str(row["algorithm"]): row for row in rows}
    against = found.question.control or found.order[0]
    heads, beside = verdict_text.beside_of(found, against)
    letters = verdict_text.letters_of(found)
    level = f"{100.0 * (1.0 - found.alpha):g} % interval"
    cells = [["", found.question.measure, level, *heads, *(["alike"] if letters else [])]]
    for name in found.order[: verdict_text.ROWS]:
        row = own[name]
        empty = [""] * len(heads)
        cells.append(
            [name, number(float(row["estimate"])), _interval(row), *beside.get(name, empty),
             *letters.get(name, [])]
        )  # fmt: skip
    told = verdict_text.in_columns(cells)
    more = len(found.order) - verdict_text.ROWS
    if more > 0:
        told.append(f"... and {more} more; --json has all")
    if letters:
        told.append("alike: two with a letter in common are not shown to differ")
    return [*told, *verdict_text.of_the_intervals(found)]


def _interval(row: Mapping[str, Any]) -> str:
    return f"{number(float(row['low']))} to {number(float(row['high']))}"


def of_one(source: Predictions, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what is known of a single model."""
    told = [f"{source.algorithms[0]}, over {len(source)} items; there is nobody to compare it with"]
    width = max(len(str(row["measure"])) for row in rows)
    for row in rows:
        level = f"{100.0 * float(row['level']):g} % interval"
        told.append(
            f"  {row['measure']:<{width}}  {number(float(row['estimate']))}, {level} "
            f"{_interval(row)} ({row['method']})"
        )
    return told
