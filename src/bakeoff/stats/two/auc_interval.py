"""Intervals for the area under one ROC curve, each by its own assumptions."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import intervals, tails
from bakeoff.stats.estimate import Estimate
from bakeoff.stats.resample.area_draws import area_draws
from bakeoff.stats.resample.units import by_class
from bakeoff.stats.scored_items import ScoredItems, scored_items
from bakeoff.stats.two.area_covariance import Areas, areas
from bakeoff.stats.two.auc_from_errors import limits as error_limits
from bakeoff.stats.two.delong import area_notes
from bakeoff.stats.two.hanley_mcneil import standard_error
from bakeoff.types import ArrayLike, BoolArray, FloatArray, Rng, TableLike

Method: TypeAlias = Literal["delong", "hanley-mcneil", "cortes-mohri", "agarwal", "bootstrap"]
ASSUMES: dict[Method, str] = {
    "delong": "assumes independent items, and many of each class",
    "hanley-mcneil": "assumes independent items, many of each class, and exponential scores",
    "cortes-mohri": "knows only the number of errors at the best threshold, and takes every "
    "ranking that gives it to be as likely: wide, and beside the area seen where the ranking is "
    "better or worse than such",
    "agarwal": "assumes only independent items: a bound that holds for every law and size, and "
    "is wide",
    "bootstrap": "assumes independent items; positive and negative ones were drawn apart",
}

BOUNDS = ("agarwal", "cortes-mohri")  # hold for few items and for perfect models too


def auc_interval(
    y: ArrayLike,
    scores: TableLike,
    *,
    method: Method = "delong",
    level: float = 0.95,
    errors: int | None = None,
    draws: int = 10_000,
    rng: Rng = None,
) -> Estimate:
    """Return the area under the ROC curve (AUC) of a model with a confidence interval.

    Parameters
    ----------
    y
        The true class of each item: of two labels the last in sorted order is positive.
    scores
        One score an item, or items x models for an interval each; larger speaks for the positive
        class. No direction is guessed: an area below 0.5 stays there.
    method
        ``delong``: normal, with the variance of the placements (DeLong, DeLong and Clarke-Pearson
        1988). ``hanley-mcneil``: normal, with their standard error (1982). ``cortes-mohri``
        (2005): from the number of errors alone. ``agarwal``: the bound
        sqrt(ln(2/(1 - level))/2 (1/P + 1/N)) on either side (Agarwal, Graepel, Herbrich, Har-Peled
        and Roth 2005). ``bootstrap``: percentiles of areas of items drawn anew within the classes.
    level
        How often such an interval holds the true area.
    errors
        For ``cortes-mohri``: how many items the model calls wrong; without it the fewest that any
        threshold gives.
    draws, rng
        For ``bootstrap``: how many draws, and the generator or seed.

    Returns
    -------
    Estimate
        ``low, high = auc_interval(...)``; ``estimate`` is the area, and `notes` say what the
        interval assumes. With items x models these are arrays.

    Notes
    -----
    All are about this trained model on further items of the same kind. For ``cortes-mohri`` the
    level is shared evenly between an exact interval for the number of errors and Chebyshev's
    inequality (see `auc_from_errors`). To compare models use `delong`: intervals that overlap
    do not say that two areas on the same items are equal.

    Examples
    --------
    Ratings of 58 normal and 51 abnormal images, 1 to 5 (Hanley and McNeil 1982, table I):

    >>> import numpy as np
    >>> abnormal = np.repeat([0, 1], [58, 51])
    >>> rating = np.repeat([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [33, 6, 6, 11, 2, 3, 2, 2, 11, 33])
    >>> found = auc_interval(abnormal, rating, method="hanley-mcneil")
    >>> print(f"{found.estimate:.3f}, {found.low:.3f} to {found.high:.3f}")
    0.893, 0.829 to 0.957
    """
    items = scored_items(y, scores)
    checks.one_of(method, "method", tuple(ASSUMES))
    intervals.tail_area(level)
    found = areas(items)
    drawn = _Draws(checks.count(draws, "draws", least=1), rng, errors)
    low, high, error = _limits(items, found, method, level, drawn)
    shown = [found.areas, np.maximum(low, 0.0), np.minimum(high, 1.0)]
    if np.ndim(scores) == 1:
        shown, error = [part[0] for part in shown], None if error is None else error[0]
    return Estimate(
        name="auc",
        estimate=shown[0],
        low=shown[1],
        high=shown[2],
        level=level,
        method=method,
        standard_error=error,
        notes=(ASSUMES[method], *area_notes(items, found, normal=method not in BOUNDS)),
        details={"n_pos": items.positives, "n_neg": items.negatives},
    )


class _Draws(NamedTuple):
    """The choices of single methods."""

    number: int
    rng: Rng
    errors: int | None


def _limits(
    items: ScoredItems, found: Areas, method: Method, level: float, choices: _Draws
) -> tuple[FloatArray, FloatArray, FloatArray | None]:
    """Return the limits and, where the method has one, the standard error."""
    tail = intervals.tail_area(level)
    area, positives, negatives = found.areas, items.positives, items.negatives
    if method == "agarwal":
        # (1/P + 1/N)/2 ln(2/delta): each item moves the area by at most 1/P or 1/N
        reach = np.sqrt((1.0 / positives + 1.0 / negatives) * np.log(1.0 / tail) / 2.0)
        return area - reach, area + reach, None
    if method == "cortes-mohri":
        limits = [_from_errors(items, row, level, choices.errors) for row in items.scores]
        low, high = np.array(limits).T
        return low, high, None
    if method == "bootstrap":
        generator = checks.generator(choices.rng)
        units = by_class(items.truth)
        drawn = area_draws(items.truth, items.scores, units, choices.number, generator)
        low, high = np.quantile(drawn, [tail, 1.0 - tail], axis=0)
        return low, high, drawn.std(axis=0, ddof=min(1, choices.number - 1))
    if method == "hanley-mcneil":
        error = standard_error(area, positives, negatives)
    else:
        error = np.sqrt(found.covariance.diagonal())
    reach = -tails.normal_quantile(tail) * error
    return area - reach, area + reach, error


def _from_errors(
    items: ScoredItems, scores: FloatArray, level: float, errors: int | None
) -> tuple[float, float]:
    """Return Chebyshev's limits over an exact interval for the number of errors."""
    n = len(items.truth)
    wrong = fewest_errors(items.truth, scores) if errors is None else checks.count(errors, "errors")
    if wrong > n:
        raise InvalidInput(f"errors must not exceed the {n} items; there were {wrong}")
    each = float(np.sqrt(level))
    low, high = intervals.clopper_pearson(
        np.asarray(float(wrong)), np.asarray(float(n)), intervals.tail_area(each)
    )
    counts = (int(np.floor(low * n)), int(np.ceil(high * n)))
    return error_limits(items.positives, items.negatives, counts, each)


def fewest_errors(truth: BoolArray, scores: FloatArray) -> int:
    """Return the fewest errors that any threshold on the scores gives."""
    order = np.argsort(scores)[::-1]
    ordered = scores[order]
    gained = np.cumsum(np.where(truth[order], -1, 1))  # errors, as items are called positive
    ends = np.append(ordered[1:] != ordered[:-1], True)
    return int(np.count_nonzero(truth)) + min(0, int(gained[ends].min()))
