"""`bakeoff measure FILE`: measures of predictions, or the table of a file of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from bakeoff.cli.options import Columns, Direction, Json, Missing, Where, pairs_of
from bakeoff.cli.writing import say, write_json
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions
    from bakeoff.data.scores import Scores

CURVES = ("roc", "pr")


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("measure")(measure)


def measure(
    file: Annotated[list[str], typer.Argument(metavar="FILE...", help="Predictions, or scores.")],
    measures: Annotated[
        list[str] | None, typer.Option("--measure", "-m", help="A measure; may be repeated.")
    ] = None,
    positive: Annotated[str | None, typer.Option(help="The positive class.")] = None,
    y: Annotated[str | None, typer.Option("--y", help="The column with the truth.")] = None,
    models: Annotated[
        str | None, typer.Option(help="The columns to compare, separated by commas.")
    ] = None,
    threshold: Annotated[
        list[float] | None, typer.Option(help="Positive from this score up; may be repeated.")
    ] = None,
    confusion: Annotated[
        bool, typer.Option("--confusion", help="Show the confusion tables too.")
    ] = False,
    curve: Annotated[
        str | None, typer.Option(help="Give the points of a curve: roc or pr (with --json).")
    ] = None,
    where: Where = None,
    column: Columns = None,
    missing: Missing = "error",
    higher_is_better: Direction = None,
    json: Json = None,
) -> None:
    """Measure predictions (error, auc, f1, ...), or show the means of a file of scores."""
    from bakeoff.data.layouts import LooksLikePredictions
    from bakeoff.data.read_predictions import read_predictions
    from bakeoff.data.read_scores import read_scores

    source = file[0] if len(file) == 1 else file
    asked = None if models is None else [name.strip() for name in models.split(",")]
    if not any((positive, y, models, confusion, curve, threshold)):
        try:
            scores = read_scores(
                source,
                measure=measures,
                where=pairs_of(where, "--where"),
                columns=pairs_of(column, "--column"),
                missing=missing,  # type: ignore[arg-type]
                higher_is_better=higher_is_better,
            )
        except LooksLikePredictions:
            pass
        else:
            _show(scores, {}, json)
            return
    predictions = read_predictions(
        source,
        positive=positive,
        y=y,
        models=asked,
        missing=missing,  # type: ignore[arg-type]
    )
    names = measures or (["error"] if predictions.positive is None else ["error", "f1"])
    cuts: dict[str, Any] = {}
    if threshold:
        cuts = {"threshold": threshold[0]} if len(threshold) == 1 else {"thresholds": threshold}
    extras = _confusions(predictions) if confusion else {}
    if curve is not None:
        extras["curves"] = _curves(predictions, curve)
    _show(predictions.measure(*names, **cuts), extras, json)


def _show(scores: Scores, extras: dict[str, Any], json: str | None) -> None:
    if json is not None:
        records = scores.to_frame().to_dict("records")
        directions = dict(scores.higher_is_better)
        content = {
            "measures": list(scores.measures),
            "higher_is_better": directions,
            "algorithms": list(scores.algorithms),
            "datasets": list(scores.datasets),
            "notes": list(scores.notes),
            "scores": records,
            **extras,
        }
        write_json(content, json)
    for note in scores.notes:
        say(f"note: {note}")
    if json != "-":
        typer.echo(table(scores))
        for name, counted in extras.get("confusion", {}).items():
            typer.echo(f"\n{name}: rows are the truth, columns what was predicted")
            typer.echo(counted["text"])


def table(scores: Scores) -> str:
    """Return the means over the splits: a row for each data set and algorithm."""
    import pandas as pd

    frame = pd.DataFrame(
        {
            f"{name} ({'higher' if scores.higher_is_better[name] else 'lower'} is better)": (
                scores.table(name).to_numpy().ravel()
            )
            for name in scores.measures
        },
        index=pd.MultiIndex.from_product(
            [scores.datasets, scores.algorithms], names=["data set", "algorithm"]
        ),
    )
    if len(scores.datasets) == 1:
        frame = frame.droplevel(0)
    elif len(scores.measures) == 1:
        frame = scores.table()
    return str(frame.to_string(float_format=lambda value: f"{value:.4f}"))


def _confusions(predictions: Predictions) -> dict[str, Any]:
    from bakeoff.measures import most_confused_pair

    found: dict[str, Any] = {}
    for name in predictions.algorithms:
        counts = predictions.confusion(name)
        text = str(counts.to_string())
        pair = most_confused_pair(counts.to_numpy())
        classes: list[str] = []
        if pair is not None:
            classes = [predictions.classes[pair.a], predictions.classes[pair.b]]
            text += f"\nmost confused: {classes[0]} and {classes[1]}"
        found[name] = {
            "classes": list(predictions.classes),
            "table": counts.to_numpy().tolist(),
            "most_confused": classes,
            "text": text,
        }
    return {"confusion": found}


def _curves(predictions: Predictions, kind: str) -> dict[str, Any]:
    if kind not in CURVES:
        raise InvalidInput(f"--curve must be one of {', '.join(CURVES)}; it was {kind!r}")
    found = {}
    for name in predictions.algorithms:
        points = getattr(predictions, kind)(name)
        found[name] = {
            points.x_name: points.x.tolist(),
            points.y_name: points.y.tolist(),
            "thresholds": points.thresholds.tolist(),
        }
    return {"kind": kind, "by_algorithm": found}
