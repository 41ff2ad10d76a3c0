"""How many items of each class it takes to tell two areas under ROC curves apart."""

from __future__ import annotations

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import tails
from bakeoff.types import Alternative

MOST = 1e15  # items beyond which an answer is none


def auc_sample_size(
    auc1: float,
    auc2: float,
    *,
    correlation: float = 0.0,
    alpha: float = 0.05,
    power: float = 0.8,
    alternative: Alternative = "two-sided",
    negatives_per_positive: float = 1.0,
) -> int:
    """Return how many positive items are needed to find a difference of two areas (AUC).

    Parameters
    ----------
    auc1, auc2
        The areas that are to be told apart.
    correlation
        The correlation of the two estimated areas: 0 for different items; for the same items
        often 0.3 to 0.7, and the more alike the models are, the larger.
    alpha, power
        The level of the test, and the wished-for chance that it finds the difference.
    alternative
        ``two-sided``; ``greater`` and ``less`` for a one-sided test, as in the source's table.
    negatives_per_positive
        How many negative items there are for each positive one.

    Returns
    -------
    int
        The number of positive items, rounded up; with as many negative ones by default.

    Notes
    -----
    Hanley and McNeil, The meaning and use of the area under a ROC curve, 1982, equation 4:
    n = [(z_alpha sqrt(2 V1) + z_beta sqrt(V1 + V2)) / (A1 - A2)]^2 with V = Q1 + Q2 - 2 A^2,
    Q1 = A/(2-A), Q2 = 2 A^2/(1+A); the covariance of correlated areas is taken off both
    variances (Hanley and McNeil 1983). Large-sample, for exponential scores.

    Examples
    --------
    Areas of 0.70 and 0.75, one-sided at 0.05, with a power of 80, 90 and 95 percent (the
    source's table III, which cuts off the fractions, prints 652, 897 and 1131):

    >>> [auc_sample_size(0.70, 0.75, power=power, alternative="greater")
    ...  for power in (0.80, 0.90, 0.95)]
    [653, 899, 1131]
    """
    first, second = (checks.fraction(one, name) for one, name in ((auc1, "auc1"), (auc2, "auc2")))
    if first == second:
        raise InvalidInput(f"auc1 and auc2 must differ; both were {first:g}")
    if not -1.0 < correlation < 1.0:
        raise InvalidInput(f"correlation must lie strictly between -1 and 1; it was {correlation}")
    tail = checks.fraction(alpha, "alpha")
    if checks.alternative(alternative) == "two-sided":
        tail /= 2.0
    chance = checks.fraction(power, "power")
    ratio = checks.positive(negatives_per_positive, "negatives_per_positive")
    v1, v2 = (variance_per_positive(area, ratio) for area in (first, second))
    null = 2.0 * v1 * (1.0 - correlation)
    other = v1 + v2 - 2.0 * correlation * np.sqrt(v1 * v2)
    z_alpha, z_beta = -tails.normal_quantile(tail), tails.normal_quantile(chance)
    root = (z_alpha * np.sqrt(null) + z_beta * np.sqrt(other)) / (first - second)
    needed = float(root * root)
    if not needed < MOST:
        raise InvalidInput(
            f"auc1 and auc2 are too near to each other ({first!r} and {second!r}) for any number "
            f"of items"
        )
    return max(int(np.ceil(needed * (1.0 - 1e-12))), 1)


def variance_per_positive(area: float, negatives_per_positive: float = 1.0) -> float:
    """Return the variance of an area times the number of positive items, for many of them."""
    q1, q2 = area / (2.0 - area), 2.0 * area**2 / (1.0 + area)
    return (q1 - area**2) / negatives_per_positive + (q2 - area**2)
