"""The points of the algorithms on two measures: those compared, or the rates of predictions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.data.predictions import Predictions
from bakeoff.decide.comparison import Comparison
from bakeoff.decide.question import question_of
from bakeoff.types import FloatArray

RATES = ("fpr", "tpr")


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Rows x algorithms x two measures; `more` where other measures are left out."""

    algorithms: tuple[str, ...]
    axes: tuple[str, str]
    cube: FloatArray
    more: bool = False

    def of(self, algorithm: str) -> FloatArray:
        """Return the points of one algorithm, rows x two."""
        return np.asarray(self.cube[:, self.algorithms.index(algorithm)])


def has_points(comparison: Comparison) -> bool:
    """Whether a comparison holds two measures, or predictions of two classes on several rows."""
    question = comparison.question
    if question.over == "items":
        return False
    return len(question.measures) > 1 or _two_classes(question.items)


def points_of(comparison: Comparison) -> Points:
    """Return the points by the first two measures, or by the rates of the predictions."""
    question = comparison.question
    names = tuple(str(name) for name in question.algorithms)
    if len(question.measures) > 1:
        first, second = question.measures[:2]
        return Points(names, (first, second), question.cube[:, :, :2], len(question.measures) > 2)
    rates = question_of(question.items.measure(*RATES), measures=list(RATES))
    return Points(names, RATES, rates.cube)


def _two_classes(items: object) -> bool:
    return isinstance(items, Predictions) and items.positive is not None
