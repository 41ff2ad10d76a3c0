"""Nemenyi's test of all pairs of mean ranks, with its critical difference."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.exact import rank_differences, studentized
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.after.critical_difference import standard_error
from bakeoff.stats.many.block_ranks import BlockRanks, dominance, within_blocks
from bakeoff.stats.many.exact_ranks import affordable
from bakeoff.stats.pairs import all_pairs
from bakeoff.stats.results import PairTable
from bakeoff.types import FloatArray, IntArray, TableLike

Method: TypeAlias = Literal["asymptotic", "exact"]
METHODS: tuple[Method, ...] = ("asymptotic", "exact")
CHEAP = 3e7  # products that the exact laws of differences may take unasked: a blink
KEPT = 512  # different differences of rank sums of a design whose p-values are kept


def nemenyi(
    table: TableLike,
    *,
    method: Method = "asymptotic",
    level: float = 0.95,
    higher_is_better: bool = False,
) -> PairTable:
    """Test for every pair of algorithms whether their mean ranks differ, all pairs at one level.

    The null hypothesis: all algorithms are equally good. If they are, the chance that any pair
    is said to differ is 1 - level. It comes after a `friedman` test that rejects.

    Parameters
    ----------
    table
        Blocks x algorithms: scores on data sets, or on the splits of one. Leading axes give one
        table each.
    method
        ``asymptotic``: the studentized range with infinite degrees of freedom. ``exact``: the
        law of the range of the rank sums over all orders within the blocks, ties included, for
        tables about as small as `friedman` can do exactly.
    level
        Of all intervals together; pairs whose p-value is at most 1 - level differ.
    higher_is_better
        Whether rank 1, the best, is the largest number of a block; else it is the smallest.

    Returns
    -------
    PairTable
        ``difference`` of the mean ranks, negative where the first is better, with simultaneous
        intervals (plus and minus the critical difference); ``statistic`` q, the difference in
        standard errors of a mean rank; ``p_adjusted`` of Nemenyi's test; ``p_value`` of this pair
        alone, by the normal law; ``effect`` the share of blocks in which the first has the larger
        rank minus the share in which it has the smaller. ``details`` hold mean_ranks,
        critical_difference, q_critical, standard_error (of a difference) and, where tables are
        small enough, p_exact: the chance of such a difference of two rank sums, for this pair
        alone.

    Notes
    -----
    Nemenyi, Distribution-free multiple comparisons, 1963; Demsar, Statistical comparisons of
    classifiers over multiple data sets, 2006, section 3.2.2; Eisinga, Heskes, Pelzer and Te
    Grotenhuis, Exact p-values for pairwise comparison of Friedman rank sums, 2017. Ranks depend
    on which other algorithms are in the table, so that adding a third may change what is said
    of two: `pairwise` with ``"wilcoxon"`` does not suffer from that, and with a correction
    such as Holm's it is stronger as well. Against one control use `ranks_z`.

    Examples
    --------
    C4.5 (the first) and tuned versions of it on 14 data sets (Demsar 2006, table 6): the mean
    ranks 3.143 and 1.964 are nearly the critical difference apart.

    >>> auc = [[.763, .768, .771, .798], [.599, .591, .590, .569], [.954, .971, .968, .967],
    ...        [.628, .661, .654, .657], [.882, .888, .886, .898], [.936, .931, .916, .931],
    ...        [.661, .668, .609, .685], [.583, .583, .563, .625], [.775, .838, .866, .875],
    ...        [1.00, 1.00, 1.00, 1.00], [.940, .962, .965, .962], [.619, .666, .614, .669],
    ...        [.972, .981, .9751, .975], [.957, .978, .946, .970]]
    >>> pairs = nemenyi(auc, higher_is_better=True)
    >>> print(f"{pairs.difference[2]:.3f}, critical {pairs.details['critical_difference']:.3f}")
    1.179, critical 1.254
    >>> print(f"p = {pairs.p_adjusted[2]:.4f}, this pair alone {pairs.details['p_exact'][2]:.4f}")
    p = 0.0742, this pair alone 0.0113
    """
    checks.one_of(method, "method", METHODS)
    alpha = intervals.one_minus(level)
    ranked = within_blocks(table, higher_is_better=higher_is_better)
    pairs = all_pairs(ranked.k)
    first, second = pairs.T
    sums = ranked.sums
    between = sums[..., first] - sums[..., second]
    apart = np.rint(2.0 * np.abs(between)).astype(np.int64)
    difference = between / ranked.n
    error = standard_error(ranked.k, ranked.n)
    q = np.sqrt(2.0) * difference / error
    critical = float(studentized.quantile(alpha, ranked.k))
    reach = critical / np.sqrt(2.0) * error
    return PairTable(
        name="nemenyi",
        algorithms=ranked.names,
        pairs=pairs,
        difference=difference,
        statistic=q,
        p_value=tails.normal_p_value(difference / error, "two-sided"),
        p_adjusted=_exact(ranked) if method == "exact" else range_p(apart, ranked.n, ranked.k),
        effect=dominance(ranked.ranks),
        low=difference - reach,
        high=difference + reach,
        effect_name="share of blocks with the larger rank - share with the smaller",
        correction="nemenyi",
        method=method,
        alpha=alpha,
        notes=_notes(ranked),
        details={
            "mean_ranks": ranked.means,
            "critical_difference": reach,
            "q_critical": critical,
            "standard_error": error,
            **_exact_differences(ranked, apart),
        },
    )


def range_p(apart: IntArray, n: int, k: int) -> FloatArray:
    """Return P(range >= q) for differences of rank sums, given doubled: whole numbers.

    They repeat, and each is worked out once; those of a small design are kept.
    """
    size = 2 * n * (k - 1) + 1
    if size <= KEPT:
        return np.asarray(_every_p(n, k)[apart])
    occurs = np.zeros(size, dtype=bool)
    occurs[apart] = True
    p = np.empty(size)
    p[occurs] = _p_of(np.flatnonzero(occurs), n, k)
    return p[apart]


@lru_cache(maxsize=256)
def _every_p(n: int, k: int) -> FloatArray:
    return _p_of(np.arange(2 * n * (k - 1) + 1), n, k)


def _p_of(apart: IntArray, n: int, k: int) -> FloatArray:
    q = np.sqrt(2.0) * (apart / (2.0 * n)) / standard_error(k, n)
    return studentized.upper(q, k)


def _exact(ranked: BlockRanks) -> FloatArray:
    """Return P(range of the rank sums >= difference of two) over all orders."""
    found = affordable(
        ranked.doubled.reshape(-1, ranked.n, ranked.k),
        "exact",
        test="Nemenyi's",
        other="asymptotic",
    )
    if found is None:  # "exact" has raised instead
        return np.ones(())
    return found.range_at_least().reshape(*ranked.spread.shape, -1)


def _exact_differences(ranked: BlockRanks, apart: IntArray) -> dict[str, Any]:
    """Return the exact p of each pair alone, where it comes for nothing."""
    tables = ranked.doubled.reshape(-1, ranked.n, ranked.k)
    if rank_differences.cost(tables) > CHEAP:
        return {}
    p = rank_differences.two_sided(tables, apart.reshape(len(tables), -1))
    return {"p_exact": p.reshape(apart.shape)}


def _notes(ranked: BlockRanks) -> tuple[str, ...]:
    still = ranked.spread == 0.0
    return (*notes.where(still, "the algorithms are identical on every block: all ranks are tied"),)
