"""A measure of predictions, in the form in which it is cheapest to take again and again.

Whoever draws items anew (a bootstrap) or exchanges what two algorithms said (a permutation test)
needs a measure ten thousand times. Measures that depend on counts are functions of tables; losses
are means over items; the area under the ROC curve depends on orders only; the rest is a function
of rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from bakeoff.data.item_measure import ItemMeasure, Term, made
from bakeoff.data.label_measures import labels_of, of_risk, of_tables
from bakeoff.errors import InvalidInput
from bakeoff.measures.areas import PrMethod
from bakeoff.measures.registry import Measure, measure
from bakeoff.measures.weighted_areas import weighted_pr_area
from bakeoff.types import ArrayLike, BoolArray, FloatArray, IntArray

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions

Takes: TypeAlias = Literal["labels", "scores"]
MEANS = frozenset({"log_loss", "brier"})
CLASS_AREAS = frozenset({"auc_ovr", "auc_ovr_weighted", "auc_ovo"})
PR_NAMES: dict[str, PrMethod] = {
    "auc_pr": "interpolated",
    "auc_pr_trapezoid": "trapezoid",
    "average_precision": "average-precision",
}
TWO = 2


def item_measure(
    predictions: Predictions,
    name: str | Callable[..., Any],
    *,
    threshold: float | None = None,
    loss: ArrayLike | None = None,
    takes: Takes = "labels",
) -> ItemMeasure:
    """Return a measure of predictions as a function of their items.

    Parameters
    ----------
    predictions
        The predictions.
    name
        A measure by name, or a function of (y, predicted) that returns a number.
    threshold
        Call an item positive when its score is at least this, instead of taking labels.
    loss
        The matrix of losses for "risk", truth x prediction in the order of the classes.
    takes
        For a function: "labels" gives it the classes as text; "scores" gives it whether an item
        is positive, and the score of the positive class.
    """
    if callable(name):
        return _of_function(predictions, name, takes)
    if name == "risk":
        return of_risk(predictions, loss, threshold)
    known = measure(name)
    if known.needs == "values" or not known.computable:
        raise InvalidInput(f"{name} is no measure of predicted classes; bring it in a table")
    if known.needs == "labels":
        return of_tables(predictions, known, threshold)
    if known.needs == "scores":
        return _of_scores(predictions, known)
    return _of_probabilities(predictions, known)


def _of_scores(predictions: Predictions, known: Measure) -> ItemMeasure:
    positive = predictions.positive_place(known.name)
    function = known.load()
    truth = predictions.truth == positive
    places = range(len(predictions.algorithms))
    scores = np.stack([predictions.score_of(place, known.name) for place in places])
    return made(
        predictions,
        name=known.name,
        form="area" if known.name == "auc" else "rows",
        truth=truth.astype(np.int64),
        values=scores,
        function=lambda rows, values: function(truth[rows], values),
        weighted=None if known.name not in PR_NAMES else _weighted_pr(truth, PR_NAMES[known.name]),
        higher_is_better=known.higher_is_better,
        ranks_only=True,
    )


def _weighted_pr(truth: BoolArray, method: PrMethod) -> Callable[..., FloatArray]:
    """Return how the area under precision over recall is computed of items with weights."""

    def of_weights(rows: IntArray, scores: FloatArray, weights: FloatArray) -> FloatArray:
        return weighted_pr_area(truth[rows], scores, weights, method=method)

    return of_weights


def _of_probabilities(predictions: Predictions, known: Measure) -> ItemMeasure:
    function = known.load()
    size = len(predictions.classes)
    if known.name in CLASS_AREAS and size == TWO:
        return replace(_of_scores(predictions, measure("auc")), name=known.name)
    if size > TWO:
        tables = [predictions.scores[place] for place in range(len(predictions.algorithms))]
        for place, table in enumerate(tables):
            if table is None or table.ndim == 1:
                raise InvalidInput(
                    f"{known.name} needs a score for each of {size} classes, but "
                    f"{predictions.algorithms[place]} has none"
                )
        truth, values = predictions.truth, np.stack([one for one in tables if one is not None])
        choices: dict[str, Any] = {"labels": range(size)}
    else:
        positive, scores = _either_class(predictions, known.name)
        truth, values, choices = predictions.truth == positive, scores, {}
    fields: dict[str, Any] = {"higher_is_better": known.higher_is_better, "name": known.name}
    whole = truth.astype(np.int64)
    if known.name in CLASS_AREAS:
        by_items = known.name == "auc_ovr_weighted"
        terms = _terms(known.name, size)
        return made(
            predictions,
            form="areas",
            truth=whole,
            values=values,
            terms=terms,
            by_items=by_items,
            ranks_only=True,
            **fields,
        )
    if known.name in MEANS:
        losses = np.stack([_each(function, truth, one, choices) for one in values])
        return made(predictions, form="mean", truth=whole, values=losses, **fields)

    def of_rows(rows: IntArray, given: Any) -> Any:
        return np.array([function(truth[rows], one, **choices) for one in given])

    return made(predictions, form="rows", truth=whole, values=values, function=of_rows, **fields)


def _terms(name: str, size: int) -> tuple[Term, ...]:
    """Return the areas whose mean is a measure of several classes."""
    places = range(size)
    if name != "auc_ovo":
        return tuple(Term(place, place) for place in places)
    return tuple(Term(i, i, j) for i in places for j in places if i != j)


def _each(function: Callable[..., Any], truth: Any, values: Any, choices: Any) -> Any:
    """Return the loss of every item: the measure of each item alone."""
    return function(truth[:, np.newaxis], values[:, np.newaxis], **choices)


def _either_class(predictions: Predictions, why: str) -> tuple[int, Any]:
    """Return a class and its scores; the loss of two probabilities is the same from either side."""
    tables = [one for one in predictions.scores if one is not None and one.ndim > 1]
    if predictions.positive is None and len(tables) == len(predictions.scores):
        return 1, np.stack([table[:, 1] for table in tables])
    places = range(len(predictions.algorithms))
    positive = predictions.positive_place(why)
    return positive, np.stack([predictions.score_of(place, why) for place in places])


def _of_function(
    predictions: Predictions, function: Callable[..., Any], takes: Takes
) -> ItemMeasure:
    name = str(getattr(function, "__name__", "")).replace("<lambda>", "") or "the function"
    truth: Any
    values: Any
    if takes == "scores":
        positive = predictions.positive_place(name)
        truth = predictions.truth == positive
        places = range(len(predictions.algorithms))
        values = np.stack([predictions.score_of(place, name) for place in places])
    else:
        classes = np.array(predictions.classes, dtype=object)
        truth, values = classes[predictions.truth], classes[labels_of(predictions)]

    def of_rows(rows: IntArray, given: Any) -> Any:
        return np.array([float(function(truth[rows], one)) for one in given])

    return made(
        predictions,
        name=name,
        form="rows",
        truth=predictions.truth,
        values=values,
        function=of_rows,
        higher_is_better=None,
    )
