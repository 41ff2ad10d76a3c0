"""Items with their true class and a score for each model, checked where they come in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.types import ArrayLike, BoolArray, FloatArray, TableLike


class ScoredItems(NamedTuple):
    """Which items are positive, every model's scores (models, n), and the models' names."""

    truth: BoolArray
    scores: FloatArray
    names: tuple[str | int, ...]

    @property
    def positives(self) -> int:
        """The number of positive items."""
        return int(np.count_nonzero(self.truth))

    @property
    def negatives(self) -> int:
        """The number of negative items."""
        return len(self.truth) - self.positives


def scored_items(y: ArrayLike, scores: TableLike, *, models: int = 1) -> ScoredItems:
    """Return the items of one test set and the scores of at least `models` models.

    `scores` is items x models, or one score an item; a data frame names the models.
    """
    truth = two_classes(y)
    table = checks.comparable(scores, "scores")
    names = checks.labels(scores, table.shape[1]) if table.ndim == 2 else (0,)
    if table.ndim == 1:
        table = table[:, np.newaxis]
    if table.ndim != 2 or len(table) != len(truth):
        turned = table.ndim == 2 and table.shape[1] == len(truth)
        hint = "; put the items in rows (transpose it)" if turned else ""
        raise InvalidInput(
            f"scores must be items x models, with a row for each of the {len(truth)} items of y; "
            f"it had the shape {np.shape(scores)}{hint}"
        )
    if table.shape[1] < models:
        raise InvalidInput(
            f"scores must hold at least {models} models (columns); it held {table.shape[1]}"
        )
    return ScoredItems(truth, np.ascontiguousarray(table.T), names)


def two_classes(y: ArrayLike) -> BoolArray:
    """Return which items are positive: of two labels the last one in sorted order."""
    try:
        labels: Any = np.asarray(y)
    except ValueError:
        raise InvalidInput("y must hold one class for each item; it held lists") from None
    if labels.ndim != 1 or not labels.size:
        raise InvalidInput(
            f"y must hold the class of every item along one axis; it had the shape {labels.shape}"
        )
    truth = labels if labels.dtype.kind == "b" else _last_of_two(labels)
    positives = int(np.count_nonzero(truth))
    if positives in {0, len(truth)}:
        which = "positive" if positives else "negative"
        raise InvalidInput(f"y must hold both classes; all of its {len(truth)} items are {which}")
    return np.asarray(truth, dtype=np.bool_)


def _last_of_two(labels: Any) -> BoolArray:
    if labels.dtype.kind in "iuf":
        low, high = labels.min(), labels.max()
        truth = labels == high
        if not np.isfinite([low, high]).all():
            raise InvalidInput("y must not hold missing or infinite labels; leave these items out")
        if low == high or (truth | (labels == low)).all():
            # of one label alone only 0 and below is known to be the negative class
            return np.asarray(truth if low != high or high > 0 else ~truth)
    found = sorted({str(label) for label in labels.tolist()})
    if len(found) != 2:
        shown = ", ".join(found[:6]) + (", ..." if len(found) > 6 else "")
        raise InvalidInput(
            f"y must hold two classes, such as 0 and 1; it held {len(found)} ({shown}): take one "
            f"class against the rest, y == that class"
        )
    texts = np.array([str(label) for label in labels.tolist()])
    return np.asarray(texts == found[-1])
