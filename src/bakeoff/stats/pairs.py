"""Who is compared with whom: the pairs of algorithms, as places in their list."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from bakeoff import checks
from bakeoff.stats.results import frozen
from bakeoff.types import IntArray


def asked_pairs(names: Sequence[str | int], control: str | int | None) -> IntArray:
    """Return all pairs, or those with a control that is given by its name or its number."""
    if control is None:
        return all_pairs(len(names))
    return control_pairs(len(names), checks.position(control, names))


@lru_cache(maxsize=64)
def all_pairs(k: int) -> IntArray:
    """Return the pairs (0,1), (0,2), ..., (k-2,k-1), one a row."""
    return np.asarray(frozen(np.stack(np.triu_indices(k, 1), axis=1)), dtype=np.int64)


def control_pairs(k: int, control: int) -> IntArray:
    """Return the pairs (other, control) of every other algorithm with the control."""
    others = np.delete(np.arange(k), control)
    return np.stack([others, np.full(k - 1, control)], axis=1).astype(np.int64)
