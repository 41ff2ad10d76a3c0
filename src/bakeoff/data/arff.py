"""Weka's ARFF: names and types of the columns on top, comma-separated rows below."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    import pandas as pd

ATTRIBUTE = re.compile(
    r"""@attribute\s+(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\S+))\s+(.+)""", re.IGNORECASE
)
CELL = re.compile(
    r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^,'"]*|[^,]*))\s*(?:,|$)""", re.DOTALL
)
ESCAPED = re.compile(r"\\(.)")
NUMERIC = ("numeric", "real", "integer")


def parse_arff(text: str, name: str) -> pd.DataFrame:
    """Return the rows of an ARFF file as a frame; `?` is a missing cell."""
    import pandas as pd

    attributes, data, first = _header(text, name)
    rows = list(_rows(data, len(attributes), first, name))
    frame = pd.DataFrame(rows, columns=[attribute for attribute, _ in attributes], dtype=object)
    for attribute, kind in attributes:
        if kind.lower() in NUMERIC:
            numbers = pd.to_numeric(frame[attribute], errors="coerce")
            lost = numbers.isna() & frame[attribute].notna()
            if lost.any():
                row = int(lost.to_numpy().argmax())
                raise InvalidInput(
                    f"{name}: the attribute {attribute!r} is {kind}, but row {row + 1} of the "
                    f"data holds {frame[attribute].iloc[row]!r}"
                )
            frame[attribute] = numbers
    return frame


def _header(text: str, name: str) -> tuple[list[tuple[str, str]], list[str], int]:
    lines = text.splitlines()
    attributes: list[tuple[str, str]] = []
    for number, line in enumerate(lines):
        entry = line.strip()
        if entry.lower().startswith("@data"):
            if not attributes:
                break
            names = [attribute for attribute, _ in attributes]
            doubled = sorted({one for one in names if names.count(one) > 1})
            if doubled:
                raise InvalidInput(f"{name}: two attributes are named {doubled[0]!r}; rename one")
            return attributes, lines[number + 1 :], number + 2
        if entry.lower().startswith("@attribute"):
            found = ATTRIBUTE.match(entry)
            if found is None:
                raise InvalidInput(f"{name}, line {number + 1}: {entry[:60]!r} is no attribute")
            named = found[1] or found[2] or found[3] or ""
            attributes.append((ESCAPED.sub(r"\1", named), found[4].strip()))
    raise InvalidInput(f"{name} is no ARFF file: it needs @attribute lines and a @data line")


def _rows(lines: list[str], width: int, first: int, name: str) -> list[list[str | None]]:
    rows: list[list[str | None]] = []
    for number, line in enumerate(lines, start=first):
        entry = line.strip()
        if not entry or entry.startswith("%"):
            continue
        if entry.startswith("{"):
            raise InvalidInput(f"{name} is a sparse ARFF file; save it as a plain one or as CSV")
        cells = _cells(entry)
        if len(cells) != width:
            raise InvalidInput(
                f"{name}, line {number}: {len(cells)} cells where {width} attributes are declared"
            )
        rows.append(cells)
    return rows


def _cells(entry: str) -> list[str | None]:
    """Return the cells of a row; names may stand in single or in double quotes."""
    if not ("'" in entry or '"' in entry):
        return [None if cell.strip() == "?" else cell.strip() for cell in entry.split(",")]
    cells: list[str | None] = []
    place = 0
    while place <= len(entry):
        found = CELL.match(entry, place)
        if found is None:  # a quote that is never closed
            return []
        single, double, plain = found.groups()
        if plain is not None:
            cells.append(None if plain.strip() == "?" else plain.strip())
        else:
            cells.append(ESCAPED.sub(r"\1", single if single is not None else double))
        if found.end() == len(entry) and not found[0].endswith(","):
            break
        place = found.end()
    return cells
