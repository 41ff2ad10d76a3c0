"""Which split of a design each row belongs to, and what to say where rows cannot be told apart."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bakeoff.data.aliases import Role
from bakeoff.data.factors import refuse_second_factor
from bakeoff.data.labels import Labels, combined, constant, distinct, is_unique, labels_of
from bakeoff.data.layouts import Layout
from bakeoff.data.tables import Table
from bakeoff.errors import InvalidInput
from bakeoff.types import IntArray

WEAK: tuple[Role, ...] = ("run", "seed")  # columns that number splits only where nothing else does
SPLIT_DESIGNS: dict[str, str | None] = {
    "split": None,
    "run": "independent",
    "seed": "independent",
    "repeat": None,
}


class DoubledRows(InvalidInput):
    """Rows of a table bear the same labels."""

    def __init__(self, sentence: str, cells: list[str]) -> None:
        super().__init__(sentence)
        self.cells = cells


def split_labels(
    table: Table, layout: Layout, ids: list[Labels], *, independent: bool
) -> tuple[Labels, Labels, str | None, tuple[str, ...]]:
    """Return repeat and fold of every row, the design they speak of, and notes."""
    frame, size = table.frame, len(table.frame)
    used: dict[Role, Labels] = {}
    for role, name in layout.splits.items():
        if role in WEAK and is_unique([*ids, *used.values()]):
            continue
        used[role] = labels_of(frame[name], role)
    none = constant("0", size)
    if independent and not used:
        return none, _counted_out(combined(ids)), "independent", ()
    if not is_unique([*ids, *used.values()]):
        fold, note = _unlabelled(table, layout, ids, used)
        return none, fold, None, (note,)
    outer = next((used[role] for role in ("repeat", "run", "seed", "split") if role in used), None)
    if "fold" in used:
        return outer or none, used["fold"], "k-fold", ()
    if outer is None:
        return none, none, None, ()
    first = next(role for role in ("repeat", "run", "seed", "split") if role in used)
    resampled = first == "split" and "resampl" in layout.splits["split"].lower()
    return none, outer, "resampled" if resampled else SPLIT_DESIGNS[first], ()


def _unlabelled(
    table: Table, layout: Layout, ids: list[Labels], used: Mapping[Role, Labels]
) -> tuple[Labels, str]:
    """Number rows that bear the same labels, where that is safe; otherwise say what to pass."""
    keys = [*ids, *used.values()]
    refuse_second_factor(table, layout, keys)
    counts = np.bincount(keys[0].codes)
    safe = layout.kind != "long" and not used and counts.min() == counts.max()
    if not safe:
        cells = _doubled_cells(keys, [*_id_names(layout), *used])
        raise DoubledRows(f"{table.name}: {_doubled(cells, distinct(combined(keys)))}", cells)
    return _counted_out(keys[0].codes), (
        f"each data set has {counts[0]} rows; they were taken for its splits, in their order"
    )


def _counted_out(codes: IntArray) -> Labels:
    """Number the rows of equal codes from 0, in their order."""
    order = np.argsort(codes, kind="stable")
    starts = np.concatenate([[True], np.diff(codes[order]) != 0])
    first = np.maximum.accumulate(np.where(starts, np.arange(len(order)), 0))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order)) - first
    return Labels(place, tuple(str(number) for number in range(int(place.max()) + 1)))


def _id_names(layout: Layout) -> list[str]:
    """Return what the first labels of a row are called, in the order of `gather`."""
    names = ["data set"]
    names += ["algorithm"] if layout.algorithm is not None else []
    names += ["measure"] if layout.measure is not None else []
    return names


def _doubled_cells(keys: list[Labels], names: list[str]) -> list[str]:
    """Name every cell that is given more than once, in the order of the rows."""
    _, first, counts = np.unique(combined(keys), return_index=True, return_counts=True)
    return [
        " ".join(
            f"{name} {key.names[key.codes[row]]}" for name, key in zip(names, keys, strict=True)
        )
        for row in sorted(first[counts > 1])
    ]


def _doubled(cells: list[str], distinct: int) -> str:
    more = f" and {len(cells) - 3} more" if len(cells) > 3 else ""
    verb = "is" if len(cells) == 1 else "are"
    return (
        f"{len(cells)} of {distinct} cells {verb} named more than once "
        f"({'; '.join(cells[:3])}{more}); rename them, add a column that tells them apart "
        f"(fold, repeat, seed), or pass design='independent' for runs that are not paired"
    )
