"""The points of the algorithms on two measures: those compared, or the rates of predictions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

import numpy as np

from bakeoff.data.predictions import Predictions
from bakeoff.decide.comparison import Comparison
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
    if len(question.measures) > 1:
        return True
    return _two_classes(question.items) and len(_rates(question.items)) > 1


def points_of(comparison: Comparison) -> Points:
    """Return the points by the first two measures, or by the rates of the predictions."""
    question = comparison.question
    names = tuple(str(name) for name in question.algorithms)
    if len(question.measures) > 1:
        first, second = question.measures[:2]
        return Points(names, (first, second), question.cube[:, :, :2], len(question.measures) > 2)
    return Points(names, RATES, _rates(question.items))


def _rates(items: Predictions) -> FloatArray:
    """Return the rates of each data set, or of each split of one: rows x algorithms x two.

    A split without a positive or without a negative has no such rate, whoever predicts, and is
    left out.
    """
    values = items.measure(*RATES).values
    if len(values) == 1:
        rows = values[0]
    else:
        known = np.isfinite(values)
        total = np.where(known, values, 0.0).sum(axis=1)
        rows = np.where(known.any(axis=1), total / np.maximum(known.sum(axis=1), 1), np.nan)
    return np.asarray(rows[np.isfinite(rows).all(axis=(1, 2))])


def _two_classes(items: object) -> TypeGuard[Predictions]:
    return isinstance(items, Predictions) and items.positive is not None
