"""Means of the areas of several classes."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy.stats import rankdata

from bakeoff import measures, read_predictions
from bakeoff.stats import bootstrap, measure_permutation
from bakeoff.stats.resample.class_areas import class_orders, weighted_class_areas
from bakeoff.stats.resample.draws import estimate_of
from bakeoff.stats.resample.exchange import exchanged

NAMES = ("auc_ovr", "auc_ovr_weighted", "auc_ovo")


def items(n=90, folds=1, seed=0, digits=2):
    """Return probabilities of two models for three classes."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) // folds % 3
    frame = pd.DataFrame({"fold": np.arange(n) % folds, "item": range(n), "y": y})
    for name, gain in (("svm", 0.8), ("knn", 0.3)):
        p = rng.dirichlet((1, 1, 1), n) + gain * np.eye(3)[y]
        p = (p / p.sum(axis=1, keepdims=True)).round(digits)
        for place in range(3):
            frame[f"{name}_p{place}"] = p[:, place]
    return read_predictions(frame)


@pytest.mark.parametrize("folds", [1, 3])
@pytest.mark.parametrize("name", NAMES)
def test_the_measure_itself(name, folds):
    """What `Predictions.measure` gives, as the mean over the folds."""
    known = items(folds=folds, digits=9)
    expected = known.measure(name).values[0, :, :, 0].mean(axis=0)
    assert estimate_of(known.item_measure(name)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_weights_are_repetitions(name):
    """The measure of the items, repeated; a class that was not drawn is left out."""
    form = items(30).item_measure(name)
    function = getattr(measures, name)
    rng = np.random.default_rng(0)
    weights = rng.integers(0, 3, size=(12, 30)).astype(float)
    weights[0, form.truth == 1] = 0.0
    found = weighted_class_areas(form, class_orders(form), weights)
    for draw, times in enumerate(weights.astype(int)):
        rows = np.repeat(np.arange(30), times)
        theirs = [function(form.truth[rows], one[rows], labels=[0, 1, 2]) for one in form.values]
        assert found[draw] == pytest.approx(theirs, rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_exchanges(name):
    """Against listing all exchanges of the ranks of nine items."""
    known = items(9)
    form = known.item_measure(name)
    function = getattr(measures, name)
    ranks = rankdata(form.values, axis=1)

    def gap(coins):
        where = np.array(coins)[:, np.newaxis]
        first, second = np.where(where, ranks[::-1], ranks)
        return function(form.truth, first, labels=[0, 1, 2]) - function(
            form.truth, second, labels=[0, 1, 2]
        )

    gaps = np.array([gap(coins) for coins in itertools.product([False, True], repeat=9)])
    exact = np.mean(np.abs(gaps) >= abs(gaps[0]) - 1e-12)
    found = exchanged(form, None, "two-sided", 20_000, np.random.default_rng(0))
    assert found.difference == pytest.approx(gaps[0])
    assert found.p == pytest.approx(exact, abs=0.015)


def test_two_classes_are_the_area():
    """Of two classes every such mean is the one area."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 60)
    frame = pd.DataFrame({"y": y, "a": rng.random(60), "b": rng.random(60)})
    known = read_predictions(frame)
    form = known.item_measure("auc_ovo")
    assert (form.form, form.name) == ("area", "auc_ovo")
    assert estimate_of(form) == pytest.approx(estimate_of(known.item_measure("auc")))


def test_through_the_front_door():
    """An interval and a p for the difference of two models."""
    known = items(150)
    found = bootstrap(known, "auc_ovo", draws=500)
    assert found.low[0] > 0.0
    assert measure_permutation(known, "auc_ovo", draws=499).p_value[0] == pytest.approx(0.002)
