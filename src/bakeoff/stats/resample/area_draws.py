"""Areas under ROC curves of items with weights: one sort before all draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bakeoff.stats.resample.units import Units
from bakeoff.types import BoolArray, FloatArray, IntArray

AT_ONCE = 2**17  # weights worked on together: what a processor keeps near itself


class Order(NamedTuple):
    """The items of one part in the order of one model's scores.

    `below` and `through` count the negative items that score below each positive one, and not
    above it.
    """

    positive: IntArray
    negative: IntArray
    below: IntArray
    through: IntArray | None  # None without ties


def area_draws(
    truth: BoolArray,
    scores: FloatArray,
    units: Units,
    draws: int,
    generator: np.random.Generator,
    *,
    parts: Sequence[IntArray] | None = None,
) -> FloatArray:
    """Return the mean area over the parts of every model in every draw: draws x models.

    An area is undefined (NaN) in a draw that leaves a part without one of the classes.
    """
    members = [np.arange(len(truth))] if parts is None else parts
    orders = [[order_of(truth, row, items) for row in scores] for items in members]
    step = max(1, AT_ONCE // len(truth))
    found = np.empty((draws, len(scores)))
    for start in range(0, draws, step):
        rows = slice(start, min(start + step, draws))
        weights = units.weights(rows.stop - rows.start, generator)
        found[rows] = weighted_areas(orders, weights)
    return found


def order_of(truth: BoolArray, scores: FloatArray, items: IntArray) -> Order:
    """Return the items of a part in the order of their scores, the classes apart."""
    positive, negative = items[truth[items]], items[~truth[items]]
    positive = positive[np.argsort(scores[positive])]
    negative = negative[np.argsort(scores[negative])]
    below = np.searchsorted(scores[negative], scores[positive], side="left")
    through = np.searchsorted(scores[negative], scores[positive], side="right")
    tied = bool((below != through).any())
    return Order(positive, negative, below, through if tied else None)


def weighted_areas(orders: Sequence[Sequence[Order]], weights: FloatArray) -> FloatArray:
    """Return the areas of items with weights (draws, n): draws x models, means over the parts."""
    total = np.zeros((len(weights), len(orders[0])))
    for models in orders:
        for place, order in enumerate(models):
            total[:, place] += weighted_area(order, weights)
    return total / len(orders)


def weighted_area(order: Order, weights: FloatArray) -> FloatArray:
    """Return sum of w_i w_j [wins] / (sum of w_i times sum of w_j) over the pairs."""
    draws = len(weights)
    before = np.zeros((draws, len(order.negative) + 1))
    np.cumsum(weights.take(order.negative, axis=1), axis=1, out=before[:, 1:])
    won = before.take(order.below, axis=1)
    if order.through is not None:
        won = (won + before.take(order.through, axis=1)) / 2.0
    positive = weights.take(order.positive, axis=1)
    pairs = positive.sum(axis=1) * before[:, -1]
    wins = np.einsum("ij,ij->i", positive, won)
    return np.where(pairs > 0.0, wins / np.where(pairs > 0.0, pairs, 1.0), np.nan)
