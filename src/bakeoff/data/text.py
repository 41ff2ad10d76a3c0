"""What kind of text a table is: its separator, where its header stands, its decimal sign."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bakeoff.data.aliases import is_label, is_role
from bakeoff.data.encodings import HEAD, encoding_of
from bakeoff.errors import InvalidInput

LINES = 60  # lines of them
SEPARATORS = (",", ";", "\t", "|")
COMMENT = ("#", "%")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+$")


@dataclass(frozen=True, slots=True)
class TextFormat:
    """How to read a table of text: where its rows begin, and what the parser must be told.

    `start` and `skip` are the bytes and the lines before the first row; `header` is None where
    the rows begin at once. `numbered` are the columns of names that look like numbers.
    """

    encoding: str
    separator: str
    start: int
    skip: int
    header: tuple[str, ...] | None
    decimal: str = "."
    quote: str = '"'
    spaced: bool = False
    numbered: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Record:
    """One row of cells, and the lines that it stands on."""

    cells: tuple[str, ...]
    first: int
    stop: int

    @property
    def width(self) -> int:
        return len(self.cells)

    @property
    def bare(self) -> int:
        """How many cells there are without empty ones at the end."""
        return max((place + 1 for place, cell in enumerate(self.cells) if cell), default=0)

    @property
    def numbers(self) -> int:
        """How many cells after the first are numbers."""
        return sum(bool(NUMBER.match(cell)) for cell in self.cells[1:])


def format_of(head: bytes, name: str, *, named: bool = False) -> TextFormat:
    """Find out how a table of text is written.

    `named` says that the caller brings the columns' names, so that a file without a header is
    welcome.
    """
    encoding, mark, notes = encoding_of(head, name)
    lines = list(io.StringIO(head[mark:].decode(encoding, "replace"), newline=""))
    if len(head) >= HEAD and len(lines) > 1:
        lines.pop()  # it may be cut
    lines = lines[: LINES + sum(not _is_table(line) for line in lines)]
    above = _lines_above(lines)
    separator = _separator(lines[above:], name) if above < len(lines) else ","
    quote = "'" if "Key_Scheme" in "".join(lines[above : above + 1]) else '"'  # Weka's experiments
    records = _records(lines, above, separator, quote)
    if not records:
        raise InvalidInput(f"{name} is empty; give a table with a header line and rows below it")
    place, header = _header(records, _comment(lines[:above], separator), name, named=named)
    row = records[max(place, 0)]
    skip = row.first if header is None or place < 0 else row.stop
    skipped = sum(_is_table(line) for line in lines[: row.first])
    if skipped and place >= 0:
        said = "line before the header was" if skipped == 1 else "lines before the header were"
        notes += (f"{skipped} {said} passed over",)
    below = [record for record in records if record.first >= skip]
    columns = header or ("",) * row.width
    return TextFormat(
        encoding=encoding,
        separator=separator,
        start=mark + len("".join(lines[:skip]).encode(encoding, "replace")),
        skip=skip,
        header=header,
        decimal=_decimal(below, columns, separator),
        quote=quote,
        spaced=_is_spaced(lines[skip:], separator, quote),
        numbered=_numbered(below, columns),
        notes=notes,
    )


def _is_table(line: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith(COMMENT)


def _lines_above(lines: list[str]) -> int:
    """Return how many blank lines and comments stand on top."""
    return next((place for place, line in enumerate(lines) if _is_table(line)), len(lines))


def _cells(lines: Iterable[str], separator: str, quote: str) -> Iterable[tuple[int, list[str]]]:
    """Yield every row of cells with the number of lines read so far."""
    reader = csv.reader(lines, delimiter=separator, quotechar=quote, skipinitialspace=True)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:
            row = []
        yield reader.line_num, row


def _records(lines: list[str], above: int, separator: str, quote: str) -> list[_Record]:
    body = lines[above:]
    if separator == " ":
        body = [" ".join(line.split()) + "\n" for line in body]
    found, first = [], above
    for count, row in _cells(body, separator, quote):
        stop = above + count
        if any(cell.strip() for cell in row):
            found.append(_Record(tuple(cell.strip() for cell in row), first, stop))
        first = stop
    return found


def _comment(above: list[str], separator: str) -> _Record | None:
    """Return the last comment above a table as a row: it may be its header."""
    comments = [line for line in above if line.strip()]
    if not comments:
        return None
    text = comments[-1].strip().lstrip("".join(COMMENT)).strip()
    cells = text.split() if separator == " " else text.split(separator)
    return _Record(tuple(cell.strip().strip('"') for cell in cells), 0, len(above))


def _separator(lines: list[str], name: str) -> str:
    """Return the separator that cuts most lines into the same number of cells."""
    best, best_support = "", 0
    for separator in SEPARATORS:
        widths = Counter(len(row) for _, row in _cells(lines, separator, '"'))
        width, support = max(widths.items(), key=lambda item: (item[1], item[0]))
        # the earlier separator wins a tie: a comma inside `a;b,c` cells has less support
        if width > 1 and support > best_support:
            best, best_support = separator, support
    if best:
        return best
    lines = [line for line in lines if line.strip()]
    if len(lines) > 1:
        return " " if all(len(line.split()) > 1 for line in lines[1:]) else ","  # one column
    raise InvalidInput(
        f"{name} holds one line that is no table; give a header line and rows below it, "
        f"with cells separated by commas"
    )


def _header(
    records: list[_Record], comment: _Record | None, name: str, *, named: bool
) -> tuple[int, tuple[str, ...] | None]:
    """Return where the header stands, -1 for a comment above the table, and its names."""
    usual = max(Counter(record.width for record in records).items(), key=lambda it: it[::-1])[0]
    place = _first_of_table(records, usual)
    found = records[place]
    if named and all(NUMBER.match(cell) for cell in found.cells if cell):
        return place, None
    if _is_data(found):
        wider = [*range(place)][::-1]
        title = next((at for at in wider if _may_be_header(records[at], usual)), None)
        if title is not None:
            place, found = title, records[title]
        elif comment is not None and _may_be_header(comment, usual):
            place, found = -1, comment
        elif named:
            return place, None
        else:
            raise InvalidInput(
                f"{name} has no header line: its first line holds numbers "
                f"({', '.join(found.cells[:3])}); put a line with the columns' names on top, or "
                f"pass algorithms=[...]"
            )
    return place, _names(found, records[place + 1 :], name)


def _first_of_table(records: list[_Record], usual: int) -> int:
    """Return the row where the table begins: titles above it have fewer cells."""
    for place, record in enumerate(records):
        if usual in (record.width, record.bare):
            return place
        following = records[place + 1].width if place + 1 < len(records) else 0
        if usual > 2 and record.width == usual - 1 and following == usual:
            return place  # a table of R: its header has no cell for the row names
    return 0


def _is_data(record: _Record) -> bool:
    """Whether what should be a header is a row of numbers; some algorithms have numbers as names.

    Such names stand beside a telling word, or an empty cell, or they count 0, 1, 2, ...
    """
    first, *rest = record.cells
    if not rest:
        return bool(NUMBER.match(first))
    if _counts(record.cells) or (_counts(tuple(rest)) and len(rest) > 1 and first.isidentifier()):
        return False
    told = first == "" or first.endswith(":") or is_role(first)
    return 2 * record.numbers >= len(rest) and record.numbers > 0 and not told


def _counts(cells: tuple[str, ...]) -> bool:
    """Whether cells count 0, 1, 2, ... or 1, 2, 3, ..."""
    counting = tuple(str(number) for number in range(len(cells) + 1))
    return cells in (counting[:-1], counting[1:])


def _may_be_header(record: _Record, usual: int) -> bool:
    """Whether a row passed over could be the header of rows that look like data."""
    if not record.bare or record.bare < usual - 1 or record.numbers:
        return False
    return not NUMBER.match(record.cells[0])


def _names(header: _Record, below: list[_Record], name: str) -> tuple[str, ...]:
    """Return the names of the columns, one for each cell of the rows."""
    names = header.cells[: header.bare]
    width = max((record.width for record in below), default=len(names))
    short = min((record.width for record in below), default=width)
    filled = max((record.bare for record in below), default=width)
    if filled > len(names) and short == len(names) + 1:
        if is_role(names[0]) and not all(NUMBER.match(record.cells[0]) for record in below):
            raise InvalidInput(
                f"{name}: the rows have {short} cells, but the header has {len(names)} names; "
                f"give every column a name"
            )
        names = ("", *names)  # the rows begin with names that no header speaks of
    names += ("",) * (min(width, max(short, header.width)) - len(names))
    doubled = [cell for cell, times in Counter(names).items() if times > 1 and cell]
    if doubled:
        raise InvalidInput(
            f"{name}: {names.count(doubled[0])} columns are named {doubled[0]!r}; "
            f"give every column a name of its own"
        )
    return names


def _is_spaced(lines: list[str], separator: str, quote: str) -> bool:
    """Whether cells begin with blanks."""
    rows = csv.reader(lines, delimiter=separator, quotechar=quote)
    try:
        return any(cell.startswith(" ") for row in rows for cell in row)
    except csv.Error:
        return False


def _decimal(rows: list[_Record], header: tuple[str, ...], separator: str) -> str:
    """Return the decimal sign of the cells, of those that are no names."""
    if separator == ",":
        return "."
    cells = [
        cell
        for row in rows
        for cell, name in zip(row.cells, header, strict=False)
        if not is_label(name)
    ]
    commas = sum(bool(DECIMAL_COMMA.match(cell)) for cell in cells)
    points = sum("." in cell and bool(NUMBER.match(cell)) for cell in cells)
    return "," if commas > points else "."


def _numbered(rows: list[_Record], header: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns of names whose cells a parser would take for numbers."""
    return tuple(
        name
        for place, name in enumerate(header)
        if is_label(name) and all(_like_number(row.cells[place : place + 1]) for row in rows)
    )


def _like_number(cells: tuple[str, ...]) -> bool:
    return all(bool(NUMBER.match(cell)) or cell.lower() in ("true", "false", "") for cell in cells)
