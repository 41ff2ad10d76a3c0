"""`bakeoff tests`: every test, with the question it asks."""

from __future__ import annotations

import inspect
from typing import Annotated

import typer

from bakeoff.cli.options import Json
from bakeoff.cli.writing import show, write_json


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("tests", short_help="List the tests, or tell all about one.")(list_tests)


def list_tests(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A test, to read all about it.")
    ] = None,
    json: Json = None,
) -> None:
    """List the tests, a line each; or tell all about one."""
    from bakeoff.cli.named import every

    if name is not None:
        _tell(name)
        return
    if json is not None:
        asked = [{"name": one.name, "takes": one.takes, "asks": one.asks} for one in every()]
        write_json({"tests": asked}, json)
    if json != "-":
        width = max(len(one.name) for one in every())
        lines = [f"{one.name:<{width}}  {one.asks}" for one in every()]
        show(
            "\n".join(
                [*lines, "", "bakeoff tests NAME tells more; bakeoff test NAME FILE runs one."]
            )
        )


def _tell(name: str) -> None:
    from bakeoff.cli.choices import choices_of, usage
    from bakeoff.cli.inputs import TAKES
    from bakeoff.cli.named import data_of, kind_of, named

    test = named(name)
    function = test.load()
    kind = kind_of(test, function)
    show(f"{name}: {test.asks}\n")
    show(usage(name, choices_of(function, data_of(kind)), TAKES[kind]))
    show(f"\nFrom Python: {name}{inspect.signature(function)}\n\n{inspect.getdoc(function)}")
