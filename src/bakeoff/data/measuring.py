"""From predictions to scores: which labels count, which class is positive, which measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff import checks
from bakeoff.data.calling import called, cut_notes
from bakeoff.data.labels import distinct
from bakeoff.data.scores import Scores
from bakeoff.errors import InvalidInput
from bakeoff.measures import cost, counts, thresholds
from bakeoff.measures.registry import Measure, measure
from bakeoff.types import ArrayLike, FloatArray, IntArray

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions

RISK = "risk"
INTERPOLATED = (
    "the area under precision and recall is the interpolated one (Davis and Goadrich 2006); "
    "auc_pr_trapezoid and average_precision are others"
)


@dataclass(frozen=True, slots=True)
class _Task:
    """What is measured, and at which thresholds; None is at the labels that were given."""

    predictions: Predictions
    cuts: FloatArray | None
    several: bool
    loss: ArrayLike | None


@dataclass(frozen=True, slots=True)
class _Column:
    """One column of the result: what it is called, whether more is better, how it is computed."""

    name: str
    higher_is_better: bool
    compute: Callable[[IntArray], FloatArray]


def measured(
    predictions: Predictions,
    names: Sequence[str],
    *,
    threshold: float | None,
    cuts: Sequence[float] | None,
    loss: ArrayLike | None,
) -> Scores:
    """Return the measures of every algorithm on every data set and split."""
    if not names:
        raise InvalidInput("name at least one measure, such as 'error', 'auc' or 'f1'")
    if threshold is not None and cuts is not None:
        raise InvalidInput("give threshold or thresholds, not both")
    at = _cuts(threshold, cuts)
    notes: list[str] = []
    task = _Task(predictions, at, cuts is not None, loss)
    columns = [column for name in names for column in _columns(task, name)]
    shape = (len(predictions.datasets), len(predictions.splits), len(predictions.algorithms))
    values = np.full((*shape, len(columns)), np.nan)
    n_test = np.full(shape[:2], np.nan)
    for dataset, split, items in predictions.groups():
        n_test[dataset, split] = len(items)
        for place, column in enumerate(columns):
            values[dataset, split, :, place] = column.compute(items)
    if at is None and any(name == RISK or measure(name).needs == "labels" for name in names):
        notes += cut_notes(predictions)
    if any(name != RISK and measure(name).name == "auc_pr" for name in names):
        notes.append(INTERPOLATED)
    notes += _undefined_notes(predictions, columns, values, n_test)
    return Scores(
        values=values,
        datasets=predictions.datasets,
        splits=predictions.splits,
        algorithms=predictions.algorithms,
        measures=tuple(column.name for column in columns),
        higher_is_better={column.name: column.higher_is_better for column in columns},
        design=_design(predictions),
        n_test=n_test,
        notes=(*predictions.notes, *notes),
    )


def _cuts(threshold: float | None, several: Sequence[float] | None) -> FloatArray | None:
    if several is not None:
        return checks.numbers(np.atleast_1d(np.asarray(several)), "thresholds")
    return None if threshold is None else checks.numbers([threshold], "threshold")


def _columns(task: _Task, name: str) -> list[_Column]:
    if name == RISK:
        return _of_tables(task, RISK, _risk(task), higher_is_better=False, two=False)
    known = measure(name)
    if known.needs == "values" or not known.computable:
        raise InvalidInput(f"{name} is no measure of predicted classes; bring it in a table")
    if known.needs == "labels":
        up, two = known.higher_is_better, known.classes == "two"
        return _of_tables(task, name, known.load(), higher_is_better=up, two=two)
    return [_Column(name, known.higher_is_better, _of_scores(task.predictions, known))]


def _risk(task: _Task) -> Callable[[IntArray], Any]:
    """Return the mean loss of a table; at thresholds the positive class stands last in it."""
    classes = task.predictions.classes
    if task.loss is None:
        raise InvalidInput(
            f"risk needs loss=, a matrix of losses, truth x prediction, for the classes "
            f"{', '.join(classes[:10])} in this order"
        )
    losses = checks.numbers(task.loss, "loss", dimensions=2)
    if losses.shape != (len(classes), len(classes)):
        raise InvalidInput(
            f"loss must have a row and a column for each of {len(classes)} classes; "
            f"it had the shape {losses.shape}"
        )
    if task.cuts is not None and len(classes) == 2:
        order = _two(task.predictions)
        losses = losses[np.ix_(order, order)]
    return lambda table: cost.risk(table, losses)


def _of_tables(
    task: _Task,
    name: str,
    function: Callable[[IntArray], Any],
    *,
    higher_is_better: bool,
    two: bool,
) -> list[_Column]:
    """Return the column of a measure of confusion tables, or one for each threshold."""
    if task.cuts is None:
        compute = _at_labels(task.predictions, name, function, two=two)
        return [_Column(name, higher_is_better, compute)]
    return [
        _Column(
            f"{name}@{cut:g}" if task.several else name,
            higher_is_better,
            _at_threshold(task.predictions, name, function, float(cut)),
        )
        for cut in task.cuts
    ]


def _at_labels(
    predictions: Predictions, name: str, function: Callable[[IntArray], Any], *, two: bool
) -> Callable[[IntArray], FloatArray]:
    places = range(len(predictions.algorithms))
    labels = np.stack([called(predictions, place) for place in places])
    positive = predictions.positive_place(name) if two else None

    def compute(items: IntArray) -> FloatArray:
        truth, given = predictions.truth[items], labels[:, items]
        if positive is not None:
            table = counts.confusion(truth == positive, given == positive, labels=TWO)
        elif name == RISK:
            table = counts.confusion(truth, given, labels=range(len(predictions.classes)))
        else:
            return _over_own_classes(function, truth, given)
        return np.asarray(function(table))

    return compute


def _over_own_classes(
    function: Callable[[IntArray], Any], truth: IntArray, given: IntArray
) -> FloatArray:
    """Measure each algorithm over the classes that are there, or that it predicts itself.

    A class that these items do not have, and that an algorithm never names, has no rates that
    could be averaged; whether another algorithm names it must not matter.
    """
    here = np.unique(truth)
    if len(here) > 1 and np.isin(given, here).all():
        return np.asarray(function(counts.confusion(truth, given, labels=here.tolist())))
    tables = [counts.confusion(truth, one, labels=counts.present(truth, one)) for one in given]
    return np.asarray([function(table) for table in tables])


def _at_threshold(
    predictions: Predictions, name: str, function: Callable[[IntArray], Any], cut: float
) -> Callable[[IntArray], FloatArray]:
    why = f"{name} at a threshold"
    if name == RISK and len(predictions.classes) > 2:
        raise InvalidInput("risk at a threshold speaks of two classes; leave the threshold out")
    positive = predictions.positive_place(why)
    places = range(len(predictions.algorithms))
    scores = np.stack([predictions.score_of(place, why) for place in places])

    def compute(items: IntArray) -> FloatArray:
        truth = predictions.truth[items] == positive
        return np.asarray(
            function(thresholds.rates_at(truth, scores[:, items], [cut])[..., 0, :, :])
        )

    return compute


TWO = (False, True)


def _of_scores(predictions: Predictions, known: Measure) -> Callable[[IntArray], FloatArray]:
    """Return how a measure of scores or probabilities is computed."""
    function = known.load()
    k = len(predictions.classes)
    many = k > 2 and known.needs == "probabilities" and known.classes == "any"

    places = range(len(predictions.algorithms))
    if many:
        tables = [_all_scores(predictions, place, known.name) for place in places]

        def of_all(items: IntArray) -> FloatArray:
            truth = predictions.truth[items]
            return np.asarray([function(truth, one[items], labels=range(k)) for one in tables])

        return of_all
    positive, scores = _of_one_class(predictions, known)

    def of_positive(items: IntArray) -> FloatArray:
        return np.asarray(function(predictions.truth[items] == positive, scores[:, items]))

    return of_positive


def _of_one_class(predictions: Predictions, known: Measure) -> tuple[int, FloatArray]:
    """Return the class that a measure speaks of, and every algorithm's score of it.

    The loss of two probabilities is the same from either side, so nobody needs to name one.
    """
    tables = [one for one in predictions.scores if one is not None and one.ndim > 1]
    either = known.needs == "probabilities" and known.classes == "any"
    if predictions.positive is None and either and len(tables) == len(predictions.scores):
        return 1, np.stack([table[:, 1] for table in tables])
    positive = predictions.positive_place(known.name)
    places = range(len(predictions.algorithms))
    return positive, np.stack([predictions.score_of(place, known.name) for place in places])


def _all_scores(predictions: Predictions, place: int, name: str) -> FloatArray:
    scores = predictions.scores[place]
    if scores is None or scores.ndim == 1:
        raise InvalidInput(
            f"{name} needs a probability for each of {len(predictions.classes)} classes, but "
            f"{predictions.algorithms[place]} has none"
        )
    return scores


def _two(predictions: Predictions) -> list[int]:
    """Return the two classes with the positive one last, as tables at a threshold have them."""
    positive = predictions.positive_place("a threshold")
    return [1 - positive, positive]


def _undefined_notes(
    predictions: Predictions, columns: list[_Column], values: FloatArray, n_test: FloatArray
) -> list[str]:
    """Say which measures are undefined somewhere, and why that can be."""
    notes = []
    there = ~np.isnan(n_test)
    for place, column in enumerate(columns):
        bad = np.isnan(values[..., place]) & there[..., None]
        if bad.any():
            d, s, a = (int(index) for index in np.argwhere(bad)[0])
            where = f"{predictions.datasets[d]}/{predictions.algorithms[a]}"
            where += f" fold {predictions.splits[s].fold}" if len(predictions.splits) > 1 else ""
            notes.append(
                f"{column.name} is undefined in {int(bad.sum())} cells (first {where}): no item of "
                f"a class that it speaks of, or none predicted as such"
            )
    return notes


def _design(predictions: Predictions) -> str | None:
    """Return the design that the numbering speaks of: each item once a repeat is k-fold."""
    import pandas as pd

    splits = predictions.splits
    if len(splits) == 1:
        return None
    item = pd.factorize(np.array(predictions.item, dtype=object))[0]
    repeat = pd.factorize(np.array(predictions.repeat, dtype=object))[0]
    repeats = int(repeat.max()) + 1
    once = (predictions.dataset.codes * repeats + repeat[predictions.split]) * (item.max() + 1)
    if distinct(once + item) < len(item):
        return None
    if repeats == 1:
        return "k-fold"
    folds = {split.fold for split in splits}
    return "5x2" if (repeats, len(folds)) == (5, 2) else "repeated k-fold"
