"""Models on the same items: beside MLstatkit, mlxtend, scikit-learn and scipy.stats.

Run it with ``python -m benchmarks predictions [--quick]``.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import scipy.special
import scipy.stats
from MLstatkit import Delong_test
from mlxtend.evaluate import mcnemar as mlxtend_mcnemar
from mlxtend.evaluate import mcnemar_table
from sklearn.metrics import roc_auc_score

from bakeoff import read_predictions
from bakeoff.decide import compare as decide
from bakeoff.stats import bootstrap, delong
from bakeoff.stats.many.mcnemar_pairs import mcnemar_pairs
from benchmarks.timing import best, compare, measured


def scored(n, models):
    """Return two classes and scores of models that tell them apart."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    return y, rng.normal(size=(n, models)) + y[:, np.newaxis]


def labelled(n, models, right=0.8):
    """Return two classes and labels of models that are right on most items."""
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, n)
    return y, np.where(rng.random((n, models)) < right, y[:, np.newaxis], 1 - y[:, np.newaxis])


def predictions_of(y, columns):
    """Return predictions of models in the form that the bootstrap takes."""
    named = {f"m{place}": column for place, column in enumerate(columns.T)}
    return read_predictions(pd.DataFrame({"y": y, **named}))


def areas(*, quick: bool):
    """DeLong's test: of two models with many items, and of twenty."""
    for n in (10_000,) if quick else (100_000, 1_000_000):
        y, scores = scored(n, 2)
        compare(
            f"DeLong, 2 models, {n:,} items",
            lambda y=y, scores=scores: delong(y, scores),
            lambda y=y, scores=scores: Delong_test(y, scores[:, 0], scores[:, 1]),
            peer="MLstatkit",
            goal=10,
        )
    for n in (10_000,) if quick else (10_000, 100_000):
        y, scores = scored(n, 20)
        pairs = list(combinations(range(20), 2))
        few = pairs[:10]
        compare(
            f"DeLong, all pairs of 20 models, {n:,} items",
            lambda y=y, scores=scores: delong(y, scores),
            lambda y=y, scores=scores, few=few: [
                Delong_test(y, scores[:, i], scores[:, j]) for i, j in few
            ],
            peer="MLstatkit in a loop",
            goal=300,
            share=len(few) / len(pairs),
        )
        compare(
            f"DeLong, all pairs of 20 models, {n:,} items, beside 20 areas alone",
            lambda y=y, scores=scores: delong(y, scores),
            lambda y=y, scores=scores: [roc_auc_score(y, column) for column in scores.T],
            peer="scikit-learn",
            goal=2,
        )


def counted(*, quick: bool):
    """10,000 draws of an accuracy: the cost must not grow with the number of items."""
    sizes = (1_000, 10_000) if quick else (1_000, 100_000)
    seconds = []
    for n, goal in zip(sizes, (8, 200), strict=True):
        y, labels = labelled(n, 2)
        known = predictions_of(y, labels)
        right = (labels == y[:, np.newaxis]).astype(np.float64)
        gaps = right[:, 0] - right[:, 1]
        draws = 10_000 if n == sizes[0] else 200
        found = compare(
            f"bootstrap of the difference of two accuracies, 10,000 draws, {n:,} items",
            lambda known=known: bootstrap(known, "accuracy"),
            lambda gaps=gaps, draws=draws: scipy.stats.bootstrap(
                (gaps,), np.mean, method="percentile", n_resamples=draws, batch=100
            ),
            peer="scipy on the differences of the items",
            goal=goal,
            repeat=5 if n == sizes[0] else 2,
            share=draws / 10_000,
        )
        seconds.append(found.ours)
    print(
        f"the same at {sizes[1]:,} items takes {seconds[1] / seconds[0]:.2f} times as long as at "
        f"{sizes[0]:,} (goal at most 2)"
    )


def drawn_areas(*, quick: bool):
    """10,000 draws of two areas and their difference."""
    for n in (1_000,) if quick else (1_000, 100_000):
        y, scores = scored(n, 2)
        known = predictions_of(y, 1.0 / (1.0 + np.exp(-scores)))
        draws, few = (10_000, 200) if n == 1_000 else (500, 20)
        compare(
            f"bootstrap of two areas, {draws:,} draws, {n:,} items",
            lambda known=known, draws=draws: bootstrap(known, "auc", draws=draws),
            lambda y=y, scores=scores, few=few: rows_drawn(y, scores, few),
            peer="numpy, drawing rows and ranking them",
            goal=4,
            share=few / draws,
        )


def rows_drawn(y, scores, draws):
    """Return areas of rows that are drawn and ranked anew, the usual way."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(draws):
        rows = rng.integers(0, len(y), len(y))
        positive = y[rows] == 1
        p = np.count_nonzero(positive)
        ranks = scipy.stats.rankdata(scores[rows], axis=0)[positive].sum(axis=0)
        found.append((ranks - p * (p + 1) / 2) / (p * (len(y) - p)))
    return np.array(found)


def who_is_right(*, quick: bool):
    """All pairs of fifty models on ten thousand items."""
    models = 20 if quick else 50
    y, labels = labelled(10_000, models)
    right = labels == y[:, np.newaxis]
    pairs = list(combinations(range(models), 2))
    few = pairs[:20]
    compare(
        f"McNemar, all pairs of {models} models, 10,000 items",
        lambda: mcnemar_pairs(right),
        lambda: [
            mlxtend_mcnemar(mcnemar_table(y, labels[:, i], labels[:, j]), exact=True)
            for i, j in few
        ],
        peer="mlxtend in a loop",
        goal=100,
        repeat=20,
        share=len(few) / len(pairs),
    )
    compare(
        f"McNemar, all pairs of {models} models with their intervals, 10,000 items",
        lambda: mcnemar_pairs(right),
        lambda: by_product(right),
        peer="numpy: a product of matrices and binomial tails, p-values alone",
        goal=1,
        repeat=20,
    )
    known = predictions_of(y, labels)
    seconds = best(lambda: decide(known, measure="error"))
    measured(f"compare {models} models on 10,000 items, to the verdict", seconds, goal=1)


def by_product(right):
    """Return the exact p of every pair, as a skilled user would."""
    table = right.astype(np.float64)
    wins = table.T @ (1.0 - table)
    first, second = np.triu_indices(right.shape[1], 1)
    low = np.minimum(wins[first, second], wins[second, first])
    total = wins[first, second] + wins[second, first]
    return np.minimum(2.0 * scipy.special.bdtr(low, total.astype(int), 0.5), 1.0)


def main(quick: bool = False):  # noqa: FBT001, FBT002  the runner calls every main so
    """Print what was measured."""
    areas(quick=quick)
    counted(quick=quick)
    drawn_areas(quick=quick)
    who_is_right(quick=quick)
