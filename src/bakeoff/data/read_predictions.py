"""`read_predictions`: predictions of any program, paired by the keys of their items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bakeoff.checks import one_of
from bakeoff.data.aliases import Role
from bakeoff.data.assemble import split_codes
from bakeoff.data.cells import numbers_of
from bakeoff.data.files import read_bytes
from bakeoff.data.labels import Labels, appended, combined, constant, label_text, labels_of
from bakeoff.data.prediction_columns import (
    ModelColumns,
    PredictionLayout,
    recognise_predictions,
)
from bakeoff.data.predictions import Predictions, usual_positive
from bakeoff.data.tables import Table, open_table
from bakeoff.data.tsml import is_run, parse_run
from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray, IntArray

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Part:
    """What one algorithm said of its items."""

    algorithm: str
    keys: tuple[Labels, Labels, Labels, Labels]  # data set, repeat, fold, item
    truth: Labels
    predicted: Labels | None
    known: np.ndarray[Any, np.dtype[np.bool_]] | None  # which items have a predicted label
    score: FloatArray | None
    by_class: Mapping[str, FloatArray]


def read_predictions(
    source: Any,
    *,
    positive: str | float | None = None,
    layout: Literal["auto", "wide", "long"] = "auto",
    y: str | None = None,
    models: Sequence[str] | None = None,
    missing: Literal["error", "drop"] = "error",
) -> Predictions:
    """Read predictions of one model or several from a file or a frame.

    Parameters
    ----------
    source
        A path (.csv, .tsv, .parquet, .json, .jsonl, .arff; ``-`` for standard input), a list of
        paths (one model a file, named after the file), a pandas or polars frame, or prediction
        files of time-series toolkits with three lines about the run on top.
    positive
        The class that true positives are counted for. It is known for the labels 0/1, -1/1 and
        False/True; for others it must be given before a measure that needs it is asked for.
    layout
        "wide" has one row per item and columns per model (labels, or scores, or ``svm_pred`` and
        ``svm_score``, or ``svm_p0``, ``svm_p1``); "long" has one row per item and model.
    y
        The column with the truth, where its name does not tell.
    models
        The columns to compare, where they cannot be told from other columns.
    missing
        What to do with items that lack a prediction: "error", or "drop" (leave out the items).

    Returns
    -------
    Predictions

    Examples
    --------
    >>> import pandas as pd
    >>> items = pd.DataFrame({"truth": ["yes", "no", "no"], "svm": ["yes", "no", "yes"],
    ...                       "knn": ["no", "no", "no"]})
    >>> read_predictions(items, positive="yes").contingency("svm", "knn")
    array([[0, 1],
           [1, 1]])
    """
    one_of(layout, "layout", ("auto", "wide", "long"))
    one_of(missing, "missing", ("error", "drop"))
    parts: list[Part] = []
    notes: list[str] = []
    for path, name in _sources(source):
        found, said = _parts_of(path, name, y=y, models=models, layout=layout)
        parts += found
        notes += said
    return _joined(parts, tuple(dict.fromkeys(notes)), positive, missing)


def _sources(source: Any) -> list[tuple[Any, str | None]]:
    from bakeoff.data.read_scores import names_of_files

    if isinstance(source, list | tuple):
        paths = list(source)
        if not paths or not all(isinstance(part, str | Path) for part in paths):
            raise InvalidInput("source must be a path, a list of paths, or a frame")
        if len(paths) > 1:
            return list(zip(paths, names_of_files(paths)[0], strict=True))
        return [(paths[0], None)]
    return [(source, None)]


def _parts_of(
    source: Any,
    name: str | None,
    *,
    y: str | None,
    models: Sequence[str] | None,
    layout: str,
) -> tuple[list[Part], list[str]]:
    if isinstance(source, str | Path) and str(source) != "-" and is_run(source):
        run = parse_run(*read_bytes(source))
        table = Table(run.frame, run.algorithm)
        found = recognise_predictions(table, layout="wide")
        return _wide(table, found, dataset=run.dataset, resample=run.resample), []
    table = open_table(source)
    found = recognise_predictions(table, y=y, models=models, layout=layout)
    if name is not None and found.algorithm is None and len(found.models) == 1:
        found = replace(found, models={name: next(iter(found.models.values()))})
    parts = _wide(table, found) if found.algorithm is None else _long(table, found)
    notes = list(table.notes)
    if found.unused:
        notes.append(f"columns that were not used: {', '.join(found.unused[:8])}")
    return parts, notes


def _wide(
    table: Table, found: PredictionLayout, *, dataset: str = "data", resample: str = "0"
) -> list[Part]:
    keys = _keys(table.frame, found, dataset, resample)
    truth = labels_of(table.frame[found.y], "truth")
    return [
        _part(name, table.frame, columns, keys, truth) for name, columns in found.models.items()
    ]


def _long(table: Table, found: PredictionLayout) -> list[Part]:
    frame = table.frame
    algorithms = labels_of(frame[found.algorithm], "algorithm")
    if "item" not in found.keys and len(algorithms.names) > 1:
        raise InvalidInput(
            f"{table.name}: no column names the item, so the models cannot be paired; add a column "
            f"'item'"
        )
    columns = next(iter(found.models.values()))
    parts = []
    for code, name in enumerate(algorithms.names):
        rows = frame[algorithms.codes == code].reset_index(drop=True)
        keys = _keys(rows, found, "data", "0")
        parts.append(_part(name, rows, columns, keys, labels_of(rows[found.y], "truth")))
    return parts


def _keys(
    frame: pd.DataFrame, found: PredictionLayout, dataset: str, resample: str
) -> tuple[Labels, Labels, Labels, Labels]:
    defaults: dict[Role, str] = {"dataset": dataset, "repeat": "0", "fold": resample}
    keys = [
        labels_of(frame[found.keys[role]], role)
        if role in found.keys
        else constant(default, len(frame))
        for role, default in defaults.items()
    ]
    if "item" in found.keys:
        item = labels_of(frame[found.keys["item"]], "item")
    else:
        names = tuple(str(number) for number in range(len(frame)))
        item = Labels(np.arange(len(frame), dtype=np.int64), names)
    return keys[0], keys[1], keys[2], item


def _part(
    name: str,
    frame: pd.DataFrame,
    columns: ModelColumns,
    keys: tuple[Labels, Labels, Labels, Labels],
    truth: Labels,
) -> Part:
    predicted, known = None, None
    if columns.label is not None:
        column = frame[columns.label]
        texts = column.map(lambda value: "" if value is None else label_text(value))
        known = (column.notna() & (texts != "")).to_numpy()
        predicted = labels_of(texts.where(known, "?"), "predicted")
    score = None if columns.score is None else _numbers(frame, columns.score)
    by_class = {kind: _numbers(frame, column).copy() for kind, column in columns.classes.items()}
    if by_class and set(truth.names) - set(by_class):
        absent = sorted(set(truth.names) - set(by_class))
        raise InvalidInput(
            f"{name} has scores for the classes {', '.join(by_class)}, but none for "
            f"{', '.join(absent)}"
        )
    _fill_absent_classes(by_class, keys[0], truth)
    return Part(name, keys, truth, predicted, known, score, by_class)


def _fill_absent_classes(
    by_class: Mapping[str, FloatArray], dataset: Labels, truth: Labels
) -> None:
    """Give the score 0 to the classes that a data set does not have, where a column is empty."""
    for code in range(len(dataset.names) if len(dataset.names) > 1 else 0):
        rows = dataset.codes == code
        here = {truth.names[place] for place in np.unique(truth.codes[rows])}
        for name, column in by_class.items():
            if name not in here and np.isnan(column[rows]).all():
                column[rows] = 0.0


def _numbers(frame: pd.DataFrame, column: str) -> FloatArray:
    numbers = numbers_of(frame[column])
    if numbers.unreadable:
        row, cell = numbers.unreadable[0]
        raise InvalidInput(f"{column}: the cell in row {row + 1} is no number: {cell[:40]!r}")
    return numbers.values


def _joined(parts: list[Part], notes: tuple[str, ...], positive: Any, missing: str) -> Predictions:
    """Bring the items of all parts together by their keys."""
    names = list(dict.fromkeys(part.algorithm for part in parts))
    keys = [appended([part.keys[axis] for part in parts]) for axis in range(4)]
    truth = appended([part.truth for part in parts])
    sizes = np.cumsum([0, *(len(part.truth.codes) for part in parts)])
    flat = combined(keys)
    distinct, first, place = np.unique(flat, return_index=True, return_inverse=True)
    order = np.argsort(first)  # items in the order in which they first appear
    rank = np.empty(len(distinct), dtype=np.int64)
    rank[order] = np.arange(len(distinct))
    place = rank[place]
    first = first[order]
    _same_truth(keys, truth, place, first)
    classes, recode = _classes(truth, parts)
    table = _Filled(len(names), len(first), len(classes))
    for number, part in enumerate(parts):
        rows = place[sizes[number] : sizes[number + 1]]
        _refuse_doubled(part, rows, keys, first)
        table.fill(names.index(part.algorithm), part, rows, classes)
    keep = _answered(table, names, keys, first, missing)
    if not keep.all():
        notes = (*notes, f"{int((~keep).sum())} of {len(keep)} items without a prediction left out")
    rows = first[keep]
    dataset, repeat, fold, item = (key.take(rows) for key in keys)
    codes, splits = split_codes(repeat, fold)
    kept = table.kept(keep)
    return Predictions(
        dataset=dataset,
        repeat=tuple(split.repeat for split in splits),
        fold=tuple(split.fold for split in splits),
        split=codes,
        item=tuple(item.names[code] for code in item.codes),
        classes=classes,
        algorithms=tuple(names),
        truth=recode[truth.codes[rows]],
        predicted=kept.predicted,
        scores=tuple(kept.scores),
        positive=_positive(classes, positive),
        notes=notes,
    )


class _Filled:
    """Labels and scores of all algorithms on all items, filled part by part."""

    def __init__(self, algorithms: int, items: int, classes: int) -> None:
        self.predicted: IntArray = np.full((algorithms, items), -1, dtype=np.int64)
        self.seen = np.zeros((algorithms, items), dtype=bool)
        self.scores: list[FloatArray | None] = [None] * algorithms
        self.items, self.classes = items, classes

    def fill(self, algorithm: int, part: Part, rows: IntArray, classes: tuple[str, ...]) -> None:
        places = {name: place for place, name in enumerate(classes)}
        if part.predicted is not None and part.known is not None:
            codes = np.array([places.get(name, -1) for name in part.predicted.names])
            self.predicted[algorithm, rows] = np.where(part.known, codes[part.predicted.codes], -1)
        scores = self._scores(algorithm, part, rows, places)
        labelled = self.predicted[algorithm, rows] >= 0
        scored = None if scores is None else ~np.isnan(scores[rows].reshape(len(rows), -1)).any(1)
        if part.predicted is None:
            self.seen[algorithm, rows] = scored
        else:
            self.seen[algorithm, rows] = labelled if scored is None else labelled & scored

    def _scores(
        self, algorithm: int, part: Part, rows: IntArray, places: Mapping[str, int]
    ) -> FloatArray | None:
        if part.score is None and not part.by_class:
            return None
        shape = (self.items,) if part.score is not None else (self.items, self.classes)
        scores = self.scores[algorithm]
        if scores is None:
            scores = self.scores[algorithm] = np.full(shape, np.nan)
            if part.score is None:
                # a class that a model was never asked about has no score, not a missing one
                scores[:, [places[name] for name in places if name not in part.by_class]] = 0.0
        if part.score is not None:
            scores[rows] = part.score
        for name, column in part.by_class.items():
            scores[rows, places[name]] = column
        return scores

    def kept(self, keep: np.ndarray[Any, np.dtype[np.bool_]]) -> _Filled:
        result = _Filled(len(self.scores), int(keep.sum()), self.classes)
        result.predicted = self.predicted[:, keep]
        result.scores = [None if scores is None else scores[keep] for scores in self.scores]
        return result


def _same_truth(keys: list[Labels], truth: Labels, place: IntArray, first: IntArray) -> None:
    wrong = truth.codes != truth.codes[first][place]
    if wrong.any():
        row = int(wrong.argmax())
        raise InvalidInput(
            f"the truth of {_item(keys, row)} is {truth.names[truth.codes[first[place[row]]]]!r} "
            f"in one place and {truth.names[truth.codes[row]]!r} in another; are these the same "
            f"items?"
        )


def _item(keys: list[Labels], row: int) -> str:
    dataset, repeat, fold, item = (key.names[key.codes[row]] for key in keys)
    where = [f"item {item}"]
    where += [f"repeat {repeat}"] if len(keys[1].names) > 1 else []
    where += [f"fold {fold}"] if len(keys[2].names) > 1 else []
    where += [f"data set {dataset}"] if len(keys[0].names) > 1 else []
    return ", ".join(where)


def _refuse_doubled(part: Part, rows: IntArray, keys: list[Labels], first: IntArray) -> None:
    counts = np.bincount(rows)
    if counts.max() > 1:
        row = int(first[int(counts.argmax())])
        raise InvalidInput(
            f"{part.algorithm}: {_item(keys, row)} is given {int(counts.max())} times; give every "
            f"item a number of its own (columns item, fold, repeat, dataset)"
        )


def _classes(truth: Labels, parts: list[Part]) -> tuple[tuple[str, ...], IntArray]:
    """Return all classes in order - numbers by size, words by the alphabet - and new codes."""
    found = set(truth.names)
    for part in parts:
        found |= set(part.by_class)
        if part.predicted is not None and part.known is not None:
            used = np.unique(part.predicted.codes[part.known])
            found |= {part.predicted.names[code] for code in used}
    if len(found) > 1000 or len(found) > max(20, len(truth.codes) // 2):
        raise InvalidInput(
            f"the truth and the predictions have {len(found)} distinct labels; a class label was "
            f"expected, not a measurement: choose the column of the truth with y="
        )
    try:
        classes = tuple(sorted(found, key=float))
    except ValueError:
        classes = tuple(sorted(found))
    places = {name: place for place, name in enumerate(classes)}
    return classes, np.array([places[name] for name in truth.names], dtype=np.int64)


def _answered(
    table: _Filled, names: list[str], keys: list[Labels], first: IntArray, missing: str
) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return the items that every algorithm predicted; refuse the rest unless told otherwise."""
    keep = np.asarray(table.seen.all(axis=0))
    if not keep.all() and missing == "error":
        holes = np.argwhere(~table.seen)
        cells = [f"{names[a]} on {_item(keys, int(first[i]))}" for a, i in holes[:3]]
        more = f" and {len(holes) - 3} more" if len(holes) > 3 else ""
        raise InvalidInput(
            f"{len(holes)} predictions are missing ({'; '.join(cells)}{more}); give missing='drop' "
            f"to leave out their items"
        )
    if not keep.any():
        raise InvalidInput("no item is predicted by every algorithm; are these the same items?")
    return keep


def _positive(classes: tuple[str, ...], given: Any) -> str | None:
    chosen = usual_positive(classes) if given is None else label_text(given)
    if chosen is not None and chosen not in classes:
        raise InvalidInput(f"positive must be one of {', '.join(classes[:10])}; it was {given!r}")
    return chosen
