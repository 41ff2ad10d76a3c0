"""The ROC convex hull: against scipy's hull and by its defining property."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from bakeoff.measures import roc_curve, roc_hull

ITEMS = st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=2, max_size=40)


@pytest.mark.parametrize("worthwhile", [1e-9, 0.05, 2.0], ids=["passes", "both", "walk"])
@given(items=ITEMS)
def test_corners_turn_right_and_nothing_lies_above(worthwhile, items):
    """Slopes fall strictly from corner to corner, and no point of the curve is above the hull."""
    truth, score = map(np.array, zip(*items, strict=True))
    if truth.all() or not truth.any():
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bakeoff.measures.hull.WORTHWHILE", worthwhile)
        hull, curve = roc_hull(truth, score), roc_curve(truth, score)
    right, up = np.diff(hull.fp), np.diff(hull.tp)
    assert all(up[:-1] * right[1:] > up[1:] * right[:-1])
    assert (hull.x[0], hull.y[0], hull.x[-1], hull.y[-1]) == (0, 0, 1, 1)
    for a in range(len(hull) - 1):  # cross products in whole numbers: no tolerance
        over = (curve.tp - hull.tp[a]) * right[a] - (curve.fp - hull.fp[a]) * up[a]
        assert (over <= 0).all()
    assert set(hull.thresholds) <= set(curve.thresholds)
    assert hull.area() >= curve.area()


@pytest.mark.parametrize("n", [300, 20_000])
def test_scipy_has_the_same_area(n):
    """The hull of the points and of the corner (1, 0), by Qhull; it works in floating point."""
    rng = np.random.default_rng(n)
    y = rng.random(n) < 0.3
    score = rng.normal(size=n) + 0.7 * y
    curve = roc_curve(y, score)
    theirs = ConvexHull([*zip(curve.x, curve.y, strict=True), (1.0, 0.0)]).volume
    assert roc_hull(y, score).area() == pytest.approx(theirs, rel=1e-10)


def test_a_curve_below_the_diagonal_has_the_diagonal_as_its_hull():
    """Every threshold is worse than chance: mixing "never" and "always" is better."""
    hull = roc_hull([1, 1, 0, 0], [0.1, 0.2, 0.3, 0.4])
    assert hull.x.tolist() == hull.y.tolist() == [0.0, 1.0]
    assert hull.area() == 0.5


def test_points_on_an_edge_are_left_out():
    """Three points in a line are two corners."""
    hull = roc_hull([1, 0, 1, 0], [0.9, 0.9, 0.5, 0.5])
    assert hull.x.tolist() == [0.0, 1.0]


def test_a_perfect_and_a_constant_classifier():
    """(0, 1) is a corner; all ties are the diagonal."""
    assert roc_hull([0, 1], [0.1, 0.9]).x.tolist() == [0.0, 0.0, 1.0]
    assert len(roc_hull([0, 1, 1], np.ones(3))) == 2


def test_one_class_only_keeps_its_note():
    """Nothing to draw a hull around: the undefined curve, with its reason."""
    hull = roc_hull([1, 1], [0.1, 0.2])
    assert np.isnan(hull.area())
    assert hull.notes == roc_curve([1, 1], [0.1, 0.2]).notes


def test_slow_shapes_end():
    """A staircase whose points go one pass at a time is left to the walk, and is still right."""
    fine = np.arange(400)
    y = np.r_[np.ones(400), np.zeros(400)]
    hull = roc_hull(y, np.r_[-(fine**2.0), -(fine**1.5)])
    curve = roc_curve(y, np.r_[-(fine**2.0), -(fine**1.5)])
    theirs = ConvexHull([*zip(curve.x, curve.y, strict=True), (1.0, 0.0)]).volume
    assert hull.area() == pytest.approx(theirs, rel=1e-10)
