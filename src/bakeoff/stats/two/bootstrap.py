"""Bootstrap intervals of any measure, and of its differences between all pairs of algorithms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import NotApplicable
from bakeoff.stats import intervals
from bakeoff.stats.after.adjust import AdjustMethod, adjust
from bakeoff.stats.pairs import asked_pairs
from bakeoff.stats.resample.draws import draws_of, estimate_of
from bakeoff.stats.resample.item_form import ItemForm, form_of
from bakeoff.stats.resample.units import Units, units_of
from bakeoff.stats.results import PairTable
from bakeoff.types import ArrayLike, FloatArray, IntArray, Rng

if TYPE_CHECKING:
    from collections.abc import Callable

Correction: TypeAlias = Literal["none"] | AdjustMethod
ROUNDING = 1e-12  # differences this small beside the measures are none
MOST_UNDEFINED = 0.2  # share of draws without a value beyond which nothing can be said


def bootstrap(
    predictions: Any,
    measure: str | Callable[..., Any],
    *,
    level: float = 0.95,
    draws: int = 10_000,
    rng: Rng = None,
    stratified: bool = False,
    clusters: ArrayLike | None = None,
    correction: Correction = "holm",
    control: str | int | None = None,
    threshold: float | None = None,
    loss: ArrayLike | None = None,
    takes: Literal["labels", "scores"] = "labels",
) -> PairTable:
    """Return intervals for a measure and its differences, by drawing the test items anew.

    Parameters
    ----------
    predictions
        `Predictions`, of one algorithm or more on the same items.
    measure
        A measure by name (error, f1, auc, auc_pr, log_loss, risk, ...), or a function of
        (y, predicted) that returns a number.
    level
        The level of each interval by itself.
    draws, rng
        How many times the items are drawn, and the generator or seed.
    stratified
        Draw within the classes, so that each comes up as often as in the data.
    clusters
        A cluster for each item (a patient, a document): whole clusters are drawn. Items that
        come up in several repeats are drawn together without being told.
    correction
        How `p_adjusted` allows for there being many pairs.
    control
        An algorithm, by name or number: then only the pairs (other, control).
    threshold, loss
        As for `Predictions.measure`.
    takes
        What a function is given: "labels" (classes as text) or "scores" (whether an item is
        positive, and the score of the positive class).

    Returns
    -------
    PairTable
        One row per pair, none for one algorithm alone. ``low`` and ``high`` are the percentiles
        of the differences; ``p_value`` is the level at which such an interval would begin to
        hold 0. ``details`` hold estimate, low, high and standard_error of each algorithm, and
        difference_error, the standard error of each difference.

    Notes
    -----
    Efron, Bootstrap methods: another look at the jackknife, 1979; percentile intervals as in
    Efron and Tibshirani, An introduction to the bootstrap, 1993, chapter 13. It assumes that
    items (or clusters) are independent, and it is about these trained models. Percentiles of few
    items, or of a measure near its end, hold the truth less often than `level`. With folds, items
    are drawn within them and the measure is the mean over them. A measure that depends on counts
    (error, f1, risk, kappa, ...) is drawn as counts of the patterns of who called what, so that
    its cost does not grow with the number of items. For p-values prefer `mcnemar`, `delong` or
    `measure_permutation`.

    Examples
    --------
    The interval of one proportion, 10 errors of 50, is that of the binomial law:

    >>> import pandas as pd
    >>> from bakeoff import read_predictions
    >>> items = pd.DataFrame({"y": [1] * 50, "svm": [0] * 10 + [1] * 40, "knn": [1, 0] * 25})
    >>> found = bootstrap(read_predictions(items), "error")
    >>> found.details["low"].round(2).tolist(), found.details["high"].round(2).tolist()
    ([0.1, 0.36], [0.32, 0.64])
    """
    tail = intervals.tail_area(level)
    number = checks.count(draws, "draws", least=1)
    choices = {"threshold": threshold, "loss": loss, "takes": takes}
    form = form_of(predictions, measure, choices)
    grouped = form.recurring if clusters is None else clusters
    units = units_of(form.parts, form.truth, stratified=stratified, clusters=grouped)
    estimate = estimate_of(form)
    drawn = draws_of(form, units, number, checks.generator(rng))
    notes = _undefined(form, estimate, drawn)
    pairs = asked_pairs(form.algorithms, control)
    gaps = drawn[:, pairs[:, 0]] - drawn[:, pairs[:, 1]]
    difference = _clean(estimate[pairs[:, 0]] - estimate[pairs[:, 1]], estimate, pairs)
    low, high = _percentiles(gaps, tail)
    p = _p_value(gaps, difference)
    own_low, own_high = _percentiles(drawn, tail)
    return PairTable(
        name="bootstrap",
        algorithms=form.algorithms,
        pairs=pairs,
        difference=difference,
        statistic=difference,
        p_value=p,
        p_adjusted=p if correction == "none" or not len(p) else adjust(p, correction),
        effect=difference,
        low=low,
        high=high,
        effect_name=f"difference of {form.name}",
        correction=correction,
        method="bootstrap",
        alpha=intervals.one_minus(level),
        notes=(*notes, *_notes(form, units, stratified=stratified, told=clusters is not None)),
        details={
            "measure": form.name,
            "estimate": estimate,
            "low": own_low,
            "high": own_high,
            "standard_error": _deviation(drawn),
            "difference_error": _deviation(gaps),
            "level": level,
            "draws": number,
        },
    )


def _percentiles(drawn: FloatArray, tail: float) -> tuple[FloatArray, FloatArray]:
    if not drawn.shape[1]:
        return np.empty(0), np.empty(0)
    quantile = np.nanquantile if np.isnan(drawn).any() else np.quantile
    low, high = quantile(drawn, [tail, 1.0 - tail], axis=0)
    return low, high


def _deviation(drawn: FloatArray) -> FloatArray:
    if len(drawn) == 1:
        return np.zeros(drawn.shape[1])
    deviation = np.nanstd if np.isnan(drawn).any() else np.std
    found = np.asarray(deviation(drawn, axis=0, ddof=1))
    scale = np.fmax.reduce(np.abs(drawn), axis=0)
    return np.where(found <= ROUNDING * scale, 0.0, found)


def _p_value(gaps: FloatArray, difference: FloatArray) -> FloatArray:
    """Return twice the share of the draws on the other side of 0, the data counted as a draw."""
    known = np.count_nonzero(~np.isnan(gaps), axis=0)
    dust = ROUNDING * np.fmax.reduce(np.abs(gaps), axis=0, initial=0.0)
    below = np.count_nonzero(gaps <= dust, axis=0)
    above = np.count_nonzero(gaps >= -dust, axis=0)
    p = 2.0 * (np.minimum(below, above) + 1.0) / (known + 1.0)
    return np.where(difference == 0.0, 1.0, np.minimum(p, 1.0))


def _clean(difference: FloatArray, estimate: FloatArray, pairs: IntArray) -> FloatArray:
    scale = np.maximum(np.abs(estimate[pairs[:, 0]]), np.abs(estimate[pairs[:, 1]]))
    return np.where(np.abs(difference) <= ROUNDING * scale, 0.0, difference)


def _undefined(form: ItemForm, estimate: FloatArray, drawn: FloatArray) -> tuple[str, ...]:
    """Refuse a measure that has no value here; say how often a draw had none."""
    bad = np.isnan(estimate)
    if bad.any():
        name = form.algorithms[int(bad.argmax())]
        raise NotApplicable(
            f"{form.name} of {name} is undefined on these items (0/0): no item of a class that it "
            f"speaks of, or none predicted as such"
        )
    share = np.isnan(drawn).mean(axis=0)
    worst = float(share.max())
    if worst > MOST_UNDEFINED:
        raise NotApplicable(
            f"{form.name} is undefined in {worst:.0%} of the draws; these items are too few for it"
        )
    if worst > 0.0:
        return (f"{form.name} was undefined in {worst:.2%} of the draws; they were left out",)
    return ()


def _notes(form: ItemForm, units: Units, *, stratified: bool, told: bool) -> tuple[str, ...]:
    what = "items" if units.of_item is None else f"{units.count} clusters of items"
    within = " within the classes" if stratified else ""
    notes = [f"percentile intervals; assumes independent {what}, drawn{within}"]
    if form.recurring is not None and not told:
        notes.append("items come up more than once, and were drawn with all their predictions")
    if len(form.parts) > 1:
        notes.append(f"{form.name} is the mean over {len(form.parts)} parts (data sets x splits)")
    return tuple(notes)
