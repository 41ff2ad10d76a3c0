"""Areas of items with weights."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from bakeoff.stats.resample.area_draws import area_draws, order_of, weighted_areas
from bakeoff.stats.resample.units import units_of


@pytest.mark.parametrize("ties", [False, True])
def test_weights_are_repetitions(ties):
    """The area of items with whole weights is that of the items, repeated."""
    rng = np.random.default_rng(0)
    truth = rng.random(40) < 0.4
    scores = rng.normal(size=(3, 40)).round(0 if ties else 6)
    weights = rng.integers(0, 4, size=(20, 40)).astype(float)
    everything = np.arange(40)
    orders = [[order_of(truth, row, everything) for row in scores]]
    found = weighted_areas(orders, weights)
    for draw, times in enumerate(weights.astype(int)):
        rows = np.repeat(everything, times)
        theirs = [roc_auc_score(truth[rows], row[rows]) for row in scores]
        assert found[draw] == pytest.approx(theirs, rel=1e-12)


def test_a_draw_without_a_class_has_no_area():
    """It is NaN, and no number that somebody might take for one."""
    truth = np.array([True, False, False])
    order = [[order_of(truth, np.array([1.0, 0.0, 2.0]), np.arange(3))]]
    assert np.isnan(weighted_areas(order, np.array([[0.0, 1.0, 2.0]]))).all()


def test_folds():
    """The mean of the areas of the folds, in every draw."""
    rng = np.random.default_rng(1)
    truth = np.tile([True, False], 30)
    scores = rng.normal(size=(2, 60)) + truth
    parts = (np.arange(0, 30), np.arange(30, 60))
    units = units_of(parts, truth.astype(int))
    both = area_draws(truth, scores, units, 50, np.random.default_rng(2), parts=parts)
    weights = units.weights(50, np.random.default_rng(2))
    apart = [
        weighted_areas([[order_of(truth, row, items) for row in scores]], weights)
        for items in parts
    ]
    assert both == pytest.approx(np.mean(apart, axis=0))


def test_many_draws_come_in_pieces():
    """The same numbers, however many are worked on together."""
    truth = np.arange(70_000) % 2 == 0
    scores = np.random.default_rng(0).normal(size=(1, 70_000))
    units = units_of((np.arange(70_000),), truth.astype(int))
    found = area_draws(truth, scores, units, 5, np.random.default_rng(3))
    generator = np.random.default_rng(3)
    order = [[order_of(truth, scores[0], np.arange(70_000))]]
    alone = [weighted_areas(order, units.weights(1, generator))[0] for _ in range(5)]
    assert np.array_equal(found, np.array(alone))
