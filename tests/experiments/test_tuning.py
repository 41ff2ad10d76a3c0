"""Settings chosen inside the training set, and never by the test items."""

from __future__ import annotations

import awkward
import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier

from bakeoff.errors import InvalidInput
from bakeoff.experiments import KFold, Tune
from bakeoff.experiments.dataset import dataset
from bakeoff.experiments.plan import Divisions
from bakeoff.experiments.splits import splits_of
from bakeoff.experiments.tuning import checked_tune, chosen

GRID = {"n_neighbors": [1, 5, 15]}


def test_the_choice_is_that_of_a_grid_search_on_the_same_folds(data):
    """scikit-learn's own search, given our folds of the training part, chooses the same."""
    whole = dataset("d", *data)
    for fold in range(3):
        division = Divisions(KFold(3), None, 0).division(whole, 0, fold)
        _, settings = chosen(
            KNeighborsClassifier(), Tune(GRID, splits=KFold(4)), whole, division, by="error", seed=9
        )
        train = division.train
        folds = [parts for *_, parts in splits_of(KFold(4), whole.strata[train], rng=9)]
        search = GridSearchCV(KNeighborsClassifier(), GRID, cv=folds).fit(
            whole.X[train], whole.y[train]
        )
        assert settings == search.best_params_


def test_a_part_left_out_makes_the_folds_test_parts_those_of_validation(data):
    """Then each split has one validation part, and no further folds are made."""
    whole = dataset("d", *data)
    division = Divisions(KFold(4), 1 / 3, 0).division(whole, 0, 0)
    seen = []

    class Spy(awkward.Plain):
        def fit(self, X, y):
            seen.append(len(X))
            return super().fit(X, y)

    chosen(Spy(), Tune({"seconds": [0.0, 0.0]}), whole, division, by="error", seed=0)
    assert seen == [30, 30]


def test_test_items_are_never_seen(data):
    """Whatever stands in the test part, the choice is the same."""
    X, y = data
    whole = dataset("d", X, y)
    division = Divisions(KFold(3), None, 0).division(whole, 0, 0)
    spoilt = X.copy()
    spoilt[division.test] = 1e6
    picks = [
        chosen(
            KNeighborsClassifier(), Tune(GRID), dataset("d", part, y), division, by="auc", seed=1
        )[1]
        for part in (X, spoilt)
    ]
    assert picks[0] == picks[1]


def test_of_equals_the_first_is_taken_and_failing_settings_are_out(data):
    """A setting that fails somewhere is no candidate; where all fail the reason is the estimator's."""
    whole = dataset("d", *data)
    division = Divisions(KFold(3), None, 0).division(whole, 0, 0)
    model, settings = chosen(
        awkward.Plain(), Tune({"seconds": [-1.0, 0.0, 0.001]}), whole, division, by="error", seed=0
    )
    assert settings == {"seconds": 0.0}
    assert not hasattr(model, "most_")
    with pytest.raises(ValueError, match="sleep length must be non-negative"):
        chosen(awkward.Plain(), Tune({"seconds": [-1.0]}), whole, division, by="error", seed=0)


def test_the_direction_of_the_measure_counts(data):
    """Accuracy is made large and error small: the same choice."""
    whole = dataset("d", *data)
    division = Divisions(KFold(3), None, 0).division(whole, 0, 0)
    picks = {
        chosen(KNeighborsClassifier(), Tune(GRID, name), whole, division, by="auc", seed=2)[1][
            "n_neighbors"
        ]
        for name in ("error", "accuracy")
    }
    assert len(picks) == 1


def test_what_is_no_grid_is_refused():
    """One sentence."""
    with pytest.raises(InvalidInput, match="tune: C has no values to try"):
        Tune({"C": []})
    with pytest.raises(InvalidInput, match="tune: 'folds' is no choice; there are measure, splits"):
        checked_tune({"grid": {"C": [1]}, "folds": 3})
    assert checked_tune({"C": np.array([1, 2])}).grid["C"].tolist() == [1, 2]
