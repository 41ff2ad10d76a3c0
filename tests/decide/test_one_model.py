"""How good a single model is."""

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_predictions
from bakeoff.decide.one_model import estimates_of_one
from bakeoff.stats import auc_interval, bootstrap, proportion_interval


def items(folds=1):
    """Return probabilities of one model."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 90)
    score = np.clip(0.5 * y + 0.6 * rng.random(90), 0.01, 0.99)
    return read_predictions(
        pd.DataFrame({"fold": np.arange(90) % folds, "item": range(90), "y": y, "svm": score})
    )


def test_each_measure_has_its_interval():
    """Wilson's, DeLong's, the bootstrap's; a measure that is named twice is answered once."""
    known = items()
    wrong = int((~known.correct("svm")).sum())
    rows = estimates_of_one(known, ["error", "accuracy", "auc", "f1", "auc"])
    limits = [(row["low"], row["high"]) for row in rows]
    assert [row["method"] for row in rows] == ["wilson", "wilson", "delong", "bootstrap"]
    assert limits[0] == pytest.approx(proportion_interval(wrong, 90))
    assert limits[1] == pytest.approx(proportion_interval(90 - wrong, 90))
    assert limits[2] == pytest.approx(tuple(auc_interval(known.truth, known.score_of(0, ""))))
    assert limits[3][0] == pytest.approx(bootstrap(known, "f1").details["low"][0])


def test_a_perfect_model_is_not_sure_to_be_perfect():
    """DeLong's variance is 0 there; Agarwal's bound is not."""
    frame = pd.DataFrame({"y": [0, 1] * 40, "svm": [0.1, 0.9] * 40})
    (row,) = estimates_of_one(read_predictions(frame), ["auc"])
    assert (row["estimate"], row["high"], row["method"]) == (1.0, 1.0, "agarwal")
    assert row["low"] < 0.8


def test_folds_are_drawn():
    """The error is the mean over them."""
    (row,) = estimates_of_one(items(folds=3), ["error"])
    assert row["method"] == "bootstrap"
    assert row["low"] < row["estimate"] < row["high"]
