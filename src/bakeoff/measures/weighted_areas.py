"""The area under precision over recall of items with weights: one sort for any number of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff.measures.areas import PrMethod, pr_area
from bakeoff.measures.sweep import Sweep
from bakeoff.types import BoolArray, FloatArray


def weighted_pr_area(
    truth: BoolArray, scores: FloatArray, weights: FloatArray, *, method: PrMethod = "interpolated"
) -> FloatArray:
    """Return the area for each row of weights (draws, n): as if items were there so often.

    NaN where no positive item has a weight.

    Examples
    --------
    >>> import numpy as np
    >>> truth, scores = np.array([True, False, True]), np.array([0.9, 0.8, 0.7])
    >>> area = weighted_pr_area(truth, scores, np.array([[1, 1, 1], [0, 1, 2]]),
    ...                         method="average-precision")
    >>> area.round(4).tolist()
    [0.8333, 0.6667]
    """
    order = np.argsort(scores)[::-1]
    ordered = scores[order]
    above = truth[order]
    sorted_weights = np.asarray(weights, dtype=np.float64).take(order, axis=1)
    total = np.cumsum(sorted_weights, axis=1)
    sorted_weights[:, ~above] = 0.0
    tp = np.cumsum(sorted_weights, axis=1)
    ends = np.append(ordered[1:] != ordered[:-1], True)
    # weights take the place of counts
    weighted: Any = (np.broadcast_to(ordered, tp.shape), tp, total - tp, ends & (total > 0.0))
    counts = Sweep(*weighted)
    with np.errstate(invalid="ignore"):
        return np.asarray(pr_area(counts, method))
