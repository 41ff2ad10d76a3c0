"""Hanley and McNeil's z test of two areas under ROC curves on the same items."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
from scipy import special

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.exact.placements import placements
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.results import Effect, TestResult
from bakeoff.stats.scored_items import ScoredItems, scored_items
from bakeoff.types import Alternative, ArrayLike, FloatArray

Within: TypeAlias = Literal["pearson", "kendall"]
WITHIN: tuple[Within, ...] = ("pearson", "kendall")
BELOW_TABLE, ABOVE_TABLE = 0.7, 0.975  # areas that the source's table of correlations covers
AT_ONCE = 2_000  # items whose pairs are compared together
TINY = 1e-300  # in the place of a size of 0


def hanley_mcneil(
    y: ArrayLike,
    scores1: ArrayLike,
    scores2: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    correlation: float | None = None,
    within: Within = "pearson",
) -> TestResult:
    """Test whether two models on the same items have the same area under the ROC curve.

    The null hypothesis: both areas (AUC) are equal. ``greater`` asks whether the first is the
    larger, ``less`` whether it is the smaller, ``two-sided`` whether they differ.

    Parameters
    ----------
    y
        The true class of each item: of two labels the last in sorted order is positive.
    scores1, scores2
        One score an item from each model; larger speaks for the positive class.
    alternative
        ``two-sided``, ``less`` or ``greater``, about the first minus the second.
    correlation
        The correlation of the two areas, if it is known: used as it is. 0 for areas from
        different items.
    within
        Without a given correlation: how the scores of the two models are correlated within each
        class, ``pearson`` for measurements or ``kendall`` (tau-b) for ratings.

    Returns
    -------
    TestResult
        ``statistic`` is z, ``estimate`` and ``effect`` the difference of the areas with
        ``interval()``; ``details`` hold auc, standard_error and the correlation used.

    Notes
    -----
    Hanley and McNeil, The meaning and use of the area under a ROC curve, 1982 (the standard
    errors, equation 2 with Q1 = A/(2-A), Q2 = 2A^2/(1+A)), and A method of comparing the areas
    under ROC curves derived from the same cases, 1983: z = (A1 - A2)/sqrt(SE1^2 + SE2^2 -
    2 r SE1 SE2). Their table of r is for normal scores whose correlation is the mean of those
    within the classes, at the mean of the areas; here r is computed for that model and the
    numbers of items at hand (`area_correlation`; 50 of each class give the table). It assumes
    independent items, exponential scores for the standard errors and normal ones for r. `delong`
    assumes neither and is the better choice.

    Examples
    --------
    Ratings of 58 normal and 51 abnormal images, 1 to 5 (the source of 1982, table I): the area
    is 0.893, its standard error 0.032.

    >>> import numpy as np
    >>> abnormal = np.repeat([0, 1], [58, 51])
    >>> rating = np.repeat([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [33, 6, 6, 11, 2, 3, 2, 2, 11, 33])
    >>> result = hanley_mcneil(abnormal, rating, rating >= 3, correlation=0.5)
    >>> print(f"{result.details['auc'][0]:.3f} {result.details['standard_error'][0]:.3f}")
    0.893 0.032
    """
    items = two_models(y, scores1, scores2)
    checks.alternative(alternative)
    checks.one_of(within, "within", WITHIN)
    areas = placements(items.truth, items.scores).areas
    r = _correlation(items, areas, within) if correlation is None else _given(correlation)
    error = standard_error(areas, items.positives, items.negatives)
    variance = float(error @ error - 2.0 * r * error[0] * error[1])
    difference = float(areas[0] - areas[1])
    spread = float(np.sqrt(max(variance, 0.0)))
    z = difference / spread if spread > 0.0 else float(np.sign(difference)) * np.inf
    z = 0.0 if difference == 0.0 else z

    def limits(level: float) -> tuple[FloatArray, FloatArray]:
        reach = -tails.normal_quantile(intervals.tail_area(level)) * spread
        return np.maximum(difference - reach, -1.0), np.minimum(difference + reach, 1.0)

    return TestResult(
        name="hanley_mcneil",
        statistic=z,
        p_value=tails.normal_p_value(z, alternative),
        alternative=alternative,
        n=(items.positives, items.negatives),
        estimate=difference,
        effect=Effect("difference of areas", difference),
        notes=_notes(areas, spread, given=correlation is not None),
        details={"auc": areas, "standard_error": error, "correlation": r},
        interval_at=limits,
    )


def standard_error(area: ArrayLike, positives: int, negatives: int) -> FloatArray:
    """Return the standard error of an area if both classes score exponentially (1982, eq. 2).

    SE^2 = [A (1-A) + (P-1)(Q1 - A^2) + (N-1)(Q2 - A^2)] / (P N).
    """
    a = np.asarray(area, dtype=np.float64)
    q1, q2 = a / (2.0 - a), 2.0 * a**2 / (1.0 + a)
    above = a * (1.0 - a) + (positives - 1.0) * (q1 - a**2) + (negatives - 1.0) * (q2 - a**2)
    return np.sqrt(np.maximum(above, 0.0) / (positives * negatives))


def area_correlation(area: float, within: float, items: int = 100) -> float:
    """Return the correlation of two areas of normal scores with a correlation c within classes.

    Two differences of scores that share one item are correlated by c/2, those that share both
    by c. With n items in all and A^2 taken off each Phi2 and off A it is
    [Phi2(c) + (n-2) Phi2(c/2)] / [A + (n-2) Phi2(1/2)], Phi2 at the normal quantile of A.
    """
    if area in {0.0, 1.0}:
        return 0.0  # without any variation there is nothing to correlate
    h = float(special.ndtri(area))
    shared, one, half = (_both_below(h, r) - area**2 for r in (within, within / 2.0, 0.5))
    others = items - 2.0
    return (shared + others * one) / (area - area**2 + others * half)


def _both_below(h: float, r: float) -> float:
    """P(X < h, Y < h) of two standard normals with the correlation r (Owen 1956)."""
    below = float(special.ndtr(h))
    if r <= -1.0:
        return max(2.0 * below - 1.0, 0.0)
    slope = float(np.sqrt(max(1.0 - r, 0.0) / (1.0 + r)))
    return below - 2.0 * float(special.owens_t(h, slope))


def _correlation(items: ScoredItems, areas: FloatArray, within: Within) -> float:
    first, second = items.scores
    of_two = _pearson if within == "pearson" else _tau_b
    truth = items.truth
    mean = (of_two(first[truth], second[truth]) + of_two(first[~truth], second[~truth])) / 2.0
    return area_correlation(float(areas.mean()), mean, len(truth))


def _pearson(first: FloatArray, second: FloatArray) -> float:
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        raise InvalidInput("scores must be finite for within='pearson'; use within='kendall'")
    a, b = (part - part.mean() for part in (first, second))
    # squares of very large or very small scores would leave the computer's numbers
    a, b = (part / max(float(np.abs(part).max()), TINY) for part in (a, b))
    scale = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / scale if scale > 0.0 else 0.0


def _tau_b(first: Any, second: Any) -> float:
    """Return Kendall's tau with his correction for ties, from the signs of all pairs."""
    ranks = (np.unique(part, return_inverse=True)[1] for part in (first, second))
    first, second = (rank.astype(np.int32) for rank in ranks)  # whole numbers, none infinite
    agree = apart_first = apart_second = 0
    for start in range(0, len(first), AT_ONCE):
        rows = slice(start, start + AT_ONCE)
        a = np.sign(first[rows, np.newaxis] - first).astype(np.int8)
        b = np.sign(second[rows, np.newaxis] - second).astype(np.int8)
        agree += int(np.sum(a * b, dtype=np.int64))
        apart_first += int(np.count_nonzero(a))
        apart_second += int(np.count_nonzero(b))
    scale = float(np.sqrt(float(apart_first) * float(apart_second)))
    return agree / scale if scale > 0.0 else 0.0


def two_models(y: ArrayLike, scores1: ArrayLike, scores2: ArrayLike) -> ScoredItems:
    """Return the items with the scores of two models, one array each."""
    given = {"scores1": scores1, "scores2": scores2}
    columns = [checks.comparable(part, name) for name, part in given.items()]
    if columns[0].ndim != 1 or columns[0].shape != columns[1].shape:
        raise InvalidInput(
            f"scores1 and scores2 must hold one score for each of the same items; they had the "
            f"shapes {columns[0].shape} and {columns[1].shape}"
        )
    return scored_items(y, np.stack(columns, axis=1), models=2)


def _given(correlation: float) -> float:
    checks.finite(correlation, "correlation")
    if not -1.0 <= correlation <= 1.0:
        raise InvalidInput(f"correlation must lie between -1 and 1; it was {correlation!r}")
    return float(correlation)


def _notes(areas: FloatArray, spread: float, *, given: bool) -> tuple[str, ...]:
    mean = float(areas.mean())
    outside = not BELOW_TABLE <= mean <= ABOVE_TABLE
    same = bool(areas[0] == areas[1]) and spread == 0.0
    below = " and ".join(f"scores{place + 1}" for place in np.flatnonzero(areas < 0.5))
    return (
        *notes.where(
            bool(below),
            f"the area of {below} is below 0.5: larger scores speak against the positive class "
            f"there; nothing was turned round",
        ),
        *notes.where(same, "the areas are equal, without any variation"),
        *notes.where(
            spread == 0.0 and not same, "the areas differ without any variation between items"
        ),
        *notes.where(
            outside and not given,
            f"the mean area {mean:.3f} lies outside the source's table of correlations, "
            f"{BELOW_TABLE:g} to {ABOVE_TABLE:g}",
        ),
        "assumes exponential scores for the standard errors"
        + ("" if given else " and normal ones for the correlation of the areas"),
    )
