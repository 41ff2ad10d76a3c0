"""Running a study: the same numbers everywhere, going on, and what a change costs."""

from __future__ import annotations

import sqlite3

import awkward
import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bakeoff.errors import InvalidInput, StudyError
from bakeoff.experiments import KFold, RepeatedKFold
from bakeoff.experiments.engines import serial
from bakeoff.experiments.fit import Outcome


def fingerprint(results):
    """Return all numbers of a study that do not hang on the clock."""
    scores = results.scores()
    predictions = results.predictions()
    return (
        scores.values.tobytes(),
        predictions.predicted.tobytes(),
        b"".join(one.tobytes() for one in predictions.scores if one is not None),
        results.cells()["seed"].tolist(),
    )


class Counting:
    """An engine that runs cells here, counts them, and stops after some."""

    def __init__(self, most=None):
        self.most, self.run = most, []

    def __call__(self, job):
        for outcome in serial(job):
            if self.most is not None and len(self.run) == self.most:
                raise KeyboardInterrupt
            self.run.append(job.work.plan.key(job.work.plan.cell(outcome.number)))
            yield outcome


def test_one_core_and_all_cores_give_the_same_numbers(make_study, tmp_path):
    """Scores, predictions, probabilities and seeds, bit by bit."""
    study = make_study(
        algorithms={
            "tree": DecisionTreeClassifier(max_features=1),
            "global": awkward.Global(),
            "logistic": LogisticRegression(),
        },
        measures=["error"],
    )
    one = study.run(tmp_path / "one", engine="serial", progress=False)
    two = study.run(tmp_path / "two", engine="local", workers=2, progress=False)
    assert fingerprint(one) == fingerprint(two)


def test_a_stopped_run_goes_on_and_no_cell_is_run_twice(make_study, tmp_path):
    """What was finished at the stop is kept; the second run does the rest."""
    study = make_study()
    first, second, third = Counting(most=9), Counting(), Counting()
    with pytest.raises(KeyboardInterrupt):
        study.run(tmp_path, engine=first, progress=False)
    results = study.run(tmp_path, engine=second, progress=False)
    assert len(first.run) == 9
    assert len(set(first.run + second.run)) == len(first.run) + len(second.run) == 24
    study.run(tmp_path, engine=third, progress=False)
    assert third.run == []
    whole = study.run(tmp_path / "whole", engine="serial", progress=False)
    assert fingerprint(results) == fingerprint(whole)


def test_changing_one_algorithm_runs_that_one_only_and_is_named(make_study, tmp_path):
    """The others stay; what changed is told, and kept beside the results."""
    algorithms = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2)}
    before = make_study(algorithms=algorithms).run(tmp_path, engine="serial", progress=False)
    old = before.scores("error").select(algorithms=["bayes"]).values
    changed = make_study(algorithms={**algorithms, "tree": DecisionTreeClassifier(max_depth=3)})
    engine = Counting()
    after = changed.run(tmp_path, engine=engine, progress=False)
    assert {key[-1] for key in engine.run} == {"tree"}
    assert len(engine.run) == 8
    assert after.notes == (
        "tree has changed (estimator.max_depth: 2 -> 3): its cells are run again",
    )
    assert np.array_equal(after.scores("error").select(algorithms=["bayes"]).values, old)
    assert len(after.cells()) == 16
    again = Counting()
    back = make_study(algorithms=algorithms).run(tmp_path, engine=again, progress=False)
    assert again.run == []  # its earlier cells were kept aside
    assert np.array_equal(back.scores("error").values, before.scores("error").values)
    assert back.notes[-1] == (
        "tree has changed (estimator.max_depth: 3 -> 2): its earlier cells are there still"
    )


def test_changed_data_under_an_old_name_are_run_again(make_study, tmp_path, data):
    """One value is enough; the other data set's cells stay."""
    X, y = data
    make_study(datasets={"a": (X, y), "b": (X[:40], y[:40])}).run(
        tmp_path, engine="serial", progress=False
    )
    spoilt = X.copy()
    spoilt[0, 0] += 1
    engine = Counting()
    after = make_study(datasets={"a": (spoilt, y), "b": (X[:40], y[:40])}).run(
        tmp_path, engine=engine, progress=False
    )
    assert {key[0] for key in engine.run} == {"a"}
    assert after.notes == ("a has changed (its data are others): its cells are run again",)


def test_an_algorithm_more_or_less_runs_only_what_is_new(make_study, tmp_path):
    """A study can grow and shrink; results are those of its present members."""
    algorithms = {"bayes": GaussianNB(), "plain": awkward.Plain()}
    make_study(algorithms=algorithms).run(tmp_path, engine="serial", progress=False)
    engine = Counting()
    more = {"tree": DecisionTreeClassifier(), **algorithms}
    results = make_study(algorithms=more).run(tmp_path, engine=engine, progress=False)
    assert {key[-1] for key in engine.run} == {"tree"}
    assert results.scores().algorithms == ("tree", "bayes", "plain")
    fewer = make_study(algorithms={"plain": awkward.Plain()}).run(
        tmp_path, engine="serial", progress=False
    )
    assert fewer.scores("error").algorithms == ("plain",)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"splits": KFold(3)}, "splits.folds: 4 -> 3"),
        ({"splits": RepeatedKFold(4, 2)}, 'splits.kind: "k-fold" -> "repeated k-fold"'),
        ({"seed": 1}, "seed: 0 -> 1"),
        ({"test_fraction": 0.5}, "test_fraction: null -> 0.5"),
    ],
)
def test_what_would_mix_numbers_of_two_kinds_is_refused(make_study, tmp_path, change, told):
    """Other splits or another seed under the same folder: named, and nothing is touched."""
    before = make_study().run(tmp_path, engine="serial", progress=False)
    with pytest.raises(StudyError) as caught:
        make_study(**change).run(tmp_path, engine="serial", progress=False)
    assert str(caught.value).startswith(f"{tmp_path} holds a study with other cells ({told}")
    assert str(caught.value).endswith(
        "its numbers can't be mixed with new ones: choose another folder"
    )
    assert len(before.cells()) == 24


def test_a_title_and_further_measures_change_no_cell(make_study, tmp_path):
    """Measures that are asked for later are taken from the predictions that were kept."""
    make_study(measures="error").run(tmp_path, engine="serial", progress=False)
    engine = Counting()
    later = make_study(measures=["macro_f1", "error"], title="T").run(
        tmp_path, engine=engine, progress=False
    )
    assert engine.run == []
    fresh = make_study(measures=["macro_f1", "error"]).run(
        tmp_path / "b", engine="serial", progress=False
    )
    assert np.array_equal(later.scores().values, fresh.scores().values)
    assert later.meta()["title"] == "T"


def test_without_predictions_a_further_measure_is_run_for(make_study, tmp_path):
    """It can't be measured afterwards, so the cells are run again, and it is said."""
    make_study(measures="error").run(
        tmp_path, engine="serial", progress=False, keep_predictions=False
    )
    engine = Counting()
    later = make_study(measures=["error", "macro_f1"]).run(tmp_path, engine=engine, progress=False)
    assert len(engine.run) == 24
    assert later.notes == ("macro_f1 was not measured in 24 cells without predictions: run again",)


def test_any_part_can_be_run_again(make_study, tmp_path):
    """An algorithm, a data set, or what failed."""
    study = make_study(algorithms={"bayes": GaussianNB(), "fails": awkward.Fails()})
    results = study.run(tmp_path, engine="serial", progress=False)
    failed = int((results.cells()["status"] == "failed").sum())
    assert failed
    for again, keys in (
        ("bayes", {"algorithm": {"bayes"}, "count": 8}),
        ("two", {"dataset": {"two"}, "count": 8}),
        ("failed", {"algorithm": {"fails"}, "count": failed}),
    ):
        engine = Counting()
        study.run(tmp_path, engine=engine, progress=False, again=again)
        assert len(engine.run) == keys["count"]
        assert {key[-1] for key in engine.run} == keys.get("algorithm", {"bayes", "fails"})
        assert {key[0] for key in engine.run} <= keys.get("dataset", {"one", "two"})
    with pytest.raises(
        InvalidInput, match="again: there is no algorithm or data set 'svm'; there are bayes, fails"
    ):
        study.run(tmp_path, engine="serial", progress=False, again="svm")


def test_an_outcome_that_comes_twice_is_written_once(make_study, tmp_path):
    """A cluster may run a cell twice; the first answer stands."""

    def twice(job):
        for outcome in serial(job):
            yield outcome
            yield Outcome(outcome.number, "failed", 0, "the second one")

    results = make_study().run(tmp_path, engine=twice, progress=False)
    assert len(results.cells()) == 24
    assert set(results.cells()["status"]) == {"ok"}


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"engine": "cloud"}, "engine must be 'local', 'serial' or the address of a cluster"),
        ({"engine": 3}, "engine must be 'local', 'serial' or an address; it was 3"),
        ({"workers": 0}, "workers must be a whole number of at least 1; it was 0"),
        ({"time_limit": -1}, "time_limit must be"),
    ],
)
def test_a_wrong_choice_is_refused_before_a_folder_is_made(make_study, tmp_path, choices, told):
    """Nothing is left behind."""
    with pytest.raises(InvalidInput, match="must be") as caught:
        make_study().run(tmp_path / "new", progress=False, **choices)
    assert told in str(caught.value)
    assert not (tmp_path / "new").exists()


def test_the_store_holds_nothing_that_runs(make_study, tmp_path):
    """Numbers and words; no pickled object in any column."""
    make_study(tune={"tree": {"max_depth": [1, 2]}}).run(tmp_path, engine="serial", progress=False)
    with sqlite3.connect(tmp_path / "study.sqlite") as connection:
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        for table in tables:
            for row in connection.execute(f"SELECT * FROM {table}"):  # noqa: S608  names of the file's own
                for value in row:
                    if isinstance(value, bytes):
                        assert value.split(b";")[0] in {b"|u1", b"<u2", b"<i4", b"<i8", b"<f8"}


def test_versions_of_all_that_numbers_hang_on_are_kept(make_study, tmp_path):
    """With every cell; a change is told."""
    results = make_study().run(tmp_path, engine="serial", progress=False)
    found = results.cells()["versions"].iloc[0]
    assert {"python", "numpy", "scipy", "scikit-learn", "bakeoff"} <= set(found)
    with sqlite3.connect(tmp_path / "study.sqlite") as connection:
        connection.execute(
            "UPDATE environments SET versions = replace(versions, ?, ?)", (found["numpy"], "1.0.0")
        )
    later = make_study().run(tmp_path, engine="serial", progress=False)
    assert later.notes == (
        f'earlier cells were run with other versions (numpy: "1.0.0" -> "{found["numpy"]}"), and stay',
    )
