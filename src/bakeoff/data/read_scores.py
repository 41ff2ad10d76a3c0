"""`read_scores`: a results file of any program, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from bakeoff.checks import one_of
from bakeoff.data.aliases import squeezed
from bakeoff.data.assemble import Draft, assemble, shortened
from bakeoff.data.files import read_bytes, stem_of
from bakeoff.data.gather import Rows, append, choose_levels, gather, mixed_measures
from bakeoff.data.layouts import LooksLikePredictions, recognise, same_measure
from bakeoff.data.records import load_json
from bakeoff.data.saving import scores_of_json
from bakeoff.data.scores import DESIGNS, Scores
from bakeoff.data.sklearn_results import is_results, is_search, rows_of_results, rows_of_search
from bakeoff.data.tables import Table, open_table
from bakeoff.data.tsml import is_run
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find
from bakeoff.types import BoolArray

MISSING = ("error", "drop", "keep")
LAYOUTS = ("auto", "wide", "long")
UNNAMED = "score"  # what a measure is called when nobody named it


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
        one table), a pandas or polars frame, a 2-D array, a dict of ``cross_validate`` results, or
        a fitted search.
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
        roles: dataset (one column or several), algorithm, repeat, fold, measure, value, n_train,
        n_test.
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
    rows = _chosen_measures(rows, measures)
    directions = _directions(rows, higher_is_better)
    draft = assemble(rows if design is None else replace(rows, design=design))
    if draft.doubled:
        raise InvalidInput(
            f"{len(draft.doubled)} cells are given more than once ({shortened([*draft.doubled])}); "
            f"rename them, or add a column that tells them apart"
        )
    _refuse_mixed_scales(draft, directions)
    return _complete(draft, rows, directions, design, missing, chosen=measures is not None)


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
    if is_search(source):
        return rows_of_search(source)
    if isinstance(source, Mapping):
        if is_results(source):
            return rows_of_results(source)
        raise InvalidInput(
            "a dict must map names of algorithms to results of cross_validate (with test_score "
            "or test_... in each)"
        )
    if _is_group(source):
        return _rows_of_group(list(source), measure, layout, where, columns)
    if isinstance(source, str | Path) and is_run(source):
        raise LooksLikePredictions(f"{source} holds predictions; read it with read_predictions")
    is_array = isinstance(source, np.ndarray | list | tuple)
    table = open_table(source, columns=None if algorithms is None else list(algorithms))
    if datasets is not None:
        table = _with_datasets(table, datasets)
    table = choose_levels(table, where)
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
    one = measure[0] if measure is not None and len(measure) == 1 else None
    rows = gather(table, found, measure=one, independent=independent)
    return replace(rows, notes=(*table.notes, *rows.notes))


def _is_group(source: Any) -> bool:
    return (
        isinstance(source, list | tuple)
        and len(source) > 0
        and all(isinstance(part, str | Path) for part in source)
    )


def _rows_of_group(
    paths: list[str | Path],
    measure: Sequence[str] | None,
    layout: str,
    where: Mapping[str, Any] | None,
    columns: Mapping[str, Any] | None,
) -> Rows:
    """Read several files: each one algorithm, named after its file, or parts of one table."""
    if len(paths) == 1:
        return read_rows(paths[0], measure=measure, layout=layout, where=where, columns=columns)
    names, shared = names_of_files(paths)
    parts = []
    for path, name in zip(paths, names, strict=True):
        table = choose_levels(open_table(path), where)
        found = recognise(table, layout=layout, columns=columns, measure=measure)
        said = measure[0] if measure is not None and len(measure) == 1 else shared
        rows = gather(table, found, algorithm=name, measure=said)
        parts.append(replace(rows, notes=(*table.notes, *rows.notes)))
    rows = append(parts)
    if measure is None and shared is not None and rows.measure.names == (shared,):
        note = f"the measure {shared!r} was read from the files' names"
        rows = replace(rows, notes=(*rows.notes, note))
    return rows


def names_of_files(paths: Sequence[str | Path]) -> tuple[list[str], str | None]:
    """Return what tells files apart in their names, and the measure that all names end with."""
    stems = [stem_of(path) for path in paths]
    words = [stem.split("_") for stem in stems]
    ends = {stem.rsplit("_", 1)[-1] for stem in stems}
    last = ends.pop() if len(ends) == 1 else ""
    shared = last if find(last) is not None else None
    start = _common(words)
    stop = _common([part[::-1] for part in words])
    names = ["_".join(part[start : len(part) - stop]) for part in words]
    if not all(names) or len(set(names)) < len(names):
        names = stems
    if len(set(names)) < len(names):
        doubled = next(name for name in names if names.count(name) > 1)
        raise InvalidInput(f"two files are named {doubled!r}; rename one")
    return names, shared


def _common(words: list[list[str]]) -> int:
    """Return how many words all lists begin with."""
    count = 0
    while all(len(part) > count for part in words) and len({part[count] for part in words}) == 1:
        count += 1
    return count


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


def saved_scores(source: Any) -> Scores | None:
    """Return the scores of a JSON file that `Scores.save` wrote."""
    if not isinstance(source, str | Path) or not str(source).lower().endswith(".json"):
        return None
    content, name = read_bytes(source)
    if b'"format"' not in content[:200]:
        return None
    value = load_json(content.decode("utf-8", "replace"), name)
    return scores_of_json(value, name) if isinstance(value, dict) else None


def _chosen_measures(rows: Rows, measures: Sequence[str] | None) -> Rows:
    """Keep the rows of the measures asked for, where the table names its measures."""
    if measures is None or rows.measure.names == ("",):
        return rows
    wanted: dict[int, str] = {}
    for name in measures:
        exact = [place for place, known in enumerate(rows.measure.names) if known == name]
        alike = [
            place for place, known in enumerate(rows.measure.names) if same_measure(known, name)
        ]
        if not exact and not alike:
            raise InvalidInput(
                f"measure: there is no {name!r}; there are {', '.join(rows.measure.names)}"
            )
        wanted[(exact or alike)[0]] = name
    if len(wanted) == len(rows.measure.names):
        return rows
    keep = np.isin(rows.measure.codes, list(wanted))
    cut: dict[str, Any] = {
        axis: getattr(rows, axis).take(keep)
        for axis in ("dataset", "repeat", "fold", "algorithm", "measure")
    }
    for sizes in ("n_train", "n_test"):
        column = getattr(rows, sizes)
        cut[sizes] = None if column is None else column[keep]
    return replace(rows, value=rows.value[keep], **cut)


def _directions(
    rows: Rows,
    given: bool | Mapping[str, bool] | None,  # noqa: FBT001  (the public argument)
) -> dict[str, bool]:
    """Return the direction of every measure: given, written in the table, or known by name."""
    directions: dict[str, bool] = {}
    for name in rows.measure.names:
        known = find(name)
        if isinstance(given, bool | np.bool_):
            directions[name] = bool(given)
        elif given is not None and name in given:
            directions[name] = bool(given[name])
        elif rows.directions is not None and name in rows.directions:
            directions[name] = rows.directions[name]
        elif known is not None:
            directions[name] = known.higher_is_better
        elif name == "" or squeezed(name) in ("value", "score", "result", "values"):
            raise InvalidInput(
                "nothing says what the scores measure; pass measure= with a known name such as "
                "'accuracy' or 'error', or higher_is_better=True or False"
            )
        else:
            raise InvalidInput(
                f"whether more is better is not known for the measure {name!r}; pass "
                f"higher_is_better=True or False"
            )
    return directions


def _refuse_mixed_scales(draft: Draft, directions: Mapping[str, bool]) -> None:
    """Stop where some scores are percent and others fractions."""
    for m, name in enumerate(draft.measures):
        known = find(name)
        if known is None or known.high != 1 or not directions[name]:
            continue
        values = draft.values[..., m]
        if np.nanmax(values, initial=0.0) <= 1:
            continue
        for axis, what, names in (
            (2, "algorithm", draft.algorithms),
            (0, "data set", draft.datasets),
        ):
            others = tuple(place for place in range(3) if place != axis)
            top = np.max(values, axis=others, initial=-np.inf, where=np.isfinite(values))
            small = [names[place] for place in np.flatnonzero((top > 0) & (top <= 1))]
            large = [names[place] for place in np.flatnonzero(top > 1.5)]
            if small and large:
                raise InvalidInput(
                    f"{name}: {what} {small[0]} looks like fractions and {large[0]} like percent "
                    f"({len(small)} and {len(large)} of {len(names)}); write all in one scale"
                )


def _complete(
    draft: Draft,
    rows: Rows,
    directions: Mapping[str, bool],
    design: str | None,
    missing: str,
    *,
    chosen: bool,
) -> Scores:
    """Return the scores, after what is missing was dropped or refused."""
    holes = draft.missing
    notes = rows.notes
    keep_datasets: BoolArray = np.ones(len(draft.datasets), dtype=bool)
    keep_splits: BoolArray = np.ones(len(draft.splits), dtype=bool)
    if holes.any() and missing == "error":
        raise InvalidInput(_missing_sentence(draft, holes, chosen=chosen))
    if holes.any() and missing == "drop":
        if len(draft.datasets) == 1:
            keep_splits = np.asarray(~holes.any(axis=(0, 2, 3)))
            what, kept = "splits", keep_splits
        else:
            keep_datasets = np.asarray(~holes.any(axis=(1, 2, 3)))
            what, kept = "data sets", keep_datasets
        if not kept.any():
            raise InvalidInput(_nothing_left(draft, holes, what))
        notes = (
            *notes,
            f"{int((~kept).sum())} of {len(kept)} {what} with a missing score left out",
        )
    names = {old: old or UNNAMED for old in draft.measures}
    picked = np.ix_(keep_datasets, keep_splits)
    scores = Scores(
        values=draft.values[keep_datasets][:, keep_splits],
        datasets=_kept(draft.datasets, keep_datasets),
        splits=_kept(draft.splits, keep_splits),
        algorithms=draft.algorithms,
        measures=tuple(names[name] for name in draft.measures),
        higher_is_better={names[name]: direction for name, direction in directions.items()},
        design=design or draft.design,
        n_train=None if draft.n_train is None else draft.n_train[picked],
        n_test=None if draft.n_test is None else draft.n_test[picked],
        notes=notes,
    )
    return scores.without_empty_splits()


def _kept(names: tuple[Any, ...], keep: BoolArray) -> tuple[Any, ...]:
    return tuple(name for name, here in zip(names, keep, strict=True) if here)


def _missing_sentence(draft: Draft, holes: BoolArray, *, chosen: bool) -> str:
    places = np.argwhere(holes)
    cells = [draft.cell(*(int(index) for index in place)) for place in places[:4]]
    cells += [""] * (len(places) - len(cells))
    what = "splits" if len(draft.datasets) == 1 else "data sets"
    verb = "cell is" if len(places) == 1 else "cells are"
    several = len(draft.measures) > 1 and not chosen
    choice = f", or choose measure= from {', '.join(draft.measures)}" if several else ""
    return (
        f"scores: {len(places)} {verb} missing ({shortened(cells)}); give missing='drop' to leave "
        f"out their {what}, or fill them in{choice}"
    )


def _nothing_left(draft: Draft, holes: BoolArray, what: str) -> str:
    counts = (
        holes.any(axis=(1, 3)).sum(axis=0) if what == "data sets" else holes.sum(axis=(0, 1, 3))
    )
    worst = int(np.argmax(counts))
    return (
        f"none of the {what} is complete, so none is left; leave out algorithms with many missing "
        f"scores first ({draft.algorithms[worst]} misses {int(counts[worst])})"
    )
