"""Two measures at once: ellipses against their definitions, and the tests they belong to."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bakeoff import compare, read_predictions
from bakeoff.errors import NotApplicable
from bakeoff.figures import catalogue, discriminant, planes
from bakeoff.figures.ellipse import Cloud, cloud
from bakeoff.figures.points import points_of
from bakeoff.stats import hotelling, manova_blocks


def test_a_contour_holds_its_share_of_a_normal_distribution():
    """With variance 1 the radius is the root of chi-square: 5.9915 holds 95 %."""
    one = Cloud("a", np.zeros((9, 2)), np.array([1.0, 2.0]), np.eye(2))
    radii = np.linalg.norm(one.contour(0.95) - [1.0, 2.0], axis=1)
    assert radii == pytest.approx(np.sqrt(5.991464547), rel=1e-9)


def test_contours_hold_the_points_that_they_say():
    """Of 20,000 correlated points; one standard error is 0.003."""
    random = np.random.default_rng(1)
    points = random.multivariate_normal([0.0, 0.0], [[2.0, 1.2], [1.2, 1.0]], 20_000)
    one = cloud("a", points)
    inverse = np.linalg.inv(one.covariance)
    for share in planes.SHARES:
        edge = one.contour(share)[0] - one.centre
        inside = np.einsum("ni,ij,nj->n", points - one.centre, inverse, points - one.centre)
        assert np.mean(inside <= edge @ inverse @ edge) == pytest.approx(share, abs=0.015)


@pytest.mark.parametrize("shift", [0.0, 0.3, 0.6, 0.9, 1.2, 1.5])
def test_the_origin_lies_outside_the_ellipse_of_the_mean_when_hotelling_rejects(shift):
    """The confidence ellipse is the test of Hotelling, turned round."""
    random = np.random.default_rng(7)
    points = random.normal([shift, 0.0], 1.0, (12, 2))
    one = cloud("difference", points)
    inverse = np.linalg.inv(one.covariance)
    edge = one.confidence(0.95)[0] - one.centre
    outside = one.centre @ inverse @ one.centre > edge @ inverse @ edge
    assert outside == (hotelling(points, np.zeros_like(points)).p_value < 0.05)


def test_the_ellipse_agrees_with_the_test_of_the_page(shown):
    """Corrected for training sets that overlap, as the test of the two is: on one side or the other.

    Of two algorithms there is one pair, so its p-value is that of the ellipse.
    """
    for name in ("two measures", "measures"):
        comparison = shown(name)
        (one,), (lines,) = (
            (found := planes.paired_difference(comparison)).clouds,
            found.lines,
        )
        inverse = np.linalg.inv(one.covariance)
        edge = lines[-1][0] - one.centre
        outside = one.centre @ inverse @ one.centre > edge @ inverse @ edge
        a, b = comparison.order[:2]
        p = comparison.pairs.matrix("p_value").loc[a, b]
        assert outside == (p < comparison.alpha)
        ratio = comparison.question.test_train_ratio
        test = hotelling(one.points, np.zeros_like(one.points), test_train_ratio=ratio)
        assert p == pytest.approx(test.p_value)


def test_few_points_have_no_ellipse_of_the_mean():
    """The sentence says how many it takes."""
    with pytest.raises(NotApplicable) as told:
        cloud("a", np.eye(3, 2)).confidence(0.95)
    assert str(told.value) == "an ellipse of the mean needs at least 4 rows; there are 3"


def test_points_that_are_not_known_are_left_out():
    """Runs of unequal number are filled up with NaN."""
    points = np.array([[1.0, 2.0], [np.nan, np.nan], [2.0, 1.0], [3.0, 3.0]])
    assert cloud("a", points).centre.tolist() == [2.0, 2.0]


def test_the_plane_shows_the_points_that_were_compared(shown):
    """The frame holds them, named by their measures."""
    comparison = shown("measures")
    frame = catalogue.frame(comparison, "contours")
    assert list(frame.columns) == ["algorithm", "tpr", "fpr"]
    assert len(frame) == comparison.question.k * comparison.question.n


def test_the_paired_difference_has_the_origin_marked(shown):
    """The first of the order minus the second, row by row."""
    comparison = shown("measures")
    found = planes.paired_difference(comparison)
    a, b = (comparison.question.algorithms.index(name) for name in comparison.order[:2])
    cube = comparison.question.cube
    assert found.origin
    assert np.array_equal(found.clouds[0].points, cube[:, a] - cube[:, b])


def test_predictions_have_a_plane_of_their_rates(shown):
    """They were compared by auc; fpr and tpr are taken from their labels."""
    frame = catalogue.frame(shown("predictions"), "ellipses")
    assert list(frame.columns) == ["algorithm", "fpr", "tpr"]


def test_two_algorithms_are_projected_on_the_direction_of_hotelling(shown):
    """The weights are S^-1 d of the paired differences."""
    comparison = shown("two measures")
    cube = comparison.question.cube
    differences = cube[:, 0] - cube[:, 1]
    w = np.linalg.solve(np.cov(differences, rowvar=False), differences.mean(axis=0))
    found = np.array([weight for _, weight in discriminant.spec(comparison).weights])
    assert found / np.linalg.norm(found) == pytest.approx(w / np.linalg.norm(w), rel=1e-9)


def test_several_are_projected_on_the_first_discriminant(shown):
    """No other direction has a larger ratio of the variance between to that within."""
    comparison = shown("measures")
    found = discriminant.spec(comparison)

    def ratio(values):
        means = values.mean(axis=0)
        between = values.shape[0] * ((means - means.mean()) ** 2).sum()
        rest = values - means - values.mean(axis=1, keepdims=True) + values.mean()
        return between / (rest**2).sum()

    best = ratio(found.values)
    cube = comparison.question.cube
    for angle in np.linspace(0.0, np.pi, 30):
        other = cube @ np.array([np.cos(angle), np.sin(angle)])
        assert ratio(other) <= best * (1.0 + 1e-9)
    root = float(np.ravel(manova_blocks(cube).details["eigenvalues"])[0])
    assert best == pytest.approx(root, rel=1e-9)


def test_the_projected_runs_stand_in_the_order_of_their_means(shown):
    """The frame has a column for each algorithm."""
    frame = catalogue.frame(shown("measures"), "discriminant")
    assert frame.mean().is_monotonic_increasing
    assert set(frame.columns) == set(shown("measures").question.algorithms)


def _folds_of(truths: dict[str, list[list[int]]]) -> pd.DataFrame:
    """Return what two models say of the items of some data sets, fold by fold."""
    random = np.random.default_rng(3)
    rows = [
        (dataset, fold, f"{fold}/{place}", y, model, 0.3 * y + 0.6 * random.random())
        for dataset, folds in truths.items()
        for fold, truth in enumerate(folds)
        for place, y in enumerate(truth)
        for model in "AB"
    ]
    return pd.DataFrame(rows, columns=["dataset", "fold", "item", "y", "algorithm", "score"])


def test_a_split_without_negatives_has_no_rates_and_spoils_no_picture(tmp_path):
    """It is left out of the points: the other splits of the data set stand for it."""
    mixed, positives = [0, 1, 1, 0, 1, 0], [1, 1, 1, 1, 1, 1]
    frame = _folds_of({name: [mixed, positives, mixed] for name in "abcdef"})
    found = compare(read_predictions(frame, positive="1"), measure="error")
    cube = points_of(found).cube
    rates = read_predictions(frame, positive="1").measure("fpr", "tpr").values
    np.testing.assert_allclose(cube[0, :, 0], rates[0, [0, 2], :, 0].mean(axis=0))
    np.testing.assert_allclose(cube[0, :, 1], rates[0, :, :, 1].mean(axis=0))
    assert "contours" in found.plots()
    assert found.to_html(tmp_path / "page.html")
    one = compare(
        read_predictions(_folds_of({"a": [mixed, positives, mixed]}), positive="1"),
        measure="error",
    )
    assert len(points_of(one).cube) == 2
    none = compare(
        read_predictions(_folds_of({"a": [[0] * 6, positives, mixed]}), positive="1"),
        measure="error",
    )
    assert "contours" not in none.plots()
