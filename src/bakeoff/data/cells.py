"""The cells of real tables: `68.4(7.1)`, `93.2%`, `NA`, `failed`: what number each one is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd

PLAIN = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
SPREAD = r"(?:\s*\(\s*\+?-?\s*[\d.eE+-]+\s*%?\s*\)|\s*(?:±|\+/-|\+-)\s*[\d.eE+-]+\s*%?)"
CELL = re.compile(
    rf"(?P<number>{PLAIN}|[+-]?inf(?:inity)?)\s*(?P<percent>%)?(?P<spread>{SPREAD})?", re.IGNORECASE
)
STARTS = frozenset("0123456789+-.i")  # what a number can begin with; infinity is one
TRUTHS = {"true": 1.0, "false": 0.0}
WORDS = """
na n/a nan null none ? - -- \N{EN DASH} \N{EM DASH} . x failed fail failure error timeout memout oom
missing #n/a <na> nat dnf
"""
MISSING = frozenset(["", "time out", "not available", *WORDS.split()])


@dataclass(frozen=True, slots=True)
class Numbers:
    """A column read as numbers, and what had to be said about it."""

    values: FloatArray
    unreadable: tuple[tuple[int, str], ...] = ()
    texts: int = 0
    known: int = 0
    spread: str = ""  # the first cell like `68.4(7.1)`
    percent: bool = False

    @property
    def any_number(self) -> bool:
        """Whether at least one cell holds a number."""
        return self.known > 0

    @property
    def is_text(self) -> bool:
        """Whether most of what the column holds are words, not numbers."""
        return self.texts > self.known


def numbers_of(column: pd.Series[Any]) -> Numbers:
    """Read a column as numbers; the mean is taken from a cell like `68.4(7.1)`."""
    import pandas as pd

    if isinstance(column.dtype, pd.CategoricalDtype):
        return _numbers_of_codes(column.cat.codes.to_numpy(), column.cat.categories)
    if pd.api.types.is_bool_dtype(column.dtype):
        truths = [_truth(value) for value in column.tolist()]
        return _plain(np.array(truths, dtype=np.float64))
    if pd.api.types.is_complex_dtype(column.dtype):
        column = column.astype(str)
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iuf":
        return _plain(column.to_numpy().astype(np.float64, copy=False))
    if pd.api.types.is_numeric_dtype(column.dtype):
        return _plain(np.asarray(column.to_numpy(np.float64, na_value=np.nan), dtype=np.float64))
    return _numbers_of_text(column)


def _plain(values: FloatArray) -> Numbers:
    return Numbers(values, known=int(np.isfinite(values).sum()))


def _truth(value: object) -> float:
    return float(value) if isinstance(value, bool | np.bool_) else np.nan


def _numbers_of_text(column: pd.Series[Any]) -> Numbers:
    import pandas as pd

    return _numbers_of_codes(*pd.factorize(column.astype(object)))


def _numbers_of_codes(codes: npt.NDArray[np.integer[Any]], distinct: Any) -> Numbers:
    """Read each distinct cell once; the code -1 is a missing one."""
    distinct = list(distinct)  # a column of Arrow's is slow to look into, cell by cell
    read = [_number(value) for value in distinct]
    table = np.array([number for number, _, _ in read] + [np.nan])
    bad = [index for index, (_, kind, _) in enumerate(read) if kind == "unreadable"]
    if len(bad) == len(read) and len(codes) and codes.min() >= 0:  # nothing but words
        first = tuple((row, str(distinct[codes[row]])) for row in range(min(5, len(codes))))
        nothing = np.broadcast_to(np.nan, len(codes))  # one NaN, seen many times
        return Numbers(nothing, first, texts=len(codes))
    is_bad = np.zeros(len(read) + 1, dtype=bool)
    is_bad[bad] = True
    rows = np.flatnonzero(is_bad[codes])
    unreadable = tuple((int(row), str(distinct[codes[row]])) for row in rows[:5])
    values = table[codes]
    return Numbers(
        values,
        unreadable,
        texts=len(rows),
        known=int(np.isfinite(values).sum()),
        spread=next(
            (str(cell) for cell, part in zip(distinct, read, strict=True) if part[1] == "spread"),
            "",
        ),
        percent=any(percent for _, _, percent in read),
    )


def _number(value: object) -> tuple[float, str, bool]:
    """Return the number of a cell, what kind of cell it was, whether it had a percent sign."""
    if not isinstance(value, str):
        if isinstance(value, bool | np.bool_ | float | np.floating | np.integer):
            return float(value), "number", False
        value = str(value)
    text = value.strip()
    lower = text.lower()
    if lower in MISSING:
        return np.nan, "missing", False
    if lower in TRUTHS:
        return TRUTHS[lower], "number", False
    if lower[0] not in STARTS:
        return np.nan, "unreadable", False
    found = CELL.fullmatch(text)
    if found is None:
        return np.nan, "unreadable", False
    kind = "spread" if found["spread"] else "number"
    return float(found["number"]), kind, bool(found["percent"])
