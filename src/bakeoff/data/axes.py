"""The axes of `Scores`: names found by name, numbers of the right shape, directions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from bakeoff.checks import did_you_mean
from bakeoff.errors import InvalidInput
from bakeoff.measures import registry
from bakeoff.types import FloatArray, IntArray

AXES = ("data sets", "splits", "algorithms", "measures")


def frozen_numbers(values: Any, shape: tuple[int, ...], name: str) -> FloatArray:
    """Return numbers of a shape as an array of its own that cannot be written to."""
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidInput(f"{name} must be numbers of the shape {shape}") from None
    if array.shape != shape:
        raise InvalidInput(
            f"{name} must have the shape {shape}, one place for each label; it had {array.shape}"
        )
    if np.isinf(array).any():
        raise InvalidInput(f"{name}: {int(np.isinf(array).sum())} values are infinite")
    array.flags.writeable = False
    return array


def directions(given: Any, measures: tuple[str, ...]) -> Mapping[str, bool]:
    """Return for each measure whether more is better; one answer may stand for all."""
    if isinstance(given, bool | np.bool_):
        given = dict.fromkeys(measures, bool(given))
    absent = [name for name in measures if name not in given]
    if absent:
        raise InvalidInput(
            f"higher_is_better must say for each measure whether more is better; "
            f"{absent[0]!r} is not in it"
        )
    return MappingProxyType({name: bool(given[name]) for name in measures})


def distinct(what: str, names: Sequence[Any]) -> None:
    """Stop where an axis has no names, or one name twice."""
    if not names:
        raise InvalidInput(f"there are no {what}; at least one is needed")
    if len(set(names)) < len(names):
        doubled = next(name for name in names if names.count(name) > 1)
        raise InvalidInput(f"two {what} are named {doubled!r}; rename one")


def place(name: str, names: tuple[str, ...], what: str) -> int:
    """Return where a name stands on its axis; a measure has several names."""
    if name not in names and what.startswith("measure"):
        name = _as_called(name, names)
    if name not in names:
        hint = did_you_mean(name, names)
        raise InvalidInput(f"{what}: there is no {name!r}; there are {some(names)}{hint}")
    return names.index(name)


def _as_called(name: str, names: tuple[str, ...]) -> str:
    """Return the name that a measure has here: recall is also tpr."""
    asked = registry.find(name)
    same = [one for one in names if asked is not None and registry.find(one) == asked]
    return same[0] if len(same) == 1 else name


def places(asked: str | Sequence[str] | None, names: tuple[str, ...], what: str) -> IntArray:
    """Return where the names asked for stand on their axis; None asks for all."""
    if asked is None:
        return np.arange(len(names))
    wanted = [asked] if isinstance(asked, str) else list(asked)
    if not wanted:
        raise InvalidInput(f"{what} must name at least one; there are {some(names)}")
    return np.array([place(str(name), names, what) for name in wanted], dtype=np.int64)


def some(names: Sequence[Any]) -> str:
    """Return names for a sentence: the first ten, and how many more."""
    more = f" and {len(names) - 10} more" if len(names) > 10 else ""
    return ", ".join(str(name) for name in names[:10]) + more


def counted(number: int, what: str) -> str:
    """Return a number of things in words: 1 split, 2 splits."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def same(first: FloatArray | None, second: FloatArray | None) -> bool:
    """Whether two arrays hold the same numbers; what is missing equals what is missing."""
    if first is None or second is None:
        return first is second
    return bool(np.array_equal(first, second, equal_nan=True))
