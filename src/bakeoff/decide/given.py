"""What a person hands over: scores, predictions, a frame, a path, a study."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from bakeoff.data.axes import some
from bakeoff.data.predictions import Predictions
from bakeoff.data.scores import Scores, Split
from bakeoff.data.sklearn_results import ONE_SET
from bakeoff.data.study_format import is_study
from bakeoff.decide.recommend import is_cost
from bakeoff.errors import BakeoffError, InvalidInput

Missing = Literal["error", "drop"]
TIMES = ("training_time", "test_time")  # what a study records of every run besides its measures


@dataclass(frozen=True, slots=True)
class Reading:
    """How a source is read, where it is not scores or predictions already."""

    measure: str | Sequence[str] | None = None
    higher_is_better: bool | Mapping[str, bool] | None = None
    missing: Missing = "error"
    where: Mapping[str, Any] | None = None
    columns: Mapping[str, Any] | None = None
    design: str | None = None
    positive: str | None = None
    algorithms: Sequence[str] | None = None
    y: str | None = None


def given(data: Any, reading: Reading) -> Scores | Predictions:
    """Return what was handed over as scores or as predictions, of the algorithms asked for."""
    source = _read(data, reading)
    if isinstance(source, Scores) and _rows_are_splits(data, source, reading.design):
        source = _one_data_set(source)
    if isinstance(source, Predictions):
        _refuse_roles(reading)
    if reading.algorithms is None:
        return source
    return source.select(algorithms=list(reading.algorithms))


def _read(data: Any, reading: Reading) -> Scores | Predictions:
    if isinstance(data, Scores):
        return data if reading.design is None else replace(data, design=reading.design)
    if isinstance(data, Predictions):
        return data
    if callable(getattr(data, "scores", None)) and callable(getattr(data, "cells", None)):
        # what is missing of algorithms that are not asked for does not matter
        missing = reading.missing if reading.algorithms is None else "keep"
        choices = {} if missing == "error" else {"missing": missing}
        return _of_study(partial(data.scores, **choices), reading)
    from bakeoff.data.layouts import LooksLikePredictions
    from bakeoff.data.read_predictions import read_predictions
    from bakeoff.data.read_scores import read_scores

    def scores_of(*names: str) -> Scores:
        return read_scores(
            data,
            measure=list(names) or None,
            higher_is_better=reading.higher_is_better,
            # what is missing of algorithms that are not asked for does not matter
            missing=reading.missing if reading.algorithms is None else "keep",
            where=reading.where,
            columns=reading.columns,
            design=reading.design,
        )

    if reading.y is None:
        try:
            if is_study(data):
                return _of_study(scores_of, reading)
            return scores_of(*_names(reading.measure))
        except LooksLikePredictions:
            pass
    return read_predictions(
        data,
        positive=reading.positive,
        y=reading.y,
        missing=reading.missing,
        models=None if reading.algorithms is None else list(reading.algorithms),
    )


def _refuse_roles(reading: Reading) -> None:
    """Stop at what only files of scores have: nothing that was asked for is passed over."""
    for name in ("where", "columns"):
        if getattr(reading, name):
            raise InvalidInput(
                f"{name}= is for files of scores; these are predictions: leave it out"
            )


def _rows_are_splits(data: Any, scores: Scores, design: str | None) -> bool:
    """Whether the rows of an array are splits, as its design says, and not data sets."""
    unnamed = isinstance(data, np.ndarray) or (
        isinstance(data, list | tuple) and not any(isinstance(one, str | Path) for one in data)
    )
    splits = design is not None and design != "holdout"
    return unnamed and splits and len(scores.splits) == 1 and len(scores.datasets) > 1


def _one_data_set(scores: Scores) -> Scores:
    n = len(scores.datasets)
    folds = [Split(0, fold) for fold in range(n)]
    if scores.design == "5x2" and n == 10:
        folds = [Split(repeat, fold) for repeat in range(5) for fold in range(2)]
    return replace(
        scores, values=scores.values.swapaxes(0, 1), datasets=(ONE_SET,), splits=tuple(folds)
    )


def _names(measure: str | Sequence[str] | None) -> list[str]:
    return [] if measure is None else [measure] if isinstance(measure, str) else list(measure)


def _of_study(scores_of: Callable[..., Any], reading: Reading) -> Scores:
    """Return the scores of a study that was run, with the times that its runs took."""
    scores = scores_of(*_names(reading.measure))
    if not isinstance(scores, Scores):
        raise InvalidInput(f"the study's scores() gave {type(scores).__name__} and not Scores")
    if reading.measure is None:
        scores = _by_the_first(scores)
    if any(name in scores.measures for name in TIMES):
        return scores
    timed = _timed(scores_of, scores.measures)
    if not isinstance(timed, Scores):
        return scores
    told = [note for note in scores.notes if note not in timed.notes]
    return replace(timed, notes=(*timed.notes, *told))


def _timed(scores_of: Callable[..., Any], measures: Sequence[str]) -> Any:
    """Return the scores with the times beside them; None of a store without times."""
    for times in (TIMES, TIMES[:1]):
        try:
            return scores_of(*measures, *times)
        except BakeoffError:  # a store without times can be compared as well
            continue
    return None


def _by_the_first(scores: Scores) -> Scores:
    """Return the scores of the measure that a study names first: that is what it is about."""
    others = [name for name in scores.measures if not is_cost(name)]
    if len(others) < 2:
        return scores
    costs = [name for name in scores.measures if is_cost(name)]
    note = f"compared by the study's first measure; name others with measure=: {some(others[1:])}"
    first = scores.select(measures=[others[0], *costs])
    return replace(first, notes=(*first.notes, note))


def complete(scores: Scores, missing: str) -> Scores:
    """Return scores without what is incomplete, if that was asked for.

    Data sets with a missing score are left out, or splits where there is one data set.
    """
    if missing != "drop" or scores.design == "independent":
        return scores
    holes = ~np.isfinite(scores.values) & scores.exists[:, :, np.newaxis, np.newaxis]
    if not holes.any():
        return scores
    if len(scores.datasets) > 1:
        whole = np.asarray(~holes.any(axis=(1, 2, 3)))
        what = "data sets"
    else:
        whole = np.asarray(~holes[0].any(axis=(1, 2)))
        what = "splits"
    kept = np.flatnonzero(whole).tolist()
    if not kept:
        raise InvalidInput(
            f"none of the {what} is complete, so none is left; leave out algorithms with many "
            f"missing scores first"
        )
    smaller = (
        scores.select(datasets=[scores.datasets[place] for place in kept])
        if what == "data sets"
        else _of_splits(scores, kept)
    )
    note = f"{len(whole) - len(kept)} of {len(whole)} {what} with a missing score left out"
    return replace(smaller, notes=(*smaller.notes, note))


def _of_splits(scores: Scores, kept: list[int]) -> Scores:
    return replace(
        scores,
        values=scores.values[:, kept],
        splits=tuple(scores.splits[place] for place in kept),
        n_train=None if scores.n_train is None else scores.n_train[:, kept],
        n_test=None if scores.n_test is None else scores.n_test[:, kept],
    )
