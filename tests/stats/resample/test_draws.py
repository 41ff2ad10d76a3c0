"""Any measure in every draw."""

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_predictions
from bakeoff.measures import average_precision
from bakeoff.stats.resample.draws import draws_of, estimate_of
from bakeoff.stats.resample.units import units_of


def items(n=30, folds=1, seed=0):
    """Return probabilities of two models."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) // folds % 2
    frame = pd.DataFrame({"fold": np.arange(n) % folds, "item": range(n), "y": y})
    for name in ("svm", "knn"):
        frame[name] = np.clip(0.3 * y + 0.6 * rng.random(n), 0.01, 0.99)
    return read_predictions(frame)


def both(form, draws=40):
    """Return the draws, and the weights of the same draws."""
    units = units_of(form.parts, form.truth)
    found = draws_of(form, units, draws, np.random.default_rng(1))
    return found, units.weights(draws, np.random.default_rng(1)).astype(int)


@pytest.mark.parametrize("folds", [1, 3])
def test_a_mean_of_losses(folds):
    """The mean over the items that were drawn, fold by fold."""
    form = items(folds=folds).item_measure("log_loss")
    found, weights = both(form)
    for draw, times in zip(found, weights, strict=True):
        means = [
            [np.repeat(row[part], times[part]).mean() for row in form.values] for part in form.parts
        ]
        assert draw == pytest.approx(np.mean(means, axis=0))


def test_a_function_of_rows():
    """It sees each item as often as it was drawn."""
    form = items().item_measure("average_precision")
    found, weights = both(form)
    for draw, times in zip(found, weights, strict=True):
        rows = np.repeat(np.arange(30), times)
        theirs = [average_precision(form.truth[rows], row[rows]) for row in form.values]
        assert draw == pytest.approx(theirs)


def test_every_draw_of_the_items_as_they_are_is_the_estimate():
    """With one item each there is nothing to draw."""
    frame = pd.DataFrame({"fold": [0, 1], "item": [0, 1], "y": [0, 1], "svm": [0.2, 0.9]})
    form = read_predictions(frame).item_measure("brier")
    found, _ = both(form)
    assert found == pytest.approx(np.broadcast_to(estimate_of(form), found.shape))
