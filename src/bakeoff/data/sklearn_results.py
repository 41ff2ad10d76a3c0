"""Results of scikit-learn: dicts of `cross_validate`, and fitted searches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from bakeoff.data.labels import Labels, constant
from bakeoff.data.rows import Rows
from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray

ONE_SET = "data"  # what a data set is called when nobody named it


class _Cell(NamedTuple):
    """The scores of one algorithm on the splits of one data set, by one measure."""

    dataset: str
    algorithm: str
    measure: str
    scores: FloatArray
    n_train: FloatArray | None = None
    n_test: FloatArray | None = None


def is_results(source: Any) -> bool:
    """Whether a dict maps algorithms, or data sets and then algorithms, to results."""
    if not isinstance(source, Mapping) or not source:
        return False
    return all(_is_result(part) or is_results(part) for part in source.values())


def is_search(source: Any) -> bool:
    """Whether something is a search of scikit-learn that was fitted, or its `cv_results_`."""
    results = getattr(source, "cv_results_", source)
    return isinstance(results, Mapping) and "params" in results and "mean_fit_time" in results


def rows_of_results(source: Mapping[str, Any]) -> Rows:
    """Return the test scores of `cross_validate` results, one a row."""
    nested = all(is_results(part) for part in source.values())
    sets = {str(name): part for name, part in source.items()} if nested else {ONE_SET: source}
    cells: list[_Cell] = []
    designs: list[str | None] = []
    for dataset, algorithms in sets.items():
        for algorithm, result in algorithms.items():
            if not _is_result(result):
                raise InvalidInput(
                    f"{dataset}/{algorithm}: a result of cross_validate has test_score in it"
                )
            designs.append(_design(result))
            for key, scores in result.items():
                if str(key).startswith("test_"):
                    name = str(key).removeprefix("test_")
                    values = _scores(scores, algorithm)
                    sizes = _sizes(result, len(values))
                    cells.append(_Cell(dataset, str(algorithm), name, values, *sizes))
    design = designs[0] if len(set(designs)) == 1 else None
    return _rows(cells, design)


def rows_of_search(search: Any) -> Rows:
    """Return the split scores of every candidate of a search: a candidate is an algorithm."""
    results = getattr(search, "cv_results_", search)
    names = [_candidate(params) for params in results["params"]]
    if len(set(names)) < len(names):
        names = [f"{name} (#{place + 1})" for place, name in enumerate(names)]
    found: dict[str, dict[int, FloatArray]] = {}
    for key, column in results.items():
        match = re.fullmatch(r"split(\d+)_test_(.+)", str(key))
        if match:
            found.setdefault(match[2], {})[int(match[1])] = np.asarray(column, dtype=np.float64)
    if not found:
        raise InvalidInput("the search has no split scores (split0_test_...) to read")
    cells = []
    for measure, splits in found.items():
        table = np.stack([splits[split] for split in sorted(splits)], axis=1)
        cells += [
            _Cell(ONE_SET, name, measure, scores) for name, scores in zip(names, table, strict=True)
        ]
    return _rows(cells, None)


def _rows(cells: list[_Cell], design: str | None) -> Rows:
    sizes = [len(cell.scores) for cell in cells]
    axes = [_labels(list(names), sizes) for names in list(zip(*cells, strict=True))[:3]]
    folds = np.concatenate([np.arange(size, dtype=np.int64) for size in sizes])
    # scikit-learn's scorers are all greater-is-better: losses come negated
    directions = dict.fromkeys(axes[2].names, True)
    return Rows(
        dataset=axes[0],
        repeat=constant("0", len(folds)),
        fold=Labels(folds, tuple(str(fold) for fold in range(max(sizes)))),
        algorithm=axes[1],
        measure=axes[2],
        value=np.concatenate([cell.scores for cell in cells]),
        n_train=_together([cell.n_train for cell in cells]),
        n_test=_together([cell.n_test for cell in cells]),
        design=design,
        directions=directions,
    )


def _labels(names: list[str], sizes: list[int]) -> Labels:
    distinct = tuple(dict.fromkeys(names))
    places = np.array([distinct.index(name) for name in names], dtype=np.int64)
    return Labels(np.repeat(places, sizes), distinct)


def _is_result(part: Any) -> bool:
    return isinstance(part, Mapping) and any(str(key).startswith("test_") for key in part)


def _scores(scores: Any, algorithm: Any) -> FloatArray:
    try:
        array = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.array(0.0)
    if array.ndim != 1 or len(array) == 0:
        raise InvalidInput(f"{algorithm}: the test scores must be one number a split")
    return array


def _design(result: Mapping[str, Any]) -> str | None:
    """Return "k-fold" where the recorded test sets are disjoint and cover everything once."""
    indices = result.get("indices")
    if not isinstance(indices, Mapping) or "test" not in indices:
        return None
    tests = np.concatenate([np.asarray(part) for part in indices["test"]])
    everything = np.arange(len(tests))
    return "k-fold" if np.array_equal(np.sort(tests), everything) else None


def _sizes(result: Mapping[str, Any], splits: int) -> tuple[FloatArray | None, FloatArray | None]:
    """Return how many items each split trained and tested on, where the indices were kept."""
    indices = result.get("indices")
    if not isinstance(indices, Mapping):
        return None, None
    parts = [part for name in ("train", "test") if (part := indices.get(name)) is not None]
    if [len(part) for part in parts] != [splits, splits]:
        return None, None
    train, test = (np.array([len(one) for one in part], dtype=np.float64) for part in parts)
    return train, test


def _together(columns: list[FloatArray | None]) -> FloatArray | None:
    known = [column for column in columns if column is not None]
    return np.concatenate(known) if len(known) == len(columns) else None


def _candidate(params: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in params.items()) or "(defaults)"
