"""From a table and what its columns mean to one row a score: the form every layout ends in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from bakeoff.data.aliases import Role
from bakeoff.data.cells import Numbers, numbers_of
from bakeoff.data.labels import (
    Labels,
    appended,
    combined,
    constant,
    is_unique,
    joined,
    label_text,
    labels_of,
)
from bakeoff.data.layouts import MANY, Layout, averaged_name, is_known, no_column
from bakeoff.data.tables import Table
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find
from bakeoff.types import FloatArray, IntArray

if TYPE_CHECKING:
    import pandas as pd

SUMMARY_ROW = re.compile(
    r"(average|avg|mean|median|std|total|wins?|loss(es)?|ties|draws|ranks?|#?best)"
    r"([ _.-]+(rank(s|ing)?|acc(uracy)?|error|score|wins|std|dev|arithmetic|geometric))*",
    re.IGNORECASE,
)
WEAK: tuple[Role, ...] = ("run", "seed")  # columns that number splits only where nothing else does
SPLIT_DESIGNS: dict[str, str | None] = {
    "split": None,
    "run": "independent",
    "seed": "independent",
    "repeat": None,
}


class SecondFactor(InvalidInput):
    """A table has a further factor, and nobody chose a level of it."""

    def __init__(self, sentence: str, levels: dict[str, list[str]]) -> None:
        super().__init__(sentence)
        self.levels = levels


class DoubledRows(InvalidInput):
    """Rows of a table bear the same labels."""

    def __init__(self, sentence: str, cells: list[str]) -> None:
        super().__init__(sentence)
        self.cells = cells


@dataclass(frozen=True, slots=True)
class Rows:
    """Scores, one a row, each with the labels of its cell."""

    dataset: Labels
    repeat: Labels
    fold: Labels
    algorithm: Labels
    measure: Labels
    value: FloatArray
    n_train: FloatArray | None = None
    n_test: FloatArray | None = None
    design: str | None = None
    directions: Mapping[str, bool] | None = None
    notes: tuple[str, ...] = ()


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


def gather(
    table: Table,
    layout: Layout,
    *,
    algorithm: str | None = None,
    measure: str | None = None,
    independent: bool = False,
) -> Rows:
    """Return the scores of a table, one a row.

    `algorithm` names the one algorithm of a table that holds only one, `measure` what a table
    without a measure's name holds. `independent` says that rows of the same labels are runs that
    are not paired, and may be numbered.
    """
    if layout.factors:
        _refuse_factors(table, layout.factors)
    table, notes = _without_summary_rows(table, layout)
    frame = table.frame
    algorithms = _algorithms(frame, layout)
    datasets, more = _dataset_labels(table, layout, algorithms)
    measures = None if layout.measure is None else labels_of(frame[layout.measure], "measure")
    ids = [part for part in (datasets, algorithms, measures) if part is not None]
    repeat, fold, design, explained = _split_labels(table, layout, ids, independent=independent)
    values, said = _values(frame, layout)
    notes += (*more, *explained, *said, *_unused(layout))
    base = _Base(datasets, repeat, fold, algorithms, measures)
    rows = _spread_out(base, values, layout, algorithm or table.name, measure)
    return replace(
        rows,
        n_train=_sizes(frame, layout, "n_train", len(layout.values)),
        n_test=_sizes(frame, layout, "n_test", len(layout.values)),
        design=_written_design(frame, layout)
        or ("resampled" if layout.kind == "resamples" else design),
        directions=_written_directions(frame, layout),
        notes=tuple(dict.fromkeys(notes)),
    )


@dataclass(frozen=True, slots=True)
class _Base:
    """The labels of the rows of a table, before its columns of scores are put below each other."""

    dataset: Labels
    repeat: Labels
    fold: Labels
    algorithm: Labels | None
    measure: Labels | None


def append(parts: Sequence[Rows]) -> Rows:
    """Return the rows of several tables, one below the other."""
    if len(parts) == 1:
        return parts[0]
    designs = {part.design for part in parts}
    directions: dict[str, bool] = {}
    for part in parts:
        directions.update(part.directions or {})
    return Rows(
        dataset=appended([part.dataset for part in parts]),
        repeat=appended([part.repeat for part in parts]),
        fold=appended([part.fold for part in parts]),
        algorithm=appended([part.algorithm for part in parts]),
        measure=appended([part.measure for part in parts]),
        value=np.concatenate([part.value for part in parts]),
        n_train=_all_or_none([part.n_train for part in parts]),
        n_test=_all_or_none([part.n_test for part in parts]),
        design=designs.pop() if len(designs) == 1 else None,
        directions=directions,
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
    )


def _all_or_none(parts: list[FloatArray | None]) -> FloatArray | None:
    known = [part for part in parts if part is not None]
    return np.concatenate(known) if len(known) == len(parts) else None


def _without_summary_rows(table: Table, layout: Layout) -> tuple[Table, tuple[str, ...]]:
    """Leave out the rows at the end that are averages, ranks or counts of wins, and say so."""
    if layout.kind == "long" or len(layout.datasets) != 1:
        return table, ()
    names = [label_text(name) for name in table.frame[layout.datasets[0]]]
    end = len(names)
    while end > 1 and SUMMARY_ROW.fullmatch(names[end - 1]):
        end -= 1
    if end == len(names):
        return table, ()
    left_out = ", ".join(names[end:])
    note = f"{len(names) - end} rows at the end hold summaries and were left out ({left_out})"
    return replace(table, frame=table.frame.iloc[:end]), (note,)


def _algorithms(frame: pd.DataFrame, layout: Layout) -> Labels | None:
    if layout.algorithm is None:
        return None
    schemes = labels_of(frame[layout.algorithm], "algorithm")
    if "options" not in layout.extras:
        return schemes
    short = [name.rsplit(".", 1)[-1] for name in schemes.names]
    if len(set(short)) == len(short):
        schemes = replace(schemes, names=tuple(short))
    options = labels_of(frame[layout.extras["options"]].fillna("(none)"), "options")
    both = combined([schemes, options])
    distinct = np.unique(both)
    if len(distinct) == len(schemes.names):
        return schemes  # the options say nothing that the scheme does not
    codes = np.searchsorted(distinct, both)
    width = len(options.names)
    names = (f"{schemes.names[code // width]} {options.names[code % width]}" for code in distinct)
    return Labels(codes.astype(np.int64), tuple(names))


def _dataset_labels(
    table: Table, layout: Layout, algorithms: Labels | None
) -> tuple[Labels, tuple[str, ...]]:
    frame = table.frame
    if layout.datasets:
        parts = [labels_of(frame[name], "data set") for name in layout.datasets]
        return joined(parts, list(layout.datasets)), ()
    if layout.splits or algorithms is not None:
        note = f"no column names a data set; all rows belong to one, {table.name!r}"
        return constant(table.name, len(frame)), (note,)
    names = tuple(str(number) for number in range(1, len(frame) + 1))
    note = f"no column names the data sets; the {len(frame)} rows are numbered"
    return Labels(np.arange(len(frame), dtype=np.int64), names), (note,)


def _split_labels(
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
    _refuse_second_factor(table, layout, keys)
    counts = np.bincount(keys[0].codes)
    safe = layout.kind != "long" and not used and counts.min() == counts.max()
    if not safe:
        cells = _doubled_cells(keys, [*_id_names(layout), *used])
        raise DoubledRows(f"{table.name}: {_doubled(cells, len(np.unique(combined(keys))))}", cells)
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
    verb = "cell is" if len(cells) == 1 else "cells are"
    return (
        f"{len(cells)} of {distinct} {verb} named more than once ({'; '.join(cells[:3])}{more}); "
        f"rename them, or add a column that tells them apart (fold, repeat, seed)"
    )


def _refuse_second_factor(table: Table, layout: Layout, keys: list[Labels]) -> None:
    """Stop where further columns tell the doubled rows apart: a person must choose a level."""
    factors = _second_factors(table.frame, layout, keys)
    if factors:
        _refuse_factors(table, factors)


def _refuse_factors(table: Table, factors: tuple[str, ...]) -> None:
    levels = {name: list(dict.fromkeys(table.frame[name].map(label_text))) for name in factors}
    named = "; ".join(
        f"{name}: {', '.join(parts[:6])}{', ...' if len(parts) > 6 else ''}"
        for name, parts in levels.items()
    )
    choice = ", ".join(f"{name!r}: {parts[0]!r}" for name, parts in levels.items())
    what = "a second factor" if len(factors) == 1 else "further factors"
    raise SecondFactor(
        f"{table.name} has {what} ({named}), which must not be pooled; choose with "
        f"where={{{choice}}}, or let it name the data sets with "
        f"columns={{'dataset': {[*factors]!r}}}",
        levels,
    )


def _second_factors(frame: pd.DataFrame, layout: Layout, keys: list[Labels]) -> tuple[str, ...]:
    """Return the fewest further columns that tell doubled rows apart: one, or two."""
    candidates = [
        name for name in layout.unused if name and 1 < frame[name].nunique(dropna=False) <= MANY
    ]
    labels = {name: labels_of(frame[name].map(label_text), name) for name in candidates}
    for size in (1, 2):
        for names in combinations(candidates, size):
            if is_unique([*keys, *(labels[name] for name in names)]):
                return names
    return ()


def _values(frame: pd.DataFrame, layout: Layout) -> tuple[list[FloatArray], tuple[str, ...]]:
    read = [_checked_numbers(frame[name], name) for name in layout.values]
    notes = []
    if any(numbers.spread for numbers in read):
        notes.append("cells hold a mean and its spread, such as 68.4(7.1); the mean was taken")
    if any(numbers.percent for numbers in read):
        notes.append("cells with a percent sign were read as percent, not as fractions")
    return [numbers.values for numbers in read], tuple(notes)


def _checked_numbers(column: pd.Series[Any], name: str) -> Numbers:
    numbers = numbers_of(column)
    if numbers.unreadable:
        row, cell = numbers.unreadable[0]
        raise InvalidInput(f"{name}: the cell in row {row + 1} is no number: {cell[:40]!r}")
    infinite = np.isinf(numbers.values)
    if infinite.any():
        row = int(infinite.argmax())
        raise InvalidInput(
            f"{name}: {int(infinite.sum())} values are infinite (the first in row {row + 1}); "
            f"write a number, or leave the cell empty if it is missing"
        )
    return numbers


def _spread_out(
    base: _Base, values: list[FloatArray], layout: Layout, algorithm: str, measure: str | None
) -> Rows:
    """Put the columns of scores below each other, with the labels of their rows and columns."""
    size, times = len(base.dataset.codes), len(values)
    columns = Labels(np.repeat(np.arange(times, dtype=np.int64), size), layout.values)
    dataset, repeat, fold = (part.tiled(times) for part in (base.dataset, base.repeat, base.fold))
    algorithms = None if base.algorithm is None else base.algorithm.tiled(times)
    measures = base.measure
    if layout.kind == "wide":
        algorithms = columns
    elif layout.kind == "resamples":
        fold = columns
    elif measures is None:
        names = tuple(_measure_name(name, measure, times) for name in layout.values)
        measures = replace(columns, names=names)
    return Rows(
        dataset=dataset,
        repeat=repeat,
        fold=fold,
        algorithm=algorithms or constant(algorithm, size * times),
        measure=measures or constant(measure or "", size * times),
        value=values[0] if times == 1 else np.concatenate(values),
    )


def _measure_name(column: str, measure: str | None, times: int) -> str:
    if measure is not None and times == 1:
        return measure
    plain = averaged_name(column)
    return plain if find(plain) is not None else column


def _sizes(frame: pd.DataFrame, layout: Layout, role: Role, times: int) -> FloatArray | None:
    if role not in layout.extras:
        return None
    return np.tile(_checked_numbers(frame[layout.extras[role]], role).values, times)


def _written_design(frame: pd.DataFrame, layout: Layout) -> str | None:
    if "design" not in layout.extras:
        return None
    written = [label_text(value) for value in frame[layout.extras["design"]].dropna().unique()]
    return written[0] if len(written) == 1 and written[0] else None


def _written_directions(frame: pd.DataFrame, layout: Layout) -> dict[str, bool] | None:
    """Return the directions that a table states beside its measures."""
    if "higher_is_better" not in layout.extras or layout.measure is None:
        return None
    column = frame[layout.extras["higher_is_better"]]
    pairs = frame.loc[column.notna(), [layout.measure]].assign(direction=column)
    distinct = pairs.drop_duplicates()
    truths = numbers_of(distinct["direction"]).values
    found: dict[str, bool] = {}
    for name, truth in zip(distinct[layout.measure], truths, strict=True):
        label = label_text(name)
        if found.setdefault(label, bool(truth)) != bool(truth):
            raise InvalidInput(f"higher_is_better is both true and false for {label!r}")
    return found


def _unused(layout: Layout) -> tuple[str, ...]:
    names = [name for name in layout.unused if name]
    if not names:
        return ()
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return (f"columns that were not used: {', '.join(names[:8])}{more}",)


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
    if len(directions) < 2:
        return None
    shares = ", ".join(f"{name} in {int(same.sum())} rows" for name, same in parts.items())
    return (
        f"the column {layout.values[0]!r} mixes measures of different directions ({shares}); "
        f"pass measure= with one of {', '.join(parts)}"
    )
