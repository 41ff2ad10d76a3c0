"""Means of curves: areas add up, bands are those of scipy, Davis and Goadrich's example."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.measures import (
    mean_curve,
    pr_curve,
    roc_auc,
    roc_curve,
    sensitivity_specificity_curve,
)
from bakeoff.measures.averages import y_at


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


def folds(make, k=5, n=40, digits=1):
    """Return k curves of one maker, from folds of different sizes."""
    rng = np.random.default_rng(k)
    curves = []
    for fold in range(k):
        y = np.r_[0, 1, rng.random(n + fold) < 0.4].astype(int)
        curves.append(make(y, (rng.normal(size=y.size) + y).round(digits)))
    return curves


@pytest.mark.parametrize("make", [roc_curve, sensitivity_specificity_curve])
@pytest.mark.parametrize("digits", [0, 1, 6])
def test_the_area_of_the_mean_is_the_mean_of_the_areas(make, digits):
    """Vertical averaging keeps both ends of every step, so nothing of the area is lost."""
    curves = folds(make, digits=digits)
    areas = [curve.area() for curve in curves]
    assert mean_curve(curves).area() == pytest.approx(np.mean(areas), rel=1e-12)


def test_davis_and_goadrichs_example():
    """From (tp 5, fp 5) to (10, 30) with 20 positives: precision .5 .375 .318 .286 .265 .25."""
    y = [1] * 5 + [0] * 5 + [1] * 5 + [0] * 25 + [1] * 10 + [0] * 1970
    score = [3] * 10 + [2] * 30 + [1] * 1980
    recall = np.array([0.25, 0.3, 0.35, 0.4, 0.45, 0.5])
    _, leaving = y_at(pr_curve(y, score), recall)
    assert leaving.round(3).tolist() == [0.5, 0.375, 0.318, 0.286, 0.265, 0.25]


def test_y_before_and_after_a_step():
    """Arriving at fpr 0 the curve is at 0, leaving it at 2/3; between points it is straight."""
    curve = roc_curve([0, 1, 0, 1, 1], [0.1, 0.4, 0.4, 0.8, 0.9])
    arriving, leaving = y_at(curve, np.array([0.0, 0.25, 0.5, 1.0]))
    assert arriving.tolist() == pytest.approx([0, 5 / 6, 1, 1])
    assert leaving.tolist() == pytest.approx([2 / 3, 5 / 6, 1, 1])


def test_the_band_is_scipys_t_interval():
    """At each place, from the values of the folds there, cut off at 0 and 1."""
    curves = folds(roc_curve)
    mean = mean_curve(curves, level=0.9, places=11)
    for place in (0.2, 0.5, 0.7):
        values = [y_at(curve, np.array([place]))[1][0] for curve in curves]
        low, high = stats.t.interval(0.9, 4, np.mean(values), stats.sem(values))
        at = np.flatnonzero(np.isclose(mean.x, place))[-1]
        assert mean.y[at] == pytest.approx(np.mean(values), rel=1e-13)
        assert mean.y_low[at] == pytest.approx(max(low, 0.0), rel=1e-12)
        assert mean.y_high[at] == pytest.approx(min(high, 1.0), rel=1e-12)
    assert mean.y_high.max() <= 1.0


def test_a_band_of_one_deviation():
    """One standard deviation (k - 1 in the divisor) on either side."""
    curves = folds(roc_curve, k=2)
    mean = mean_curve(curves, band="deviation", places=3)
    values = [y_at(curve, np.array([0.5]))[1][0] for curve in curves]
    at = np.flatnonzero(mean.x == 0.5)[-1]
    assert mean.y[at] - mean.y_low[at] == pytest.approx(np.std(values, ddof=1), rel=1e-12)


def test_equal_curves_are_their_own_mean():
    """The same curve twice: the same points, and a band without width."""
    curve = roc_curve([0, 1, 0, 1, 1], [0.1, 0.4, 0.4, 0.8, 0.9])
    for along in ("x", "threshold"):
        mean = mean_curve([curve, curve], along=along)
        assert mean.area() == pytest.approx(curve.area(), rel=1e-15)
        assert np.array_equal(mean.y_low, mean.y)
        assert np.array_equal(mean.y_high, mean.y)


def test_along_thresholds_both_rates_are_averaged():
    """At each threshold the mean of the rates at that threshold, by hand."""
    a = roc_curve([0, 1], [0.2, 0.8])
    b = roc_curve([0, 1, 0, 1], [0.5, 0.5, 0.1, 0.9])
    mean = mean_curve([a, b], along="threshold")
    assert mean.thresholds.tolist() == [np.inf, 0.9, 0.8, 0.5, 0.2, 0.1]
    assert mean.x.tolist() == [0, 0, 0, 0.25, 0.75, 1]
    assert mean.y.tolist() == [0, 0.25, 0.75, 1, 1, 1]
    assert mean.x_low is not None
    assert (mean.x_low <= mean.x).all()


def test_places_thin_the_thresholds_and_keep_the_ends():
    """Evenly along the sorted thresholds; the first and the last stay."""
    curves = folds(roc_curve, digits=6)
    mean = mean_curve(curves, along="threshold", places=7)
    assert len(mean) == 7
    assert mean.thresholds[0] == np.inf
    assert (mean.x[-1], mean.y[-1]) == (1.0, 1.0)


def test_a_mean_of_pr_curves_follows_the_bent_lines():
    """On a fine grid its area comes to the mean of the interpolated areas."""
    curves = folds(pr_curve, digits=0)
    mean = mean_curve(curves, places=4001)
    # trapezoids over 4001 places: off by about width^2
    assert mean.area() == pytest.approx(np.mean([c.area() for c in curves]), rel=1e-5)
    assert np.isnan(mean.thresholds).all()
    assert mean.notes == ("the mean of 5 curves",)


def test_the_mean_of_roc_curves_lies_within_the_unit_square_and_rises():
    """X and y rise together from (0, 0) to (1, 1)."""
    mean = mean_curve(folds(roc_curve))
    assert (mean.x[0], mean.y[0], mean.x[-1], mean.y[-1]) == (0, 0, 1, 1)
    assert (np.diff(mean.x) >= 0).all()
    # the mean of k numbers can be off by a unit in the last place
    assert (np.diff(mean.y) >= -1e-15).all()


def test_errors_in_full():
    """Too few, of two kinds, undefined, means of means, wrong choices."""
    y, score = [0, 1, 1], [0.1, 0.4, 0.3]
    roc, pr = roc_curve(y, score), pr_curve(y, score)
    assert told(mean_curve, [roc]) == "curves must hold at least 2 curves; it held 1"
    assert told(mean_curve, [roc, pr]) == (
        "curves must be of one kind; they were precision-recall, roc"
    )
    assert told(mean_curve, [roc, roc_curve([1, 1], [0.1, 0.2])]) == (
        "curves[1] is undefined (y holds no negative item: the false positive rate is undefined "
        "(0/0), and so is the area); leave it out of the mean"
    )
    assert told(mean_curve, [roc, mean_curve([roc, roc])]) == (
        "curves[1] is a mean of curves; give the curves themselves"
    )
    assert told(mean_curve, [roc, roc], along="y") == (
        "along must be one of x, threshold; it was 'y'"
    )
    assert told(mean_curve, [roc, roc], band="wide") == (
        "band must be one of interval, deviation; it was 'wide'"
    )
    assert told(mean_curve, [roc, roc], places=1) == (
        "places must be a whole number of at least 2; it was 1"
    )
    assert told(mean_curve, [roc, roc], level=95) == (
        "level must lie strictly between 0 and 1; it was 95"
    )


def test_the_mean_of_unequal_folds_weighs_them_alike():
    """The mean of two areas, not the area of the pooled items."""
    a = ([0, 1], [0.9, 0.1])
    b = ([0] * 10 + [1] * 10, np.arange(20))
    mean = mean_curve([roc_curve(*a), roc_curve(*b)])
    assert mean.area() == (roc_auc(*a) + roc_auc(*b)) / 2 == 0.5
