"""Two algorithms' predictions exchanged at random, and how far the measure then lies apart."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bakeoff.stats import intervals
from bakeoff.stats.ranks import midranks
from bakeoff.stats.resample.class_areas import ranked_class_areas
from bakeoff.stats.resample.draws import estimate_of, of_rows
from bakeoff.stats.resample.item_form import ItemForm
from bakeoff.stats.resample.table_draws import (
    cluster_cells,
    distinct_columns,
    of_tables,
    tables_of,
)
from bakeoff.stats.resample.units import Units, cluster_codes
from bakeoff.stats.two.mcnemar import p_value as mcnemar_p
from bakeoff.stats.two.permutation import permutation
from bakeoff.types import Alternative, ArrayLike, FloatArray, IntArray

AT_ONCE = 2**20  # random exchanges held in memory together
TIE = 1e-12  # differences this near to what was seen count as it


class Exchanged(NamedTuple):
    """The difference of a measure between two algorithms, its p-value, and how sure that is.

    `low` and `high` are a 95 percent interval for the p-value; where `exact`, they are it.
    `alike` says that there was nothing to exchange.
    """

    difference: float
    p: float
    low: float
    high: float
    exact: bool
    alike: bool = False


class Drawing(NamedTuple):
    """What is exchanged with what, how often, and which tail is asked for."""

    clusters: IntArray | None
    alternative: Alternative
    draws: int
    generator: np.random.Generator


def exchanged(
    form: ItemForm,
    clusters: ArrayLike | None,
    alternative: Alternative,
    draws: int,
    generator: np.random.Generator,
) -> Exchanged:
    """Return the difference of the two algorithms of a form, and the p-value of its exchanges."""
    codes = None if clusters is None else cluster_codes(clusters, len(form.truth))
    how = Drawing(codes, alternative, draws, generator)
    first, second = estimate_of(form)
    difference = float(first - second)
    if abs(difference) <= TIE * max(abs(first), abs(second)):
        difference = 0.0
    if form.form == "mean":
        return _of_means(form, difference, how)
    if np.array_equal(form.values[0], form.values[1]):
        return Exchanged(0.0, 1.0, 1.0, 1.0, exact=True, alike=True)
    if form.share and len(form.parts) == 1 and codes is None:
        return _of_shares(form, difference, alternative)
    gaps = _of_tables(form, how) if form.form == "tables" else _of_values(form, how)
    return _judged(difference, gaps, how)


def _judged(difference: float, gaps: FloatArray, how: Drawing) -> Exchanged:
    """Return p = (count + 1)/(draws + 1); a draw without a value counts as one as extreme."""
    slack = TIE * max(abs(difference), float(np.nanmax(np.abs(gaps), initial=0.0)))
    known = np.where(np.isnan(gaps), np.inf, gaps)
    if how.alternative == "two-sided":
        extreme = np.abs(known) >= abs(difference) - slack
    elif how.alternative == "greater":
        extreme = known >= difference - slack
    else:
        extreme = np.where(np.isinf(known), -np.inf, known) <= difference + slack
    count = float(np.count_nonzero(extreme))
    low, high = intervals.clopper_pearson(
        np.asarray(count), np.asarray(float(how.draws)), intervals.tail_area(0.95)
    )
    p = (count + 1.0) / (how.draws + 1.0)
    return Exchanged(difference, p, min(float(low), p), max(float(high), p), exact=False)


def _of_shares(form: ItemForm, difference: float, alternative: Alternative) -> Exchanged:
    """A share of items: the exchanges are coins for the items that only one has counted."""
    only_first = np.count_nonzero(form.values[0] > form.values[1])
    only_second = np.count_nonzero(form.values[1] > form.values[0])
    if (only_first > only_second) != (difference > 0.0):  # what is counted lowers the measure
        only_first, only_second = only_second, only_first
    first, second = np.asarray(float(only_first)), np.asarray(float(only_second))
    p = float(mcnemar_p(first, second, "exact", alternative))
    return Exchanged(difference, p, p, p, exact=True)


def _of_means(form: ItemForm, difference: float, how: Drawing) -> Exchanged:
    """A mean of losses: the signs of the differences of the items, or of whole clusters."""
    gaps = np.zeros(len(form.truth))
    for items in form.parts:
        gap = form.values[0, items] - form.values[1, items]
        gaps[items] = gap / (len(items) * len(form.parts))
    if how.clusters is not None:
        gaps = np.asarray(np.bincount(how.clusters, weights=gaps))
    found = permutation(gaps, 0.0, alternative=how.alternative, draws=how.draws, rng=how.generator)
    p = float(found.p_value)
    exact = found.method == "exact"
    low, high = (p, p) if exact else found.details["p_interval"]
    return Exchanged(
        difference,
        p,
        min(float(low), p),
        max(float(high), p),
        exact=exact,
        alike=not gaps.any(),
    )


def _of_tables(form: ItemForm, how: Drawing) -> FloatArray:
    """Return the differences after random exchanges: of each pattern a binomial count changes."""
    counts, moves = _moves(form, how.clusters)
    base = tables_of(form)
    parts, size = len(form.parts), form.size
    found = np.empty(how.draws)
    step = max(1, AT_ONCE // max(moves.size, base.size))
    for start in range(0, how.draws, step):
        rows = slice(start, min(start + step, how.draws))
        number = rows.stop - rows.start
        moved = how.generator.binomial(counts, 0.5, size=(number, len(counts))) @ moves
        shift = moved.reshape(number, parts, 1, size, size)
        tables = base + np.concatenate([shift, -shift], axis=2)
        values = of_tables(form, tables)
        found[rows] = values[:, 0] - values[:, 1]
    return found


def _moves(form: ItemForm, clusters: IntArray | None) -> tuple[IntArray, FloatArray]:
    """Return the distinct moves between tables, and how many units could make each.

    A move is what an exchange adds to the tables of the first: (moves, parts x cells).
    """
    cells, parts = form.size**2, len(form.parts)
    if clusters is not None:
        units = Units(len(form.truth), (np.arange(int(clusters.max()) + 1),), clusters)
        held = cluster_cells(form, units).reshape(units.count, parts, 2, cells)
        moves, counts = np.unique(
            (held[:, :, 1] - held[:, :, 0]).reshape(units.count, -1), axis=0, return_counts=True
        )
        return counts, moves
    found, sizes = [], []
    for place, members in enumerate(form.parts):
        counts, columns = distinct_columns(form.values[:, members], cells)
        differ = columns[:, 0] != columns[:, 1]
        step = np.zeros((int(differ.sum()), parts * cells))
        rows = np.arange(len(step))
        step[rows, place * cells + columns[differ, 0]] = -1.0
        step[rows, place * cells + columns[differ, 1]] = 1.0
        found.append(step)
        sizes.append(counts[differ])
    return np.concatenate(sizes), np.concatenate(found)


def _of_values(form: ItemForm, how: Drawing) -> FloatArray:
    """Return the differences after random exchanges of values: scores, or their ranks."""
    values: Any = form.values
    if form.ranks_only:
        values = np.empty(form.values.shape)
        for items in form.parts:
            columns = np.moveaxis(form.values[:, items], 1, -1)  # the items last, to be ranked
            values[:, items] = np.moveaxis(midranks(columns, np.zeros(1)), -1, 1)
    n = len(form.truth)
    found = np.empty(how.draws)
    step = max(1, AT_ONCE // values[0].size)
    for start in range(0, how.draws, step):
        rows = slice(start, min(start + step, how.draws))
        found[rows] = _gaps(form, values, _coins(rows.stop - rows.start, n, how))
    return found


def _coins(draws: int, n: int, how: Drawing) -> Any:
    """Return which items change places in each draw."""
    size = n if how.clusters is None else int(how.clusters.max()) + 1
    coins = how.generator.integers(0, 2, size=(draws, size), dtype=np.int8).astype(bool)
    return coins if how.clusters is None else coins[:, how.clusters]


def _gaps(form: ItemForm, values: Any, coins: Any) -> FloatArray:
    if form.form == "area":
        first = np.where(coins, values[1], values[0])
        second = np.where(coins, values[0], values[1])
        gaps = [
            _areas(form.truth[items] == 1, part[:, items])
            for part in (first, second)
            for items in form.parts
        ]
        parts = len(form.parts)
        return np.asarray(np.mean(gaps[:parts], axis=0) - np.mean(gaps[parts:], axis=0))
    if form.form == "areas":
        where = coins[:, :, np.newaxis]
        first = np.where(where, values[1], values[0])
        second = np.where(where, values[0], values[1])
        means = (ranked_class_areas(form, part, _areas) for part in (first, second))
        return np.asarray(next(means) - next(means))
    if form.weighted is not None:  # it takes all exchanges at once
        first = np.where(coins, values[1], values[0])
        second = np.where(coins, values[0], values[1])
        by_part = [
            form.function(items, first[:, items]) - form.function(items, second[:, items])
            for items in form.parts
        ]
        return np.asarray(np.mean(by_part, axis=0))
    found = []
    for change in coins:
        where = change.reshape(1, -1, *[1] * (values.ndim - 2))
        first, second = of_rows(form, list(form.parts), np.where(where, values[::-1], values))
        found.append(first - second)
    return np.array(found)


def _areas(truth: Any, ranks: FloatArray) -> FloatArray:
    """Return the area of each row of ranks: whole numbers when doubled, so they are counted."""
    draws = len(ranks)
    key = np.rint(2.0 * ranks).astype(np.int64)
    width = int(key.max()) + 1
    offset = (np.arange(draws) * width)[:, np.newaxis]
    negative = (key[:, ~truth] + offset).ravel()
    counts = np.bincount(negative, minlength=draws * width).reshape(draws, width)
    through = np.cumsum(counts, axis=1)
    doubled = 2 * through - counts  # twice the negative items below, once those that tie
    won = np.take_along_axis(doubled, key[:, truth], axis=1).sum(axis=1)
    return np.asarray(won / (2.0 * np.count_nonzero(truth) * np.count_nonzero(~truth)))
