"""The sign test: who wins more often, whatever the margins."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.labelled import in_order_of
from bakeoff.stats.ranks import differences
from bakeoff.stats.results import Effect, TestResult
from bakeoff.stats.smallest import all_of_one_sign
from bakeoff.types import Alternative, ArrayLike, BoolArray, FloatArray, IntArray

Ties: TypeAlias = Literal["split", "drop"]
TIES: tuple[Ties, ...] = ("split", "drop")
MEDIAN_LEVEL = 0.95
ROUNDING = 1e-12  # an area that equals alpha but for its last bits counts as equal


def sign(
    a: ArrayLike,
    b: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    ties: Ties = "split",
) -> TestResult:
    """Test whether one of two algorithms is ahead of the other more often.

    The null hypothesis: on every split or data set, `a` is as likely to be above `b` as below.
    ``greater`` asks whether `a` tends to be above, ``less`` whether it tends to be below,
    ``two-sided`` whether either does. For errors, to be below is to win.

    Parameters
    ----------
    a, b
        Paired scores along the last axis, one a split or data set; leading axes give one test
        each. `b` may be one number: then the median of `a` is tested against it.
    alternative
        ``two-sided``, ``less`` or ``greater``, about a - b.
    ties
        ``split`` shares the ties equally and drops an odd one, as the books do; ``drop`` leaves
        all of them out, as most programs do. A tie never counts as a loss.

    Returns
    -------
    TestResult
        ``statistic`` is how often `a` is above `b`, with its share of the ties; ``estimate`` that
        number over the number counted; ``interval()`` its two-sided interval (Clopper and
        Pearson). ``effect`` is the share of times above minus the share below. ``details`` hold
        above, below, ties, n_used, z and p_normal (the normal form, for large numbers), and the
        median difference with its interval at 95 percent (from order statistics, infinite where
        there are too few).

    Notes
    -----
    Alpaydin, Introduction to Machine Learning, section 19.13.1; Demsar, Statistical comparisons
    of classifiers over multiple data sets, 2006, section 3.1.4. Two-sided, p is twice the
    smaller tail of the binomial distribution, at most 1. The test asks only that the pairs are
    independent; where the sizes of the differences can be compared, `wilcoxon` finds more.
    `critical_wins` says how many wins are enough.

    Examples
    --------
    A tuned C4.5 is ahead on 10 of 14 data sets, behind on 2 and equal on 2 (Demsar 2006, table
    2); with the ties shared it has 11 of 14, one short of the 12 that the exact test wants:

    >>> plain = [.763, .599, .954, .628, .882, .936, .661, .583, .775, 1, .940, .619, .972, .957]
    >>> tuned = [.768, .591, .971, .661, .888, .931, .668, .583, .838, 1, .962, .666, .981, .978]
    >>> result = sign(tuned, plain)
    >>> print(f"{result.statistic:.0f} wins, p = {result.p_value:.4f}")
    11 wins, p = 0.0574
    """
    first, second = checks.pair(a, in_order_of(a, b), least=1)
    checks.alternative(alternative)
    checks.one_of(ties, "ties", TIES)
    difference, _ = differences(first, second)
    above = np.count_nonzero(difference > 0.0, axis=-1)
    below = np.count_nonzero(difference < 0.0, axis=-1)
    tied = difference.shape[-1] - above - below
    wins, used = shared(above, tied, difference.shape[-1], ties)
    same = np.asarray(tied == difference.shape[-1])
    z = (wins - used / 2.0) / np.sqrt(np.maximum(used, 1) / 4.0)
    return TestResult(
        name="sign",
        statistic=wins.astype(np.float64),
        p_value=np.where(same, 1.0, p_value(wins, used, alternative)),
        alternative=alternative,
        method="exact",
        n=difference.shape[-1],
        estimate=np.where(used > 0, wins / np.maximum(used, 1), 0.5),
        effect=Effect("share above - share below", (above - below) / difference.shape[-1]),
        notes=_notes(same, used, alternative, ties),
        details={
            "above": above,
            "below": below,
            "ties": tied,
            "n_used": used,
            "z": z,
            "p_normal": np.where(same, 1.0, tails.normal_p_value(z, alternative)),
            **_median(difference),
        },
        interval_at=lambda level: _limits(wins, used, level),
    )


def critical_wins(
    n: int, *, alpha: float = 0.05, alternative: Alternative = "two-sided"
) -> int | None:
    """Return how many wins of `n` the sign test needs to reject at `alpha`.

    Parameters
    ----------
    n
        How many splits or data sets are won by one or the other.
    alpha
        The level of the test.
    alternative
        ``two-sided`` and ``greater``: the fewest wins that are enough. ``less``: the most wins
        that still show that there are too few.

    Returns
    -------
    int or None
        None if even `n` wins are not enough.

    Notes
    -----
    The exact binomial distribution. The table in Demsar (2006) holds one-sided values.

    Examples
    --------
    >>> critical_wins(14), critical_wins(14, alternative="greater"), critical_wins(5)
    (12, 11, None)
    """
    pairs = checks.count(n, "n", least=1)
    level = checks.fraction(alpha, "alpha") * (1.0 + ROUNDING)
    checks.alternative(alternative)
    tail = level / 2.0 if alternative == "two-sided" else level
    wins = np.arange(pairs // 2, pairs + 1)
    enough = np.flatnonzero(tails.binomial_upper(wins, pairs, 0.5) <= tail)
    if not enough.size:
        return None
    fewest = int(wins[enough[0]])
    return pairs - fewest if alternative == "less" else fewest


def shared(above: IntArray, tied: IntArray, n: int, ties: Ties) -> tuple[IntArray, IntArray]:
    """Return the wins of the first and how many splits count, under the rule for ties."""
    if ties == "drop":
        return above, n - tied
    return above + tied // 2, n - tied % 2


def p_value(wins: IntArray, n: IntArray, alternative: Alternative) -> FloatArray:
    """Return the p-value of so many wins; two-sided twice the smaller tail."""
    if alternative == "two-sided":
        fewer = np.minimum(wins, n - wins)
        return np.minimum(1.0, 2.0 * tails.binomial_lower(fewer, n, 0.5))
    fewer = wins if alternative == "less" else n - wins
    return tails.binomial_lower(fewer, n, 0.5)


def _limits(wins: IntArray, used: IntArray, level: float) -> tuple[FloatArray, FloatArray]:
    """Return Clopper and Pearson's limits; 0 and 1 where every split is tied and none counts."""
    count = np.maximum(used, 1).astype(np.float64)
    low, high = intervals.clopper_pearson(
        wins.astype(np.float64), count, intervals.tail_area(level)
    )
    return np.where(used > 0, low, 0.0), np.where(used > 0, high, 1.0)


def _median(difference: FloatArray) -> dict[str, object]:
    """Return the median difference, and the order statistics that hold it 95 times in 100."""
    n = difference.shape[-1]
    ordered = np.sort(difference, axis=-1)
    fewest = critical_wins(n, alpha=1.0 - MEDIAN_LEVEL)
    if fewest is None:
        everything = np.full(difference.shape[:-1], np.inf)
        limits = (-everything, everything)
    else:
        limits = (ordered[..., n - fewest], ordered[..., fewest - 1])
    middle = (ordered[..., (n - 1) // 2] + ordered[..., n // 2]) / 2.0
    return {"median_difference": middle, "median_interval": limits}


def _notes(
    same: BoolArray, used: IntArray, alternative: Alternative, ties: Ties
) -> tuple[str, ...]:
    smallest = np.where(same, 0.0, all_of_one_sign(used, alternative))
    rule = "shared equally" if ties == "split" else "left out"
    return (
        *notes.where(same, f"a and b are identical: every pair is tied, and ties are {rule}"),
        *notes.out_of_reach(smallest, "{} pairs that count", used),
    )
