"""A study's definition: what it takes, what it refuses, what changes it."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC

from bakeoff.errors import InvalidInput
from bakeoff.experiments import KFold, Study, Tune
from bakeoff.experiments.definitions import described, differences, fingerprint, seeded

ONE = {"bayes": GaussianNB()}
IRIS = {"iris": "sklearn:iris"}


def test_a_study_says_what_it_is():
    """In one line."""
    study = Study(["sklearn:iris", "sklearn:wine"], ONE, splits="5x2", measures="accuracy")
    assert repr(study) == "Study: 2 data sets, 1 algorithm, 5x2; accuracy"
    assert list(study.datasets) == ["iris", "wine"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"datasets": {}}, "datasets must map at least one name to a data set"),
        (
            {"datasets": [np.eye(2)]},
            "a data set without a path needs a name; give a mapping of names",
        ),
        (
            {"datasets": ["a/x.csv", "b/x.csv"]},
            "two data sets have one name; give a mapping of names to sources",
        ),
        ({"algorithms": {}}, "algorithms must map at least one name to an estimator"),
        (
            {"algorithms": {"svm": SVC}},
            (
                "algorithms: svm must be an estimator with fit and predict, such as GaussianNB(); it was "
                "<class 'sklearn.svm._classes.SVC'>"
            ),
        ),
        (
            {"algorithms": {" a": GaussianNB()}},
            "the name of an algorithm must not be empty or begin or end with a blank; it was ' a'",
        ),
        ({"tune": {"svm": {"C": [1]}}}, "tune: there is no algorithm 'svm'; there are bayes"),
        ({"tune": {"bayes": {"C": 1}}}, "tune: the values of C must be a list; it was 1"),
        ({"tune": {"bayes": {}}}, "tune must map names of parameters to the values to try"),
        ({"positive": {"b": 1}}, "positive: there is no data set 'b'; there are iris"),
        ({"two_classes": "some"}, "two_classes must be 'most confused' or None; it was 'some'"),
        (
            {"prepare": "all"},
            "prepare must be one of auto, scale, none, or a transformer of scikit-learn; it was 'all'",
        ),
    ],
)
def test_what_is_no_study_is_refused(change, told):
    """One sentence that names the part."""
    parts = {
        "datasets": IRIS,
        "algorithms": ONE,
        "splits": KFold(3),
        "measures": ["error"],
        **change,
    }
    with pytest.raises(InvalidInput) as caught:
        Study(parts.pop("datasets"), parts.pop("algorithms"), **parts)
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("measures", "told"),
    [
        ([], "measures must name at least one, such as 'error' or 'auc'"),
        (
            ["f1"],
            (
                "f1 speaks of two classes, and iris has 3; give two_classes='most confused', or a mean "
                "over the classes such as macro_f1"
            ),
        ),
        (["error", "squared_error"], "is no measure of predicted classes; choose another"),
        (["risk"], "risk can't be measured while a study runs; measure it from the predictions"),
    ],
)
def test_measures_that_do_not_fit_the_data_are_refused_before_anything_runs(measures, told):
    """Loading looks at data sets and measures together."""
    with pytest.raises(InvalidInput, match=r"measure|class") as caught:
        Study(IRIS, ONE, splits=KFold(3), measures=measures).load()
    assert told in str(caught.value)


def test_a_positive_class_is_asked_for_where_a_measure_needs_one():
    """Recall of 'a' or of 'b'? The area is the same from both sides."""
    X, y = np.arange(20.0).reshape(-1, 1), np.array(list("ab") * 10)
    study = Study({"d": (X, y)}, ONE, splits=KFold(2), measures=["recall"])
    with pytest.raises(
        InvalidInput, match="tpr needs the positive class of d; name it with positive="
    ):
        study.load()
    assert Study({"d": (X, y)}, ONE, splits=KFold(2), measures="auc").load()[0].positive is None
    named = Study({"d": (X, y)}, ONE, splits=KFold(2), measures="recall", positive={"d": "b"})
    assert named.load()[0].positive == 1


def test_too_few_items_name_their_data_set():
    """The sentence says which data set."""
    study = Study({"small": (np.eye(4), [0, 1, 0, 1])}, ONE, splits=KFold(5), measures="error")
    with pytest.raises(InvalidInput, match=r"^small: 4 items are too few for 5 folds; it takes 5$"):
        study.plan(study.load())


def one_way(x):
    return x


def other_way(x):
    return x + 1


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (SVC(C=1.0), SVC(C=10.0), ["C: 1.0 -> 10.0"]),
        (
            make_pipeline(PCA(2), KNeighborsClassifier(3)),
            make_pipeline(PCA(3), KNeighborsClassifier(3)),
            ["steps[0][1].n_components: 2 -> 3"],
        ),
        (GaussianNB(), SVC(), ["class: "]),
        (FunctionTransformer(one_way), FunctionTransformer(other_way), ["func: "]),
        (
            FunctionTransformer(partial(np.clip, a_min=0)),
            FunctionTransformer(partial(np.clip, a_min=1)),
            ["func[2].a_min: 0 -> 1"],
        ),
        (
            GaussianNB(priors=np.array([0.5, 0.5])),
            GaussianNB(priors=np.array([0.4, 0.6])),
            ["priors: "],
        ),
        (
            SVC(random_state=np.random.RandomState(1)),
            SVC(random_state=np.random.RandomState(2)),
            ["random_state.state.key: "],
        ),
    ],
)
def test_any_change_of_an_estimator_is_noticed_and_named(old, new, told):
    """Parameters at any depth, functions by their code, arrays by their numbers."""
    before, after = described(old), described(new)
    assert fingerprint(before) != fingerprint(after)
    assert fingerprint(before) == fingerprint(described(old))
    found = differences(before, after)
    assert all(any(part in one for one in found) for part in told)


def test_seeds_fill_what_was_left_open_and_nothing_else():
    """A random_state that a person set stays; the others get numbers of their own."""
    first, again, other = (
        seeded(make_pipeline(PCA(random_state=7), SVC()), seed).get_params() for seed in (3, 3, 4)
    )
    assert first["pca__random_state"] == other["pca__random_state"] == 7
    assert first["svc__random_state"] == again["svc__random_state"] >= 0
    assert first["svc__random_state"] != other["svc__random_state"]
    assert seeded(GaussianNB(), 3).get_params() == GaussianNB().get_params()


def test_a_grid_may_say_its_measure_and_splits():
    """In Python a `Tune`, in a file a table; both mean the same."""
    tables = {"grid": {"C": [1, 2]}, "measure": "auc", "splits": {"kind": "k-fold", "folds": 3}}
    study = Study(IRIS, {"svm": SVC()}, splits=KFold(3), measures="error", tune={"svm": tables})
    assert study.tune["svm"] == Tune({"C": [1, 2]}, "auc", KFold(3))
