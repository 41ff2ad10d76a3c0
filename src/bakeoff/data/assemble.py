"""From rows of scores to the four axes: what is missing, what is doubled, which design it was."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.data.labels import Labels, occurring
from bakeoff.data.rows import Rows
from bakeoff.data.scores import Split
from bakeoff.errors import InvalidInput
from bakeoff.types import BoolArray, FloatArray, IntArray

LARGEST = 200_000_000  # cells of a dense table
SHOWN = 3  # cells named in a message


@dataclass(frozen=True, slots=True)
class Draft:
    """Scores on four axes before anybody asked whether they are complete."""

    values: FloatArray
    exists: BoolArray
    datasets: tuple[str, ...]
    splits: tuple[Split, ...]
    algorithms: tuple[str, ...]
    measures: tuple[str, ...]
    n_train: FloatArray | None
    n_test: FloatArray | None
    design: str | None
    doubled: tuple[str, ...] = ()

    @property
    def missing(self) -> BoolArray:
        """The cells without a score, where the data set has the split."""
        empty: BoolArray = np.isnan(self.values)
        if self.design == "independent":  # of one there may be more runs than of another
            return np.asarray(empty & empty.all(axis=1, keepdims=True)) & self._there
        return np.asarray(empty & self._there)

    @property
    def _there(self) -> BoolArray:
        return self.exists[:, :, None, None]

    def cell(self, d: int, s: int, a: int, m: int) -> str:
        """Name a cell as a person would: data set/algorithm, fold, measure."""
        text = f"{self.datasets[d]}/{self.algorithms[a]}"
        split = self.splits[s]
        if len({one.repeat for one in self.splits}) > 1:
            text += f" repeat {split.repeat}"
        if len({one.fold for one in self.splits}) > 1:
            text += f" fold {split.fold}"
        return text + (f" {self.measures[m]}" if len(self.measures) > 1 else "")


def assemble(rows: Rows) -> Draft:
    """Put rows of scores on their axes."""
    of_split, splits = split_codes(rows.repeat, rows.fold)
    sizes = (
        len(rows.dataset.names),
        len(splits),
        len(rows.algorithm.names),
        len(rows.measure.names),
    )
    total = int(np.prod(sizes, dtype=np.float64))
    if total > LARGEST and total > 50 * len(rows.value):
        raise InvalidInput(
            f"the scores would fill {len(rows.value)} of {total} cells (data sets x splits x "
            f"algorithms x measures); the splits of different data sets need common numbers"
        )
    codes = [rows.dataset.codes, of_split, rows.algorithm.codes, rows.measure.codes]
    if rows.design == "independent" and not _crossed(codes, sizes):
        codes[1], splits = _renumbered(codes, sizes)
        sizes = (sizes[0], len(splits), *sizes[2:])
        total = int(np.prod(sizes))
    flat = _flat(codes, sizes)
    values = np.full(total, np.nan)
    values[flat] = rows.value
    exists = np.zeros(sizes[:2], dtype=bool)
    parts = codes[0] * sizes[1] + codes[1]
    exists.ravel()[parts] = True
    draft = Draft(
        values=values.reshape(sizes),
        exists=exists,
        datasets=rows.dataset.names,
        splits=splits,
        algorithms=rows.algorithm.names,
        measures=rows.measure.names,
        n_train=_sizes(rows.n_train, parts, sizes),
        n_test=_sizes(rows.n_test, parts, sizes),
        design=_design(rows.design, splits),
    )
    if np.count_nonzero(occurring(flat, total)) == len(flat):
        return draft
    twice = np.flatnonzero(np.bincount(flat, minlength=total) > 1)
    cells = [np.unravel_index(place, sizes) for place in twice]
    names = tuple(draft.cell(*(int(index) for index in cell)) for cell in cells)
    return Draft(**{name: getattr(draft, name) for name in draft.__slots__} | {"doubled": names})


def _flat(codes: list[IntArray], sizes: tuple[int, ...]) -> IntArray:
    """Return the place of every row in the table laid out as one line."""
    flat = codes[0].copy()
    for code, size in zip(codes[1:], sizes[1:], strict=True):
        if size > 1:
            flat *= size
            flat += code
    return flat


def shortened(cells: list[str]) -> str:
    """Name the first few of many cells."""
    more = f" and {len(cells) - SHOWN} more" if len(cells) > SHOWN else ""
    return ", ".join(cells[:SHOWN]) + more


def split_codes(repeat: Labels, fold: Labels) -> tuple[IntArray, tuple[Split, ...]]:
    """Return a code a row and the splits that occur, numbers in their order."""
    repeats, folds = _ordered(repeat), _ordered(fold)
    flat = folds.codes
    if len(repeats.names) > 1:
        flat = repeats.codes * len(folds.names) + flat
    used = np.flatnonzero(occurring(flat, len(repeats.names) * len(folds.names)))
    places = np.zeros(len(repeats.names) * len(folds.names), dtype=np.int64)
    places[used] = np.arange(len(used))
    width = len(folds.names)
    names = tuple(
        Split(_numbered(repeats.names[code // width]), _numbered(folds.names[code % width]))
        for code in used
    )
    codes = places[flat] if len(used) < len(places) else flat
    return codes, names


def _ordered(labels: Labels) -> Labels:
    """Return labels sorted by number where all of them are whole numbers."""
    if len(labels.names) == 1 or not all(_is_whole(name) for name in labels.names):
        return labels
    order = sorted(range(len(labels.names)), key=lambda place: int(labels.names[place]))
    if order == list(range(len(order))):
        return labels
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    return Labels(places[labels.codes], tuple(labels.names[place] for place in order))


def _is_whole(name: str) -> bool:
    return name.isascii() and name.isdigit() and str(int(name)) == name


def _numbered(name: str) -> int | str:
    return int(name) if _is_whole(name) else name


def _crossed(codes: list[IntArray], sizes: tuple[int, ...]) -> bool:
    """Whether every algorithm has the same runs on a data set."""
    d, s, a, _ = codes
    here = np.zeros((sizes[0], sizes[1], sizes[2]), dtype=bool)
    here[d, s, a] = True
    return bool((here.all(axis=2) == here.any(axis=2)).all())


def _renumbered(
    codes: list[IntArray], sizes: tuple[int, ...]
) -> tuple[IntArray, tuple[Split, ...]]:
    """Number the runs of each algorithm from 0: runs that are not paired share no names."""
    d, s, a, m = codes
    cell = (d * sizes[2] + a) * sizes[3] + m
    order = np.lexsort((s, cell))
    starts = np.concatenate([[True], np.diff(cell[order]) != 0])
    first = np.maximum.accumulate(np.where(starts, np.arange(len(order)), 0))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order)) - first
    return place, tuple(Split(0, number) for number in range(int(place.max()) + 1))


def _sizes(column: FloatArray | None, parts: IntArray, sizes: tuple[int, ...]) -> FloatArray | None:
    if column is None:
        return None
    table = np.full(sizes[0] * sizes[1], np.nan)
    table[parts] = column
    return table.reshape(sizes[:2])


def _design(design: str | None, splits: tuple[Split, ...]) -> str | None:
    """Return the design that the numbering of the splits speaks of."""
    if len(splits) == 1 and design != "holdout":
        return None
    if design != "k-fold":
        return design
    repeats = len({split.repeat for split in splits})
    folds = len({split.fold for split in splits})
    if repeats == 1:
        return "k-fold"
    return "5x2" if (repeats, folds) == (5, 2) else "repeated k-fold"
