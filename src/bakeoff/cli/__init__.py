"""The shell: one file a command; each parses, calls, shows."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from bakeoff.cli.calibrate import add_to as add_calibrate
from bakeoff.cli.compare import add_to as add_compare
from bakeoff.cli.demo import add_to as add_demo
from bakeoff.cli.describe import add_to as add_describe
from bakeoff.cli.measure import add_to as add_measure
from bakeoff.cli.plan import add_to as add_plan
from bakeoff.cli.predictions import add_to as add_predictions
from bakeoff.cli.procedures import add_to as add_procedures
from bakeoff.cli.report import add_to as add_report
from bakeoff.cli.run import add_to as add_run
from bakeoff.cli.run_test import add_to as add_test
from bakeoff.cli.tests import add_to as add_tests
from bakeoff.errors import BakeoffError
from bakeoff.version import __version__

INTERRUPTED = 130  # what shells expect of a program that was stopped by Ctrl-C

app = typer.Typer(
    name="bakeoff",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help: half the time to start
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: bakeoff describe FILE",
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"bakeoff {__version__}")
        raise typer.Exit


@app.callback(help="Which of these classifiers is really better?")
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Hold what stands before a command."""


for add_to in (
    add_describe,
    add_compare,
    add_procedures,
    add_measure,
    add_test,
    add_tests,
    add_calibrate,
    add_predictions,
    add_plan,
    add_run,
    add_report,
    add_demo,
):
    add_to(app)


def main() -> None:
    """Run the command of the shell's line; a fault is one sentence on stderr and exit code 1."""
    raise SystemExit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    try:
        code = _answered(list(words))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as `head` does
        _silence(sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        sys.stderr.write("stopped\n")
    return code


def _answered(words: list[str]) -> int:
    try:
        app(words, prog_name="bakeoff")
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # the shell's library calls it a failure
            raise end.__context__ from None
        return end.code if isinstance(end.code, int) else 0
    except BakeoffError as fault:
        from bakeoff.cli.wording import for_shell

        sys.stderr.write(f"bakeoff: {for_shell(str(fault))}\n")
    except MemoryError:
        sys.stderr.write("bakeoff: there is not enough memory for this; give it fewer rows\n")
    except OSError:
        raise
    except Exception as fault:
        # a person at a shell is not shown a traceback
        if os.environ.get("BAKEOFF_TRACEBACK"):
            raise
        sys.stderr.write(
            f"bakeoff: a fault of bakeoff itself ({type(fault).__name__}: {fault}); "
            f"BAKEOFF_TRACEBACK=1 shows where\n"
        )
    return 1


def _silence(descriptor: int) -> None:
    """Send the rest of an output nowhere, so that Python does not fail on it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
