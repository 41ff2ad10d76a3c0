"""Where to put the threshold: the point of a ROC curve with the least risk for a loss ratio."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.measures.curves import Curve, roc_curve
from bakeoff.measures.labels import Label
from bakeoff.measures.ratio import number
from bakeoff.types import ArrayLike, FloatArray, Values


class OperatingPoint(NamedTuple):
    """The best threshold for a loss ratio, and what comes of it; arrays for several ratios.

    An item is called positive from `threshold` up. Any threshold above `next_below`, the next
    lower score, gives the same calls. `risk` is in units of the loss of a false negative.
    """

    threshold: Values
    next_below: Values
    tpr: Values
    fpr: Values
    risk: Values
    loss_ratio: Values


def best_threshold(
    y: ArrayLike,
    score: ArrayLike,
    *,
    loss_ratio: ArrayLike = 1.0,
    positive_share: float | None = None,
    positive: Label | None = None,
) -> OperatingPoint:
    """Return the threshold on these scores that costs least for a loss ratio.

    Parameters
    ----------
    y, score, positive
        As for `roc_curve`.
    loss_ratio
        What a false positive costs when a false negative costs 1; one, or several.
    positive_share
        The share of positive items where the model is to be used; without it that of y.

    Returns
    -------
    OperatingPoint
        Of thresholds that cost the same, the highest. The threshold inf calls nothing positive.

    Notes
    -----
    The risk is share x fnr + loss_ratio x (1 - share) x fpr, the least of it at a corner of the
    `roc_hull` (Provost and Fawcett, Robust classification for imprecise environments, 2001). For
    probabilities that can be believed it is near `threshold(loss_ratio)`, which needs no items.
    A threshold chosen on some items looks better on them than on others: choose it on items that
    are not used to compare.

    Examples
    --------
    >>> found = best_threshold([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], loss_ratio=[1, 5])
    >>> found.threshold.tolist(), found.risk.tolist()
    ([0.8, 0.8], [0.25, 0.25])
    """
    curve = roc_curve(y, score, positive=positive)
    ratios = _ratios(loss_ratio)
    share = share_of(curve, positive_share)
    risks = risks_at(curve, ratios.ravel(), share)
    best = np.argmin(risks, axis=1)
    following = np.append(curve.thresholds[1:], -np.inf)

    def shaped(values: Any) -> Values:
        return number(np.reshape(values, ratios.shape))

    return OperatingPoint(
        threshold=shaped(curve.thresholds[best]),
        next_below=shaped(following[best]),
        tpr=shaped(curve.y[best]),
        fpr=shaped(curve.x[best]),
        risk=shaped(risks[np.arange(len(best)), best]),
        loss_ratio=number(ratios),
    )


def risks_at(curve: Curve, ratios: FloatArray, share: float) -> FloatArray:
    """Return the risk of every point of a ROC curve for every loss ratio: ratios x points."""
    missed = share * (1.0 - curve.y)
    return missed + np.outer(ratios, (1.0 - share) * curve.x)


def share_of(curve: Curve, positive_share: float | None) -> float:
    """Return the share of positive items: as given, or as it is on the curve's items."""
    tp, fp = np.asarray(curve.tp), np.asarray(curve.fp)
    if not tp[-1] or not fp[-1]:
        raise InvalidInput(f"y must hold both classes: {curve.notes[-1]}")
    if positive_share is None:
        return float(tp[-1] / (tp[-1] + fp[-1]))
    return checks.fraction(positive_share, "positive_share")


def _ratios(loss_ratio: ArrayLike) -> FloatArray:
    ratios = checks.comparable(loss_ratio, "loss_ratio", dimensions=0)
    if (ratios < 0.0).any() or not np.isfinite(ratios).all():
        raise InvalidInput(
            f"loss_ratio must be 0 or more, and finite; it went from {ratios.min():g} to "
            f"{ratios.max():g}"
        )
    return ratios
