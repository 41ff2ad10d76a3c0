"""An order with lines under those that cannot be told apart."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.decide.order import order
from bakeoff.errors import InvalidInput
from bakeoff.stats import tukey

REJECT = [[0, 1, 1, 1], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]


class TestOrder:
    """Best first."""

    def test_the_direction(self):
        """The smallest mean first, or the largest."""
        means = [0.30, 0.12, 0.14, 0.13]
        assert order(means, REJECT, higher_is_better=False).order == (1, 3, 2, 0)
        assert order(means, REJECT, higher_is_better=True).order == (0, 2, 3, 1)

    def test_equal_means_stay_in_the_order_of_the_table(self):
        """Whatever the direction."""
        nobody = np.zeros((3, 3))
        assert order([1, 1, 1], nobody, higher_is_better=True).order == (0, 1, 2)
        assert order([1, 1, 1], nobody, higher_is_better=False).order == (0, 1, 2)

    def test_means_by_name(self):
        """A mapping or a series, in any order."""
        frame = pd.DataFrame([[0, 1], [1, 0]], columns=["a", "b"], index=["a", "b"])
        by_name = order({"b": 1, "a": 2}, frame, higher_is_better=False)
        series = order(pd.Series({"b": 1, "a": 2}), frame, higher_is_better=False)
        assert by_name == series
        assert by_name.order == ("b", "a")


class TestGroups:
    """The lines."""

    def test_no_line_within_a_longer_one(self):
        """Each begins and ends further right than the one before it."""
        means = np.arange(6.0)
        reject = np.abs(means[:, None] - means) > 2
        groups = order(means, reject, higher_is_better=False).groups
        assert groups == ((0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5))

    def test_nobody_and_everybody(self):
        """No line, or one under all."""
        means = [3.0, 1.0, 2.0]
        assert order(means, 1 - np.eye(3), higher_is_better=False).groups == ()
        assert order(means, np.zeros((3, 3)), higher_is_better=False).groups == ((1, 2, 0),)

    def test_only_the_ends_are_looked_at(self):
        """The ends do not differ, so that two in the middle that do are under one line."""
        table = np.zeros((4, 4), dtype=int)
        table[1, 2] = table[2, 1] = 1
        assert order([1, 2, 3, 4], table, higher_is_better=False).groups == ((0, 1, 2, 3),)

    def test_with_tukey(self):
        """The numbers of the analysis of variance: the second is apart."""
        pairs = tukey([[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]], blocks=False)
        found = order([11.5, 15.25, 12.25], pairs.reject, higher_is_better=False)
        assert found.order == (0, 2, 1)
        assert found.groups == ((0, 2),)

    def test_it_draws_itself(self):
        """Names of any length, lines below them."""
        frame = pd.DataFrame([[0, 0, 1], [0, 0, 0], [1, 0, 0]], columns=["tree", "svm", "bayes"])
        found = order([1, 2, 3], frame, higher_is_better=False)
        assert str(found).splitlines() == [
            "tree  svm  bayes",
            "---------",
            "      ----------",
        ]


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize(
        ("means", "sentence"),
        [
            ({0: 1, 1: 2, 2: 3}, "means must hold every algorithm; 3 is not in it"),
            (
                [1, 2, 3],
                (
                    "means must hold one number for each of the 4 algorithms of the table; it had "
                    "the shape (3,)"
                ),
            ),
        ],
    )
    def test_means_that_do_not_fit(self, means, sentence):
        """What it must be, and what it was."""
        with pytest.raises(InvalidInput) as caught:
            order(means, REJECT, higher_is_better=True)
        assert str(caught.value) == sentence
