"""The axes of scores: names for sentences, and where they stand."""

import numpy as np
import pytest

from bakeoff import InvalidInput
from bakeoff.data import axes


def test_only_the_first_ten_names_are_said():
    """A sentence stays one."""
    assert axes.some(range(12)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more"
    assert axes.some(["a"]) == "a"


def test_numbers_and_their_nouns():
    """One split, two splits."""
    assert [axes.counted(n, "split") for n in (0, 1, 2)] == ["0 splits", "1 split", "2 splits"]


def test_places_are_in_the_order_asked_for():
    """Numbers may be asked for as numbers, though labels are text."""
    assert axes.places([3, "1"], ("1", "2", "3"), "folds").tolist() == [2, 0]
    assert axes.places(None, ("1", "2"), "folds").tolist() == [0, 1]


def test_missing_equals_missing():
    """NaN is the same as NaN, nothing the same as nothing only."""
    assert axes.same(np.array([np.nan, 1.0]), np.array([np.nan, 1.0]))
    assert not axes.same(np.array([1.0]), None)
    assert axes.same(None, None)


def test_a_measure_goes_by_any_of_its_names():
    """Recall is kept as tpr, and may be asked for as recall; nothing else is guessed."""
    assert axes.place("recall", ("precision", "tpr"), "measures") == 1
    assert axes.place("precision", ("precision", "tpr"), "measures") == 0
    with pytest.raises(InvalidInput, match="measures: there is no 'auc'; there are precision, tpr"):
        axes.place("auc", ("precision", "tpr"), "measures")
    with pytest.raises(InvalidInput, match="algorithms: there is no 'recall'"):
        axes.place("recall", ("tpr",), "algorithms")
