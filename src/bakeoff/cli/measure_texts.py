"""What `bakeoff measure` shows: measures, confusion tables and curves, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions
    from bakeoff.data.scores import Scores

CURVES = ("roc", "pr", "hull", "sensitivity-specificity")
SHOWN = 12  # points of a curve


def records(scores: Scores) -> list[dict[str, Any]]:
    """Return one record a score; what is not known of its split is left out."""
    frame = scores.to_frame().dropna(axis=1, how="all")
    frame["value"] = frame["value"] if "value" in frame else float("nan")
    return [{str(key): part for key, part in row.items()} for row in frame.to_dict("records")]


def scores_text(scores: Scores) -> str:
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
        frame = scores.table().rename_axis(index=frame.columns[0])
    return str(frame.to_string(float_format=lambda value: f"{value:.4f}"))


def confusions(predictions: Predictions) -> tuple[dict[str, Any], list[str]]:
    """Return the confusion table of every algorithm, and its most confused pair of classes."""
    from bakeoff.measures import most_confused_pair

    found: dict[str, Any] = {}
    texts = []
    for name in predictions.algorithms:
        counts = predictions.confusion(name)
        pair = most_confused_pair(counts.to_numpy())
        classes = [] if pair is None else [predictions.classes[pair.a], predictions.classes[pair.b]]
        found[name] = {
            "classes": list(predictions.classes),
            "table": counts.to_numpy().tolist(),
            "most_confused": classes,
        }
        text = f"{name}: rows are the truth, columns what was predicted\n{counts.to_string()}"
        if len(predictions.classes) > 2 and classes:
            text += f"\nmost confused: {classes[0]} and {classes[1]}"
        texts.append(text)
    return found, texts


def curves(predictions: Predictions, kind: str) -> tuple[dict[str, Any], list[str]]:
    """Return the points of one curve for every algorithm, with their area."""
    from bakeoff import measures

    functions = {
        "roc": measures.roc_curve,
        "pr": measures.pr_curve,
        "hull": measures.roc_hull,
        "sensitivity-specificity": measures.sensitivity_specificity_curve,
    }
    if kind not in CURVES:
        raise InvalidInput(f"--curve must be one of {', '.join(CURVES)}; it was {kind!r}")
    found: dict[str, Any] = {}
    texts = []
    for name in predictions.algorithms:
        curve = functions[kind](*predictions.scored_items(name))
        found[name] = {
            curve.x_name: curve.x.tolist(),
            curve.y_name: curve.y.tolist(),
            "thresholds": curve.thresholds.tolist(),
            "area": curve.area(),
            "area_method": curve.area_method,
        }
        points = zip(curve.x, curve.y, curve.thresholds, strict=True)
        lines = [f"{x:10.4f}  {y:10.4f}  {at:.6g}" for x, y, at in list(points)[:SHOWN]]
        more = [f"... and {len(curve) - SHOWN} more points"] if len(curve) > SHOWN else []
        head = f"{name}: area {curve.area():.4f} ({curve.area_method})"
        texts.append("\n".join([head, f"{curve.x_name}  {curve.y_name}  threshold", *lines, *more]))
    return {"kind": kind, "by_algorithm": found}, texts


def loss_of(text: str) -> list[list[float]]:
    """Return a matrix of losses that was typed with ; between rows and , between numbers.

    Examples
    --------
    >>> loss_of("0,1;5,0")
    [[0.0, 1.0], [5.0, 0.0]]
    """
    try:
        rows = [[float(cell) for cell in row.replace(",", " ").split()] for row in text.split(";")]
    except ValueError:
        rows = []
    if not rows or len({len(row) for row in rows}) > 1 or not rows[0]:
        raise InvalidInput(
            f"--loss must be rows of numbers, as many in each, such as '0,1;5,0'; it was {text!r}"
        )
    return rows
