"""Items with their class and a score for each model."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats.scored_items import scored_items, two_classes


@pytest.mark.parametrize(
    "labels",
    [
        [0, 1, 1],
        [0.0, 1.0, 1.0],
        [-1, 1, 1],
        [False, True, True],
        ["a", "b", "b"],
        pd.Series(["no", "yes", "yes"]),
        pd.Categorical(["control", "patient", "patient"]),
        [1, 2, 2],
    ],
)
def test_of_two_labels_the_last_is_positive(labels):
    """Numbers by size, words by the alphabet."""
    assert two_classes(labels).tolist() == [False, True, True]


def test_names():
    """A frame names the models; else they are numbered; one column is one model."""
    frame = pd.DataFrame({"svm": [1.0, 2.0], "knn": [2.0, 1.0]})
    assert scored_items([0, 1], frame).names == ("svm", "knn")
    assert scored_items([0, 1], frame.to_numpy()).names == (0, 1)
    assert scored_items([0, 1], [1.0, 2.0]).names == (0,)


def test_counts():
    """Of either class."""
    items = scored_items([0, 1, 1], [1.0, 2.0, 3.0])
    assert (items.positives, items.negatives) == (2, 1)


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        ([0, 0], "y must hold both classes; all of its 2 items are negative"),
        ([1, 1], "y must hold both classes; all of its 2 items are positive"),
        (
            [[0, 1]],
            "y must hold the class of every item along one axis; it had the shape (1, 2)",
        ),
        ([], "y must hold the class of every item along one axis; it had the shape (0,)"),
        (
            ["a", "a"],
            (
                "y must hold two classes, such as 0 and 1; it held 1 (a): take one class against the "
                "rest, y == that class"
            ),
        ),
        (
            np.arange(8),
            (
                "y must hold two classes, such as 0 and 1; it held 8 (0, 1, 2, 3, 4, 5, ...): take "
                "one class against the rest, y == that class"
            ),
        ),
    ],
)
def test_errors(labels, sentence):
    """Each sentence in full."""
    with pytest.raises(InvalidInput) as error:
        two_classes(labels)
    assert str(error.value) == sentence
