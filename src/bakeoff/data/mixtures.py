"""What must not stand in one column: measures of different directions, percent and fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from bakeoff.data.assemble import Draft
from bakeoff.data.cells import numbers_of
from bakeoff.data.factors import SecondFactor
from bakeoff.data.labels import label_text
from bakeoff.data.layouts import Layout
from bakeoff.data.score_columns import averaged_name, is_known
from bakeoff.data.tables import Table
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd

ENOUGH = 4  # data sets
MOST = 0.9  # share of the rows that copies must explain
PERCENT = 10  # what no score beyond a fraction reaches by a slip
FAR = 20  # times that percent are larger than fractions, at the least

KINDS = 5  # of data sets, at the most: more words than that are no kinds

_Parted: TypeAlias = tuple[str, list[str], list[str], int]
"""What is parted, what looks like fractions, what like percent, of how many."""


def mixed_measures(frame: pd.DataFrame, layout: Layout) -> str | None:
    """Say so where one column repeats different measures in different rows, as `result` may."""
    if len(layout.values) != 1 or is_known(layout.values[0]):
        return None
    value = numbers_of(frame[layout.values[0]]).values
    copies: dict[str, Any] = {}
    for name in layout.unused:
        if not name or not is_known(name):
            continue
        other = numbers_of(frame[name])
        same = np.isfinite(value) & (other.values == value)
        if same.any() and not other.is_text:
            copies[name] = same
    parts = {
        name: same
        for name, same in copies.items()
        if not any(bool((same <= bigger).all()) for key, bigger in copies.items() if key != name)
    }
    directions = {cast("Any", find(averaged_name(name))).higher_is_better for name in parts}
    explained = sum(parts.values(), np.zeros(len(value), dtype=bool))
    if len(directions) < 2 or explained.sum() < MOST * np.isfinite(value).sum():
        return None  # equal numbers here and there, such as 0, are chance
    shares = ", ".join(f"{name} in {int(same.sum())} rows" for name, same in parts.items())
    return (
        f"the column {layout.values[0]!r} mixes measures of different directions ({shares}); "
        f"pass measure= with one of {', '.join(parts)}"
    )


def refuse_mixed_kinds(table: Table, layout: Layout) -> None:
    """Stop where a column of words parts the data sets, and their scores, into two scales.

    Such a column may say what was measured: the area under the curve of problems with two
    classes, the log loss of those with more.
    """
    if layout.kind != "wide" or len(layout.datasets) != 1 or not layout.unused:
        return
    frame, named = table.frame, layout.datasets[0]
    values = np.stack([numbers_of(frame[name]).values for name in layout.values], axis=1)
    top = np.max(values, axis=1, initial=-np.inf, where=np.isfinite(values))
    if np.nanmin(values, initial=0.0) < 0 or not frame[named].is_unique:
        return
    for name in layout.unused:
        kinds = frame[name].map(label_text)
        levels = list(dict.fromkeys(kinds))
        few = 1 < len(levels) <= min(KINDS, len(frame) // 2)
        if not few or not numbers_of(frame[name]).is_text:
            continue
        highest = {level: float(top[(kinds == level).to_numpy()].max()) for level in levels}
        small = [level for level, value in highest.items() if 0 < value <= 1]
        large = [level for level, value in highest.items() if value > 1.5]
        if small and large:
            raise SecondFactor(
                f"{table.name}: the column {name!r} parts the data sets, and only the scores of "
                f"{small[0]} lie between 0 and 1 (those of {large[0]} go up to "
                f"{highest[large[0]]:.4g}), so they may be different measures; keep one with "
                f"where={{{name!r}: {small[0]!r}}}, or say that they are one with "
                f"columns={{'dataset': {[named, name]!r}}}",
                {name: levels},
            )


def refuse_mixed_scales(
    draft: Draft, directions: Mapping[str, bool], unused: Sequence[str] = ()
) -> None:
    """Stop where some scores are percent and others fractions.

    `unused` are columns of the table that were not read: one of them may say which measure the
    score of a row is.
    """
    for m, name in enumerate(draft.measures):
        known = find(name)
        values = draft.values[..., m]
        if known is None or known.high != 1 or np.nanmax(values, initial=0.0) <= 1:
            continue
        parted = _parted(draft, values) if directions[name] else _parted_losses(draft, values)
        if parted is None:
            continue
        hint = ""
        if unused and parted[0] == "data set":
            hint = f", or keep the rows of one measure with where={{{unused[0]!r}: ...}}"
        raise InvalidInput(f"{name}: {_in_words(parted)}; write all in one scale{hint}")


def mixed_scale_notes(draft: Draft, directions: Mapping[str, bool]) -> tuple[str, ...]:
    """Say so where scores of a measure that nobody named look like percent beside fractions."""
    notes = []
    for m, name in enumerate(draft.measures):
        values = draft.values[..., m]
        low, high = np.nanmin(values, initial=0.0), np.nanmax(values, initial=0.0)
        if find(name) is None and low >= 0 and 1 < high <= 100 and directions[name]:
            parted = _parted(draft, values)
            if parted is not None:
                notes.append(f"{_in_words(parted)}; check that all are in one scale")
    return tuple(notes)


def _in_words(parted: _Parted) -> str:
    what, small, large, total = parted
    return (
        f"{what} {small[0]} looks like fractions and {large[0]} like percent "
        f"({len(small)} and {len(large)} of {total})"
    )


def _parted(draft: Draft, values: FloatArray) -> _Parted | None:
    """Return the algorithms or the data sets whose scores are at most 1, and those above."""
    for axis, what, names in ((2, "algorithm", draft.algorithms), (0, "data set", draft.datasets)):
        others = tuple(place for place in range(3) if place != axis)
        top = np.max(values, axis=others, initial=-np.inf, where=np.isfinite(values))
        small = [names[place] for place in np.flatnonzero((top > 0) & (top <= 1))]
        large = [names[place] for place in np.flatnonzero(top > 1.5)]
        if small and large and top.max() > PERCENT:
            return what, small, large, len(names)
    return None


def _parted_losses(draft: Draft, values: FloatArray) -> _Parted | None:
    """Return the algorithms whose errors are fractions, and those whose errors are percent.

    An error below 1 percent is nothing strange, unless one algorithm has it on all of several
    data sets and is many times better than the others.
    """
    if len(draft.datasets) < ENOUGH:
        return None
    names = draft.algorithms
    flat = np.moveaxis(values, 2, 0).reshape(len(names), -1)
    top = np.nanmax(flat, axis=1, initial=0.0)
    middle = np.array([np.median(row[np.isfinite(row)]) if row.any() else 0.0 for row in flat])
    small = list(np.flatnonzero((top > 0) & (top <= 1)))
    large = list(np.flatnonzero(top > 1.5))
    if not small or not large or middle[large].min() < FAR * middle[small].max():
        return None
    return "algorithm", [names[p] for p in small], [names[p] for p in large], len(names)
