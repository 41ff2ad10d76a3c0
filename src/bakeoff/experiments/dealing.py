"""Dealing items out at random: into hands, or a part set apart, of every class its share."""

from __future__ import annotations

import numpy as np

from bakeoff.errors import InvalidInput
from bakeoff.types import IntArray


def dealt(strata: IntArray, hands: int, rng: np.random.Generator, *, stratified: bool) -> IntArray:
    """Deal items out like cards: class after class, so that each hand has its share of each.

    The hands differ by one item at most, and by one of each class; a class with fewer items than
    hands is dealt as far as it goes. (scikit-learn's stratified folds warn or stop there.)
    """
    shuffled = rng.permutation(len(strata))
    if stratified:
        shuffled = shuffled[np.argsort(strata[shuffled], kind="stable")]
    hand = np.empty(len(strata), dtype=np.int64)
    hand[shuffled] = np.arange(len(strata)) % hands
    return hand


def set_apart(
    strata: IntArray, fraction: float, rng: np.random.Generator, *, stratified: bool
) -> IntArray:
    """Return 0 for a part of the items, of every class its share, and 1 for the rest."""
    size = min(max(round(fraction * len(strata)), 1), len(strata) - 1)
    shuffled = rng.permutation(len(strata))
    if stratified:
        shuffled = shuffled[np.argsort(strata[shuffled], kind="stable")]
        # evenly spread places along the classes: each gives its share, to one item
        chosen = shuffled[((np.arange(size) + rng.random()) * len(strata) / size).astype(np.int64)]
    else:
        chosen = shuffled[:size]
    apart = np.ones(len(strata), dtype=np.int64)
    apart[chosen] = 0
    return apart


def members(strata: IntArray) -> list[IntArray]:
    """Return the items of each class."""
    return [np.flatnonzero(strata == code) for code in np.unique(strata)]


def enough(items: int, needed: int, what: str) -> None:
    """Refuse a data set that is too small for a scheme."""
    if items < needed:
        raise InvalidInput(f"{items} items are too few for {what}; it takes {needed}")
