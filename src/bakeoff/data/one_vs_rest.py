"""One class against the rest: a two-class problem for each of K classes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.data.calling import called
from bakeoff.types import FloatArray, IntArray

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions


def against_the_rest(predictions: Predictions, positive: str) -> Predictions:
    """Return the two-class problem of the class `positive` against all others together."""
    place = predictions.class_place(positive)
    given: list[IntArray] = []
    scores: list[FloatArray | None] = []
    for number, table in enumerate(predictions.scores):
        by_class = table is not None and table.ndim > 1
        known = (predictions.predicted[number] >= 0).all() or by_class
        if known:
            given.append((called(predictions, number) == place).astype(np.int64))
        else:
            given.append(np.full(len(predictions), -1, dtype=np.int64))
        if table is not None and table.ndim > 1:
            scores.append(table[:, place].copy())
        else:
            # one score an item speaks of the positive class, and of no other
            scores.append(table if positive == predictions.positive else None)
    return replace(
        predictions,
        classes=(f"not {positive}", positive),
        truth=(predictions.truth == place).astype(np.int64),
        predicted=np.stack(given),
        scores=tuple(scores),
        positive=positive,
    )
