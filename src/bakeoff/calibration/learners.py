"""Learners that are trained on thousands of samples at once, and one of scikit-learn's.

Each is given samples x (runs, items, features) of classes y (items,), and which items each split
tests (runs, splits, tested); it learns from all other items.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from bakeoff.types import FloatArray, IntArray

NEAREST = 24  # items that are looked at first: nearly always one of them is not tested
Learner = Callable[[FloatArray, IntArray, IntArray], FloatArray]


def nearest_neighbour(x: FloatArray, y: IntArray, tested: IntArray) -> FloatArray:
    """Return the class of the nearest item that is not tested, (runs, splits, tested).

    The nearest items of each are found once; each split takes the first that it learned from.
    """
    runs, items = x.shape[:2]
    x = x.astype(np.float32)
    # the squared distance, but for what an item adds to all its distances
    distance = np.vecdot(x, x)[:, np.newaxis, :] - 2.0 * (x @ np.swapaxes(x, 1, 2))
    few = min(NEAREST, items)
    near = np.argpartition(distance, few - 1, axis=-1)[..., :few]
    inner = np.argsort(np.take_along_axis(distance, near, axis=-1), axis=-1)
    near = np.take_along_axis(near, inner, axis=-1)
    found = np.empty(tested.shape)
    run = np.arange(runs)[:, np.newaxis]
    for split in range(tested.shape[1]):
        rows = tested[:, split]
        is_tested = np.zeros((runs, items), dtype=bool)
        is_tested[run, rows] = True
        known = near[run, rows]
        unknown = is_tested[run[:, :, np.newaxis], known]
        first = np.argmin(unknown, axis=-1)
        chosen = np.take_along_axis(known, first[..., np.newaxis], axis=-1)[..., 0]
        for place, row in np.argwhere(unknown.all(axis=-1)):
            far = np.where(is_tested[place], np.inf, distance[place, rows[place, row]])
            chosen[place, row] = far.argmin()
        found[:, split] = y[chosen]
    return found


def linear(x: FloatArray, y: IntArray, tested: IntArray) -> FloatArray:
    """Return the score of Fisher's linear discriminant; above 0 is class 1."""
    runs, items, features = x.shape
    learned = np.ones((runs, tested.shape[1], items))
    np.put_along_axis(learned, tested, 0.0, axis=2)
    products = (x[..., :, np.newaxis] * x[..., np.newaxis, :]).reshape(runs, items, -1)
    means, scatter = [], np.zeros((*tested.shape[:2], features, features))
    for label in (0, 1):
        of_class = learned * (y == label)
        size = of_class.sum(axis=-1)[..., np.newaxis]
        mean = of_class @ x / size
        square = (of_class @ products).reshape(scatter.shape)
        scatter += square - size[..., np.newaxis] * mean[..., :, None] * mean[..., None, :]
        means.append(mean)
    weights = np.linalg.solve(scatter, (means[1] - means[0])[..., np.newaxis])[..., 0]
    middle = np.vecdot(weights, (means[0] + means[1]) / 2.0)
    values = weights @ np.swapaxes(x, 1, 2) - middle[..., np.newaxis]
    return np.asarray(np.take_along_axis(values, tested, axis=2))


def tree(x: FloatArray, y: IntArray, tested: IntArray) -> FloatArray:
    """Return the class by scikit-learn's decision tree, one at a time."""
    from sklearn.tree import DecisionTreeClassifier

    found = np.empty(tested.shape)
    every = np.arange(x.shape[1])
    for run, split in np.ndindex(*tested.shape[:2]):
        rows = tested[run, split]
        learned = np.delete(every, rows)
        model = DecisionTreeClassifier(min_samples_leaf=2, random_state=0)
        found[run, split] = model.fit(x[run, learned], y[learned]).predict(x[run, rows])
    return found


LEARNERS: Mapping[str, Learner] = {
    "nearest-neighbour": nearest_neighbour,
    "linear": linear,
    "tree": tree,
}
CUTS: Mapping[str, float] = {"nearest-neighbour": 0.5, "linear": 0.0, "tree": 0.5}
