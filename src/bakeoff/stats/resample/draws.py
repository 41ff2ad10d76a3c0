"""A measure in every draw of a bootstrap, by the road that its form allows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bakeoff.stats.resample.area_draws import area_draws, order_of, weighted_areas
from bakeoff.stats.resample.class_areas import class_orders, weighted_class_areas
from bakeoff.stats.resample.item_form import ItemForm
from bakeoff.stats.resample.table_draws import table_draws, table_estimate
from bakeoff.stats.resample.units import Units
from bakeoff.types import FloatArray

AT_ONCE = 2**20  # weights held in memory together
NEAR = 2**17  # weights that a processor keeps near itself


def estimate_of(form: ItemForm) -> FloatArray:
    """Return the measure of every algorithm on the items as they are."""
    if form.form == "tables":
        return table_estimate(form)
    if form.form == "area":
        truth = form.truth.astype(bool)
        orders = [[order_of(truth, row, items) for row in form.values] for items in form.parts]
        return np.asarray(weighted_areas(orders, np.ones((1, len(truth))))[0])
    if form.form == "areas":
        ones = np.ones((1, len(form.truth)))
        return np.asarray(weighted_class_areas(form, class_orders(form), ones)[0])
    if form.form == "mean":
        means = [form.values[:, items].mean(axis=1) for items in form.parts]
        return np.asarray(np.mean(means, axis=0))
    return of_rows(form, list(form.parts))


def draws_of(
    form: ItemForm, units: Units, draws: int, generator: np.random.Generator
) -> FloatArray:
    """Return the measure of every algorithm in every draw: draws x algorithms."""
    if form.form == "tables":
        return table_draws(form, units, draws, generator)
    if form.form == "area":
        truth = form.truth.astype(bool)
        return area_draws(truth, form.values, units, draws, generator, parts=form.parts)
    return _by_weights(form, units, draws, generator)


def _by_weights(
    form: ItemForm, units: Units, draws: int, generator: np.random.Generator
) -> FloatArray:
    of_weights: Callable[[FloatArray], FloatArray]
    if form.form == "areas":
        orders = class_orders(form)

        def of_weights(weights: FloatArray) -> FloatArray:
            return weighted_class_areas(form, orders, weights)

    elif form.weighted is not None:

        def of_weights(weights: FloatArray) -> FloatArray:
            return _weighted_rows(form, weights)

    elif form.form == "mean":

        def of_weights(weights: FloatArray) -> FloatArray:
            return _weighted_means(form, weights)

    else:

        def of_weights(weights: FloatArray) -> FloatArray:
            return np.array([_of_repeats(form, row) for row in weights])

    found = np.empty((draws, len(form.algorithms)))
    near = NEAR if form.form == "areas" or form.weighted is not None else AT_ONCE
    step = max(1, near // len(form.truth))
    for start in range(0, draws, step):
        rows = slice(start, min(start + step, draws))
        found[rows] = of_weights(units.weights(rows.stop - rows.start, generator))
    return found


def _weighted_means(form: ItemForm, weights: FloatArray) -> FloatArray:
    total = np.zeros((len(weights), len(form.algorithms)))
    for items in form.parts:
        part = weights[:, items]
        size = part.sum(axis=1)[:, np.newaxis]
        means = part @ form.values[:, items].T / np.where(size > 0.0, size, 1.0)
        total += np.where(size > 0.0, means, np.nan)
    return total / len(form.parts)


def _weighted_rows(form: ItemForm, weights: FloatArray) -> FloatArray:
    """Return the mean over the parts of a measure that takes weights."""
    total = np.zeros((len(weights), len(form.algorithms)))
    for items in form.parts:
        part = weights.take(items, axis=1)
        for place, row in enumerate(form.values):
            total[:, place] += form.weighted(items, row[items], part)
    return total / len(form.parts)


def _of_repeats(form: ItemForm, weights: FloatArray) -> FloatArray:
    """Return the measure of items that come up as often as their weights say."""
    times = weights.astype(np.int64)
    return of_rows(form, [np.repeat(items, times[items]) for items in form.parts])


def of_rows(form: ItemForm, parts: list[Any], values: Any = None) -> FloatArray:
    """Return the mean over parts of the measure of rows; of other values than the form's own."""
    given = form.values if values is None else values
    found = [
        np.asarray(form.function(rows, given[:, rows]), dtype=np.float64)
        if len(rows)
        else np.full(len(form.algorithms), np.nan)
        for rows in parts
    ]
    return np.asarray(np.mean(found, axis=0))
