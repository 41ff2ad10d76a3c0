"""Wilcoxon's signed-rank test of two algorithms over the same splits or data sets."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.exact import signed_ranks, walsh
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.labelled import in_order_of
from bakeoff.stats.ranks import differences, midranks_and_ties
from bakeoff.stats.results import Effect, TestResult
from bakeoff.stats.smallest import all_of_one_sign
from bakeoff.types import Alternative, ArrayLike, BoolArray, FloatArray, IntArray

Zeros: TypeAlias = Literal["wilcox", "pratt", "split"]
Method: TypeAlias = Literal["auto", "exact", "asymptotic"]
ZEROS: tuple[Zeros, ...] = ("wilcox", "pratt", "split")
METHODS: tuple[Method, ...] = ("auto", "exact", "asymptotic")
EXACT_UP_TO = 1000  # pairs for which the exact p-value still comes in about a tenth of a second
EXACT_AT_MOST = 3000  # pairs for which it still fits into memory and a few seconds
REACHES = 6  # differences from which the smallest p-value is below 0.05, on one side or two


def wilcoxon(
    a: ArrayLike,
    b: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    zeros: Zeros = "wilcox",
    method: Method = "auto",
) -> TestResult:
    """Test whether the differences a - b are symmetric about zero, by signed ranks.

    The null hypothesis: a difference is as likely to be positive as to be negative, whatever
    its size. ``greater`` asks whether `a` tends to be the larger, ``less`` whether it tends to
    be the smaller, ``two-sided`` whether either does. The sizes of the differences are ranked,
    and the ranks of the positive ones are summed to w+, those of the negative ones to w-.

    Parameters
    ----------
    a, b
        Paired scores along the last axis, one a split or data set; leading axes give one test
        each. `b` may be one number.
    alternative
        ``two-sided``, ``less`` or ``greater``, about a - b.
    zeros
        ``wilcox`` leaves zero differences out before ranking. ``pratt`` ranks them and then
        leaves them out. ``split`` ranks them and gives half their ranks to each side (as
        Demsar 2006 does); its p-value is that of ``pratt``.
    method
        ``exact`` takes the law of the ranks at hand, ties and zeros included, with all signs
        equally likely. ``asymptotic`` is the normal approximation with the variance that ties
        and zeros leave, without continuity correction. ``auto`` is exact up to 1000 pairs.

    Returns
    -------
    TestResult
        ``statistic`` is the smaller of w+ and w- if the test is two-sided, and else w+;
        ``estimate`` is the pseudo-median of Hodges and Lehmann, worked out when it is read;
        ``effect`` the matched rank-biserial correlation (w+ - w-)/(w+ + w-);
        ``interval()`` holds the values that the two-sided test would not reject as the centre,
        and is infinite where the design is too small for the level. ``details`` hold w_plus,
        w_minus, z, z_uncorrected (the books', without the correction for ties and zeros),
        n_used and n_zero.

    Notes
    -----
    Alpaydin, Introduction to Machine Learning, section 19.13.1; Demsar, Statistical comparisons
    of classifiers over multiple data sets, 2006, section 3.1.3. With ``alternative="greater"``
    a large w+ is what speaks for the alternative. The test asks for differences that are
    symmetric under the null hypothesis and independent: fine for data sets, not for the folds
    of one cross-validation, whose training sets overlap (use `paired_t` with a ratio). If only
    the direction can be trusted and not the size, use `sign`.

    Examples
    --------
    C4.5 with and without a tuned parameter on 14 data sets (Demsar 2006, table 2):

    >>> plain = [.763, .599, .954, .628, .882, .936, .661, .583, .775, 1, .940, .619, .972, .957]
    >>> tuned = [.768, .591, .971, .661, .888, .931, .668, .583, .838, 1, .962, .666, .981, .978]
    >>> result = wilcoxon(tuned, plain, zeros="split")
    >>> result.details["w_plus"], result.details["w_minus"]
    (93.0, 12.0)
    >>> print(f"z = {result.details['z_uncorrected']:.2f}, p = {result.p_value:.4f}")
    z = 2.54, p = 0.0078
    """
    first, second = checks.pair(a, in_order_of(a, b), least=1)
    checks.alternative(alternative)
    checks.one_of(zeros, "zeros", ZEROS)
    n = first.shape[-1]
    road = _road(checks.one_of(method, "method", METHODS), n)
    shape = first.shape[:-1]
    sums = signed_sums(first.reshape(-1, n), second.reshape(-1, n), zeros)
    z = _z(sums)
    p = p_value(sums, z, alternative, road)
    smaller = np.minimum(sums.plus, sums.minus)
    return TestResult(
        name="wilcoxon",
        statistic=(smaller if alternative == "two-sided" else sums.plus).reshape(shape),
        p_value=p.reshape(shape),
        alternative=alternative,
        method=road,
        n=n,
        effect=Effect("matched rank-biserial", _rank_biserial(sums).reshape(shape)),
        notes=_notes(sums, shape, alternative, zeros, road),
        details={
            "w_plus": sums.plus.reshape(shape),
            "w_minus": sums.minus.reshape(shape),
            "z": z.reshape(shape),
            "z_uncorrected": _z_uncorrected(sums, zeros).reshape(shape),
            "n_used": sums.used.reshape(shape),
            "n_zero": (n - sums.used).reshape(shape),
        },
        interval_at=partial(interval_of, sums, shape, zeros, road),
        estimate_of=partial(pseudo_median_of, sums, shape, zeros),
    )


class SignedSums(NamedTuple):
    """What the ranks of each row of differences come to."""

    difference: FloatArray
    dust: FloatArray
    ranks: FloatArray  # 0 where a difference is zero
    plus: FloatArray
    minus: FloatArray
    positive: FloatArray  # w+ without a share in the ranks of zeros
    used: IntArray  # differences that are not zero
    untied: BoolArray  # whether the ranks used are 1, ..., `used`


def signed_sums(a: FloatArray, b: FloatArray, zeros: Zeros) -> SignedSums:
    """Rank the sizes of the differences and sum the ranks by sign."""
    difference, dust = differences(a, b)
    zero = difference == 0.0
    # without dust of its own a zero ties with zeros only
    ranks, ties = midranks_and_ties(np.abs(difference), np.where(zero, 0.0, dust))
    n_zero = np.add.reduce(zero, axis=-1)
    if zeros == "wilcox":
        ranks = ranks - n_zero[:, None]
    ranks = np.where(zero, 0.0, ranks)
    positive = np.add.reduce(np.where(difference > 0.0, ranks, 0.0), axis=-1)
    share = _zero_ranks(n_zero) / 2.0 if zeros == "split" else np.zeros(len(ranks))
    apart = ties == n_zero**3 - n_zero
    return SignedSums(
        difference=difference,
        dust=dust,
        ranks=ranks,
        plus=positive + share,
        minus=np.add.reduce(ranks, axis=-1) - positive + share,
        positive=positive,
        used=zero.shape[-1] - n_zero,
        untied=apart & ((n_zero == 0) | (zeros == "wilcox")),
    )


def p_value(sums: SignedSums, z: FloatArray, alternative: Alternative, road: Method) -> FloatArray:
    """Return the p-value of each row; 1 where no difference is left."""
    if road == "exact":
        lower, upper = _exact_tails(sums)
    else:
        lower, upper = tails.normal_upper(-z), tails.normal_upper(z)
    return np.where(sums.used == 0, 1.0, tails.by_alternative(lower, upper, alternative))


def _exact_tails(sums: SignedSums) -> tuple[FloatArray, FloatArray]:
    """Look untied rows up in the table of their length; give ties the law of their own ranks."""
    if len(sums.ranks) == 1:
        return _exact_tails_of_one(sums)
    lower, upper = np.ones(len(sums.ranks)), np.ones(len(sums.ranks))
    for used in np.unique(sums.used[sums.untied]).tolist():
        rows = np.flatnonzero(sums.untied & (sums.used == used))
        w = sums.positive[rows].astype(np.int64)
        lower[rows], upper[rows] = signed_ranks.untied_tails(used, w)
    rows = np.flatnonzero(~sums.untied)
    if rows.size:
        w = _doubled(sums.positive[rows])
        lower[rows], upper[rows] = signed_ranks.tails(_doubled(sums.ranks[rows]), w)
    return lower, upper


def _exact_tails_of_one(sums: SignedSums) -> tuple[FloatArray, FloatArray]:
    if sums.untied[0]:
        return signed_ranks.untied_tails(int(sums.used[0]), sums.positive.astype(np.int64))
    return signed_ranks.tails(_doubled(sums.ranks), _doubled(sums.positive))


def _z(sums: SignedSums) -> FloatArray:
    """Return (w+ - its mean) / sd: the mean is half the ranks' sum, the variance sum r^2 / 4."""
    above = sums.plus - sums.minus
    scale = np.sqrt(np.add.reduce(sums.ranks * sums.ranks, axis=-1))
    return np.asarray(above / np.where(scale > 0.0, scale, 1.0))


def _z_uncorrected(sums: SignedSums, zeros: Zeros) -> FloatArray:
    """Return z with the books' variance n (n+1) (2n+1) / 24, as if no ranks were tied."""
    n = sums.ranks.shape[-1]
    variance = _squares(sums.used) if zeros == "wilcox" else np.full(len(sums.used), _squares(n))
    if zeros == "pratt":
        variance = variance - _squares(n - sums.used)
    above = (sums.plus - sums.minus) / 2.0
    return np.asarray(above / np.sqrt(np.maximum(variance, 0.25)))


def _rank_biserial(sums: SignedSums) -> FloatArray:
    whole = sums.plus + sums.minus
    return np.asarray((sums.plus - sums.minus) / np.where(whole > 0.0, whole, 1.0))


def interval_of(
    sums: SignedSums, shape: tuple[int, ...], zeros: Zeros, road: Method, level: float
) -> tuple[FloatArray, FloatArray]:
    """Return the Walsh averages between which w+ and w- both stay above what is rejected.

    With c the largest sum whose tail is at most (1 - level)/2, a shift is kept as long as more
    than c averages lie below it and more than c above it.
    """
    tail = intervals.tail_area(level)
    if road == "exact":
        rejected = signed_ranks.largest_rejected(_doubled(sums.ranks), tail) / 2.0
    else:
        scale = np.sqrt(np.add.reduce(sums.ranks * sums.ranks, axis=-1))
        whole = np.add.reduce(sums.ranks, axis=-1)
        rejected = (whole + tails.normal_quantile(tail) * scale) / 2.0 - (sums.used == 0)
    kept = _kept(sums, zeros)
    n = np.count_nonzero(~np.isnan(kept), axis=-1)
    # averages at zero count half on each side, as the ranks of zeros do
    share = 0.0 if zeros == "wilcox" else _zero_ranks(n - sums.used) / 2.0
    place = np.where(rejected < 0.0, 0, np.floor(rejected + share) + 1).astype(np.int64)
    places = np.stack([place, n * (n + 1) // 2 + 1 - place], axis=-1)
    low, high = walsh.order_statistics(kept, places, sums.dust).T
    return low.reshape(shape), high.reshape(shape)


def pseudo_median_of(sums: SignedSums, shape: tuple[int, ...], zeros: Zeros) -> FloatArray:
    """Return the median of the Walsh averages (Hodges and Lehmann 1963)."""
    return walsh.pseudo_median(_kept(sums, zeros), sums.dust).reshape(shape)


def _kept(sums: SignedSums, zeros: Zeros) -> FloatArray:
    """Return the differences that the rule for zeros keeps, nan for the others."""
    if zeros == "wilcox":
        return np.where(sums.difference == 0.0, np.nan, sums.difference)
    return sums.difference


def _zero_ranks(n_zero: IntArray) -> FloatArray:
    return np.asarray(n_zero * (n_zero + 1) / 2.0)


def _squares(n: IntArray | int) -> Any:
    return n * (n + 1.0) * (2.0 * n + 1.0) / 24.0


def _doubled(ranks: FloatArray) -> IntArray:
    return (2.0 * ranks).astype(np.int64)


def _road(method: Method, n: int) -> Method:
    if method == "exact" and n > EXACT_AT_MOST:
        raise InvalidInput(
            f"method='exact' is for at most {EXACT_AT_MOST} pairs; there were {n}: "
            f"give method='auto' or 'asymptotic'"
        )
    if method == "auto":
        return "exact" if n <= EXACT_UP_TO else "asymptotic"
    return method


def _notes(
    sums: SignedSums,
    shape: tuple[int, ...],
    alternative: Alternative,
    zeros: Zeros,
    road: Method,
) -> tuple[str, ...]:
    n = sums.ranks.shape[-1]
    if n >= REACHES and np.add.reduce(sums.used) == n * len(sums.used):
        return ()
    used = sums.used.reshape(shape)
    same = used == 0
    smallest = np.where(same | (road != "exact"), 0.0, all_of_one_sign(used, alternative))
    some_zero = (used < n) & ~same
    left_out = f"zero differences were left out before ranking (zeros='{zeros}')"
    return (
        *notes.where(same, "a and b are identical: no difference is left to rank"),
        *(notes.where(some_zero, left_out) if zeros == "wilcox" else ()),
        *notes.out_of_reach(smallest, "{} pairs that differ", used),
    )
