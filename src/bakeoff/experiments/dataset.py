"""One data set as a study holds it: features, classes or numbers, and a fingerprint of both."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.data.join_items import NEGATIVES, POSITIVES
from bakeoff.data.labels import label_text
from bakeoff.errors import InvalidInput
from bakeoff.types import IntArray

MOST_CLASSES = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """Features and what is to be predicted.

    Attributes
    ----------
    X
        An array, or a frame where columns have names.
    y
        What estimators are given: the classes as they were, or numbers.
    codes
        The place of each item's class in `classes`; for numbers, the numbers.
    classes
        The names of the classes in the order of `numpy.unique`; None for numbers.
    levels
        The same as estimators see them.
    positive
        The place of the positive class, where it is known.
    """

    name: str
    X: Any
    y: npt.NDArray[Any]
    codes: npt.NDArray[Any]
    classes: tuple[str, ...] | None
    levels: npt.NDArray[Any]
    positive: int | None = None
    source: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.y)

    @property
    def strata(self) -> IntArray:
        """What splits are stratified by; numbers are of one kind all."""
        if self.classes is None:
            return np.zeros(len(self), dtype=np.int64)
        return self.codes.astype(np.int64, copy=False)

    def rows(self, places: IntArray) -> Any:
        """Return the features of some items."""
        return self.X.iloc[places] if hasattr(self.X, "iloc") else self.X[places]

    def fingerprint(self) -> str:
        """Return a number that another data set under the same name would not have."""
        digest = hashlib.sha256()
        for part in (*_bytes_of(self.X), *_bytes_of(self.y)):
            digest.update(part)
        digest.update(repr((self.classes, self.positive)).encode())
        return digest.hexdigest()[:32]


def dataset(
    name: str,
    X: Any,
    y: Any,
    *,
    values: bool = False,
    positive: Any = None,
    source: Mapping[str, Any] | None = None,
) -> Dataset:
    """Return features and classes (or, with `values`, numbers) as a data set."""
    features = _features(name, X)
    targets = _targets(name, y)
    if len(features) != len(targets):
        raise InvalidInput(
            f"{name}: X has {len(features)} items and y has {len(targets)}; they must be the same"
        )
    if values:
        try:
            numbers = targets.astype(np.float64)
        except (TypeError, ValueError):
            raise InvalidInput(f"{name}: y must be numbers for measures of numbers") from None
        return Dataset(name, features, numbers, numbers, None, numbers[:0], None, source or {})
    levels, codes = np.unique(targets, return_inverse=True)
    classes = tuple(label_text(level) for level in levels)
    if not 2 <= len(classes) < MOST_CLASSES or len(set(classes)) < len(classes):
        raise InvalidInput(
            f"{name}: y must hold two classes or more, each written in one way; it had "
            f"{len(classes)}"
        )
    place = _positive(name, classes, positive)
    return Dataset(name, features, targets, codes.reshape(-1), classes, levels, place, source or {})


def _features(name: str, X: Any) -> Any:
    if hasattr(X, "iloc"):
        return X.reset_index(drop=True)
    if hasattr(X, "to_pandas"):
        return X.to_pandas()
    if hasattr(X, "tocsr"):
        return X.tocsr()
    array = np.asarray(X)
    if array.ndim < 2 or array.dtype.kind not in "biufOUS":
        raise InvalidInput(
            f"{name}: X must be items x features, an array or a frame; it had the shape "
            f"{array.shape}"
        )
    return np.ascontiguousarray(array)


def _targets(name: str, y: Any) -> npt.NDArray[Any]:
    array = np.asarray(y)
    if array.ndim != 1:
        raise InvalidInput(f"{name}: y must hold one class an item; it had the shape {array.shape}")
    missing = array != array if array.dtype.kind in "fO" else np.zeros(len(array), dtype=bool)  # noqa: PLR0124  NaN alone differs from itself
    if array.dtype == object:
        missing |= np.array([value is None for value in array], dtype=bool)
        array = array if missing.any() else np.array([_plain(value) for value in array])
    if missing.any():
        row = int(missing.argmax())
        raise InvalidInput(
            f"{name}: {int(missing.sum())} items have no class (the first in row {row + 1}); "
            f"leave them out"
        )
    return array


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool | int | float | np.generic) else str(value)


def _positive(name: str, classes: Sequence[str], wanted: Any) -> int | None:
    if wanted is not None:
        text = label_text(wanted)
        if text not in classes:
            raise InvalidInput(
                f"{name}: there is no class {text!r} to be the positive one; there are "
                f"{', '.join(classes[:10])}"
            )
        return classes.index(text)
    if len(classes) != 2:
        return None
    known = [place for place in (0, 1) if classes[place] in POSITIVES]
    return known[0] if len(known) == 1 and classes[1 - known[0]] in NEGATIVES else None


def _bytes_of(values: Any) -> list[bytes]:
    """Return what a fingerprint is made of: type, shape, names and numbers."""
    if hasattr(values, "iloc"):
        import pandas as pd

        names = [f"{name}:{kind}" for name, kind in values.dtypes.items()]
        hashes = pd.util.hash_pandas_object(values, index=False).to_numpy()
        return ["|".join(names).encode(), hashes.tobytes()]
    if hasattr(values, "tocsr"):
        return [
            repr(values.shape).encode(),
            *(part.tobytes() for part in (values.data, values.indices, values.indptr)),
        ]
    if values.dtype.kind in "OU":
        return [repr(values.shape).encode(), "\0".join(map(str, values.ravel())).encode()]
    return [f"{values.dtype.str}{values.shape}".encode(), np.ascontiguousarray(values).tobytes()]
