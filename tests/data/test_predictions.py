"""`Predictions`: what is counted, measured and drawn from them."""

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

from bakeoff import read_predictions
from bakeoff.errors import InvalidInput


def made(n=200, seed=0, classes="abc"):
    """Return predictions of two models with a score for each class, on two data sets of 2 folds."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(list(classes), n)
    columns = {
        "dataset": np.where(np.arange(n) < n // 2, "iris", "wine"),
        "fold": np.arange(n) % 2,
        "item": np.arange(n),
        "y": truth,
    }
    for model in ("svm", "knn"):
        scores = rng.dirichlet(np.ones(len(classes)), n)
        scores[np.arange(n), [classes.index(name) for name in truth]] += 0.3
        scores /= scores.sum(axis=1, keepdims=True)
        columns[f"{model}_pred"] = np.array(list(classes))[scores.argmax(axis=1)]
        columns |= {f"{model}_{name}": scores[:, place] for place, name in enumerate(classes)}
    return read_predictions(pd.DataFrame(columns), positive="b")


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


def test_nobody_can_write_to_them():
    """Neither to what is known, nor to its parts."""
    items = made()
    with pytest.raises(AttributeError):
        items.positive = "a"
    for array in (items.truth, items.predicted, items.split, items.scores[0]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_the_confusion_table_is_scikit_learns():
    """Rows are the truth, columns what was predicted; of one data set or of all items."""
    items = made()
    frame = items.confusion("knn")
    predicted = np.array(items.classes)[items.predicted[1]]
    assert np.array_equal(frame.to_numpy(), metrics.confusion_matrix(items.y, predicted))
    assert (frame.index.name, frame.columns.name) == ("truth", "predicted")
    parts = items.confusion("knn", "iris") + items.confusion("knn", "wine")
    assert np.array_equal(frame, parts)


def test_the_contingency_of_two():
    """[[both wrong, only a wrong], [only b wrong, both right]], counted by hand."""
    frame = pd.DataFrame(
        {"y": [1, 1, 1, 1, 0, 0], "a": [0, 0, 0, 1, 0, 1], "b": [0, 1, 1, 0, 0, 0]}
    )
    items = read_predictions(frame)
    assert items.contingency("a", "b").tolist() == [[1, 3], [1, 1]]
    assert items.contingency("b", "a").tolist() == [[1, 1], [3, 1]]
    assert items.correct("b").tolist() == [False, True, True, False, True, True]


def test_one_class_against_the_rest():
    """K two-class problems, each as scikit-learn sees it."""
    items = made()
    for name in items.classes:
        problem = items.one_vs_rest(name)
        assert problem.classes == (f"not {name}", name)
        expected = metrics.roc_auc_score(
            items.y == name, items.scores[0][:, items.classes.index(name)]
        )
        assert problem.roc("svm").area() == pytest.approx(expected, rel=1e-12)  # last bits of a sum
        counts = problem.confusion("svm").to_numpy()
        said = items.confusion("svm")
        assert counts[1, 1] == said.loc[name, name]
        assert counts.sum() == said.to_numpy().sum()
    assert told(items.one_vs_rest, "z") == "there is no class 'z'; there are a, b, c"


@pytest.mark.parametrize("kind", ["roc", "pr"])
def test_curves_of_a_data_set_and_of_a_split(kind):
    """The positive class against the rest, on the items asked for."""
    items = made()
    here = (items.dataset.codes == 1) & (items.split == 1)
    truth, score = items.y[here] == "b", items.scores[0][here, 1]
    curve = getattr(items, kind)("svm", "wine", (0, 1))
    if kind == "roc":
        assert curve.area() == pytest.approx(metrics.roc_auc_score(truth, score), rel=1e-12)
    else:
        expected = metrics.average_precision_score(truth, score)
        assert curve.area("average-precision") == pytest.approx(expected, rel=1e-12)
    assert len(getattr(items, kind)("svm", "wine", 1)) == len(curve)


def test_what_a_curve_is_drawn_from():
    """Which items are positive, and their scores."""
    items = made()
    positive, score = items.scored_items("knn", "iris")
    assert positive.tolist() == (items.y[:100] == "b").tolist()
    assert np.array_equal(score, items.scores[1][:100, 1])


def test_selecting_data_sets_and_algorithms():
    """Items, labels and scores stay together; classes stay what they are."""
    items = made()
    some = items.select(datasets="wine", algorithms=["knn"])
    assert (len(some), some.datasets, some.algorithms) == (100, ("wine",), ("knn",))
    assert some.classes == items.classes
    assert np.array_equal(some.scores[0], items.scores[1][100:])
    assert np.array_equal(some.confusion("knn"), items.confusion("knn", "wine"))
    both = items.measure("error").table().loc["wine", "knn"]
    assert some.measure("error").table().loc["wine", "knn"] == both
    assert told(items.select, algorithms="rf") == (
        "algorithms: there is no 'rf'; there are svm, knn"
    )


def test_the_long_form_is_read_back():
    """With labels and a score for each class."""
    items = made()
    back = read_predictions(items.to_frame(), positive="b")
    assert back.classes == items.classes
    assert np.array_equal(back.predicted, items.predicted)
    assert all(np.array_equal(a, b) for a, b in zip(back.scores, items.scores, strict=True))
    assert np.array_equal(back.contingency("svm", "knn"), items.contingency("svm", "knn"))


def test_it_shows_itself():
    """Counts, classes, and which is positive."""
    assert repr(made()) == (
        "Predictions: 200 items, 2 data sets, 2 splits, 2 algorithms (2 with scores), "
        "classes a, b, c; positive: b"
    )


def test_what_is_not_there_cannot_be_asked_for():
    """The sentence lists what there is."""
    items = made()
    assert told(items.confusion, "rf") == "there is no algorithm 'rf'; there are svm, knn"
    assert told(items.roc, "svm", "cat") == "dataset: there is no 'cat'; there are iris, wine"
    assert told(items.roc, "svm", "iris", (0, 7)) == (
        "split: there is no (0, 7); a split is (repeat, fold)"
    )
    labels = read_predictions(pd.DataFrame({"y": ["x", "z"], "svm": ["x", "x"]}))
    assert told(labels.roc, "svm") == (
        "a curve needs the positive class; read the predictions with positive= one of x, z"
    )
    labels = read_predictions(pd.DataFrame({"y": [1, 0], "svm": [1, 1]}))
    assert told(labels.roc, "svm") == (
        "a curve needs scores, but svm gave only labels; give a column of scores or probabilities"
    )
