"""What is drawn: items, clusters, strata."""

import numpy as np
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats.resample.units import by_class, cluster_codes, units_of

TRUTH = np.array([0, 0, 0, 1, 1, 0])
WHOLE = (np.arange(6),)


def weights(units, draws=200, seed=0):
    """Return how often each item is drawn."""
    return units.weights(draws, np.random.default_rng(seed))


def test_items_are_drawn_with_replacement():
    """As many as there are, each as often as any other."""
    drawn = weights(units_of(WHOLE, TRUTH), 6000)
    assert (drawn.sum(axis=1) == 6).all()
    # the mean of 6000 counts with variance 5/6 has a standard error of 0.012
    assert drawn.mean(axis=0) == pytest.approx(1.0, abs=0.06)
    assert drawn.var(axis=0) == pytest.approx(5 / 6, abs=0.1)


def test_within_the_classes():
    """Each class comes up as often as in the data."""
    for units in (units_of(WHOLE, TRUTH, stratified=True), by_class(TRUTH == 1)):
        drawn = weights(units)
        assert (drawn[:, TRUTH == 1].sum(axis=1) == 2).all()
        assert (drawn[:, TRUTH == 0].sum(axis=1) == 4).all()


def test_within_the_folds():
    """Each fold keeps its size."""
    drawn = weights(units_of((np.array([0, 2, 4]), np.array([1, 3, 5])), TRUTH))
    assert (drawn[:, [0, 2, 4]].sum(axis=1) == 3).all()


def test_clusters():
    """All items of a cluster come up equally often."""
    drawn = weights(units_of(WHOLE, TRUTH, clusters=list("aabbcc")))
    for pair in ((0, 1), (2, 3), (4, 5)):
        assert (drawn[:, pair[0]] == drawn[:, pair[1]]).all()
    assert (drawn.sum(axis=1) == 6).all()


def test_clusters_over_folds_are_drawn_together():
    """A patient whose items lie in two folds is drawn once for both."""
    parts = (np.array([0, 1, 2]), np.array([3, 4, 5]))
    drawn = weights(units_of(parts, TRUTH, clusters=[0, 1, 2, 0, 1, 2]))
    assert (drawn[:, :3] == drawn[:, 3:]).all()


def test_clusters_of_both_classes_cannot_be_drawn_within_classes():
    """The sentence says what to do."""
    with pytest.raises(InvalidInput) as error:
        units_of(WHOLE, TRUTH, stratified=True, clusters=[0, 0, 1, 1, 2, 2])
    assert str(error.value) == (
        "clusters must lie within one class each to be drawn within the classes; one holds "
        "several: leave stratified=False"
    )


def test_one_cluster_for_each_item():
    """Anything else is an error."""
    with pytest.raises(InvalidInput) as error:
        cluster_codes(["a", "b"], 3)
    assert str(error.value) == (
        "clusters must name a cluster for each of the 3 items; it had the shape (2,)"
    )
