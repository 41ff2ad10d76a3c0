"""`bakeoff procedures`: every way from numbers to a decision, with what it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from bakeoff.cli.options import Json
from bakeoff.cli.writing import show, write_json

if TYPE_CHECKING:
    from bakeoff.decide.procedures import Procedure


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("procedures", short_help="List the procedures of compare.")(list_procedures)


def list_procedures(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A procedure, to read all about it.")
    ] = None,
    json: Json = None,
) -> None:
    """List the procedures for `bakeoff compare --procedure`, or tell all about one."""
    from bakeoff.decide.procedures import named, procedures

    chosen = list(procedures().values()) if name is None else [named(name)]
    if json is not None:
        write_json({"procedures": [_content(one) for one in chosen]}, json)
    if json == "-":
        return
    if name is not None:
        show("\n".join(_all_of(chosen[0])))
        return
    width = max(len(one.name) for one in chosen)
    lines = [f"{one.name:<{width}}  {one.title}" for one in chosen]
    show("\n".join([*lines, "", "bakeoff procedures NAME tells more; auto takes what fits."]))


def _content(one: Procedure) -> dict[str, object]:
    return {
        "name": one.name,
        "title": one.title,
        "over": sorted(one.over),
        "measures": one.measures,
        "algorithms": one.algorithms,
        "why": one.why,
    }


def _all_of(one: Procedure) -> list[str]:
    from bakeoff.decide.methods import CITATIONS

    measures = {"one": "one measure", "several": "several measures together"}
    return [
        f"{one.name}: {one.title}",
        f"  compares over: {' or '.join(sorted(one.over))}",
        f"  measures: {measures.get(one.measures, one.measures)}",
        f"  algorithms: {one.algorithms} or more",
        f"  why: {one.why}",
        *(f"  source: {CITATIONS[key]}" for key in one.sources if key in CITATIONS),
    ]
