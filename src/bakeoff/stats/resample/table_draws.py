"""Measures of tables under resampling: the counts of patterns are drawn, not the items."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bakeoff.stats.resample.item_form import ItemForm
from bakeoff.stats.resample.units import Units
from bakeoff.types import FloatArray, IntArray

NARROW = 2**20  # possible patterns up to which they are counted in a table and not sorted
AT_ONCE = 2**22  # cells of tables held in memory together


class Patterns(NamedTuple):
    """The distinct patterns of the units of one stratum.

    `counts` says how many units have each; `cells` (patterns, columns) what such a unit adds to
    the tables of the parts that `parts` names: columns are parts x algorithms x cells.
    """

    counts: IntArray
    cells: FloatArray
    parts: IntArray


def table_draws(
    form: ItemForm, units: Units, draws: int, generator: np.random.Generator
) -> FloatArray:
    """Return the measure of every algorithm in every draw: draws x algorithms.

    Drawing n units with replacement gives each pattern a count, and the counts together are
    multinomial: the cost does not depend on n.
    """
    blocks = patterns_of(form, units)
    width = len(form.parts) * len(form.algorithms) * form.size**2
    step = max(1, AT_ONCE // width)
    found = [
        of_tables(form, _drawn(form, blocks, min(step, draws - start), generator))
        for start in range(0, draws, step)
    ]
    return np.concatenate(found)


def table_estimate(form: ItemForm) -> FloatArray:
    """Return the measure of every algorithm on the items as they are."""
    return np.asarray(of_tables(form, tables_of(form)[np.newaxis])[0])


def tables_of(form: ItemForm) -> FloatArray:
    """Return the counts: parts x algorithms x size x size."""
    cells = form.size**2
    found = [
        np.bincount(row[members], minlength=cells) for members in form.parts for row in form.values
    ]
    shape = (len(form.parts), len(form.algorithms), form.size, form.size)
    return np.array(found, dtype=np.float64).reshape(shape)


def of_tables(form: ItemForm, tables: FloatArray) -> FloatArray:
    """Return the mean over the parts of the measure of tables (draws, parts, algorithms, ...)."""
    return np.asarray(np.asarray(form.function(tables)).mean(axis=1))


def patterns_of(form: ItemForm, units: Units) -> list[Patterns]:
    """Return the patterns of the units of each stratum."""
    if units.of_item is not None:
        return _of_clusters(form, units)
    part = np.empty(units.items, dtype=np.int64)
    for place, members in enumerate(form.parts):
        part[members] = place
    return [_of_items(form, members, int(part[members[0]])) for members in units.strata]


def _drawn(
    form: ItemForm, blocks: list[Patterns], draws: int, generator: np.random.Generator
) -> FloatArray:
    size, models = form.size, len(form.algorithms)
    tables = np.zeros((draws, len(form.parts), models * size * size))
    for block in blocks:
        total = int(block.counts.sum())
        counts = generator.multinomial(total, block.counts / total, size=draws)
        added = counts.astype(np.float64) @ block.cells
        tables[:, block.parts] += added.reshape(draws, len(block.parts), -1)
    return tables.reshape(draws, len(form.parts), models, size, size)


def _of_items(form: ItemForm, members: IntArray, part: int) -> Patterns:
    """Return the patterns of items: which cell each algorithm has them in."""
    values = form.values if len(members) == form.values.shape[1] else form.values[:, members]
    cells = form.size**2
    counts, patterns = distinct_columns(values, cells)
    columns = patterns + np.arange(len(values)) * cells
    added = np.zeros((len(counts), len(values) * cells))
    np.put_along_axis(added, columns, 1.0, axis=1)
    return Patterns(counts, added, np.array([part]))


def distinct_columns(values: IntArray, cells: int) -> tuple[IntArray, IntArray]:
    """Return how often each distinct column comes up, and the columns: (patterns, rows)."""
    rows = len(values)
    if float(cells) ** rows > NARROW:
        columns, counts = np.unique(values.T, axis=0, return_counts=True)
        return counts, columns
    code = values[0]
    for row in values[1:]:
        code = code * cells + row
    counts = np.bincount(code)
    seen = np.flatnonzero(counts)
    places = cells ** np.arange(rows - 1, -1, -1)
    return counts[seen], seen[:, np.newaxis] // places % cells


def _of_clusters(form: ItemForm, units: Units) -> list[Patterns]:
    """Return the patterns of clusters: how many of their items are in each cell."""
    added = cluster_cells(form, units)
    blocks = []
    for members in units.strata:
        patterns, counts = np.unique(added[members], axis=0, return_counts=True)
        blocks.append(Patterns(counts, patterns, np.arange(len(form.parts))))
    return blocks


def cluster_cells(form: ItemForm, units: Units) -> FloatArray:
    """Return what each cluster adds to the tables: clusters x (parts x algorithms x cells)."""
    of_item: Any = units.of_item
    cells, models = form.size**2, len(form.algorithms)
    width = len(form.parts) * models * cells
    found = np.zeros((units.count, width))
    for place, members in enumerate(form.parts):
        for model, row in enumerate(form.values):
            column = (place * models + model) * cells + row[members]
            np.add.at(found, (of_item[members], column), 1.0)
    return found
