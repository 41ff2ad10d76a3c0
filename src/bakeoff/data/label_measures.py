"""Measures of labels as functions of tables, for items that are drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.data.calling import called
from bakeoff.data.item_measure import ItemMeasure, made
from bakeoff.errors import InvalidInput
from bakeoff.measures import cost
from bakeoff.measures.registry import Measure
from bakeoff.types import ArrayLike, IntArray

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions

SHARES = frozenset({"error", "accuracy"})
TWO = 2


def of_tables(predictions: Predictions, known: Measure, threshold: float | None) -> ItemMeasure:
    """Return a measure of labels: those given, or those that a threshold gives."""
    function = known.load()
    two = known.classes == "two" or threshold is not None
    if known.name in SHARES and not two:
        return _share(predictions, known)
    if two:
        positive = predictions.positive_place(known.name)
        truth = (predictions.truth == positive).astype(np.int64)
        labels, size = _called_positive(predictions, positive, threshold, known.name), TWO
        whole, some = function, None
    else:
        truth, size = predictions.truth, len(predictions.classes)
        labels = labels_of(predictions)
        whole = _over_own_classes(function, truth, labels, size)
        some = None if whole is function else _over_their_classes(function, truth, labels)
    return made(
        predictions,
        name=known.name,
        form="tables",
        truth=truth,
        values=truth * size + labels,
        size=size,
        function=whole,
        function_of=some,
        higher_is_better=known.higher_is_better,
    )


def _share(predictions: Predictions, known: Measure) -> ItemMeasure:
    """Return the share of items that are right (or wrong): two cells, however many classes."""
    wrong = labels_of(predictions) != predictions.truth
    counted = int(known.name == "error")

    def share(tables: Any) -> Any:
        cells = tables[..., 0, :]
        size = cells[..., 0] + cells[..., 1]
        return np.divide(cells[..., counted], size, out=np.full(size.shape, np.nan), where=size > 0)

    return made(
        predictions,
        name=known.name,
        form="tables",
        truth=predictions.truth,
        values=wrong.astype(np.int64),
        size=TWO,
        function=share,
        share=True,
        higher_is_better=known.higher_is_better,
    )


def of_risk(
    predictions: Predictions, loss: ArrayLike | None, threshold: float | None
) -> ItemMeasure:
    """Return the mean loss by a matrix of losses."""
    size = len(predictions.classes)
    losses = np.asarray(loss, dtype=np.float64) if loss is not None else np.empty(0)
    if losses.shape != (size, size):
        raise InvalidInput(
            f"risk needs loss=, a matrix of losses, truth x prediction, with a row and a column "
            f"for each of the classes {', '.join(predictions.classes[:10])} in this order"
        )
    labels = labels_of(predictions) if threshold is None else None
    if labels is None:
        if size != TWO:
            raise InvalidInput("risk at a threshold speaks of two classes; leave the threshold out")
        positive = predictions.positive_place("risk")
        above = _called_positive(predictions, positive, threshold, "risk")
        labels = np.where(above == 1, positive, 1 - positive)
    return made(
        predictions,
        name="risk",
        form="tables",
        truth=predictions.truth,
        values=predictions.truth * size + labels,
        size=size,
        function=lambda tables: cost.risk(tables, losses),
        higher_is_better=False,
    )


def labels_of(predictions: Predictions) -> IntArray:
    """Return the place of the class that each algorithm gives each item: algorithms x items."""
    places = range(len(predictions.algorithms))
    return np.stack([called(predictions, place) for place in places])


def _called_positive(
    predictions: Predictions, positive: int, threshold: float | None, why: str
) -> IntArray:
    if threshold is None:
        return np.asarray(labels_of(predictions) == positive, dtype=np.int64)
    places = range(len(predictions.algorithms))
    scores = np.stack([predictions.score_of(place, why) for place in places])
    return (scores >= threshold).astype(np.int64)


def _over_own_classes(
    function: Callable[..., Any], truth: IntArray, labels: IntArray, size: int
) -> Callable[..., Any]:
    """Measure each algorithm over the classes that occur, or that it predicts itself."""
    here = np.unique(truth)
    own = [np.union1d(here, np.unique(one)) for one in labels]
    if all(len(one) == size for one in own):
        return function

    def over_own(tables: Any) -> Any:
        parts = [
            function(tables[..., place, :, :][..., classes[:, np.newaxis], classes])
            for place, classes in enumerate(own)
        ]
        return np.stack([np.asarray(part) for part in parts], axis=-1)

    return over_own


def _over_their_classes(
    function: Callable[..., Any], truth: IntArray, labels: IntArray
) -> Callable[[Sequence[int]], Callable[..., Any]]:
    """Measure algorithms that may change places over the classes that any of them predicts."""

    def function_of(places: Sequence[int]) -> Callable[..., Any]:
        classes = np.union1d(truth, labels[list(places)])
        return lambda tables: function(tables[..., classes[:, np.newaxis], classes])

    return function_of
