"""Counts of patterns drawn in place of items."""

import itertools

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_predictions
from bakeoff.stats.resample.draws import estimate_of
from bakeoff.stats.resample.table_draws import (
    distinct_columns,
    of_tables,
    patterns_of,
    table_draws,
)
from bakeoff.stats.resample.units import units_of

ITEMS = pd.DataFrame(
    {"y": [1, 1, 1, 0, 0, 0], "svm": [1, 1, 0, 0, 0, 1], "knn": [1, 0, 0, 1, 0, 0]}
)


def form_of(frame, measure="f1"):
    """Return a measure of predictions."""
    return read_predictions(frame).item_measure(measure)


def all_draws(frame, measure):
    """Return the measure in each of the n^n draws of n items, by the rows themselves."""
    found = {}
    for rows in itertools.product(range(len(frame)), repeat=len(frame)):
        key = tuple(sorted(rows))
        found[key] = found.get(key, 0) + 1
    values = []
    for rows in found:
        drawn = frame.iloc[list(rows)].reset_index(drop=True)
        y, svm, knn = (drawn[name].to_numpy() for name in ("y", "svm", "knn"))
        values.append([measure(y, one) for one in (svm, knn)])
    weights = np.array(list(found.values()), dtype=float)
    return np.array(values), weights / weights.sum()


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("accuracy", lambda y, p: (y == p).mean()),
        ("tp", lambda y, p: float(((y == 1) & (p == 1)).sum())),
    ],
)
def test_the_law_is_that_of_rows(name, function):
    """Mean and covariance over all 46,656 draws of six items, against 40,000 random ones."""
    values, weights = all_draws(ITEMS, function)
    mean = weights @ values
    covariance = (values - mean).T @ ((values - mean) * weights[:, None])
    form = form_of(ITEMS, name)
    units = units_of(form.parts, form.truth)
    drawn = table_draws(form, units, 40_000, np.random.default_rng(0))
    scale = np.sqrt(covariance.diagonal().max())
    # the standard error of a mean is scale/200, that of a covariance about scale^2/140
    assert drawn.mean(axis=0) == pytest.approx(mean, abs=scale / 40)
    assert np.cov(drawn.T) == pytest.approx(covariance, abs=scale**2 / 30)


def test_the_patterns_hold_all_items():
    """Patterns times their counts are the tables of the data."""
    form = form_of(ITEMS)
    (block,) = patterns_of(form, units_of(form.parts, form.truth))
    tables = (block.counts @ block.cells).reshape(1, 1, 2, 2, 2)
    assert of_tables(form, tables)[0] == pytest.approx(estimate_of(form))
    assert block.counts.sum() == 6


def test_within_the_classes():
    """Six items, three of each class: tp + fn stays 3."""
    form = form_of(ITEMS, "tpr")
    units = units_of(form.parts, form.truth, stratified=True)
    drawn = table_draws(form, units, 500, np.random.default_rng(0)) * 3
    assert np.abs(drawn - drawn.round()).max() < 1e-12


@pytest.mark.parametrize("rows", [2, 12])
def test_distinct_columns(rows):
    """Counted in a table, or sorted where there could be too many: as numpy counts them."""
    rng = np.random.default_rng(0)
    values = rng.integers(0, 4, size=(rows, 300))
    values[:, 150:] = values[:, :150]
    counts, columns = distinct_columns(values, 4)
    expected, expected_counts = np.unique(values.T, axis=0, return_counts=True)
    assert np.array_equal(columns, expected)
    assert np.array_equal(counts, expected_counts)


def test_clusters():
    """Clusters of one item are items; two equal items in a cluster count twice."""
    frame = pd.concat([ITEMS, ITEMS], ignore_index=True)
    form, doubled = form_of(ITEMS, "accuracy"), form_of(frame, "accuracy")
    single = units_of(form.parts, form.truth)
    clusters = units_of(doubled.parts, doubled.truth, clusters=np.tile(np.arange(6), 2))
    plain = table_draws(form, single, 4000, np.random.default_rng(0))
    paired = table_draws(doubled, clusters, 4000, np.random.default_rng(1))
    # a standard deviation of 4000 draws has a relative error of 0.011
    assert paired.std(axis=0) == pytest.approx(plain.std(axis=0), rel=0.06)


def test_folds():
    """Each fold is drawn by itself, and the measure is the mean over them."""
    frame = ITEMS.assign(fold=[0, 0, 0, 1, 1, 1], item=range(6))
    form = form_of(frame, "accuracy")
    drawn = table_draws(form, units_of(form.parts, form.truth), 300, np.random.default_rng(0))
    assert np.abs(drawn * 6 - (drawn * 6).round()).max() < 1e-9
    assert drawn.mean(axis=0) == pytest.approx([4 / 6, 3 / 6], abs=0.05)
