"""McNemar's test: two classifiers on the same items."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.counts import counts, whole
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import Alternative, ArrayLike, FloatArray

Method: TypeAlias = Literal["exact", "mid-p", "chi2", "chi2-corrected"]
METHODS: tuple[Method, ...] = ("exact", "mid-p", "chi2", "chi2-corrected")
RULE_OF_THUMB = 25  # discordant items from which chi-square is close enough to the exact p


def mcnemar(
    table: ArrayLike, *, method: Method = "exact", alternative: Alternative = "two-sided"
) -> TestResult:
    """Test whether two classifiers err equally often on the same items.

    The null hypothesis: an item that only one of the two gets wrong is as likely to be a's as
    b's. ``greater`` asks whether a errs more often than b, ``less`` whether a errs less often,
    ``two-sided`` whether their error rates differ. Items that both get right or both get wrong
    say nothing about the difference and do not enter.

    Parameters
    ----------
    table
        ``[[both wrong, only a wrong], [only b wrong, both right]]``, the counts of items;
        leading axes give one test each.
    method
        ``exact``: the binomial distribution of the discordant items, two-sided as twice the
        smaller tail. ``mid-p``: the same with half the weight on the count seen; less strict,
        and hardly ever above its level (Fagerland, Lydersen and Laake 2013). ``chi2`` and
        ``chi2-corrected``: chi-square without and with Edwards' correction; one-sided they use
        the signed root, z.
    alternative
        ``two-sided``, ``less`` or ``greater``, about the error rate of a minus that of b.

    Returns
    -------
    TestResult
        ``statistic`` is the number of items only a gets wrong, or chi-square; ``estimate`` and
        ``effect`` are the difference of the two error rates, a - b. ``interval()`` holds that
        difference: Newcombe's method 10 for paired data, two-sided. ``details`` hold the odds
        ratio (only a wrong to only b wrong) and the counts.

    Notes
    -----
    Alpaydin, Introduction to Machine Learning, equation 19.13, is ``chi2-corrected``; it calls
    only-a-wrong e01 and only-b-wrong e10. The items must be independent. The test compares two
    trained classifiers; it says nothing about how training again would change them: for that,
    repeat the training and use `cv5x2_f` or `paired_t` with a correction. For more than two
    classifiers use `cochran_q`; for different test sets use `two_proportions`.

    Examples
    --------
    Approval of a president in two surveys of the same 1600 people (Agresti, Categorical Data
    Analysis, 2002, section 10.1):

    >>> result = mcnemar([[794, 150], [86, 570]], method="chi2")
    >>> print(f"chi-square = {result.statistic:.2f}, p = {result.p_value:.2g}")
    chi-square = 17.36, p = 3.1e-05

    The interval for 36 both, 12 and 2 discordant, 0 neither (Newcombe, Improved confidence
    intervals for the difference between binomial proportions based on paired data, 1998):

    >>> low, high = mcnemar([[36, 12], [2, 0]]).interval()
    >>> print(f"{low:.4f} to {high:.4f}")
    0.0569 to 0.3404
    """
    checks.one_of(method, "method", METHODS)
    checks.alternative(alternative)
    items = _validated(table)
    only_a, only_b = items[..., 0, 1], items[..., 1, 0]
    z = signed_root(only_a, only_b, corrected=method == "chi2-corrected")
    difference = (only_a - only_b) / items.sum(axis=(-2, -1))
    asymptotic = method in {"chi2", "chi2-corrected"}
    return TestResult(
        name="mcnemar",
        statistic=z * z if asymptotic else only_a,
        p_value=p_value(only_a, only_b, method, alternative),
        df=1 if asymptotic else None,
        alternative=alternative,
        method="asymptotic" if asymptotic else method,
        n=whole(items.sum(axis=(-2, -1))),
        estimate=difference,
        effect=Effect("difference of error rates", difference),
        notes=_notes(only_a + only_b, method, alternative),
        details={
            "only_a_wrong": whole(only_a),
            "only_b_wrong": whole(only_b),
            "odds_ratio": odds_ratio(only_a, only_b),
            **({"z": z} if asymptotic else {}),
        },
        interval_at=lambda level: paired_difference_limits(items, intervals.tail_area(level)),
    )


def p_value(
    only_a: FloatArray, only_b: FloatArray, method: Method, alternative: Alternative
) -> FloatArray:
    """Return the p-value from the numbers of items that only one of the two gets wrong."""
    if method in {"chi2", "chi2-corrected"}:
        z = signed_root(only_a, only_b, corrected=method == "chi2-corrected")
        found = tails.normal_p_value(z, alternative)
    elif alternative == "two-sided":
        tail = _lower_tail(np.minimum(only_a, only_b), only_a + only_b, method)
        found = np.minimum(1.0, 2.0 * tail)
    else:
        fewer = only_a if alternative == "less" else only_b
        found = _lower_tail(fewer, only_a + only_b, method)
    # without a discordant item there is nothing to test, on either side
    return np.where(only_a + only_b == 0, 1.0, found)


def signed_root(only_a: FloatArray, only_b: FloatArray, *, corrected: bool) -> FloatArray:
    """Return (a - b)/sqrt(a + b), the root of chi-square, or Edwards' (|a - b| - 1)/sqrt(a + b).

    The correction never carries past 0: equal counts give 0 and not 1/(a + b).
    """
    gap = only_a - only_b
    size = np.maximum(np.abs(gap) - 1.0, 0.0) if corrected else np.abs(gap)
    return np.asarray(np.sign(gap) * size / np.sqrt(np.maximum(only_a + only_b, 1.0)))


def odds_ratio(only_a: FloatArray, only_b: FloatArray) -> FloatArray:
    """Return only-a-wrong to only-b-wrong; 1 where there is neither."""
    ratio = only_a / np.where(only_b == 0, 1.0, only_b)
    return np.where(only_b > 0, ratio, np.where(only_a > 0, np.inf, 1.0))


def smallest_p_value(
    discordant: ArrayLike, *, method: Method = "exact", alternative: Alternative = "two-sided"
) -> FloatArray:
    """Return the smallest p-value that so many discordant items can give: all on one side."""
    n = np.asarray(discordant, dtype=np.float64)
    none = np.zeros_like(n)
    if alternative == "less":
        return p_value(none, n, method, alternative)
    return p_value(n, none, method, alternative)


def paired_difference_limits(items: FloatArray, tail: float) -> tuple[FloatArray, FloatArray]:
    """Return limits for the difference of two paired rates (Newcombe 1998, method 10).

    The distances of Wilson's limits from the two rates are added as squares, less their
    correlation: D - sqrt(dl1^2 - 2 phi dl1 du2 + du2^2), D + sqrt(du1^2 - 2 phi du1 dl2 + dl2^2).
    """
    n = items.sum(axis=(-2, -1))
    wrong_a, wrong_b = items[..., 0, :].sum(axis=-1), items[..., :, 0].sum(axis=-1)
    low_a, high_a = intervals.wilson(wrong_a, n, tail)
    low_b, high_b = intervals.wilson(wrong_b, n, tail)
    below_a, above_a = wrong_a / n - low_a, high_a - wrong_a / n
    below_b, above_b = wrong_b / n - low_b, high_b - wrong_b / n
    phi = _correlation(items)
    difference = (wrong_a - wrong_b) / n
    down = np.sqrt(below_a**2 - 2.0 * phi * below_a * above_b + above_b**2)
    up = np.sqrt(above_a**2 - 2.0 * phi * above_a * below_b + below_b**2)
    return difference - down, difference + up


def _correlation(items: FloatArray) -> FloatArray:
    """Return Newcombe's phi: the fourfold correlation with its numerator drawn towards 0."""
    margins = items.sum(axis=-1).prod(axis=-1) * items.sum(axis=-2).prod(axis=-1)
    cross = items[..., 0, 0] * items[..., 1, 1] - items[..., 0, 1] * items[..., 1, 0]
    half = items.sum(axis=(-2, -1)) / 2.0
    corrected = np.where(cross > 0, np.maximum(cross - half, 0.0), cross)
    return np.where(margins > 0, corrected / np.sqrt(np.where(margins > 0, margins, 1.0)), 0.0)


def _validated(table: ArrayLike) -> FloatArray:
    items = counts(table, "table")
    if items.shape[-2:] != (2, 2):
        raise InvalidInput(
            f"table must be [[both wrong, only a wrong], [only b wrong, both right]], "
            f"of the shape (..., 2, 2); it had the shape {items.shape}"
        )
    if (items.sum(axis=(-2, -1)) == 0).any():
        raise InvalidInput("table must hold at least one item; all its counts were 0")
    return items


def _lower_tail(x: FloatArray, n: FloatArray, method: Method) -> FloatArray:
    """Return P(X <= x) for n fair coins; for mid-p with half the weight on x."""
    upto = tails.binomial_lower(x, n, 0.5)
    if method == "exact":
        return upto
    return (upto + tails.binomial_lower(x - 1.0, n, 0.5)) / 2.0


def _notes(discordant: FloatArray, method: Method, alternative: Alternative) -> tuple[str, ...]:
    same = discordant == 0
    smallest = smallest_p_value(discordant, method=method, alternative=alternative)
    few = (discordant < RULE_OF_THUMB) & ~same & np.asarray(method.startswith("chi2"))
    return (
        *notes.where(same, "the two classifiers err on exactly the same items"),
        *notes.where(
            few,
            f"chi-square is rough below {RULE_OF_THUMB} discordant items: use method='exact'",
        ),
        *notes.out_of_reach(np.where(same, 0.0, smallest), "{} discordant items", discordant),
    )
