"""Measures of predictions: scikit-learn's numbers, on every data set and split."""

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

from bakeoff import read_predictions
from bakeoff.errors import InvalidInput


def items_of(n=300, seed=1, folds=3):
    """Return two classes with labels and probabilities of two models, in folds."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    frame = pd.DataFrame({"fold": np.arange(n) % folds, "item": np.arange(n), "y": y})
    for model in ("svm", "knn"):
        p = np.clip(0.5 * y + rng.random(n) * 0.6, 0, 1).round(3)
        frame[f"{model}_pred"] = (p >= 0.5).astype(int)
        frame[f"{model}_p0"], frame[f"{model}_p1"] = 1 - p, p
    return frame


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


BY_LABELS = {
    "error": metrics.zero_one_loss,
    "accuracy": metrics.accuracy_score,
    "balanced_accuracy": metrics.balanced_accuracy_score,
    "recall": metrics.recall_score,
    "precision": metrics.precision_score,
    "f1": metrics.f1_score,
    "kappa": metrics.cohen_kappa_score,
    "mcc": metrics.matthews_corrcoef,
    "macro_f1": lambda y, p: metrics.f1_score(y, p, average="macro"),
    "weighted_f1": lambda y, p: metrics.f1_score(y, p, average="weighted"),
    "tnr": lambda y, p: metrics.recall_score(y, p, pos_label=0),
    "tp": lambda y, p: metrics.confusion_matrix(y, p)[1, 1],
    "fn": lambda y, p: metrics.confusion_matrix(y, p)[1, 0],
}
BY_SCORES = {
    "auc": metrics.roc_auc_score,
    "average_precision": metrics.average_precision_score,
    "log_loss": metrics.log_loss,
    "brier": metrics.brier_score_loss,
}


@pytest.mark.parametrize("name", [*BY_LABELS, *BY_SCORES])
def test_scikit_learns_numbers_on_every_fold(name):
    """For each fold and model."""
    frame = items_of()
    scores = read_predictions(frame).measure(name)
    for fold in range(3):
        part = frame[frame.fold == fold]
        for model in ("svm", "knn"):
            given = part[f"{model}_pred" if name in BY_LABELS else f"{model}_p1"]
            expected = {**BY_LABELS, **BY_SCORES}[name](part.y, given)
            # 1e-12: sums of probabilities are added in another order
            assert scores.folds()[model].iloc[fold] == pytest.approx(expected, rel=1e-12)


def test_what_scores_know_of_their_predictions():
    """Names, directions, sizes of the test parts, and the design that the items speak of."""
    scores = read_predictions(items_of()).measure("error", "auc")
    assert scores.measures == ("error", "auc")
    assert dict(scores.higher_is_better) == {"error": False, "auc": True}
    assert scores.n_test.tolist() == [[100.0, 100.0, 100.0]]
    assert scores.design == "k-fold"


@pytest.mark.parametrize(
    ("repeats", "folds", "design"),
    [(1, 1, None), (1, 5, "k-fold"), (5, 2, "5x2"), (3, 2, "repeated k-fold")],
)
def test_the_design_is_told_by_the_items(repeats, folds, design):
    """Each item once a repeat is a k-fold of some kind."""
    rows = [(r, i % folds, i, i % 2, 0) for r in range(repeats) for i in range(20)]
    frame = pd.DataFrame(rows, columns=["repeat", "fold", "item", "y", "svm"])
    assert read_predictions(frame).measure("error").design == design


def test_items_that_come_in_several_folds_are_no_k_fold():
    """Resamples draw an item again; nothing is said of their design."""
    rows = [(f, i, i % 2, 0) for f in range(3) for i in range(10)]
    frame = pd.DataFrame(rows, columns=["fold", "item", "y", "svm"])
    assert read_predictions(frame).measure("error").design is None


def test_several_thresholds_make_several_measures():
    """Named like tpr@0.5; an item with the score of the threshold is positive."""
    frame = items_of(folds=1)
    items = read_predictions(frame)
    scores = items.measure("tpr", "fpr", thresholds=[0.2, 0.5, 0.8])
    assert scores.measures[:2] == ("tpr@0.2", "tpr@0.5")
    for name in scores.measures:
        kind, cut = name.split("@")
        called = frame.knn_p1 >= float(cut)
        kept = frame.y == (1 if kind == "tpr" else 0)
        assert scores.table(name).loc["data", "knn"] == called[kept].mean()
    assert items.measure("tpr", threshold=0.8).measures == ("tpr",)


def test_labels_win_over_scores_unless_a_threshold_is_given():
    """A model that says 0 with a probability of 0.9 is taken at its word."""
    frame = pd.DataFrame({"y": [1, 0], "svm_pred": [0, 0], "svm_p0": [0.1, 1], "svm_p1": [0.9, 0]})
    items = read_predictions(frame)
    assert items.measure("error").values.ravel().tolist() == [0.5]
    assert items.measure("error", threshold=0.5).values.ravel().tolist() == [0.0]


@pytest.mark.parametrize(
    ("scores", "error", "note"),
    [
        ([0.9, 0.4, 0.5, 0.1], 0.5, "svm gave scores and no labels; from 0.5 up is positive"),
        ([9.0, -4.0, -0.5, -0.1], 0.25, "svm gave scores and no labels; from 0 up is positive"),
    ],
)
def test_scores_without_labels(scores, error, note):
    """0.5 for what may be probabilities, 0 for decision values; it is said which."""
    found = read_predictions(pd.DataFrame({"y": [1, 1, 0, 0], "svm": scores})).measure("error")
    assert found.values.ravel().tolist() == [error]
    assert found.notes == (note,)


def test_measurements_have_no_usual_threshold():
    """Numbers from 3 to 17 say nothing about where positive begins."""
    items = read_predictions(pd.DataFrame({"y": [1, 1, 0], "age": [17.0, 5.5, 3.0]}))
    assert told(items.measure, "error") == (
        "age gave scores from 3 to 17 and no labels; pass threshold= with the score from which an "
        "item is called positive"
    )
    assert items.measure("error", threshold=5).values.ravel().tolist() == [0.0]
    assert items.measure("auc").values.ravel().tolist() == [1.0]


def test_risk_is_the_mean_loss():
    """Truth x prediction, in the order of the classes; against the sum by hand."""
    frame = pd.DataFrame({"y": list("abcab"), "svm": list("abbca")})
    losses = np.array([[0, 1, 2], [3, 0, 4], [5, 6, 0]])
    found = read_predictions(frame).measure("risk", loss=losses)
    assert found.values.ravel().tolist() == [(0 + 0 + 6 + 2 + 3) / 5]
    assert not found.higher_is_better["risk"]
    two = read_predictions(pd.DataFrame({"y": [1, 0, 0], "svm_p1": [0.4, 0.6, 0.2], "svm_p0": 0.5}))
    at = two.measure("risk", loss=[[0, 1], [5, 0]], threshold=0.5)
    assert at.values.ravel().tolist() == [2.0]


def test_k_classes():
    """Means over the classes as scikit-learn has them; measures of two classes need a positive one."""
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"y": rng.choice(list("abc"), 90), "svm": rng.choice(list("abc"), 90)})
    items = read_predictions(frame)
    expected = metrics.f1_score(frame.y, frame.svm, average="macro")
    assert items.measure("macro_f1").values.item() == pytest.approx(expected, rel=1e-12)
    assert told(items.measure, "tpr") == (
        "tpr needs the positive class; read the predictions with positive= one of a, b, c"
    )
    of_b = read_predictions(frame, positive="b").measure("tpr").values.item()
    assert of_b == metrics.recall_score(frame.y, frame.svm, labels=["b"], average="macro")


def test_undefined_measures_are_nan_with_a_note():
    """Never 0: precision where nothing is called positive, AUC without a positive item."""
    frame = pd.DataFrame({"fold": [0, 0, 1, 1], "y": [1, 0, 0, 0], "svm_pred": 0, "svm_score": 0.1})
    scores = read_predictions(frame).measure("precision", "auc", "error")
    assert np.isnan(scores.folds(measure="precision")["svm"]).tolist() == [True, True]
    assert np.isnan(scores.folds(measure="auc")["svm"]).tolist() == [False, True]
    assert scores.folds(measure="error")["svm"].tolist() == [0.5, 0.0]
    assert scores.notes == (
        (
            "precision is undefined in 2 cells (first data/svm fold 0): no item of a class that it "
            "speaks of, or none predicted as such"
        ),
        (
            "auc is undefined in 1 cells (first data/svm fold 1): no item of a class that it speaks "
            "of, or none predicted as such"
        ),
    )


@pytest.mark.parametrize(
    ("names", "choices", "sentence"),
    [
        ((), {}, "name at least one measure, such as 'error', 'auc' or 'f1'"),
        (
            ("error",),
            {"threshold": 0.5, "thresholds": [0.5]},
            "give threshold or thresholds, not both",
        ),
        (("rmse",), {}, "rmse is no measure of predicted classes; bring it in a table"),
        (("acuracy",), {}, "there is no measure named 'acuracy'; did you mean accuracy, "),
        (
            ("risk",),
            {},
            (
                "risk needs loss=, a matrix of losses, truth x prediction, for the classes 0, 1 in this "
                "order"
            ),
        ),
        (
            ("risk",),
            {"loss": [[0, 1, 2]]},
            "loss must have a row and a column for each of 2 classes; it had the shape (1, 3)",
        ),
    ],
)
def test_what_cannot_be_measured_is_said(names, choices, sentence):
    """One sentence says what to give."""
    items = read_predictions(items_of(n=12))
    assert told(items.measure, *names, **choices).startswith(sentence)


def test_an_area_under_precision_and_recall_says_which_it_is():
    """There are three; whoever reads a number must know which."""
    items = read_predictions(items_of())
    assert any("Davis and Goadrich" in note for note in items.measure("pr_auc").notes)
    assert items.measure("average_precision").notes == ()
