"""What the tests of several measures take: arrays with a last axis of measures, and names."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats.labelled import in_order_of
from bakeoff.types import ArrayLike, FloatArray

Labels = tuple[str | int, ...]


class Table(NamedTuple):
    """(..., blocks, algorithms, measures) with the names of both."""

    values: FloatArray
    algorithms: Labels
    measures: Labels


class Groups(NamedTuple):
    """One array (..., runs, measures) for each algorithm, with the names of both."""

    members: list[FloatArray]
    algorithms: Labels
    measures: Labels


def sample(values: ArrayLike, name: str, *, least: int = 2) -> tuple[FloatArray, Labels]:
    """Return (..., splits, measures) with at least so many splits, and the measures' names."""
    array = checks.numbers(values, name, dimensions=2)
    if array.shape[-2] < least:
        raise InvalidInput(
            f"{name} must be splits x measures with at least {least} splits; "
            f"it had the shape {array.shape}"
        )
    return array, checks.labels(values, array.shape[-1])


def pair(a: ArrayLike, b: ArrayLike) -> tuple[FloatArray, FloatArray, Labels]:
    """Return two paired arrays (..., splits, measures) of equal shape, and the measures' names."""
    first, measures = sample(a, "a")
    second, others = sample(in_order_of(a, b), "b")
    if first.shape != second.shape:
        raise InvalidInput(
            f"a and b are paired and must have the same shape, splits x measures; "
            f"a has {first.shape} and b has {second.shape}"
        )
    return first, second, _same(("a", measures), ("b", others))


def two(x: ArrayLike, y: ArrayLike) -> tuple[FloatArray, FloatArray, Labels]:
    """Return two groups (..., runs, measures) that may differ in size, and the measures' names."""
    first, measures = sample(x, "x", least=1)
    second, others = sample(y, "y", least=1)
    if first.shape[:-2] != second.shape[:-2] or first.shape[-1] != second.shape[-1]:
        raise InvalidInput(
            f"x and y must have the same measures and the same leading axes; "
            f"x has the shape {first.shape} and y has {second.shape}"
        )
    if first.shape[-2] + second.shape[-2] < 3:
        raise InvalidInput("x and y must hold at least 3 runs together; they held 2")
    return first, second, _same(("x", measures), ("y", others))


def table(values: Any, name: str = "table") -> Table:
    """Return blocks x algorithms x measures; a frame has columns of (algorithm, measure)."""
    columns = getattr(values, "columns", None)
    if columns is not None:
        return _of_frame(values, columns, name)
    array = checks.numbers(values, name, dimensions=3)
    blocks, algorithms, measures = array.shape[-3:]
    if blocks < 2 or algorithms < 2:
        raise InvalidInput(
            f"{name} must be blocks x algorithms x measures with at least 2 blocks and 2 "
            f"algorithms; it had the shape {array.shape}"
        )
    return Table(array, tuple(range(algorithms)), tuple(range(measures)))


def groups(values: Any, name: str = "groups") -> Groups:
    """Return algorithms x runs x measures: one array, or a list or mapping of arrays or frames.

    A frame of its own has columns of (algorithm, measure), and as many runs of each.
    """
    if getattr(values, "columns", None) is not None:
        frame = _of_frame(values, values.columns, name)
        return Groups(list(np.moveaxis(frame.values, -2, 0)), frame.algorithms, frame.measures)
    if isinstance(values, dict):
        names: Labels = tuple(str(key) for key in values)
        parts = list(values.values())
    elif isinstance(values, np.ndarray) and values.dtype != object:
        array = checks.numbers(values, name, dimensions=3)
        parts = list(np.moveaxis(array, -3, 0))
        names = tuple(range(len(parts)))
    else:
        parts = checks.parts_of(values)
        names = tuple(range(len(parts)))
    if len(parts) < 2:
        raise InvalidInput(f"{name} must hold at least 2 groups; it held {len(parts)}")
    read = [
        sample(part, f"{name}[{key!r}]", least=1) for key, part in zip(names, parts, strict=True)
    ]
    shapes = {(array.shape[:-2], array.shape[-1]) for array, _ in read}
    if len(shapes) > 1:
        raise InvalidInput(
            f"{name} must have the same measures and the same leading axes; "
            f"they had the shapes {', '.join(str(array.shape) for array, _ in read)}"
        )
    measures = read[0][1]
    for key, (_, others) in zip(names, read, strict=True):
        measures = _same((name, measures), (f"{name}[{key!r}]", others))
    return Groups([array for array, _ in read], names, measures)


def called(measures: Labels, which: list[int]) -> str:
    """Return the names of some measures; those without a name by their number, from 0."""
    names = [str(measures[place]) for place in which]
    noun = "measure" if len(names) == 1 else "measures"
    if len(names) == 1:
        return f"{noun} {names[0]}"
    return f"{noun} {', '.join(names[:-1])} and {names[-1]}"


def _same(first: tuple[str, Labels], second: tuple[str, Labels]) -> Labels:
    """Return the names of the measures; where both have names, these must agree."""
    named = [labels for _, labels in (first, second) if any(isinstance(x, str) for x in labels)]
    if len(named) == 2 and named[0] != named[1]:
        raise InvalidInput(
            f"{first[0]} and {second[0]} must have the same measures in the same order; "
            f"they had {', '.join(map(str, first[1]))} and {', '.join(map(str, second[1]))}"
        )
    return named[0] if named else first[1]


def _of_frame(frame: Any, columns: Any, name: str) -> Table:
    if getattr(columns, "nlevels", 1) != 2:
        raise InvalidInput(
            f"{name} must have two levels of columns, (algorithm, measure), when it is a frame; "
            f"it had {getattr(columns, 'nlevels', 1)}; arrays are blocks x algorithms x measures"
        )
    algorithms = tuple(dict.fromkeys(str(one) for one, _ in columns))
    measures = tuple(dict.fromkeys(str(one) for _, one in columns))
    wanted = [(algorithm, measure) for algorithm in algorithms for measure in measures]
    present = [(str(one), str(other)) for one, other in columns]
    if sorted(present) != sorted(wanted):
        raise InvalidInput(
            f"{name} must have one column for each of its {len(algorithms)} algorithms and "
            f"{len(measures)} measures; it had {len(present)} columns"
        )
    array = checks.numbers(frame, name, dimensions=2)
    order = [present.index(key) for key in wanted]
    cube = array[:, order].reshape(len(array), len(algorithms), len(measures))
    return Table(table(cube, name).values, algorithms, measures)
