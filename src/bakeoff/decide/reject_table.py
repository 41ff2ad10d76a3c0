"""The 0/1 table of a decision: who differs from whom, or who beats whom."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.types import BoolArray

Name = str | int


def reject_table(
    reject: Any, name: str = "reject", *, symmetric: bool = True
) -> tuple[BoolArray, tuple[Name, ...]]:
    """Return a square table of 0 and 1 as booleans, and the names of its columns.

    A frame names the algorithms; without names they are numbered from 0. The diagonal is not
    looked at: nobody differs from itself.
    """
    array = checks.numbers(reject, name, dimensions=2)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise InvalidInput(
            f"{name} must be a square table, algorithms x algorithms; it had the shape "
            f"{array.shape}"
        )
    if not np.isin(array, (0.0, 1.0)).all():
        bad = float(array[~np.isin(array, (0.0, 1.0))][0])
        raise InvalidInput(f"{name} must hold only 0 and 1; it held {bad:g}")
    table = array.astype(bool)
    np.fill_diagonal(table, val=False)
    if symmetric and (table != table.T).any():
        first, second = np.argwhere(table != table.T)[0].tolist()
        raise InvalidInput(
            f"{name} must be symmetric (two differ, or they do not); it was not at "
            f"({first}, {second})"
        )
    return table, checks.labels(reject, len(table))
