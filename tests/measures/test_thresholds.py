"""Confusion tables at any thresholds: against deciding item by item."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.measures import confusion, counts, rates, rates_at, roc_curve

SCORES = st.sampled_from([-np.inf, -1.0, 0.0, 0.25, 0.5, 0.75, 1.0, np.inf])
ITEMS = st.lists(st.tuples(st.booleans(), SCORES), min_size=1, max_size=12)


@given(ITEMS, st.lists(SCORES, min_size=1, max_size=6))
def test_each_table_is_that_of_the_decisions(items, thresholds):
    """Positive when the score is at least the threshold, for any order of thresholds."""
    truth, score = map(np.array, zip(*items, strict=True))
    found = rates_at(truth, score, thresholds)
    assert found.shape == (len(thresholds), 2, 2)
    for table, cut in zip(found, thresholds, strict=True):
        assert np.array_equal(table, confusion(truth, score >= cut, labels=[False, True]))


def test_many_models_at_the_21_thresholds_of_the_thesis(monkeypatch):
    """Models x thresholds at once are the tables one by one; also in slices."""
    rng = np.random.default_rng(1)
    y = rng.random(50) < 0.4
    score = rng.random((3, 50)).round(2)
    thresholds = np.arange(21) / 20
    monkeypatch.setattr(counts, "AT_ONCE", 60)
    found = rates_at(y, score, thresholds)
    assert found.shape == (3, 21, 2, 2)
    assert np.array_equal(found, [rates_at(y, one, thresholds) for one in score])
    assert rates(found).tpr.shape == (3, 21)
    assert (rates(found).tpr[:, 0] == 1.0).all()


def test_truth_may_differ_by_row():
    """Folds of equal size: a row of truth for each row of scores."""
    y = [[0, 1], [1, 0]]
    found = rates_at(y, [[0.2, 0.8], [0.2, 0.8]], 0.5)
    assert found[:, 0].tolist() == [[[1, 0], [0, 1]], [[0, 1], [1, 0]]]


def test_the_thresholds_of_a_curve_give_the_curve():
    """Reduction: the rates at the ROC curve's own thresholds are its points."""
    rng = np.random.default_rng(6)
    y, score = rng.integers(0, 2, 40), rng.normal(size=40).round(1)
    curve = roc_curve(y, score)
    found = rates(rates_at(y, score, curve.thresholds))
    assert np.array_equal(found.fpr, curve.x)
    assert np.array_equal(found.tpr, curve.y)


def test_a_missing_score_or_threshold_is_told():
    """NaN is above and below nothing."""
    with pytest.raises(InvalidInput) as error:
        rates_at([0, 1], [0.5, np.nan], 0.5)
    assert str(error.value) == (
        "score: 1 value is missing (the first at 1); "
        "remove or fill what is missing before measuring"
    )
    with pytest.raises(InvalidInput) as error:
        rates_at([0, 1], [0.5, 0.6], [0.5, np.nan])
    assert str(error.value).startswith("thresholds: 1 value is missing (the first at 1)")
