"""What goes to Weka and comes back: ARFF, with names that need no quotes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray, IntArray

MISSING = "?"


@dataclass(frozen=True)
class Table:
    """The columns of a training set: numbers, or words with their levels."""

    levels: tuple[tuple[str, ...] | None, ...]
    classes: int

    @staticmethod
    def of(X: Any, classes: int) -> Table:
        """Return what the columns of features are."""
        return Table(tuple(_levels(column) for column in _columns(X)), classes)

    @property
    def width(self) -> int:
        """How many features there are."""
        return len(self.levels)

    def arff(self, X: Any, codes: IntArray | None) -> str:
        """Return items as ARFF; words that the training set did not have are missing."""
        columns = _columns(X)
        if len(columns) != self.width:
            raise InvalidInput(f"X must have {self.width} features; it had {len(columns)}")
        lines = ["@relation study"]
        texts = []
        for place, (levels, column) in enumerate(zip(self.levels, columns, strict=True)):
            if levels is None:
                kind, text = "numeric", _numbers(column)
            else:
                kind, text = _nominal("v", len(levels)), _words(column, levels)
            lines.append(f"@attribute a{place} {kind}")
            texts.append(text)
        lines.append(f"@attribute class {_nominal('c', self.classes)}")
        size = len(columns[0]) if columns else 0
        truth = [MISSING] * size if codes is None else [f"c{code}" for code in codes.tolist()]
        rows = (",".join(row) for row in zip(*texts, truth, strict=True))
        return "\n".join([*lines, "@data", *rows, ""])


def distribution_of(text: str, classes: int) -> FloatArray | None:
    """Return the probabilities in an ARFF that Weka has added them to; None if it did not."""
    head, found, body = text.partition("@data")
    names = [line.split()[1] for line in head.splitlines() if line.startswith("@attribute")]
    wanted = [f"distribution_c{code}" for code in range(classes)]
    if not found or not set(wanted) <= set(names):
        return None
    places = [names.index(name) for name in wanted]
    rows = [line.split(",") for line in body.splitlines() if line]
    return np.array([[float(row[place]) for place in places] for row in rows]).reshape(-1, classes)


def _columns(X: Any) -> list[npt.NDArray[Any]]:
    if hasattr(X, "iloc"):
        return [
            column.to_numpy(dtype=np.float64, na_value=np.nan)
            if column.dtype.kind in "biuf"
            else column.to_numpy(dtype=object)
            for _, column in X.items()
        ]
    array = X.toarray() if hasattr(X, "toarray") else np.asarray(X)
    if array.ndim != 2:
        raise InvalidInput(f"X must be items x features; it had the shape {array.shape}")
    return list(array.T)


def _levels(column: npt.NDArray[Any]) -> tuple[str, ...] | None:
    if column.dtype.kind in "biuf":
        return None
    known = {str(value) for value in column if not _gap(value)}
    return tuple(sorted(known)) or ("none",)  # a nominal attribute has one level at least


def _numbers(column: npt.NDArray[Any]) -> list[str]:
    values = column.astype(np.float64).tolist()
    return [repr(value) if np.isfinite(value) else MISSING for value in values]


def _words(column: npt.NDArray[Any], levels: tuple[str, ...]) -> list[str]:
    places = {level: f"v{place}" for place, level in enumerate(levels)}
    return [MISSING if _gap(value) else places.get(str(value), MISSING) for value in column]


def _gap(value: Any) -> bool:
    return value is None or value != value  # noqa: PLR0124  NaN alone differs from itself


def _nominal(letter: str, count: int) -> str:
    return "{" + ",".join(f"{letter}{place}" for place in range(count)) + "}"
