"""`bakeoff predictions FILE`: how good is each model, and who differs from whom."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bakeoff.cli.options import (
    Alpha,
    Control,
    Correction,
    Files,
    Html,
    Json,
    Margin,
    Measures,
    Missing,
    Models,
    Positive,
    Seed,
    Truth,
    Why,
    names_of,
    source_of,
)
from bakeoff.cli.writing import can_be_written, say_notes, show, write_json, write_text

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions
    from bakeoff.decide.comparison import Comparison

Dataset = Annotated[
    str | None, typer.Option(metavar="D", help="One data set of several, to be compared alone.")
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("predictions", short_help="Compare models by their predictions.")(predictions)


def predictions(
    files: Files,
    y: Truth = None,
    models: Models = None,
    positive: Positive = None,
    measure: Measures = None,
    control: Control = None,
    alpha: Alpha = 0.05,
    margin: Margin = None,
    correction: Correction = "auto",
    dataset: Dataset = None,
    missing: Missing = "error",
    seed: Seed = 0,
    why: Why = False,
    json: Json = None,
    html: Html = None,
) -> None:
    """Say how good each model is, who differs from whom, and by which measure."""
    from bakeoff.data.read_predictions import read_predictions
    from bakeoff.decide.compare import compare
    from bakeoff.decide.predictions import measures_for

    can_be_written([json, html])
    source = read_predictions(
        source_of(files),
        positive=positive,
        y=y,
        models=names_of(models),
        missing=missing,  # type: ignore[arg-type]  # it is checked there
    )
    if dataset is not None:
        source = source.select(datasets=dataset)
    choices: dict[str, Any] = {
        "control": control,
        "alpha": alpha,
        "correction": correction,
        "rng": seed,
    }
    names = names_of(measure) or measures_for(source)
    if len(source.algorithms) == 1:
        _one_alone(source, names, alpha, seed, json)
        return
    found = [
        compare(source, measure=name, margin=margin if name == names[0] else None, **choices)
        for name in dict.fromkeys(names)
    ]
    say_notes(source.notes)
    if json != "-":
        from bakeoff.cli.prediction_text import lines

        show("\n".join(lines(found, why=why)))
    if json is not None:
        write_json(_content(found), json)
    if html is not None:
        write_text(found[0].to_html(), Path(html))


def _content(found: list[Comparison]) -> dict[str, Any]:
    """Return the keys of a comparison for the first measure, and all measures beside it."""
    from bakeoff.decide.curves_of_two import crossings_of

    first = found[0].to_dict()
    crossings = [crossed for one in found if (crossed := crossings_of(one)) is not None]
    return {
        **first,
        "estimates": [dict(row) for one in found for row in one.parts.get("estimates", ())],
        "crossings": crossings[0] if crossings else None,
        "by_measure": {one.question.measure: one.to_dict() for one in found[1:]},
    }


def _one_alone(
    source: Predictions, names: list[str], alpha: float, seed: int, json: str | None
) -> None:
    """Say how good a single model is: there is nobody to compare it with."""
    from bakeoff.cli.prediction_text import of_one
    from bakeoff.decide.one_model import estimates_of_one

    rows = estimates_of_one(source, names, level=1.0 - alpha, rng=seed)
    say_notes(source.notes)
    if json != "-":
        show("\n".join(of_one(source, rows)))
    if json is not None:
        write_json({"algorithms": list(source.algorithms), "estimates": rows}, json)
