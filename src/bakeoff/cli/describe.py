"""`bakeoff describe FILE...`: what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from bakeoff.cli.options import (
    Columns,
    Files,
    Json,
    Measures,
    Models,
    Positive,
    Truth,
    Where,
    names_of,
    pairs_of,
    source_of,
)
from bakeoff.cli.wording import for_shell
from bakeoff.cli.writing import show, write_json

if TYPE_CHECKING:
    from bakeoff.data.describe import Description

SHOWN = 12


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("describe")(describe)


def describe(
    files: Files,
    where: Where = None,
    column: Columns = None,
    measures: Measures = None,
    y: Truth = None,
    models: Models = None,
    positive: Positive = None,
    json: Json = None,
) -> None:
    """Say what is in a file: data sets, algorithms, splits, measures, and what is wrong."""
    from bakeoff.data.describe import describe as look

    found = look(
        source_of(files),
        where=pairs_of(where, "--where"),
        columns=pairs_of(column, "--column"),
        measure=names_of(measures),
        y=y,
        models=names_of(models),
        positive=positive,
    )
    if json is not None:
        write_json(found.to_dict(), json)
    if json != "-":
        show("\n".join(lines(found)))


def lines(found: Description) -> list[str]:
    """Return a description as lines for a person."""
    return [
        found.kind,
        *_contents(found),
        *(f"  note: {note}" for note in found.notes),
        *(f"  to settle: {for_shell(problem)}" for problem in found.problems),
        *(f"  next: {step}" for step in found.next),
    ]


def _contents(found: Description) -> list[str]:
    text = []
    if found.datasets:
        design = f"  ({found.design})" if found.design else ""
        text += [_row("data sets", found.datasets), _row("splits", (), f"{found.splits}{design}")]
    text += [_row("algorithms", found.algorithms)] if found.algorithms else []
    if found.items is not None:
        text.append(_row("rows" if found.columns else "items", (), str(found.items)))
    text += [_row("columns", found.columns)] if found.columns else []
    if found.classes:
        text.append(f"{_row('classes', found.classes)}  (positive: {found.positive or 'not said'})")
    if found.kind == "scores" and found.measures:
        text.append(_row("measures", tuple(_measure(found, name) for name in found.measures)))
    text += [_row(f"factor {name}", tuple(levels)) for name, levels in found.second_factors.items()]
    text += [_row("missing", found.missing)] if found.missing else []
    return text + ([_row("doubled", found.doubled)] if found.doubled else [])


def _row(what: str, names: tuple[str, ...], alone: str = "") -> str:
    """Return one line: how many there are and the first of them, or one thing alone."""
    more = f", ... and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    listed = ", ".join(name or "(unnamed)" for name in names[:SHOWN])
    return f"  {what:<15} {alone or f'{len(names)}  {listed}{more}'}"


def _measure(found: Description, name: str) -> str:
    direction = found.directions.get(name)
    return f"{name} ({direction} is better)" if direction else f"{name} (direction not known)"
