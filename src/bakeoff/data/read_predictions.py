"""`read_predictions`: predictions of any program, paired by the keys of their items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bakeoff.checks import one_of
from bakeoff.data.aliases import Role
from bakeoff.data.cells import numbers_of
from bakeoff.data.files import read_bytes
from bakeoff.data.join_items import Part, join
from bakeoff.data.labels import Labels, constant, label_text, labels_of
from bakeoff.data.prediction_columns import (
    ModelColumns,
    PredictionLayout,
    recognise_predictions,
)
from bakeoff.data.predictions import Predictions
from bakeoff.data.study_format import is_study
from bakeoff.data.tables import Table, open_table
from bakeoff.data.tsml import is_run, parse_run
from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd


BY_ORDER = (
    "no column names the items, so the rows of the files were paired in their order; that is right "
    "only where all files list the same items in the same order"
)


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
        paths (one model a file, named after the file), a pandas or polars frame, prediction
        files of time-series toolkits with three lines about the run on top, or the folder of a
        study.
    positive
        The class that true positives are counted for. It is known for the labels 0/1, -1/1 and
        False/True; for others it must be given before a measure that needs it is asked for.
    layout
        "wide" has one row per item and columns per model (labels, or scores, or ``svm_pred`` and
        ``svm_score``, or ``svm_p0``, ``svm_p1``); "long" has one row per item and model.
    y
        The column with the truth, where its name does not tell.
    models
        The columns to compare, where they cannot be told from other columns; of a long table and
        of files with a run each the algorithms to keep.
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
    models = [models] if isinstance(models, str) else models
    if is_study(source):
        from bakeoff.data.read_study import study_predictions

        return study_predictions(source, positive=positive).select(algorithms=models)
    parts: list[Part] = []
    notes: list[str] = []
    sources = _sources(source)
    for path, name in sources:
        found, said = _parts_of(path, name, y=y, models=models, layout=layout)
        parts += found
        notes += said
    if not parts:
        raise InvalidInput(
            f"models: no file holds {' or '.join(str(name) for name in models or ())}"
        )
    by_order = len(sources) > 1 and not all(part.items_named for part in parts)
    if by_order and len({part.algorithm for part in parts}) > 1:
        notes.append(BY_ORDER)
    return join(parts, tuple(dict.fromkeys(notes)), positive, missing)


def _sources(source: Any) -> list[tuple[Any, str | None]]:
    from bakeoff.data.file_groups import names_of_files

    if isinstance(source, list | tuple):
        paths = list(source)
        if not paths or not all(isinstance(part, str | Path) for part in paths):
            held = ", ".join(sorted({type(part).__name__ for part in paths})) or "nothing"
            raise InvalidInput(
                f"source must be a path, a list of paths, or a frame; it was a list of {held}"
            )
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
        if models is not None and run.algorithm not in models:
            return [], []
        table = Table(run.frame, run.algorithm)
        found = recognise_predictions(table, layout="wide")
        return _wide(table, found, dataset=run.dataset, resample=run.resample), []
    table = open_table(source)
    found = recognise_predictions(table, y=y, models=models, layout=layout)
    if name is not None and found.algorithm is None and len(found.models) == 1:
        found = replace(found, models={name: next(iter(found.models.values()))})
    parts = _wide(table, found) if found.algorithm is None else _long(table, found, models)
    notes = list(table.notes)
    if found.unused:
        notes.append(f"columns that were not used: {', '.join(found.unused[:8])}")
    return parts, notes


def _wide(
    table: Table, found: PredictionLayout, *, dataset: str = "data", resample: str = "0"
) -> list[Part]:
    keys = _keys(table.frame, found, dataset, resample)
    truth = labels_of(table.frame[found.y], "truth")
    named = "item" in found.keys
    return [
        _part(name, table.frame, columns, keys, truth, named=named)
        for name, columns in found.models.items()
    ]


def _long(table: Table, found: PredictionLayout, models: Sequence[str] | None) -> list[Part]:
    frame = table.frame
    algorithms = labels_of(frame[found.algorithm], "algorithm")
    absent = [name for name in models or () if name not in algorithms.names]
    if absent:
        raise InvalidInput(
            f"models: {table.name} has no algorithm {absent[0]!r}; there are "
            f"{', '.join(algorithms.names[:20])}"
        )
    if "item" not in found.keys and len(algorithms.names) > 1:
        raise InvalidInput(
            f"{table.name}: no column names the item, so the models cannot be paired; add a column "
            f"'item'"
        )
    columns = next(iter(found.models.values()))
    parts = []
    for name in models or algorithms.names:
        rows = frame[algorithms.codes == algorithms.names.index(name)].reset_index(drop=True)
        keys = _keys(rows, found, "data", "0")
        truth = labels_of(rows[found.y], "truth")
        parts.append(_part(name, rows, columns, keys, truth, named="item" in found.keys))
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
        names = tuple(map(str, range(len(frame))))
        item = Labels(np.arange(len(frame), dtype=np.int64), names)
    return keys[0], keys[1], keys[2], item


def _part(
    name: str,
    frame: pd.DataFrame,
    columns: ModelColumns,
    keys: tuple[Labels, Labels, Labels, Labels],
    truth: Labels,
    *,
    named: bool,
) -> Part:
    predicted, known = None, None
    if columns.label is not None:
        column = frame[columns.label]
        texts = column.map(lambda value: "" if value is None else label_text(value))
        known = (column.notna() & (texts != "")).to_numpy()
        # a model of a long table that gives only scores leaves the column of labels empty
        if known.any() or (columns.score is None and not columns.classes):
            predicted = labels_of(texts.where(known, "?"), "predicted")
        else:
            known = None
    score = None if columns.score is None else _numbers(frame, columns.score)
    by_class = {kind: _numbers(frame, column).copy() for kind, column in columns.classes.items()}
    # a model of a long table that gives only labels leaves the columns of scores empty
    score = None if score is None or np.isnan(score).all() else score
    by_class = {} if all(np.isnan(column).all() for column in by_class.values()) else by_class
    if by_class and set(truth.names) - set(by_class):
        absent = sorted(set(truth.names) - set(by_class))
        raise InvalidInput(
            f"{name} has scores for the classes {', '.join(by_class)}, but none for "
            f"{', '.join(absent)}"
        )
    _fill_absent_classes(by_class, keys[0], truth)
    return Part(name, keys, truth, predicted, known, score, by_class, items_named=named)


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
