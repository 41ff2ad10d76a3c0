"""Scores, one a row: the form that every layout and every reader ends in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.data.labels import Labels, appended
from bakeoff.types import FloatArray


@dataclass(frozen=True, slots=True)
class Rows:
    """Scores, one a row, each with the labels of its cell."""

    dataset: Labels
    repeat: Labels
    fold: Labels
    algorithm: Labels
    measure: Labels
    value: FloatArray
    n_train: FloatArray | None = None
    n_test: FloatArray | None = None
    design: str | None = None
    directions: Mapping[str, bool] | None = None
    notes: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()


def append(parts: Sequence[Rows]) -> Rows:
    """Return the rows of several tables, one below the other."""
    if len(parts) == 1:
        return parts[0]
    designs = {part.design for part in parts}
    directions: dict[str, bool] = {}
    for part in parts:
        directions.update(part.directions or {})
    return Rows(
        dataset=appended([part.dataset for part in parts]),
        repeat=appended([part.repeat for part in parts]),
        fold=appended([part.fold for part in parts]),
        algorithm=appended([part.algorithm for part in parts]),
        measure=appended([part.measure for part in parts]),
        value=np.concatenate([part.value for part in parts]),
        n_train=_all_or_none([part.n_train for part in parts]),
        n_test=_all_or_none([part.n_test for part in parts]),
        design=designs.pop() if len(designs) == 1 else None,
        directions=directions,
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        unused=tuple(dict.fromkeys(name for part in parts for name in part.unused)),
    )


def _all_or_none(parts: list[FloatArray | None]) -> FloatArray | None:
    known = [part for part in parts if part is not None]
    return np.concatenate(known) if len(known) == len(parts) else None
