"""Means of the areas of several classes, of items with weights or with ranks exchanged."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff.stats.resample.area_draws import Order, order_of, weighted_area
from bakeoff.stats.resample.item_form import ItemForm
from bakeoff.types import BoolArray, FloatArray, IntArray

Orders = list[list[list[Order]]]  # of each part, term and algorithm


def class_orders(form: ItemForm) -> Orders:
    """Return the items of every area in the order of every algorithm's scores."""
    return [
        [_of_term(form, term, items[_asked(form, term, items)]) for term in form.terms]
        for items in form.parts
    ]


def _of_term(form: ItemForm, term: Any, items: IntArray) -> list[Order]:
    truth = form.truth == term.positive
    return [order_of(truth, scores[:, term.column], items) for scores in form.values]


def weighted_class_areas(form: ItemForm, orders: Orders, weights: FloatArray) -> FloatArray:
    """Return the mean over the parts of the mean area: draws x algorithms."""
    total = np.zeros((len(weights), len(form.algorithms)))
    for terms in orders:
        shape = (len(terms), len(weights), len(form.algorithms))
        areas = np.full(shape, np.nan)
        shares = np.ones((*shape[:2], 1))
        for place, models in enumerate(terms):
            if form.by_items:
                shares[place, :, 0] = weights.take(models[0].positive, axis=1).sum(axis=1)
            if len(models[0].positive) and len(models[0].negative):
                for model, order in enumerate(models):
                    areas[place, :, model] = weighted_area(order, weights)
        total += mean_of_known(areas, shares)
    return total / len(orders)


def ranked_class_areas(form: ItemForm, ranks: FloatArray, areas_of: Any) -> FloatArray:
    """Return the mean area of ranks (draws, items, classes); `areas_of` gives that of one."""
    found = np.zeros(len(ranks))
    for items in form.parts:
        areas, shares = [], []
        for term in form.terms:
            here = items[_asked(form, term, items)]
            truth = form.truth[here] == term.positive
            both = truth.any() and not truth.all()
            column = ranks[:, here, term.column]
            areas.append(areas_of(truth, column) if both else np.full(len(ranks), np.nan))
            shares.append(np.count_nonzero(truth) if form.by_items else 1.0)
        share = np.array(shares, dtype=np.float64)[:, np.newaxis]
        found += mean_of_known(np.array(areas), share)
    return found / len(form.parts)


def mean_of_known(areas: FloatArray, shares: FloatArray) -> FloatArray:
    """Return the weighted mean over the first axis of what has a value; NaN where nothing has."""
    known = ~np.isnan(areas)
    total = np.sum(shares * known, axis=0)
    summed = np.sum(np.where(known, areas, 0.0) * shares, axis=0)
    return np.where(total > 0.0, summed / np.where(total > 0.0, total, 1.0), np.nan)


def _asked(form: ItemForm, term: Any, items: IntArray) -> BoolArray:
    """Return which items an area speaks of: all, or those of its two classes."""
    if term.negative is None:
        return np.ones(len(items), dtype=np.bool_)
    truth = form.truth[items]
    return np.asarray((truth == term.positive) | (truth == term.negative))
