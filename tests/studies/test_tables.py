"""The forms of the packages' files, with the traps that they hold."""

from __future__ import annotations

import gzip

import pandas as pd

from studies import tables


def listed(frame):
    return [list(row) for row in frame.itertuples(index=False)]


def test_values_between_commas_with_what_is_missing():
    """Blanks after commas, a header that is marked, ? and <null>, quotes around a class."""
    content = (b"@relation x\n% a word\n@data\n1, a, 'no'\n?, <null>, 'yes'\n",)
    frame = tables.comma(content)
    assert frame["class"].tolist() == ["no", "yes"]
    assert frame["x1"].tolist()[0] == 1.0
    assert frame.isna().sum().tolist() == [1, 1, 0]


def test_the_class_may_stand_first():
    """It is moved to the end, as text."""
    frame = tables.class_first((b"2,30,4.0\n1,50,3.5\n",))
    assert listed(frame) == [[30, 4.0, "2"], [50, 3.5, "1"]]


def test_two_files_are_one_below_the_other():
    """Training and test parts belong together."""
    assert tables.blank((b"1 2 0\n3 4 1\n", b"5 6 1\n"))["class"].tolist() == ["0", "1", "1"]


def test_values_and_labels_in_two_files():
    """Lines that end with a blank do not give a column more."""
    frame = tables.with_labels((b"1 2 \n3 4 \n", b"-1\n1\n"))
    assert listed(frame) == [[1, 2, "-1"], [3, 4, "1"]]


def test_names_above_compressed_values():
    """As ddalpha keeps them."""
    frame = tables.compressed((gzip.compress(b"Recency C\n2 1\n0 0\n"),))
    assert listed(frame) == [[2, "1"], [0, "0"]]


def test_orange_leaves_out_what_is_flagged():
    """Kinds in the second line, flags in the third; an empty cell is missing."""
    text = "a\tb\tid\ty\nc\td\tstring\td\n\t\ti\tclass\n1.5\tx\tone\tyes\n\t\ttwo\tno\n"
    frame = tables.orange((text.encode(),))
    assert list(frame.columns) == ["a", "b", "class"]
    assert frame["a"].tolist()[0] == 1.5
    assert frame.isna().sum().tolist() == [1, 1, 0]


def test_patterns_of_a_network():
    """A line of inputs, a line with a 1 at the place of the class."""
    frame = tables.patterns((b"2 2 3\n0.5 1\n0 1 0\n0.25 0\n0 0 1\n",))
    assert listed(frame) == [[0.5, 1.0, "1"], [0.25, 0.0, "2"]]


def test_some_classes_of_many():
    """The others are left out, and the rows numbered anew."""
    reader = tables.only(tables.blank, {"4": "four", "7": "seven"})
    frame = reader((b"1 4\n2 5\n3 7\n",))
    assert listed(frame) == [[1, "four"], [3, "seven"]]
    assert list(frame.index) == [0, 1]


def test_grades_that_r_keeps_as_factors_are_numbers():
    """And words stay words."""
    grades = pd.Series(pd.Categorical(["1", "10", None]))
    assert tables._numbers(grades).tolist()[:2] == [1.0, 10.0]
    assert tables._numbers(pd.Series(pd.Categorical(["a", "1"]))).tolist() == ["a", "1"]
