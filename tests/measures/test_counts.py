"""Confusion tables: against scikit-learn, over leading axes, and one class against the rest."""

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix, multilabel_confusion_matrix

from bakeoff.errors import InvalidInput
from bakeoff.measures import confusion, counts, most_confused_pair, one_vs_rest

TABLE = [[50, 2, 0], [3, 40, 9], [1, 8, 30]]


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


def test_layout_of_the_two_class_table():
    """[1, 1] counts true positives, [1, 0] false negatives, [0, 1] false positives."""
    y = [1, 1, 1, 0, 0, 0, 0, 1]
    predicted = [1, 1, 0, 1, 0, 0, 0, 1]
    assert confusion(y, predicted).tolist() == [[3, 1], [1, 3]]
    assert confusion([1, 1, 1], [1, 0, 0]).tolist() == [[0, 0], [2, 1]]
    assert confusion([-1, -1], [1, -1]).tolist() == [[1, 1], [0, 0]]


@pytest.mark.parametrize("kind", ["int", "text", "bool", "float"])
def test_scikit_learn_counts_the_same(kind):
    """Labels of each kind give scikit-learn's table."""
    rng = np.random.default_rng(3)
    y, predicted = rng.integers(0, 2 if kind == "bool" else 5, (2, 500))
    expected = confusion_matrix(y, predicted)
    names = np.array(["ant", "bee", "cat", "dog", "eel"])
    change = {"int": np.asarray, "text": names.__getitem__, "bool": np.bool_, "float": np.float64}
    table = confusion(change[kind](y), change[kind](predicted))
    assert table.dtype == np.int64
    assert np.array_equal(table, expected)


def test_a_batch_is_the_loop_over_it(monkeypatch):
    """Models against one truth, and truth by folds, give the tables one by one; also in slices."""
    rng = np.random.default_rng(5)
    y = rng.integers(0, 4, (6, 30))
    predicted = rng.integers(0, 4, (7, 6, 30))
    monkeypatch.setattr(counts, "AT_ONCE", 100)
    tables = confusion(y, predicted)
    assert tables.shape == (7, 6, 4, 4)
    for model in range(7):
        for fold in range(6):
            one = confusion(y[fold], predicted[model, fold], labels=range(4))
            assert np.array_equal(tables[model, fold], one)
    assert np.array_equal(confusion(y[0], predicted[:, 0]), tables[:, 0])


def test_labels_set_the_order_and_keep_absent_classes():
    """A class without items has its row and column of zeros."""
    assert confusion(["a"], ["b"], labels=["c", "b", "a"]).tolist() == [
        [0, 0, 0],
        [0, 0, 0],
        [0, 1, 0],
    ]


def test_bad_labels_are_told():
    """Doubled classes, strangers and unequal lengths."""
    assert told(confusion, [0], [0], labels=[0, 1, 1]) == (
        "labels must name each class once; they were 0, 1, 1"
    )
    assert told(confusion, ["a"], ["z"], labels=["a", "b"]) == (
        "predicted holds labels that are not among labels ('a', 'b'): 'z'"
    )
    assert told(confusion, [0, 1], [0, 1, 1]) == (
        "y and predicted must speak of the same items: y had the shape (2,) and predicted (3,)"
    )
    assert told(confusion, [0, None], [0, 1]) == (
        "y: 1 label is missing (the first at 1); leave these items out or label them"
    )


def test_one_against_the_rest_is_what_scikit_learn_has():
    """K two-class tables; each holds all items."""
    rng = np.random.default_rng(8)
    y, predicted = rng.integers(0, 4, (2, 200))
    found = one_vs_rest(confusion(y, predicted))
    assert np.array_equal(found, multilabel_confusion_matrix(y, predicted))
    assert (found.sum(axis=(-2, -1)) == 200).all()


def test_one_against_the_rest_of_two_classes_mirrors_the_table():
    """The second is the table itself, the first its mirror."""
    both = one_vs_rest([[7, 2], [3, 8]])
    assert both[1].tolist() == [[7, 2], [3, 8]]
    assert both[0].tolist() == [[8, 3], [2, 7]]


def test_most_confused_pair_adds_both_directions():
    """1 and 2 are taken for each other 17 times; one large cell alone does not win."""
    assert most_confused_pair(TABLE) == (1, 2)
    assert most_confused_pair([[9, 5, 6], [5, 9, 0], [0, 0, 9]]) == (0, 1)


def test_most_confused_pair_of_many_tables():
    """Arrays of positions, and -1 where a table has no error."""
    a, b = most_confused_pair([TABLE, np.diag([3, 3, 3])])
    assert a.tolist() == [1, -1]
    assert b.tolist() == [2, -1]


def test_no_error_no_pair():
    """A perfect table has no confused pair."""
    assert most_confused_pair(np.eye(3)) is None


def test_tables_that_are_none_are_told():
    """Not square, one class, negative counts."""
    assert told(one_vs_rest, [[1, 2, 3], [4, 5, 6]]) == (
        "confusion must be a square table of at least 2 classes (..., K, K); it had the shape "
        "(2, 3); give confusion() all classes with labels="
    )
    assert told(one_vs_rest, [[4]]).startswith("confusion must be a square table")
    assert told(one_vs_rest, [[4, -1], [0, 2]]) == (
        "confusion must hold counts of 0 or more; the least was -1.0"
    )


def test_classes_that_occur():
    """At least two: where all items are of one class and called so, one more stands in the table."""
    assert counts.present(np.array([2, 0]), np.array([3, 3])) == [0, 2, 3]
    assert counts.present(np.array([1, 1]), np.array([1, 1])) == [1, 2]
