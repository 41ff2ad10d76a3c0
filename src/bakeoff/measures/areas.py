"""Areas under curves: the ROC area, exactly, and three areas of precision over recall."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.measures.counts import slices
from bakeoff.measures.labels import Label, with_scores
from bakeoff.measures.ratio import number, ratio
from bakeoff.measures.sweep import Sweep, before, sweep
from bakeoff.types import ArrayLike, BoolArray, FloatArray, IntArray, Values

PrMethod: TypeAlias = Literal["interpolated", "trapezoid", "average-precision"]
PR_METHODS: tuple[PrMethod, ...] = ("interpolated", "trapezoid", "average-precision")

LONG = 512  # rows from here on are sorted one by one, class by class: twice as fast
EXACT = 2**53  # float64 holds every whole number up to here


def roc_auc(y: ArrayLike, score: ArrayLike, *, positive: Label | None = None) -> Values:
    """Return the area under the ROC curve.

    It is the chance that a positive item scores higher than a negative one, equal scores
    counting half: Wilcoxon's (Mann and Whitney's) statistic divided by the number of pairs, and
    the same as the trapezoids under the curve with equal scores as one point.

    Parameters
    ----------
    y
        The true classes, (..., n): 0/1, -1/1, False/True or any two labels.
    score
        The scores, (..., n); larger speaks for the positive class. They may be infinite but not
        missing. (models, n) against one `y` gives the area of every model at once.
    positive
        The label of the positive class. Without it the last of the two in sorted order.

    Returns
    -------
    A float, or an array for leading axes. NaN where a row has no positive or no negative item:
    there is no pair to compare.

    Notes
    -----
    Twice the number of pairs won is counted in whole numbers (int64, exact below 4 * 10^9 items),
    and only the last division rounds: the result is the float64 nearest to the true quotient.
    Source: Aslan (2009), Statistical comparison of classifiers using receiver operating
    characteristics information, eq. 2.13 and Fig. 2.3 (whose last trapezoid must end at P
    positives, not at N).

    Examples
    --------
    The twenty items of Fawcett (2006), An introduction to ROC analysis, Fig. 3:

    >>> labels = [1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]
    >>> score = [.9, .8, .7, .6, .55, .54, .53, .52, .51, .505,
    ...          .4, .39, .38, .37, .36, .35, .34, .33, .30, .1]
    >>> roc_auc(labels, score)
    0.68
    """
    truth, scores = with_scores(y, score, positive)
    shape = np.broadcast_shapes(truth.shape, scores.shape)
    doubled = _doubled_wins(truth, scores, shape).reshape(shape[:-1])
    n_positive = truth.sum(axis=-1, dtype=np.int64)
    pairs = n_positive * (truth.shape[-1] - n_positive)
    return number(quotient(doubled, np.broadcast_to(2 * pairs, shape[:-1])))


def pr_auc(
    y: ArrayLike,
    score: ArrayLike,
    *,
    method: PrMethod = "interpolated",
    positive: Label | None = None,
) -> Values:
    """Return the area under the precision-recall curve.

    Parameters
    ----------
    y, score, positive
        As for `roc_auc`.
    method
        "interpolated": between two thresholds true and false positives grow in proportion, so
        precision bends (Davis and Goadrich 2006); the area under the bent curve, as an integral.
        "trapezoid": straight lines from point to point (the thesis of Aslan). No classifier can
        be had along such a line: the area is too large where precision falls and too small
        where it rises.
        "average-precision": the sum of precision times the step in recall; no line at all.

    Returns
    -------
    A float, or an array for leading axes. NaN where a row has no positive item. Without a
    negative item precision is always 1, and so is the area.

    Notes
    -----
    Before the first threshold nothing is predicted and precision is 0/0. The curve begins at
    recall 0 with the precision of the first threshold, which is what the interpolation from
    (tp, fp) = (0, 0) gives; "trapezoid" begins there too. The point (recall 0, precision 1) that
    some programs add is not added.

    From a to b, with t true positives and s = (fp_b - fp_a) / (tp_b - tp_a) false ones for each
    further true one, the integral is that of t / (t + fp_a + s (t - tp_a)) dt.

    Examples
    --------
    >>> y, score = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6]
    >>> round(pr_auc(y, score, method="average-precision"), 4)
    0.8333
    """
    checks.one_of(method, "method", PR_METHODS)
    truth, scores = with_scores(y, score, positive)
    shape = np.broadcast_shapes(truth.shape, scores.shape)
    n = shape[-1]
    rows = np.broadcast_to(scores, shape).reshape(-1, n)
    classes = np.broadcast_to(truth, shape).reshape(-1, n)
    areas = np.empty(len(rows))
    for part in slices(len(rows), n):
        areas[part] = pr_area(sweep(classes[part], rows[part]), method)
    return number(areas.reshape(shape[:-1]))


def average_precision(y: ArrayLike, score: ArrayLike, *, positive: Label | None = None) -> Values:
    """Return the sum of precision times the step in recall; see `pr_auc`.

    Examples
    --------
    >>> round(average_precision([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6]), 4)
    0.8333
    """
    return pr_auc(y, score, method="average-precision", positive=positive)


def pr_auc_trapezoid(y: ArrayLike, score: ArrayLike, *, positive: Label | None = None) -> Values:
    """Return the area under straight lines between the points of precision; see `pr_auc`.

    Examples
    --------
    >>> round(pr_auc_trapezoid([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6]), 4)
    0.7917
    """
    return pr_auc(y, score, method="trapezoid", positive=positive)


def pr_area(counts: Sweep, method: PrMethod) -> FloatArray:
    """Return the area under precision over recall from the counts along the falling scores."""
    tp_before, fp_before = before(counts)
    if method == "interpolated":
        parts = _bent(tp_before, fp_before, counts.tp, counts.fp)
    else:
        precision = ratio(counts.tp, counts.tp + counts.fp)
        if method == "trapezoid":
            came_from = ratio(tp_before, tp_before + fp_before)
            start = np.isnan(came_from)
            precision = (np.where(start, precision, came_from) + precision) / 2.0
        parts = precision * (counts.tp - tp_before)
    area = np.where(counts.ends, parts, 0.0).sum(axis=-1)
    return ratio(area, counts.tp[..., -1])


def roc_area(tp: IntArray, fp: IntArray) -> float:
    """Return the ROC area of one curve from the counts at its points: trapezoids, exactly."""
    doubled = np.sum(np.diff(fp) * (tp[1:] + tp[:-1]))
    return float(quotient(doubled, 2 * tp[-1] * fp[-1]))


def quotient(numerator: IntArray, denominator: IntArray) -> FloatArray:
    """Return a quotient of whole numbers, rounded once; NaN where the denominator is 0."""
    if np.max(denominator, initial=0) <= EXACT:
        return ratio(numerator, denominator)
    # beyond 2^53 numpy would round before it divides; Python divides whole numbers exactly
    exact = [
        above / below if below else np.nan
        for above, below in zip(
            np.ravel(numerator).tolist(), np.ravel(denominator).tolist(), strict=True
        )
    ]
    return np.reshape(exact, np.shape(numerator))


def _bent(tp_a: IntArray, fp_a: IntArray, tp_b: IntArray, fp_b: IntArray) -> FloatArray:
    """The integral of precision over true positives between two points, counts in proportion.

    With m = tp + fp, which grows r for each true positive and in all by the share u of m_a, it is
    m_a (u - log(1 + u)) / r^2 + tp_a log(1 + u) / r: only positive terms, so nothing cancels.
    """
    gained = tp_b - tp_a
    m_a = tp_a + fp_a
    grown = tp_b + fp_b - m_a
    still = gained == 0  # nothing gained: no area, and no pace
    pace = grown / np.where(still, 1, gained)
    pace = np.where(still, 1.0, pace)
    share = grown / np.where(m_a == 0, 1, m_a)
    log = np.log1p(share)
    bent = (m_a * (share - log) / pace + tp_a * log) / pace
    return np.where(still, 0.0, np.where(m_a == 0, gained / pace, bent))


def _doubled_wins(truth: BoolArray, scores: FloatArray, shape: tuple[int, ...]) -> IntArray:
    """Twice the pairs in which the positive item scores higher, plus the pairs that tie."""
    n = shape[-1]
    rows = np.broadcast_to(scores, shape).reshape(-1, n)
    doubled = np.empty(len(rows), dtype=np.int64)
    classes = np.broadcast_to(truth, shape).reshape(-1, n)
    if n >= LONG:
        shared = _places(truth) if truth.ndim == 1 else None
        for index, row in enumerate(rows):
            doubled[index] = _by_search(row, *(shared or _places(classes[index])))
        return doubled
    for part in slices(len(rows), n):
        doubled[part] = _by_rows(classes[part], rows[part])
    return doubled


def _places(truth: BoolArray) -> tuple[IntArray, IntArray]:
    return np.flatnonzero(truth), np.flatnonzero(~truth)


def _by_search(scores: FloatArray, positive: IntArray, negative: IntArray) -> int:
    """Sort each class and look up the smaller one in the larger."""
    few, many = np.sort(scores[positive]), np.sort(scores[negative])
    swapped = few.size > many.size
    if swapped:
        few, many = many, few
    below = np.searchsorted(many, few)
    doubled = 2 * int(below.sum())
    tied = few[many[np.minimum(below, many.size - 1)] == few] if few.size else few
    if tied.size:
        through = np.searchsorted(many, tied, side="right")
        doubled += int(through.sum()) - int(np.searchsorted(many, tied).sum())
    return 2 * few.size * many.size - doubled if swapped else doubled


def _by_rows(truth: BoolArray, scores: FloatArray) -> IntArray:
    """Count for all rows at once; a positive item wins over what comes after its run."""
    counts = sweep(truth, scores)
    tp_before, fp_before = before(counts)
    gained = counts.tp - tp_before
    lower = 2 * counts.fp[..., -1:] - counts.fp - fp_before  # twice those below, once those tied
    doubled: IntArray = np.where(counts.ends, gained * lower, 0).sum(axis=-1)
    return doubled
