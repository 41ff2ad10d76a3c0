"""Further factors: columns that tell scores apart and are neither data set, algorithm nor split."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.data.columns import no_column
from bakeoff.data.labels import Labels, combined, distinct, is_unique, label_text, labels_of
from bakeoff.data.layouts import Layout
from bakeoff.data.tables import Table
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    import pandas as pd

MANY = 50  # levels that a further factor has at the most
MOST = 3  # further factors that are looked for


class SecondFactor(InvalidInput):
    """A table has a further factor, and nobody chose a level of it."""

    def __init__(self, sentence: str, levels: dict[str, list[str]]) -> None:
        super().__init__(sentence)
        self.levels = levels


def choose_levels(table: Table, where: Mapping[str, Any] | None) -> Table:
    """Keep the rows with the levels asked for; a column with one level left is let go."""
    frame = table.frame
    for name, wanted in (where or {}).items():
        if name not in frame.columns:
            raise InvalidInput(f"where: {table.name} {no_column(frame, name)}")
        levels = frame[name].map(label_text)
        asked = [wanted] if isinstance(wanted, str) or np.ndim(wanted) == 0 else list(wanted)
        texts = {label_text(level) for level in asked} | {_as_number(level) for level in asked}
        keep = levels.isin([text for text in texts if text is not None])
        if not keep.any():
            known = ", ".join(list(dict.fromkeys(levels))[:20])
            raise InvalidInput(f"where: no row has {name} = {wanted!r}; its levels are {known}")
        frame = frame[keep.to_numpy()]
        if len(asked) == 1 and frame.shape[1] > 1:
            frame = frame.drop(columns=name)
    return table if frame is table.frame else replace(table, frame=frame.reset_index(drop=True))


def _as_number(level: Any) -> str | None:
    try:
        return label_text(float(level))
    except (TypeError, ValueError):
        return None


def refuse_second_factor(table: Table, layout: Layout, keys: list[Labels]) -> None:
    """Stop where further columns tell the doubled rows apart: a person must choose a level."""
    factors = _second_factors(table.frame, layout, keys)
    if factors:
        refuse_factors(table, layout, factors)


def refuse_factors(table: Table, layout: Layout, factors: tuple[str, ...]) -> None:
    """Say which further factors a table has, and what to pass for each use of them."""
    levels = {name: list(dict.fromkeys(table.frame[name].map(label_text))) for name in factors}
    named = "; ".join(
        f"{name}: {', '.join(parts[:6])}{', ...' if len(parts) > 6 else ''}"
        for name, parts in levels.items()
    )
    choice = ", ".join(f"{name!r}: {parts[0]!r}" for name, parts in levels.items())
    what = "a second factor" if len(factors) == 1 else "further factors"
    raise SecondFactor(
        f"{table.name} has {what} ({named}), which must not be pooled; choose with "
        f"where={{{choice}}}, or let it {_other_use(layout, factors)}",
        levels,
    )


def _other_use(layout: Layout, factors: tuple[str, ...]) -> str:
    """Say what a factor may be instead, and with which argument."""
    if layout.algorithm is None and len(factors) == 1 and len(layout.values) == 1:
        roles: dict[str, str] = {"algorithm": factors[0]}
        if len(layout.datasets) == 1:
            roles["dataset"] = layout.datasets[0]
        return f"name the algorithms with columns={roles!r}"
    sentence = f"name the data sets with columns={{'dataset': {[*layout.datasets, *factors]!r}}}"
    if layout.algorithm is not None:
        together = [layout.algorithm, *factors]
        sentence += f", or the algorithms with columns={{'algorithm': {together!r}}}"
    return sentence


def _second_factors(frame: pd.DataFrame, layout: Layout, keys: list[Labels]) -> tuple[str, ...]:
    """Return the fewest further columns that tell doubled rows apart: up to three.

    Their levels are crossed with what is known of the rows, or nearly so: a column of numbers
    that happen to differ tells nothing. What seems to be an algorithm's column of a wide table
    may be a factor too, if it is crossed without a gap.
    """
    cells = distinct(combined(keys))
    least = len(frame) / cells  # levels that are needed to tell the rows apart
    known = {name: labels_of(frame[name].map(label_text), name) for name in _few(frame, layout)}
    for size in range(1, MOST + 1):
        for names in combinations(known, size):
            levels = math.prod(len(known[name].names) for name in names)
            loose = not set(names) & set(layout.values)
            if not least <= levels <= (2 * least if loose else least):
                continue
            if is_unique([*keys, *(known[name] for name in names)]):
                return names
    return ()


def _few(frame: pd.DataFrame, layout: Layout) -> list[str]:
    """Return the further columns that have some levels, but few."""
    columns = [*layout.unused, *(layout.values if layout.kind == "wide" else ())]
    return [name for name in columns if name and 1 < frame[name].nunique(dropna=False) <= MANY]
