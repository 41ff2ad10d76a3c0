"""What a person may hand over: scores, frames, paths, arrays, results of others, studies."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bakeoff import compare, read_scores
from bakeoff.data.scores import Scores
from bakeoff.errors import InvalidInput


class Study:
    """A study that was run, as far as comparing is concerned."""

    def __init__(self, *, timed: bool) -> None:
        self.timed = timed

    def cells(self):
        """Return what was run."""

    def scores(self, *names: str) -> Scores:
        """Return the scores of the measures asked for, or of its own one."""
        names = names or ("error",)
        if "training_time" in names and not self.timed:
            raise InvalidInput("no times were kept")
        rng = np.random.default_rng(0)
        values = rng.normal(0.2, 0.02, (8, 5, 3, len(names)))
        if len(names) > 1:
            values[..., 1] = [3.0, 2.0, 1.0]
        return Scores(
            values, [f"s{place}" for place in range(8)], [(0, fold) for fold in range(5)],
            list("ABC"), names, dict.fromkeys(names, False), "k-fold",
        )  # fmt: skip


def test_a_study_brings_the_times_of_its_runs():
    """Among equals the cheaper is named; where no times were kept, nobody is."""
    found = compare(Study(timed=True))
    assert found.question.measures == ("error",)
    assert found.recommended == "C"
    assert compare(Study(timed=False)).recommended is None
    assert compare(Study(timed=True), measure="error").recommended == "C"


def test_the_same_table_in_every_form(demsar, tmp_path):
    """A frame, a file, scores and a saved object give the same comparison."""
    expected = compare(demsar, measure="auc")
    path = tmp_path / "table.csv"
    demsar.to_csv(path, index=False)
    scores = read_scores(demsar, measure="auc")
    scores.save(tmp_path / "saved.json")
    forms = [
        compare(path, measure="auc"),
        compare(str(path), measure="auc"),
        compare(scores),
        compare(tmp_path / "saved.json"),
    ]
    for found in forms:
        assert found.verdict == expected.verdict
        assert found.signature == expected.signature


def test_rows_of_an_array_are_what_the_design_says():
    """Data sets, or the splits of one, or runs."""
    rng = np.random.default_rng(0)
    table = rng.uniform(0.7, 0.8, (10, 2))
    assert compare(table, measure="accuracy").question.over == "data sets"
    folds = compare(table, measure="accuracy", design="k-fold")
    assert (folds.question.over, folds.procedure) == ("splits", "corrected-t")
    assert compare(table, measure="accuracy", design="independent").procedure == "welch"
    assert compare(table, measure="accuracy", design="5x2").procedure == "5x2"


def test_results_of_scikit_learn():
    """A dict of cross_validate's results: folds, and the times as costs."""
    rng = np.random.default_rng(0)
    results = {
        name: {"test_accuracy": rng.uniform(0.7, 0.8, 10), "fit_time": np.full(10, seconds)}
        for name, seconds in (("slow", 9.0), ("fast", 1.0))
    }
    found = compare(results)
    assert found.procedure == "corrected-t"
    assert found.question.measures == ("accuracy",)


def test_runs_of_unequal_number_in_a_long_table():
    """Seeds are runs of their own; one more of one of them is no missing score."""
    rng = np.random.default_rng(0)
    rows = [
        {"algorithm": name, "seed": seed, "accuracy": rng.normal(0.8, 0.01)}
        for name, many in (("A", 5), ("B", 7))
        for seed in range(many)
    ]
    found = compare(pd.DataFrame(rows))
    assert found.procedure == "welch"
    assert "5 to 7 runs each" in found.reasons[0]


def test_several_measures_without_a_choice_leave_the_times_out():
    """Time is what it costs, not what is compared, unless it is asked for."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"dataset": np.repeat([f"s{d}" for d in range(6)], 2), "algorithm": ["A", "B"] * 6,
         "accuracy": rng.uniform(0.7, 0.8, 12), "auc": rng.uniform(0.7, 0.8, 12),
         "training_time": rng.uniform(1, 2, 12)}
    )  # fmt: skip
    with pytest.raises(InvalidInput, match="which measure\\? there are accuracy, auc: pass"):
        compare(frame)
    assert compare(frame, measure="training_time").question.measures == ("training_time",)


def items(folds: int = 6) -> pd.DataFrame:
    """Return predictions of two models over folds, in the long form."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 40 * folds)
    parts = [
        {"fold": np.repeat(range(folds), 40), "item": range(len(y)), "y": y, "algorithm": name,
         "score": (gain * y + rng.random(len(y))).round(4) / (1 + gain)}
        for name, gain in (("near", 1.0), ("far", 0.3))
    ]  # fmt: skip
    return pd.concat([pd.DataFrame(part) for part in parts])


def test_predictions_over_folds_are_measured_and_compared_over_them():
    """The design that is said is taken; nothing that is asked for is passed over."""
    found = compare(items(), positive="1", measure="auc")
    assert (found.question.design, found.procedure) == ("k-fold", "corrected-t")
    assert found.recommended == "near"
    said = compare(items(), positive="1", design="resampled", measure="auc")
    assert said.question.design == "resampled"
    with pytest.raises(InvalidInput, match="columns= is for files of scores; these are predictio"):
        compare(items(), positive="1", columns={"fold": "fold"})


def test_measures_of_predictions_together_allow_for_the_overlap():
    """T squared with the ratio of test to training: no issue, no warning."""
    found = compare(items(), positive="1", design="k-fold", measures=["tpr", "fpr"])
    assert found.pairs.name == "hotelling"
    assert {check.code: check.outcome for check in found.checks}["overlap"] == "passed"
    plain = compare(items(), positive="1", design="k-fold", procedure="multi-tf")
    assert any("takes them for independent" in one for one in plain.warnings)
    assert found.pairs.p_value[0] > plain.pairs.p_value[0]


def test_a_dict_of_columns_is_a_table():
    """Lists of equal length, one for each algorithm; what else a dict may hold is said."""
    columns = {"svm": [0.9, 0.8, 0.85], "knn": [0.8, 0.7, 0.75]}
    assert compare(columns, measure="accuracy").order == ["svm", "knn"]
    arrays = {"dataset": ["a", "b", "c"], **{name: np.array(one) for name, one in columns.items()}}
    assert compare(arrays, measure="accuracy").question.rows == ("a", "b", "c")
    for wrong in ({"svm": [0.9, 0.8], "knn": [0.7]}, {"svm": 1.0}, {}):
        with pytest.raises(InvalidInput, match="or to lists of scores, all of one length"):
            compare(wrong, measure="accuracy")
