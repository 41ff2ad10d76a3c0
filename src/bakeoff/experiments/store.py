"""The store of a study while it is written: every finished cell in the file before the next chunk.

The form of the file is `bakeoff.data.study_format`, which readers share. What is kept here is the
promise: a cell is written whole or not at all, once, and never among cells of another definition.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.data.study_format import (
    FORMAT,
    PATIENCE,
    TABLES,
    check_format,
    explained,
    pack,
    store_path,
)
from bakeoff.errors import StudyError
from bakeoff.experiments.dataset import Dataset
from bakeoff.experiments.fit import Outcome
from bakeoff.experiments.plan import Divisions, Plan
from bakeoff.types import BoolArray, IntArray

LOCK = ".running"
# Short cells share a transaction: what a kill can cost is at most this much work, in seconds.
TOGETHER = 0.1
SHORT = 0.02  # a cell that took longer is written at once
SHIFT = 32  # a split's number: that of its data set, and below it repeat x folds + fold
AT_ONCE = 100_000

CELL = """
INSERT OR IGNORE INTO cells (split, algorithm, status, reason, warnings, seed, tune_seconds,
    fit_seconds, predict_seconds, model_bytes, chosen, environment)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


class Store:
    """The open store of one run; `add` takes outcomes, `done` says what is there.

    `dataset_rows`, `algorithm_rows` and `environment` are the numbers under which the run's data
    sets, algorithms and versions stand in the file: see `registering.registered`.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection, self.path = connection, path
        self.plan: Plan
        self.datasets: tuple[Dataset, ...] = ()
        self.divisions: Divisions
        self.dataset_rows: list[int] = []
        self.algorithm_rows: list[int] = []
        self.environment = 0
        self._waiting: list[Outcome] = []
        self._work, self._since = 0.0, 0.0
        self._known_splits: list[BoolArray] = []

    def prepare(self, plan: Plan, datasets: Sequence[Dataset], divisions: Divisions) -> None:
        """Say what the outcomes to come are outcomes of."""
        self.plan, self.datasets, self.divisions = plan, tuple(datasets), divisions
        self._known_splits = [np.zeros(r * f, dtype=bool) for r, f in plan.shapes]

    def add(self, outcome: Outcome) -> bool:
        """Take an outcome; return whether it, and all before it, stand in the file now."""
        if not self._waiting:
            self._since = time.perf_counter()
        self._waiting.append(outcome)
        self._work += outcome.seconds
        if outcome.seconds < SHORT:
            return self.idle()
        self.flush()
        return True

    def idle(self) -> bool:
        """Write what waits if it has waited long enough; return whether nothing waits now."""
        waited = time.perf_counter() - self._since
        if self._waiting and self._work < TOGETHER and waited < TOGETHER:
            return False
        self.flush()
        return True

    def flush(self) -> None:
        """Write what waits, in one transaction."""
        if not self._waiting:
            return
        with explaining(self.path), transaction(self.connection):
            for outcome in self._waiting:
                self._write(outcome)
        self._waiting, self._work = [], 0.0

    def _write(self, outcome: Outcome) -> None:
        cell = self.plan.cell(outcome.number)
        split = (self.dataset_rows[cell.dataset] << SHIFT) + cell.split
        if not self._known_splits[cell.dataset][cell.split]:
            self._write_split(split, outcome.number)
        row = self.connection.execute(
            CELL,
            (
                split,
                self.algorithm_rows[cell.algorithm],
                outcome.status,
                outcome.reason,
                json.dumps(outcome.warnings) if outcome.warnings else "[]",
                outcome.seed,
                outcome.tune_seconds,
                outcome.fit_seconds,
                outcome.predict_seconds,
                outcome.model_bytes,
                None if outcome.chosen is None else json.dumps(dict(outcome.chosen), default=str),
                self.environment,
            ),
        )
        if row.rowcount != 1:  # it stands there already, and stays as it is
            return
        self.connection.executemany(
            "INSERT INTO scores VALUES (?, ?, ?)",
            [(row.lastrowid, name, value) for name, value in outcome.scores.items()],
        )
        if outcome.predicted is not None:
            scores = outcome.class_scores
            predicted = coded(outcome.predicted, self.datasets[cell.dataset])
            self.connection.execute(
                "INSERT INTO predictions VALUES (?, ?, ?, ?)",
                (
                    row.lastrowid,
                    outcome.kind,
                    pack(predicted),
                    None if scores is None else pack(scores),
                ),
            )

    def _write_split(self, split: int, number: int) -> None:
        cell = self.plan.cell(number)
        repeat, fold = self.plan.repeat_and_fold(cell)
        division = self.divisions.division(self.datasets[cell.dataset], repeat, fold)
        self.connection.execute(
            "INSERT OR IGNORE INTO splits VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                split,
                self.dataset_rows[cell.dataset],
                repeat,
                fold,
                len(division.train),
                len(division.test),
                pack(division.test.astype(np.int32)),
            ),
        )
        self._known_splits[cell.dataset][cell.split] = True

    def done(self, *, failed: bool = True) -> BoolArray:
        """Return for every cell of the plan whether it stands in the file.

        Without `failed` only those that are well count.
        """
        found = np.zeros(len(self.plan), dtype=bool)
        kind = "" if failed else " WHERE status = 'ok'"
        with explaining(self.path):
            rows = self.connection.execute(f"SELECT split, algorithm FROM cells{kind}")  # noqa: S608  no word from outside
            while part := rows.fetchmany(AT_ONCE):
                numbers = self._numbers(np.array(part, dtype=np.int64))
                found[numbers[numbers >= 0]] = True
        return found

    def _numbers(self, rows: IntArray) -> IntArray:
        """Return the numbers in the plan of split and algorithm in the file; -1 is none of it."""
        places = {row: place for place, row in enumerate(self.dataset_rows)}
        algorithms = {row: place for place, row in enumerate(self.algorithm_rows)}
        numbers = np.full(len(rows), -1, dtype=np.int64)
        for row in np.unique(rows[:, 0] >> SHIFT):
            place = places.get(int(row))
            for algorithm, column in algorithms.items() if place is not None else ():
                here = (rows[:, 0] >> SHIFT == row) & (rows[:, 1] == algorithm)
                split = rows[here, 0] & ((1 << SHIFT) - 1)
                size = len(self.plan.algorithms)
                numbers[here] = self.plan.offsets[place] + split * size + column
        return numbers

    def tell(self, sentences: Sequence[str]) -> None:
        """Keep what was told about a run beside its results."""
        if not sentences:
            return
        ask = self.connection.execute
        with explaining(self.path), transaction(self.connection):
            row = ask("SELECT value FROM meta WHERE name = 'notes'").fetchone()
            notes = [*(json.loads(row[0]) if row else []), *sentences]
            ask("INSERT OR REPLACE INTO meta VALUES ('notes', ?)", (json.dumps(notes),))

    def forget(self, condition: str, values: Sequence[Any] = ()) -> int:
        """Take cells out of the file, so that they are run again; return how many."""
        chosen = f"SELECT id FROM cells WHERE {condition}"  # noqa: S608  conditions are this room's own
        with explaining(self.path), transaction(self.connection):
            for table, column in (("scores", "cell"), ("predictions", "cell"), ("cells", "id")):
                gone = self.connection.execute(
                    f"DELETE FROM {table} WHERE {column} IN ({chosen})",  # noqa: S608  likewise
                    tuple(values),
                )
        return gone.rowcount


def coded(predicted: Any, data: Dataset) -> Any:
    """Return predictions, or the truth, in the smallest type that holds them."""
    if data.classes is None:
        return predicted.astype(np.float64)
    return predicted.astype(np.uint8 if len(data.classes) <= 1 << 8 else np.uint16)


@contextmanager
def opened_for_writing(folder: Path) -> Iterator[Store]:
    """Open the store of a folder, or begin one; nobody else writes to it meanwhile."""
    path = store_path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        raise StudyError(
            f"{folder} can't be made ({reason.strerror}); choose a folder that can be written"
        ) from None
    with _alone(folder), explaining(path):
        connection = sqlite3.connect(
            path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        try:
            _begin(connection, path)
            store = Store(connection, path)
            yield store
            store.flush()
            # one file again, that a disk for reading only will do for; a reader may be in the way
            with suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode=DELETE")
        finally:
            connection.close()


def _begin(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new store; of an old one, look whether they can be read."""
    connection.execute("PRAGMA journal_mode=WAL")
    # Neither a kill nor a cut of the power loses what was committed.
    connection.execute("PRAGMA synchronous=FULL")
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        check_format(connection, path)
        return
    with transaction(connection):
        for statement in TABLES.split(";"):
            connection.execute(statement)
        connection.execute("INSERT INTO meta VALUES ('format', ?)", (str(FORMAT),))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold a lock that ends with this process, however it ends."""
    lock = sqlite3.connect(folder / LOCK, timeout=0.2, isolation_level=None)
    try:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as fault:
            if fault.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise StudyError(
                    f"the study in {folder} is run by another process; wait for it, or stop it"
                ) from None
            raise explained(fault, folder / LOCK) from None
        yield
    finally:
        lock.close()


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # a full disk has undone it by itself
            connection.execute("ROLLBACK")
        raise


@contextmanager
def explaining(path: Path) -> Iterator[None]:
    """Turn what goes wrong with the file into one sentence."""
    try:
        yield
    except sqlite3.Error as fault:
        raise explained(fault, path) from None
