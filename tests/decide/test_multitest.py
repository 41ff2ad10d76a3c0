"""MultiTest: a full order from one-sided tests and prior cost."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from bakeoff.decide.multitest import multitest
from bakeoff.errors import InvalidInput


class TestOrder:
    """A test decides, and where none does, the cost."""

    def test_without_a_decision_the_cost_decides(self):
        """The cheapest first; of equal costs the first in the table."""
        assert multitest(np.zeros((4, 4)), [3, 1, 2, 1]) == [1, 3, 2, 0]

    def test_a_test_overrules_the_cost(self):
        """The dearest comes before the cheaper one that it beats, and only before that one."""
        better = np.zeros((3, 3), dtype=int)
        better[2, 0] = 1
        assert multitest(better, [1, 2, 3]) == [1, 2, 0]

    def test_all_decided(self):
        """The costs do not matter."""
        better = np.triu(np.ones((4, 4)), 1)
        for cost in ([1, 2, 3, 4], [4, 3, 2, 1]):
            assert multitest(better, cost) == [0, 1, 2, 3]

    def test_names(self):
        """Of a frame; costs by name in any order."""
        names = ["tree", "svm", "bayes"]
        frame = pd.DataFrame([[0, 0, 0], [0, 0, 1], [0, 0, 0]], columns=names, index=names)
        assert multitest(frame, {"bayes": 1, "tree": 2, "svm": 9}) == ["tree", "svm", "bayes"]

    @pytest.mark.parametrize("edges", list(product([0, 1], repeat=6)))
    def test_nobody_comes_after_one_that_it_beats(self, edges):
        """For every table on four algorithms without a circle."""
        better = np.zeros((4, 4), dtype=int)
        better[np.triu_indices(4, 1)] = edges
        better = better[np.ix_([2, 0, 3, 1], [2, 0, 3, 1])]
        found = multitest(better, [1, 2, 3, 4])
        for winner, loser in np.argwhere(better).tolist():
            assert found.index(winner) < found.index(loser)

    def test_a_circle_is_broken_by_the_fewest_defeats_and_the_cost(self):
        """Each beats the next: the cheapest of the three is first."""
        circle = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
        assert multitest(circle, [3, 1, 2]) == [1, 2, 0]


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize(
        ("better", "cost", "sentence"),
        [
            (
                [[0, 1], [1, 0]],
                [1, 2],
                ("reject_one_sided says that 0 beats 1 and that 1 beats 0; one of them must be 0"),
            ),
            (
                [[0, 1], [0, 0]],
                [1, 2, 3],
                ("cost must hold one number for each of the 2 algorithms; it had the shape (3,)"),
            ),
            (
                [[0, 1], [0, 0]],
                {0: 1},
                "cost must say what each algorithm costs; 1 is missing",
            ),
        ],
    )
    def test_what_is_wrong(self, better, cost, sentence):
        """What it must be, and what it was."""
        with pytest.raises(InvalidInput) as caught:
            multitest(better, cost)
        assert str(caught.value) == sentence
