"""Counts of errors and items, checked where they come in."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.types import ArrayLike, FloatArray


def counts(values: ArrayLike, name: str, *, least: int = 0) -> FloatArray:
    """Return whole numbers of at least `least`: one of them, or an array for a batch."""
    single = np.isscalar(values) or getattr(values, "ndim", 1) == 0
    # one number is checked as a row of one: the door speaks of axes
    row: Any = [values] if single else values
    array = checks.numbers(row, name)
    bad = (array != np.floor(array)) | (array < least)
    if bad.any():
        place = checks.first_place(bad)
        where = "" if single else checks.where(place)
        raise InvalidInput(
            f"{name} must be whole numbers of at least {least}; it held {array[place]:.15g}{where}"
        )
    return np.asarray(array[0]) if single else array


def errors_of(
    errors: ArrayLike, n: ArrayLike, names: tuple[str, str] = ("errors", "n")
) -> tuple[FloatArray, FloatArray]:
    """Return the counts of errors and of items, of one shape, with no more errors than items."""
    wrong, items = same_shape(
        {names[0]: counts(errors, names[0]), names[1]: counts(n, names[1], least=1)}
    )
    if (wrong > items).any():
        place = np.unravel_index(int(np.argmax(wrong > items)), wrong.shape)
        raise InvalidInput(
            f"{names[0]} must not exceed {names[1]}; "
            f"there were {wrong[place]:.15g} errors on {items[place]:.15g} items"
        )
    return wrong, items


def same_shape(named: dict[str, FloatArray]) -> list[FloatArray]:
    """Return arrays stretched to one shape; a single number goes with every shape."""
    try:
        return list(np.broadcast_arrays(*named.values()))
    except ValueError:
        shapes = ", ".join(f"{name} has {array.shape}" for name, array in named.items())
        raise InvalidInput(
            f"{' and '.join(named)} must have the same shape, or be single numbers; {shapes}"
        ) from None


def whole(values: FloatArray) -> Any:
    """Return counts as integers, for a result's `n`."""
    return values.astype(np.int64)
