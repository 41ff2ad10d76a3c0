"""Results of scikit-learn: what `cross_validate` and the searches return is read as it is."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import GridSearchCV, KFold, ShuffleSplit, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from bakeoff import read_scores
from bakeoff.errors import InvalidInput

X, Y = load_iris(return_X_y=True)
MODELS = {"bayes": GaussianNB(), "knn": KNeighborsClassifier()}


def results(cv, **choices):
    """Return what a person has after cross-validating two models."""
    return {name: cross_validate(model, X, Y, cv=cv, **choices) for name, model in MODELS.items()}


def told(source, **choices):
    """Return the sentence of the error that reading ends in."""
    with pytest.raises(InvalidInput) as error:
        read_scores(source, **choices)
    return str(error.value)


def test_results_of_cross_validate():
    """One score a split; the scorers of scikit-learn are all greater-is-better."""
    given = results(KFold(5, shuffle=True, random_state=1))
    scores = read_scores(given)
    assert (scores.datasets, scores.algorithms) == (("data",), ("bayes", "knn"))
    assert scores.higher_is_better == {"score": True}
    assert scores.folds()["knn"].tolist() == given["knn"]["test_score"].tolist()
    assert (scores.design, scores.n_test) == (None, None)


def test_indices_tell_the_design_and_the_sizes():
    """With `return_indices` it is known that every item was tested once."""
    scores = read_scores(results(KFold(7), return_indices=True))
    assert scores.design == "k-fold"
    assert scores.n_test.tolist() == [[22, 22, 22, 21, 21, 21, 21]]
    assert scores.n_train.tolist() == [[128, 128, 128, 129, 129, 129, 129]]
    drawn = read_scores(results(ShuffleSplit(4, test_size=30, random_state=0), return_indices=True))
    assert drawn.design is None
    assert drawn.n_train.tolist() == [[120] * 4]


def test_a_lone_score_takes_the_name_that_is_said():
    """Of `cross_validate` and of a search; what is less-is-better cannot be a scorer's name."""
    given = results(KFold(3, shuffle=True, random_state=1))
    scores = read_scores(given, measure="accuracy")
    assert (scores.measures, scores.higher_is_better) == (("accuracy",), {"accuracy": True})
    assert scores.folds()["knn"].tolist() == given["knn"]["test_score"].tolist()
    assert read_scores(given, measure="score").measures == ("score",)
    assert read_scores(given, measure="profit").higher_is_better == {"profit": True}
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, cv=3).fit(X, Y)
    assert read_scores(search, measure="accuracy").measures == ("accuracy",)
    assert told(given, measure="error") == (
        "measure: of error less is better, and scorers of scikit-learn are all "
        "greater-is-better; name the scorer, as in scoring=['accuracy'], or leave measure= out"
    )


def test_several_measures():
    """Losses come negated, and are named so."""
    given = results(KFold(3, shuffle=True, random_state=0), scoring=["accuracy", "neg_log_loss"])
    scores = read_scores(given)
    assert scores.measures == ("accuracy", "neg_log_loss")
    assert dict(scores.higher_is_better) == {"accuracy": True, "neg_log_loss": True}
    assert (scores.select(measures="neg_log_loss").values < 0).all()
    assert read_scores(given, measure="accuracy").measures == ("accuracy",)


def test_data_sets_and_then_algorithms():
    """A dict of such dicts."""
    first, second = results(KFold(3)), results(KFold(3, shuffle=True, random_state=3))
    scores = read_scores({"iris": first, "iris again": second})
    assert scores.datasets == ("iris", "iris again")
    assert scores.folds("iris again")["bayes"].tolist() == second["bayes"]["test_score"].tolist()


@pytest.mark.parametrize("given", ["search", "cv_results_"])
def test_a_fitted_search(given):
    """Every candidate is an algorithm, named after its parameters."""
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5], "p": [1, 2]}, cv=3)
    search.fit(X, Y)
    scores = read_scores(search if given == "search" else search.cv_results_)
    assert scores.algorithms == (
        "n_neighbors=1, p=1", "n_neighbors=1, p=2", "n_neighbors=5, p=1", "n_neighbors=5, p=2",
    )  # fmt: skip
    assert scores.values.shape == (1, 3, 4, 1)
    assert np.allclose(scores.mean().values.ravel(), search.cv_results_["mean_test_score"])


def test_a_search_by_several_measures():
    """Each has its splits."""
    search = GridSearchCV(
        DummyClassifier(), {"strategy": ["prior", "uniform"]}, cv=3,
        scoring=["accuracy", "f1_macro"], refit=False,
    )  # fmt: skip
    search.fit(X, Y)
    scores = read_scores(search)
    assert set(scores.measures) == {"accuracy", "f1_macro"}
    assert scores.values.shape == (1, 3, 2, 2)


def test_candidates_of_equal_names_are_numbered():
    """Nothing is averaged in silence."""
    found = {
        "params": [{}, {}],
        "mean_fit_time": [1, 1],
        "split0_test_score": [0.5, 0.6],
        "split1_test_score": [0.7, 0.8],
    }
    scores = read_scores(found)
    assert scores.algorithms == ("(defaults) (#1)", "(defaults) (#2)")
    assert scores.values[0, :, 1, 0].tolist() == [0.6, 0.8]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (
            {"svm": {"test_score": []}},
            "svm: the test scores must be one number a split",
        ),
        (
            {"svm": {"test_score": ["a"]}},
            "svm: the test scores must be one number a split",
        ),
        (
            {"params": [{}], "mean_fit_time": [1]},
            "the search has no split scores (split0_test_...) to read",
        ),
        (
            {"svm": {"fit_time": [1, 2]}},
            ("a dict must map names of algorithms to results of cross_validate (with test_score or "
            "test_... in each), or to lists of scores, all of one length"),
        ),
        (
            GridSearchCV(KNeighborsClassifier(), {"p": [1]}),
            ("source must be a path, a list of paths, a frame, a 2-D array or results of "
            "scikit-learn; it was GridSearchCV; a search must be fitted first"),
        ),
    ],
    ids=["empty", "words", "no splits", "no scores", "not fitted"],
)  # fmt: skip
def test_what_is_no_result(source, sentence):
    """One sentence."""
    assert told(source) == sentence
