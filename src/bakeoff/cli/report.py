"""`bakeoff report FOLDER`: compare what a study has found, and write the page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bakeoff.cli.options import Json, Why
from bakeoff.cli.writing import can_be_written, say, say_notes, show, write_text

PAGE = "report.html"

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a study.")]
Html = Annotated[
    Path | None, typer.Option(metavar="F", help="The page; FOLDER/report.html by default.")
]
Parquet = Annotated[
    Path | None,
    typer.Option(metavar="D", help="Also write scores, cells and predictions as Parquet files."),
]
Measure = Annotated[
    str | None, typer.Option(metavar="M", help="By which measure; the study's first by default.")
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("report", short_help="Compare what a study found, and write a page.")(report)


def report(
    folder: Folder,
    measure: Measure = None,
    html: Html = None,
    json: Json = None,
    parquet: Parquet = None,
    why: Why = False,
) -> None:
    """Say which algorithms of a study are really better, and write one page about it.

    Data sets with failed cells are left out, and the page says which and why.
    """
    from bakeoff.cli.run import missing
    from bakeoff.cli.verdict_text import lines
    from bakeoff.experiments.results import StudyResults
    from bakeoff.experiments.showing import compared, not_run_yet, page

    can_be_written([json, html])
    results = StudyResults(folder)
    if parquet is not None:
        for path in results.export(parquet):
            say(f"wrote {path}")
    found = compared(results, measure)
    if json == "-":
        show(found.to_json().rstrip("\n"))
    else:
        show("\n".join([*lines(found, why=why), *missing(results)]))
        say_notes(f"when the study was run: {note}" for note in results.notes)
    left = not_run_yet(results)
    if left:
        say(f"note: {left}")
    if json is not None and json != "-":
        write_text(found.to_json(), Path(json))
    target = folder / PAGE if html is None else html
    again = html is None and target.exists()
    write_text(page(results, found), target)
    if again:
        say(f"{target} held an earlier report; --html FILE keeps both")
