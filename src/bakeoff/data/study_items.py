"""Predictions straight out of the store of a study: cell by cell, or as one table of items."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.data.join_items import positive_of
from bakeoff.data.labels import Labels
from bakeoff.data.predictions import Predictions
from bakeoff.data.study_format import CURRENT, HERE, KEY, current_names, unpack
from bakeoff.data.study_measures import Answers
from bakeoff.errors import InvalidInput, StudyError
from bakeoff.types import FloatArray, IntArray

PROBABILITIES = "probabilities"


@dataclass(frozen=True, slots=True)
class _Data:
    """What the store knows of one data set."""

    name: str
    classes: tuple[str, ...]
    positive: str | None
    truth: npt.NDArray[Any]


@dataclass(slots=True)
class _Items:
    """The items of all splits, one block below the other."""

    datasets: list[_Data]
    classes: tuple[str, ...]
    blocks: dict[int, slice] = field(default_factory=dict)  # by the number of the split in the file
    rows: list[tuple[int, int, int, IntArray]] = field(default_factory=list)

    def add(self, split: int, place: int, repeat: int, fold: int, items: IntArray) -> None:
        begin = 0 if not self.rows else next(reversed(self.blocks.values())).stop
        self.blocks[split] = slice(begin, begin + len(items))
        self.rows.append((place, repeat, fold, items))

    def codes(self, place: int) -> IntArray:
        """Return where the classes of a data set stand among all."""
        found = [self.classes.index(name) for name in self.datasets[place].classes]
        return np.array(found, dtype=np.int64)


def stored_kinds(connection: sqlite3.Connection) -> dict[str, tuple[int, bool]]:
    """Return for each data set how many classes it has, and whether one of them is positive."""
    return {one.name: (len(one.classes), one.positive is not None) for one in _datasets(connection)}


def stored_answers(
    connection: sqlite3.Connection,
) -> Iterator[tuple[tuple[int, int, int, int], Answers]]:
    """Yield for every cell with kept predictions its place on the axes, and what the model said."""
    datasets = _datasets(connection)
    for d, repeat, fold, a, items, kind, predicted, scores in connection.execute(
        f"SELECT {KEY}, items, kind, predicted, predictions.scores {CURRENT} "
        f"JOIN predictions ON predictions.cell = cells.id {HERE}"
    ):
        data = datasets[d]
        truth = data.truth[unpack(items)]
        positive = None if data.positive is None else data.classes.index(data.positive)
        yield (
            (d, repeat, fold, a),
            Answers(
                truth if kind == "values" else truth.astype(np.int64),
                unpack(predicted) if kind == "values" else unpack(predicted).astype(np.int64),
                None if scores is None else unpack(scores),
                len(data.classes),
                positive,
                kind=kind,
            ),
        )


def stored_predictions(
    connection: sqlite3.Connection, folder: Path, positive: Any, missing: str
) -> Predictions:
    """Return what every algorithm said of every test item."""
    datasets = _datasets(connection)
    if any(not one.classes for one in datasets):
        raise InvalidInput(f"{folder} holds predicted numbers, and no classes; take its scores()")
    algorithms = current_names(connection, "algorithms")
    items, notes = _complete_splits(connection, folder, datasets, algorithms, missing)
    size = next(reversed(items.blocks.values())).stop
    predicted = np.empty((len(algorithms), size), dtype=np.int64)
    scores: list[FloatArray | None] = [None] * len(algorithms)
    partly = set()
    for split, d, a, kind, labels, given in connection.execute(
        "SELECT splits.id, datasets.place, algorithms.place, kind, predicted, predictions.scores "
        f"{CURRENT} JOIN predictions ON predictions.cell = cells.id {HERE}"
    ):
        block = items.blocks.get(split)
        if block is None:
            continue
        codes = items.codes(d)
        predicted[a, block] = codes[unpack(labels)]
        if given is None:
            partly.add(a)
            continue
        table = scores[a]
        if table is None:
            table = scores[a] = np.zeros((size, len(items.classes)))
        _spread(table[block], unpack(given), codes, kind)
    scores = [None if place in partly else one for place, one in enumerate(scores)]
    return _table(items, algorithms, predicted, scores, positive=positive, notes=notes)


def _datasets(connection: sqlite3.Connection) -> list[_Data]:
    return [
        _Data(name, () if classes is None else tuple(json.loads(classes)), positive, unpack(truth))
        for name, classes, positive, truth in connection.execute(
            "SELECT name, classes, positive, truth FROM datasets "
            "WHERE place IS NOT NULL ORDER BY place"
        )
    ]


def _complete_splits(
    connection: sqlite3.Connection,
    folder: Path,
    datasets: list[_Data],
    algorithms: Sequence[str],
    missing: str,
) -> tuple[_Items, tuple[str, ...]]:
    """Return the items of the splits that every algorithm has predicted."""
    found, holes = _Items(datasets, _all_classes(datasets)), []
    for split, place, repeat, fold, items, count in connection.execute(
        "SELECT splits.id, datasets.place, repeat, fold, items, "
        "(SELECT count(*) FROM cells JOIN predictions ON predictions.cell = cells.id "
        " JOIN algorithms ON algorithms.id = cells.algorithm "
        " WHERE cells.split = splits.id AND algorithms.place IS NOT NULL) "
        "FROM splits JOIN datasets ON datasets.id = dataset WHERE datasets.place IS NOT NULL "
        "ORDER BY datasets.place, repeat, fold"
    ):
        if count == len(algorithms):
            found.add(split, place, repeat, fold, unpack(items).astype(np.int64))
        else:
            holes.append(f"{datasets[place].name} repeat {repeat} fold {fold}")
    if not found.rows:
        raise StudyError(
            f"{folder} has no split that every algorithm has predicted; run it on, with "
            f"keep_predictions=True"
        )
    if holes and missing == "error":
        raise InvalidInput(
            f"{len(holes)} splits of the study are not predicted by every algorithm (the first: "
            f"{holes[0]}); run it on, or give missing='drop' to leave them out"
        )
    note = f"{len(holes)} splits left out that not every algorithm has predicted"
    return found, (note,) if holes else ()


def _all_classes(datasets: Sequence[_Data]) -> tuple[str, ...]:
    """Return the classes of all data sets in order: numbers by size, words by the alphabet."""
    names = {name for one in datasets for name in one.classes}
    try:
        return tuple(sorted(names, key=float))
    except ValueError:
        return tuple(sorted(names))


def _spread(rows: FloatArray, given: FloatArray, codes: IntArray, kind: str) -> None:
    """Write scores under the classes they are of; two classes may share one column."""
    if kind != PROBABILITIES:
        rows[:] = float(given.min(initial=0.0)) - 1.0  # a class of other data sets: never the best
    if given.ndim == 1:
        other = 1.0 - given if kind == PROBABILITIES else -given
        given = np.stack([other, given], axis=1)
    if kind != PROBABILITIES:
        rows[:] = np.minimum(rows, given.min(axis=1, keepdims=True) - 1.0)
    rows[:, codes] = given


def _table(
    items: _Items,
    algorithms: tuple[str, ...],
    predicted: IntArray,
    scores: list[FloatArray | None],
    *,
    positive: Any,
    notes: tuple[str, ...],
) -> Predictions:
    sizes = [len(block) for *_, block in items.rows]
    splits = sorted({(repeat, fold) for _, repeat, fold, _ in items.rows})
    places = {split: place for place, split in enumerate(splits)}
    used = sorted({place for place, *_ in items.rows})
    dataset = [used.index(place) for place, *_ in items.rows]
    split = [places[repeat, fold] for _, repeat, fold, _ in items.rows]
    truth = [
        items.codes(place)[items.datasets[place].truth[block]] for place, *_, block in items.rows
    ]
    positives = {one.positive for one in items.datasets}
    if positive is None and len(positives) == 1:
        positive = next(iter(positives))
    return Predictions(
        dataset=Labels(np.repeat(dataset, sizes), tuple(items.datasets[one].name for one in used)),
        repeat=tuple(repeat for repeat, _ in splits),
        fold=tuple(fold for _, fold in splits),
        split=np.repeat(split, sizes),
        item=tuple(str(item) for *_, block in items.rows for item in block.tolist()),
        classes=items.classes,
        algorithms=algorithms,
        truth=np.concatenate(truth),
        predicted=predicted,
        scores=tuple(scores),
        positive=positive_of(items.classes, positive),
        notes=notes,
    )
