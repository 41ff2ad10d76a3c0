"""Scores and predictions straight out of the store of a study."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.checks import one_of
from bakeoff.data.axes import some
from bakeoff.data.join_items import positive_of
from bakeoff.data.labels import Labels
from bakeoff.data.predictions import Predictions
from bakeoff.data.scores import Scores, Split
from bakeoff.data.study_format import explained, opened, unpack
from bakeoff.data.study_measures import RECORDED
from bakeoff.errors import InvalidInput, StudyError
from bakeoff.measures.registry import measure
from bakeoff.types import BoolArray, FloatArray, IntArray

MISSING = ("error", "drop", "keep")
CURRENT = """
FROM cells JOIN splits ON splits.id = cells.split JOIN datasets ON datasets.id = splits.dataset
    JOIN algorithms ON algorithms.id = cells.algorithm
"""
HERE = "WHERE datasets.place IS NOT NULL AND algorithms.place IS NOT NULL"


@dataclass(frozen=True, slots=True)
class _Names:
    """What the axes of a study are called."""

    datasets: tuple[str, ...]
    algorithms: tuple[str, ...]
    splits: tuple[Split, ...]
    measures: tuple[str, ...]
    design: str | None


def study_scores(
    folder: str | Path, measures: Sequence[str] | None = None, *, missing: str = "error"
) -> Scores:
    """Return the measures of every cell of a study.

    Parameters
    ----------
    folder
        The folder of the study, or the store in it.
    measures
        Which ones: those of the study, the recorded ones ("training_time", "test_time",
        "model_size"), or any that can be measured from kept predictions; those of the study if
        it is None.
    missing
        What to do with cells that failed or were not run: "error", "drop" (leave out their data
        sets, or their splits where there is one data set), or "keep" (as NaN).
    """
    one_of(missing, "missing", MISSING)
    with closing(opened(folder)) as connection:
        try:
            return _scores(connection, Path(folder), measures, missing)
        except sqlite3.Error as fault:
            raise explained(fault, Path(folder)) from None


def study_predictions(folder: str | Path, *, positive: Any = None) -> Predictions:
    """Return what every algorithm of a study said of every test item."""
    with closing(opened(folder)) as connection:
        try:
            return _predictions(connection, Path(folder), positive)
        except sqlite3.Error as fault:
            raise explained(fault, Path(folder)) from None


def _scores(
    connection: sqlite3.Connection, folder: Path, asked: Sequence[str] | None, missing: str
) -> Scores:
    names = _names(connection, folder)
    wanted = [measure(name).name for name in asked] if asked is not None else names.measures
    shape = (len(names.datasets), len(names.splits), len(names.algorithms))
    values = np.full((*shape, len(wanted)), np.nan)
    for place, name in enumerate(wanted):
        _fill(connection, folder, name, values[..., place], names)
    there, notes = _status(connection, names, shape)
    sizes = np.full((2, *shape[:2]), np.nan)
    for d, repeat, fold, *counts in connection.execute(
        "SELECT place, repeat, fold, n_train, n_test FROM splits "
        "JOIN datasets ON datasets.id = dataset WHERE place IS NOT NULL"
    ):
        sizes[:, d, names.splits.index(Split(repeat, fold))] = counts
    scores = Scores(
        values=values,
        datasets=names.datasets,
        splits=names.splits,
        algorithms=names.algorithms,
        measures=tuple(wanted),
        higher_is_better={name: measure(name).higher_is_better for name in wanted},
        design=names.design,
        n_train=sizes[0],
        n_test=sizes[1],
        notes=tuple(notes),
    )
    absent = _absent(connection, names, shape, there)
    return scores if not absent.any() else _without(scores, absent, missing)


def _names(connection: sqlite3.Connection, folder: Path) -> _Names:
    ask = connection.execute
    meta = dict(ask("SELECT name, value FROM meta"))
    found = {
        table: tuple(
            name
            for (name,) in ask(f"SELECT name FROM {table} WHERE place IS NOT NULL ORDER BY place")  # noqa: S608  this module's own words
        )
        for table in ("datasets", "algorithms")
    }
    splits = ask(
        "SELECT DISTINCT repeat, fold FROM splits JOIN datasets ON datasets.id = dataset "
        "WHERE place IS NOT NULL ORDER BY repeat, fold"
    ).fetchall()
    if not splits:
        raise StudyError(f"the study in {folder} has no finished cells yet; run it on")
    return _Names(
        found["datasets"],
        found["algorithms"],
        tuple(Split(*split) for split in splits),
        tuple(json.loads(meta.get("measures", "[]"))),
        meta.get("design"),
    )


def _fill(
    connection: sqlite3.Connection, folder: Path, name: str, values: FloatArray, names: _Names
) -> None:
    """Fill in one measure, from the store or, if it is not there, from the predictions."""
    if name in RECORDED:
        query, choice = f"SELECT {_KEY}, {RECORDED[name]} {CURRENT} {HERE} AND status = 'ok'", ()
    else:
        query = f"SELECT {_KEY}, value {CURRENT} JOIN scores ON cell = cells.id {HERE} AND measure = ?"
        choice = (name,)  # type: ignore[assignment]  # a tuple of another length
    places = {split: place for place, split in enumerate(names.splits)}
    known = False
    for d, repeat, fold, a, value in connection.execute(query, choice):
        known = True
        values[d, places[Split(repeat, fold)], a] = np.nan if value is None else value
    if not known and name not in RECORDED:
        measured = _predictions(connection, folder, None).measure(name)
        columns = [names.algorithms.index(one) for one in measured.algorithms]
        rows = [names.datasets.index(one) for one in measured.datasets]
        splits = [places[Split(int(one.repeat), int(one.fold))] for one in measured.splits]
        values[np.ix_(rows, splits, columns)] = measured.values[..., 0]


_KEY = "datasets.place, repeat, fold, algorithms.place"


def _status(
    connection: sqlite3.Connection, names: _Names, shape: tuple[int, ...]
) -> tuple[BoolArray, list[str]]:
    """Return which cells are well, and what should be told of the others and of the versions."""
    there = np.zeros(shape, dtype=bool)
    places = {split: place for place, split in enumerate(names.splits)}
    failed: dict[str, int] = {}
    for d, repeat, fold, a, status, reason in connection.execute(
        f"SELECT {_KEY}, status, reason {CURRENT} {HERE}"  # noqa: S608  this module's own words
    ):
        there[d, places[Split(repeat, fold)], a] = status == "ok"
        if status != "ok":
            said = f"{names.datasets[d]}/{names.algorithms[a]}: {reason}"
            failed[said] = failed.get(said, 0) + 1
    notes = [f"{count} cells have no result: {said}" for said, count in list(failed.items())[:5]]
    versions = connection.execute(
        f"SELECT count(DISTINCT environment) {CURRENT} {HERE}"  # noqa: S608  likewise
    ).fetchone()[0]
    if versions > 1:
        notes.append(f"the cells were run under {versions} different sets of versions")
    return there, notes


def _absent(
    connection: sqlite3.Connection, names: _Names, shape: tuple[int, ...], there: BoolArray
) -> BoolArray:
    """Return which cells are missing: those of splits that a data set has, and that are not well."""
    exists = np.zeros(shape[:2], dtype=bool)
    for d, repeats, folds in connection.execute(
        "SELECT place, repeats, folds FROM datasets WHERE place IS NOT NULL"
    ):
        for s, split in enumerate(names.splits):
            exists[d, s] = int(split.repeat) < repeats and int(split.fold) < folds
    return exists[..., None] & ~there


def _without(scores: Scores, absent: BoolArray, missing: str) -> Scores:
    """Do what was asked about missing cells."""
    d, s, a = (int(one) for one in np.argwhere(absent)[0])
    split = scores.splits[s]
    first = f"{scores.datasets[d]}/{scores.algorithms[a]} repeat {split.repeat} fold {split.fold}"
    if missing == "error":
        raise InvalidInput(
            f"{int(absent.sum())} cells of the study have no result (the first: {first}); run it "
            f"on, or give missing='drop' to leave out "
            f"{'their splits' if len(scores.datasets) == 1 else 'their data sets'}"
        )
    if missing == "keep":
        return scores
    one = len(scores.datasets) == 1
    lost = absent.any(axis=(0, 2)) if one else absent.any(axis=(1, 2))
    if lost.all():
        raise InvalidInput(f"every {'split' if one else 'data set'} has cells without a result")
    names = scores.splits if one else scores.datasets
    gone = [str(tuple(name) if one else name) for name, out in zip(names, lost, strict=True) if out]
    note = f"{len(gone)} {'splits' if one else 'data sets'} left out: {some(gone)}"
    noted = replace(scores, notes=(*scores.notes, note))
    if not one:
        kept = [name for name, out in zip(scores.datasets, lost, strict=True) if not out]
        return noted.select(datasets=kept)
    assert scores.n_train is not None
    assert scores.n_test is not None
    return replace(
        noted,
        values=scores.values[:, ~lost],
        splits=tuple(split for split, out in zip(scores.splits, lost, strict=True) if not out),
        n_train=scores.n_train[:, ~lost],
        n_test=scores.n_test[:, ~lost],
    )
