"""Areas under precision over recall of items with weights."""

import numpy as np
import pytest

from bakeoff.measures import pr_auc
from bakeoff.measures.areas import PR_METHODS
from bakeoff.measures.weighted_areas import weighted_pr_area


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("method", PR_METHODS)
def test_weights_are_repetitions(method, ties):
    """The area of items with whole weights is that of the items, repeated."""
    rng = np.random.default_rng(0)
    truth = rng.random(40) < 0.4
    scores = rng.normal(size=40).round(0 if ties else 6)
    weights = rng.integers(0, 3, size=(30, 40))
    weights[0, :] = 0
    weights[0, [np.flatnonzero(truth)[0], np.flatnonzero(~truth)[0]]] = 1
    found = weighted_pr_area(truth, scores, weights, method=method)
    for area, times in zip(found, weights, strict=True):
        rows = np.repeat(np.arange(40), times)
        expected = pr_auc(truth[rows], scores[rows], method=method)
        assert area == pytest.approx(expected, rel=1e-12)


def test_no_positive_item_with_a_weight():
    """There is no area."""
    found = weighted_pr_area(np.array([True, False]), np.array([1.0, 2.0]), np.array([[0, 2]]))
    assert np.isnan(found).all()
