"""The test of aligned ranks: several algorithms over the same data sets, ranked together."""

from __future__ import annotations

from math import exp, lgamma
from typing import Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.stats import notes, tails
from bakeoff.stats.many.block_ranks import BlockRanks, aligned, chi2_and_f
from bakeoff.stats.many.exact_ranks import exact_p
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import FloatArray, TableLike

Method: TypeAlias = Literal["chi2", "exact", "auto"]
METHODS: tuple[Method, ...] = ("chi2", "exact", "auto")


def aligned_ranks(
    table: TableLike, *, method: Method = "chi2", higher_is_better: bool = False
) -> TestResult:
    """Test whether several algorithms are equally good, by ranks of differences over all data sets.

    The null hypothesis: on every data set each order of the algorithms is equally likely. The
    alternative: at least one tends to better scores than another. From each score the mean of
    its data set is taken, and what is left is ranked over all data sets together, so that it
    counts by how much one algorithm is better than the others.

    Parameters
    ----------
    table
        Blocks x algorithms: scores on data sets, or on the splits of one. Leading axes give one
        test each.
    method
        ``chi2``: chi-square on k - 1 degrees of freedom. ``exact``: the law of the statistic
        over all orders of the aligned ranks within the blocks. ``auto``: exact where that costs
        under a second (3 algorithms on 12 data sets, 4 on 6), and else chi-square.
    higher_is_better
        Whether rank 1, the best, is the largest number; else it is the smallest.

    Returns
    -------
    TestResult
        ``statistic`` is chi-square; ``effect`` the concordance of the aligned ranks, from 0 to 1.
        ``details`` hold chi2, p_chi2, p_exact where it was computed, mean_ranks, which run from 1
        to n k, and chi2_uncorrected with p_uncorrected, by the formula for ranks without ties.

    Notes
    -----
    Hodges and Lehmann, Rank methods for combination of independent experiments in analysis of
    variance, 1962; Garcia, Fernandez, Luengo and Herrera, Advanced nonparametric tests for
    multiple comparisons, 2010, equation 2: (k-1) [sum_j R_j^2 - (k n^2/4)(k n + 1)^2] /
    [k n (k n + 1)(2 k n + 1)/6 - (1/k) sum_i R_i^2], with the sums R_j of the algorithms and R_i
    of the data sets; tied ranks are averaged, and the denominator takes them as they are. It
    beats `friedman` with four algorithms or fewer, if differences on different data sets can be
    compared. After it, `ranks_z` with ``ranks="aligned"`` compares pairs.

    Examples
    --------
    Error rates in percent of three algorithms over four data sets:

    >>> table = [[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14]]
    >>> result = aligned_ranks(table)
    >>> result.details["mean_ranks"].tolist()
    [3.625, 10.5, 5.375]
    >>> print(f"chi2 = {result.statistic:.4f}, p = {result.p_value:.4f}")
    chi2 = 5.7943, p = 0.0552
    """
    checks.one_of(method, "method", METHODS)
    ranked = aligned(table, higher_is_better=higher_is_better)
    chi2, _ = chi2_and_f(ranked, ranked.spread, ranked.between)
    p_chi2 = tails.chi2_upper(chi2, ranked.k - 1)
    found = None
    if method != "chi2":
        found = exact_p(ranked, method, test="the aligned ranks'", other="chi2")
    return TestResult(
        name="aligned_ranks",
        statistic=chi2,
        p_value=p_chi2 if found is None else found,
        df=ranked.k - 1,
        method="asymptotic" if found is None else "exact",
        n=ranked.n,
        effect=Effect("concordance of aligned ranks", ranked.concordance),
        notes=_notes(ranked, exact=found is not None),
        details={
            "chi2": chi2,
            "p_chi2": p_chi2,
            **({} if found is None else {"p_exact": found}),
            "mean_ranks": ranked.means,
            **_uncorrected(ranked),
        },
    )


def _uncorrected(ranked: BlockRanks) -> dict[str, FloatArray]:
    """Return chi-square with the sum of squares that n k ranks without ties would have."""
    total = ranked.n * ranked.k
    rows = np.add.reduce(ranked.ranks, axis=-1)
    untied = total * (total + 1.0) * (2.0 * total + 1.0) / 6.0 - np.vecdot(rows, rows) / ranked.k
    chi2, _ = chi2_and_f(ranked, np.asarray(untied), ranked.between)
    return {"chi2_uncorrected": chi2, "p_uncorrected": tails.chi2_upper(chi2, ranked.k - 1)}


def _notes(ranked: BlockRanks, *, exact: bool) -> tuple[str, ...]:
    still = ranked.spread == 0.0
    if exact:
        smallest = exp((1 - ranked.n) * lgamma(ranked.k + 1.0))
    else:
        smallest = float(tails.chi2_upper(ranked.n * (ranked.k - 1), ranked.k - 1))
    reach = np.where(still, 0.0, smallest)
    return (
        *notes.where(still, "the algorithms are identical on every block"),
        *notes.out_of_reach(reach, "{} blocks and {} algorithms", ranked.n, ranked.k),
    )
