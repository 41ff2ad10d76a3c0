"""What a fitted model says of items: classes as codes, and scores where it has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.data.labels import label_text
from bakeoff.data.study_measures import Answers
from bakeoff.errors import StudyError
from bakeoff.experiments.dataset import Dataset
from bakeoff.types import FloatArray, IntArray


def answers(model: Any, data: Dataset, test: IntArray) -> Answers:
    """Return what a model predicts for the items at some places of a data set."""
    X = data.rows(test)
    predicted = np.asarray(model.predict(X))
    if predicted.shape != test.shape:
        raise StudyError(
            f"predict gave the shape {predicted.shape} for {len(test)} items; it must give one "
            f"answer an item"
        )
    truth = data.codes[test]
    if data.classes is None:
        return Answers(truth, predicted.astype(np.float64), None, 0, kind="values")
    levels = data.levels
    scores, kind = _scores(model, X, levels)
    return Answers(truth, _codes(predicted, levels), scores, len(levels), data.positive, kind=kind)


def _codes(predicted: npt.NDArray[Any], levels: npt.NDArray[Any]) -> IntArray:
    places = np.searchsorted(levels, predicted).clip(max=len(levels) - 1)
    strange = levels[places] != predicted
    if np.any(strange):
        raise StudyError(
            "predict gave a class that the data set does not have: "
            f"{label_text(predicted[strange][0])}"
        )
    return places.astype(np.int64, copy=False)


def _scores(model: Any, X: Any, levels: npt.NDArray[Any]) -> tuple[FloatArray | None, str]:
    """Return probabilities if there are any, else decision values; one column for two classes."""
    for method, kind in (("predict_proba", "probabilities"), ("decision_function", "decisions")):
        if not hasattr(model, method):
            continue
        scores = np.asarray(getattr(model, method)(X), dtype=np.float64)
        known = getattr(model, "classes_", levels)
        if scores.ndim == 2 and scores.shape[1] != len(known):
            continue  # one score for each pair of classes says nothing of a class
        if scores.ndim == 1 and len(known) != 2:
            continue
        return _spread(scores, known, levels, fill=0.0 if kind == "probabilities" else None), kind
    return None, "labels"


def _spread(
    scores: FloatArray, known: Any, levels: npt.NDArray[Any], *, fill: float | None
) -> FloatArray:
    """Give classes that the training part did not have a column too: the least of all scores."""
    if len(known) < len(levels):
        if scores.ndim == 1:  # of two known ones: the second against the first
            scores = np.stack([-scores, scores], axis=1)
        least = float(scores.min(initial=0.0)) - 1.0 if fill is None else fill
        whole = np.full((len(scores), len(levels)), least)
        whole[:, np.searchsorted(levels, np.asarray(known))] = scores
        scores = whole
    return scores[:, 1].copy() if scores.ndim == 2 and len(levels) == 2 else scores
