"""What is drawn: items or clusters of items, within strata."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.errors import InvalidInput
from bakeoff.types import ArrayLike, BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """Units that are drawn with replacement within strata; `of_item` is None if they are items."""

    items: int
    strata: tuple[IntArray, ...]
    of_item: IntArray | None = None

    @property
    def count(self) -> int:
        """The number of units."""
        return sum(len(members) for members in self.strata)

    def weights(self, draws: int, generator: np.random.Generator) -> FloatArray:
        """Return how often each item is drawn: draws x items."""
        found = np.empty((draws, self.count))
        for members in self.strata:
            size = len(members)
            drawn = generator.integers(0, size, size=(draws, size))
            drawn += (np.arange(draws) * size)[:, np.newaxis]
            counts = np.bincount(drawn.ravel(), minlength=draws * size).reshape(draws, size)
            if size == self.count:
                found[:] = counts
            else:
                found[:, members] = counts
        return found if self.of_item is None else np.ascontiguousarray(found[:, self.of_item])


def by_class(truth: BoolArray) -> Units:
    """Return the items of two classes, drawn within the classes."""
    return Units(len(truth), (np.flatnonzero(truth), np.flatnonzero(~truth)))


def units_of(
    parts: Sequence[IntArray],
    truth: IntArray,
    *,
    stratified: bool = False,
    clusters: ArrayLike | None = None,
) -> Units:
    """Return what is drawn: items, or clusters of them, within the parts (and the classes)."""
    n = len(truth)
    part = np.empty(n, dtype=np.int64)
    for place, members in enumerate(parts):
        part[members] = place
    labels = part * (int(truth.max()) + 1) + truth if stratified else part
    if clusters is None:
        return Units(n, _groups(labels))
    of_item = cluster_codes(clusters, n)
    if stratified and _spans(of_item, truth):
        raise InvalidInput(
            "clusters must lie within one class each to be drawn within the classes; one holds "
            "several: leave stratified=False"
        )
    if _spans(of_item, part):
        # a cluster comes up in several parts: it is drawn once for all of them
        labels = truth if stratified else np.zeros(n, dtype=np.int64)
    _, first = np.unique(of_item, return_index=True)
    return Units(n, _groups(labels[first]), of_item)


def cluster_codes(clusters: ArrayLike, n: int) -> IntArray:
    """Return the number of the cluster of each item."""
    names: Any = np.asarray(clusters)
    if names.shape != (n,):
        raise InvalidInput(
            f"clusters must name a cluster for each of the {n} items; it had the shape "
            f"{names.shape}"
        )
    codes: IntArray = np.unique(names, return_inverse=True)[1].astype(np.int64)
    return codes


def _spans(of_item: IntArray, labels: IntArray) -> bool:
    """Return whether some cluster holds items of several labels."""
    pairs = np.unique(of_item * (int(labels.max()) + 1) + labels)
    return len(pairs) > int(of_item.max()) + 1


def _groups(labels: IntArray) -> tuple[IntArray, ...]:
    order = np.argsort(labels, kind="stable")
    bounds = np.flatnonzero(np.diff(labels[order])) + 1
    return tuple(np.split(order, bounds))
