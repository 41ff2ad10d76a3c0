"""McNemar's test of all pairs of several classifiers."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats import adjust, mcnemar, mcnemar_pairs

METHODS = ("exact", "mid-p", "chi2", "chi2-corrected")
RNG = np.random.default_rng(0)
RIGHT = (RNG.random((80, 4)) < [0.9, 0.85, 0.7, 0.6]).astype(int)


def contingency(right, a, b):
    """[[both wrong, only a wrong], [only b wrong, both right]]."""
    first, second = right[:, a] == 1, right[:, b] == 1
    return [
        [np.sum(~first & ~second), np.sum(~first & second)],
        [np.sum(first & ~second), np.sum(first & second)],
    ]


class TestReduction:
    """Each pair is McNemar's test of two."""

    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    def test_each_pair_is_the_test_of_two(self, method, alternative):
        """Statistic, p, difference; and the intervals at the shared level."""
        found = mcnemar_pairs(RIGHT, method=method, alternative=alternative)
        for row, (a, b) in enumerate(found.pairs):
            one = mcnemar(contingency(RIGHT, a, b), method=method, alternative=alternative)
            assert found.statistic[row] == pytest.approx(one.statistic)
            assert found.p_value[row] == pytest.approx(one.p_value, rel=1e-12)
            assert found.difference[row] == pytest.approx(one.estimate)
            limits = one.interval(1 - 0.05 / 6)
            assert (found.low[row], found.high[row]) == pytest.approx(limits)
        assert found.p_adjusted == pytest.approx(adjust(found.p_value, "holm"))

    def test_without_a_correction(self):
        """Each pair at its own level."""
        found = mcnemar_pairs(RIGHT, correction="none")
        assert found.p_adjusted.tolist() == found.p_value.tolist()
        one = mcnemar(contingency(RIGHT, 0, 1))
        assert (found.low[0], found.high[0]) == pytest.approx(one.interval(0.95))
        assert not any("together" in note for note in found.notes)

    def test_two_models_are_one_pair(self):
        """With the notes of one test."""
        found = mcnemar_pairs(RIGHT[:, :2])
        assert len(found) == 1
        assert found.p_adjusted[0] == mcnemar(contingency(RIGHT, 0, 1)).p_value


class TestNames:
    """Who is compared with whom."""

    def test_a_frame_names_the_models(self):
        """A control by its name: all others against it."""
        frame = pd.DataFrame(RIGHT, columns=["svm", "knn", "tree", "nb"])
        found = mcnemar_pairs(frame, control="tree")
        assert found.a == ("svm", "knn", "nb")
        assert found.b == ("tree",) * 3
        assert found.difference[0] < 0 < found.difference[2]

    def test_a_control_by_number(self):
        """Counted from 0."""
        assert mcnemar_pairs(RIGHT, control=3).b == (3, 3, 3)


class TestDegenerateData:
    """Identical models, few items."""

    def test_identical_models(self):
        """No difference, p = 1, a note."""
        found = mcnemar_pairs(np.repeat(RIGHT[:, :1], 3, axis=1))
        assert found.p_value.tolist() == [1.0, 1.0, 1.0]
        assert found.difference.tolist() == [0.0, 0.0, 0.0]
        assert "3 of 3 tests: the two classifiers err on exactly the same items" in found.notes

    def test_too_few_discordant_items(self):
        """The design cannot reach 0.05, and it says so."""
        found = mcnemar_pairs([[1, 0], [1, 0], [1, 0], [1, 1]])
        assert found.p_value[0] == 0.25
        assert found.notes[0] == (
            "with 3 discordant items the smallest possible p is 0.25: this design cannot reach 0.05"
        )


class TestBadInput:
    """Each sentence in full."""

    def told(self, *arguments, **choices):
        """Return the sentence."""
        with pytest.raises(InvalidInput) as error:
            mcnemar_pairs(*arguments, **choices)
        return str(error.value)

    def test_only_right_and_wrong(self):
        """No scores."""
        assert self.told([[1, 0.5], [0, 1]]) == (
            "correct must hold only 1 (the model is right) and 0 (it is wrong); it held 0.5 at "
            "(0, 1)"
        )

    def test_one_table(self):
        """Items x models."""
        assert self.told(np.zeros((2, 3, 3))) == (
            "correct must be items x models, one table; it had the shape (2, 3, 3)"
        )

    def test_choices(self):
        """Of a closed set."""
        assert self.told(RIGHT, method="best") == (
            "method must be one of exact, mid-p, chi2, chi2-corrected; it was 'best'"
        )
        assert self.told(RIGHT, control="svm") == (
            "control must be one of the algorithms (0, 1, 2, 3); it was 'svm'"
        )
