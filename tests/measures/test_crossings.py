"""Where two ROC curves cross."""

import itertools

import numpy as np
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.measures import best_threshold, pr_curve, roc_crossings, roc_curve


def made(n=80, seed=0, *, ties=False):
    """Return items of two classes and two scores: one for the top, one for the bottom."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    first = rng.normal(size=n) * np.where(y == 1, 2.0, 0.7) + y
    second = rng.normal(size=n) * np.where(y == 1, 0.7, 2.0) + y
    digits = 0 if ties else 9
    return y, first.round(digits), second.round(digits)


def height(curve, x):
    """Return the height of a curve, straight lines between its points; the upper end of a rise."""
    place = np.searchsorted(curve.x, x, side="right") - 1
    if place == len(curve) - 1 or curve.x[place] == x:
        return curve.y[place]
    share = (x - curve.x[place]) / (curve.x[place + 1] - curve.x[place])
    return curve.y[place] + share * (curve.y[place + 1] - curve.y[place])


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_order_changes_at_crossings_and_nowhere_else(ties, seed):
    """Between two crossings one curve is never below the other."""
    y, *scores = made(seed=seed, ties=ties)
    first, second = (roc_curve(y, score) for score in scores)
    found = roc_crossings(first, second)
    assert len(found.x)
    edges = [0.0, *found.x, 1.0]
    rng = np.random.default_rng(0)
    kinds = []
    for low, high in itertools.pairwise(edges):
        places = low + (high - low) * rng.random(60)
        gaps = np.array([height(first, x) - height(second, x) for x in places])
        gaps[np.abs(gaps) < 1e-9] = 0.0
        assert (gaps >= 0).all() or (gaps <= 0).all()
        if gaps.any():
            kinds.append(np.sign(gaps.sum()))
    assert all(a != b for a, b in itertools.pairwise(kinds)) or ties


@pytest.mark.parametrize("share", [None, 0.1])
@pytest.mark.parametrize("seed", range(3))
def test_loss_ranges(seed, share):
    """Whose best threshold has the smaller risk, for ratios all over."""
    y, *scores = made(seed=seed)
    curves = [roc_curve(y, score) for score in scores]
    found = roc_crossings(*curves, positive_share=share)
    assert found.ranges[0].low == 0.0
    assert found.ranges[-1].high == np.inf
    for ratio in np.geomspace(1e-3, 1e3, 80):
        risks = [
            best_threshold(y, score, loss_ratio=ratio, positive_share=share).risk
            for score in scores
        ]
        better = "neither"
        if abs(risks[0] - risks[1]) > 1e-12:
            better = "first" if risks[0] < risks[1] else "second"
        told = {one.better for one in found.ranges if one.low <= ratio <= one.high}
        near = any(np.isclose(ratio, one.low, rtol=1e-9) for one in found.ranges)
        assert better in told or near


def test_the_order_of_the_curves():
    """Turned round, the places are the same and the better one is the other."""
    y, *scores = made()
    first, second = (roc_curve(y, score) for score in scores)
    one, other = roc_crossings(first, second), roc_crossings(second, first)
    assert one.x == pytest.approx(other.x)
    turned = {"first": "second", "second": "first", "neither": "neither"}
    assert [turned[part.better] for part in one.ranges] == [part.better for part in other.ranges]


def test_one_dominates():
    """No crossing; never worse for any ratio."""
    y = np.repeat([0, 1], 50)
    good = roc_curve(y, y + np.linspace(0, 1.2, 100))
    bad = roc_curve(y, np.random.default_rng(0).random(100))
    found = roc_crossings(good, bad)
    assert found.x.size == 0
    assert "second" not in {one.better for one in found.ranges}


def test_the_same_curve():
    """Neither, everywhere."""
    y, score, _ = made()
    curve = roc_curve(y, score)
    found = roc_crossings(curve, curve)
    assert found.x.size == 0
    assert [tuple(one) for one in found.ranges] == [(0.0, np.inf, "neither")]


def test_curves_that_run_together_and_part_again():
    """Touching without changing sides is no crossing; changing sides after it is one."""
    y = [1, 0, 1, 0, 1, 0]
    a = roc_curve(y, [9, 8, 7, 6, 5, 4])
    b = roc_curve(y, [8, 9, 7, 6, 5, 4])
    assert roc_crossings(a, b).x.size == 0


@pytest.mark.parametrize(
    ("curves", "sentence"),
    [
        (
            (pr_curve([0, 1], [1, 2]), roc_curve([0, 1], [1, 2])),
            "first must be a ROC curve with its counts, as roc_curve gives it",
        ),
        (
            (roc_curve([0, 1], [1, 2]), roc_curve([1, 1], [1, 2])),
            (
                "y must hold both classes: y holds no negative item: the false positive rate is "
                "undefined (0/0), and so is the area"
            ),
        ),
    ],
)
def test_errors(curves, sentence):
    """Each sentence in full."""
    with pytest.raises(InvalidInput) as error:
        roc_crossings(*curves)
    assert str(error.value) == sentence
