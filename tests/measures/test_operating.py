"""The threshold that costs least."""

import numpy as np
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.measures import best_threshold, roc_hull, threshold


def made(n=60, seed=0, *, ties=False):
    """Return items of two classes with scores."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return y, (rng.random(n) * 0.6 + 0.4 * y).round(1 if ties else 6)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("ratio", [0.0, 0.2, 1.0, 3.0, 50.0])
def test_against_trying_all(ties, ratio):
    """Every score as a threshold, and none at all."""
    y, score = made(ties=ties)
    costs = {
        cut: (ratio * np.sum((score >= cut) & (y == 0)) + np.sum((score < cut) & (y == 1))) / 60
        for cut in [np.inf, *np.unique(score)]
    }
    found = best_threshold(y, score, loss_ratio=ratio)
    least = min(costs.values())
    assert found.risk == pytest.approx(least)
    assert found.threshold == max(cut for cut, cost in costs.items() if cost <= least + 1e-12)


def test_the_whole_gap_gives_the_same_calls():
    """Any threshold above `next_below` up to `threshold`."""
    y, score = made()
    found = best_threshold(y, score)
    middle = (found.threshold + found.next_below) / 2
    assert np.array_equal(score >= middle, score >= found.threshold)
    assert found.next_below in score


def test_several_ratios_at_once():
    """As if each were alone, in any shape."""
    y, score = made()
    ratios = np.array([[0.1, 1.0], [2.0, 9.0]])
    found = best_threshold(y, score, loss_ratio=ratios)
    assert found.threshold.shape == (2, 2)
    for place, ratio in np.ndenumerate(ratios):
        alone = best_threshold(y, score, loss_ratio=ratio)
        assert found.threshold[place] == alone.threshold
        assert found.risk[place] == alone.risk


def test_dear_false_alarms_ask_for_a_high_threshold():
    """It rises with the ratio, and every point lies on the hull."""
    y, score = made(400)
    found = best_threshold(y, score, loss_ratio=np.geomspace(0.01, 100, 40))
    assert (np.diff(found.threshold) >= 0).all()
    assert np.isin(found.threshold, roc_hull(y, score).thresholds).all()


def test_calibrated_probabilities():
    """Near lambda/(1 + lambda) where the scores are the true probabilities."""
    rng = np.random.default_rng(0)
    p = rng.random(200_000)
    y = rng.random(200_000) < p
    for ratio in (0.5, 1.0, 3.0):
        found = best_threshold(y, p, loss_ratio=ratio)
        assert found.threshold == pytest.approx(threshold(ratio), abs=0.03)


def test_another_share_of_positives():
    """A ratio and a share count only as the slope ratio x (1 - share)/share."""
    y, score = made()
    share = y.mean()
    there = best_threshold(y, score, loss_ratio=1.0, positive_share=0.01)
    odds = (0.99 / 0.01) / ((1 - share) / share)
    here = best_threshold(y, score, loss_ratio=odds)
    assert there.threshold == here.threshold


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"loss_ratio": -1}, "loss_ratio must be 0 or more, and finite; it went from -1 to -1"),
        (
            {"loss_ratio": [1, np.inf]},
            "loss_ratio must be 0 or more, and finite; it went from 1 to inf",
        ),
        ({"positive_share": 1}, "positive_share must lie strictly between 0 and 1; it was 1"),
    ],
)
def test_errors(choices, sentence):
    """Each sentence in full."""
    with pytest.raises(InvalidInput) as error:
        best_threshold(*made(), **choices)
    assert str(error.value) == sentence


def test_one_class():
    """There is nothing to weigh."""
    with pytest.raises(InvalidInput) as error:
        best_threshold([1, 1], [0.1, 0.2])
    assert str(error.value) == (
        "y must hold both classes: y holds no negative item: the false positive rate is undefined "
        "(0/0), and so is the area"
    )
