"""C4.5 and Ripper: the programs of Weka, as estimators."""

from __future__ import annotations

import pickle
import re
import subprocess

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris

from bakeoff.errors import InvalidInput, StudyError
from bakeoff.experiments import J48, JRip, KFold, Study
from bakeoff.experiments.weka_files import Table, distribution_of

pytestmark = pytest.mark.usefixtures("weka")
X, Y = load_iris(return_X_y=True)
TRAIN, TEST = np.arange(0, 150, 2), np.arange(1, 150, 2)
MIXED = pd.DataFrame(
    {
        "size": [1.0, 2.0, 3.0, 4.0, None, 6.0, 7.0, 8.0] * 3,
        "colour": ["red", "it's, 'odd'", "red", None, "red", "it's, 'odd'", "red", "it's, 'odd'"]
        * 3,
        "flag": pd.Categorical([True, False] * 12),
    }
)
CLASSES = np.array(["yes, it is", "{no}"] * 12)


@pytest.mark.parametrize(
    ("estimator", "options"), [(J48(), []), (JRip(random_state=1), ["-S", "1"])]
)
def test_the_answers_are_those_of_the_program(weka, estimator, options, tmp_path):
    """Weka's own shell, given the same parts, predicts the same classes with the same distribution."""
    table = Table.of(X[TRAIN], 3)
    (tmp_path / "a.arff").write_text(table.arff(X[TRAIN], Y[TRAIN]), encoding="ascii")
    (tmp_path / "b.arff").write_text(table.arff(X[TEST], Y[TEST]), encoding="ascii")
    words = ["java", "-cp", str(weka), type(estimator).program, "-t", "a.arff", "-T", "b.arff"]
    said = subprocess.run(  # noqa: S603  our own words
        [*words, "-p", "0", "-distribution", *options],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    rows = re.findall(r"^ +\d+ +\d:c\d +\d:c(\d) .*?([\d.,*]+) *$", said, re.MULTILINE)
    theirs = np.array([[float(part.strip("*")) for part in row[1].split(",")] for row in rows])
    model = estimator.fit(X[TRAIN], Y[TRAIN])
    assert model.predict(X[TEST]).tolist() == [int(row[0]) for row in rows]
    assert model.predict_proba(X[TEST]) == pytest.approx(
        theirs, abs=0.0006
    )  # they print three digits
    assert np.mean(model.predict(X[TEST]) == Y[TEST]) > 0.9


@pytest.mark.parametrize("estimator", [J48(min_items=1), JRip()])
def test_words_gaps_and_odd_names_are_no_trouble(estimator):
    """Quotes, commas and braces in levels and classes; words that training did not have."""
    model = clone(estimator).fit(MIXED, CLASSES)
    probability = model.predict_proba(MIXED)
    assert probability.shape == (24, 2)
    assert probability.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert set(model.predict(MIXED)) <= set(CLASSES)
    assert np.mean(model.predict(MIXED) == CLASSES) == 1
    strange = MIXED.assign(colour="green")
    assert len(model.predict(strange)) == 24


def test_options_reach_the_program():
    """A tree of one item a leaf, unpruned, is larger than one that is pruned hard."""
    sizes = [
        len(J48(**choices).fit(X, Y).model_)
        for choices in ({"unpruned": True, "min_items": 1}, {"confidence": 0.01, "min_items": 20})
    ]
    assert sizes[0] > sizes[1]
    smooth, plain = (J48(laplace=choice).fit(X, Y).predict_proba(X) for choice in (True, False))
    assert plain.max() == 1
    assert 0.9 < smooth.max() < 1
    assert JRip(folds=2, min_weight=1, optimizations=1, unpruned=True, random_state=3).options() == [
        "-F", "2", "-N", "1.0", "-O", "1", "-S", "3", "-P",
    ]  # fmt: skip


def test_a_model_can_be_sent_and_predicts_the_same():
    """It holds Weka's model as bytes."""
    model = J48().fit(X[TRAIN], Y[TRAIN])
    before = model.predict_proba(X[TEST])
    sent = pickle.dumps(model)
    assert np.array_equal(pickle.loads(sent).predict_proba(X[TEST]), before)  # noqa: S301  made here
    assert len(sent) < 20_000


def test_what_the_program_refuses_is_said():
    """With its own words."""
    with pytest.raises(StudyError, match=r"Weka could not train: .*Confidence has to be"):
        J48(confidence=3).fit(X, Y)
    with pytest.raises(InvalidInput, match="X must have 4 features; it had 3"):
        J48().fit(X, Y).predict(X[:, :3])
    with pytest.raises(InvalidInput, match="y must hold two classes at least"):
        J48().fit(X[:50], Y[:50])


def test_without_weka_it_is_said_how_to_get_it(monkeypatch, tmp_path):
    """The variable names the place; the package is named too."""
    monkeypatch.setenv("WEKA_JAR", str(tmp_path / "weka.jar"))
    with pytest.raises(StudyError) as caught:
        J48().fit(X, Y)
    assert str(caught.value) == (
        f"J48 and JRip need java and weka.jar, and there is no {tmp_path}/weka.jar; install Weka (on "
        f"Debian: apt install weka), or say with WEKA_JAR where its weka.jar is"
    )


def test_they_run_in_a_study_beside_others(tmp_path):
    """With probabilities for curves, and mixed frames without any preparation."""
    study = Study(
        {"mixed": MIXED.assign(kind=CLASSES)},
        {"c4.5": J48(), "ripper": JRip()},
        splits=KFold(2),
        measures=["error", "auc"],
    )
    results = study.run(tmp_path, workers=2, progress=False)
    assert set(results.cells()["status"]) == {"ok"}
    assert (results.predictions().scores[0] >= 0).all()


def test_a_text_without_a_distribution_is_none():
    """Whatever Weka says instead."""
    assert distribution_of("weka.core.WekaException: no", 2) is None
    assert distribution_of("@relation r\n@attribute a numeric\n@data\n1\n", 2) is None
