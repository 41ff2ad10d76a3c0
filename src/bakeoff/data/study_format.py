"""How a study lies on disk: one SQLite file, its tables, and arrays as typed blobs.

Whoever writes it is `bakeoff.experiments`; whoever reads it needs nothing but this room.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from bakeoff.errors import StudyError

STORE = "study.sqlite"
# 1: the first
FORMAT = 1
DTYPES = ("|u1", "<u2", "<i4", "<i8", "<f8")
PATIENCE = 10.0  # seconds to wait for another program that writes

TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE datasets (
    id INTEGER PRIMARY KEY, place INTEGER, name TEXT NOT NULL, fingerprint TEXT NOT NULL,
    definition TEXT NOT NULL, repeats INTEGER NOT NULL, folds INTEGER NOT NULL,
    classes TEXT, positive TEXT, truth BLOB NOT NULL, UNIQUE (name, fingerprint));
CREATE TABLE algorithms (
    id INTEGER PRIMARY KEY, place INTEGER, name TEXT NOT NULL, fingerprint TEXT NOT NULL,
    definition TEXT NOT NULL, UNIQUE (name, fingerprint));
CREATE TABLE environments (id INTEGER PRIMARY KEY, versions TEXT NOT NULL UNIQUE);
CREATE TABLE splits (
    id INTEGER PRIMARY KEY, dataset INTEGER NOT NULL, repeat INTEGER NOT NULL,
    fold INTEGER NOT NULL, n_train INTEGER NOT NULL, n_test INTEGER NOT NULL,
    items BLOB NOT NULL, UNIQUE (dataset, repeat, fold));
CREATE TABLE cells (
    id INTEGER PRIMARY KEY, split INTEGER NOT NULL, algorithm INTEGER NOT NULL,
    status TEXT NOT NULL, reason TEXT NOT NULL, warnings TEXT NOT NULL, seed INTEGER NOT NULL,
    tune_seconds REAL, fit_seconds REAL, predict_seconds REAL, model_bytes INTEGER, chosen TEXT,
    environment INTEGER NOT NULL, UNIQUE (split, algorithm));
CREATE TABLE scores (
    cell INTEGER NOT NULL, measure TEXT NOT NULL, value REAL, PRIMARY KEY (cell, measure)
    ) WITHOUT ROWID;
CREATE TABLE predictions (
    cell INTEGER PRIMARY KEY, kind TEXT NOT NULL, predicted BLOB NOT NULL, scores BLOB);
"""

# what stands on the axes of a cell, among the cells of definitions that are not of the past
KEY = "datasets.place, repeat, fold, algorithms.place"
CURRENT = """
FROM cells JOIN splits ON splits.id = cells.split JOIN datasets ON datasets.id = splits.dataset
    JOIN algorithms ON algorithms.id = cells.algorithm
"""
HERE = "WHERE datasets.place IS NOT NULL AND algorithms.place IS NOT NULL"


def current_names(
    connection: sqlite3.Connection, table: Literal["datasets", "algorithms"]
) -> tuple[str, ...]:
    """Return the names of the study's data sets or algorithms, in order."""
    query = f"SELECT name FROM {table} WHERE place IS NOT NULL ORDER BY place"  # noqa: S608  one of two words
    return tuple(name for (name,) in connection.execute(query))


def pack(array: npt.NDArray[Any]) -> bytes:
    """Return an array as bytes that say their type and shape first.

    Examples
    --------
    >>> unpack(pack(np.array([[1.5, 2.0]])))
    array([[1.5, 2. ]])
    """
    kind = array.dtype.newbyteorder("<").str
    if kind not in DTYPES:
        raise StudyError(f"an array of the type {array.dtype} has no place in a store")
    shape = ",".join(str(size) for size in array.shape)
    little = np.ascontiguousarray(array, dtype=kind)
    return f"{kind};{shape};".encode("ascii") + little.tobytes()


def unpack(blob: bytes) -> npt.NDArray[Any]:
    """Return the array that `pack` wrote; nothing else can come out of the bytes."""
    try:
        kind, shape, rest = bytes(blob).split(b";", 2)
        dtype = DTYPES[DTYPES.index(kind.decode("ascii"))]  # a kind that is not listed: ValueError
        sizes = tuple(int(size) for size in shape.split(b",") if size)
        return np.frombuffer(rest, dtype=dtype).reshape(sizes)
    except ValueError:
        raise StudyError("the store is damaged: a block of numbers can't be read") from None


def store_path(folder: str | Path) -> Path:
    """Return where the store of a study's folder lies."""
    return Path(folder).expanduser() / STORE


def is_study(source: Any) -> bool:
    """Whether a source is the folder of a study, or the store in it."""
    if not isinstance(source, str | Path) or str(source) == "-" or "\0" in str(source):
        return False
    try:
        path = Path(source).expanduser()
        return (path.name == STORE and path.is_file()) or store_path(path).is_file()
    except (OSError, RuntimeError):  # a name too long to be one, the home of nobody
        return False


def opened(folder: str | Path) -> sqlite3.Connection:
    """Open the store of a folder for reading, after a look whether this version can read it."""
    path = Path(folder).expanduser()
    path = path if path.name == STORE else store_path(path)
    if not path.is_file():
        raise StudyError(f"{folder} holds no study: there is no {STORE} in it; run one there first")
    try:
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        connection.execute("PRAGMA query_only=ON")
        check_format(connection, path)
    except sqlite3.Error as fault:
        raise explained(fault, path) from None
    return connection


def check_format(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse what is no store, and what a newer version wrote."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if "meta" not in tables:
        raise StudyError(f"{path} is no store of a study; move it away, or choose another folder")
    row = connection.execute("SELECT value FROM meta WHERE name = 'format'").fetchone()
    written = int(row[0]) if row and str(row[0]).isdigit() else None
    if written is None:
        raise StudyError(f"{path} is damaged: it does not say its format")
    if written > FORMAT:
        raise StudyError(
            f"{path} was written by a newer version of bakeoff (format {written}; this one knows "
            f"formats up to {FORMAT}); install a newer one"
        )


def explained(fault: sqlite3.Error, path: Path) -> StudyError:
    """Return what went wrong with a store, in one sentence that says what to do."""
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    kept = "what was finished is kept"
    sentences = {
        sqlite3.SQLITE_FULL: f"the disk that holds {path} is full; make room and run again: {kept}",
        sqlite3.SQLITE_READONLY: f"{path} can't be written: it is read-only; choose another folder",
        sqlite3.SQLITE_CANTOPEN: (
            f"{path} can't be opened ({fault}); choose a folder that can be written"
        ),
        sqlite3.SQLITE_BUSY: f"{path} is locked by another program; close it, and run again",
        sqlite3.SQLITE_LOCKED: f"{path} is locked by another program; close it, and run again",
        sqlite3.SQLITE_NOTADB: f"{path} is no store of a study, or damaged; move it away",
        sqlite3.SQLITE_CORRUPT: (
            f"{path} is damaged ({fault}); take it from a backup, or move it away and run again"
        ),
        sqlite3.SQLITE_IOERR: f"{path}: the disk does not answer ({fault}); {kept}",
    }
    return StudyError(sentences.get(code, f"{path} can't be used: {fault}"))
