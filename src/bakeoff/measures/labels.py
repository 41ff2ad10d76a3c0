"""Class labels as people write them (text, numbers, truth values), and as positions from 0."""

from __future__ import annotations

import numbers
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.types import ArrayLike, BoolArray, FloatArray, IntArray

Label: TypeAlias = Hashable
Labels: TypeAlias = npt.NDArray[Any]

NARROW = 2**16  # whole numbers within so narrow a range are looked up in a table, not searched
NEGATIVE_ALONE = (0, -1)  # what a lone class of these means needs no question: 0, False, -1 ...
POSITIVE_ALONE = 1  # ... are the negative class, 1 and True the positive one


def labels_of(y: ArrayLike, predicted: ArrayLike) -> tuple[Any, ...]:
    """Return the distinct labels of the truth and the predictions, in sorted order.

    For two classes the last one is the positive class: 1 after 0, 1 after -1, True after False,
    "yes" after "no".

    Examples
    --------
    >>> labels_of(["no", "yes"], ["yes", "yes"])
    ('no', 'yes')
    """
    return union(read(y, "y"), read(predicted, "predicted"))


def union(y: Labels, predicted: Labels) -> tuple[Any, ...]:
    """Return the sorted distinct labels of two arrays that were read."""
    first, second = distinct(y), distinct(predicted)
    _same_kind(first, second)
    return in_order(first | second)


def read(values: ArrayLike, name: str) -> Labels:
    """Return labels as an array of truth values, numbers or objects; none may be missing."""
    array = _array(values, name)
    if array.ndim == 0 or array.shape[-1] == 0:
        raise InvalidInput(f"{name} must hold at least one label; it had the shape {array.shape}")
    if array.dtype.kind == "f":
        _none_missing(~np.isfinite(array), name)
    elif array.dtype.kind == "O":
        _refuse_missing_objects(array, name)
    return array


def distinct(array: Labels) -> set[Any]:
    """Return the set of the labels."""
    kind = array.dtype.kind
    if kind == "O":
        return set(array.ravel().tolist())
    if kind in "iu":
        low, high = int(array.min()), int(array.max())
        if high - low < NARROW:
            return {int(found) + low for found in np.flatnonzero(np.bincount(_offset(array, low)))}
    return set(np.unique(array).tolist())


def in_order(labels: Iterable[Any]) -> tuple[Any, ...]:
    """Return labels sorted; kinds that cannot be compared are grouped by their type's name."""
    found = list(labels)
    try:
        return tuple(sorted(found))
    except TypeError:
        return tuple(sorted(found, key=lambda label: (type(label).__name__, str(label))))


def codes(array: Labels, labels: Sequence[Any], name: str) -> IntArray:
    """Return the position of every label in `labels`; one that is not there is an error."""
    if array.dtype.kind == "O" or not all(isinstance(label, numbers.Real) for label in labels):
        places = _looked_up(array, labels)
    elif array.dtype.kind in "biu":
        places = _from_table(array, labels)
    else:
        places = _searched(array, labels)
    if (places < 0).any():
        strange = in_order(distinct(array) - set(labels))
        raise InvalidInput(
            f"{name} holds labels that are not among labels ({shown(labels)}): {shown(strange)}"
        )
    return places


def positives(y: ArrayLike, positive: Label | None = None) -> BoolArray:
    """Return which items are of the positive class.

    Without `positive` it is the last of the two classes in sorted order. With it, all other
    classes together are the negative one.
    """
    array = read(y, "y")
    if array.dtype.kind == "b" and positive is None:
        return array
    found = in_order(distinct(array))
    label = _last(found) if positive is None else _among(positive, found)
    return np.asarray(array == label, dtype=np.bool_)


def with_scores(
    y: ArrayLike, score: ArrayLike, positive: Label | None = None
) -> tuple[BoolArray, FloatArray]:
    """Return which items are positive, and their scores: (..., n) each, broadcastable."""
    truth = positives(y, positive)
    scores = checks.comparable(score, "score")
    aligned(truth.shape, scores.shape, "score")
    return truth, scores


def aligned(y: tuple[int, ...], other: tuple[int, ...], name: str) -> tuple[int, ...]:
    """Return the common shape of the truth and what belongs to it; the last axis is the items."""
    try:
        if y[-1] == other[-1]:
            return np.broadcast_shapes(y, other)
    except ValueError:
        pass
    hint = "; put the items on the last axis (transpose it)" if y[-1] in other[:-1] else ""
    raise InvalidInput(
        f"y and {name} must speak of the same items: y had the shape {y} and {name} {other}{hint}"
    )


def shown(labels: Sequence[Any], most: int = 6) -> str:
    """Return labels for a sentence, the first few of them."""
    words = [repr(label) for label in labels[:most]]
    return ", ".join(words) + (f" and {len(labels) - most} more" if len(labels) > most else "")


def _array(values: ArrayLike, name: str) -> Labels:
    try:
        array: Labels = np.asarray(values)
        if array.dtype.kind in "UST":
            # from the values, not from the array: numpy would have made text of a missing one
            array = np.asarray(values, dtype=object)
    except ValueError as reason:
        raise InvalidInput(f"{name} must be a rectangular array of labels ({reason})") from None
    if array.dtype.kind not in "biufO":
        raise InvalidInput(f"{name} must hold text, numbers or truth values; it held {array.dtype}")
    return array


def _refuse_missing_objects(array: Labels, name: str) -> None:
    try:
        found = distinct(array)
    except TypeError:
        raise InvalidInput(
            f"{name} must hold labels that can be told apart (text, numbers, truth values); "
            f"the first was {array.ravel()[0]!r}"
        ) from None
    if any(_missing(label) for label in found):
        flat = [_missing(label) for label in array.ravel().tolist()]
        _none_missing(np.reshape(flat, array.shape), name)


def _none_missing(bad: BoolArray, name: str) -> None:
    if bad.any():
        verb, noun = ("is", "label") if bad.sum() == 1 else ("are", "labels")
        raise InvalidInput(
            f"{name}: {int(bad.sum())} {noun} {verb} missing (the first"
            f"{checks.where(checks.first_place(bad))}); leave these items out or label them"
        )


def _missing(label: Any) -> bool:
    if label is None:
        return True
    try:
        return bool(label != label) or label in (np.inf, -np.inf)  # noqa: PLR0124  (nan is not nan)
    except TypeError:  # a missing value that refuses to be true or false
        return True


def _same_kind(y: set[Any], predicted: set[Any]) -> None:
    kinds = [{isinstance(label, str) for label in found} for found in (y, predicted)]
    if kinds[0].isdisjoint(kinds[1]):
        samples = [in_order(found)[0] for found in (y, predicted)]
        raise InvalidInput(
            f"y and predicted must use the same labels: y holds {samples[0]!r}, "
            f"predicted holds {samples[1]!r}, and text never equals a number"
        )


def _offset(array: Labels, low: int) -> IntArray:
    return array.ravel() - low if low else array.ravel()


def _looked_up(array: Labels, labels: Sequence[Any]) -> IntArray:
    place = {label: index for index, label in enumerate(labels)}
    flat = (place.get(label, -1) for label in array.ravel().tolist())
    return np.fromiter(flat, np.int64, array.size).reshape(array.shape)


def _from_table(array: Labels, labels: Sequence[Any]) -> IntArray:
    low, high = int(array.min()), int(array.max())
    if high - low >= NARROW:
        return _searched(array, labels)
    table = np.full(high - low + 1, -1, dtype=np.int64)
    for index, label in enumerate(labels):
        if low <= label <= high and label == int(label):
            table[int(label) - low] = index
    whole = array.astype(np.uint8) if array.dtype.kind == "b" else array
    return table[_offset(whole, low)].reshape(array.shape)


def _searched(array: Labels, labels: Sequence[Any]) -> IntArray:
    known = np.asarray(labels)
    order = np.argsort(known)
    ordered = known[order]
    place = np.minimum(np.searchsorted(ordered, array), len(known) - 1)
    return np.where(ordered[place] == array, order[place], -1).astype(np.int64)


def _last(found: tuple[Any, ...]) -> Any:
    if len(found) == 2:
        return found[-1]
    if len(found) > 2:
        raise InvalidInput(
            f"y must hold two classes; it held {len(found)} ({shown(found)}): name the positive "
            f"one with positive=, and the others together are the negative one"
        )
    if found[0] == POSITIVE_ALONE or found[0] in NEGATIVE_ALONE:
        return POSITIVE_ALONE
    raise InvalidInput(
        f"y holds one class only ({found[0]!r}): say which class is positive with positive="
    )


def _among(positive: Label, found: tuple[Any, ...]) -> Label:
    if positive not in found and len(found) > 1:
        raise InvalidInput(
            f"positive must be one of the classes of y ({shown(found)}); it was {positive!r}"
        )
    return positive
