"""`bakeoff run study.toml`: run a study, or go on where it was stopped."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bakeoff.cli.writing import say, say_notes, show
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.experiments.results import StudyResults

SHOWN = 5
MEGABYTE = 1_000_000

Study = Annotated[Path, typer.Argument(metavar="STUDY", help="The study, such as study.toml.")]
To = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Where the results go; named after the study by default."),
]
Engine = Annotated[
    str,
    typer.Option(metavar="E", help="local (all cores), serial, or a cluster: tcp://host:8786."),
]
Workers = Annotated[int | None, typer.Option(metavar="N", help="How many processes.")]
TimeLimit = Annotated[
    float | None, typer.Option(metavar="S", help="Stop a cell after so many seconds.")
]
MemoryLimit = Annotated[
    float | None, typer.Option(metavar="MB", help="Stop a cell that takes more memory.")
]
Again = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Run an algorithm or a data set anew, or all that failed."),
]
Predictions = Annotated[
    bool, typer.Option("--predictions/--no-predictions", help="Keep what each model predicted.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("run", short_help="Run a study, or go on with it.")(run)


def run(
    study: Study,
    to: To = None,
    engine: Engine = "local",
    workers: Workers = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    again: Again = None,
    predictions: Predictions = True,
    quiet: Quiet = False,
) -> None:
    """Run what a study's folder does not hold yet. The classes that it names are imported.

    Finished cells are kept at once: after a stop of any kind the same command goes on. Importing
    a class runs its module's code; read a study from somebody else before it is run.
    """
    from bakeoff.experiments.study import Study as Definition

    folder = Path(study.stem) if to is None else to
    definition = Definition.from_file(study)
    try:
        results = definition.run(
            folder,
            engine=engine,
            workers=workers,
            keep_predictions=predictions,
            progress=not quiet,
            time_limit=time_limit,
            memory_limit=None if memory_limit is None else memory_limit * MEGABYTE,
            again=again or (),
        )
    except KeyboardInterrupt:
        _say_what_is_kept(folder)
        raise
    if quiet:
        say_notes(results.notes)
    show("\n".join(ending(results)))


def _say_what_is_kept(folder: Path) -> None:
    """Tell a person who stopped a run that nothing is lost, and how to go on."""
    from bakeoff.experiments.results import StudyResults

    with suppress(BakeoffError):  # a run that was stopped before there was a folder
        results = StudyResults(folder)
        say(
            f"{len(results.cells())} of {results.planned()} cells are done and kept in "
            f"{results.folder}; the same command goes on"
        )


def ending(results: StudyResults) -> list[str]:
    """Return what there is now, what is missing and why, and where to look."""
    folder = shlex.quote(str(results.folder))
    return [
        str(results).removeprefix("StudyResults: "),
        *missing(results),
        f"look: bakeoff report {folder}",
        f"      bakeoff compare {folder} --why",
    ]


def missing(results: StudyResults) -> list[str]:
    """Return the cells without a result, by reason."""
    failed = results.failures()
    if failed.empty:
        return []
    counts = failed.groupby(["algorithm", "dataset", "status", "error"]).size()
    found = counts.sort_values(ascending=False, kind="stable").reset_index(name="count")
    lines = [
        f"  missing: {row['algorithm']} on {row['dataset']}, {row['count']} x {row['status']}: "
        f"{row['error']}"
        for _, row in found.head(SHOWN).iterrows()
    ]
    if len(found) > SHOWN:
        lines.append(f"  and {len(found) - SHOWN} more reasons; the report has them")
    return [*lines, "  to try them once more: the same command with --again failed"]
