"""Confusion tables: how many items of each class were called what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.measures import labels as label_names
from bakeoff.types import ArrayLike, FloatArray, IntArray

AT_ONCE = 2**22  # items worked on together: a few tens of MB, whatever the number of models


class ConfusedPair(NamedTuple):
    """Two classes, by their positions in the table, or arrays of positions for many tables."""

    a: Any
    b: Any


def confusion(
    y: ArrayLike, predicted: ArrayLike, *, labels: Sequence[Any] | None = None
) -> IntArray:
    """Count the items of each true class (rows) by the class they were given (columns).

    Parameters
    ----------
    y
        The true labels, (..., n): text, numbers or truth values.
    predicted
        The predicted labels, (..., n). (models, n) against one `y` gives a table per model.
    labels
        The classes in the order of the rows. Without it: all labels found in either, sorted
        (see `labels_of`). Give it when some class may be absent, as in a small fold.

    Returns
    -------
    The counts, int64, (..., K, K). For two classes the positive one is the last, so that
    ``table[1, 1]`` counts true positives, ``[1, 0]`` false negatives, ``[0, 1]`` false positives
    and ``[0, 0]`` true negatives.

    Notes
    -----
    Source: Alpaydin, Introduction to Machine Learning, section 19.7 and Table 19.1. The table
    there begins with the positive class; here the classes stand in sorted order.

    Examples
    --------
    >>> confusion(["no", "no", "yes", "yes", "yes"], ["no", "yes", "yes", "yes", "no"])
    array([[1, 1],
           [1, 2]])
    """
    truth = label_names.read(y, "y")
    given = label_names.read(predicted, "predicted")
    shape = label_names.aligned(truth.shape, given.shape, "predicted")
    classes = label_names.union(truth, given) if labels is None else _classes(labels)
    rows = label_names.codes(truth, classes, "y")
    columns = label_names.codes(given, classes, "predicted")
    return _counted(rows, columns, shape, len(classes))


def one_vs_rest(confusion: ArrayLike) -> FloatArray | IntArray:
    """Return K two-class tables (..., K, 2, 2): each class as the positive one against the rest.

    Examples
    --------
    >>> one_vs_rest([[5, 1, 0], [2, 6, 0], [0, 1, 9]])[1]
    array([[14,  2],
           [ 2,  6]])
    """
    table = tables(confusion)
    hits = np.diagonal(table, axis1=-2, axis2=-1)
    missed = table.sum(axis=-1) - hits
    false = table.sum(axis=-2) - hits
    rest = table.sum(axis=(-2, -1))[..., None] - hits - missed - false
    four = np.stack([rest, false, missed, hits], axis=-1)
    return four.reshape(*hits.shape, 2, 2)


def most_confused_pair(confusion: ArrayLike) -> ConfusedPair | None:
    """Return the two classes that are taken for each other most often, in either direction.

    The pair unpacks as two positions, the smaller first; among equals the first pair counts.
    A table without any error has no such pair: None. For many tables (..., K, K) the two are
    arrays, and -1 stands where a table has no error.

    Examples
    --------
    >>> most_confused_pair([[50, 2, 0], [3, 40, 9], [1, 8, 30]])
    ConfusedPair(a=1, b=2)
    """
    table = tables(confusion)
    first, second = np.triu_indices(table.shape[-1], 1)
    either = table[..., first, second] + table[..., second, first]
    which = either.argmax(axis=-1)
    found = either.max(axis=-1) > 0
    if table.ndim == 2:
        return ConfusedPair(int(first[which]), int(second[which])) if found else None
    return ConfusedPair(np.where(found, first[which], -1), np.where(found, second[which], -1))


def present(truth: IntArray, predicted: IntArray) -> list[int]:
    """Return the codes of the classes that occur; where only one does, one more that does not.

    A table has at least two classes, also for items of one class that are all called right.
    """
    codes = np.union1d(truth, predicted).tolist()
    return codes if len(codes) > 1 else [codes[0], codes[0] + 1]


def tables(confusion: ArrayLike) -> FloatArray | IntArray:
    """Return confusion tables (..., K, K) of at least two classes; whole numbers stay whole."""
    table = checks.numbers(confusion, "confusion", dimensions=2)
    if table.shape[-1] != table.shape[-2] or table.shape[-1] < 2:
        raise InvalidInput(
            f"confusion must be a square table of at least 2 classes (..., K, K); it had the "
            f"shape {table.shape}; give confusion() all classes with labels="
        )
    if (table < 0).any():
        raise InvalidInput(f"confusion must hold counts of 0 or more; the least was {table.min()}")
    whole = np.asarray(confusion).dtype.kind in "iub"
    return table.astype(np.int64) if whole else table


def slices(rows: int, n: int) -> Iterator[slice]:
    """Yield slices of the rows (of `n` items each) that fit into memory together."""
    step = max(1, AT_ONCE // max(1, n))
    for start in range(0, rows, step):
        yield slice(start, min(start + step, rows))


def _classes(labels: Sequence[Any]) -> tuple[Any, ...]:
    classes = tuple(label_names.read(labels, "labels").tolist())
    if len(set(classes)) < len(classes):
        raise InvalidInput(
            f"labels must name each class once; they were {label_names.shown(classes)}"
        )
    return classes


def _counted(rows: IntArray, columns: IntArray, shape: tuple[int, ...], k: int) -> IntArray:
    n = shape[-1]
    truth = np.broadcast_to(rows * k, shape).reshape(-1, n)
    given = np.broadcast_to(columns, shape).reshape(-1, n)
    counts = np.empty((len(truth), k * k), dtype=np.int64)
    for part in slices(len(truth), n):
        size = part.stop - part.start
        cells = truth[part] + given[part] + (np.arange(size) * k * k)[:, None]
        counts[part] = np.bincount(cells.ravel(), minlength=size * k * k).reshape(size, k * k)
    return counts.reshape(*shape[:-1], k, k)
