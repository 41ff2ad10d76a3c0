"""Frames of any library, and arrays with names."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bakeoff import read_scores
from bakeoff.data.frames import from_array, is_frame, with_index
from bakeoff.errors import InvalidInput

FRAME = pd.DataFrame(
    {
        "dataset": ["a", "a", "b", "b"],
        "fold": [0, 1, 0, 1],
        "svm": [1, 2, 3, 4],
        "knn": [5, 6, 7, 8],
    }
)


def told(call, *arguments):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments)
    return str(error.value)


@pytest.mark.parametrize(
    "frame",
    [
        FRAME,
        FRAME.set_index(["dataset", "fold"]),
        FRAME.iloc[::-1].sort_values(["dataset", "fold"]),
        FRAME.astype({"dataset": "category"}),
        FRAME.convert_dtypes(),
        pl.from_pandas(FRAME),
        pa.table(FRAME),
    ],
    ids=["pandas", "indexed", "selected", "category", "nullable", "polars", "pyarrow"],
)
def test_frames_of_every_library(frame):
    """An index that says something is a column; what a selection leaves behind is none."""
    assert is_frame(frame)
    scores = read_scores(frame, measure="training_time")
    assert scores.values[..., 0].tolist() == [[[1, 5], [2, 6]], [[3, 7], [4, 8]]]
    assert scores.design == "k-fold"


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        (pl.from_pandas(FRAME).lazy(), "it was LazyFrame; call .collect() on a lazy frame first"),
        (FRAME["svm"], "it was Series; make a frame with one column per algorithm"),
        (pl.Series([1.0]), "it was Series; make a frame with one column per algorithm"),
        (3, "it was int"),
    ],
    ids=["lazy", "series of pandas", "series of polars", "number"],
)
def test_what_is_no_frame(source, hint):
    """How to make one of it, without a warning of another library beside it."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert told(read_scores, source) == (
            f"source must be a path, a list of paths, a frame, a 2-D array or results of "
            f"scikit-learn; {hint}"
        )


def test_an_index_and_a_column_of_one_name():
    """Nobody could say which is meant."""
    frame = FRAME.set_index(FRAME["dataset"].rename("svm"))
    assert told(with_index, frame) == "the frame has an index and a column of the name 'svm'"


def test_columns_of_several_levels():
    """They must be flattened first."""
    frame = pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", "b")]))
    assert told(read_scores, frame) == (
        "the frame's columns have several levels; flatten them, or give the long form"
    )


def test_arrays():
    """Without names the columns are numbered from 0."""
    assert from_array([[1, 2], [3, 4]], None).columns.tolist() == ["0", "1"]
    assert from_array(np.array([[True]]), ["svm"]).iloc[0, 0] == 1
    assert told(from_array, [[1, 2]], ["svm"]) == (
        "the array has 2 columns, but 1 name was given for them"
    )
    assert told(from_array, np.zeros((2, 3, 4)), None) == (
        "an array of scores must be 2-D, data sets x algorithms, with at least one of each; it had "
        "the shape (2, 3, 4)"
    )
    assert told(from_array, [[1, 2], [3]], None).startswith(
        "an array of scores must be rows of numbers, all of one length ("
    )
