"""From a table and what its columns mean to one row a score."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.data.aliases import Role
from bakeoff.data.cells import Numbers, numbers_of
from bakeoff.data.factors import refuse_factors
from bakeoff.data.labels import Labels, combined, constant, joined, label_text, labels_of
from bakeoff.data.layouts import Layout
from bakeoff.data.rows import Rows
from bakeoff.data.score_columns import averaged_name
from bakeoff.data.split_labels import split_labels
from bakeoff.data.tables import Table
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd

SUMMARY_ROW = re.compile(
    r"(average|avg|mean|median|std|total|wins?|loss(es)?|ties|draws|ranks?|#?best)"
    r"([ _.-]+(rank(s|ing)?|acc(uracy)?|error|score|wins|std|dev|arithmetic|geometric))*",
    re.IGNORECASE,
)


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
        refuse_factors(table, layout, layout.factors)
    table, notes = _without_summary_rows(table, layout)
    frame = table.frame
    algorithms = _algorithms(frame, layout)
    datasets, more = _dataset_labels(table, layout, algorithms)
    measures = None if layout.measure is None else labels_of(frame[layout.measure], "measure")
    ids = [part for part in (datasets, algorithms, measures) if part is not None]
    repeat, fold, design, explained = split_labels(table, layout, ids, independent=independent)
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
        unused=_attributes(frame, layout),
    )


@dataclass(frozen=True, slots=True)
class _Base:
    """The labels of the rows of a table, before its columns of scores are put below each other."""

    dataset: Labels
    repeat: Labels
    fold: Labels
    algorithm: Labels | None
    measure: Labels | None


def _without_summary_rows(table: Table, layout: Layout) -> tuple[Table, tuple[str, ...]]:
    """Leave out the rows at the end that are averages, ranks or counts of wins, and say so."""
    if layout.kind == "long" or len(layout.datasets) != 1:
        return table, ()
    names = table.frame[layout.datasets[0]]
    end = len(names)
    while end > 1 and SUMMARY_ROW.fullmatch(label_text(names.iloc[end - 1])):
        end -= 1
    if end == len(names):
        return table, ()
    left_out = ", ".join(map(label_text, names.iloc[end:]))
    note = f"{len(names) - end} rows at the end hold summaries and were left out ({left_out})"
    return replace(table, frame=table.frame.iloc[:end]), (note,)


def _algorithms(frame: pd.DataFrame, layout: Layout) -> Labels | None:
    if layout.algorithm is None:
        return None
    schemes = labels_of(frame[layout.algorithm], "algorithm")
    short = [name.rsplit(".", 1)[-1] for name in schemes.names]
    is_weka = all(name.startswith("weka.") for name in schemes.names)
    if is_weka and len(set(short)) == len(short):
        schemes = replace(schemes, names=tuple(short))
    if "options" not in layout.extras:
        return schemes
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


def _values(frame: pd.DataFrame, layout: Layout) -> tuple[list[FloatArray], tuple[str, ...]]:
    read = [_checked_numbers(frame[name], name) for name in layout.values]
    notes = []
    spread = next((numbers.spread for numbers in read if numbers.spread), "")
    if spread:
        notes.append(f"cells hold two numbers, such as {spread}; the first, the mean, was taken")
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
    dataset, repeat, fold = (part.tiled(times) for part in (base.dataset, base.repeat, base.fold))
    algorithms = None if base.algorithm is None else base.algorithm.tiled(times)
    measures = base.measure
    if layout.kind == "wide":
        algorithms = _of_columns(layout.values, size)
    elif layout.kind == "resamples":
        fold = _of_columns(layout.values, size)
    elif measures is None:
        names = tuple(_measure_name(name, measure, times) for name in layout.values)
        measures = _of_columns(names, size)
    return Rows(
        dataset=dataset,
        repeat=repeat,
        fold=fold,
        algorithm=algorithms or constant(algorithm, size * times),
        measure=measures or constant(measure or "", size * times),
        value=values[0] if times == 1 else np.concatenate(values),
    )


def _of_columns(names: tuple[str, ...], size: int) -> Labels:
    """Return the labels of rows whose columns were put below each other."""
    if len(names) == 1:
        return constant(names[0], size)
    return Labels(np.repeat(np.arange(len(names), dtype=np.int64), size), names)


def _measure_name(column: str, measure: str | None, times: int) -> str:
    if measure is not None and times == 1:
        return measure
    plain = averaged_name(column)
    return plain if find(plain) is not None else column


def _sizes(frame: pd.DataFrame, layout: Layout, role: Role, times: int) -> FloatArray | None:
    if role not in layout.extras:
        return None
    sizes = _checked_numbers(frame[layout.extras[role]], role).values
    return sizes if times == 1 else np.tile(sizes, times)


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


def _attributes(frame: pd.DataFrame, layout: Layout) -> tuple[str, ...]:
    """Return the columns of words that were not used: they may say what a row holds."""
    return tuple(name for name in layout.unused if name and numbers_of(frame[name]).is_text)


def _unused(layout: Layout) -> tuple[str, ...]:
    names = [name for name in layout.unused if name]
    if not names:
        return ()
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return (f"columns that were not used: {', '.join(names[:8])}{more}",)
