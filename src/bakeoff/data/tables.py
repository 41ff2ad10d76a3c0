"""Any table a person may hold - a path, a frame, an array, standard input - as one frame."""

from __future__ import annotations

import gzip
import io
import sys
import warnings
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.data.arff import parse_arff
from bakeoff.data.blocks import looks_like_blocks, parse_blocks
from bakeoff.data.cells import numbers_of
from bakeoff.data.records import parse_json
from bakeoff.data.text import HEAD, TextFormat, encoding_of, format_of
from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd

TEXT_ENDINGS = (".csv", ".tsv", ".txt", ".dat", ".tab", ".data", "")
JSON_ENDINGS = (".json", ".jsonl", ".ndjson")
MANY_ROWS = 100_000
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


@dataclass(frozen=True, slots=True)
class Table:
    """A frame with the name it came under and what had to be said when it was read."""

    frame: pd.DataFrame
    name: str
    notes: tuple[str, ...] = ()
    path: str | None = None


def open_table(source: Any, *, columns: Sequence[str] | None = None) -> Table:
    """Return a source as a frame whose columns have distinct names, all of them text.

    `columns` names the columns of an array, or of a file without a header.
    """
    if isinstance(source, str | Path):
        return _tidy(_from_path(source, columns))
    if hasattr(source, "__dataframe__") or hasattr(source, "__narwhals_dataframe__"):
        return _tidy(Table(_from_frame(source), "data"))
    if isinstance(source, np.ndarray | list | tuple):
        return _tidy(Table(_from_array(source, columns), "data"))
    raise InvalidInput(
        f"source must be a path, a list of paths, a frame, an array or results of scikit-learn; "
        f"it was {type(source).__name__}"
    )


def open_matrix(source: str | Path) -> FloatArray:
    """Return the numbers of a small table, with or without a header and names of its rows."""
    content, name = read_bytes(source)
    form = format_of(content[:HEAD], name, named=True)
    frame, _ = _read_text(
        io.BytesIO(content), content[:HEAD], name, () if form.header is None else None
    )
    table = _tidy(Table(frame, name)).frame
    numbers = [numbers_of(table[column]) for column in table.columns]
    kept = [column.values for column in numbers if not column.is_text]
    if not kept:
        raise InvalidInput(f"{name} holds no numbers")
    return np.stack(kept, axis=1)


def read_bytes(source: str | Path) -> tuple[bytes, str]:
    """Return what a file, or standard input for `-`, holds, and its name."""
    if str(source) == "-":
        return sys.stdin.buffer.read(), "standard input"
    path = checked_path(source)
    try:
        with _opened(path) as file:
            return file.read(), path.name
    except (OSError, EOFError) as reason:
        raise InvalidInput(f"{path} could not be read: {reason}") from None


def checked_path(source: str | Path) -> Path:
    """Return a path that leads to a file."""
    text = str(source)
    if "\0" in text or "\n" in text:
        raise InvalidInput(f"source must be a path; {text[:40]!r} is none")
    path = Path(text).expanduser()
    try:
        if path.is_dir():
            raise InvalidInput(
                f"{path} is a folder; name its files, for example with glob('{path}/*.csv')"
            )
        if not path.exists():
            raise InvalidInput(f"there is no file {text}")
    except OSError as reason:
        raise InvalidInput(f"{text[:80]} could not be looked up: {reason.strerror}") from None
    ending = path.suffix.lower()
    if ending in OTHER_PROGRAMS:
        raise InvalidInput(
            f"{path.name} is {OTHER_PROGRAMS[ending]}; save the table as CSV and read that"
        )
    return path


def stem_of(path: str | Path) -> str:
    """Return the name of a file without its endings."""
    name = Path(path).name
    return name[:-3].rsplit(".", 1)[0] if name.endswith(".gz") else Path(name).stem


def _opened(path: Path) -> Any:
    return gzip.open(path, "rb") if path.suffix.lower() == ".gz" else path.open("rb")


def _ending(path: Path) -> str:
    return Path(path.stem).suffix.lower() if path.suffix.lower() == ".gz" else path.suffix.lower()


def _from_path(source: str | Path, columns: Sequence[str] | None) -> Table:
    if str(source) == "-":
        content, name = read_bytes("-")
        return _from_content(content, name, "data", columns)
    path = checked_path(source)
    ending, stem = _ending(path), stem_of(path)
    if ending in (".parquet", ".pq"):
        return Table(_read_parquet(path), stem, path=str(path))
    if ending == ".arff" or ending in JSON_ENDINGS:
        table = _from_content(read_bytes(path)[0], path.name, stem, columns)
        return replace(table, path=str(path))
    if ending not in TEXT_ENDINGS:
        raise InvalidInput(
            f"{path.name} ends in {ending}; known are .csv, .tsv, .txt, .parquet, .json, .jsonl, "
            f".arff, each also as .gz"
        )
    try:
        with _opened(path) as file:
            head = file.read(HEAD)
    except (OSError, EOFError) as reason:
        raise InvalidInput(f"{path} could not be read: {reason}") from None
    frame, notes = _read_text(path, head, path.name, columns)
    return Table(frame, stem, notes, str(path))


def _from_content(content: bytes, name: str, stem: str, columns: Sequence[str] | None) -> Table:
    """Read what has no ending to go by, or an ending that says JSON or ARFF."""
    start = content[:HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if content[:4] == b"PAR1":
        return Table(_read_parquet(io.BytesIO(content)), stem)
    if start[:1] in (b"{", b"[") or name.endswith(JSON_ENDINGS):
        return Table(parse_json(_decoded(content, name), name), stem)
    if name.endswith((".arff", ".arff.gz")) or start[:9].lower() == b"@relation":
        return Table(parse_arff(_decoded(content, name), name), stem)
    frame, notes = _read_text(io.BytesIO(content), content[:HEAD], name, columns)
    return Table(frame, stem, notes)


def _decoded(content: bytes, name: str) -> str:
    encoding, _ = encoding_of(content[:HEAD], name)
    return content.decode(encoding, "replace")


def _read_text(
    source: Path | io.BytesIO, head: bytes, name: str, columns: Sequence[str] | None
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    if looks_like_blocks(head):
        content = source.getvalue() if isinstance(source, io.BytesIO) else read_bytes(source)[0]
        return parse_blocks(_decoded(content, name), name)
    form = format_of(head, name, named=columns is not None)
    try:
        frame = _read_csv(source, form, form.encoding)
    except UnicodeDecodeError:
        if isinstance(source, io.BytesIO):
            source.seek(0)
        form = replace(form, notes=(*form.notes, f"{name} is not UTF-8; read as Windows-1252"))
        frame = _read_csv(source, form, "cp1252")
    except ValueError as reason:  # the parser's own errors are ValueErrors
        raise InvalidInput(f"{name} could not be read: {_sentence(reason, form)}") from None
    if form.header is None:
        width = frame.shape[1]
        frame.columns = _named(columns, width, name) if columns else [str(n) for n in range(width)]
    return frame, form.notes


def _read_csv(source: Path | io.BytesIO, form: TextFormat, encoding: str) -> pd.DataFrame:
    import pandas as pd

    # before pandas 3.1 the parser was one digit off unless it was told not to be
    exact: dict[str, Any] = (
        {} if _version(pd.__version__) >= (3, 1) else {"float_precision": "round_trip"}
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pd.errors.DtypeWarning)  # cells.py reads mixed columns
        frame: pd.DataFrame = pd.read_csv(
            source,
            sep=r"\s+" if form.separator == " " else form.separator,
            header=None,
            names=None if form.header is None else _distinct(form.header),
            skiprows=form.skip,
            encoding=encoding,
            encoding_errors="replace" if encoding == "cp1252" else "strict",
            decimal=form.decimal,
            skipinitialspace=form.spaced,
            skip_blank_lines=True,
            comment=None,
            keep_default_na=False,  # a factor may have a level named "None": cells.py decides
            na_values=[""],
            low_memory=True,  # in pieces: half the time of one go
            on_bad_lines="error",
            **exact,
        )
    if isinstance(frame.index, pd.RangeIndex):
        return frame
    raise ValueError("its rows have more cells than its header has names")


def _version(text: str) -> tuple[int, int]:
    major, minor = text.split(".")[:2]
    return int(major), int(minor)


def _distinct(header: tuple[str, ...]) -> list[str]:
    """Return the header with unnamed columns told apart, as `_tidy` expects them."""
    return [cell or f"Unnamed: {place}" for place, cell in enumerate(header)]


def _named(columns: Sequence[str] | None, width: int, name: str) -> list[str]:
    given = [str(column) for column in columns or ()]
    if len(given) == width:
        return given
    if len(given) == width - 1:
        return ["", *given]
    raise InvalidInput(f"{name} has {width} columns, but {len(given)} names were given for them")


def _sentence(reason: ValueError, form: TextFormat) -> str:
    text = str(reason).strip().removeprefix("Error tokenizing data. C error: ")
    first = text.splitlines()[0] if text else "it is no table"
    if first.startswith("Expected ") and " in line " in first:
        wanted, rest = first.removeprefix("Expected ").split(" fields in line ")
        line, found = rest.split(", saw ")
        return f"line {line} has {found} cells where the header has {wanted}"
    return f"{first} (cells were taken to be separated by {form.separator!r})"


def _read_parquet(path: Path | io.BytesIO) -> pd.DataFrame:
    import pandas as pd

    try:
        frame: pd.DataFrame = pd.read_parquet(path)
    except ImportError:
        raise InvalidInput(
            "Parquet needs pyarrow, which is not installed; install bakeoff[parquet] or give a CSV"
        ) from None
    except (OSError, ValueError, KeyError) as reason:
        raise InvalidInput(f"the Parquet file could not be read: {reason}") from None
    return _with_index(frame)


def _from_frame(source: Any) -> pd.DataFrame:
    import narwhals.stable.v1 as nw
    import pandas as pd

    if isinstance(source, pd.DataFrame):
        return _with_index(source)
    frame = nw.from_native(source, eager_only=True)
    return pd.DataFrame({str(name): frame[name].to_list() for name in frame.columns})


def _with_index(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose index, where it says something, is a column."""
    import pandas as pd

    if frame.columns.nlevels > 1:
        raise InvalidInput(
            "the frame's columns have several levels; flatten them, or give the long form"
        )
    if isinstance(frame.index, pd.RangeIndex) and frame.index.name is None:
        return frame.copy(deep=False)
    if frame.index.nlevels == 1 and frame.index.name is None:
        if pd.api.types.is_integer_dtype(frame.index.dtype):
            return frame.reset_index(drop=True)  # what a selection of rows leaves behind
        frame = frame.rename_axis(index="Unnamed: 0")
    taken = [str(name) for name in frame.index.names if name in frame.columns]
    if taken:
        raise InvalidInput(f"the frame has an index and a column of the name {taken[0]!r}")
    return frame.reset_index()


def _from_array(source: Any, columns: Sequence[str] | None) -> pd.DataFrame:
    import pandas as pd

    try:
        array = np.asarray(source)
    except ValueError:
        raise InvalidInput("the rows of the table have different lengths") from None
    if array.ndim != 2:
        raise InvalidInput(
            f"an array of scores must be 2-D (data sets x algorithms); it had the shape "
            f"{array.shape}"
        )
    if columns is None:
        columns = [str(place) for place in range(array.shape[1])]
    return pd.DataFrame(array, columns=_named(columns, array.shape[1], "the array"))


def _tidy(table: Table) -> Table:
    """Give every column a distinct name that is text; leave out what holds nothing."""
    frame, notes = table.frame, table.notes
    names = [str(name).strip() for name in frame.columns]
    names = ["" if name.startswith("Unnamed:") else name for name in names]
    keep = [
        place
        for place, name in enumerate(names)
        if name or not (frame.iloc[:, place].isna().all() or _is_counter(frame.iloc[:, place]))
    ]
    dropped = [place for place in range(len(names)) if place not in keep]
    if any(_is_counter(frame.iloc[:, place]) for place in dropped):
        notes = (*notes, "an unnamed column that only counts the rows was left out")
    if dropped:
        frame = frame.iloc[:, keep]
        names = [names[place] for place in keep]
    doubled = [name for name, times in Counter(names).items() if times > 1]
    if doubled:
        what = repr(doubled[0]) if doubled[0] else "nothing at all"
        raise InvalidInput(
            f"{table.name}: {names.count(doubled[0])} columns are named {what}; "
            f"give every column a name of its own"
        )
    if frame.shape[0] == 0 or frame.shape[1] == 0:
        raise InvalidInput(f"{table.name} holds no rows; give a table with rows below its header")
    frame = frame.set_axis(names, axis=1)
    return replace(table, frame=_coded(frame), notes=notes)


def _coded(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a long frame with its columns of text as codes, found once and side by side."""
    import pandas as pd

    texts = [str(name) for name in frame.columns if pd.api.types.is_string_dtype(frame[name].dtype)]
    if len(frame) < MANY_ROWS or not texts:
        return frame
    with ThreadPoolExecutor(len(texts)) as threads:
        coded = list(threads.map(_first_seen, [frame[name] for name in texts]))
    return frame.assign(**dict(zip(texts, coded, strict=True)))


def _first_seen(column: pd.Series[Any]) -> pd.Series[Any]:
    """Return a column as a category whose levels stand in the order they first appear."""
    import pandas as pd

    codes, levels = pd.factorize(column)
    return pd.Series(pd.Categorical.from_codes(codes, levels), index=column.index)


def _is_counter(column: pd.Series[Any]) -> bool:
    """Whether a column only counts the rows: 0, 1, 2, ... or 1, 2, 3, ..."""
    import pandas as pd

    if not pd.api.types.is_integer_dtype(column.dtype) or len(column) < 2:
        return False
    values = column.to_numpy(np.float64, na_value=np.nan)
    return bool(values[0] in (0, 1) and (np.diff(values) == 1).all())
