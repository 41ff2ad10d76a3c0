"""Means of losses of many algorithms, exchanged in pairs: the same coins for all pairs."""

from __future__ import annotations

import numpy as np

from bakeoff.stats import intervals
from bakeoff.stats.resample.exchange import TIE, Drawing, Exchanged
from bakeoff.stats.resample.item_form import ItemForm
from bakeoff.types import FloatArray, IntArray

MOST_EXACT = 32  # units up to which each pair has its exact law
FEW_PAIRS = 3
AT_ONCE = 2**20  # coins, or differences, held in memory together


def worth_sharing(form: ItemForm, pairs: IntArray, how: Drawing) -> bool:
    """Return whether all pairs are to be exchanged by the same coins.

    To flip the signs of the differences of a pair is to flip those of either's losses, so one
    product of matrices serves all pairs.
    """
    units = len(form.truth) if how.clusters is None else int(how.clusters.max()) + 1
    return form.form == "mean" and len(pairs) >= FEW_PAIRS and units > MOST_EXACT


def means_exchanged(form: ItemForm, pairs: IntArray, how: Drawing) -> list[Exchanged]:
    """Return the difference of every pair and its p-value, (count + 1)/(draws + 1)."""
    shares = _shares(form, how)
    first, second = pairs.T
    seen = shares[first].sum(axis=1) - shares[second].sum(axis=1)
    size = np.abs(shares).sum(axis=1)
    slack = TIE * (size[first] + size[second])
    seen = np.where(np.abs(seen) <= slack, 0.0, seen)
    count = np.zeros(len(pairs))
    step = max(1, AT_ONCE // max(shares.shape[1], len(pairs)))
    for start in range(0, how.draws, step):
        number = min(step, how.draws - start)
        coins = how.generator.integers(0, 2, size=(number, shares.shape[1]), dtype=np.int8)
        sums = (2.0 * coins - 1.0) @ shares.T
        count += _extreme(sums[:, first] - sums[:, second], seen, slack, how)
    p = (count + 1.0) / (how.draws + 1.0)
    low, high = intervals.clopper_pearson(
        count, np.full(len(count), float(how.draws)), intervals.tail_area(0.95)
    )
    low, high = np.minimum(low, p), np.maximum(high, p)
    alike = (shares[first] == shares[second]).all(axis=1)
    return [
        Exchanged(0.0, 1.0, 1.0, 1.0, exact=True, alike=True)
        if alike[row]
        else Exchanged(
            float(seen[row]), float(p[row]), float(low[row]), float(high[row]), exact=False
        )
        for row in range(len(pairs))
    ]


def _extreme(gaps: FloatArray, seen: FloatArray, slack: FloatArray, how: Drawing) -> IntArray:
    """Return for each pair how many draws are as extreme as what was seen."""
    if how.alternative == "two-sided":
        extreme = np.abs(gaps) >= np.abs(seen) - slack
    elif how.alternative == "greater":
        extreme = gaps >= seen - slack
    else:
        extreme = gaps <= seen + slack
    return np.asarray(np.count_nonzero(extreme, axis=0))


def _shares(form: ItemForm, how: Drawing) -> FloatArray:
    """Return what each unit adds to the mean of each algorithm: algorithms x units."""
    shares = np.empty(form.values.shape)
    for items in form.parts:
        shares[:, items] = form.values[:, items] / (len(items) * len(form.parts))
    if how.clusters is None:
        return shares
    return np.stack([np.bincount(how.clusters, weights=row) for row in shares])
