"""One cell: what is fitted on what, what is measured, and what becomes of failures."""

from __future__ import annotations

import random
import warnings

import awkward
import numpy as np
import pandas as pd
import pytest
from sklearn import metrics
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from bakeoff.experiments import KFold, Study
from bakeoff.experiments.fit import Work, run_cells


def outcomes(study):
    """Return the outcome of every cell, run here and now."""
    datasets = study.load()
    plan = study.plan(datasets)
    work = Work(
        plan,
        study.divisions(),
        tuple(study.algorithms.values()),
        tuple(study.tune.get(name) for name in study.algorithms),
        study.prepare,
        study.computed,
        True,
    )
    return list(run_cells(work, dict(enumerate(datasets)), range(len(plan)))), datasets, work


def test_measures_are_those_of_scikit_learn(make_study):
    """Error, area and logarithmic loss of each cell, from a fit of our own on the same parts."""
    found, datasets, work = outcomes(make_study(algorithms={"logistic": LogisticRegression()}))
    for outcome in found:
        cell = work.plan.cell(outcome.number)
        data = datasets[cell.dataset]
        train, test, _ = work.divisions.division(data, *work.plan.repeat_and_fold(cell))
        model = LogisticRegression().fit(data.X[train], data.y[train])
        probability = model.predict_proba(data.X[test])
        truth = data.y[test]
        if probability.shape[1] == 2:
            area = metrics.roc_auc_score(truth, probability[:, 1])
        else:
            area = metrics.roc_auc_score(truth, probability, multi_class="ovr")
        assert outcome.status == "ok"
        assert outcome.scores["error"] == pytest.approx(1 - model.score(data.X[test], truth))
        assert outcome.scores["auc"] == pytest.approx(area)
        assert outcome.scores["log_loss"] == pytest.approx(metrics.log_loss(truth, probability))


class Remembers(TransformerMixin, BaseEstimator):
    """Passes on how many items it has been fitted on."""

    def fit(self, X, y=None):
        self.seen_ = len(X)
        return self

    def transform(self, X):
        return np.column_stack([np.asarray(X), np.full(len(X), self.seen_)])


class Tells(awkward.Plain):
    """Complains when it is given what was fitted on more than the training part."""

    def fit(self, X, y):
        if not (np.asarray(X)[:, -1] == len(X)).all():
            raise ValueError("fitted on other items")
        return super().fit(X, y)


def test_preparing_steps_see_the_training_part_only(make_study):
    """A transformer that is given to `prepare` is fitted within every training part."""
    study = make_study(algorithms={"tells": Tells()}, prepare=Remembers(), measures="error")
    assert {outcome.status for outcome in outcomes(study)[0]} == {"ok"}


@pytest.mark.parametrize("prepare", ["auto", "scale"])
def test_words_and_gaps_are_prepared_where_there_are_some(prepare):
    """A frame with words and gaps goes to an estimator that takes numbers alone."""
    chance = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "size": np.where(chance.random(40) < 0.1, np.nan, chance.normal(size=40)),
            "colour": chance.choice(["red", "blue", None], 40),
            "kind": pd.Categorical(chance.choice(list("abc"), 40)),
            "class": chance.choice(["yes", "no"], 40),
        }
    )
    study = Study({"d": frame}, {"svm": SVC()}, splits=KFold(4), measures="error", prepare=prepare)
    assert {outcome.status for outcome in outcomes(study)[0]} == {"ok"}


def test_complete_numbers_are_left_as_they_are(make_study):
    """Nothing stands before the estimator that a data set does not need."""
    found, *_ = outcomes(make_study(algorithms={"plain": GaussianNB()}))
    assert {outcome.status for outcome in found} == {"ok"}
    assert make_study().prepare == "auto"


def test_chance_comes_from_the_cell(make_study):
    """A cell gives the same numbers after other cells, alone, and for global generators too."""
    study = make_study(
        algorithms={"tree": DecisionTreeClassifier(max_features=1), "global": awkward.Global()},
        measures="error",
    )
    whole, datasets, work = outcomes(study)
    for number in (15, 3, 8):
        (alone,) = run_cells(work, dict(enumerate(datasets)), [number])
        assert alone.scores == whole[number].scores
        assert np.array_equal(alone.predicted, whole[number].predicted)
    other, *_ = outcomes(make_study(algorithms=study.algorithms, measures="error", seed=1))
    assert [one.scores for one in other] != [one.scores for one in whole]


def test_the_callers_own_chance_is_left_alone(make_study):
    """Running cells here does not shift what a notebook draws next."""
    np.random.seed(3)  # noqa: NPY002  it is this generator that must not move
    random.seed(3)
    before = np.random.get_state()[1].copy(), random.getstate()  # noqa: NPY002  likewise
    outcomes(make_study())
    assert np.array_equal(before[0], np.random.get_state()[1])  # noqa: NPY002  likewise
    assert before[1] == random.getstate()


def test_a_failure_is_an_outcome_with_its_reason(make_study):
    """The others go on; the reason stands on one line."""
    found, *_ = outcomes(
        make_study(algorithms={"fails": awkward.Fails(), "plain": awkward.Plain()})
    )
    failed = [outcome for outcome in found if outcome.status == "failed"]
    assert failed
    assert {outcome.reason for outcome in failed} == {"ValueError: a value above 2.5 is too much"}
    assert {outcome.number % 2 for outcome in failed} == {0}
    assert all(not outcome.scores and outcome.predicted is None for outcome in failed)


@pytest.mark.parametrize(
    ("estimator", "reason"),
    [
        (awkward.Strange(), "StudyError: predict gave a class that the data set does not have: 99"),
        (
            LinearRegression(),
            "StudyError: predict gave a class that the data set does not have: ",
        ),
    ],
)
def test_answers_that_are_none_are_failures(make_study, estimator, reason):
    """Classes that do not exist are not counted as errors."""
    found, *_ = outcomes(make_study(algorithms={"odd": estimator}))
    assert all(outcome.reason.startswith(reason) for outcome in found)


def test_an_estimator_needs_only_fit_and_predict(make_study):
    """No get_params, a list instead of an array: it is run all the same."""
    found, *_ = outcomes(make_study(algorithms={"duck": awkward.Duck()}))
    assert {outcome.status for outcome in found} == {"ok"}
    assert {outcome.kind for outcome in found} == {"labels"}
    assert all(np.isnan(outcome.scores["auc"]) for outcome in found)


def test_decision_values_are_scores_but_no_probabilities(make_study):
    """The area is measured, the logarithmic loss is not."""
    found, *_ = outcomes(make_study(algorithms={"svm": LinearSVC()}))
    assert {outcome.kind for outcome in found} == {"decisions"}
    assert all(np.isfinite(outcome.scores["auc"]) for outcome in found)
    assert all(np.isnan(outcome.scores["log_loss"]) for outcome in found)


def test_a_class_that_the_training_part_lacks_has_a_probability_of_zero():
    """Scores always have a column for every class of the data set."""
    X, y = np.arange(20.0).reshape(-1, 1), np.array([0] * 10 + [1] * 9 + [2])
    study = Study({"d": (X, y)}, {"l": LogisticRegression()}, splits=KFold(5), measures="error")
    found, *_ = outcomes(study)
    assert all(outcome.class_scores.shape == (4, 3) for outcome in found)
    lacking = [outcome for outcome in found if (outcome.class_scores[:, 2] == 0).all()]
    assert len(lacking) == 1


def test_numbers_are_measured_by_losses_of_numbers():
    """A study of regressors predicts values."""
    chance = np.random.default_rng(0)
    X = chance.normal(size=(40, 2))
    study = Study(
        {"d": (X, X @ [1, 2] + chance.normal(size=40))},
        {"linear": LinearRegression()},
        splits=KFold(4),
        measures=["squared_error", "absolute_error"],
    )
    found, datasets, work = outcomes(study)
    train, test, _ = work.divisions.division(datasets[0], 0, 0)
    model = LinearRegression().fit(X[train], datasets[0].y[train])
    assert found[0].kind == "values"
    assert found[0].scores[study.measures[0]] == pytest.approx(
        metrics.mean_squared_error(datasets[0].y[test], model.predict(X[test]))
    )


class Warns(awkward.Plain):
    """Warns many times."""

    def fit(self, X, y):
        for number in range(20):
            warnings.warn(f"this is warning {number % 7}", stacklevel=1)
        return super().fit(X, y)


def test_warnings_are_kept_once_each_and_not_without_end(make_study):
    """Five different ones are enough."""
    found, *_ = outcomes(make_study(algorithms={"warns": Warns()}))
    assert found[0].warnings == tuple(
        f"UserWarning: this is warning {number}" for number in range(5)
    )


def test_times_and_sizes_are_recorded(make_study):
    """Training, testing, size of the model; tuning where there is a grid."""
    found, *_ = outcomes(
        make_study(
            algorithms={"slow": awkward.Plain(0.01)}, tune={"slow": {"seconds": [0.0, 0.01]}}
        )
    )
    for outcome in found:
        assert outcome.fit_seconds >= 0
        assert outcome.predict_seconds > 0
        assert outcome.model_bytes > 50
        assert (
            outcome.tune_seconds >= 0.04
        )  # four folds or more of 0.01 s; sleeping is never shorter
        assert outcome.chosen == {"seconds": 0.0}


def test_the_time_of_training_is_that_of_fit_alone(make_study):
    """A preparation that is needed is part of it, tuning and measuring are not."""
    study = make_study(algorithms={"scaled": GaussianNB()}, prepare=StandardScaler())
    assert all(one.fit_seconds < one.seconds for one in outcomes(study)[0])


class Half(ClassifierMixin, BaseEstimator):
    """Gives half of the answers."""

    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.zeros(len(X) // 2, dtype=int)


def test_too_few_answers_are_a_failure(make_study):
    """The shape is named."""
    found, *_ = outcomes(make_study(algorithms={"half": Half()}))
    assert found[0].reason.startswith("StudyError: predict gave the shape (7,) for 15 items")
