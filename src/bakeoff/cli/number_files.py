"""Small files of nothing but numbers, with or without names: counts and tables of counts."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.cli.options import source_of
from bakeoff.data.aliases import squeezed
from bakeoff.data.files import read_bytes
from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray

LARGEST = 1 << 20  # bytes; what is longer is no table of counts
SEPARATORS = (",", ";", "\t", "|")
ERRORS = frozenset({"errors", "error", "wrong", "mistakes", "misclassified", "nerrors"})
ITEMS = frozenset({"n", "items", "total", "tested", "ntest", "trials", "size"})


@dataclass(frozen=True, slots=True)
class NumberTable:
    """Rows and columns of numbers, and their names where the file has some."""

    values: FloatArray
    rows: tuple[str, ...] | None = None
    columns: tuple[str, ...] | None = None

    @property
    def is_counts(self) -> bool:
        """Whether every number is whole and none below 0."""
        return bool((self.values >= 0).all() and (self.values == np.floor(self.values)).all())


@dataclass(frozen=True, slots=True)
class ErrorCount:
    """How many errors were made on how many items, and by whom."""

    name: str | None
    errors: int
    n: int


def number_table(files: Sequence[str]) -> NumberTable | None:
    """Return what a file holds if it is a small table of numbers, else None."""
    if len(files) != 1:
        return None
    content, _ = read_bytes(str(source_of(files)))
    if len(content) > LARGEST or b"\0" in content:
        return None
    return _parted(_cells(content.decode("utf-8-sig", "replace")))


def error_counts(table: NumberTable | None) -> list[ErrorCount]:
    """Return the counts of errors in a table: columns errors and n, in this order or named so."""
    if table is None or not table.is_counts:
        return []
    values = table.values
    if values.shape == (2, 1):
        values = values.T  # errors and n below each other
    elif table.columns is not None:
        errors, items = (_named(table.columns, words) for words in (ERRORS, ITEMS))
        if errors is not None and items is not None:
            values = values[:, [errors, items]]
    if values.shape[1] != 2 or (len(values) > 2 and table.rows is None):
        return []
    names = table.rows or (None,) * len(values)
    return [
        ErrorCount(name, int(errors), int(n))
        for name, (errors, n) in zip(names, values, strict=False)
    ]


def square(table: NumberTable | None) -> NumberTable | None:
    """Return a table of counts with as many rows as columns, else None."""
    if table is None or not table.is_counts:
        return None
    height, width = table.values.shape
    if height == width + 1 and table.columns is None:
        names = tuple(f"{value:g}" for value in table.values[0])
        rows = None if table.rows is None else table.rows[1:]
        return NumberTable(table.values[1:], rows, names)
    return table if height == width else None


def _named(columns: Sequence[str], words: frozenset[str]) -> int | None:
    places = [place for place, name in enumerate(columns) if squeezed(name) in words]
    return places[0] if len(places) == 1 else None


def _cells(text: str) -> list[list[str]]:
    """Return the cells of a text, cut by the separator that gives every line as many."""
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "#%"]
    for separator in SEPARATORS:
        try:
            rows = [
                [cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator)
            ]
        except csv.Error:
            continue
        widths = {len(row) for row in rows[1:]} or {len(rows[0])} if rows else {0}
        if len(widths) == 1 and max(widths) > 1 and len(rows[0]) in {max(widths), max(widths) - 1}:
            return [[""] * (max(widths) - len(row)) + row for row in rows]
    rows = [line.split() for line in lines if not any(mark in line for mark in SEPARATORS)]
    return rows if len(rows) == len(lines) and len({len(row) for row in rows}) == 1 else []


def _parted(cells: list[list[str]]) -> NumberTable | None:
    """Take the names off a table: a first row and a first column that hold no numbers."""
    if not cells:
        return None
    columns: tuple[str, ...] | None = None
    rows: tuple[str, ...] | None = None
    first, *rest = cells
    first_column = [row[0] for row in rest]
    if not all(map(_is_number, first[1:])) or (
        not _is_number(first[0]) and all(map(_is_number, first_column))
    ):
        if _is_number(first[0]) and len(first) > 1:
            return None  # a row of numbers with one that is none
        columns, cells = tuple(first), rest
        first_column = [row[0] for row in rest]
    else:
        first_column = [row[0] for row in cells]
    labelled = not all(map(_is_number, first_column)) or (
        columns is not None and list(columns[1:]) == first_column and len(first_column) > 1
    )
    if labelled:
        rows = tuple(first_column)
        columns = None if columns is None else columns[1:]
        cells = [row[1:] for row in cells]
    if not cells or not cells[0] or not all(_is_number(cell) for row in cells for cell in row):
        return None
    return NumberTable(np.array([[float(cell) for cell in row] for row in cells]), rows, columns)


def _is_number(cell: str) -> bool:
    try:
        return bool(np.isfinite(float(cell)))
    except ValueError:
        return False


def chosen(counts: Sequence[ErrorCount], name: str | None, option: str) -> ErrorCount:
    """Return the row of that name."""
    for one in counts:
        if one.name == name:
            return one
    known = ", ".join(str(one.name) for one in counts)
    if name is None:
        raise InvalidInput(f"which row? pass {option} with one of {known}")
    raise InvalidInput(f"{option}: there is no {name!r}; there are {known}")
