"""What is said of a file that is no table of scores or predictions, and which measure is usual."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.data.tables import open_matrix
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find

USUAL = ("accuracy", "error", "percent_correct", "percent_incorrect", "auc", "rmse")
"""The measures that most comparisons are by, the first one first."""


def usual(measures: Sequence[str]) -> str:
    """Return the measure that a comparison is most likely by; else the first."""
    names = {known.name: name for name in reversed(measures) if (known := find(name)) is not None}
    return next((names[one] for one in USUAL if one in names), measures[0])


def unread(source: Any, fault: InvalidInput) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is wrong with a file, and what can be done with it.

    Of what is no file, such as a wrong path, the fault itself is raised.
    """
    if not isinstance(source, str | Path) or not os.path.isfile(source):  # noqa: PTH113  (a name that is too long is no file either)
        raise fault from None
    try:
        matrix = open_matrix(source)
    except InvalidInput:
        return (str(fault),), ()
    if not np.isfinite(matrix).all():
        return (str(fault),), ()
    rows, columns = matrix.shape
    name = shlex.quote(str(source))
    told = f"{rows} x {columns} numbers without names"
    if rows == columns > 1 and (matrix == np.floor(matrix)).all() and matrix.min() >= 0:
        steps = [f"if it is a confusion table: bakeoff test efficiency {name}"]
        steps += [f"of two classifiers, right or wrong: bakeoff test mcnemar {name}"] * (rows == 2)
        return (told,), tuple(steps)
    return (f"{told}; {fault}",), ()
