"""What the tests of several measures take: arrays, lists, mappings and frames."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats import vectors

CUBE = np.arange(24.0).reshape(4, 3, 2)


def frame_of(cube, algorithms, measures):
    """Return a frame with columns (algorithm, measure)."""
    columns = pd.MultiIndex.from_product([list(algorithms), list(measures)])
    return pd.DataFrame(cube.reshape(len(cube), -1), columns=columns)


class TestTable:
    """Blocks x algorithms x measures."""

    def test_an_array_has_numbers_for_names(self):
        """From 0, and leading axes stay."""
        read = vectors.table(np.stack([CUBE, CUBE]))
        assert read.values.shape == (2, 4, 3, 2)
        assert (read.algorithms, read.measures) == ((0, 1, 2), (0, 1))

    def test_a_frame_has_names(self):
        """Its columns, in whatever order they stand."""
        frame = frame_of(CUBE, ["knn", "tree", "svm"], ["tpr", "fpr"])
        shuffled = frame[[*frame.columns[3:], *frame.columns[:3]]]
        read = vectors.table(shuffled)
        assert (set(read.algorithms), set(read.measures)) == (
            {"knn", "tree", "svm"},
            {"tpr", "fpr"},
        )
        for a, algorithm in enumerate(read.algorithms):
            for m, measure in enumerate(read.measures):
                assert read.values[:, a, m].tolist() == frame[algorithm, measure].tolist()

    @pytest.mark.parametrize(
        ("values", "sentence"),
        [
            (CUBE[0], "table must have at least 3 axes; it had the shape (3, 2)"),
            (
                CUBE[:1],
                (
                    "table must be blocks x algorithms x measures with at least 2 blocks and 2 "
                    "algorithms; it had the shape (1, 3, 2)"
                ),
            ),
            (
                pd.DataFrame(CUBE[0]),
                (
                    "table must have two levels of columns, (algorithm, measure), when it is a frame; "
                    "it had 1; arrays are blocks x algorithms x measures"
                ),
            ),
            (
                frame_of(CUBE, "abc", "xy").iloc[:, :-1],
                (
                    "table must have one column for each of its 3 algorithms and 2 measures; it had "
                    "5 columns"
                ),
            ),
        ],
    )
    def test_what_is_no_table(self, values, sentence):
        """What it must be, and what it was."""
        with pytest.raises(InvalidInput) as fault:
            vectors.table(values)
        assert str(fault.value) == sentence


class TestGroups:
    """Algorithms x runs x measures, of any number of runs."""

    def test_lists_mappings_arrays_and_frames(self):
        """All say the same."""
        cube = CUBE.transpose(1, 0, 2)
        ways = [
            cube,
            list(cube),
            dict(zip("abc", cube, strict=True)),
            frame_of(CUBE, "abc", "xy"),
        ]
        for values in ways:
            read = vectors.groups(values)
            assert [member.tolist() for member in read.members] == cube.tolist()
        assert read.algorithms == ("a", "b", "c")
        assert read.measures == ("x", "y")

    def test_frames_of_their_own_give_the_measures_names(self):
        """A mapping of frames, of different length."""
        frames = {
            name: pd.DataFrame(np.ones((size, 2)), columns=["tpr", "fpr"])
            for name, size in (("a", 3), ("b", 5))
        }
        read = vectors.groups(frames)
        assert (read.algorithms, read.measures) == (("a", "b"), ("tpr", "fpr"))
        assert [len(member) for member in read.members] == [3, 5]

    @pytest.mark.parametrize(
        ("values", "sentence"),
        [
            ([CUBE[0]], "groups must hold at least 2 groups; it held 1"),
            (
                [np.ones((3, 2)), np.ones((3, 1))],
                (
                    "groups must have the same measures and the same leading axes; they had the "
                    "shapes (3, 2), (3, 1)"
                ),
            ),
            (
                {
                    "a": pd.DataFrame(np.ones((3, 2)), columns=["x", "y"]),
                    "b": pd.DataFrame(np.ones((3, 2)), columns=["y", "x"]),
                },
                (
                    "groups and groups['b'] must have the same measures in the same order; they had "
                    "x, y and y, x"
                ),
            ),
        ],
    )
    def test_what_are_no_groups(self, values, sentence):
        """What they must be, and what they were."""
        with pytest.raises(InvalidInput) as fault:
            vectors.groups(values)
        assert str(fault.value) == sentence


class TestPairs:
    """Two algorithms."""

    def test_a_frame_and_an_array(self):
        """The names are those of the one that has them."""
        a, b = pd.DataFrame(np.ones((3, 2)), columns=["tpr", "fpr"]), np.zeros((3, 2))
        assert vectors.pair(a, b)[2] == ("tpr", "fpr")
        assert vectors.pair(b, a)[2] == ("tpr", "fpr")
        assert vectors.two(b, a)[2] == ("tpr", "fpr")

    def test_names_for_a_sentence(self):
        """One, or several with an and."""
        measures = ("tp", "fp", "fn")
        assert vectors.called(measures, [1]) == "measure fp"
        assert vectors.called(measures, [0, 2]) == "measures tp and fn"
        assert vectors.called(measures, [0, 1, 2]) == "measures tp, fp and fn"
