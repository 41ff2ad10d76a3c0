"""Labels of rows as codes: how names become places on an axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.errors import InvalidInput
from bakeoff.types import BoolArray, IntArray

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Labels:
    """One label a row, as a code into `names`; names stand in the order they first appear."""

    codes: IntArray
    names: tuple[str, ...]

    def tiled(self, times: int) -> Labels:
        """Return the labels of rows that stand several times below each other."""
        return self if times == 1 else Labels(np.tile(self.codes, times), self.names)

    def take(self, rows: Any) -> Labels:
        """Return the labels of some rows, without the names that none of them bears."""
        codes = self.codes[rows]
        used, codes = np.unique(codes, return_inverse=True)
        return Labels(codes.astype(np.int64), tuple(self.names[code] for code in used))


def constant(name: str, size: int) -> Labels:
    """Return one and the same label for every row."""
    return Labels(np.zeros(size, dtype=np.int64), (name,))


def labels_of(column: pd.Series[Any], what: str) -> Labels:
    """Return the labels of a column; a row without one is an error that names the row."""
    import pandas as pd

    if isinstance(column.dtype, pd.CategoricalDtype):
        known = _known_levels(column)
        if known is not None:
            return known
    if column.dtype.kind in "iu" and len(column):
        small = _small_numbers(column.to_numpy())
        if small is not None:
            return small
    codes, distinct = pd.factorize(column)
    if len(codes) and codes.min() < 0:
        row = int((codes < 0).argmax())
        raise InvalidInput(f"{what}: row {row + 1} has no name in the column {str(column.name)!r}")
    names = [label_text(value) for value in list(distinct)]
    if len(set(names)) < len(names):  # " svm" and "svm" are one
        places = {name: place for place, name in enumerate(dict.fromkeys(names))}
        codes = np.array([places[name] for name in names], dtype=np.int64)[codes]
        names = list(places)
    if "" in names:
        row = int((codes == names.index("")).argmax())
        raise InvalidInput(f"{what}: row {row + 1} has no name in the column {str(column.name)!r}")
    return Labels(codes.astype(np.int64, copy=False), tuple(names))


def _known_levels(column: pd.Series[Any]) -> Labels | None:
    """Return the labels of a category whose levels all occur and are tidy."""
    codes = column.cat.codes.to_numpy().astype(np.int64)
    names = tuple(map(str, list(column.cat.categories)))
    tidy = all(name and name == name.strip() for name in names)
    if not tidy or not len(codes) or codes.min() < 0:
        return None
    return Labels(codes, names) if occurring(codes, len(names)).all() else None


def _small_numbers(values: IntArray) -> Labels | None:
    """Return the labels of small whole numbers without a search, in the order of their size."""
    low, high = int(values.min()), int(values.max())
    if high - low > len(values):
        return None
    codes = values if low == 0 else values - low
    codes = codes.astype(np.int64, copy=False)
    used = np.flatnonzero(occurring(codes, high - low + 1))
    if len(used) <= high - low:
        places = np.zeros(high - low + 1, dtype=np.int64)
        places[used] = np.arange(len(used))
        codes = places[codes]
    return Labels(codes, tuple(str(low + int(place)) for place in used))


def label_text(value: Any) -> str:
    """Return a label as text: 3.0 is 3, as a person would write it."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, float | np.floating) and np.isfinite(value) and value == int(value):
        return str(int(value))
    return str(value).strip()


def joined(parts: list[Labels], names: list[str]) -> Labels:
    """Return labels made of several columns, such as `Size=1000, Radius=0.049`."""
    if len(parts) == 1:
        return parts[0]
    flat = combined(parts)
    distinct, first, codes = np.unique(flat, return_index=True, return_inverse=True)
    order = np.argsort(first)
    places = np.empty(len(distinct), dtype=np.int64)
    places[order] = np.arange(len(distinct))
    texts = tuple(
        ", ".join(
            f"{name}={part.names[part.codes[row]]}" for name, part in zip(names, parts, strict=True)
        )
        for row in first[order]
    )
    return Labels(places[codes], texts)


def combined(parts: list[Labels]) -> IntArray:
    """Return one code a row for the labels of several columns together."""
    telling = [part for part in parts if len(part.names) > 1] or parts[:1]
    flat = telling[0].codes.copy()
    for part in telling[1:]:
        flat *= len(part.names)
        flat += part.codes
    return flat


def appended(parts: list[Labels]) -> Labels:
    """Return the labels of several tables, one below the other."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0].names
    if all(part.names is first or part.names == first for part in parts):
        return Labels(np.concatenate([part.codes for part in parts]), first)
    names = tuple(dict.fromkeys(name for part in parts for name in part.names))
    places = {name: place for place, name in enumerate(names)}
    codes = [
        np.array([places[name] for name in part.names], dtype=np.int64)[part.codes]
        for part in parts
    ]
    return Labels(np.concatenate(codes), names)


def is_unique(parts: list[Labels]) -> bool:
    """Whether no two rows bear the same labels."""
    flat = combined(parts)
    size = int(np.prod([len(part.names) for part in parts], dtype=np.float64))
    if size <= max(4 * len(flat), 1 << 16):
        return int(np.count_nonzero(occurring(flat, size))) == len(flat)
    return distinct(flat) == len(flat)


def occurring(codes: IntArray, size: int) -> BoolArray:
    """Return which of the codes below a size are there; counting them takes twice as long."""
    seen: BoolArray = np.zeros(size, dtype=bool)
    seen[codes] = True
    return seen


def distinct(codes: IntArray) -> int:
    """Return how many different codes there are; of many, numpy's own count takes a second."""
    return int(np.count_nonzero(np.diff(np.sort(codes)))) + bool(len(codes))
