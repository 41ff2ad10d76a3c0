"""Many classes become the two that are most confused."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.experiments import Study
from bakeoff.experiments.dataset import dataset
from bakeoff.experiments.most_confused import two_classes


def clouds(centres, each=20, spread=1.0):
    chance = np.random.default_rng(0)
    X = np.concatenate([chance.normal(centre, spread, size=(each, 2)) for centre in centres])
    return X, np.repeat(list("abcdef")[: len(centres)], each)


def test_the_two_clouds_that_overlap_are_kept():
    """Clouds b and d lie upon each other, a and c far away."""
    found = two_classes(dataset("d", *clouds([(0, 0), (50, 50), (0, 90), (50.5, 50)])), seed=0)
    assert found.classes == ("b", "d")
    assert len(found) == 40
    assert found.source["two classes"] == ["b", "d"]


def test_two_classes_stay_as_they_are():
    """There is nothing to choose."""
    whole = dataset("d", *clouds([(0, 0), (1, 1)]))
    assert two_classes(whole, seed=0) is whole


def test_where_nothing_is_confused_the_largest_classes_are_taken():
    """Far apart, with 20, 20 and 5 items."""
    X, y = clouds([(0, 0), (50, 50), (0, 90)])
    keep = np.concatenate([np.arange(5), np.arange(20, 60)])
    assert two_classes(dataset("d", X[keep], y[keep]), seed=0).classes == ("b", "c")


def test_a_study_of_two_class_measures_takes_any_data_so(make_study):
    """Iris becomes versicolor and virginica, and recall can be measured."""
    study = make_study(
        datasets={"iris": "sklearn:iris"},
        two_classes="most confused",
        measures=["tpr", "auc"],
        positive={"iris": "virginica"},
    )
    (found,) = study.load()
    assert found.classes == ("versicolor", "virginica")
    assert found.positive == 1


def test_numbers_have_no_classes_to_confuse():
    """A sentence, and not a guess."""
    X, y = np.eye(8), np.arange(8.0)
    from sklearn.linear_model import LinearRegression

    study = Study(
        {"d": (X, y)},
        {"linear": LinearRegression()},
        splits="5x2",
        measures="squared_error",
        two_classes="most confused",
    )
    with pytest.raises(InvalidInput, match="d has numbers to predict, and no classes to confuse"):
        study.load()
