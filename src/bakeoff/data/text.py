"""What kind of text a file of results is: its encoding, its separator, where its header stands."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from bakeoff.errors import InvalidInput

HEAD = 1 << 16  # bytes looked at to find out what a file is
LINES = 60  # lines of them
SEPARATORS = (",", ";", "\t", "|")
BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+$")
SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class TextFormat:
    """How to read a text file: what `pandas.read_csv` must be told."""

    encoding: str
    separator: str
    skip: int
    header: tuple[str, ...] | None
    decimal: str
    spaced: bool = False
    notes: tuple[str, ...] = ()


def encoding_of(head: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """Return the encoding of a file from its first bytes, and a note where it was a guess."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return encoding, ()
    if b"\0" in head:
        raise InvalidInput(f"{name} is not text: it holds NUL bytes; give a CSV or a Parquet file")
    try:
        # a character cut in two at the end of the head is no fault
        head.decode("utf-8") if len(head) < HEAD else head[:-4].decode("utf-8", "strict")
    except UnicodeDecodeError as fault:
        if fault.start >= len(head) - 8 and len(head) >= HEAD:
            return "utf-8", ()
        return "cp1252", (f"{name} is not UTF-8; it was read as Windows-1252",)
    return "utf-8", ()


def format_of(head: bytes, name: str, *, named: bool = False) -> TextFormat:
    """Find out how a table of text is written.

    `named` says that the caller brings the columns' names, so that a file without a header is
    welcome.
    """
    encoding, notes = encoding_of(head, name)
    lines = _lines(head.decode(encoding, "replace"), whole=len(head) < HEAD)
    body = [index for index, line in enumerate(lines) if _counts(line)]
    if not body:
        raise InvalidInput(f"{name} is empty; give a table with a header line and rows below it")
    separator = _separator([lines[index] for index in body], name)
    widths = {index: len(_split(lines[index], separator)) for index in body}
    first = _header_line(body, widths)
    header = tuple(cell.strip() for cell in _split(lines[first], separator))
    skipped = [index for index in body if index < first]
    if skipped:
        notes += (f"{len(skipped)} lines before the header were passed over",)
    header, is_header = _checked_header(header, widths, body, first, name, named=named)
    cells = [cell for index in body[1:] for cell in _split(lines[index], separator)]
    return TextFormat(
        encoding=encoding,
        separator=separator,
        skip=first + 1 if is_header else first,
        header=header if is_header else None,
        decimal=_decimal(cells, separator),
        spaced=any(cell.startswith(" ") for cell in cells),
        notes=notes,
    )


def _lines(text: str, *, whole: bool) -> list[str]:
    lines = re.split(r"\r\n|\n|\r", text)
    if not whole and len(lines) > 1:
        lines.pop()  # the last one may be cut
    return lines[:LINES]


def _counts(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(("#", "%"))


def _split(line: str, separator: str) -> list[str]:
    if separator == " ":
        return SPACES.split(line.strip())
    try:
        return next(csv.reader(io.StringIO(line), delimiter=separator), [])
    except csv.Error:
        return line.split(separator)


def _separator(lines: list[str], name: str) -> str:
    """Return the separator that cuts most lines into the same number of cells."""
    best, best_support = "", 0
    for separator in SEPARATORS:
        widths = Counter(len(_split(line, separator)) for line in lines)
        width, support = max(widths.items(), key=lambda item: (item[1], item[0]))
        # the earlier separator wins a tie: a comma inside `a;b,c` cells has less support
        if width > 1 and support > best_support:
            best, best_support = separator, support
    if best:
        return best
    if len(lines) > 1 and all(len(SPACES.split(line.strip())) > 1 for line in lines):
        return " "
    if len(lines) > 1:
        return ","  # one column
    raise InvalidInput(
        f"{name} holds one line that is no table; give a header line and rows below it, "
        f"with cells separated by commas"
    )


def _header_line(body: list[int], widths: dict[int, int]) -> int:
    """Return the line where the table begins: titles above it have fewer cells."""
    usual, _ = max(Counter(widths.values()).items(), key=lambda item: (item[1], item[0]))
    for index, following in pairwise(body):
        if widths[index] == usual:
            return index
        if widths[index] == usual - 1 and widths[following] == usual and usual > 2:
            return index  # a table of R: its header has no cell for the row names
    return body[-1] if widths[body[-1]] == usual else body[0]


def _checked_header(
    header: tuple[str, ...],
    widths: dict[int, int],
    body: list[int],
    first: int,
    name: str,
    *,
    named: bool,
) -> tuple[tuple[str, ...], bool]:
    """Return the names of the columns, and whether the line really held names."""
    if all(NUMBER.match(cell) for cell in header if cell) and any(header):
        if named:
            return header, False
        raise InvalidInput(
            f"{name} has no header line: its first line holds only numbers; "
            f"put a line with the columns' names on top, or pass algorithms=[...]"
        )
    later = [widths[index] for index in body if index > first]
    if later and min(later) == len(header) + 1:
        header = ("", *header)
    while header and not header[-1] and later and max(later) < len(header):
        header = header[:-1]
    doubled = [cell for cell, times in Counter(header).items() if times > 1 and cell]
    if doubled:
        raise InvalidInput(
            f"{name}: {header.count(doubled[0])} columns are named {doubled[0]!r}; "
            f"give every column a name of its own"
        )
    return header, True


def _decimal(cells: list[str], separator: str) -> str:
    if separator == ",":
        return "."
    commas = sum(bool(DECIMAL_COMMA.match(cell.strip())) for cell in cells)
    points = sum("." in cell and bool(NUMBER.match(cell.strip())) for cell in cells)
    return "," if commas > points else "."
