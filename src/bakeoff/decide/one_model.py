"""How good a single model is, by its predictions: each measure with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bakeoff.data.predictions import Predictions
from bakeoff.decide.over_items import SHARES
from bakeoff.stats.intervals import proportion_interval
from bakeoff.stats.two.auc_interval import auc_interval
from bakeoff.stats.two.bootstrap import bootstrap
from bakeoff.types import BoolArray, FloatArray, Rng


def estimates_of_one(
    source: Predictions, measures: Sequence[str], *, level: float = 0.95, rng: Rng = None
) -> list[dict[str, Any]]:
    """Return a row for each measure: the estimate of the first model, its interval, the method.

    Error and accuracy of one test set have Wilson's interval, the area under the ROC curve that
    of DeLong (Agarwal's bound where nothing varies); everything else, and folds, are drawn by the
    bootstrap.

    Examples
    --------
    >>> import pandas as pd
    >>> from bakeoff import read_predictions
    >>> items = pd.DataFrame({"y": [1] * 50, "svm": [0] * 10 + [1] * 40})
    >>> (row,) = estimates_of_one(read_predictions(items), ["error"])
    >>> row["estimate"], round(row["low"], 3), round(row["high"], 3), row["method"]
    (0.2, 0.112, 0.33, 'wilson')
    """
    return [
        {
            "algorithm": source.algorithms[0],
            "measure": measure,
            **_interval(source.select(algorithms=source.algorithms[0]), measure, level, rng),
            "level": level,
        }
        for measure in dict.fromkeys(measures)
    ]


def _interval(source: Predictions, measure: str, level: float, rng: Rng) -> dict[str, Any]:
    one_set = len(source.datasets) == 1 and len(source.splits) == 1
    low: Any
    high: Any
    if measure in SHARES and one_set:
        right = source.correct(source.algorithms[0])
        hits = int(np.count_nonzero(right if measure == "accuracy" else ~right))
        low, high = proportion_interval(hits, len(source), level=level)
        return _row(hits / len(source), low, high, "wilson")
    if measure == "auc" and one_set:
        truth = source.truth == source.positive_place("auc")
        area, low, high, methods = area_intervals(
            truth, source.score_of(0, "auc")[:, np.newaxis], level
        )
        return _row(area[0], low[0], high[0], methods[0])
    drawn = bootstrap(source, measure, level=level, rng=rng).details
    return _row(drawn["estimate"][0], drawn["low"][0], drawn["high"][0], "bootstrap")


def area_intervals(
    truth: BoolArray, scores: FloatArray, level: float
) -> tuple[FloatArray, FloatArray, FloatArray, list[str]]:
    """Return the area of each model (items x models), its limits and how they were made.

    By DeLong's variance; where that is 0, as it is of a model that parts the classes without a
    fault, by Agarwal's bound, which allows for what was not seen.
    """
    found = auc_interval(truth, scores, level=level)
    bound = auc_interval(truth, scores, level=level, method="agarwal")
    still = np.asarray(found.standard_error) == 0.0
    low = np.where(still, bound.low, found.low)
    high = np.where(still, bound.high, found.high)
    methods = ["agarwal" if one else "delong" for one in still]
    return np.asarray(found.estimate), low, high, methods


def _row(estimate: Any, low: Any, high: Any, method: str) -> dict[str, Any]:
    return {"estimate": float(estimate), "low": float(low), "high": float(high), "method": method}
