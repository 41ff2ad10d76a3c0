"""Page's test: several algorithms over the same data sets, with an order that was foretold."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import NotApplicable
from bakeoff.exact import trend
from bakeoff.stats import notes, tails
from bakeoff.stats.many.block_ranks import BlockRanks, within_blocks
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import Alternative, FloatArray, TableLike

Method: TypeAlias = Literal["auto", "exact", "asymptotic"]
METHODS: tuple[Method, ...] = ("auto", "exact", "asymptotic")
AFFORDABLE = 3e8  # sums that the exact law may take by "auto": under a second
BEYOND = 3e10  # sums from which "exact" is refused


def page(
    table: TableLike,
    *,
    alternative: Alternative = "greater",
    method: Method = "auto",
    higher_is_better: bool = False,
) -> TestResult:
    """Test whether several algorithms are ordered as was foretold, by ranks.

    The null hypothesis: on every data set each order of the algorithms is equally likely.
    ``greater`` asks whether ranks rise from the first column to the last, ``less`` whether they
    fall, ``two-sided`` whether they do either. The order of the columns must be chosen before
    the scores are seen: from the simplest model to the largest, say.

    Parameters
    ----------
    table
        Blocks x algorithms, the algorithms in the order that was foretold, the one with the
        smallest rank first. Leading axes give one test each.
    alternative
        ``greater``, ``less`` or ``two-sided``, about the trend from the first to the last.
    method
        ``exact``: the law of L over all orders within the blocks, ties included.
        ``asymptotic``: the normal approximation with the variance that ties leave. ``auto``:
        exact where that costs under a second.
    higher_is_better
        Whether rank 1, the best, is the largest number of a block; else it is the smallest. The
        first column is then the one that was foretold to be best.

    Returns
    -------
    TestResult
        ``statistic`` is L, the sum of j times the rank sum of the j-th column; ``effect`` is
        the mean of Spearman's rank correlations between the order foretold and that of each
        block. ``details`` hold z, p_normal and mean_ranks.

    Notes
    -----
    Page, Ordered hypotheses for multiple treatments: a significance test for linear ranks,
    1963: L = sum_j j R_j with mean n k (k+1)^2/4. It is stronger than `friedman` if the order
    foretold is right, and blind to differences in any other direction.

    Examples
    --------
    Three teaching styles rated by ten students each, foretold to rise:

    >>> ratings = [[3, 4, 3], [2, 2, 4], [3, 3, 5], [1, 3, 2], [2, 3, 2], [2, 4, 5], [1, 2, 4],
    ...            [3, 4, 4], [2, 4, 5], [1, 3, 4]]
    >>> result = page(ratings)
    >>> print(f"L = {result.statistic:g}, p = {result.p_value:.5f}, {result.method}")
    L = 133.5, p = 0.00038, exact
    >>> print(f"{result.effect.value:.3f}")
    0.710
    """
    checks.alternative(alternative)
    checks.one_of(method, "method", METHODS)
    ranked = within_blocks(table, higher_is_better=higher_is_better)
    n, k = ranked.n, ranked.k
    places = np.arange(1.0, k + 1.0)
    page_l = ranked.sums @ places
    above = page_l - n * k * (k + 1.0) ** 2 / 4.0
    sd = np.sqrt((k + 1.0) * k / 12.0 * ranked.spread)
    z = above / np.where(sd > 0.0, sd, 1.0)
    normal = tails.normal_p_value(z, alternative)
    exact = _exact(ranked, method, alternative)
    still = ranked.spread == 0.0
    return TestResult(
        name="page",
        statistic=page_l,
        p_value=np.where(still, 1.0, normal if exact is None else exact),
        alternative=alternative,
        method="asymptotic" if exact is None else "exact",
        n=n,
        effect=Effect("mean rank correlation", _correlation(ranked)),
        notes=notes.where(still, "the algorithms are identical on every block: all ranks are tied"),
        details={
            "z": z,
            "p_normal": np.where(still, 1.0, normal),
            **({} if exact is None else {"p_exact": np.where(still, 1.0, exact)}),
            "mean_ranks": ranked.means,
        },
    )


def _exact(ranked: BlockRanks, method: Method, alternative: Alternative) -> FloatArray | None:
    """Return the exact p-value; None by another road."""
    if method == "asymptotic":
        return None
    tables = ranked.doubled.reshape(-1, ranked.n, ranked.k)
    cost = trend.cost(tables)
    if method == "exact" and cost > BEYOND:
        raise NotApplicable(
            f"the exact law of Page's L for {ranked.n} blocks and {ranked.k} algorithms is out "
            f"of reach; use method='asymptotic'"
        )
    if method == "auto" and cost > AFFORDABLE:
        return None
    weighted = tables.sum(axis=-2) @ np.arange(1, ranked.k + 1)
    mirrored = ranked.n * (ranked.k + 1) ** 2 * ranked.k - weighted
    upper, lower = (trend.upper(tables, sums) for sums in (weighted, mirrored))
    p = tails.by_alternative(lower, upper, alternative)
    return p.reshape(ranked.spread.shape)


def _correlation(ranked: BlockRanks) -> FloatArray:
    """Return the mean over the blocks of the correlation of the ranks with 1, ..., k."""
    k = ranked.k
    places = np.arange(1.0, k + 1.0) - (k + 1.0) / 2.0
    rest = ranked.ranks - ranked.expected
    own = np.sqrt(np.vecdot(rest, rest) * (places @ places))
    return np.asarray(np.mean((rest @ places) / np.where(own > 0.0, own, 1.0), axis=-1))
