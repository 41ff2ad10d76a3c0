"""`Scores`: four labelled axes that nobody can write to, and what is had from them."""

import copy
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from bakeoff import Scores
from bakeoff.data.scores import DESIGNS, Split
from bakeoff.errors import InvalidInput


def made(**changes):
    """Return 2 data sets x 3 splits x 2 algorithms x 2 measures; wine has no third split."""
    values = np.arange(24, dtype=float).reshape(2, 3, 2, 2)
    values[1, 2] = np.nan
    parts = {
        "values": values,
        "datasets": ["iris", "wine"],
        "splits": [(0, 0), (0, 1), (0, 2)],
        "algorithms": ["svm", "knn"],
        "measures": ["error", "auc"],
        "higher_is_better": {"error": False, "auc": True},
        "design": "k-fold",
        "n_test": [[50, 50, 50], [60, 59, np.nan]],
    }
    return Scores(**{**parts, **changes})


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


def test_the_axes_are_labelled():
    """Labels are text, splits are pairs with names."""
    scores = made(datasets=[1, 2])
    assert scores.values.shape == (2, 3, 2, 2)
    assert scores.datasets == ("1", "2")
    assert scores.splits[1] == Split(repeat=0, fold=1)
    assert (scores.repeats, scores.folds_per_repeat) == (1, 3)


@pytest.mark.parametrize("name", ["values", "n_test"])
def test_numbers_cannot_be_written_to(name):
    """Neither in place, nor through the array they were made from."""
    own = np.ones((1, 1, 1, 1))
    scores = Scores(own, ["d"], [(0, 0)], ["a"], ["m"], {"m": True}, n_test=own[..., 0, 0])
    own[:] = 7
    assert getattr(scores, name).ravel().tolist() == [1.0]
    with pytest.raises(ValueError, match="read-only"):
        getattr(scores, name)[0] = 3


def test_nothing_else_can_be_set():
    """Attributes and directions are as fixed as the numbers."""
    scores = made()
    with pytest.raises(AttributeError):
        scores.design = "5x2"
    with pytest.raises(TypeError):
        scores.higher_is_better["error"] = True


def test_one_direction_stands_for_all_measures():
    """True or False may be given in the place of a mapping."""
    assert dict(made(higher_is_better=True).higher_is_better) == {"error": True, "auc": True}


def test_a_table_is_the_mean_over_the_splits_of_each_data_set():
    """Splits that a data set does not have are not counted; what is missing makes NaN."""
    scores = made()
    table = scores.table("error")
    assert table.index.name == "dataset"
    assert table.loc["iris"].tolist() == [4.0, 6.0]
    assert table.loc["wine"].tolist() == [14.0, 16.0]
    values = scores.values.copy()
    values[0, 1, 0, 0] = np.nan
    assert np.isnan(made(values=values).table("error").loc["iris", "svm"])


def test_a_table_of_medians():
    """The median is asked for by name."""
    values = np.zeros((2, 3, 2, 2))
    values[0, :, 0, 0] = [0, 1, 8]
    table = made(values=values).table("error", aggregate="median")
    assert table.loc["iris", "svm"] == 1.0


def test_folds_of_one_data_set():
    """Splits x algorithms, with repeat and fold as the index, without splits that are not there."""
    folds = made().folds("wine", "auc")
    assert folds.index.tolist() == [(0, 0), (0, 1)]
    assert folds.index.names == ["repeat", "fold"]
    assert folds["knn"].tolist() == [15.0, 19.0]
    assert made().select("iris", measures="auc").folds().shape == (3, 2)


def test_selecting_keeps_labels_numbers_and_sizes_together():
    """In the order asked for; one name may go without a list; empty splits go."""
    some = made().select(datasets="wine", algorithms=["knn", "svm"], measures=["auc"])
    assert some.values[..., 0].tolist() == [[[15.0, 13.0], [19.0, 17.0]]]
    assert some.splits == (Split(0, 0), Split(0, 1))
    assert some.n_test.tolist() == [[60.0, 59.0]]
    assert dict(some.higher_is_better) == {"auc": True}
    assert some.design == "k-fold"


def test_means_and_medians_as_scores():
    """One split, no design, and a note that says over what."""
    mean = made().mean()
    assert mean.values[..., 0].tolist() == [[[4.0, 6.0]], [[14.0, 16.0]]]
    assert (mean.design, mean.n_test) == (None, None)
    assert mean.notes == ("means over 3 splits (k-fold)",)
    assert made().median().values[0, 0, 0, 0] == 4.0
    assert mean.mean().notes == mean.notes


def test_equal_means_the_same_numbers_under_the_same_labels():
    """What is missing equals what is missing; a note does not matter, a design does."""
    assert made().equals(made(notes=("read",)))
    for change in (
        {"design": None},
        {"datasets": ["iris", "vine"]},
        {"n_test": None},
        {"higher_is_better": True},
        {"values": np.zeros((2, 3, 2, 2))},
    ):
        assert not made().equals(made(**change))


def test_copies_and_other_processes_get_all_of_it():
    """What is sent to a worker comes back the same."""
    assert copy.deepcopy(made()).equals(made())
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(Scores.mean, made()).result().equals(made().mean())


def test_it_shows_itself():
    """Counts, directions, design, and how much is missing."""
    values = made().values.copy()
    values[0, 0, 0, 0] = np.nan
    assert repr(made(values=values)) == (
        "Scores: 2 data sets, 3 splits, 2 algorithms; error (lower is better), "
        "auc (higher is better); k-fold; 1 of 24 missing"
    )


@pytest.mark.parametrize("design", DESIGNS)
def test_every_design_is_taken(design):
    """The designs of the interface, and leave-one-out."""
    assert made(design=design).design == design


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"values": np.zeros((2, 3, 2))},
            "values must have the shape (2, 3, 2, 2), one place for each label; it had (2, 3, 2)",
        ),
        ({"values": "abc"}, "values must be numbers of the shape (2, 3, 2, 2)"),
        ({"values": np.full((2, 3, 2, 2), np.inf)}, "values: 24 values are infinite"),
        (
            {"n_test": [[1]]},
            ("n_test must have the shape (2, 3), one place for each label; it had (1, 1)"),
        ),
        ({"datasets": ["iris", "iris"]}, "two data sets are named 'iris'; rename one"),
        ({"algorithms": ["svm", "svm"]}, "two algorithms are named 'svm'; rename one"),
        (
            {"higher_is_better": {"error": False}},
            "higher_is_better must say for each measure whether more is better; 'auc' is not in it",
        ),
        (
            {"design": "loo"},
            (
                "design must be one of k-fold, repeated k-fold, 5x2, resampled, bootstrap, holdout, "
                "independent, leave-one-out; it was 'loo'"
            ),
        ),
    ],
)
def test_what_does_not_fit_is_said(change, sentence):
    """One sentence says what it must be and what it was."""
    assert told(made, **change) == sentence


def test_no_labels_no_scores():
    """An axis without a name is an error."""
    sentence = told(Scores, np.zeros((0, 1, 1, 1)), [], [(0, 0)], ["a"], ["m"], {"m": True})
    assert sentence == "there are no data sets; at least one is needed"


def test_what_is_not_there_cannot_be_asked_for():
    """The sentence lists what there is."""
    scores = made()
    assert told(scores.table) == "which measure? error, auc"
    assert told(scores.folds) == "which data set? iris, wine"
    assert told(scores.table, "f1") == "measure: there is no 'f1'; there are error, auc"
    assert told(scores.folds, "cat", "auc") == "dataset: there is no 'cat'; there are iris, wine"
    assert told(scores.select, algorithms="rf") == (
        "algorithms: there is no 'rf'; there are svm, knn"
    )
    assert told(scores.select, datasets=[]) == (
        "datasets must name at least one; there are iris, wine"
    )
    assert told(scores.table, "auc", aggregate="mode") == (
        "aggregate must be one of mean, median; it was 'mode'"
    )
