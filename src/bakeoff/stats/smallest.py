"""The smallest p-value that a design can give: known before any experiment is run."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, exp, factorial, lgamma, sqrt
from typing import Any, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import tails
from bakeoff.types import Alternative, ArrayLike, FloatArray

Size: TypeAlias = int | tuple[int, int]
LARGEST_FACTORIAL = 170  # that a float holds
CONTINUOUS = frozenset(
    [
        "mean_t",
        "mean_z",
        "paired_t",
        "cv5x2_t",
        "cv5x2_f",
        "two_sample_t",
        "squared_error_ratio",
        "anova",
        "anova_blocks",
        "anova_two_way",
        "hotelling",
        "hotelling_two_sample",
        "manova",
        "manova_blocks",
    ]
)


def smallest_p(
    test: str,
    n: Size,
    *,
    alternative: Alternative | None = None,
    p0: float | None = None,
) -> float:
    """Return the smallest p-value that a test can give with `n`.

    If it is above the level of the test, the design cannot reject, whatever the data say: with
    5 data sets the smallest two-sided p of `wilcoxon` is 0.0625.

    Parameters
    ----------
    test
        The name of a test.
    n
        How much there is: pairs for sign, wilcoxon and permutation; items that only one gets
        wrong for mcnemar; items for binomial and proportion_z; items of each group for
        two_proportions; runs of each group, or ``(n1, n2)``, for mann_whitney; ``(items,
        models)`` for cochran_q and ``(data sets, algorithms)`` for friedman.
    alternative
        ``two-sided``, ``less`` or ``greater``; None for the test's own default.
    p0
        The error rate to test against, for binomial and proportion_z.

    Returns
    -------
    float
        0.0 for tests of continuous scores, such as `paired_t`: they have no smallest p.

    Notes
    -----
    For the default form of each test, and the exact law of `friedman`. An exact test gives its
    smallest p if all differences have one sign (Fisher 1935), if the two groups do not overlap
    (Mann and Whitney 1947), or if all data sets rank the algorithms alike (Friedman 1937). Ties
    and zeros in the data can only raise it.

    Examples
    --------
    >>> smallest_p("wilcoxon", 5), smallest_p("wilcoxon", 6), smallest_p("paired_t", 5)
    (0.0625, 0.03125, 0.0)

    Even 28 items without an error do not show an error rate below 0.1:

    >>> round(smallest_p("binomial", 28, p0=0.1, alternative="less"), 4)
    0.0523
    """
    if alternative is not None:
        checks.alternative(alternative)
    test = test if isinstance(test, str) else repr(test)  # no test has such a name
    if test in CONTINUOUS:
        _size(test, n)
        return 0.0
    if test == "mann_whitney":
        return _no_overlap(*_group_sizes(n), alternative or "two-sided")
    if test in SIDED:
        return float(SIDED[test](_size(test, n), alternative or "two-sided"))
    if test in RATES:
        return RATES[test](_size(test, n), _rate(test, p0), alternative or "greater")
    if test in UNSIDED:
        return min(1.0, UNSIDED[test](*_two_sizes(test, n)))
    known = ", ".join(sorted([*CONTINUOUS, *RATES, *SIDED, *UNSIDED, "mann_whitney"]))
    raise InvalidInput(f"smallest_p knows {known}; it does not know {test!r}")


def all_of_one_sign(n: ArrayLike, alternative: Alternative) -> FloatArray:
    """Return the smallest p of a test of n signs: one way of 2^n, or two."""
    return np.minimum(1.0, _sides(alternative) * 2.0 ** -np.asarray(n, dtype=np.float64))


def _no_overlap(first: int, second: int, alternative: Alternative) -> float:
    """All of one group below the other: one way of C(n1 + n2, n1), or two."""
    return _sides(alternative) / comb(first + second, first)


def _two_proportions(n: int, alternative: Alternative) -> float:
    """All wrong against none wrong: z = 1 / sqrt(1/2 x 1/2 x 2/n)."""
    return _sides(alternative) * float(tails.normal_upper(sqrt(2.0 * n)))


def _binomial(n: int, p0: float, alternative: Alternative) -> float:
    none, every = (1.0 - p0) ** n, p0**n
    if alternative == "two-sided":
        # the method of small p-values adds both ends if they are equally likely
        return min(1.0, none + every) if none == every else min(none, every)
    return none if alternative == "less" else every


def _proportion_z(n: int, p0: float, alternative: Alternative) -> float:
    none, every = sqrt(n * p0 / (1.0 - p0)), sqrt(n * (1.0 - p0) / p0)
    z = {"less": none, "greater": every, "two-sided": max(none, every)}[alternative]
    return min(1.0, _sides(alternative) * float(tails.normal_upper(z)))


def _alike(data_sets: int, algorithms: int) -> float:
    """All data sets rank the algorithms alike: k! of the (k!)^n sets of rankings."""
    if algorithms > LARGEST_FACTORIAL:
        return exp((1 - data_sets) * lgamma(algorithms + 1.0))
    return float(factorial(algorithms)) ** (1 - data_sets)


def _cochran_q(items: int, models: int) -> float:
    """All items are got right by the same models: then Q = n (k - 1), whichever they are."""
    return float(tails.chi2_upper(items * (models - 1), models - 1))


def _sides(alternative: Alternative) -> float:
    return 2.0 if alternative == "two-sided" else 1.0


def _size(test: str, n: Any) -> int:
    if isinstance(n, tuple | list | np.ndarray):
        raise InvalidInput(f"n must be one whole number for {test}; it was {n!r}")
    return checks.count(n, "n", least=1)


def _group_sizes(n: Any) -> tuple[int, int]:
    if not isinstance(n, tuple | list):
        return checks.count(n, "n", least=1), checks.count(n, "n", least=1)
    if len(n) != 2:
        raise InvalidInput(f"n must be one whole number or (n1, n2) for mann_whitney; it was {n!r}")
    return checks.count(n[0], "n1", least=1), checks.count(n[1], "n2", least=1)


def _two_sizes(test: str, n: Any) -> tuple[int, int]:
    if not isinstance(n, tuple | list) or len(n) != 2:
        raise InvalidInput(f"n must be two whole numbers for {test}, (n, k); it was {n!r}")
    return checks.count(n[0], "n", least=1), checks.count(n[1], "k", least=2)


def _rate(test: str, p0: float | None) -> float:
    if p0 is None:
        raise InvalidInput(f"{test} needs p0, the error rate to test against; give p0=")
    return checks.fraction(p0, "p0")


SIDED: dict[str, Callable[[int, Alternative], Any]] = {
    "sign": all_of_one_sign,
    "wilcoxon": all_of_one_sign,
    "permutation": all_of_one_sign,
    "mcnemar": all_of_one_sign,
    "two_proportions": _two_proportions,
}
RATES: dict[str, Callable[[int, float, Alternative], float]] = {
    "binomial": _binomial,
    "proportion_z": _proportion_z,
}
UNSIDED: dict[str, Callable[[int, int], float]] = {
    "friedman": _alike,
    "cochran_q": _cochran_q,
}
