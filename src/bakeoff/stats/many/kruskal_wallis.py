"""The test of Kruskal and Wallis: several algorithms over runs of their own, by ranks."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.exact import rearrangements
from bakeoff.stats import notes, tails
from bakeoff.stats.many.layout import Layout, grouped, of_groups
from bakeoff.stats.many.permutation_anova import permutation_anova
from bakeoff.stats.ranks import midranks_and_ties
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import FloatArray

Method: TypeAlias = Literal["chi2", "exact", "auto"]
METHODS: tuple[Method, ...] = ("chi2", "exact", "auto")
COUNTED = 300_000  # ways to deal out the ranks that are counted by "auto": under a second
COUNTED_AT_MOST = 20_000_000  # beyond, "exact" would need gigabytes


def kruskal_wallis(
    groups: Any, *, method: Method = "chi2", higher_is_better: bool = False
) -> TestResult:
    """Test whether several algorithms are equally good over runs that are not paired, by ranks.

    The null hypothesis: the values of all groups come from one distribution. The alternative:
    at least one group tends to larger values than another; which one, `ranks_tukey` tells, or
    `pairwise` with ``"mann_whitney"``.

    Parameters
    ----------
    groups
        A list or mapping of groups, one array of values each, of any sizes; or an array of
        groups x values; or a frame with a column for each group. Leading axes give one test
        each.
    method
        ``chi2``: chi-square on k - 1 degrees of freedom, too careful for groups of fewer than
        five. ``exact``: over all ways to deal out the ranks, ties included. ``auto``: exact
        where there are at most 300,000 ways, and else chi-square.
    higher_is_better
        Whether rank 1, the best, is the largest value; else it is the smallest.

    Returns
    -------
    TestResult
        ``statistic`` is H with the correction for ties; ``effect`` is epsilon squared,
        H/(N - 1), the share of the groups in the variation of the ranks. ``details`` hold
        mean_ranks, H and p_chi2, and both without the correction for ties, as some books print
        them.

    Notes
    -----
    Kruskal and Wallis, Use of ranks in one-criterion variance analysis, 1952; Alpaydin,
    Introduction to Machine Learning, section 19.13.2: H = 12/(N (N+1)) sum n_i (mean rank_i -
    (N+1)/2)^2, divided by 1 - sum (t^3 - t)/(N^3 - N) over runs of t ties. The runs must be
    independent. Algorithms that met the same splits or data sets are paired: use `friedman`.
    For normal values use `anova`; it is a little stronger.

    Examples
    --------
    The numbers of `anova`: H is 7.22 without the correction for ties.

    >>> result = kruskal_wallis([[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]])
    >>> print(f"H = {result.statistic:.6f}, p = {result.p_value:.7f}")
    H = 7.402330, p = 0.0246947
    >>> print(f"{result.details['H_uncorrected']:.6f} {result.details['p_uncorrected']:.7f}")
    7.221154 0.0270362
    """
    checks.one_of(method, "method", METHODS)
    ranks, _, ties = pooled_ranks(groups, higher_is_better=higher_is_better)
    layout = of_groups(ranks)
    total = sum(layout.sizes)
    uncorrected = 12.0 / (total * (total + 1.0)) * layout.between
    left = 1.0 - ties / (total**3.0 - total)
    h = np.where(left > 0.0, uncorrected / np.where(left > 0.0, left, 1.0), 0.0)
    df = layout.k - 1
    p_chi2 = tails.chi2_upper(h, df)
    road = _road(method, layout)
    p = p_chi2
    if road == "exact":
        p = np.asarray(permutation_anova(ranks, blocks=False, method="exact").p_value)
    return TestResult(
        name="kruskal_wallis",
        statistic=h,
        p_value=p,
        df=df,
        method="exact" if road == "exact" else "asymptotic",
        n=layout.sizes,
        effect=Effect("epsilon^2", h / (total - 1.0)),
        notes=_notes(np.asarray(left), layout, road),
        details={
            "H": h,
            "p_chi2": p_chi2,
            **({"p_exact": p} if road == "exact" else {}),
            "mean_ranks": layout.means,
            "H_uncorrected": uncorrected,
            "p_uncorrected": tails.chi2_upper(uncorrected, df),
        },
    )


def pooled_ranks(
    groups: Any, *, higher_is_better: bool = False
) -> tuple[list[FloatArray], tuple[str | int, ...], FloatArray]:
    """Return the ranks of all values together by group, the names, and the tie term sum t^3 - t."""
    members, names = grouped(groups)
    together = np.concatenate(members, axis=-1)
    ranks, ties = midranks_and_ties(-together if higher_is_better else together)
    ends = np.cumsum([member.shape[-1] for member in members])[:-1]
    return np.split(ranks, ends, axis=-1), names, ties


def _road(method: Method, layout: Layout) -> Method:
    if method == "chi2":
        return "chi2"
    ways = rearrangements.count_between_groups(layout.sizes)
    if method == "exact" and ways > COUNTED_AT_MOST:
        raise InvalidInput(
            f"method='exact' is for at most {COUNTED_AT_MOST} ways to deal out the ranks; there "
            f"are more for groups of {', '.join(map(str, layout.sizes))}: give method='chi2'"
        )
    return "exact" if method == "exact" or ways <= COUNTED else "chi2"


def _notes(left: FloatArray, layout: Layout, road: Method) -> tuple[str, ...]:
    same = notes.where(left <= 0.0, "all values are equal: all ranks are tied")
    few = min(layout.sizes) < 5 and road == "chi2" and not np.all(left <= 0.0)
    rough = "chi-square is rough for groups of fewer than 5 values: use method='exact'"
    return (*same, *((rough,) if few else ()))
