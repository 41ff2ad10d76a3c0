"""What comes out of a study's folder: scores, predictions, cells, files, a comparison, a page."""

from __future__ import annotations

import awkward
import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

from bakeoff import compare, read_predictions, read_scores
from bakeoff.errors import InvalidInput, NotApplicable, StudyError
from bakeoff.experiments import (
    FiveByTwo,
    Holdout,
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    Study,
    StudyResults,
)
from bakeoff.experiments.showing import comparable, run_table

ALGORITHMS = {"bayes": GaussianNB(), "logistic": LogisticRegression(), "plain": awkward.Plain()}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """A study of three algorithms on two data sets."""
    from conftest import blobs

    study = Study(
        {"one": blobs(), "two": blobs(45, classes=3, seed=1)},
        ALGORITHMS,
        splits=KFold(5),
        measures=["error", "auc", "training_time"],
        title="Three on two",
        aim="To see",
    )
    return study.run(tmp_path_factory.mktemp("study"), engine="serial", progress=False)


def test_scores_have_all_axes_and_know_how_they_were_made(results):
    """Names, design, sizes of the parts, directions."""
    scores = results.scores()
    assert scores.datasets == ("one", "two")
    assert scores.algorithms == ("bayes", "logistic", "plain")
    assert scores.measures == ("error", "auc", "training_time")
    assert scores.design == "k-fold"
    assert scores.n_train.tolist() == [[48] * 5, [36] * 5]
    assert scores.n_test.tolist() == [[12] * 5, [9] * 5]
    assert dict(scores.higher_is_better) == {"error": False, "auc": True, "training_time": False}
    assert np.isnan(scores.values[:, :, 2, 1]).all()  # plain gives no scores
    assert results.scores("model_size").values.min() > 0


@pytest.mark.parametrize(
    ("splits", "design", "shape"),
    [
        (RepeatedKFold(3, 2), "repeated k-fold", (2, 3)),
        (FiveByTwo(), "5x2", (5, 2)),
        (Holdout(), "holdout", (1, 1)),
        (LeaveOneOut(), "leave-one-out", (1, 20)),
    ],
)
def test_every_scheme_comes_out_as_its_design(tmp_path, splits, design, shape):
    """With repeats and folds."""
    X = np.random.default_rng(0).normal(size=(20, 2))
    study = Study(
        {"d": (X, np.arange(20) % 2)}, {"b": GaussianNB()}, splits=splits, measures="error"
    )
    scores = study.run(tmp_path, engine="serial", progress=False).scores()
    assert scores.design == design
    assert (scores.repeats, scores.folds_per_repeat) == shape


def test_predictions_are_paired_and_measure_what_the_cells_did(results):
    """The error of the items is the error of the cells."""
    predictions = results.predictions()
    assert len(predictions) == 60 + 45
    assert predictions.algorithms == ("bayes", "logistic", "plain")
    assert predictions.scores[2] is None
    assert predictions.scores[0].shape == (105, 3)
    errors = predictions.measure("error")
    assert np.array_equal(errors.values, results.scores("error").values)
    assert predictions.contingency("bayes", "logistic").sum() == 105


def test_predictions_of_two_classes_have_curves(tmp_path, data):
    """Probabilities and decision values, for the positive class that was named."""
    X, y = data
    study = Study(
        {"d": (X, np.where(y, "sick", "well"))},
        {"bayes": GaussianNB(), "svm": LinearSVC()},
        splits=KFold(3),
        measures="auc",
        positive={"d": "sick"},
    )
    results = study.run(tmp_path, engine="serial", progress=False)
    predictions = results.predictions()
    assert predictions.positive == "sick"
    assert predictions.measure("auc").values == pytest.approx(results.scores("auc").values)
    assert len(predictions.roc("svm").x) > 2
    other = results.predictions(positive="well")
    assert other.measure("auc").values == pytest.approx(results.scores("auc").values)
    assert results.scores("tpr").values.shape == (1, 3, 2, 1)  # measured from what was kept


def test_a_folder_is_read_by_all_that_read_files(results):
    """read_scores, read_predictions and compare take the path."""
    assert np.array_equal(
        read_scores(results.folder).values, results.scores().values, equal_nan=True
    )
    assert len(read_predictions(results.folder)) == 105
    assert read_scores(results.folder, measure="macro_f1").measures == ("macro_f1",)


def test_a_study_can_be_compared(results):
    """By itself, by its folder, and by its scores: the same verdict."""
    one = compare(results)
    assert one.question.measures == ("error",)
    assert one.verdict == compare(results.folder).verdict
    assert one.verdict == compare(results.scores("error", "training_time")).verdict
    assert set(one.order) == {"bayes", "logistic", "plain"}


def test_cells_are_a_frame_with_all_that_was_recorded(results):
    """One row a cell, with seconds in all, warnings and versions as what they are."""
    cells = results.cells()
    assert len(cells) == 30
    assert {"status", "seed", "seconds", "error"} <= set(cells.columns)
    assert (cells["seconds"] >= cells["fit_seconds"]).all()
    assert cells["seed"].is_unique
    assert isinstance(cells["versions"].iloc[0], dict)
    assert cells["warnings"].iloc[0] == []


def test_some_cells_are_tuned_and_some_are_not(tmp_path, make_study, data):
    """The settings that were chosen stand where there was a choice, and nothing elsewhere."""
    study = make_study(
        datasets={"d": data},
        algorithms={"tuned": awkward.Plain(), "plain": GaussianNB()},
        tune={"tuned": {"seconds": [0.0]}},
    )
    cells = study.run(tmp_path, engine="serial", progress=False).cells().set_index("algorithm")
    assert cells.loc["tuned", "chosen"].tolist() == [{"seconds": 0.0}] * 4
    assert cells.loc["plain", "chosen"].tolist() == [None] * 4


def test_everything_goes_out_as_parquet(results, tmp_path):
    """Three files that pandas reads, with the numbers that are in the store."""
    paths = results.export(tmp_path / "out")
    assert [path.name for path in paths] == [
        "scores.parquet",
        "cells.parquet",
        "predictions.parquet",
    ]
    scores, cells, predictions = map(pd.read_parquet, paths)
    assert len(cells) == 30
    assert len(predictions) == 3 * 105
    long = scores[(scores["measure"] == "error") & (scores["algorithm"] == "bayes")]
    assert sorted(long["value"]) == sorted(results.scores("error").values[:, :, 0].ravel())
    assert {"training_time", "test_time", "model_size"} <= set(scores["measure"])


def test_a_page_tells_of_the_study(results, tmp_path):
    """Title, aim, splits, seed, versions; one file."""
    path = results.report(tmp_path / "deep" / "page.html")
    text = path.read_text(encoding="utf-8")
    for part in ("Three on two", "To see", "k-fold (folds = 5", "30 ok", "scikit-learn"):
        assert part in text


def test_a_page_says_what_is_missing_and_why(tmp_path, make_study):
    """A data set with failures is left out, and an algorithm where nothing else would be left."""
    study = make_study(algorithms={**ALGORITHMS, "fails": awkward.Fails()}, measures="error")
    results = study.run(tmp_path / "study", engine="serial", progress=False)
    rows = {row[0].text: row[1].text for row in run_table(results).rows}
    assert "x ValueError: a value above 2.5 is too much" in rows["missing: fails on two"]
    scores = comparable(results)
    assert scores.notes
    text = results.report(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "a value above 2.5 is too much" in text


def test_a_study_with_failures_is_compared_without_them_when_asked(tmp_path, make_study):
    """Data sets with failed cells are left out; algorithms that are not asked for do not matter."""
    study = make_study(
        algorithms={**ALGORITHMS, "fails": awkward.Fails()}, measures=["error", "auc"]
    )
    results = study.run(tmp_path, engine="serial", progress=False)
    with pytest.raises(InvalidInput, match="cells of the study have no result"):
        compare(results)
    assert compare(results, missing="drop").question.over == "splits"
    some = compare(results, algorithms=["bayes", "logistic"])
    assert some.question.over == "data sets"


def test_an_algorithm_that_never_worked_is_left_out_of_the_page(tmp_path, make_study, data):
    """Then the others can still be compared."""
    study = make_study(
        datasets={"d": data},
        algorithms={**ALGORITHMS, "strange": awkward.Strange()},
        measures="error",
    )
    results = study.run(tmp_path, engine="serial", progress=False)
    scores = comparable(results)
    assert scores.algorithms == ("bayes", "logistic", "plain")
    assert scores.notes[-1] == "strange left out: too many of their cells have no result"
    with pytest.raises(InvalidInput, match="4 cells of the study have no result"):
        compare(results)


def test_where_nothing_worked_there_is_nothing_to_compare(tmp_path, make_study, data):
    """The sentence has the first reason."""
    study = make_study(
        datasets={"d": data},
        algorithms={"a": awkward.Strange(), "b": awkward.Strange()},
        measures="error",
    )
    results = study.run(tmp_path, engine="serial", progress=False)
    with pytest.raises(
        NotApplicable,
        match=r"no data set is complete for two algorithms .the first reason: StudyError: predict gave a class",
    ):
        comparable(results)


def test_predictions_that_were_not_kept_are_asked_for(tmp_path, make_study):
    """With what to do."""
    results = make_study(measures="error").run(
        tmp_path, engine="serial", progress=False, keep_predictions=False
    )
    with pytest.raises(
        StudyError,
        match="no split that every algorithm has predicted; run it on, with keep_predictions=True",
    ):
        results.predictions()
    with pytest.raises(
        InvalidInput, match="macro_f1 was not measured by the study, and no predictions were kept"
    ):
        results.scores("macro_f1")
    assert [path.name for path in results.export(tmp_path / "out")] == [
        "scores.parquet",
        "cells.parquet",
    ]


def test_predicted_numbers_are_no_classes(tmp_path):
    """A study of regressors has scores, and says so."""
    X = np.random.default_rng(0).normal(size=(30, 2))
    study = Study(
        {"d": (X, X.sum(axis=1))},
        {"l": LinearRegression()},
        splits=KFold(3),
        measures="squared_error",
    )
    results = study.run(tmp_path, engine="serial", progress=False)
    assert results.scores().values.max() < 1e-20
    assert results.scores("absolute_error").values.max() < 1e-10
    with pytest.raises(
        InvalidInput, match="holds predicted numbers, and no classes; take its scores"
    ):
        results.predictions()


def test_a_folder_is_opened_again_at_any_time(results):
    """By its path."""
    again = StudyResults(str(results.folder))
    assert again == StudyResults(results.folder)
    assert repr(again) == f"StudyResults: 30 ok; in {results.folder}"
    assert again.meta()["title"] == "Three on two"
    assert again.planned() == 30


def test_a_half_done_study_is_told_as_such(tmp_path, make_study):
    """Scores are refused with the first missing cell; the page says how many are not run yet."""
    from bakeoff.experiments.engines import serial

    def some(job):
        for place, outcome in enumerate(serial(job)):
            if place == 20:
                return
            yield outcome

    results = make_study(algorithms=ALGORITHMS, measures="error").run(
        tmp_path, engine=some, progress=False
    )
    with pytest.raises(
        InvalidInput, match=r"4 cells of the study have no result .the first: .*; run it on"
    ):
        results.scores()
    assert np.isnan(results.scores(missing="keep").values).sum() == 4
    rows = {row[0].text: row[1].text for row in run_table(results).rows}
    assert rows["cells"] == "20 ok, 4 not run yet"
    with pytest.raises(
        InvalidInput, match="splits of the study are not predicted by every algorithm"
    ):
        results.predictions()
    assert len(results.predictions(missing="drop")) < 105
