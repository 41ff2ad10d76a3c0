"""The Mann-Whitney test (Wilcoxon's rank sum test) of two independent groups."""

from __future__ import annotations

from functools import partial
from typing import Literal, TypeAlias

import numpy as np
from scipy import special

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.exact.pairwise_differences import order_statistics
from bakeoff.exact.rank_sums import RankSumTails, cost, rank_sum_law, rank_sum_tails
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.ranks import midranks_and_ties
from bakeoff.stats.results import Effect, TestResult
from bakeoff.stats.two.independent import two_groups
from bakeoff.types import Alternative, ArrayLike, FloatArray, IntArray

Method: TypeAlias = Literal["auto", "exact", "asymptotic"]
METHODS: tuple[Method, ...] = ("auto", "exact", "asymptotic")
AFFORDABLE = 3e8  # additions that the exact law may cost by "auto": a third of a second
BEYOND = 3e10  # additions from which "exact" is refused: minutes, and gigabytes


def mann_whitney(
    x: ArrayLike,
    y: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    method: Method = "auto",
) -> TestResult:
    """Test whether independent runs of one algorithm tend to beat those of another.

    The null hypothesis: the values of both come from one distribution. ``greater`` asks whether
    x tends to be larger than y, ``less`` whether it tends to be smaller, ``two-sided`` whether
    either is so.

    Parameters
    ----------
    x, y
        One value for each run, along the last axis; leading axes give one test each.
    alternative
        ``two-sided``, ``less`` or ``greater``, about x against y.
    method
        ``exact``: the law of the rank sum over all ways to deal out the actual ranks, ties
        included; two-sided as twice the smaller tail. ``asymptotic``: the normal curve with
        tie correction and continuity correction. ``auto``: exact up to about 90 runs of
        each, where ties may make it cost a third of a second.

    Returns
    -------
    TestResult
        ``statistic`` is U, the number of pairs in which x beats y, ties counted half.
        ``effect`` is the probability of superiority U/(n1 n2); ``details`` hold the
        rank-biserial correlation 2 U/(n1 n2) - 1. ``estimate`` is the Hodges-Lehmann shift,
        the median of all differences x - y, worked out when it is read; ``interval()`` is its
        two-sided interval, infinite where so few runs cannot give one at the level.

    Notes
    -----
    Mann and Whitney, On a test of whether one of two random variables is stochastically larger
    than the other, 1947. The runs must be independent, within the groups and between them:
    scores over the same splits or data sets are paired, use `wilcoxon`. `two_sample_t` asks
    about means and is better for normal values. The test is about a shift only if both
    distributions have the same shape; the interval assumes that, and no ties.

    Examples
    --------
    Tritiated water through a membrane, at term and at 12 to 26 weeks (Hollander and Wolfe,
    Nonparametric Statistical Methods, 1973, p. 69):

    >>> at_term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    >>> earlier = [1.15, 0.88, 0.90, 0.74, 1.21]
    >>> result = mann_whitney(at_term, earlier, alternative="greater")
    >>> print(f"U = {result.statistic:g}, p = {result.p_value:.4f}, {result.method}")
    U = 35, p = 0.1272, exact
    >>> round(result.estimate, 3)
    0.305
    """
    checks.alternative(alternative)
    checks.one_of(method, "method", METHODS)
    first, second = two_groups(x, y)
    n1, n2 = first.shape[-1], second.shape[-1]
    ranks, ties = midranks_and_ties(np.concatenate([first, second], axis=-1))
    road = _road(method, n1, n2, tied=bool(np.any(ties > 0.0)))
    u = ranks[..., :n1].sum(axis=-1) - n1 * (n1 + 1) / 2.0
    if road == "exact":
        law = _exact_tails(ranks, n1)
        p_value = tails.by_alternative(law.lower, law.upper, alternative)
        smallest = _smallest_with_ties(law, alternative)
        details = {}
    else:
        z = z_statistic(u, n1, n2, ties, alternative)
        p_value = tails.normal_p_value(z, alternative)
        smallest = smallest_p_value(n1, n2, method=road, alternative=alternative)
        details = {"z": z}
    equal = _spread(n1, n2, ties) == 0.0
    superiority = u / (n1 * n2)
    return TestResult(
        name="mann_whitney",
        statistic=u,
        p_value=np.where(equal, 1.0, p_value),
        alternative=alternative,
        method=road,
        n=(n1, n2),
        estimate_of=partial(_shift, first, second),
        effect=Effect("probability of superiority", superiority),
        notes=_notes(road, smallest, equal, ties, (n1, n2)),
        details={"rank_biserial": 2.0 * superiority - 1.0, "tie_term": ties, **details},
        interval_at=lambda level: _shift_limits(first, second, intervals.tail_area(level)),
    )


def z_statistic(
    u: FloatArray, n1: int, n2: int, ties: FloatArray, alternative: Alternative
) -> FloatArray:
    """Return (U - n1 n2/2) / sd with ties in sd, drawn by 1/2 towards the null hypothesis."""
    gap = u - n1 * n2 / 2.0
    if alternative == "two-sided":
        gap = np.sign(gap) * np.maximum(np.abs(gap) - 0.5, 0.0)
    else:
        gap = gap - 0.5 if alternative == "greater" else gap + 0.5
    sd = _spread(n1, n2, ties)
    return np.where(sd > 0.0, gap / np.where(sd > 0.0, sd, 1.0), 0.0)


def smallest_p_value(
    n1: int,
    n2: int,
    *,
    method: Method = "auto",
    alternative: Alternative = "two-sided",
) -> FloatArray:
    """Return the smallest p-value that so many runs can give: all of one beat all of the other."""
    if _road(method, n1, n2, tied=False) == "exact":
        tail = 1.0 / special.binom(n1 + n2, n1)
        return np.asarray(min(1.0, 2.0 * tail) if alternative == "two-sided" else tail)
    extreme = np.asarray(0.0 if alternative == "less" else n1 * n2)
    z = z_statistic(extreme, n1, n2, np.zeros(()), alternative)
    return tails.normal_p_value(z, alternative)


def _road(method: Method, n1: int, n2: int, *, tied: bool) -> Method:
    if method == "auto":
        # by the sizes alone: a batch and its tests one by one take the same road
        return "exact" if cost(n1, n2, tied=True) <= AFFORDABLE else "asymptotic"
    if method == "exact" and cost(n1, n2, tied=tied) > BEYOND:
        raise InvalidInput(
            f"method='exact' would take minutes with {n1} and {n2} runs; use method='asymptotic'"
        )
    return method


def _spread(n1: int, n2: int, ties: FloatArray) -> FloatArray:
    """Return the standard deviation of U, with t^3 - t over the runs of t ties taken off."""
    n = n1 + n2
    variance = n1 * n2 / 12.0 * (n + 1.0 - ties / (n * (n - 1.0)))
    return np.asarray(np.sqrt(np.maximum(variance, 0.0)))


def _exact_tails(ranks: FloatArray, n1: int) -> RankSumTails:
    """Return the exact tail areas of the first group's rank sum."""
    shape, n = ranks.shape[:-1], ranks.shape[-1]
    doubled: IntArray = np.rint(2.0 * ranks).astype(np.int64).reshape(-1, n)
    # the law is counted over the smaller group; a small sum of it is a large one of the other
    swapped = 2 * n1 > n
    members = doubled[:, n1:] if swapped else doubled[:, :n1]
    law = rank_sum_tails(doubled, members.sum(axis=-1), members.shape[-1])
    parts = (law.lower, law.upper, law.smallest, law.largest)
    if swapped:
        parts = (law.upper, law.lower, law.largest, law.smallest)
    return RankSumTails(*(part.reshape(shape) for part in parts))


def _smallest_with_ties(law: RankSumTails, alternative: Alternative) -> FloatArray:
    if alternative == "two-sided":
        return np.minimum(1.0, 2.0 * np.minimum(law.smallest, law.largest))
    return law.smallest if alternative == "less" else law.largest


def _shift(x: FloatArray, y: FloatArray) -> FloatArray:
    """Return the median of all differences x - y (Hodges and Lehmann 1963)."""
    size = x.shape[-1] * y.shape[-1]
    middle = order_statistics(_rows(x), _rows(y), [(size - 1) // 2, size // 2])
    return np.asarray(middle.mean(axis=-1).reshape(x.shape[:-1]))


def _shift_limits(x: FloatArray, y: FloatArray, tail: float) -> tuple[FloatArray, FloatArray]:
    """Return the differences between which U says that the shift lies."""
    shape, n1, n2 = x.shape[:-1], x.shape[-1], y.shape[-1]
    outside = _left_out(n1, n2, tail)
    if outside == 0:
        return np.full(shape, -np.inf), np.full(shape, np.inf)
    places = [outside - 1, n1 * n2 - outside]
    limits = order_statistics(_rows(x), _rows(y), places)
    return limits[:, 0].reshape(shape), limits[:, 1].reshape(shape)


def _left_out(n1: int, n2: int, tail: float) -> int:
    """Return the largest count c with P(U <= c - 1) <= tail, without ties."""
    if cost(n1, n2, tied=False) <= AFFORDABLE:
        law = rank_sum_law(2 * np.arange(1, n1 + n2 + 1), min(n1, n2))
        # (1 - 0.9)/2 is a little less than 0.05 in binary
        return int(np.searchsorted(law.lower(), tail * (1.0 + 1e-12), side="right"))
    sd = float(_spread(n1, n2, np.zeros(())))
    return max(int(np.floor(n1 * n2 / 2.0 + tails.normal_quantile(tail) * sd)), 0)


def _rows(values: FloatArray) -> FloatArray:
    return values.reshape(-1, values.shape[-1])


def _notes(
    road: Method,
    smallest: FloatArray,
    equal: FloatArray,
    ties: FloatArray,
    sizes: tuple[int, int],
) -> tuple[str, ...]:
    tied = road == "exact" and bool(np.any(ties > 0.0))
    design = "{} and {} runs" + (" and these ties" if tied else "")
    said = () if road == "exact" else ("normal approximation with tie and continuity correction",)
    return (
        *notes.where(equal, "all values are equal"),
        *notes.out_of_reach(np.where(equal, 0.0, smallest), design, *sizes),
        *said,
    )
