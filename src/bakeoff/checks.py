"""The one door for arrays and choices: what comes in is met here once, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from bakeoff.errors import InvalidInput
from bakeoff.types import Alternative, ArrayLike, BoolArray, FloatArray, Rng, TableLike

NO_NUMBERS = "cmMSUV"  # kinds of arrays: complex, dates, text, raw bytes
CLOSE = 0.6  # how alike two names must be for one to be taken for the other
LARGEST = 1e75  # a score beyond it overflows in products of four, such as determinants

ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "less", "greater")
Choice = TypeVar("Choice", bound=str)


def one_of(value: Choice, name: str, choices: Sequence[Choice]) -> Choice:
    """Return `value` if it is one of `choices`."""
    if not isinstance(value, str) or value not in choices:
        raise InvalidInput(
            f"{name} must be one of {', '.join(choices)}; it was {value!r}"
            f"{did_you_mean(value, choices)}"
        )
    return value


def near(name: object, known: Iterable[object], *, most: int = 3) -> list[str]:
    """Return the known names that a mistyped one is nearest to, the nearest first.

    Examples
    --------
    >>> near("bonferoni", ["holm", "bonferroni"]), near("c45", ["C4.5", "knn"])
    (['bonferroni'], ['C4.5'])
    """
    import difflib

    plain: dict[str, list[str]] = {}
    for one in map(str, known):
        plain.setdefault(one.casefold(), []).append(one)
    found = difflib.get_close_matches(str(name).casefold(), plain, n=most, cutoff=CLOSE)
    return [one for key in found for one in plain[key]][:most]


def did_you_mean(name: object, known: Iterable[object], otherwise: str = "") -> str:
    """Return the end of a sentence about an unknown name: the nearest ones, or what else to do.

    Examples
    --------
    >>> did_you_mean("wilcoxn", ["sign", "wilcoxon"]), did_you_mean("foo", ["sign"])
    ('; did you mean wilcoxon?', '')
    """
    names = near(name, known)
    return f"; did you mean {', '.join(names)}?" if names else otherwise


def alternative(value: Alternative) -> Alternative:
    """Return the alternative if it is one of the three."""
    return one_of(value, "alternative", ALTERNATIVES)


def fraction(value: float, name: str) -> float:
    """Return a number strictly between 0 and 1 (a level, an alpha, a probability)."""
    number = _number(value, name)
    if not 0.0 < number < 1.0:
        raise InvalidInput(f"{name} must lie strictly between 0 and 1; it was {value!r}")
    return number


def positive(value: float, name: str) -> float:
    """Return a finite number above 0."""
    number = _number(value, name)
    if not 0.0 < number < np.inf:
        raise InvalidInput(f"{name} must be a number above 0; it was {value!r}")
    return number


def finite(value: float, name: str) -> float:
    """Return a finite number."""
    number = _number(value, name)
    if not np.isfinite(number):
        raise InvalidInput(f"{name} must be a finite number; it was {value!r}")
    return number


def count(value: int, name: str, *, least: int = 0) -> int:
    """Return a whole number of at least `least`."""
    number = _number(value, name)
    if number != np.floor(number) or number < least or not np.isfinite(number):
        raise InvalidInput(f"{name} must be a whole number of at least {least}; it was {value!r}")
    return int(number)


def generator(rng: Rng) -> np.random.Generator:
    """Return a random generator; without one given, the same seed (0) every time."""
    if isinstance(rng, np.random.Generator):
        return rng
    return np.random.default_rng(0 if rng is None else count(rng, "rng"))


def numbers(values: ArrayLike, name: str, *, dimensions: int = 1, least: int = 1) -> FloatArray:
    """Return finite float64 numbers with at least `dimensions` axes and `least` along the last."""
    array = _floats(values, name)
    if array.ndim < dimensions:
        raise InvalidInput(
            f"{name} must have at least {_axes(dimensions)}; it had the shape {array.shape}"
        )
    if array.shape[-1] < least:
        raise InvalidInput(
            f"{name} must hold at least {least} values along the last axis; "
            f"it had the shape {array.shape}"
        )
    if not array.size:
        raise InvalidInput(f"{name} must hold at least one test; it had the shape {array.shape}")
    _finite(array, name)
    return array


def pair(a: ArrayLike, b: ArrayLike, *, least: int = 2) -> tuple[FloatArray, FloatArray]:
    """Return two paired arrays of equal shape; `b` may be one number."""
    first = numbers(a, "a", least=least)
    second = _floats(b, "b")
    _finite(second, "b")
    if second.ndim == 0:
        second = np.full(first.shape, float(second))
    if first.shape != second.shape:
        raise InvalidInput(
            f"a and b are paired and must have the same shape; "
            f"a has {first.shape} and b has {second.shape}"
        )
    return first, second


def table(
    values: TableLike, name: str = "table", *, blocks: int = 2, algorithms: int = 2
) -> tuple[FloatArray, tuple[str | int, ...]]:
    """Return blocks x algorithms numbers (leading axes allowed) and the algorithms' names.

    A data frame gives its columns' names; without names the algorithms are numbered from 0.
    """
    array = numbers(values, name, dimensions=2)
    if array.shape[-2] < blocks or array.shape[-1] < algorithms:
        raise InvalidInput(
            f"{name} must have at least {blocks} blocks (rows) and {algorithms} algorithms "
            f"(columns); it had the shape {array.shape}"
        )
    return array, labels(values, array.shape[-1])


def labels(values: TableLike, size: int) -> tuple[str | int, ...]:
    """Return the column names of a frame, or the numbers from 0; columns may be numbers too."""
    columns = list(getattr(values, "columns", range(size)))
    if all(isinstance(name, int | np.integer) for name in columns):
        return tuple(int(name) for name in columns)
    return tuple(str(name) for name in columns)


def position(which: str | int, names: Sequence[str | int], what: str = "control") -> int:
    """Return the place of an algorithm given by its name or its number."""
    if which in names:
        return list(names).index(which)
    if isinstance(which, int | np.integer) and 0 <= which < len(names):
        return int(which)
    known = ", ".join(str(name) for name in names)
    hint = did_you_mean(which, names) if isinstance(which, str) else ""
    raise InvalidInput(f"{what} must be one of the algorithms ({known}); it was {which!r}{hint}")


def groups(
    values: Any, name: str = "groups", *, least: int = 2
) -> tuple[list[FloatArray], tuple[str | int, ...]]:
    """Return one array of observations per group: from a list, a mapping, or groups x n numbers.

    Groups may differ in size when they come as a list or a mapping; each may have leading axes.
    """
    if isinstance(values, dict):
        names: tuple[str | int, ...] = tuple(str(key) for key in values)
        members = [numbers(part, f"{name}[{key!r}]") for key, part in values.items()]
    elif hasattr(values, "columns"):
        array, names = table(values, name, blocks=1, algorithms=1)
        members = list(np.moveaxis(array, -1, 0))
    elif isinstance(values, np.ndarray) and values.dtype != object:
        members = list(np.moveaxis(numbers(values, name, dimensions=2), -2, 0))
        names = tuple(range(len(members)))
    else:
        parts = parts_of(values)
        members = [numbers(part, f"{name}[{index}]") for index, part in enumerate(parts)]
        names = tuple(range(len(members)))
    if len(members) < least:
        raise InvalidInput(f"{name} must hold at least {least} groups; it held {len(members)}")
    return members, names


def parts_of(values: Any) -> list[Any]:
    """Return the members of a list, a tuple or the like; what is none of these has none."""
    if isinstance(values, str | bytes):
        return []
    try:
        return list(values)
    except TypeError:  # one thing, or a number: no groups at all
        return []


def no_ratio(test_train_ratio: float | None) -> None:
    """Refuse the correction for overlap where the algorithms have no splits in common."""
    if test_train_ratio is not None:
        raise InvalidInput(
            f"test_train_ratio is for splits that all algorithms share; with blocks=False leave it "
            f"out (it was {test_train_ratio!r})"
        )


def first_place(bad: BoolArray) -> tuple[int, ...]:
    """Return the indices of the first value that is bad."""
    return tuple(int(index) for index in np.argwhere(bad)[0])


def where(place: tuple[int, ...]) -> str:
    """Return a place for a sentence; a single number has none."""
    return f" at {place[0] if len(place) == 1 else place}" if place else ""


def _axes(dimensions: int) -> str:
    return "1 axis" if dimensions == 1 else f"{dimensions} axes"


def _number(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise InvalidInput(f"{name} must be a number; it was {value!r}")
    return float(value)


def _floats(values: ArrayLike, name: str) -> FloatArray:
    if isinstance(values, np.ma.MaskedArray):
        values = np.ma.filled(values.astype(np.float64), np.nan)  # what is masked is missing
    try:
        array = np.asarray(values)
        if array.dtype.kind not in NO_NUMBERS:
            return array.astype(np.float64, copy=False)
        reason = f"the values are of the type {array.dtype}"
    except (TypeError, ValueError, OverflowError) as fault:
        reason = " ".join(str(fault).split())
    raise InvalidInput(
        f"{name} must be numbers in a rectangular array; they could not be read as such ({reason})"
    )


def _finite(array: FloatArray, name: str) -> None:
    # nan is in no interval, so this one comparison of extremes lets only good arrays pass
    if array.size and array.min() >= -LARGEST and array.max() <= LARGEST:
        return
    bad = ~np.isfinite(array)
    if not bad.any():
        _not_too_large(array, name)
    if bad.any():
        verb, noun = ("is", "value") if bad.sum() == 1 else ("are", "values")
        raise InvalidInput(
            f"{name}: {int(bad.sum())} {noun} {verb} missing or infinite "
            f"(the first{where(first_place(bad))}); remove or fill what is missing before testing"
        )


def _not_too_large(array: FloatArray, name: str) -> None:
    large = np.abs(array) > LARGEST
    if large.any():
        first = first_place(large)
        raise InvalidInput(
            f"{name} must not exceed {LARGEST:g} in size, or its squares cannot be computed; it "
            f"held {array[first]:g}{where(first)}: give it in larger units"
        )


def comparable(values: ArrayLike, name: str, *, dimensions: int = 1, least: int = 1) -> FloatArray:
    """Return float64 numbers that can be put in order: they may be infinite, but not missing."""
    array = _floats(values, name)
    if array.ndim < dimensions or (array.ndim and array.shape[-1] < least):
        raise InvalidInput(
            f"{name} must have at least {_axes(dimensions)} and {least} values along the last; "
            f"it had the shape {array.shape}"
        )
    missing = np.isnan(array)
    if missing.any():
        first = where(first_place(missing))
        place = f" (the first{first})" if first else ""
        verb, noun = ("is", "value") if missing.sum() == 1 else ("are", "values")
        raise InvalidInput(
            f"{name}: {int(missing.sum())} {noun} {verb} missing{place}; "
            f"remove or fill what is missing before measuring"
        )
    return array
