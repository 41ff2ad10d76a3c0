"""`bakeoff measure FILE`: measures of predictions, or the table of a file of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bakeoff.cli.measure_texts import CURVES, confusions, curves, loss_of, records, scores_text
from bakeoff.cli.options import (
    Columns,
    Direction,
    Files,
    Json,
    Measures,
    Missing,
    Models,
    Positive,
    Truth,
    Where,
    names_of,
    pairs_of,
    source_of,
)
from bakeoff.cli.writing import say_notes, show, write_json
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions
    from bakeoff.data.scores import Scores

Thresholds = Annotated[
    list[float] | None,
    typer.Option("--threshold", metavar="T", help="Positive from this score up; or several."),
]
Loss = Annotated[
    str | None,
    typer.Option(
        metavar="ROWS", help="Losses for the measure risk, truth by prediction: '0,1;5,0'."
    ),
]
Confusion = Annotated[
    bool,
    typer.Option("--confusion", help="Give the confusion tables, and who is mistaken for whom."),
]
OneVsRest = Annotated[
    bool, typer.Option("--one-vs-rest", help="Measure each class against all others, too.")
]
CurveKind = Annotated[
    str | None,
    typer.Option(metavar="|".join(CURVES), help="Give the points of a curve (all with --json)."),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("measure")(measure)


def measure(
    files: Files,
    measures: Measures = None,
    positive: Positive = None,
    y: Truth = None,
    models: Models = None,
    threshold: Thresholds = None,
    loss: Loss = None,
    confusion: Confusion = False,
    one_vs_rest: OneVsRest = False,
    curve: CurveKind = None,
    where: Where = None,
    column: Columns = None,
    missing: Missing = "error",
    higher_is_better: Direction = None,
    json: Json = None,
) -> None:
    """Measure predictions (error, auc, f1, ...), or show the means of a file of scores."""
    from bakeoff.data.read_predictions import read_predictions

    source, names = source_of(files), names_of(measures)
    asked_of_items = any((positive, y, models, threshold, loss, confusion, one_vs_rest, curve))
    if not asked_of_items:
        scores = _scores(
            source,
            measure=names,
            where=pairs_of(where, "--where"),
            columns=pairs_of(column, "--column"),
            missing=missing,
            higher_is_better=higher_is_better,
        )
        if scores is not None:
            _show(scores, {}, [], json)
            return
    _refuse(["--where"] if where else [], ["--column"] if column else [])
    predictions = read_predictions(
        source,
        positive=positive,
        y=y,
        models=names_of(models),
        missing=missing,  # type: ignore[arg-type]  # it is checked there
    )
    scores = predictions.measure(
        *(names or _usual(predictions, loss=loss)),
        loss=None if loss is None else loss_of(loss),
        **_cuts(threshold),
    )
    extras, texts = _extras(
        predictions, names, confusion=confusion, one_vs_rest=one_vs_rest, curve=curve
    )
    _show(scores, extras, texts, json)


def _scores(source: str | list[str], **choices: Any) -> Scores | None:
    """Return scores; None where the file holds predictions."""
    from bakeoff.data.layouts import LooksLikePredictions
    from bakeoff.data.read_scores import read_scores

    try:
        return read_scores(source, **choices)
    except LooksLikePredictions:
        return None


def _refuse(*options: Sequence[str]) -> None:
    named = [name for option in options for name in option]
    if named:
        raise InvalidInput(
            f"{named[0]} is for files of scores; these are predictions: leave it out"
        )


def _usual(predictions: Predictions, *, loss: str | None) -> list[str]:
    """Return what is measured where nobody says: the error, and what else is defined."""
    if loss is not None:
        return ["risk"]
    if predictions.positive is None:
        return ["error"]
    scored = all(scores is not None for scores in predictions.scores)
    return ["error", "f1", *(["auc"] if scored else [])]


def _cuts(thresholds: list[float] | None) -> dict[str, Any]:
    if not thresholds:
        return {}
    return {"threshold": thresholds[0]} if len(thresholds) == 1 else {"thresholds": thresholds}


def _extras(
    predictions: Predictions,
    names: Sequence[str] | None,
    *,
    confusion: bool,
    one_vs_rest: bool,
    curve: str | None,
) -> tuple[dict[str, Any], list[str]]:
    """Return what was asked for beside the measures: for JSON, and as texts."""
    extras: dict[str, Any] = {}
    texts: list[str] = []
    if confusion:
        extras["confusion"], more = confusions(predictions)
        texts += more
    if one_vs_rest:
        extras["one_vs_rest"] = {}
        for name in predictions.classes:
            problem = predictions.one_vs_rest(name)
            scores = problem.measure(*(names or ("tpr", "fpr", "precision", "f1")))
            tables, more = confusions(problem)
            extras["one_vs_rest"][name] = {"scores": records(scores), "confusion": tables}
            texts += [
                f"{name} against the rest\n{scores_text(scores)}",
                *(more if confusion else []),
            ]
    if curve is not None:
        extras["curves"], more = curves(predictions, curve)
        texts += more
    return extras, texts


def _show(
    scores: Scores, extras: Mapping[str, Any], texts: Sequence[str], json: str | None
) -> None:
    if json is not None:
        content = {
            "measures": list(scores.measures),
            "higher_is_better": dict(scores.higher_is_better),
            "algorithms": list(scores.algorithms),
            "datasets": list(scores.datasets),
            "notes": list(scores.notes),
            "scores": records(scores),
            **extras,
        }
        write_json(content, json)
    say_notes(scores.notes)
    if json != "-":
        show("\n\n".join([scores_text(scores), *texts]))
