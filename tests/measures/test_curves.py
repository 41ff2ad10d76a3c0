"""Curves: their points, their ends, their notes, and the areas they know."""

import numpy as np
import pytest
from sklearn import metrics

from bakeoff.errors import InvalidInput
from bakeoff.measures import (
    mean_curve,
    pr_auc,
    pr_curve,
    roc_auc,
    roc_curve,
    sensitivity_specificity_curve,
)

Y = [0, 1, 0, 1, 1]
SCORE = [0.1, 0.4, 0.4, 0.8, 0.9]


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


def random_items(seed, n=200, digits=1):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.4
    return y, (rng.normal(size=n) + y).round(digits)


def test_roc_points_and_ends():
    """(0, 0) at +inf, one point for the two equal scores, (1, 1) at the lowest score."""
    x, y, thresholds = roc_curve(Y, SCORE)
    assert x.tolist() == [0, 0, 0, 0.5, 1]
    assert y.tolist() == [0, 1 / 3, 2 / 3, 1, 1]
    assert thresholds.tolist() == [np.inf, 0.9, 0.8, 0.4, 0.1]


@pytest.mark.parametrize("digits", [1, 6])
def test_scikit_learn_has_the_same_roc_points(digits):
    """With all collinear points kept on both sides, and the same thresholds."""
    y, score = random_items(0, digits=digits)
    curve = roc_curve(y, score)
    fpr, tpr, thresholds = metrics.roc_curve(y, score, drop_intermediate=False)
    assert np.array_equal(curve.x, fpr)
    assert np.array_equal(curve.y, tpr)
    assert np.array_equal(curve.thresholds, thresholds)


@pytest.mark.parametrize("digits", [1, 6])
def test_scikit_learn_has_the_same_pr_points_but_for_the_start(digits):
    """Theirs run the other way and end in a made-up (recall 0, precision 1)."""
    y, score = random_items(1, digits=digits)
    recall, precision, thresholds = pr_curve(y, score)
    their_precision, their_recall, their_thresholds = metrics.precision_recall_curve(y, score)
    assert np.array_equal(precision[:0:-1], their_precision[:-1])
    assert np.array_equal(recall[:0:-1], their_recall[:-1])
    assert np.array_equal(thresholds[:0:-1], their_thresholds)


def test_pr_begins_with_the_precision_of_the_first_threshold():
    """Two negatives among the three highest equal scores: 1/3, not 1, at recall 0."""
    recall, precision, thresholds = pr_curve([1, 0, 0, 1], [0.9, 0.9, 0.9, 0.1])
    assert (recall[0], precision[0], thresholds[0]) == (0.0, 1 / 3, np.inf)
    assert precision.tolist() == [1 / 3, 1 / 3, 0.5]


def test_sensitivity_and_specificity_mirror_the_roc_curve():
    """Specificity is 1 - fpr, without the rounding; the area is the same number."""
    y, score = random_items(2)
    mirror, roc = sensitivity_specificity_curve(y, score), roc_curve(y, score)
    assert mirror.x == pytest.approx(1 - roc.x, abs=1e-15)
    assert np.array_equal(mirror.y, roc.y)
    assert mirror.area() == roc.area()
    assert (mirror.x_name, mirror.y_name) == ("specificity", "sensitivity")
    assert mirror.x[0] == 1.0


@pytest.mark.parametrize("digits", [0, 1, 6])
def test_the_area_of_a_curve_is_that_of_its_scores(digits):
    """The ROC area to the last bit; the PR area by each method."""
    y, score = random_items(3, digits=digits)
    assert roc_curve(y, score).area() == roc_auc(y, score)
    curve = pr_curve(y, score)
    assert curve.area_method == "interpolated"
    assert curve.area() == pytest.approx(pr_auc(y, score), rel=1e-14)
    for method in ("interpolated", "trapezoid", "average-precision"):
        assert curve.area(method) == pytest.approx(pr_auc(y, score, method=method), rel=1e-14)
    assert curve.area("trapezoid") == pytest.approx(np.trapezoid(curve.y, curve.x), rel=1e-13)
    assert roc_curve(y, score).area("trapezoid") == roc_auc(y, score)


def test_labels_and_the_positive_class():
    """Text labels work; the other class as the positive one mirrors the curve."""
    names = ["yes" if label else "no" for label in Y]
    assert np.array_equal(roc_curve(names, SCORE).y, roc_curve(Y, SCORE).y)
    assert roc_curve(names, SCORE).area() == 11 / 12
    assert roc_curve(names, SCORE, positive="no").area() == 1 / 12


@pytest.mark.parametrize(
    ("curve", "y", "note"),
    [
        (roc_curve, [0, 0], "y holds no positive item: the true positive rate is undefined"),
        (roc_curve, [1, 1], "y holds no negative item: the false positive rate is undefined"),
        (sensitivity_specificity_curve, [0, 0], "y holds no positive item: sensitivity is"),
        (sensitivity_specificity_curve, [1, 1], "y holds no negative item: specificity is"),
        (pr_curve, [0, 0], "y holds no positive item: recall is undefined (0/0), and so is the"),
    ],
)
def test_one_class_only_is_nan_and_said(curve, y, note):
    """The undefined axis is NaN all along, the area too, and the note says why."""
    found = curve(y, [0.3, 0.6])
    assert found.notes[0].startswith(note)
    assert np.isnan(found.area())
    assert np.isnan(found.x).all() or np.isnan(found.y).all()


def test_without_negatives_precision_is_1():
    """A PR curve needs positives only."""
    found = pr_curve([1, 1], [0.3, 0.6])
    assert found.y.tolist() == [1.0, 1.0, 1.0]
    assert found.area() == 1.0


def test_infinite_scores_are_a_point_of_their_own():
    """Scores of +inf come after (0, 0), and a note tells the two points at +inf apart."""
    found = roc_curve([0, 1, 1], [-np.inf, np.inf, 0.5])
    assert found.thresholds.tolist() == [np.inf, np.inf, 0.5, -np.inf]
    assert found.y.tolist() == [0, 0.5, 1, 1]
    assert found.notes == (
        "some scores are +inf; the first point, at the threshold +inf, is the one above all scores",
    )


def test_a_single_item():
    """One item: one point after the first."""
    assert len(pr_curve([1], [0.5])) == 2


def test_a_curve_shows_itself_and_cannot_be_changed():
    """Repr, names, plain values; arrays are read-only."""
    found = roc_curve(Y, SCORE)
    assert repr(found) == "Curve(true positive rate over false positive rate, 5 points)"
    listed = found.to_dict()
    assert listed["area"] == 11 / 12
    assert listed["area_method"] == "trapezoid"
    assert listed["tp"] == [0, 1, 2, 3, 3]
    assert listed["y_low"] is None
    with pytest.raises(ValueError, match="read-only"):
        found.x[0] = 1.0
    with pytest.raises(AttributeError):
        found.x = np.zeros(3)


def test_errors_in_full():
    """Several models at once, a wrong method, a method that needs counts."""
    assert told(roc_curve, [0, 1], [[0.1, 0.2], [0.3, 0.4]]) == (
        "a curve is of one classifier on one test set: y had the shape (2,) and score (2, 2); "
        "make the curves one by one"
    )
    assert told(roc_curve(Y, SCORE).area, "simpson") == (
        "method must be one of auto, interpolated, trapezoid, average-precision; it was 'simpson'"
    )
    needs_counts = (
        "the area of this curve is had by trapezoid; 'interpolated' needs the counts of a "
        "precision-recall curve"
    )
    assert told(roc_curve(Y, SCORE).area, "interpolated") == needs_counts
    mean = mean_curve([pr_curve(Y, SCORE), pr_curve(Y, SCORE)])
    assert told(mean.area, "interpolated") == needs_counts
