"""How far apart two mean ranks must lie to differ."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.exact import studentized
from bakeoff.stats import tails

Method: TypeAlias = Literal["nemenyi", "bonferroni-dunn"]
METHODS: tuple[Method, ...] = ("nemenyi", "bonferroni-dunn")


def critical_difference(
    k: int, n: int, *, alpha: float = 0.05, method: Method = "nemenyi"
) -> float:
    """Return how far apart the mean ranks of two algorithms must lie to differ.

    Parameters
    ----------
    k, n
        How many algorithms were ranked, on how many data sets.
    alpha
        The chance of any false difference among all, if the algorithms are equally good.
    method
        ``nemenyi`` for all pairs; ``bonferroni-dunn`` for k - 1 algorithms against one control.

    Returns
    -------
    float
        The critical difference of mean ranks.

    Notes
    -----
    Demsar, Statistical comparisons of classifiers over multiple data sets, 2006, section 3.2.2:
    CD = q sqrt(k (k+1) / (6 n)). For Nemenyi q is the quantile of the range of k standard
    normals, divided by the root of 2; for Bonferroni and Dunn the normal quantile at
    alpha/(k - 1), two-sided.

    Examples
    --------
    Four algorithms on 14 data sets (Demsar 2006, with q = 2.291 and 2.241):

    >>> print(f"{critical_difference(4, 14, alpha=0.10):.2f}")
    1.12
    >>> print(f"{critical_difference(4, 14):.2f}")
    1.25
    >>> print(f"{critical_difference(4, 14, method='bonferroni-dunn'):.2f}")
    1.17
    """
    algorithms = checks.count(k, "k", least=2)
    datasets = checks.count(n, "n", least=1)
    checks.fraction(alpha, "alpha")
    checks.one_of(method, "method", METHODS)
    if method == "nemenyi":
        q = float(studentized.quantile(alpha, algorithms)) / np.sqrt(2.0)
    else:
        q = -float(tails.normal_quantile(alpha / (2.0 * (algorithms - 1))))
    return float(q * standard_error(algorithms, datasets))


def standard_error(k: int, n: int) -> float:
    """Return the standard error of the difference of two mean ranks, sqrt(k (k+1) / (6 n))."""
    return float(np.sqrt(k * (k + 1.0) / (6.0 * n)))
