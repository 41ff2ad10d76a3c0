"""`read_scores`: a results file of any program, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from bakeoff.checks import one_of
from bakeoff.data.assemble import assemble, shortened
from bakeoff.data.columns import with_one_algorithm
from bakeoff.data.factors import choose_levels
from bakeoff.data.file_groups import is_group, rows_of_file, rows_of_group
from bakeoff.data.files import read_bytes
from bakeoff.data.gather import gather
from bakeoff.data.layouts import LooksLikePredictions, recognise
from bakeoff.data.measure_choice import chosen_measures, directions_of
from bakeoff.data.missing import complete
from bakeoff.data.mixtures import (
    mixed_measures,
    mixed_scale_notes,
    refuse_mixed_kinds,
    refuse_mixed_scales,
)
from bakeoff.data.ranges import beyond
from bakeoff.data.records import load_json
from bakeoff.data.rows import Rows
from bakeoff.data.saving import scores_of_json
from bakeoff.data.scores import DESIGNS, Scores
from bakeoff.data.sklearn_results import is_results, is_search, rows_of_results, rows_of_search
from bakeoff.data.study_format import is_study
from bakeoff.data.tables import Table, open_table
from bakeoff.data.tsml import is_run
from bakeoff.errors import InvalidInput

MISSING = ("error", "drop", "keep")
LAYOUTS = ("auto", "wide", "long")


def read_scores(
    source: Any,
    *,
    measure: str | Sequence[str] | None = None,
    higher_is_better: bool | Mapping[str, bool] | None = None,
    layout: Literal["auto", "wide", "long"] = "auto",
    design: str | None = None,
    missing: Literal["error", "drop", "keep"] = "error",
    where: Mapping[str, Any] | None = None,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    datasets: Sequence[str] | None = None,
    algorithms: Sequence[str] | None = None,
) -> Scores:
    """Read scores from a file, a frame, an array or results of scikit-learn.

    Parameters
    ----------
    source
        A path (.csv, .tsv, .txt, .parquet, .json, .jsonl, .arff, each also as .gz; ``-`` for
        standard input), a list of paths (one algorithm a file, named after the file, or parts of
        one table), a pandas or polars frame, a 2-D array, a dict of ``cross_validate`` results, a
        fitted search, or the folder of a study.
    measure
        Which measure to read; or, for a table that does not say, what its numbers are.
    higher_is_better
        The direction of a measure whose name is not known: True or False, or one for each measure.
    layout
        "wide" has one column per algorithm, "long" one row per score.
    design
        How the splits were made, where the table cannot say: one of the designs of `Scores`.
    missing
        What to do with missing scores: "error", "drop" (leave out their data sets, or their splits
        where there is one data set), or "keep" (as NaN).
    where
        The level to keep of a further factor, such as ``{"featureSelection": "no"}``.
    columns
        Roles of columns that the names do not tell, such as ``{"algorithm": "Condition"}``. The
        roles: dataset and algorithm (one column or several each), repeat, fold, measure, value,
        n_train, n_test.
    datasets, algorithms
        The names of an array's rows and columns; for a wide table, `algorithms` chooses columns.

    Returns
    -------
    Scores
        Its `notes` say what was decided on the way.

    Examples
    --------
    >>> scores = read_scores([[0.81, 0.84], [0.62, 0.61]], measure="accuracy",
    ...                      datasets=["iris", "wine"], algorithms=["knn", "svm"])
    >>> scores
    Scores: 2 data sets, 1 split, 2 algorithms; accuracy (higher is better); design not said
    """
    one_of(missing, "missing", MISSING)
    one_of(layout, "layout", LAYOUTS)
    if design is not None:
        one_of(design, "design", DESIGNS)
    measures = [measure] if isinstance(measure, str) else None if measure is None else list(measure)
    saved = saved_scores(source)
    if saved is not None:
        return saved if measures is None else saved.select(measures=measures)
    if is_study(source):
        from bakeoff.data.read_study import study_scores

        return study_scores(source, measures, missing=missing)
    rows = read_rows(
        source,
        independent=design == "independent",
        measure=measures,
        layout=layout,
        where=where,
        columns=columns,
        datasets=datasets,
        algorithms=algorithms,
    )
    rows = chosen_measures(rows, measures)
    directions = directions_of(rows, higher_is_better)
    draft = assemble(rows if design is None else replace(rows, design=design))
    if draft.doubled:
        raise InvalidInput(
            f"{len(draft.doubled)} cells are given more than once ({shortened([*draft.doubled])}); "
            f"rename them, or add a column that tells them apart"
        )
    refuse_mixed_scales(draft, directions, rows.unused)
    if is_file(source):  # numbers in memory may be simulated; of them `compare` says it
        for sentence in beyond(draft):
            raise InvalidInput(sentence)
    rows = replace(rows, notes=(*rows.notes, *mixed_scale_notes(draft, directions)))
    return complete(draft, rows, directions, design, missing, chosen=measures is not None)


def read_rows(
    source: Any,
    *,
    measure: Sequence[str] | None = None,
    layout: str = "auto",
    where: Mapping[str, Any] | None = None,
    columns: Mapping[str, Any] | None = None,
    datasets: Sequence[str] | None = None,
    algorithms: Sequence[str] | None = None,
    independent: bool = False,
) -> Rows:
    """Return what a source holds, one row a score; what is missing or doubled is still in it."""
    if isinstance(source, list | tuple) and len(source) == 1 and isinstance(source[0], str | Path):
        source = source[0]
    if is_search(source):
        return rows_of_search(source)
    if isinstance(source, Mapping):
        if is_results(source):
            return rows_of_results(source)
        source = _frame_of_columns(source)
    if is_group(source):
        return rows_of_group(list(source), measure, layout, where, columns)
    if isinstance(source, str | Path) and is_run(source):
        raise LooksLikePredictions(f"{source} holds predictions; read it with read_predictions")
    is_array = isinstance(source, np.ndarray | list | tuple)
    table = open_table(source, columns=None if algorithms is None else list(algorithms))
    if datasets is not None:
        table = _with_datasets(table, datasets)
    table, columns = with_one_algorithm(choose_levels(table, where), columns)
    names = [str(name) for name in table.frame.columns if str(name) != "dataset"]
    found = recognise(
        table,
        layout="wide" if is_array else layout,
        columns=columns,
        algorithms=names if is_array else algorithms,
        measure=measure,
    )
    mixture = mixed_measures(table.frame, found)
    if mixture is not None:
        raise InvalidInput(f"{table.name}: {mixture}")
    refuse_mixed_kinds(table, found)
    one = measure[0] if measure is not None and len(measure) == 1 else None
    if found.kind == "resamples" and isinstance(source, str | Path):
        return rows_of_file(table, found, one)
    rows = gather(table, found, measure=one, independent=independent)
    return replace(rows, notes=(*table.notes, *rows.notes))


def _frame_of_columns(source: Mapping[Any, Any]) -> Any:
    """Return a dict of lists of equal length as a frame: a column for each algorithm."""
    import pandas as pd

    columns = {str(name): column for name, column in source.items()}
    sizes = {np.shape(column)[:1] for column in columns.values()}
    flat = all(np.ndim(column) == 1 for column in columns.values())
    if (
        not columns
        or not flat
        or len(sizes) > 1
        or any(hasattr(c, "keys") for c in columns.values())
    ):
        raise InvalidInput(
            "a dict must map names of algorithms to results of cross_validate (with test_score "
            "or test_... in each), or to lists of scores, all of one length"
        )
    return pd.DataFrame({name: list(column) for name, column in columns.items()})


def _with_datasets(table: Table, datasets: Sequence[str]) -> Table:
    names = [str(name) for name in datasets]
    if len(names) != len(table.frame):
        raise InvalidInput(
            f"datasets must name every row; it has {len(names)} names for {len(table.frame)} rows"
        )
    if "dataset" in table.frame.columns:
        raise InvalidInput("the table names its data sets already; leave datasets out")
    frame = table.frame.copy(deep=False)
    frame.insert(0, "dataset", names)
    return replace(table, frame=frame)


def is_file(source: Any) -> bool:
    """Whether a source is a file, or a list of files."""
    several = isinstance(source, list | tuple) and len(source) > 0
    return all(isinstance(one, str | Path) for one in (source if several else [source]))


def saved_scores(source: Any) -> Scores | None:
    """Return the scores of a JSON file that `Scores.save` wrote."""
    if not isinstance(source, str | Path) or not str(source).lower().endswith(".json"):
        return None
    content, name = read_bytes(source)
    if b'"format"' not in content[:200]:
        return None
    value = load_json(content.decode("utf-8", "replace"), name)
    return scores_of_json(value, name) if isinstance(value, dict) else None
