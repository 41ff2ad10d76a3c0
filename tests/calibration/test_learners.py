"""The learners that are trained on many samples at once, against scikit-learn's."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from bakeoff.calibration.learners import CUTS, LEARNERS

THEIRS = {
    "nearest-neighbour": lambda: KNeighborsClassifier(1),
    "linear": lambda: LinearDiscriminantAnalysis(priors=[0.5, 0.5]),
    "tree": lambda: DecisionTreeClassifier(min_samples_leaf=2, random_state=0),
}


@pytest.mark.parametrize("name", LEARNERS)
def test_the_same_classes(name):
    """Of all tested items, in every run and split."""
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 30)
    x = rng.normal(size=(4, 60, 3)) + 0.7 * y[:, None]
    tested = rng.permuted(np.broadcast_to(np.arange(60), (4, 5, 60)), axis=-1)[..., :15]
    found = LEARNERS[name](x, y, tested) > CUTS[name]
    for run, split in np.ndindex(4, 5):
        rows = tested[run, split]
        learned = np.setdiff1d(np.arange(60), rows)
        model = THEIRS[name]().fit(x[run, learned], y[learned])
        assert found[run, split].tolist() == (model.predict(x[run, rows]) == 1).tolist()


def test_where_all_that_is_near_is_tested(monkeypatch):
    """The nearest item that was learned from is looked for among all others."""
    rng = np.random.default_rng(1)
    y = np.repeat([0, 1], 10)
    x = rng.normal(size=(3, 20, 2)) + y[:, None]
    tested = rng.permuted(np.broadcast_to(np.arange(20), (3, 4, 20)), axis=-1)[..., :12]
    wanted = LEARNERS["nearest-neighbour"](x, y, tested)
    monkeypatch.setattr("bakeoff.calibration.learners.NEAREST", 2)
    assert LEARNERS["nearest-neighbour"](x, y, tested).tolist() == wanted.tolist()
