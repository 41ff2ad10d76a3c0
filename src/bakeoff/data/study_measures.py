"""The measures of one cell of a study: of one algorithm on the test part of one split."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import Measure, measure
from bakeoff.types import FloatArray, IntArray

RISK = "risk"
# kept for every cell: the columns of the store they are found in
RECORDED = {
    "training_time": "fit_seconds",
    "test_time": "predict_seconds",
    "model_size": "model_bytes",
}
SYMMETRIC = "auc"  # the same number whichever of two classes is called positive


@dataclass(frozen=True, slots=True)
class Answers:
    """What one model said of its test items: codes of classes, and scores where it has them.

    `scores` holds a column for each class, or one for the class with the code 1 where there are
    two; for numbers instead of classes `truth` and `predicted` are the numbers themselves.
    """

    truth: npt.NDArray[Any]
    predicted: npt.NDArray[Any]
    scores: FloatArray | None
    classes: int
    positive: int | None = None
    kind: str = "labels"  # or "probabilities", "decisions", "values"


def checked(names: Sequence[str], classes: dict[str, tuple[int, bool]], *, values: bool) -> None:
    """Refuse measures that can't be computed, before anything runs.

    `classes` says for each data set how many classes it has and whether one of them is positive.
    """
    if not names:
        raise InvalidInput("measures must name at least one, such as 'error' or 'auc'")
    for name in names:
        known = measure(name)
        if not known.computable or known.name == RISK:
            raise InvalidInput(
                f"{name} can't be measured while a study runs; measure it from the predictions"
            )
        if (known.needs == "values") != values:
            what = "numbers" if values else "classes"
            raise InvalidInput(f"{name} is no measure of predicted {what}; choose another")
        for dataset, (count, positive) in () if values else classes.items():
            _check_classes(known, dataset, count, positive=positive)


def _check_classes(known: Measure, dataset: str, count: int, *, positive: bool) -> None:
    if known.needs == "labels" and known.classes == "two" and count > 2:
        raise InvalidInput(
            f"{known.name} speaks of two classes, and {dataset} has {count}; give "
            f"two_classes='most confused', or a mean over the classes such as macro_f1"
        )
    if known.classes == "two" and known.name != SYMMETRIC and count == 2 and not positive:
        raise InvalidInput(
            f"{known.name} needs the positive class of {dataset}; name it with positive="
        )


def measured(names: Iterable[str], answers: Answers) -> dict[str, float]:
    """Return the measures of one cell; what is undefined there is NaN.

    A measure of two classes that needs scores (auc, auc_pr) is, for more classes, the mean of
    each class against the rest.
    """
    return {name: _one(measure(name), answers) for name in names}


def _one(known: Measure, answers: Answers) -> float:
    function = known.load()
    if known.needs == "values":
        return float(function(answers.truth, answers.predicted))
    if known.needs == "labels":
        return _of_labels(known, function, answers)
    if answers.scores is None:
        return float("nan")
    if known.needs == "probabilities":
        return _of_probabilities(function, answers)
    if answers.scores.ndim == 1:
        positive = 1 if answers.positive is None else answers.positive
        score = answers.scores if positive == 1 else -answers.scores
        return _ranked(function, answers.truth == positive, score)
    means = [
        _ranked(function, answers.truth == place, answers.scores[:, place])
        for place in range(answers.classes)
    ]
    return float(np.mean(means))


def _of_labels(known: Measure, function: Callable[..., Any], answers: Answers) -> float:
    if known.classes == "two":
        positive = answers.positive
        if answers.classes > 2 or positive is None:
            return float("nan")
        return float(function(_table(answers.truth == positive, answers.predicted == positive, 2)))
    table = _table(answers.truth, answers.predicted, answers.classes)
    # a class that stands in neither has no rates that could be averaged; one class alone has
    # another beside it that nobody bears
    there = (table.sum(axis=0) + table.sum(axis=1)) > 0
    if there.sum() == 1:
        there[np.flatnonzero(~there)[:1]] = True
    return float(function(table[np.ix_(there, there)]))


def _table(truth: npt.NDArray[Any], predicted: npt.NDArray[Any], classes: int) -> IntArray:
    """Return the confusion of codes that are known to be codes."""
    flat = truth.astype(np.int64) * classes + predicted
    return np.bincount(flat, minlength=classes * classes).reshape(classes, classes)


def _of_probabilities(function: Callable[..., Any], answers: Answers) -> float:
    if answers.kind != "probabilities" or answers.scores is None:
        return float("nan")
    if answers.scores.ndim == 1:
        return float(function(answers.truth == 1, answers.scores))
    return float(function(answers.truth, answers.scores, labels=range(answers.classes)))


def _ranked(function: Callable[..., Any], truth: npt.NDArray[Any], score: FloatArray) -> float:
    """Return an area; without items of both kinds there is none."""
    if not truth.any() or truth.all():
        return float("nan")
    return float(function(truth, score))
