"""Areas under ROC curves of several models on the same items, and how they vary together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bakeoff.errors import InvalidInput
from bakeoff.exact.placements import placements
from bakeoff.stats import tails
from bakeoff.stats.scored_items import ScoredItems
from bakeoff.types import ArrayLike, BoolArray, FloatArray, IntArray

DUST = 1e-12  # a variance this small beside its parts may be rounding, and is worked out anew
RANK = 1e-10  # singular values of contrasts below this share of the largest are nothing


class Areas(NamedTuple):
    """The areas (models,) and what each item adds to their deviations, models x items.

    The covariance is ``deviations @ deviations.T``; of a contrast of the models it is the sum of
    squares of that contrast of the deviations, so that nothing cancels.
    """

    areas: FloatArray
    deviations: FloatArray

    @property
    def covariance(self) -> FloatArray:
        """The covariance of the areas (DeLong, DeLong and Clarke-Pearson 1988, equation 6)."""
        return np.asarray(self.deviations @ self.deviations.T)

    def differences(self, pairs: IntArray) -> tuple[FloatArray, FloatArray]:
        """Return the difference of each pair of areas, and its variance."""
        first, second = pairs.T
        together = self.covariance
        own = together.diagonal()
        whole = own[first] + own[second]
        variance = whole - 2.0 * together[first, second]
        for pair in np.flatnonzero(variance <= DUST * whole):
            a, b = pairs[pair]
            variance[pair] = np.sum((self.deviations[a] - self.deviations[b]) ** 2)
        return self.areas[first] - self.areas[second], variance


def areas(items: ScoredItems, strata: ArrayLike | None = None) -> Areas:
    """Return the areas of one test set, or their means over strata (folds) of it."""
    if strata is None:
        return _of_one(items.truth, items.scores)
    members = _members(strata, items.truth)
    parts = [_of_one(items.truth[rows], items.scores[:, rows]) for rows in members]
    deviations = np.concatenate([part.deviations for part in parts], axis=1) / len(parts)
    return Areas(np.mean([part.areas for part in parts], axis=0), deviations)


def item_shares(truth: BoolArray, scores: FloatArray) -> FloatArray:
    """Return for each item the share of the other class that it is rightly placed against.

    Models x items; the mean over the positive items, over the negative ones, or over all of them
    is the area.
    """
    placed = placements(truth, scores)
    shares = np.empty(scores.shape)
    shares[:, truth] = placed.positive / (2.0 * placed.negative.shape[-1])
    shares[:, ~truth] = placed.negative / (2.0 * placed.positive.shape[-1])
    return shares


def chi_square(found: Areas, weights: FloatArray) -> tuple[float, int, float]:
    """Return chi-square, its degrees of freedom and p: are all weighted sums of areas 0? By rows.

    (L a)' (L S L')^-1 (L a) with L the weights (equation 5), in the space that the contrasts of
    the deviations span; a contrast that lies outside it without being 0 makes it infinite.
    """
    gaps, spread = weights @ found.areas, weights @ found.deviations
    vectors, sizes, _ = np.linalg.svd(spread @ spread.T)
    kept = sizes > RANK * max(float(sizes.max(initial=0.0)), np.finfo(np.float64).tiny)
    rank = int(np.count_nonzero(kept))
    along = vectors.T @ gaps
    beyond = np.abs(along[~kept]).max(initial=0.0)
    if beyond > np.sqrt(RANK) * np.abs(weights).max():
        return float("inf"), max(rank, 1), 0.0
    if rank == 0:
        return 0.0, int(np.linalg.matrix_rank(weights)), 1.0
    chi2 = float(np.sum(along[kept] ** 2 / sizes[kept]))
    return chi2, rank, float(tails.chi2_upper(chi2, rank))


def _of_one(truth: BoolArray, scores: FloatArray) -> Areas:
    placed = placements(truth, scores)
    positives, negatives = placed.positive.shape[-1], placed.negative.shape[-1]
    deviations = np.empty(scores.shape)
    for part, own, other, columns in (
        (placed.positive, positives, negatives, slice(0, positives)),
        (placed.negative, negatives, positives, slice(positives, None)),
    ):
        scale = 2.0 * other * np.sqrt(own * max(own - 1.0, 1.0))
        deviations[:, columns] = (part - part.mean(axis=-1, keepdims=True)) / scale
    return Areas(placed.areas, deviations)


def _members(strata: ArrayLike, truth: BoolArray) -> list[IntArray]:
    """Return the items of each stratum; each must hold both classes."""
    names, codes = np.unique(np.asarray(strata), return_inverse=True)
    if codes.shape != truth.shape:
        raise InvalidInput(
            f"strata must name a stratum for each of the {len(truth)} items of y; it had the "
            f"shape {codes.shape}"
        )
    members = [np.flatnonzero(codes == code) for code in range(len(names))]
    for name, rows in zip(names, members, strict=True):
        if truth[rows].all() or not truth[rows].any():
            raise InvalidInput(
                f"every stratum must hold both classes; {name} holds only "
                f"{'positive' if truth[rows].any() else 'negative'} items: leave it out, or take "
                f"larger strata"
            )
    return members
