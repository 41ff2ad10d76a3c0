"""Any table a person may hold - a path, a frame, an array, standard input - as one frame."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from bakeoff.data.arff import parse_arff
from bakeoff.data.blocks import looks_like_blocks, parse_blocks
from bakeoff.data.cells import numbers_of
from bakeoff.data.encodings import HEAD, decoded
from bakeoff.data.files import (
    UNREADABLE,
    checked_path,
    ending_of,
    opened,
    read_bytes,
    read_csv,
    stem_of,
)
from bakeoff.data.frames import from_array, from_frame, is_frame, with_index
from bakeoff.data.records import parse_json
from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd

TEXT_ENDINGS = (".csv", ".tsv", ".txt", ".dat", ".tab", ".data", "")
JSON_ENDINGS = (".json", ".jsonl", ".ndjson")
MANY_ROWS = 100_000
SAMPLE = 1000  # rows that tell whether equal names stand together
LONG_RUN = 20  # rows with the same name, on average, that are worth a look


@dataclass(frozen=True, slots=True)
class Table:
    """A frame with the name it came under and what had to be said when it was read."""

    frame: pd.DataFrame
    name: str
    notes: tuple[str, ...] = ()


def open_table(source: Any, *, columns: Sequence[str] | None = None) -> Table:
    """Return a source as a frame whose columns have distinct names, all of them text.

    `columns` names the columns of an array, or of a file without a header.
    """
    if isinstance(source, str | Path):
        return tidy(_from_path(source, columns))
    if is_frame(source):
        return tidy(Table(from_frame(source), "data"))
    if isinstance(source, np.ndarray | list | tuple):
        return tidy(Table(from_array(source, columns), "data"))
    raise InvalidInput(_unknown(source))


def open_matrix(source: str | Path) -> FloatArray:
    """Return the numbers of a small table, with or without a header and names of its rows."""
    content, name = read_bytes(source)
    frame, _ = read_csv(io.BytesIO(content), content[:HEAD], name, ())
    table = tidy(Table(frame, name)).frame
    numbers = [numbers_of(table[column]) for column in table.columns]
    kept = [column.values for column in numbers if not column.is_text]
    if not kept:
        raise InvalidInput(f"{name} holds no numbers")
    return np.stack(kept, axis=1)


def _unknown(source: Any) -> str:
    """Say what a source must be, and how to make one of what was given."""
    hint = ""
    if hasattr(source, "collect"):
        hint = "; call .collect() on a lazy frame first"
    elif hasattr(source, "to_frame"):
        hint = "; make a frame with one column per algorithm"
    elif hasattr(source, "fit"):
        hint = "; a search must be fitted first"
    return (
        f"source must be a path, a list of paths, a frame, a 2-D array or results of "
        f"scikit-learn; it was {type(source).__name__}{hint}"
    )


def _from_path(source: str | Path, columns: Sequence[str] | None) -> Table:
    if str(source) == "-":
        content, name = read_bytes("-")
        return _from_content(content, name, "data", columns)
    path = checked_path(source)
    ending, stem = ending_of(path), stem_of(path)
    if ending == ".arff" or ending in JSON_ENDINGS:
        return _from_content(read_bytes(path)[0], path.name, stem, columns)
    if ending in (".parquet", ".pq"):
        return Table(_read_parquet(path), stem)
    if ending not in TEXT_ENDINGS:
        raise InvalidInput(
            f"{path.name} ends in {ending}; known are .csv, .tsv, .txt, .parquet, .json, .jsonl, "
            f".arff, each also as .gz"
        )
    try:
        with opened(path) as file:
            frame, notes = _from_text(file, path.name, columns)
    except UNREADABLE as reason:
        raise InvalidInput(f"{path} could not be read: {reason}") from None
    return Table(frame, stem, notes)


def _from_content(content: bytes, name: str, stem: str, columns: Sequence[str] | None) -> Table:
    """Read what has no ending to go by, or an ending that says JSON or ARFF."""
    start = content[:HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    ending = ending_of(Path(name))
    if content[:4] == b"PAR1":
        return Table(_read_parquet(io.BytesIO(content)), stem)
    if start[:1] in (b"{", b"[") or ending in JSON_ENDINGS:
        return Table(parse_json(decoded(content, name), name), stem)
    if ending == ".arff" or start[:9].lower() == b"@relation":
        return Table(parse_arff(decoded(content, name), name), stem)
    frame, notes = _from_text(io.BytesIO(content), name, columns)
    return Table(frame, stem, notes)


def _from_text(
    file: IO[bytes], name: str, columns: Sequence[str] | None
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    head = file.read(HEAD)
    if looks_like_blocks(head):
        return parse_blocks(decoded(head + file.read(), name), name)
    return read_csv(file, head, name, columns)


def _read_parquet(path: Path | io.BytesIO) -> pd.DataFrame:
    import pandas as pd

    try:
        frame: pd.DataFrame = pd.read_parquet(path)
    except ImportError:
        raise InvalidInput(
            "Parquet needs pyarrow, which is not installed; install bakeoff[parquet] or give a CSV"
        ) from None
    except (*UNREADABLE, ValueError, LookupError, TypeError, NotImplementedError) as reason:
        raise InvalidInput(f"the Parquet file could not be read: {reason}") from None
    return with_index(frame)


def tidy(table: Table) -> Table:
    """Give every column a distinct name that is text; leave out what holds nothing."""
    frame, notes = table.frame, table.notes
    names = [str(name).strip() for name in frame.columns]
    names = ["" if name.startswith("Unnamed:") else name for name in names]
    unnamed = [place for place, name in enumerate(names) if not name]
    counters = [place for place in unnamed if _is_counter(frame.iloc[:, place])]
    if counters:
        notes = (*notes, "an unnamed column that only counts the rows was left out")
    dropped = {*counters, *(place for place in unnamed if frame.iloc[:, place].isna().all())}
    if dropped:
        keep = [place for place in range(len(names)) if place not in dropped]
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
    _refuse_nested(frame, table.name)
    return replace(table, frame=_coded(frame), notes=notes)


def _refuse_nested(frame: pd.DataFrame, name: str) -> None:
    """Stop where cells hold more than one value."""
    for column in frame.columns:
        if frame[column].dtype == object and frame[column].map(_is_nested).any():
            raise InvalidInput(
                f"{name}: the cells of {column!r} hold lists or mappings; "
                f"give one number or name a cell"
            )


def _is_nested(cell: Any) -> bool:
    try:
        hash(cell)
    except TypeError:
        return True
    return isinstance(cell, tuple | frozenset)


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

    codes, levels = _codes(column)
    # levels that are Python's own texts: Arrow's are slow to look at one by one
    texts = pd.Index(np.asarray(levels, dtype=object), dtype=object)
    return pd.Series(pd.Categorical.from_codes(codes, texts), index=column.index)


def _codes(column: pd.Series[Any]) -> tuple[Any, Any]:
    """Return codes and levels; where equal names stand in runs, each run is looked up once."""
    import pandas as pd

    cells = column.array
    is_text = isinstance(column.dtype, pd.StringDtype) and column.dtype.na_value is not pd.NA
    if is_text and bool((cells[1:SAMPLE] == cells[: SAMPLE - 1]).mean() > 1 - 2 / LONG_RUN):
        starts = np.flatnonzero(np.asarray(cells[1:] != cells[:-1], dtype=bool)) + 1
        if len(starts) * LONG_RUN < len(column):
            starts = np.concatenate([[0], starts])
            codes, levels = pd.factorize(column.iloc[starts])
            return np.repeat(codes, np.diff(starts, append=len(column))), levels
    return pd.factorize(column)


def _is_counter(column: pd.Series[Any]) -> bool:
    """Whether a column only counts the rows: 0, 1, 2, ... or 1, 2, 3, ..."""
    import pandas as pd

    if not pd.api.types.is_integer_dtype(column.dtype) or len(column) < 2:
        return False
    values = column.to_numpy(np.float64, na_value=np.nan)
    return bool(values[0] in (0, 1) and (np.diff(values) == 1).all())
