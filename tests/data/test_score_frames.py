"""Scores as frames: the long form and the wide form hold what the axes hold."""

import numpy as np
import pandas as pd

from bakeoff import Scores, read_scores


def made():
    values = np.array([[[[0.1], [0.2]], [[0.3], [np.nan]]], [[[0.5], [0.6]], [[np.nan], [np.nan]]]])
    return Scores(
        values,
        datasets=["iris", "wine"],
        splits=[(0, 0), (0, 1)],
        algorithms=["svm", "knn"],
        measures=["error"],
        higher_is_better=False,
        n_test=[[50, 49], [60, 0]],
    )


def test_the_long_form_has_one_row_a_score():
    """A missing score is a row; a split that a data set does not have is none."""
    frame = made().to_frame()
    assert frame.columns.tolist() == [
        "dataset", "algorithm", "repeat", "fold", "measure", "value", "n_train", "n_test",
    ]  # fmt: skip
    assert frame.value.isna().tolist() == [False, False, False, True, False, False]
    row = frame[(frame.dataset == "iris") & (frame.algorithm == "svm") & (frame.fold == 1)]
    assert (row.value.item(), row.n_test.item()) == (0.3, 49.0)


def test_the_wide_form_has_one_column_an_algorithm():
    """Data set, repeat and fold stand before them."""
    expected = pd.DataFrame(
        {
            "dataset": ["iris", "iris", "wine"],
            "repeat": [0, 0, 0],
            "fold": [0, 1, 0],
            "svm": [0.1, 0.3, 0.5],
            "knn": [0.2, np.nan, 0.6],
        }
    )
    pd.testing.assert_frame_equal(made().to_wide(), expected)


def test_both_forms_are_read_back():
    """The reader understands what is written."""
    wide = read_scores(made().to_wide(), measure="error", missing="keep")
    long = read_scores(made().to_frame(), missing="keep")
    assert np.array_equal(wide.values, made().values, equal_nan=True)
    assert np.array_equal(long.values, made().values, equal_nan=True)
    assert np.array_equal(long.n_test[0], [50, 49])
