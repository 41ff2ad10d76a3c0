"""What a test is to be given, and how it is cut from what a design has drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from bakeoff.errors import InvalidInput
from bakeoff.types import BoolArray, FloatArray, IntArray

Shape: TypeAlias = Literal["first", "rising", "cell"]

ONE = frozenset({"values", "measures", "counts", "confusion"})
TWO = frozenset(
    {
        "pair",
        "independent",
        "differences-5x2",
        "contingency",
        "two-counts",
        "measures-pair",
        "measures-independent",
        "scored-pair",
    }
)
UNPAIRED = frozenset(
    {"independent", "groups", "two-way", "two-counts", "measures-independent", "measures-groups"}
)
OF_ITEMS = frozenset(
    {
        "counts",
        "two-counts",
        "confusion",
        "contingency",
        "correct",
        "scored-items",
        "scored-pair",
    }
)


@dataclass(frozen=True, slots=True)
class Need:
    """What is to be drawn for a test."""

    takes: str
    algorithms: int
    measures: int
    shape: Shape
    """Where an effect lies: in the first algorithm, rising from the first to the last, or in the
    first algorithm over one half of the rows only."""

    @property
    def paired(self) -> bool:
        """Whether the algorithms meet the same splits, data sets or items."""
        return self.takes not in UNPAIRED

    @property
    def of_items(self) -> bool:
        """Whether the test takes right and wrong answers, and no scores of splits."""
        return self.takes in OF_ITEMS

    def shift(self, effect: float, rows: int) -> FloatArray:
        """Return what an effect adds to each row of each algorithm, (rows, algorithms)."""
        shift = np.zeros((rows, self.algorithms))
        if self.shape == "rising":
            shift += effect * np.linspace(0.0, 1.0, self.algorithms)
        else:
            shift[: rows // 2 if self.shape == "cell" else rows, 0] = effect
        return shift


class Drawn(NamedTuple):
    """So many runs of a design. Where a part is missing the design knows nothing of it."""

    cube: FloatArray | None = None
    """(runs, splits or data sets, algorithms, measures)."""
    wrong: BoolArray | None = None
    """(runs, items, algorithms)."""
    y: IntArray | None = None
    """(items,): the truth of two classes, the same in every run."""
    scores: FloatArray | None = None
    """(runs, items, algorithms)."""
    confusion: IntArray | None = None
    """(runs, classes, classes)."""


def need_of(name: str, takes: str, *, algorithms: int, measures: int) -> Need:
    """Return what a test needs: its kind says how many algorithms, if one or two."""
    fixed = 1 if takes in ONE else 2 if takes in TWO else algorithms
    shape: Shape = "rising" if name == "page" else "cell" if takes == "two-way" else "first"
    return Need(takes, fixed, measures if takes.startswith("measures") else 1, shape)


def arrays(drawn: Drawn, need: Need) -> tuple[Any, ...]:
    """Return what the test takes, with the runs as its first axis."""
    return ROADS[need.takes](drawn)


def _cube(drawn: Drawn) -> FloatArray:
    assert drawn.cube is not None  # noqa: S101  the design said that it can draw it
    return drawn.cube


def _wrong(drawn: Drawn) -> BoolArray:
    assert drawn.wrong is not None  # noqa: S101  the design said that it can draw it
    return drawn.wrong


def _pair(drawn: Drawn) -> tuple[Any, ...]:
    cube = _cube(drawn)[..., 0]
    return cube[..., 0], cube[..., 1]


def _differences(drawn: Drawn) -> tuple[Any, ...]:
    a, b = _pair(drawn)
    if a.shape[1] != 10:
        raise InvalidInput(
            f"a test of five times two folds takes 10 splits, and the design has {a.shape[1]}; "
            f"leave out splits"
        )
    return ((a - b).reshape(len(a), 5, 2),)


def _groups(drawn: Drawn) -> tuple[Any, ...]:
    return (np.swapaxes(_cube(drawn)[..., 0], 1, 2),)


def _two_way(drawn: Drawn) -> tuple[Any, ...]:
    (groups,) = _groups(drawn)
    half = groups.shape[-1] // 2
    if half < 2:
        raise InvalidInput(
            f"a test of two factors takes at least 4 splits, and the design has "
            f"{groups.shape[-1]}; give more splits"
        )
    return (groups[..., : 2 * half].reshape(*groups.shape[:-1], 2, half),)


def _counts(drawn: Drawn) -> tuple[Any, ...]:
    wrong = _wrong(drawn)
    return wrong[..., 0].sum(axis=1), np.full(len(wrong), wrong.shape[1])


def _two_counts(drawn: Drawn) -> tuple[Any, ...]:
    wrong = _wrong(drawn)
    n = np.full(len(wrong), wrong.shape[1])
    return wrong[..., 0].sum(axis=1), n, wrong[..., 1].sum(axis=1), n


def _contingency(drawn: Drawn) -> tuple[Any, ...]:
    """Return [[both wrong, only a wrong], [only b wrong, both right]]."""
    a, b = np.moveaxis(_wrong(drawn), -1, 0)
    cells = [a & b, a & ~b, ~a & b, ~a & ~b]
    return (np.stack([cell.sum(axis=1) for cell in cells], axis=-1).reshape(-1, 2, 2),)


def _truth(drawn: Drawn) -> IntArray:
    """Return the truth of the items, once for each run."""
    y = np.asarray(drawn.y)
    return np.broadcast_to(y, (len(np.asarray(drawn.scores)), len(y)))


ROADS: Mapping[str, Callable[[Drawn], tuple[Any, ...]]] = {
    "values": lambda drawn: (_cube(drawn)[..., 0, 0],),
    "pair": _pair,
    "independent": _pair,
    "differences-5x2": _differences,
    "table": lambda drawn: (_cube(drawn)[..., 0],),
    "groups": _groups,
    "two-way": _two_way,
    "measures": lambda drawn: (_cube(drawn)[..., 0, :],),
    "measures-pair": lambda drawn: (_cube(drawn)[..., 0, :], _cube(drawn)[..., 1, :]),
    "measures-independent": lambda drawn: (_cube(drawn)[..., 0, :], _cube(drawn)[..., 1, :]),
    "measures-table": lambda drawn: (_cube(drawn),),
    "measures-groups": lambda drawn: (np.swapaxes(_cube(drawn), 1, 2),),
    "counts": _counts,
    "two-counts": _two_counts,
    "contingency": _contingency,
    "correct": lambda drawn: (~_wrong(drawn),),
    "confusion": lambda drawn: (drawn.confusion,),
    "scored-items": lambda drawn: (_truth(drawn), drawn.scores),
    "scored-pair": lambda drawn: (
        _truth(drawn),
        *np.moveaxis(np.asarray(drawn.scores), -1, 0),
    ),
}
