"""Planning before anything is run: the power of a design, and how much data a power takes."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats.power_designs import Design, design_of
from bakeoff.types import Alternative, FloatArray, Values

MOST = 1_000_000_000  # of whatever is counted; more is no plan
LOOKED_BACK = 20_000  # sizes below a crossing that are looked at one by one


def power(
    test: str,
    *,
    effect: float | tuple[float, float],
    n: Any,
    alpha: float = 0.05,
    alternative: Alternative | None = None,
    p0: float | None = None,
    k: int | None = None,
    method: str | None = None,
    test_train_ratio: float | None = None,
) -> Values:
    """Return the chance that a test rejects if an effect is as large as you say.

    Parameters
    ----------
    test
        The name of a test: those of the table below.
    effect
        How large the effect is, in the units of the table. Its sign says in which direction, as
        `alternative` does.
    n
        How much there is, as the table says; an array gives one power each. For two_sample_t and
        two_proportions a tuple ``(n1, n2)`` gives two groups of different sizes.
    alpha
        The level of the test.
    alternative
        ``two-sided``, ``less`` or ``greater``; None for the test's own default.
    p0
        For binomial: the error rate to test against.
    k
        For anova and anova_blocks: how many algorithms there are.
    method
        For mcnemar: the form of the test, ``exact`` (the default), ``mid-p``, ``chi2`` or
        ``chi2-corrected``.
    test_train_ratio
        For paired_t with the correction for overlapping training sets: 1/(k - 1) for k folds.

    Returns
    -------
    float or array
        The power, between 0 and 1.

    Notes
    -----
    =============== =================================================== ======================
    test            effect                                              n
    =============== =================================================== ======================
    mean_t, mean_z  (mean - mu0) / sd of one value                      values
    paired_t        mean difference / sd of the differences             splits
    two_sample_t    difference of the means / sd of one run             runs of each
    two_proportions the two error rates, (p1, p2)                       items of each
    binomial        the error rate p1, against p0                       items
    mcnemar         the shares of items that only the first and only    items
                    the second gets wrong, (p10, p01)
    sign            the chance that the first is the larger             pairs that differ
    wilcoxon        the same, for differences with a normal law         pairs that differ
    anova           Cohen's f: sd of the k means / sd of one run        runs of each algorithm
    anova_blocks    the same, with the sd that is left within blocks    blocks
    =============== =================================================== ======================

    Student's t and F with their noncentral laws (Cohen, Statistical power analysis for the
    behavioral sciences, 1988); binomial, sign and mcnemar by adding up all outcomes that the
    exact test rejects; wilcoxon by the exact law of the ranks of normal differences up to 200
    pairs, and a normal one beyond; two_proportions by the normal curve. Corrected t tests do not
    gain power without end: more splits of the same data are not more data.

    Examples
    --------
    With 30 runs of each, a difference of half a standard deviation is found less than every
    second time; with 64 four times in five (Cohen 1988, table 2.4.1):

    >>> [round(power("two_sample_t", effect=0.5, n=n), 3) for n in (30, 64)]
    [0.478, 0.801]

    An algorithm that wins on 8 of 10 data sets is hardly ever found with ten of them:

    >>> power("sign", effect=0.8, n=np.array([10, 20, 30])).round(3).tolist()
    [0.376, 0.804, 0.939]

    More random splits of one data set, a tenth of it for testing, do not help without end:

    >>> [round(power("paired_t", effect=0.8, n=n, test_train_ratio=1 / 9), 3)
    ...  for n in (10, 100, 1000)]
    [0.344, 0.624, 0.665]
    """
    design = design_of(
        test,
        effect=effect,
        alpha=alpha,
        alternative=alternative,
        p0=p0,
        k=k,
        method=method,
        test_train_ratio=test_train_ratio,
    )
    found = design.power(_sizes(n, design))
    return float(found) if found.ndim == 0 else found


def sample_size(
    test: str,
    *,
    effect: float | tuple[float, float],
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: Alternative | None = None,
    p0: float | None = None,
    k: int | None = None,
    method: str | None = None,
    test_train_ratio: float | None = None,
) -> int:
    """Return how much data a test needs to find an effect with the wished-for power.

    Parameters
    ----------
    test, effect, alpha, alternative, p0, k, method, test_train_ratio
        As for the function `power`, whose table says what is counted.
    power
        The wished-for chance that the test rejects.

    Returns
    -------
    int
        The smallest number with at least that power. The power of an exact test of counts
        (binomial, sign, mcnemar, wilcoxon) does not rise with every further item but in a
        saw-tooth: one or two more may have a little less of it.

    Notes
    -----
    The laws are those of the function `power`. For areas under ROC curves see `auc_sample_size`.

    Examples
    --------
    Cohen (1988, table 2.4.1): 64 runs of each for half a standard deviation, 26 for 0.8 of it.

    >>> sample_size("two_sample_t", effect=0.5), sample_size("two_sample_t", effect=0.8)
    (64, 26)

    Error rates of 10 and 12 percent, on test sets of their own, and on the same items where 3
    percent are wrong for the first alone and 5 percent for the second:

    >>> sample_size("two_proportions", effect=(0.10, 0.12))
    3841
    >>> sample_size("mcnemar", effect=(0.03, 0.05))
    1645

    The folds of repeated ten-fold cross-validation, with the correction for their overlap:

    >>> sample_size("paired_t", effect=1.0, test_train_ratio=1 / 9)
    77
    """
    design = design_of(
        test,
        effect=effect,
        alpha=alpha,
        alternative=alternative,
        p0=p0,
        k=k,
        method=method,
        test_train_ratio=test_train_ratio,
    )
    target = checks.fraction(power, "power")
    _within_reach(design, target)
    return _smallest(design, target)


def _sizes(n: Any, design: Design) -> Any:
    """Return whole numbers of at least the least that the test can do with."""
    if isinstance(n, tuple) and design.plan.groups:
        if len(n) != 2:
            raise InvalidInput(f"n must be one number or (n1, n2) for {design.test}; it was {n!r}")
        first, second = (_size(one, design) for one in n)
        return first, second
    if isinstance(n, str) or np.ndim(n) == 0:
        return _size(n, design)
    sizes = checks.numbers(n, "n")
    if np.any((sizes != np.floor(sizes)) | (sizes < design.plan.least)):
        raise InvalidInput(f"n must be whole numbers of at least {design.plan.least}; it was {n!r}")
    if sizes.max() > MOST:
        raise InvalidInput(f"n must be at most {MOST:,}; it was {sizes.max():.6g}")
    return sizes


def _size(n: Any, design: Design) -> FloatArray:
    size = checks.count(n, "n", least=design.plan.least)
    if size > MOST:
        raise InvalidInput(f"n must be at most {MOST:,}; it was {n!r}")
    return np.asarray(float(size))


def _within_reach(design: Design, target: float) -> None:
    """Refuse effects that no number of anything will show."""
    gap = design.plan.gap(design)
    if gap == 0.0:
        raise InvalidInput(
            f"an effect of {design.shown} is none: there is nothing for {design.test} to find"
        )
    if design.alternative != "two-sided" and (gap > 0.0) != (design.alternative == "greater"):
        other = "less" if design.alternative == "greater" else "greater"
        raise InvalidInput(
            f"an effect of {design.shown} points away from alternative={design.alternative!r}; "
            f"give alternative={other!r} or 'two-sided'"
        )
    most = design.limit()
    if most <= target:
        raise NotApplicable(
            f"no number of {design.plan.counted} gives a power of {target:g}: with training sets "
            f"that overlap (test_train_ratio={design.test_train_ratio:g}) it stays below "
            f"{most:.3g}; collect more data sets or a larger test set instead"
        )


def _smallest(design: Design, target: float) -> int:
    """Return the smallest size with the power: double, halve, and look back along the saw."""

    def reached(sizes: FloatArray) -> Any:
        return design.power(sizes) >= target

    low, high = design.plan.least - 1, design.plan.least
    while not reached(np.asarray(float(high))):
        low, high = high, 2 * high
        if low > MOST:
            raise NotApplicable(
                f"an effect of {design.shown} is so small that {design.test} needs more than "
                f"{MOST:,} {design.plan.counted} for a power of {target:g}"
            )
    while high - low > 1:
        middle = (low + high) // 2
        if reached(np.asarray(float(middle))):
            high = middle
        else:
            low = middle
    if not design.plan.saw(design, high):
        return high
    first = max(design.plan.least, high // 3, high - LOOKED_BACK)
    earlier = np.arange(first, high + 1, dtype=np.float64)
    return int(earlier[np.argmax(reached(earlier))])
