"""Predictions of two algorithms exchanged at random, against listing all exchanges."""

import itertools

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_predictions
from bakeoff.measures import pr_auc, roc_auc
from bakeoff.stats.resample.exchange import exchanged

DRAWS = 20_000
Y = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0, 1])


def of_labels():
    """Return ten items that two algorithms label."""
    svm = [1, 1, 1, 0, 0, 0, 1, 0, 0, 1]
    knn = [0, 1, 0, 1, 0, 1, 1, 0, 1, 0]
    return pd.DataFrame({"y": Y, "svm": svm, "knn": knn})


def of_scores():
    """Return ten items that two algorithms score, with ties."""
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"y": Y})
    frame["svm"] = np.clip(0.4 * Y + 0.5 * rng.random(10), 0.05, 0.95).round(1)
    frame["knn"] = np.clip(0.1 * Y + 0.7 * rng.random(10), 0.05, 0.95).round(2)
    return frame


def listed(first, second, function, alternative="two-sided"):
    """Return p over all 2^n exchanges."""
    seen = function(first) - function(second)
    gaps = []
    for coins in itertools.product([False, True], repeat=len(first)):
        a, b = np.where(coins, second, first), np.where(coins, first, second)
        gaps.append(function(a) - function(b))
    gaps = np.array(gaps)
    if alternative == "two-sided":
        return np.mean(np.abs(gaps) >= abs(seen) - 1e-12)
    return np.mean(gaps >= seen - 1e-12 if alternative == "greater" else gaps <= seen + 1e-12)


def found_in(frame, measure, alternative="two-sided", clusters=None, **choices):
    """Return the outcome of `exchanged`."""
    form = read_predictions(frame).item_measure(measure, **choices)
    return exchanged(form, clusters, alternative, DRAWS, np.random.default_rng(0))


def f1(predicted):
    """Return F1 of labels."""
    return 2 * np.sum(predicted * Y) / (predicted.sum() + Y.sum())


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_f1(alternative):
    """Counts of exchanged patterns have the law of all exchanges."""
    frame = of_labels()
    exact = listed(frame.svm.to_numpy(), frame.knn.to_numpy(), f1, alternative)
    found = found_in(frame, "f1", alternative)
    # the standard error of a share of 20,000 draws is at most 0.0036
    assert found.p == pytest.approx(exact, abs=0.015)
    assert found.low <= found.p <= found.high


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_error_is_exact(alternative):
    """A coin for each item that one of them has wrong: no draws."""
    frame = of_labels()
    exact = listed(
        frame.svm.to_numpy(), frame.knn.to_numpy(), lambda p: np.mean(p != Y), alternative
    )
    found = found_in(frame, "error", alternative)
    assert found.exact
    assert found.p == pytest.approx(exact, rel=1e-12)


def test_accuracy_is_error_turned_round():
    """The same p; the other tail."""
    frame = of_labels()
    assert found_in(frame, "accuracy", "less").p == found_in(frame, "error", "greater").p


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_a_mean_of_losses(alternative):
    """The exact law of the signs of ten differences."""
    frame = of_scores()
    p = [frame[name].to_numpy() for name in ("svm", "knn")]
    exact = listed(*p, lambda q: np.mean((q - Y) ** 2), alternative)
    found = found_in(frame, "brier", alternative)
    assert found.exact
    assert found.p == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize(("name", "area"), [("auc", roc_auc), ("auc_pr", pr_auc)])
def test_areas_exchange_ranks(name, area):
    """The ranks of each model, ties shared, are what is exchanged."""
    from scipy.stats import rankdata

    frame = of_scores()
    ranks = [rankdata(frame[one]) for one in ("svm", "knn")]
    exact = listed(*ranks, lambda rank: area(Y, rank))
    seen = area(Y, frame.svm) - area(Y, frame.knn)
    found = found_in(frame, name)
    assert found.difference == pytest.approx(seen)
    assert found.p == pytest.approx(exact, abs=0.015)


def test_a_function():
    """Of rows, by its values themselves."""
    frame = of_labels()
    exact = listed(frame.svm.to_numpy(), frame.knn.to_numpy(), f1)

    def own(y, predicted):
        return (
            2
            * np.sum((predicted == "1") & (y == "1"))
            / (np.sum(predicted == "1") + np.sum(y == "1"))
        )

    form = read_predictions(frame).item_measure(own)
    found = exchanged(form, None, "two-sided", 4000, np.random.default_rng(0))
    assert found.p == pytest.approx(exact, abs=0.03)


@pytest.mark.parametrize("measure", ["f1", "brier", "auc"])
def test_clusters_of_one_are_items(measure):
    """To name each item by itself changes nothing but the draws."""
    frame = of_scores() if measure != "f1" else of_labels()
    alone = found_in(frame, measure)
    named = found_in(frame, measure, clusters=np.arange(10))
    assert named.difference == alone.difference
    assert named.p == pytest.approx(alone.p, abs=0.015)


def test_clusters_are_exchanged_whole():
    """Two clusters: the exchanges are four, and p is a half or 1."""
    frame = of_labels()
    clusters = np.repeat([0, 1], 5)
    first, second = frame.svm.to_numpy(), frame.knn.to_numpy()
    seen, gaps = f1(first) - f1(second), []
    for coins in itertools.product([False, True], repeat=2):
        change = np.array(coins)[clusters]
        gaps.append(f1(np.where(change, second, first)) - f1(np.where(change, first, second)))
    exact = np.mean(np.abs(gaps) >= abs(seen) - 1e-12)
    assert found_in(frame, "f1", clusters=clusters).p == pytest.approx(exact, abs=0.015)
    assert found_in(frame, "error", clusters=clusters).p >= 0.49


def test_two_that_say_the_same():
    """There is nothing to exchange, and p is 1."""
    frame = of_labels()
    frame["knn"] = frame["svm"]
    for measure in ("error", "f1"):
        found = found_in(frame, measure)
        assert (found.difference, found.p, found.exact, found.alike) == (0.0, 1.0, True, True)


def test_folds():
    """Exchanges in each fold, the mean over them."""
    frame = of_labels().assign(fold=[0, 1] * 5, item=range(10))
    parts = [np.arange(0, 10, 2), np.arange(1, 10, 2)]

    def mean_f1(predicted):
        return np.mean(
            [2 * np.sum(predicted[p] * Y[p]) / (predicted[p].sum() + Y[p].sum()) for p in parts]
        )

    exact = listed(frame.svm.to_numpy(), frame.knn.to_numpy(), mean_f1)
    assert found_in(frame, "f1").p == pytest.approx(exact, abs=0.015)
