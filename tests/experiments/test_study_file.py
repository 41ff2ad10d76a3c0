"""study.toml: what it can say, and what it is told when it can't."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

from bakeoff.errors import InvalidInput
from bakeoff.experiments import FiveByTwo, KFold, Study, Tune

WHOLE = """
title = "Two on iris"
aim = "To see"
seed = 7
measures = ["error", "auc"]
datasets = ["sklearn:iris", "own.csv"]
test_fraction = 0.25

[splits]
kind = "k-fold"
folds = 5
stratified = true

[algorithms.svm]
class = "sklearn.svm.SVC"
params = {C = 2.0}
tune = {C = [1.0, 10.0]}
steps = ["sklearn.preprocessing.StandardScaler"]

[algorithms.bagged]
class = "sklearn.ensemble.BaggingClassifier"
params = {n_estimators = 3, estimator = {class = "sklearn.tree.DecisionTreeClassifier", params = {max_depth = 2}}}
"""
SMALL = """
measures = "error"
datasets = "sklearn:iris"
splits = "5x2"
[algorithms.bayes]
class = "sklearn.naive_bayes.GaussianNB"
"""


def written(folder, text):
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_says_all_that_python_can(tmp_path):
    """Title, aim, seed, data, splits, measures, one part left out, pipelines, grids."""
    chance = np.random.default_rng(0)
    rows = [
        f"{a:.3f},{b:.3f},{'ab'[place % 2]}"
        for place, (a, b) in enumerate(chance.normal(size=(40, 2)))
    ]
    (tmp_path / "own.csv").write_text("p,q,class\n" + "\n".join(rows), encoding="utf-8")
    study = Study.from_file(written(tmp_path, WHOLE))
    assert (study.title, study.aim, study.seed) == ("Two on iris", "To see", 7)
    assert study.splits == KFold(5)
    assert study.measures == ("error", "auc")
    assert study.test_fraction == 0.25
    assert list(study.datasets) == ["iris", "own"]
    assert isinstance(study.algorithms["svm"], Pipeline)
    assert study.algorithms["svm"].get_params()["svc__C"] == 2.0
    assert study.algorithms["bagged"].estimator.max_depth == 2
    own = study.load()[1]
    assert own.X.shape == (40, 2)
    assert own.classes == ("a", "b")


def test_a_grid_of_a_pipeline_speaks_of_its_last_step_or_by_full_names(tmp_path):
    """With steps before it, the grid's names are still those of the class of the algorithm."""
    study = Study.from_file(written(tmp_path, WHOLE))
    assert study.tune["svm"] == Tune({"svc__C": [1.0, 10.0]})


def test_a_small_file_is_enough(tmp_path):
    """Words stand for lists of one and for schemes without choices."""
    study = Study.from_file(written(tmp_path, SMALL))
    assert study.splits == FiveByTwo()
    assert list(study.algorithms) == ["bayes"]


def test_data_sets_may_be_tables(tmp_path):
    """With the column of the classes, the positive class, columns to leave out."""
    text = SMALL.replace('datasets = "sklearn:iris"\n', "") + (
        '[datasets.x]\nsource = "x.csv"\ntarget = "t"\npositive = "yes"\ndrop = ["id"]\n'
    )
    lines = ["id,v,t", *[f"{row},{row % 7},{'yes' if row % 3 else 'no'}" for row in range(30)]]
    (tmp_path / "x.csv").write_text("\n".join(lines), encoding="utf-8")
    found = Study.from_file(written(tmp_path, text)).load()[0]
    assert list(found.X.columns) == ["v"]
    assert found.classes[found.positive] == "yes"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("measures = [", "is no TOML"),
        (SMALL.replace("measures", "measure"), "the top level has 'measure', which means nothing"),
        (SMALL.replace('splits = "5x2"\n', ""), "it needs splits"),
        (SMALL.replace("GaussianNB", "GaussNB"), "'sklearn.naive_bayes.GaussNB' can't be imported"),
        (
            SMALL.replace("sklearn.naive_bayes.", ""),
            "give the whole path, such as 'sklearn.svm.SVC'",
        ),
        (SMALL.replace("naive_bayes.GaussianNB", "datasets.load_iris"), "is no class"),
        (
            SMALL + "params = {C = 1}\n",
            "sklearn.naive_bayes.GaussianNB can't be made with these params",
        ),
        (
            SMALL + "parameters = {C = 1}\n",
            "algorithms.bayes has 'parameters', which means nothing",
        ),
        (SMALL.replace('class = "sklearn', 'clas = "sklearn'), "algorithms.bayes has 'clas'"),
        (SMALL.replace('"5x2"', '"6x2"'), "splits must be one of the schemes"),
    ],
)
def test_a_mistake_is_named_with_its_file(tmp_path, text, told):
    """The sentence begins with the file and says what is meant."""
    path = written(tmp_path, text)
    with pytest.raises(InvalidInput) as caught:
        Study.from_file(path)
    assert str(caught.value).startswith(str(path))
    assert told in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    """With what the system says."""
    with pytest.raises(InvalidInput, match=r"none.toml can't be read: No such file or directory"):
        Study.from_file(tmp_path / "none.toml")


def test_an_estimator_is_an_estimator(tmp_path):
    """What comes out of a file is what Python would have made."""
    text = SMALL.replace("naive_bayes.GaussianNB", "svm.SVC") + "params = {kernel = 'linear'}\n"
    found = Study.from_file(written(tmp_path, text)).algorithms["bayes"]
    assert isinstance(found, SVC)
    assert found.kernel == "linear"
