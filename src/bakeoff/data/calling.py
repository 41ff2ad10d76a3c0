"""Which class an algorithm gives each item: its labels, or what its scores say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray, IntArray

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions


def called(predictions: Predictions, place: int) -> IntArray:
    """Return the place in `classes` of the class that an algorithm gives each item.

    The algorithm's own labels count. Where it gave only scores, it is the class with the highest
    one; with one score an item, what lies at or above 0.5 (scores within [0, 1]) or 0 (decision
    values) is positive.
    """
    labels: IntArray = predictions.predicted[place]
    if bool((labels >= 0).all()):
        return labels
    scores = predictions.scores[place]
    if scores is not None and scores.ndim > 1:
        return _highest(predictions, scores)
    name = predictions.algorithms[place]
    why = f"the class that {name} gives by its scores"
    positive = predictions.positive_place(why)
    if len(predictions.classes) > 2:
        raise InvalidInput(
            f"{name} has one score and no label for {len(predictions.classes)} classes; give its "
            f"labels, or a score for every class"
        )
    score = predictions.score_of(place, why)
    negative = 1 - positive if len(predictions.classes) == 2 else -1
    cut = usual_cut(score, name)
    return np.where(score >= cut, positive, negative).astype(np.int64)


def _highest(predictions: Predictions, scores: FloatArray) -> IntArray:
    """Return the class with the highest score; of two that are equal the positive one."""
    best: IntArray = np.argmax(scores, axis=1)
    if predictions.positive is None:
        return best
    positive = predictions.classes.index(predictions.positive)
    return np.where(scores[:, positive] >= scores.max(axis=1), positive, best).astype(np.int64)


def usual_cut(score: FloatArray, name: str) -> float:
    """Return from where up a score says positive, if its numbers tell: probabilities 0.5, signs 0.

    Measurements such as 3 to 17 tell nothing; for them the person is asked.
    """
    low, high = float(score.min()), float(score.max())
    if low >= 0 and high <= 1:
        return 0.5
    if low >= 0 or high <= 0:
        raise InvalidInput(
            f"{name} gave scores from {low:g} to {high:g} and no labels; pass threshold= with the "
            f"score from which an item is called positive"
        )
    return 0.0


def cut_notes(predictions: Predictions) -> list[str]:
    """Say where labels had to be made from scores."""
    notes = []
    for place, name in enumerate(predictions.algorithms):
        scores = predictions.scores[place]
        if scores is None or (predictions.predicted[place] >= 0).all():
            continue
        if scores.ndim > 1:
            notes.append(f"{name} gave scores and no labels; the class with the highest is taken")
        else:
            cut = usual_cut(scores, name)
            notes.append(f"{name} gave scores and no labels; from {cut:g} up is positive")
    return notes
