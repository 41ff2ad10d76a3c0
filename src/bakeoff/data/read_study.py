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
from bakeoff.data import axes
from bakeoff.data.predictions import Predictions
from bakeoff.data.scores import Scores, Split
from bakeoff.data.study_format import CURRENT, HERE, KEY, current_names, explained, opened
from bakeoff.data.study_items import stored_answers, stored_kinds, stored_predictions
from bakeoff.data.study_measures import RECORDED, checked, measured
from bakeoff.errors import InvalidInput, StudyError
from bakeoff.measures.registry import measure
from bakeoff.types import BoolArray, FloatArray

MISSING = ("error", "drop", "keep")
NO_RESULT = "cells have no result:"


@dataclass(frozen=True, slots=True)
class _Names:
    """What the axes of a study are called."""

    datasets: tuple[str, ...]
    algorithms: tuple[str, ...]
    splits: tuple[Split, ...]
    measures: tuple[str, ...]
    design: str | None

    def split_places(self) -> dict[tuple[Any, Any], int]:
        """Return the place of every split."""
        return {tuple(split): place for place, split in enumerate(self.splits)}  # type: ignore[misc]  # pairs


def study_scores(
    folder: str | Path,
    measures: Sequence[str] | None = None,
    *,
    missing: str = "error",
    algorithms: Sequence[str] | None = None,
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
    algorithms
        Which ones; all if it is None.
    """
    one_of(missing, "missing", MISSING)
    with closing(opened(folder)) as connection:
        try:
            found, absent = _scores(connection, Path(folder), measures)
        except sqlite3.Error as fault:
            raise explained(fault, Path(folder)) from None
    if algorithms is not None:
        columns = axes.places(algorithms, found.algorithms, "algorithms")
        kept = tuple(found.algorithms[place] for place in columns)
        found = replace(found, values=found.values[:, :, columns], algorithms=kept)
        absent = absent[..., columns]
    return found if not absent.any() else _without(found, absent, missing)


def study_predictions(
    folder: str | Path, *, positive: Any = None, missing: str = "error"
) -> Predictions:
    """Return what every algorithm of a study said of every test item.

    `missing` is what is done about splits that not every algorithm has predicted: "error" or
    "drop".
    """
    one_of(missing, "missing", MISSING[:2])
    with closing(opened(folder)) as connection:
        try:
            return stored_predictions(connection, Path(folder), positive, missing)
        except sqlite3.Error as fault:
            raise explained(fault, Path(folder)) from None


def _scores(
    connection: sqlite3.Connection, folder: Path, asked: Sequence[str] | None
) -> tuple[Scores, BoolArray]:
    """Return the scores, and which cells have no result."""
    names = _names(connection, folder)
    wanted = list(dict.fromkeys(measure(name).name for name in asked or names.measures))
    shape = (len(names.datasets), len(names.splits), len(names.algorithms))
    values = np.full((*shape, len(wanted)), np.nan)
    for place, name in enumerate(wanted):
        _fill(connection, name, values[..., place], names)
    there, notes = _status(connection, names, shape)
    sizes = _sizes(connection, names)
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
    return scores, _exists(connection, names)[..., None] & ~there


def _names(connection: sqlite3.Connection, folder: Path) -> _Names:
    meta = dict(connection.execute("SELECT name, value FROM meta"))
    if connection.execute("SELECT NOT EXISTS (SELECT 1 FROM cells)").fetchone()[0]:
        raise StudyError(f"the study in {folder} has no finished cells yet; run it on")
    splits = {
        Split(repeat, fold)
        for repeats, folds in connection.execute(
            "SELECT DISTINCT repeats, folds FROM datasets WHERE place IS NOT NULL"
        )
        for repeat in range(repeats)
        for fold in range(folds)
    }
    return _Names(
        current_names(connection, "datasets"),
        current_names(connection, "algorithms"),
        tuple(sorted(splits)),
        tuple(json.loads(meta.get("measures", "[]"))),
        meta.get("design"),
    )


def _sizes(connection: sqlite3.Connection, names: _Names) -> FloatArray:
    """Return how many items each split trains and tests on."""
    sizes = np.full((2, len(names.datasets), len(names.splits)), np.nan)
    places = names.split_places()
    for d, repeat, fold, *counts in connection.execute(
        "SELECT place, repeat, fold, n_train, n_test FROM splits "
        "JOIN datasets ON datasets.id = dataset WHERE place IS NOT NULL"
    ):
        sizes[:, d, places[repeat, fold]] = counts
    return sizes


def _fill(connection: sqlite3.Connection, name: str, values: FloatArray, names: _Names) -> None:
    """Fill in one measure, from the store or, if it is not there, from the predictions."""
    places = names.split_places()
    if name in RECORDED:
        query = f"SELECT {KEY}, {RECORDED[name]} {CURRENT} {HERE} AND status = 'ok'"
        rows = connection.execute(query)
    else:
        query = f"SELECT {KEY}, value {CURRENT} JOIN scores ON cell = cells.id {HERE}"
        rows = connection.execute(f"{query} AND measure = ?", (name,))
    known = False
    for d, repeat, fold, a, value in rows:
        known = True
        values[d, places[repeat, fold], a] = np.nan if value is None else value
    if not known and name not in RECORDED:
        _measure(connection, name, values, names)


def _measure(connection: sqlite3.Connection, name: str, values: FloatArray, names: _Names) -> None:
    """Measure what the study was not asked for from the predictions that it kept."""
    places, kinds = names.split_places(), stored_kinds(connection)
    checked([name], kinds, values=not any(count for count, _ in kinds.values()))
    found = False
    for (d, repeat, fold, a), said in stored_answers(connection):
        found = True
        values[d, places[repeat, fold], a] = measured([name], said)[name]
    some_are_well = f"SELECT EXISTS (SELECT 1 {CURRENT} {HERE} AND status = 'ok')"
    if not found and connection.execute(some_are_well).fetchone()[0]:
        raise InvalidInput(
            f"{name} was not measured by the study, and no predictions were kept; add it to the "
            f"study's measures and run it again"
        )


def _status(
    connection: sqlite3.Connection, names: _Names, shape: tuple[int, ...]
) -> tuple[BoolArray, list[str]]:
    """Return which cells are well, and what should be told of the others and of the versions."""
    there = np.zeros(shape, dtype=bool)
    places = names.split_places()
    failed: dict[str, int] = {}
    for d, repeat, fold, a, status, reason in connection.execute(
        f"SELECT {KEY}, status, reason {CURRENT} {HERE}"
    ):
        there[d, places[repeat, fold], a] = status == "ok"
        if status != "ok":
            said = f"{names.datasets[d]}/{names.algorithms[a]}: {reason}"
            failed[said] = failed.get(said, 0) + 1
    notes = [f"{count} {NO_RESULT} {said}" for said, count in list(failed.items())[:5]]
    versions = connection.execute(
        f"SELECT count(DISTINCT environment) {CURRENT} {HERE}"
    ).fetchone()[0]
    if versions > 1:
        notes.append(f"the cells were run under {versions} different sets of versions")
    return there, notes


def _exists(connection: sqlite3.Connection, names: _Names) -> BoolArray:
    """Return which splits each data set has."""
    exists = np.zeros((len(names.datasets), len(names.splits)), dtype=bool)
    for d, repeats, folds in connection.execute(
        "SELECT place, repeats, folds FROM datasets WHERE place IS NOT NULL"
    ):
        exists[d] = [int(one.repeat) < repeats and int(one.fold) < folds for one in names.splits]
    return exists


def _without(scores: Scores, absent: BoolArray, missing: str) -> Scores:
    """Do what was asked about missing cells."""
    d, s, a = (int(one) for one in np.argwhere(absent)[0])
    split = scores.splits[s]
    first = f"{scores.datasets[d]}/{scores.algorithms[a]} repeat {split.repeat} fold {split.fold}"
    told = f"{NO_RESULT} {scores.datasets[d]}/{scores.algorithms[a]}: "
    reason = next((note.partition(told)[2] for note in scores.notes if told in note), "")
    first += f", {reason}" if reason else ""
    if missing == "error":
        raise InvalidInput(
            f"{int(absent.sum())} cells of the study have no result (the first: {first}); run it "
            f"on, or give missing='drop' to leave out "
            f"{'their splits' if len(scores.datasets) == 1 else 'their data sets'}"
        )
    if missing == "keep":
        return scores
    one = len(scores.datasets) == 1
    lost = np.asarray(absent.any(axis=(0, 2) if one else (1, 2)))
    if lost.all():
        raise InvalidInput(f"every {'split' if one else 'data set'} has cells without a result")
    names = scores.splits if one else scores.datasets
    gone = [str(tuple(name) if one else name) for name, out in zip(names, lost, strict=True) if out]
    note = f"{len(gone)} {'splits' if one else 'data sets'} left out: {axes.some(gone)}"
    noted = replace(scores, notes=(*scores.notes, note))
    if not one:
        kept = [name for name, out in zip(scores.datasets, lost, strict=True) if not out]
        return noted.select(datasets=kept)
    return replace(
        noted,
        values=scores.values[:, ~lost],
        splits=tuple(split for split, out in zip(scores.splits, lost, strict=True) if not out),
        n_train=None if scores.n_train is None else scores.n_train[:, ~lost],
        n_test=None if scores.n_test is None else scores.n_test[:, ~lost],
    )
