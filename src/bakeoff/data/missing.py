"""What to do with scores that are missing: refuse them, leave out their rows, or keep them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bakeoff.data.assemble import Draft, shortened
from bakeoff.data.rows import Rows
from bakeoff.data.scores import Scores
from bakeoff.errors import InvalidInput
from bakeoff.types import BoolArray

UNNAMED = "score"  # what a measure is called when nobody named it


def complete(
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
    scores = Scores(
        values=_where(draft.values, keep_datasets, keep_splits),
        datasets=_kept(draft.datasets, keep_datasets),
        splits=_kept(draft.splits, keep_splits),
        algorithms=draft.algorithms,
        measures=tuple(names[name] for name in draft.measures),
        higher_is_better={names[name]: direction for name, direction in directions.items()},
        design=design or draft.design,
        n_train=_where(draft.n_train, keep_datasets, keep_splits),
        n_test=_where(draft.n_test, keep_datasets, keep_splits),
        notes=notes,
    )
    return scores.without_empty_splits()


def _where(array: Any, datasets: BoolArray, splits: BoolArray) -> Any:
    """Return the part of an array that is kept, without a copy where that is all of it."""
    if array is None or (datasets.all() and splits.all()):
        return array
    return array[datasets][:, splits]


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
