"""Friedman's test: several algorithms over the same data sets, by their ranks."""

from __future__ import annotations

from math import exp, lgamma
from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.exact.friedman import Designs
from bakeoff.stats import notes, tails
from bakeoff.stats.many.block_ranks import BlockRanks, chi2_and_f, p_of_f, within_blocks
from bakeoff.stats.many.exact_ranks import affordable
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import FloatArray, TableLike

Method: TypeAlias = Literal["auto", "exact", "F", "chi2"]
METHODS: tuple[Method, ...] = ("auto", "exact", "F", "chi2")


def friedman(
    table: TableLike, *, method: Method = "auto", higher_is_better: bool = False
) -> TestResult:
    """Test whether several algorithms are equally good over the same data sets, by ranks.

    The null hypothesis: on every data set each order of the algorithms is equally likely. The
    alternative: at least one tends to better ranks than another; which one, `nemenyi` or
    `ranks_z` tell. The sizes of the differences do not count.

    Parameters
    ----------
    table
        Blocks x algorithms: scores on data sets, or on the splits of one. Leading axes give one
        test each.
    method
        ``exact``: the law of the statistic over all orders within the blocks, ties included.
        ``F``: the statistic of Iman and Davenport on (k - 1, (k - 1)(n - 1)) degrees of freedom.
        ``chi2``: Friedman's own approximation, which is too careful. ``auto``: exact where that
        costs under a second (3 algorithms on 200 data sets, 4 on 30, 5 on 11, 6 on 5, and more
        without ties), and else F; a batch takes one road.
    higher_is_better
        Whether rank 1, the best, is the largest number of a block; else it is the smallest.

    Returns
    -------
    TestResult
        ``statistic`` is F if F is the road, and else chi-square; ``effect`` is Kendall's W, from
        0 (no agreement of the blocks) to 1. ``details`` hold both statistics with their p-values
        (chi2, p_chi2, F, p_F), p_exact where it was computed, mean_ranks, and the two statistics
        without the correction for ties, as some papers print them.

    Notes
    -----
    Friedman, The use of ranks to avoid the assumption of normality, 1937; Iman and Davenport,
    Approximations of the critical region of the Friedman statistic, 1980: F = (n-1) chi2 /
    (n (k-1) - chi2). Ties take average ranks and are corrected for in both. If all blocks agree,
    F is infinite, and its p-value is the exact one, (k!)^(1-n) without ties. The blocks must be
    independent: data sets are, the folds of one cross-validation are not. Where the sizes of
    differences can be compared between data sets, `quade` and `aligned_ranks` see more, above
    all with four algorithms or fewer.

    Examples
    --------
    C4.5, with its parameter m tuned, cf tuned, and both, on 14 data sets (Demsar, Statistical
    comparisons of classifiers over multiple data sets, 2006, table 6; mean ranks 3.143, 2.000,
    2.893, 1.964, F = 3.69; a digit that print has lost makes "voting" untied):

    >>> auc = [[.763, .768, .771, .798], [.599, .591, .590, .569], [.954, .971, .968, .967],
    ...        [.628, .661, .654, .657], [.882, .888, .886, .898], [.936, .931, .916, .931],
    ...        [.661, .668, .609, .685], [.583, .583, .563, .625], [.775, .838, .866, .875],
    ...        [1.00, 1.00, 1.00, 1.00], [.940, .962, .965, .962], [.619, .666, .614, .669],
    ...        [.972, .981, .9751, .975], [.957, .978, .946, .970]]
    >>> result = friedman(auc, higher_is_better=True)
    >>> result.details["mean_ranks"].round(3)
    array([3.143, 2.   , 2.893, 1.964])
    >>> print(f"{result.details['chi2_uncorrected']:.2f} {result.details['F_uncorrected']:.2f}")
    9.28 3.69
    >>> print(f"{result.details['chi2']:.3f}, exact p = {result.p_value:.4f}")
    10.228, exact p = 0.0136
    """
    checks.one_of(method, "method", METHODS)
    ranked = within_blocks(table, higher_is_better=higher_is_better)
    between = ranked.between
    chi2, f = chi2_and_f(ranked, ranked.spread, between)
    p_chi2 = tails.chi2_upper(chi2, ranked.k - 1)
    p_f = p_of_f(f, ranked)
    found = _designs(ranked, method)
    road = "exact" if found is not None else "F" if method == "auto" else method
    p_exact = {} if found is None else {"p_exact": _exact(found, ranked)}
    return TestResult(
        name="friedman",
        statistic=f if road == "F" else chi2,
        p_value=p_exact.get("p_exact", p_f if road == "F" else p_chi2),
        df=(ranked.k - 1, (ranked.k - 1) * (ranked.n - 1)) if road == "F" else ranked.k - 1,
        method="exact" if road == "exact" else "asymptotic",
        n=ranked.n,
        effect=Effect("Kendall's W", chi2 / (ranked.n * (ranked.k - 1.0))),
        notes=_notes(ranked, road),
        details={
            "chi2": chi2,
            "p_chi2": p_chi2,
            "F": f,
            "p_F": p_f,
            **p_exact,
            "mean_ranks": ranked.means,
            **_uncorrected(ranked, between),
        },
    )


def _uncorrected(ranked: BlockRanks, between: FloatArray) -> dict[str, FloatArray]:
    """Return both statistics with the spread that ranks without ties would have."""
    untied = np.full(ranked.spread.shape, ranked.untied_spread)
    chi2, f = chi2_and_f(ranked, untied, between)
    return {"chi2_uncorrected": chi2, "F_uncorrected": f}


def _designs(ranked: BlockRanks, method: Method) -> Designs | None:
    """Return what the exact law needs, or None if another road is to be taken."""
    if method in {"F", "chi2"}:
        return None
    road: Literal["exact", "auto"] = "exact" if method == "exact" else "auto"
    tables = ranked.doubled.reshape(-1, ranked.n, ranked.k)
    untied = ranked.n
    if np.any(ranked.spread < ranked.untied_spread):
        rising = np.sort(tables, axis=-1)
        apart = np.all(rising[..., 1:] > rising[..., :-1], axis=-1)
        untied = int(np.min(np.count_nonzero(apart, axis=-1)))
    return affordable(tables, road, test="Friedman's", other="F", untied=untied)


def _exact(found: Designs, ranked: BlockRanks) -> FloatArray:
    return found.squares_at_least().reshape(ranked.spread.shape)


def _notes(ranked: BlockRanks, road: Any) -> tuple[str, ...]:
    still = ranked.spread == 0.0
    if road == "chi2":
        smallest = float(tails.chi2_upper(ranked.n * (ranked.k - 1), ranked.k - 1))
    else:
        smallest = exp((1 - ranked.n) * lgamma(ranked.k + 1.0))
    reach = np.where(still, 0.0, smallest)
    design = "{} blocks and {} algorithms"
    return (
        *notes.where(still, "the algorithms are identical on every block: all ranks are tied"),
        *notes.out_of_reach(reach, design, ranked.n, ranked.k),
    )
