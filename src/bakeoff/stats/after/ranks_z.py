"""The z test of pairs of mean ranks, all pairs or all against one control."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.after.adjust import LOGICAL, METHODS, AdjustMethod, adjust
from bakeoff.stats.after.critical_difference import standard_error
from bakeoff.stats.many.block_ranks import (
    BlockRanks,
    aligned,
    dominance,
    weighted,
    within_blocks,
)
from bakeoff.stats.many.quade import mean_ranks
from bakeoff.stats.one.mean import t_ratio
from bakeoff.stats.pairs import asked_pairs
from bakeoff.stats.results import PairTable
from bakeoff.types import Alternative, FloatArray, IntArray, TableLike

Ranks: TypeAlias = Literal["friedman", "aligned", "quade"]
Correction: TypeAlias = AdjustMethod | Literal["none"]
RANKS: tuple[Ranks, ...] = ("friedman", "aligned", "quade")


def ranks_z(
    table: TableLike,
    *,
    control: str | int | None = None,
    ranks: Ranks = "friedman",
    correction: Correction = "holm",
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    higher_is_better: bool = False,
) -> PairTable:
    """Test for pairs of algorithms whether their mean ranks differ, by the normal law.

    The null hypothesis of each pair: both algorithms have the same mean rank. ``greater`` asks
    whether the first has the larger one, which is the worse; with a control the first of a pair
    is the other algorithm, and the second the control.

    Parameters
    ----------
    table
        Blocks x algorithms: scores on data sets, or on the splits of one. Leading axes give one
        table each.
    control
        The name or the number of an algorithm that the others are compared with; without it all
        pairs are.
    ranks
        ``friedman``: ranks within each data set; ``aligned``: of `aligned_ranks`; ``quade``:
        within each data set, weighted as in `quade`.
    correction
        For the number of pairs: a method of `adjust`, or ``none``. ``bonferroni`` against a
        control is the test of Bonferroni and Dunn.
    alternative
        ``two-sided``, ``less`` or ``greater``, about the mean rank of the first minus that of the
        second.
    level
        Of the intervals, each by itself; pairs with an adjusted p of at most 1 - level differ.
    higher_is_better
        Whether rank 1, the best, is the largest number of a block; else it is the smallest.

    Returns
    -------
    PairTable
        ``difference`` of the mean ranks, negative where the first is better, with an interval;
        ``statistic`` z; ``p_value`` and ``p_adjusted``; ``effect`` the share of blocks in which
        the first has the larger rank minus the share in which it has the smaller. ``details``
        hold mean_ranks, standard_error, and z_published and p_published, which differ for
        aligned and Quade's ranks.

    Notes
    -----
    Demsar, Statistical comparisons of classifiers over multiple data sets, 2006, section 3.2.2:
    z = (R_i - R_j) / sqrt(k (k+1) / (6 n)), without a correction for ties, which is a little too
    careful. For aligned and Quade's ranks the standard error is that over all orders of the
    ranks at hand within the data sets, ties included.

    Garcia, Fernandez, Luengo and Herrera, Advanced nonparametric tests for multiple comparisons,
    2010, table 4, print sqrt(k (n+1) / 6) for aligned ranks. With n data sets that rejects 4 equal
    algorithms 4 times in 10 at the level 0.05; with n for the number of all scores, as later
    programs have it, it is too small by the root of (k-1)/k, for ranks are exchanged within data
    sets only. For Quade's ranks they print sqrt(k (k+1) (2n+1) (k-1) / (18 n (n+1))), which is
    right for 3 algorithms and too large by the root of (k-1)/2 for more. z_published follows
    these programs. For all pairs ``shaffer`` and ``bergmann-hommel`` are the
    strongest corrections.

    Examples
    --------
    C4.5 (the control) and three tuned versions of it on 14 data sets (Demsar 2006, section
    3.2.3: p = .019, .607 and .016):

    >>> auc = [[.763, .768, .771, .798], [.599, .591, .590, .569], [.954, .971, .968, .967],
    ...        [.628, .661, .654, .657], [.882, .888, .886, .898], [.936, .931, .916, .931],
    ...        [.661, .668, .609, .685], [.583, .583, .563, .625], [.775, .838, .866, .875],
    ...        [1.00, 1.00, 1.00, 1.00], [.940, .962, .965, .962], [.619, .666, .614, .669],
    ...        [.972, .981, .9751, .975], [.957, .978, .946, .970]]
    >>> pairs = ranks_z(auc, control=0, higher_is_better=True)
    >>> pairs.p_value.round(3)
    array([0.019, 0.608, 0.016])
    >>> pairs.p_adjusted.round(3)
    array([0.047, 0.608, 0.047])
    """
    checks.one_of(ranks, "ranks", RANKS)
    checks.alternative(alternative)
    alpha = intervals.one_minus(level)
    found = _scaled(table, ranks, higher_is_better=higher_is_better)
    pairs = asked_pairs(found.ranked.names, control)
    first, second = pairs.T
    difference = found.means[..., first] - found.means[..., second]
    error = found.error[..., np.newaxis]
    z = t_ratio(difference, error)
    p = tails.normal_p_value(z, alternative)
    low, high = _limits(difference, error, alpha, alternative)
    return PairTable(
        name="ranks_z",
        algorithms=found.ranked.names,
        pairs=pairs,
        difference=difference,
        statistic=z,
        p_value=p,
        p_adjusted=corrected(p, correction, all_pairs=control is None),
        effect=_effect(found.ranked, pairs),
        low=low,
        high=high,
        effect_name="share of blocks with the larger rank - share with the smaller",
        correction=correction,
        alpha=alpha,
        notes=_notes(found.ranked),
        details={
            "mean_ranks": found.means,
            "standard_error": found.error,
            "z_published": difference / found.published,
            "p_published": tails.normal_p_value(difference / found.published, alternative),
        },
    )


class Scaled(NamedTuple):
    """Mean ranks, and the standard error of the difference of two of them."""

    ranked: BlockRanks
    means: FloatArray
    error: FloatArray
    published: float
    """The standard error as it is printed."""


def _scaled(table: TableLike, ranks: Ranks, *, higher_is_better: bool) -> Scaled:
    """Return the mean ranks of a kind.

    Over all orders within the blocks the difference of two rank sums has the variance
    2 S / (k - 1), S being the sum of squares of the ranks about the means of their blocks.
    """
    if ranks == "friedman":
        ranked = within_blocks(table, higher_is_better=higher_is_better)
        error = standard_error(ranked.k, ranked.n)
        return Scaled(ranked, ranked.means, np.full(ranked.spread.shape, error), error)
    if ranks == "aligned":
        ranked = aligned(table, higher_is_better=higher_is_better)
        n, k, weights, means = ranked.n, ranked.k, float(ranked.n), ranked.means
        square = k * (n * k + 1.0) / 6.0
    else:
        _, ranked = weighted(table, higher_is_better=higher_is_better)
        n, k, means = ranked.n, ranked.k, mean_ranks(ranked)
        weights = n * (n + 1.0) / 2.0
        square = k * (k + 1.0) * (2.0 * n + 1.0) * (k - 1.0) / (18.0 * n * (n + 1.0))
    error_of_sums = np.sqrt(2.0 * ranked.spread / (k - 1.0))
    return Scaled(ranked, means, np.asarray(error_of_sums / weights), float(np.sqrt(square)))


def corrected(p: FloatArray, correction: str, *, all_pairs: bool) -> FloatArray:
    """Return adjusted p-values; a correction of related hypotheses needs all pairs."""
    checks.one_of(correction, "correction", ("none", *METHODS, *LOGICAL))
    if correction in LOGICAL and not all_pairs:
        raise InvalidInput(
            f"correction={correction!r} is for all pairs; with a control use holm or finner"
        )
    return p if correction == "none" else adjust(p, correction)  # type: ignore[arg-type]  # it was checked


def _effect(ranked: BlockRanks, pairs: IntArray) -> FloatArray:
    """Return the dominance of the first of each pair over the second, in larger ranks."""
    every = dominance(ranked.ranks)
    square = np.zeros((*every.shape[:-1], ranked.k, ranked.k))
    first, second = np.triu_indices(ranked.k, 1)
    square[..., first, second], square[..., second, first] = every, -every
    return np.asarray(square[..., pairs[:, 0], pairs[:, 1]])


def _limits(
    difference: FloatArray, error: FloatArray, alpha: float, alternative: Alternative
) -> tuple[FloatArray, FloatArray]:
    tail = alpha / 2.0 if alternative == "two-sided" else alpha
    half = -float(tails.normal_quantile(tail)) * error
    low, high = difference - half, difference + half
    if alternative == "greater":
        high = np.full_like(high, np.inf)
    if alternative == "less":
        low = np.full_like(low, -np.inf)
    return low, high


def _notes(ranked: BlockRanks) -> tuple[str, ...]:
    still = ranked.spread == 0.0
    return notes.where(still, "the algorithms are identical on every block: all ranks are tied")
