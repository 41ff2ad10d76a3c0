"""Measures beside scikit-learn: the areas of 20 models, all rates of 100,000 tables.

Run it with ``python -m benchmarks measures [--quick]``.
"""

from __future__ import annotations

import warnings

import numpy as np
from sklearn import metrics

from bakeoff.measures import confusion, pr_auc, rates, roc_auc
from benchmarks.timing import compare

THEIR_RATES = (
    metrics.accuracy_score,
    metrics.zero_one_loss,
    metrics.balanced_accuracy_score,
    metrics.precision_score,
    metrics.recall_score,
    metrics.f1_score,
    metrics.cohen_kappa_score,
    metrics.matthews_corrcoef,
)


def scored_items(models: int, items: int):
    """Return one truth and the scores of many models, as probabilities."""
    rng = np.random.default_rng(1)
    y = rng.random(items) < 0.3
    return y, 1.0 / (1.0 + np.exp(-(rng.normal(size=(models, items)) + y)))


def roc_areas(*, quick: bool):
    """20 models on a million items, without ties and with many."""
    models, items = (4, 100_000) if quick else (20, 1_000_000)
    y, score = scored_items(models, items)
    for what, numbers in (("distinct scores", score), ("scores of 3 decimals", score.round(3))):
        theirs = [metrics.roc_auc_score(y, one) for one in numbers[:2]]
        assert np.allclose(roc_auc(y, numbers[:2]), theirs, rtol=1e-12)
        compare(
            f"ROC areas of {models} models, {items:,} items, {what}",
            lambda numbers=numbers: roc_auc(y, numbers),
            lambda numbers=numbers: [metrics.roc_auc_score(y, one) for one in numbers],
            peer="sklearn",
            goal=2,
            repeat=1 if quick else 2,
        )


def pr_areas(*, quick: bool):
    """Average precision of 20 models."""
    models, items = (4, 20_000) if quick else (20, 200_000)
    y, score = scored_items(models, items)
    compare(
        f"average precision of {models} models, {items:,} items",
        lambda: pr_auc(y, score, method="average-precision"),
        lambda: [metrics.average_precision_score(y, one) for one in score],
        peer="sklearn",
        goal=1,
        repeat=2,
    )


def all_rates(*, quick: bool):
    """All rates of many tables; scikit-learn has eight of them and gets the items' labels."""
    count, timed = (10_000, 20) if quick else (100_000, 200)
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, (count, 100))
    predicted = np.where(rng.random((count, 100)) < 0.8, y, 1 - y)
    tables = confusion(y, predicted)

    def theirs():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for one, other in zip(y[:timed], predicted[:timed], strict=True):
                for function in THEIR_RATES:
                    function(one, other)

    compare(
        f"all rates of {count:,} confusion tables",
        lambda: rates(tables),
        theirs,
        peer="sklearn",
        goal=200,
        repeat=2,
        share=timed / count,
    )
    compare(
        f"the tables counted from 100 items each, and all rates, {count:,} times",
        lambda: rates(confusion(y, predicted)),
        theirs,
        peer="sklearn",
        goal=200,
        repeat=2,
        share=timed / count,
    )


def main(quick: bool = False) -> None:  # noqa: FBT001, FBT002  the form of all benchmarks
    """Print one line per comparison."""
    roc_areas(quick=quick)
    pr_areas(quick=quick)
    all_rates(quick=quick)
