"""Labels of any kind, missing labels, and which class is the positive one."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.measures import labels_of
from bakeoff.measures.labels import aligned, codes, positives, read


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


@pytest.mark.parametrize(
    ("y", "predicted", "expected"),
    [
        ([1, 0, 1], [0, 0, 0], (0, 1)),
        ([1, -1], [1, 1], (-1, 1)),
        ([True, False], [True, True], (False, True)),
        (["b", "a"], ["c", "a"], ("a", "b", "c")),
        (np.array(["b", "a"]), np.array(["long", "a"]), ("a", "b", "long")),
        ([0.5, 1.5], [2, 0.5], (0.5, 1.5, 2)),
        ([10**12, 5], [5, 5], (5, 10**12)),
        (np.array([2**63, 1], dtype=np.uint64), [1, 1], (1, 2**63)),
        (pd.Series(["x", "y"]), pd.Series(["y", "y"]), ("x", "y")),
        (pd.Categorical(["x", "y"]), ["y", "y"], ("x", "y")),
        (pd.array([1, 2], dtype="Int64"), [2, 2], (1, 2)),
        ([[0, 1], [1, 1]], [[2, 1], [1, 1]], (0, 1, 2)),
        ([True, False], [1, 0], (False, True)),
    ],
)
def test_labels_are_sorted_and_plain(y, predicted, expected):
    """The distinct labels of both, sorted, as Python values; 1, 1.0 and True are one label."""
    found = labels_of(y, predicted)
    assert found == expected
    assert not any(isinstance(label, np.generic) for label in found)


def test_labels_of_mixed_kinds_are_grouped_by_kind():
    """Text and numbers in one column cannot be compared, and still have one order."""
    assert labels_of([2, "b", 1], ["a", 1, 1]) == (1, 2, "a", "b")


@pytest.mark.parametrize(
    ("values", "count", "place"),
    [
        ([1.0, np.nan], "1 label is", 1),
        ([1.0, np.inf, np.nan], "2 labels are", 1),
        (["a", None], "1 label is", 1),
        (["a", np.nan, "b", np.nan], "2 labels are", 1),
        (pd.Series(["a", pd.NA], dtype="string"), "1 label is", 1),
        (pd.array([1, None], dtype="Int64"), "1 label is", 1),
        ([["a", "b"], ["c", None]], "1 label is", (1, 1)),
    ],
)
def test_a_missing_label_is_never_a_class(values, count, place):
    """NaN, None and NA are refused where they stand; numpy's text 'nan' does not get through."""
    assert told(read, values, "y") == (
        f"y: {count} missing (the first at {place}); leave these items out or label them"
    )


def test_no_label_at_all_is_told():
    """An empty array and a lone label are refused."""
    assert told(read, [], "y") == "y must hold at least one label; it had the shape (0,)"
    assert told(read, 3, "y") == "y must hold at least one label; it had the shape ()"


def test_what_is_no_label_is_told():
    """Dates, ragged lists and lists as labels are refused in a sentence."""
    assert told(read, np.array(["2020-01-01"], dtype="datetime64[D]"), "y") == (
        "y must hold text, numbers or truth values; it held datetime64[D]"
    )
    assert told(read, [[1, 2], [3]], "y").startswith("y must be a rectangular array of labels (")
    unhashable = np.empty(1, dtype=object)
    unhashable[0] = [1]
    assert told(read, unhashable, "y") == (
        "y must hold labels that can be told apart (text, numbers, truth values); the first was [1]"
    )


def test_text_against_numbers_is_told():
    """'1' and 1 would never agree: every item would silently be wrong."""
    assert told(labels_of, ["0", "1"], [0, 1]) == (
        "y and predicted must use the same labels: y holds '0', predicted holds 0, "
        "and text never equals a number"
    )


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([3, 1, 2, 1], (1, 2, 3)),
        ([3, 1, 2, 1], (3, 1, 2)),
        ([10**9, 0, 5], (0, 5, 10**9)),
        ([0.5, 2.0, 1.0], (0.5, 1, 2)),
        (["a", "b"], ("b", "a")),
        ([True, False], (False, True)),
        ([True, False], (0, 1)),
        ([1, 2], (2.0, 1.0, 0.5)),
        ([0, 1], (0, 1, 0.5)),
    ],
)
def test_codes_are_positions_among_the_labels(values, labels):
    """Each road (table, search, dictionary) gives the position that list.index gives."""
    array = np.asarray(values) if not isinstance(values[0], str) else np.array(values, object)
    assert codes(array, labels, "y").tolist() == [labels.index(value) for value in values]


@pytest.mark.parametrize("values", [[0, 7, 8], [0.0, 7.0, 8.0], [0, 7, 10**9]])
def test_a_label_that_is_not_listed_is_told(values):
    """The strangers are named, on every road."""
    sentence = told(codes, np.asarray(values), (0, 1), "y")
    assert sentence.startswith("y holds labels that are not among labels (0, 1): 7")


def test_many_strangers_are_counted():
    """A sentence stays a sentence with hundreds of labels."""
    assert told(codes, np.arange(100), (0,), "y").endswith("1, 2, 3, 4, 5, 6 and 93 more")


@pytest.mark.parametrize(
    ("y", "positive", "expected"),
    [
        ([0, 1], None, [False, True]),
        ([-1, 1], None, [False, True]),
        ([False, True], None, [False, True]),
        (["no", "yes"], None, [False, True]),
        (["no", "yes"], "no", [True, False]),
        ([2, 1], None, [True, False]),
        ([0, 0], None, [False, False]),
        ([-1.0, -1.0], None, [False, False]),
        ([1, 1], None, [True, True]),
        ([True, True], None, [True, True]),
        (["a", "b", "c"], "b", [False, True, False]),
        (["a", "a"], "b", [False, False]),
        ([0, 0], "b", [False, False]),
    ],
)
def test_the_positive_class_is_the_last_or_the_named_one(y, positive, expected):
    """Sorted order decides; with a name all others are the negative class."""
    assert positives(y, positive).tolist() == expected


def test_an_unclear_positive_class_is_told():
    """Three classes, one class of no known meaning, or a name that is not there."""
    assert told(positives, [0, 1, 2]) == (
        "y must hold two classes; it held 3 (0, 1, 2): name the positive one with positive=, "
        "and the others together are the negative one"
    )
    assert told(positives, ["a", "a"]) == (
        "y holds one class only ('a'): say which class is positive with positive="
    )
    assert told(positives, ["a", "b"], "c") == (
        "positive must be one of the classes of y ('a', 'b'); it was 'c'"
    )


def test_shapes_that_do_not_belong_together_are_told():
    """The items are the last axis; a table of items x models is recognised."""
    assert aligned((5,), (3, 5), "score") == (3, 5)
    assert told(aligned, (5,), (5, 3), "score") == (
        "y and score must speak of the same items: y had the shape (5,) and score (5, 3); "
        "put the items on the last axis (transpose it)"
    )
    assert told(aligned, (5,), (4,), "score") == (
        "y and score must speak of the same items: y had the shape (5,) and score (4,)"
    )
    assert told(aligned, (5,), (1,), "score").startswith("y and score must speak of the same")
    assert told(aligned, (2, 5), (3, 5), "score").startswith("y and score must speak of the same")
