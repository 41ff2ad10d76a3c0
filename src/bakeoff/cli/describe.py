"""`bakeoff describe FILE...`: what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from bakeoff.cli.options import Files, Json, Where, pairs_of, source_of
from bakeoff.cli.writing import write_json

if TYPE_CHECKING:
    from bakeoff.data.describe import Description

SHOWN = 12


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("describe")(describe)


def describe(files: Files, where: Where = None, json: Json = None) -> None:
    """Say what is in a file: data sets, algorithms, splits, measures, and what is wrong."""
    from bakeoff.data.describe import describe as look

    found = look(source_of(files), where=pairs_of(where, "--where"))
    if json is not None:
        write_json(found.to_dict(), json)
    if json != "-":
        typer.echo("\n".join(lines(found)))


def lines(found: Description) -> list[str]:
    """Return a description as lines for a person."""
    text = [f"{found.kind}"]
    text.append(_row("data sets", found.datasets))
    text.append(f"  {'splits':<16}{found.splits}" + (f"  ({found.design})" if found.design else ""))
    text.append(_row("algorithms", found.algorithms))
    if found.items is not None:
        text.append(f"  {'items':<16}{found.items}")
    if found.classes:
        positive = found.positive or "not said"
        text.append(_row("classes", found.classes) + f"  (positive: {positive})")
    if found.kind == "scores":
        text += [_row("measures", tuple(_measure(found, name) for name in found.measures))]
    text += [_row(f"factor {name}", tuple(levels)) for name, levels in found.second_factors.items()]
    text += [_row("missing", found.missing)] if found.missing else []
    text += [_row("doubled", found.doubled)] if found.doubled else []
    text += [f"  note: {note}" for note in found.notes]
    text += [f"  to settle: {problem}" for problem in found.problems]
    text += [f"  next: {step}" for step in found.next]
    return text


def _row(what: str, names: tuple[str, ...]) -> str:
    more = f", ... and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"  {what:<16}{len(names)}  {', '.join(names[:SHOWN])}{more}"


def _measure(found: Description, name: str) -> str:
    direction = found.directions.get(name)
    return f"{name} ({direction} is better)" if direction else f"{name} (direction not known)"
