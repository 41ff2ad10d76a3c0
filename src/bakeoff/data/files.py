"""Files and standard input: what is read from them, and CSV as a frame."""

from __future__ import annotations

import gzip
import io
import sys
import warnings
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from bakeoff.data.aliases import is_label
from bakeoff.data.text import TextFormat, format_of
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    import pandas as pd

UNREADABLE = (OSError, EOFError, zlib.error)
OTHER_PROGRAMS = {
    ".xlsx": "a spreadsheet",
    ".xls": "a spreadsheet",
    ".ods": "a spreadsheet",
    ".pkl": "a pickle, which can run code when it is opened",
    ".pickle": "a pickle, which can run code when it is opened",
    ".joblib": "a pickle, which can run code when it is opened",
    ".rds": "a file of R",
    ".rda": "a file of R",
    ".rdata": "a file of R",
    ".mat": "a file of MATLAB",
}


def read_bytes(source: str | Path) -> tuple[bytes, str]:
    """Return what a file, or standard input for `-`, holds, and its name."""
    if str(source) == "-":
        return sys.stdin.buffer.read(), "standard input"
    path = checked_path(source)
    try:
        with opened(path) as file:
            return file.read(), path.name
    except UNREADABLE as reason:
        raise InvalidInput(f"{path} could not be read: {reason}") from None


def checked_path(source: str | Path) -> Path:
    """Return a path that leads to a file."""
    text = str(source)
    if "\0" in text or "\n" in text or not text.strip():
        raise InvalidInput(f"source must be a path; {text[:40]!r} is none")
    if "://" in text:
        raise InvalidInput(f"{text} is an address; download it, and give the path of the file")
    path = Path(text).expanduser()
    try:
        if path.is_dir():
            raise InvalidInput(
                f"{path} is a folder; name its files, for example with glob('{path}/*.csv')"
            )
        if not path.exists():
            raise InvalidInput(f"there is no file {text}")
        if not path.is_file():
            raise InvalidInput(
                f"{path} is a pipe or a device, which can be read only once; give - and let the "
                f"table come in on standard input"
            )
    except OSError as reason:
        raise InvalidInput(f"{text[:60]!r} can't be opened: {reason.strerror}") from None
    ending = ending_of(path)
    if ending in OTHER_PROGRAMS:
        raise InvalidInput(
            f"{path.name} is {OTHER_PROGRAMS[ending]}; save the table as CSV and read that"
        )
    return path


def opened(path: Path) -> IO[bytes]:
    """Open a file to read its bytes; .gz is unpacked on the way."""
    if path.suffix.lower() == ".gz":
        return gzip.open(path, "rb")  # type: ignore[return-value]  # it reads as a file does
    return path.open("rb")


def ending_of(path: Path) -> str:
    """Return the ending that says what a file holds; `.gz` does not."""
    return Path(path.stem).suffix.lower() if path.suffix.lower() == ".gz" else path.suffix.lower()


def stem_of(path: str | Path) -> str:
    """Return a file's name without its ending."""
    name = Path(path).name
    return name[:-3].rsplit(".", 1)[0] if name.lower().endswith(".gz") else Path(name).stem


def read_csv(
    file: IO[bytes], head: bytes, name: str, columns: Sequence[str] | None
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Return a table of text as a frame, and what had to be said; `head` is how it begins."""
    form = format_of(head, name, named=columns is not None)
    notes = form.notes
    try:
        try:
            frame = _parsed(file, form, form.encoding)
        except UnicodeDecodeError:
            notes += (f"{name} is not UTF-8; it was read as Windows-1252",)
            frame = _parsed(file, form, "cp1252")
    except ValueError as reason:  # the parser's own errors are ValueErrors
        counted = form.skip - _source(file, form, form.encoding)[1]  # lines that it was not shown
        raise InvalidInput(
            f"{name} could not be read: {_sentence(reason, form, counted)}"
        ) from None
    if form.header is None:
        width = frame.shape[1]
        frame.columns = named(columns, width, name) if columns else [str(n) for n in range(width)]
    return frame, notes


def _parsed(file: IO[bytes], form: TextFormat, encoding: str) -> pd.DataFrame:
    """Return the rows; what stands in a column of names is never taken for a number."""
    import pandas as pd

    numbered = dict.fromkeys(form.numbered, object)
    frame = _rows(file, form, encoding, numbered)
    if not isinstance(frame.index, pd.RangeIndex):
        raise ValueError("its rows have more cells than its header has names")  # noqa: TRY004  a fault of the text
    names = [name for name in form.header or () if is_label(name) and name not in numbered]
    lost = [name for name in names if not _is_text(frame[name])]
    if lost:  # the first rows did not tell
        again = _rows(file, form, encoding, dict.fromkeys(lost, object), lost)
        frame = frame.assign(**{name: again[name] for name in lost})
    return frame


def _is_text(column: pd.Series[Any]) -> bool:
    """Whether all cells are text; a column read in pieces may hold numbers among them."""
    import pandas as pd

    if column.dtype == object:
        return bool(pd.api.types.infer_dtype(column, skipna=True) == "string")
    return pd.api.types.is_string_dtype(column.dtype)


def _rows(
    file: IO[bytes],
    form: TextFormat,
    encoding: str,
    types: dict[str, Any],
    columns: list[str] | None = None,
) -> pd.DataFrame:
    import pandas as pd

    # before pandas 3.1 the parser was one digit off unless it was told not to be
    exact: dict[str, Any] = (
        {} if _version(pd.__version__) >= (3, 1) else {"float_precision": "round_trip"}
    )
    source, above = _source(file, form, encoding)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pd.errors.DtypeWarning)  # cells.py reads mixed columns
        frame: pd.DataFrame = pd.read_csv(
            source,
            skiprows=above,
            sep=r"\s+" if form.separator == " " else form.separator,
            header=None,
            names=None if form.header is None else _distinct(form.header),
            usecols=columns,
            dtype=types,
            encoding=encoding,
            encoding_errors="replace" if encoding == "cp1252" else "strict",
            decimal=form.decimal,
            quotechar=form.quote,
            skipinitialspace=form.spaced,
            skip_blank_lines=True,
            comment=None,
            keep_default_na=False,  # a factor may have a level named "None": cells.py decides
            na_values=[""],
            low_memory=True,  # in pieces: half the time of one go
            on_bad_lines="error",
            **exact,
        )
    return frame


def _source(file: IO[bytes], form: TextFormat, encoding: str) -> tuple[Any, int]:
    """Return what the parser reads, and how many lines it passes over: a path where that will do.

    Of a path to UTF-8 the parser takes the bytes as they are, which is a third faster.
    """
    if encoding == "utf-8" and isinstance(file, io.BufferedReader):
        file.seek(0)
        above = file.read(form.start)
        if above.count(b"\n") == form.skip and b'"' not in above and b"'" not in above:
            return str(file.name), form.skip
    file.seek(form.start)
    return file, 0


def _version(text: str) -> tuple[int, int]:
    major, minor = text.split(".")[:2]
    return int(major), int(minor)


def _distinct(header: tuple[str, ...]) -> list[str]:
    """Return the header with unnamed columns told apart, as `tables` expects them."""
    return [cell or f"Unnamed: {place}" for place, cell in enumerate(header)]


def named(columns: Sequence[str] | None, width: int, name: str) -> list[str]:
    """Return the names that were given for columns; the first column may go without."""
    given = [str(column) for column in columns or ()]
    if len(given) == width:
        return given
    if len(given) == width - 1:
        return ["", *given]
    raise InvalidInput(wrong_names(name, width, given))


def wrong_names(name: str, width: int, given: Sequence[str]) -> str:
    """Say that a table has not as many columns as names were given."""
    verb = "name was" if len(given) == 1 else "names were"
    return f"{name} has {width} columns, but {len(given)} {verb} given for them"


def _sentence(reason: ValueError, form: TextFormat, above: int) -> str:
    text = str(reason).strip().removeprefix("Error tokenizing data. C error: ")
    first = text.splitlines()[0] if text else "it is no table"
    if first.startswith("Expected ") and " in line " in first:
        wanted, rest = first.removeprefix("Expected ").split(" fields in line ")
        line, found = rest.split(", saw ")
        return f"line {int(line) + above} has {found} cells where the header has {wanted}"
    return f"{first} (cells were taken to be separated by {form.separator!r})"
