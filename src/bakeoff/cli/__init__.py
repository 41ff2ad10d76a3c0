"""The shell: one file a command; each parses, calls, shows."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from bakeoff.cli.demo import add_to as add_demo
from bakeoff.cli.describe import add_to as add_describe
from bakeoff.cli.measure import add_to as add_measure
from bakeoff.cli.run_test import add_to as add_test
from bakeoff.cli.tests import add_to as add_tests
from bakeoff.errors import BakeoffError
from bakeoff.version import __version__

app = typer.Typer(
    name="bakeoff",
    help="Which of these classifiers is really better?",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help: half the time to start
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"bakeoff {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Which of these classifiers is really better?"""  # noqa: D400


for add_to in (add_describe, add_measure, add_test, add_tests, add_demo):
    add_to(app)


def main() -> None:
    """Run the command; a fault is one sentence on stderr and exit code 1."""
    try:
        app()
    except BakeoffError as fault:
        sys.stderr.write(f"bakeoff: {fault}\n")
        raise SystemExit(1) from None
    except MemoryError:
        sys.stderr.write("bakeoff: there is not enough memory for this; give it fewer rows\n")
        raise SystemExit(1) from None
    except Exception as fault:  # a person at a shell is not shown a traceback
        if os.environ.get("BAKEOFF_TRACEBACK"):
            raise
        sys.stderr.write(
            f"bakeoff: a fault of bakeoff itself ({type(fault).__name__}: {fault}); "
            f"BAKEOFF_TRACEBACK=1 shows where\n"
        )
        raise SystemExit(1) from None
