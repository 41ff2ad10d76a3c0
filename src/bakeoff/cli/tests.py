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
    from bakeoff.stats.registry import TESTS

    if name is not None:
        _tell(name)
        return
    if json is not None:
        asked = [{"name": one.name, "takes": one.takes, "asks": one.asks} for one in TESTS]
        write_json({"tests": asked}, json)
    if json != "-":
        width = max(len(one.name) for one in TESTS)
        lines = [f"{one.name:<{width}}  {one.asks}" for one in TESTS]
        show(
            "\n".join(
                [*lines, "", "bakeoff tests NAME tells more; bakeoff test NAME FILE runs one."]
            )
        )


def _tell(name: str) -> None:
    from bakeoff.cli.choices import usage
    from bakeoff.cli.inputs import TAKES
    from bakeoff.cli.run_test import kind_of
    from bakeoff.stats.registry import entry

    test = entry(name)
    function = test.load()
    show(f"{name}: {test.asks}\n")
    show(usage(name, function, TAKES[kind_of(test, function)]))
    show(f"\nFrom Python: {name}{inspect.signature(function)}\n\n{inspect.getdoc(function)}")
