"""Cells and tables as plain data: what is shown, and the whole number behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import floor, log10
from typing import Any

import numpy as np

MINUS = "\N{MINUS SIGN}"
DIGITS = 4
LEAST_P = 1e-16


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows, and what it is: a number, a text, or nothing."""

    text: str
    value: float | str | None = None
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its name in files, its caption, the heads of its columns, its rows."""

    name: str
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numeric: tuple[bool, ...] = field(default=())

    def __post_init__(self) -> None:
        flags = tuple(
            any(isinstance(row[place].value, float) for row in self.rows)
            for place in range(len(self.heads))
        )
        object.__setattr__(self, "numeric", flags)


def number(value: Any, digits: int = DIGITS, *, strong: bool = False) -> Cell:
    """Return a cell with a number, nothing where there is none.

    Examples
    --------
    >>> number(0.123456).text, number(float("nan")).text, number(3).text, number(1e-9).text
    ('0.1235', '', '3', '1e-09')
    """
    if value is None:
        return Cell("")
    known = float(value)
    if np.isnan(known):
        return Cell("")
    if np.isinf(known):
        return Cell("∞" if known > 0 else f"{MINUS}∞", known)
    whole = known == int(known) and abs(known) < 1e9
    shown = str(int(known)) if whole else f"{known:.{digits}g}"
    return Cell(shown.replace("-", MINUS, 1) if known < 0 else shown, known, strong)


def decimals(values: Any, digits: int = DIGITS) -> int:
    """Return how many decimals a column needs: `digits` figures of its largest, and no empty ones.

    Examples
    --------
    >>> decimals([0.7866, 0.05]), decimals([0.5, 0.25]), decimals([12.5, 103.0]), decimals([3, 4])
    (4, 2, 1, 0)
    """
    known = np.abs(np.asarray(values, dtype=np.float64)).ravel()
    known = known[np.isfinite(known) & (known > 0.0)]
    if not len(known):
        return 0
    most = max(0, digits - 1 - floor(log10(float(known.max()))))
    for few in range(most):
        if np.allclose(np.round(known, few), known, rtol=1e-10, atol=0.0):
            return few
    return min(most, 12)


def numbers(values: Sequence[Any] | Any, digits: int = DIGITS) -> list[Cell]:
    """Return a column of numbers that stand under each other, all with the same decimals.

    Examples
    --------
    >>> [cell.text for cell in numbers([0.5, 0.12345, None, -0.02])]
    ['0.5000', '0.1235', '', '−0.0200']
    """
    column = [float("nan") if value is None else float(value) for value in values]
    places = decimals(column, digits)
    return [fixed(value, places) for value in column]


def fixed(value: float, places: int, *, strong: bool = False) -> Cell:
    """Return a cell with a number of so many decimals; what would show as 0 and is not, in full."""
    if not np.isfinite(value):
        return number(value)
    shown = f"{abs(value):.{places}f}"
    if value != 0.0 and float(shown) == 0.0:
        return number(value, 2, strong=strong)
    return Cell(f"{MINUS}{shown}" if value < 0.0 else shown, float(value), strong)


def text(value: Any, *, strong: bool = False) -> Cell:
    """Return a cell with words."""
    return Cell(str(value), str(value), strong)


def p_value(value: Any, *, strong: bool = False) -> Cell:
    """Return a cell with a p-value: three digits; the far tail as what it is below.

    Examples
    --------
    >>> p_value(0.0011).text, p_value(1.0).text, p_value(3e-20).text
    ('0.00110', '1', '< 1e-16')
    """
    known = float(value)
    if np.isnan(known):
        return Cell("")
    if known < LEAST_P:
        return Cell("< 1e-16", known, strong)
    return Cell("1" if known >= 0.9995 else f"{known:#.3g}", known, strong)
