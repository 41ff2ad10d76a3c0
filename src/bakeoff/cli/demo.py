"""`bakeoff demo`: a real experiment on embedded data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bakeoff.cli.writing import say


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("demo")(demo)


def demo(
    to: Annotated[Path, typer.Option(help="The folder that the results go to.")] = Path(
        "bakeoff-demo"
    ),
) -> None:
    """Run five classifiers on data sets that come with scikit-learn, and measure them."""
    from bakeoff.cli.measure_texts import scores_text
    from bakeoff.experiments.demo import MEASURES, run_demo

    predictions = run_demo(show=say)
    scores = predictions.measure(*MEASURES)
    to.mkdir(parents=True, exist_ok=True)
    predictions.to_frame().to_csv(to / "predictions.csv", index=False)
    scores.save(to / "scores.csv", overwrite=True)
    typer.echo(scores_text(scores))
    first = scores.datasets[0]
    typer.echo(
        f"\nThe means of 10 folds. Which differences are real? Ask on:\n"
        f"  bakeoff describe {to}/scores.csv\n"
        f"  bakeoff measure {to}/predictions.csv --confusion\n"
        f"  bakeoff test paired_t {to}/scores.csv --measure error --dataset {first!r} "
        f"--a logistic --b tree --test-train-ratio 0.1111"
    )
