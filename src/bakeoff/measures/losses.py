"""Losses of numbers and of probabilities: squared, absolute, log loss, Brier's score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.measures import labels as label_names
from bakeoff.measures.labels import Label
from bakeoff.measures.ratio import number, ratio
from bakeoff.types import ArrayLike, FloatArray, Values

FLOOR = float(np.finfo(np.float64).eps)  # no probability counts as smaller than this: 36 nats
ROUNDING = 0.0051  # what printing with two decimals may take from each class's probability


def squared(y: ArrayLike, predicted: ArrayLike) -> FloatArray:
    """Return the squared error of each item, (..., n): what a test of two regressors compares.

    Examples
    --------
    >>> squared([1.0, 2.0], [1.5, 4.0])
    array([0.25, 4.  ])
    """
    truth, values = _numbers(y, predicted)
    return (truth - values) ** 2


def absolute(y: ArrayLike, predicted: ArrayLike) -> FloatArray:
    """Return the absolute error of each item, (..., n).

    Examples
    --------
    >>> absolute([1.0, 2.0], [1.5, 4.0])
    array([0.5, 2. ])
    """
    truth, values = _numbers(y, predicted)
    return np.abs(truth - values)


def mean_squared_error(y: ArrayLike, predicted: ArrayLike) -> Values:
    """Return the mean of the squared errors over the items.

    Examples
    --------
    >>> mean_squared_error([1.0, 2.0], [[1.5, 4.0], [1.0, 2.0]]).tolist()
    [2.125, 0.0]
    """
    return number(squared(y, predicted).mean(axis=-1))


def root_mean_squared_error(y: ArrayLike, predicted: ArrayLike) -> Values:
    """Return the root of the mean squared error, in the units of y.

    Examples
    --------
    >>> root_mean_squared_error([1.0, 2.0], [4.0, 5.0])
    3.0
    """
    return number(np.sqrt(squared(y, predicted).mean(axis=-1)))


def mean_absolute_error(y: ArrayLike, predicted: ArrayLike) -> Values:
    """Return the mean of the absolute errors over the items.

    Examples
    --------
    >>> mean_absolute_error([1.0, 2.0], [1.5, 4.0])
    1.25
    """
    return number(absolute(y, predicted).mean(axis=-1))


def r2(y: ArrayLike, predicted: ArrayLike) -> Values:
    """Return the share of y's variance that the predictions explain; below 0 they do harm.

    NaN where all y are equal: there is nothing to explain.

    Examples
    --------
    >>> r2([1.0, 2.0, 3.0], [1.0, 2.0, 4.0])
    0.5
    """
    truth, values = _numbers(y, predicted)
    spread = np.sum((truth - truth.mean(axis=-1, keepdims=True)) ** 2, axis=-1)
    constant = np.ptp(truth, axis=-1) == 0.0  # a mean that is a rounding off leaves a spread
    left = np.sum((truth - values) ** 2, axis=-1)
    return number(1.0 - ratio(left, np.where(constant, 0.0, spread)))


def log_loss(
    y: ArrayLike,
    probability: ArrayLike,
    *,
    positive: Label | None = None,
    labels: Sequence[Any] | None = None,
) -> Values:
    """Return the mean of -log(probability given to the true class), in nats.

    Parameters
    ----------
    y
        The true classes, (..., n).
    probability
        The probability of the positive class, (..., n); or with `labels` the probabilities of
        all classes in that order, (..., n, K), which add up to 1.
    positive
        The positive class; without it the last of the two.
    labels
        The classes of the last axis.

    Notes
    -----
    A probability of 0 for what then happened would cost infinity. Here no probability counts as
    less than 2.2e-16, so the dearest mistake costs 36.04 nats.

    Examples
    --------
    >>> round(log_loss([1, 0], [0.8, 0.1]), 4)
    0.1643
    """
    if labels is None:
        truth, chance = _two_class(y, probability, positive)
        given = np.where(truth, chance, 1.0 - chance)
    else:
        place, chances = _many_class(y, probability, labels)
        given = np.take_along_axis(chances, place[..., None], axis=-1)[..., 0]
    return number(-np.log(np.maximum(given, FLOOR)).mean(axis=-1))


def brier(
    y: ArrayLike,
    probability: ArrayLike,
    *,
    positive: Label | None = None,
    labels: Sequence[Any] | None = None,
) -> Values:
    """Return Brier's score: the mean squared distance of the probabilities from what happened.

    Parameters as for `log_loss`. For two classes it is the mean of (probability - outcome)^2,
    between 0 and 1. For more classes the squares are added up over the classes (Brier's own
    form), between 0 and 2.

    Examples
    --------
    >>> round(brier([1, 0], [0.8, 0.1]), 4)
    0.025
    """
    if labels is None:
        truth, chance = _two_class(y, probability, positive)
        return number(((chance - truth) ** 2).mean(axis=-1))
    place, chances = _many_class(y, probability, labels)
    outcome = place[..., None] == np.arange(chances.shape[-1])
    both = 2.0 if chances.shape[-1] == 2 else 1.0  # of two classes each says the same
    return number(np.sum((chances - outcome) ** 2, axis=-1).mean(axis=-1) / both)


def _numbers(y: ArrayLike, predicted: ArrayLike) -> tuple[FloatArray, FloatArray]:
    truth = checks.numbers(y, "y")
    values = checks.numbers(predicted, "predicted")
    label_names.aligned(truth.shape, values.shape, "predicted")
    return truth, values


def _two_class(
    y: ArrayLike, probability: ArrayLike, positive: Label | None
) -> tuple[FloatArray, FloatArray]:
    chance = _probabilities(probability)
    truth = label_names.positives(y, positive)
    label_names.aligned(truth.shape, chance.shape, "probability")
    return truth.astype(np.float64), chance


def _many_class(y: ArrayLike, probability: ArrayLike, labels: Sequence[Any]) -> tuple[Any, Any]:
    chances = _probabilities(probability, dimensions=2)
    if chances.shape[-1] != len(labels):
        raise InvalidInput(
            f"probability must have one column per label ({len(labels)}) on its last axis; "
            f"it had the shape {chances.shape}"
        )
    sums = chances.sum(axis=-1)
    worst = float(sums.ravel()[np.abs(sums - 1.0).argmax()])
    if abs(worst - 1.0) > ROUNDING * len(labels):
        raise InvalidInput(
            f"probability must add up to 1 over the classes of each item; one adds up to {worst:g}"
        )
    place = label_names.codes(label_names.read(y, "y"), labels, "y")
    shape = label_names.aligned(place.shape, chances.shape[:-1], "probability")
    return np.broadcast_to(place, shape), np.broadcast_to(chances, (*shape, len(labels)))


def _probabilities(values: ArrayLike, *, dimensions: int = 1) -> FloatArray:
    chance = checks.numbers(values, "probability", dimensions=dimensions)
    low, high = float(chance.min()), float(chance.max())
    if low < 0.0 or high > 1.0:
        raise InvalidInput(
            f"probability must lie between 0 and 1; it went from {low:g} to {high:g}: scores that "
            f"are no probabilities can be measured by their order (auc), not by their loss"
        )
    return chance
