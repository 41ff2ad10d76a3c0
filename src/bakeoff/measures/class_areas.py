"""Areas under ROC curves of more than two classes: each against the rest, and by pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.measures import labels as label_names
from bakeoff.measures.areas import roc_auc
from bakeoff.measures.labels import Label
from bakeoff.measures.ratio import number
from bakeoff.types import ArrayLike, FloatArray, IntArray, Values

Weighting: TypeAlias = Literal["even", "items"]


def auc_ovr(
    y: ArrayLike,
    score: ArrayLike,
    *,
    labels: Sequence[Any] | None = None,
    positive: Label | None = None,
) -> Values:
    """Return the mean over the classes of the area under the ROC curve of each against the rest.

    Parameters
    ----------
    y
        The true classes, (..., n).
    score
        A score for every class in the order of `labels`, (..., n, K); larger speaks for the
        class. Without `labels` one score an item, (..., n): with two classes it is `roc_auc`.
    labels
        The classes of the last axis.
    positive
        With one score an item the positive class; without it the last of the two.

    Returns
    -------
    A float, or an array for leading axes. A class that no item has, or that all have, has no
    area and is left out of the mean; NaN where no class has one.

    Notes
    -----
    The mean depends on how frequent the classes are, because the rest is mixed of the others;
    `auc_ovo` does not (Hand and Till, A simple generalisation of the area under the ROC curve for
    multiple class classification problems, 2001). Every class counts the same here; with
    `auc_ovr_weighted` (Provost and Domingos) as often as it has items.

    Examples
    --------
    >>> score = [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.2, 0.6, 0.2], [0.3, 0.5, 0.2]]
    >>> round(auc_ovr(["a", "b", "b", "c"], score, labels=["a", "b", "c"]), 4)
    0.75
    """
    return _over_classes(y, score, labels, positive, "even")


def auc_ovr_weighted(
    y: ArrayLike,
    score: ArrayLike,
    *,
    labels: Sequence[Any] | None = None,
    positive: Label | None = None,
) -> Values:
    """Return `auc_ovr` with each class weighted by its share of the items.

    Examples
    --------
    >>> score = [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.2, 0.6, 0.2], [0.3, 0.5, 0.2]]
    >>> round(auc_ovr_weighted(["a", "b", "b", "c"], score, labels=["a", "b", "c"]), 4)
    0.75
    """
    return _over_classes(y, score, labels, positive, "items")


def auc_ovo(
    y: ArrayLike,
    score: ArrayLike,
    *,
    labels: Sequence[Any] | None = None,
    positive: Label | None = None,
) -> Values:
    """Return Hand and Till's M: the mean over all pairs of classes of the area between the two.

    Of the classes i and j only their own items are looked at: A(i|j) is the chance that an item
    of i has a higher score for i than an item of j has, and the area between them is the mean of
    A(i|j) and A(j|i). It does not depend on how frequent the classes are. Parameters as for
    `auc_ovr`; pairs with a class that no item has are left out of the mean.

    Notes
    -----
    Hand and Till, A simple generalisation of the area under the ROC curve for multiple class
    classification problems, 2001, equation 7.

    Examples
    --------
    >>> score = [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.2, 0.6, 0.2], [0.3, 0.5, 0.2]]
    >>> round(auc_ovo(["a", "b", "b", "c"], score, labels=["a", "b", "c"]), 4)
    0.7917
    """
    if labels is None:
        return roc_auc(y, score, positive=positive)
    place, scores = _many(y, score, labels)
    k = len(labels)
    pairs = [(i, j) for i in range(k) for j in range(i + 1, k)]
    flat, rows = place.reshape(-1, place.shape[-1]), scores.reshape(-1, *scores.shape[-2:])
    found = [
        _mean([_between(truth, table, i, j) for i, j in pairs])
        for truth, table in zip(flat, rows, strict=True)
    ]
    return number(np.reshape(found, place.shape[:-1]))


def _over_classes(
    y: ArrayLike,
    score: ArrayLike,
    labels: Sequence[Any] | None,
    positive: Label | None,
    weighting: Weighting,
) -> Values:
    if labels is None:
        return roc_auc(y, score, positive=positive)
    place, scores = _many(y, score, labels)
    areas, shares = [], []
    for index in range(len(labels)):
        truth = place == index
        areas.append(np.asarray(roc_auc(truth, scores[..., index])))
        shares.append(truth.mean(axis=-1) if weighting == "items" else np.ones(truth.shape[:-1]))
    area, share = np.stack(areas), np.stack(shares)
    known = ~np.isnan(area)
    total = np.sum(share * known, axis=0)
    mean = np.sum(np.where(known, area, 0.0) * share, axis=0) / np.where(total > 0, total, 1.0)
    return number(np.where(total > 0, mean, np.nan))


def _between(truth: IntArray, table: FloatArray, i: int, j: int) -> float:
    """Return the area between two classes, by the scores of either."""
    here = (truth == i) | (truth == j)
    is_i = truth[here] == i
    if is_i.all() or not is_i.any():
        return float("nan")
    own, other = roc_auc(is_i, table[here, i]), roc_auc(~is_i, table[here, j])
    return (float(own) + float(other)) / 2.0


def _mean(values: list[float]) -> float:
    known = [value for value in values if not np.isnan(value)]
    return sum(known) / len(known) if known else float("nan")


def _many(y: ArrayLike, score: ArrayLike, labels: Sequence[Any]) -> tuple[IntArray, FloatArray]:
    scores = checks.comparable(score, "score", dimensions=2)
    if scores.shape[-1] != len(labels):
        raise InvalidInput(
            f"score must have one column per label ({len(labels)}) on its last axis; it had the "
            f"shape {scores.shape}"
        )
    place = label_names.codes(label_names.read(y, "y"), labels, "y")
    shape = label_names.aligned(place.shape, scores.shape[:-1], "score")
    return np.broadcast_to(place, shape), np.broadcast_to(scores, (*shape, len(labels)))
