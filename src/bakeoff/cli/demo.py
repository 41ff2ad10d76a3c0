"""`bakeoff demo`: a real experiment on embedded data, from start to verdict."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from bakeoff.cli.writing import say, show, write_text

To = Annotated[Path, typer.Option(metavar="FOLDER", help="Where the results go.")]


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("demo", short_help="Run, compare and report an embedded example.")(demo)


def demo(to: To = Path("bakeoff-demo")) -> None:
    """Run five classifiers on data that come with scikit-learn, compare them, write the page."""
    from bakeoff.cli.verdict_text import lines
    from bakeoff.experiments.demo import study
    from bakeoff.experiments.showing import compared, page

    experiment = study()
    say(experiment.aim)
    results = experiment.run(to)
    found = compared(results, measure="error")
    show("\n".join(lines(found)))
    write_text(page(results, found), to / "report.html")
    results.scores().save(to / "scores.csv", overwrite=True)
    folder = shlex.quote(str(to))
    show(
        f"\nThe page: {to / 'report.html'}. To look further:\n"
        f"  bakeoff compare {folder} --measure error --why\n"
        f"  bakeoff compare {folder} --measure error --control logistic\n"
        f"  bakeoff describe {folder}/scores.csv\n"
        f"  bakeoff test wilcoxon {folder}/scores.csv --measure error --a logistic --b tree"
    )
