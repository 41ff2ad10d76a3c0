"""How many items of the other class an item's score lies above."""

import numpy as np
import pytest

from bakeoff.exact import placements as module
from bakeoff.exact.placements import placements


@pytest.mark.parametrize("digits", [0, 1, 9])
def test_all_pairs(digits):
    """Against comparing every two items, for several models at once."""
    rng = np.random.default_rng(0)
    truth = rng.random(50) < 0.4
    scores = rng.normal(size=(4, 50)).round(digits)
    found = placements(truth, scores)
    for model, row in enumerate(scores):
        gap = row[truth][:, np.newaxis] - row[~truth]
        doubled = 2.0 * (gap > 0) + (gap == 0)
        assert np.array_equal(found.positive[model], doubled.sum(axis=1))
        assert np.array_equal(found.negative[model], doubled.sum(axis=0))
        assert found.areas[model] == pytest.approx(doubled.mean() / 2.0)


def test_many_models_come_in_pieces(monkeypatch):
    """The same numbers, however many are sorted together."""
    rng = np.random.default_rng(1)
    truth, scores = rng.random(30) < 0.5, rng.integers(0, 9, size=(7, 30)).astype(float)
    whole = placements(truth, scores)
    monkeypatch.setattr(module, "AT_ONCE", 60)
    pieces = placements(truth, scores)
    assert np.array_equal(whole.positive, pieces.positive)
    assert np.array_equal(whole.negative, pieces.negative)


def test_infinite_scores():
    """They lie above, or below, all others."""
    truth = np.array([True, False, True, False])
    found = placements(truth, np.array([[np.inf, -np.inf, 0.0, np.inf]]))
    assert found.positive.tolist() == [[3.0, 2.0]]
    assert found.negative.tolist() == [[4.0, 1.0]]
