"""Placements: how many items of the other class an item's score lies above."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.exact import placements as module
from bakeoff.exact.placements import placements


def by_comparison(truth, scores):
    """Twice the placements, from all pairs of a positive and a negative item."""
    positive, negative = scores[truth], scores[~truth]
    above = 2 * (positive[:, None] > negative) + (positive[:, None] == negative)
    return above.sum(axis=1), above.sum(axis=0)


@pytest.mark.parametrize("decimals", [1, 12])
@pytest.mark.parametrize("n", [2, 3, 30])
def test_every_pair_is_compared(n, decimals):
    """With many ties and with none; several models at once."""
    rng = np.random.default_rng(n)
    truth = rng.permutation(np.arange(n) % 2 == 0)
    scores = rng.normal(size=(4, n)).round(decimals)
    found = placements(truth, scores)
    for model in range(4):
        positive, negative = by_comparison(truth, scores[model])
        assert found.positive[model].tolist() == positive.tolist()
        assert found.negative[model].tolist() == negative.tolist()


def test_the_area_is_that_of_mann_and_whitney():
    """U over the number of pairs."""
    rng = np.random.default_rng(5)
    truth, scores = rng.random(200) < 0.3, rng.normal(size=200).round(1)
    u = stats.mannwhitneyu(scores[truth], scores[~truth]).statistic
    found = placements(truth, scores[None])
    assert found.doubled_wins.tolist() == [2 * u]
    assert found.areas[0] == pytest.approx(u / (truth.sum() * (~truth).sum()), rel=1e-14)


def test_infinite_scores_tie_with_each_other():
    """They can be put in order."""
    found = placements(np.array([True, False, True]), np.array([[np.inf, np.inf, -np.inf]]))
    assert found.positive.tolist() == [[1.0, 0.0]]
    assert found.negative.tolist() == [[1.0]]


def test_models_in_several_parts(monkeypatch):
    """What does not fit at once is sorted in blocks."""
    rng = np.random.default_rng(6)
    truth, scores = rng.random(20) < 0.5, rng.normal(size=(5, 20))
    whole = placements(truth, scores)
    monkeypatch.setattr(module, "AT_ONCE", 40)
    parts = placements(truth, scores)
    assert np.array_equal(whole.positive, parts.positive)
    assert np.array_equal(whole.negative, parts.negative)
