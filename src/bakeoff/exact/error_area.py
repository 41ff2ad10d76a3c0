"""What an error count says of the area under the ROC curve, over all rankings that give it."""

from __future__ import annotations

import numpy as np
from scipy import special

from bakeoff.types import FloatArray


def area_moments(positives: int, negatives: int, errors: int) -> tuple[float, float]:
    """Return the mean and the variance of the area over all rankings with so many errors.

    Every ranking of the items that a threshold parts with exactly `errors` errors counts alike,
    once for each such threshold.

    Notes
    -----
    Cortes and Mohri, AUC optimization vs. error rate minimization, 2004, and Confidence intervals
    for the area under the ROC curve, 2005. Their closed forms are sums with changing signs; here
    the rankings with x false positives are taken together. Above the threshold stand
    u = P - errors + x positive and x negative items, below it v = errors - x positive and N - x
    negative ones, in any order: C(u + x, x) C(v + N - x, v) rankings. Within each part the pairs
    won have the mean and variance of Wilcoxon's statistic; of the pairs across the threshold
    u (N - x) are won and v x lost. All terms are positive.
    """
    x = _false_positives(positives, negatives, errors)
    weight = _weights(positives, negatives, errors, x)
    above, below, right = positives - errors + x, errors - x, negatives - x
    won = above * x / 2.0 + below * right / 2.0 + above * right
    spread = (above * x * (above + x + 1.0) + below * right * (below + right + 1.0)) / 12.0
    mean = float(np.sum(weight * won))
    variance = float(np.sum(weight * (spread + (won - mean) ** 2)))
    pairs = positives * negatives
    return mean / pairs, variance / pairs**2


def _false_positives(positives: int, negatives: int, errors: int) -> FloatArray:
    low, high = max(0, errors - positives), min(errors, negatives)
    return np.arange(low, high + 1, dtype=np.float64)


def _weights(positives: int, negatives: int, errors: int, x: FloatArray) -> FloatArray:
    """Return the share of the rankings that have x false positives."""
    above, below, right = positives - errors + x, errors - x, negatives - x
    log = _log_choose(above + x, x) + _log_choose(below + right, below)
    weight = np.exp(log - log.max())
    return np.asarray(weight / weight.sum())


def _log_choose(n: FloatArray, k: FloatArray) -> FloatArray:
    return np.asarray(
        special.gammaln(n + 1.0) - special.gammaln(k + 1.0) - special.gammaln(n - k + 1.0)
    )
