"""`bakeoff tests`: every test, with the question it asks."""

from __future__ import annotations

import inspect
from typing import Annotated

import typer


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("tests")(list_tests)


def list_tests(
    name: Annotated[str | None, typer.Argument(help="A test, to read all about it.")] = None,
) -> None:
    """List the tests, a line each; or say all about one."""
    from bakeoff.stats.registry import TESTS, entry

    if name is None:
        width = max(len(one.name) for one in TESTS)
        for one in TESTS:
            typer.echo(f"{one.name:<{width}}  {one.asks}")
        typer.echo("\nbakeoff tests NAME tells more; bakeoff test NAME FILE runs one.")
        return
    function = entry(name).load()
    typer.echo(f"{name}{inspect.signature(function)}\n\n{inspect.getdoc(function)}")
