"""Measures of predictions in the forms in which items are drawn anew."""

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_predictions
from bakeoff.errors import InvalidInput
from bakeoff.stats.resample.draws import estimate_of

LABELS = ("error", "accuracy", "balanced_accuracy", "kappa", "mcc", "macro_f1", "weighted_f1")
TWO = ("tpr", "fpr", "precision", "f1", "npv")
SCORES = ("auc", "auc_pr", "auc_pr_trapezoid", "average_precision")
PROBABILITIES = ("log_loss", "brier")


def two_classes(n=200, folds=1, seed=0):
    """Return labels and probabilities of two models, in folds."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    frame = pd.DataFrame({"fold": np.arange(n) % folds, "item": np.arange(n), "y": y})
    for model in ("svm", "knn"):
        p = np.clip(0.4 * y + rng.random(n) * 0.6, 0, 1).round(2)
        frame[f"{model}_pred"] = (p >= 0.5).astype(int)
        frame[f"{model}_p0"], frame[f"{model}_p1"] = 1 - p, p
    return read_predictions(frame)


def three_classes(n=150, seed=0, folds=1):
    """Return labels and probabilities of two models for three classes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    frame = pd.DataFrame({"fold": np.arange(n) % folds, "item": np.arange(n), "y": y})
    for model in ("svm", "knn"):
        p = rng.dirichlet((1, 1, 1), n) + 0.5 * np.eye(3)[y]
        p /= p.sum(axis=1, keepdims=True)
        frame[f"{model}_pred"] = p.argmax(axis=1)
        for c in range(3):
            frame[f"{model}_p{c}"] = p[:, c]
    return read_predictions(frame)


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


class TestTheSameNumbers:
    """What is drawn anew is what `Predictions.measure` measures."""

    @pytest.mark.parametrize("folds", [1, 4])
    @pytest.mark.parametrize("name", [*LABELS, *TWO, *SCORES, *PROBABILITIES])
    def test_two_classes(self, name, folds):
        """With folds it is the mean over them."""
        items = two_classes(folds=folds)
        expected = items.measure(name).values[0, :, :, 0].mean(axis=0)
        # tables, weights and rows are three roads to one number
        assert estimate_of(items.item_measure(name)) == pytest.approx(expected, rel=1e-12)

    @pytest.mark.parametrize("name", [*LABELS, *PROBABILITIES])
    def test_three_classes(self, name):
        """Measures that speak of all classes."""
        items = three_classes()
        expected = items.measure(name).values[0, 0, :, 0]
        assert estimate_of(items.item_measure(name)) == pytest.approx(expected, rel=1e-12)

    @pytest.mark.parametrize("name", ["error", "f1", "kappa"])
    def test_at_a_threshold(self, name):
        """Labels are made from scores."""
        items = two_classes()
        expected = items.measure(name, threshold=0.3).values[0, 0, :, 0]
        found = estimate_of(items.item_measure(name, threshold=0.3))
        assert found == pytest.approx(expected, rel=1e-12)

    def test_risk(self):
        """Under a loss that is not symmetric, at the labels and at a threshold."""
        items = two_classes()
        loss = [[0, 5], [1, 0]]
        for choices in ({}, {"threshold": 0.7}):
            expected = items.measure("risk", loss=loss, **choices).values[0, 0, :, 0]
            found = estimate_of(items.item_measure("risk", loss=loss, **choices))
            assert found == pytest.approx(expected, rel=1e-12)

    def test_risk_of_three_classes(self):
        """A loss for every pair of classes."""
        items = three_classes()
        loss = np.arange(9.0).reshape(3, 3)
        expected = items.measure("risk", loss=loss).values[0, 0, :, 0]
        assert estimate_of(items.item_measure("risk", loss=loss)) == pytest.approx(expected)

    def test_a_class_that_only_one_predicts(self):
        """It counts for the one who predicts it, as in `Predictions.measure`."""
        frame = pd.DataFrame({"item": list(range(4)) * 2, "y": list("aabb") * 2})
        frame["algorithm"] = np.repeat(["svm", "knn"], 4)
        items = read_predictions(frame.assign(predicted=list("aabcabbb")))
        expected = items.measure("macro_f1").values[0, 0, :, 0]
        assert estimate_of(items.item_measure("macro_f1")) == pytest.approx(expected)


class TestFunctions:
    """A function of the person's own."""

    def test_of_labels(self):
        """It is given classes as text."""
        items = two_classes()

        def share_of_hits(y, predicted):
            return np.mean((y == "1") & (predicted == "1"))

        form = items.item_measure(share_of_hits)
        assert form.name == "share_of_hits"
        expected = [items.confusion(name).loc["1", "1"] / 200 for name in ("svm", "knn")]
        assert estimate_of(form) == pytest.approx(expected)

    def test_of_scores(self):
        """It is given whether an item is positive, and its score."""
        items = two_classes()
        form = items.item_measure(lambda y, score: score[y].mean(), takes="scores")
        truth = items.y == "1"
        expected = [items.score_of(place, "")[truth].mean() for place in range(2)]
        assert form.name == "the function"
        assert estimate_of(form) == pytest.approx(expected)


class TestForms:
    """Which road a measure takes."""

    @pytest.mark.parametrize(
        ("name", "form"),
        [("error", "tables"), ("f1", "tables"), ("auc", "area"), ("log_loss", "mean"),
         ("auc_pr", "rows")],
    )  # fmt: skip
    def test_the_cheapest(self, name, form):
        """Counts where counts are enough."""
        assert two_classes().item_measure(name).form == form

    def test_some_of_the_algorithms(self):
        """In another order, too."""
        form = two_classes().item_measure("f1").of([1, 0])
        assert form.algorithms == ("knn", "svm")
        both = estimate_of(two_classes().item_measure("f1"))
        assert estimate_of(form) == pytest.approx(both[::-1])

    def test_recurring_items(self):
        """Items of several repeats are known by their number; those of folds do not recur."""
        frame = pd.DataFrame(
            {"repeat": [0, 0, 1, 1], "item": [7, 8, 8, 7], "y": [0, 1, 1, 0], "svm": [0, 1, 0, 0]}
        )
        assert read_predictions(frame).item_measure("error").recurring.tolist() == [0, 1, 1, 0]
        assert two_classes(folds=4).item_measure("error").recurring is None


class TestErrors:
    """Each sentence in full."""

    def test_measures(self):
        """What cannot be measured here."""
        items = two_classes()
        assert told(items.item_measure, "rmse") == (
            "rmse is no measure of predicted classes; bring it in a table"
        )
        assert told(items.item_measure, "risk") == (
            "risk needs loss=, a matrix of losses, truth x prediction, with a row and a column "
            "for each of the classes 0, 1 in this order"
        )

    def test_scores_of_many_classes(self):
        """A probability for each class."""
        frame = pd.DataFrame({"y": list("abc"), "svm": list("abc")})
        assert told(read_predictions(frame).item_measure, "log_loss") == (
            "log_loss needs a score for each of 3 classes, but svm has none"
        )

    def test_the_positive_class(self):
        """Nobody guesses it."""
        frame = pd.DataFrame({"y": list("abab"), "svm": list("abba")})
        assert told(read_predictions(frame).item_measure, "f1") == (
            "f1 needs the positive class; read the predictions with positive= one of a, b"
        )
        many = pd.DataFrame({"y": list("abcabc"), "svm": list("abbacc")})
        assert told(read_predictions(many).measure, "auc") == (
            "auc needs the positive class; read the predictions with positive= one of a, b, c, or "
            "ask for auc_ovo, which takes all classes together"
        )
