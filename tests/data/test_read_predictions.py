"""`read_predictions`: wide, long, one file a model, and the files of other programs."""

import io

import numpy as np
import pandas as pd
import polars as pl
import pytest

from bakeoff import Predictions, read_predictions
from bakeoff.errors import InvalidInput


def told(*arguments, **choices):
    """Return the sentence of the error that reading ends in."""
    with pytest.raises(InvalidInput) as error:
        read_predictions(*arguments, **choices)
    return str(error.value)


def csv(text):
    return pd.read_csv(io.StringIO(text))


@pytest.fixture
def file(tmp_path):
    """Write a file and return its path."""

    def write(text, name="predictions.csv"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


WIDE = "y,svm,knn\n1,1,0\n0,0,0\n1,0,1\n"


def test_labels_of_several_models(file):
    """One column a model; the truth is known by its name."""
    found = read_predictions(file(WIDE))
    assert isinstance(found, Predictions)
    assert found.algorithms == ("svm", "knn")
    assert found.classes == ("0", "1")
    assert found.positive == "1"
    assert found.y.tolist() == ["1", "0", "1"]
    assert found.predicted.tolist() == [[1, 0, 0], [0, 0, 1]]
    assert found.scores == (None, None)


def test_frames_of_two_libraries():
    """Pandas and polars."""
    frame = csv(WIDE)
    found = read_predictions(pl.DataFrame(frame.to_dict("list")))
    assert np.array_equal(found.predicted, read_predictions(frame).predicted)


def test_scores_in_0_1_and_real_values():
    """A column of numbers that are no labels holds scores of the positive class."""
    found = read_predictions(csv("y,a,b\n1,0.9,-2.5\n0,0.2,1.5\n"))
    assert [scores.tolist() for scores in found.scores] == [[0.9, 0.2], [-2.5, 1.5]]
    assert (found.predicted == -1).all()


def test_labels_minus_1_and_1():
    """1 is positive; the scores are decision values."""
    found = read_predictions(
        csv("fold,case,y_true,svm_score\n1,1,1,0.4\n1,2,-1,-0.7\n2,1,1,-0.1\n")
    )
    assert (found.classes, found.positive) == (("-1", "1"), "1")
    assert found.algorithms == ("svm",)
    assert found.measure("error").folds()["svm"].tolist() == [0.0, 1.0]


def test_columns_of_label_and_of_one_score_a_class():
    """svm_pred with svm_p0, svm_p1, svm_p2 are one model."""
    text = "y_true,1NN-DTW_pred,1NN-DTW_p0,1NN-DTW_p1,1NN-DTW_p2\n0,0,.8,.1,.1\n2,1,.2,.6,.2\n1,1,0,1,0\n"
    found = read_predictions(csv(text))
    assert found.algorithms == ("1NN-DTW",)
    assert found.scores[0].tolist() == [[0.8, 0.1, 0.1], [0.2, 0.6, 0.2], [0, 1, 0]]
    assert found.predicted.tolist() == [[0, 1, 1]]


def test_one_model_with_columns_named_after_the_classes():
    """As caret and yardstick write: obs, pred, and a column for each class."""
    text = "obs,pred,VF,F,Resample\nVF,VF,.9,.1,Fold1\nF,VF,.6,.4,Fold1\nF,F,.2,.8,Fold2\n"
    found = read_predictions(csv(text), positive="VF")
    assert found.classes == ("F", "VF")
    assert found.scores[0][0].tolist() == [0.1, 0.9]
    assert [split.fold for split in found.splits] == ["Fold1", "Fold2"]


def long_table():
    rows = [
        (d, f, i, (i + f) % 2, a, (i + f + n) % 2, 0.1 * i)
        for d in ("iris", "wine")
        for f in (0, 1)
        for i in range(4)
        for n, a in enumerate(("svm", "knn"))
    ]
    names = ["dataset", "fold", "item", "y", "algorithm", "predicted", "score"]
    return pd.DataFrame(rows, columns=names)


def test_the_long_form():
    """One row an item and algorithm; items of two folds are two items."""
    found = read_predictions(long_table())
    assert len(found) == 16
    assert found.datasets == ("iris", "wine")
    assert found.measure("error").table().to_numpy().tolist() == [[0.0, 1.0], [0.0, 1.0]]


def test_items_are_paired_by_their_keys_and_not_by_their_order():
    """Shuffled rows give the same contingency table."""
    table = long_table()
    table.loc[[3, 8, 20], "predicted"] = 1 - table.loc[[3, 8, 20], "predicted"]
    ordered = read_predictions(table)
    shuffled = read_predictions(table.sample(frac=1, random_state=5))
    assert np.array_equal(ordered.contingency("svm", "knn"), shuffled.contingency("svm", "knn"))
    assert ordered.contingency("svm", "knn").sum() == 16


def test_some_models_of_a_long_table():
    """`models` keeps algorithms; one that is not there is named."""
    assert read_predictions(long_table(), models=["knn"]).algorithms == ("knn",)
    assert told(long_table(), models=["rf"]) == (
        "models: data has no algorithm 'rf'; there are svm, knn"
    )


def test_a_long_table_needs_items():
    """Without them two models cannot be paired."""
    assert told(long_table().drop(columns="item")) == (
        "data: no column names the item, so the models cannot be paired; add a column 'item'"
    )


def test_one_file_a_model(file):
    """Named after their files, paired by their items."""
    a = file("item,y,predicted\n1,1,1\n2,0,0\n", "run_svm.csv")
    b = file("item,y,predicted\n2,0,1\n1,1,1\n", "run_knn.csv")
    found = read_predictions([a, b])
    assert found.algorithms == ("svm", "knn")
    assert found.contingency("svm", "knn").tolist() == [[0, 0], [1, 1]]


def test_files_without_items_are_paired_in_their_order_and_that_is_said(file):
    """The note says when that is right."""
    a = file("y,predicted\n1,1\n0,0\n", "svm.csv")
    b = file("y,predicted\n1,1\n0,1\n", "knn.csv")
    assert read_predictions([a, b]).notes == (
        (
            "no column names the items, so the rows of the files were paired in their order; that is "
            "right only where all files list the same items in the same order"
        ),
    )


RUN = """{dataset},{model},TEST,0,MILLISECONDS,PREDICTIONS,by a program, at noon
{{'k': 1}}
0.5,0,342,1098,45056,2,,-1,-1
0,0,,0.9,0.1
1,0,,0.6,0.4
"""


def test_files_of_a_run(file):
    """Three lines about the run, then truth, prediction and a score for each class."""
    a = file(RUN.format(dataset="Chinatown", model="1NN-DTW"), "one.csv")
    b = file(RUN.format(dataset="Chinatown", model="TSF"), "two.csv")
    found = read_predictions([a, b])
    assert found.algorithms == ("1NN-DTW", "TSF")
    assert found.datasets == ("Chinatown",)
    assert found.scores[0].tolist() == [[0.9, 0.1], [0.6, 0.4]]
    assert found.measure("error").table().to_numpy().tolist() == [[0.5, 0.5]]


def test_runs_that_share_no_items(file):
    """Which algorithm has what, and how to choose."""
    a = file(RUN.format(dataset="Chinatown", model="1NN"), "one.csv")
    b = file(RUN.format(dataset="ArrowHead", model="TSF"), "two.csv")
    assert told([a, b]) == (
        "no item is predicted by every algorithm (1NN on Chinatown; TSF on ArrowHead); they can "
        "only be compared on the same items: name with models= those that share some"
    )
    assert read_predictions([a, b], models="TSF").datasets == ("ArrowHead",)
    assert told([a, b], models="rf") == "models: no file holds rf"


def test_missing_predictions(file):
    """They are named; their items can be left out."""
    path = file("item,y,svm,knn\na,1,1,0\nb,0,,0\nc,1,1,1\n")
    assert told(path) == (
        "1 predictions are missing (svm on item b); give missing='drop' to leave out their items"
    )
    found = read_predictions(path, missing="drop")
    assert found.item == ("a", "c")
    assert found.notes == ("1 of 3 items without a prediction left out",)


def test_an_item_twice():
    """It is named with how often it is given."""
    frame = pd.concat([long_table(), long_table().iloc[:1]])
    assert told(frame.reset_index(drop=True)) == (
        "svm: item 0, fold 0, data set iris is given 2 times; give every item a number of its own "
        "(columns item, fold, repeat, dataset)"
    )


def test_two_truths_for_one_item():
    """Files that disagree are not of the same items."""
    table = long_table()
    table.loc[0, "y"] = 1
    assert told(table) == (
        "the truth of item 0, fold 0, data set iris is '1' in one place and '0' in another; are "
        "these the same items?"
    )


def test_one_label_written_in_two_ways():
    """1 and 1.0 would count as wrong."""
    frame = pd.DataFrame({"y": ["1.50", "0"], "predicted": ["1.5", "0"]})
    assert told(frame) == (
        "the labels '1.50' and '1.5' are the same number; write them alike in the truth and in the "
        "predictions"
    )
    mixed = pd.DataFrame({"y": [1, 0], "svm": [1.0, 0.0]})
    assert read_predictions(mixed).correct("svm").tolist() == [True, True]


def test_the_truth_by_name():
    """A column that no name tells is named with y=."""
    frame = csv("a,b\n1,1\n0,1\n")
    assert told(frame) == ("data: no column is known to hold the truth; pass y= with one of a, b")
    assert read_predictions(frame, y="a").algorithms == ("b",)
    assert told(frame, y="c") == "y: data has no column 'c'; it has a, b"


def test_columns_that_are_neither():
    """They are named, and what to pass."""
    frame = csv("outcome,gender,age,s100b\nGood,F,42,0.13\nPoor,M,37,0.14\n")
    assert told(frame) == (
        "data: the column gender holds neither labels nor scores; pass models=[...] with the "
        "columns to compare, such as age, s100b"
    )
    found = read_predictions(frame, models=["s100b"], positive="Poor")
    assert found.algorithms == ("s100b",)
    assert found.notes == ("columns that were not used: gender, age",)
    assert told(frame, models=["gender"]) == (
        "models: the column 'gender' holds neither labels of 'outcome' nor numbers"
    )
    assert told(frame, models=[]) == "models must name at least one column"


def test_the_positive_class():
    """It is known for 0/1, -1/1 and False/True; another is given, or not said."""
    frame = csv("y,svm\nsick,well\nwell,well\n")
    assert read_predictions(frame).positive is None
    assert read_predictions(frame, positive="sick").positive == "sick"
    assert told(frame, positive="ill") == "positive must be one of sick, well; it was 'ill'"
    numbers = csv("y,svm\n1,1\n2,1\n")
    assert read_predictions(numbers, positive=2).positive == "2"
    truths = pd.DataFrame({"y": [True, False], "svm": [True, True]})
    assert read_predictions(truths).positive == "True"


def test_a_measurement_is_no_class():
    """A truth with as many labels as items is refused."""
    frame = pd.DataFrame({"y": np.arange(50) / 7, "svm": np.arange(50) / 7})
    assert told(frame) == (
        "the truth and the predictions have 50 distinct labels; a class label was expected, not a "
        "measurement: choose the column of the truth with y="
    )


def test_a_score_column_must_hold_numbers():
    """The cell is named."""
    frame = pd.DataFrame({"y": [1, 0, 1], "svm_score": ["0.5", "0.4", "high"]})
    assert told(frame) == "svm_score: the cell in row 3 is no number: 'high'"


def test_choices_are_checked():
    """A word that is no choice is named with those that are."""
    assert told(csv(WIDE), missing="keep") == "missing must be one of error, drop; it was 'keep'"
    assert told(csv(WIDE), layout="tall") == "layout must be one of auto, wide, long; it was 'tall'"
    start = "source must be a path, a list of paths, or a frame; it was a list of "
    assert told([]) == start + "nothing"
    assert told(["a.csv", 3]) == start + "int, str"
    assert told(csv(WIDE), layout="long") == (
        "data: no column names the algorithm; name one 'algorithm', or give the wide form with one "
        "column per model"
    )


def test_a_model_may_name_a_class_that_the_truth_does_not_have():
    """A column of words is one of labels where most of them are classes; then it is wrong."""
    frame = pd.DataFrame({"y": list("aabb"), "svm": list("aabc"), "note": list("wxyz")})
    items = read_predictions(frame, models=["svm"])
    assert items.classes == ("a", "b", "c")
    assert items.correct("svm").tolist() == [True, True, True, False]
    assert told(frame) == (
        "data: the column note holds neither labels nor scores; pass models=[...] with the columns "
        "to compare, such as svm"
    )


BESIDE = "y,svm,svm_score,knn,knn_p0,knn_p1\n1,1,0.9,0,0.6,0.4\n0,1,0.2,0,0.7,0.3\n"


def test_the_score_that_stands_beside_a_label_of_the_bare_name(file):
    """`svm` and `svm_score` are one model; so are `knn`, `knn_p0` and `knn_p1`."""
    items = read_predictions(file(BESIDE))
    assert items.algorithms == ("svm", "knn")
    assert items.predicted.tolist() == [[1, 1], [0, 0]]
    assert items.scores[0].tolist() == [0.9, 0.2]
    assert items.scores[1].tolist() == [[0.6, 0.4], [0.7, 0.3]]
    chosen = read_predictions(file(BESIDE), models=["knn"])
    assert chosen.scores[0].tolist() == [[0.6, 0.4], [0.7, 0.3]]
    assert chosen.notes == ("columns that were not used: svm, svm_score",)


def test_a_column_that_is_asked_for_by_its_whole_name(file):
    """It is a model of its own, whatever stands beside it."""
    items = read_predictions(file(BESIDE), models=["svm_score", "knn_p1"])
    assert items.algorithms == ("svm_score", "knn_p1")
    assert [scores.tolist() for scores in items.scores] == [[0.9, 0.2], [0.4, 0.3]]
