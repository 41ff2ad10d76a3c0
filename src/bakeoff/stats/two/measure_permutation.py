"""The paired permutation test of any measure: exchange what two algorithms said of an item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import NotApplicable
from bakeoff.stats import notes
from bakeoff.stats.after.adjust import AdjustMethod, adjust
from bakeoff.stats.pairs import asked_pairs
from bakeoff.stats.resample.draws import estimate_of
from bakeoff.stats.resample.exchange import Drawing, Exchanged, exchanged
from bakeoff.stats.resample.exchange_means import means_exchanged, worth_sharing
from bakeoff.stats.resample.item_form import ItemForm, form_of
from bakeoff.stats.resample.units import cluster_codes
from bakeoff.stats.results import PairTable
from bakeoff.types import Alternative, ArrayLike, FloatArray, IntArray, Rng

if TYPE_CHECKING:
    from collections.abc import Callable

Correction: TypeAlias = Literal["none"] | AdjustMethod


def measure_permutation(
    predictions: Any,
    measure: str | Callable[..., Any],
    *,
    alternative: Alternative = "two-sided",
    draws: int = 10_000,
    rng: Rng = None,
    clusters: ArrayLike | None = None,
    correction: Correction = "holm",
    control: str | int | None = None,
    alpha: float = 0.05,
    threshold: float | None = None,
    loss: ArrayLike | None = None,
    takes: Literal["labels", "scores"] = "labels",
) -> PairTable:
    """Test for all pairs of algorithms whether a measure differs, by exchanging predictions.

    The null hypothesis of each pair: what the two said of an item could have come from the other
    as well. ``greater`` asks whether the measure of the first is the larger, ``less`` whether it
    is the smaller, ``two-sided`` whether they differ.

    Parameters
    ----------
    predictions
        `Predictions` of at least two algorithms on the same items.
    measure
        A measure by name (error, f1, auc, auc_pr, log_loss, risk, ...), or a function of
        (y, predicted) that returns a number.
    alternative
        ``two-sided``, ``less`` or ``greater``, about the first of each pair minus the second.
    draws, rng
        How many random exchanges for each pair, and the generator or seed.
    clusters
        A cluster for each item: whole clusters are exchanged. Items that come up in several
        repeats are exchanged together without being told.
    correction, alpha
        How `p_adjusted` allows for there being many pairs, and the level of `significant`.
    control
        An algorithm, by name or number: then only the pairs (other, control).
    threshold, loss, takes
        As for `bootstrap`.

    Returns
    -------
    PairTable
        ``difference`` is that of the measure; p = (count + 1)/(draws + 1), but the exact binomial
        p of `mcnemar` for error and accuracy of one test set. ``details`` hold the estimate of
        each algorithm, the draws, and p_low and p_high, a 95 percent interval for each exact p.

    Notes
    -----
    Fisher, The design of experiments, 1935; for areas under ROC curves Venkatraman and Begg, A
    distribution-free procedure for comparing receiver operating characteristic curves from a
    paired experiment, 1996: there the ranks of the scores are exchanged, so that the scales of
    two models need not be alike. It assumes independent items (or clusters). For measures of
    tables the exchanges are counted by pattern, so that their cost does not grow with the number
    of items. An interval comes from `bootstrap`.

    Examples
    --------
    Of the items that one of two gets wrong 10 are the first's and 2 the second's; the exact p of
    `mcnemar` is 2 P(X >= 10 of 12):

    >>> import pandas as pd
    >>> from bakeoff import read_predictions
    >>> items = pd.DataFrame({"y": [1] * 40, "svm": [0] * 10 + [1] * 30,
    ...                       "knn": [1] * 10 + [0] * 2 + [1] * 28})
    >>> found = measure_permutation(read_predictions(items), "error")
    >>> print(f"p = {found.p_value[0]:.4f}, {found.method}")
    p = 0.0386, exact
    """
    checks.alternative(alternative)
    checks.fraction(alpha, "alpha")
    number = checks.count(draws, "draws", least=1)
    form = form_of(predictions, measure, {"threshold": threshold, "loss": loss, "takes": takes})
    estimate = _estimate(form)
    together = form.recurring if clusters is None else clusters
    generator = checks.generator(rng)
    pairs = asked_pairs(form.algorithms, control)
    found = _exchanged_pairs(form, pairs, together, (alternative, number, generator))
    difference = np.array([one.difference for one in found])
    p = np.array([one.p for one in found])
    return PairTable(
        name="measure_permutation",
        algorithms=form.algorithms,
        pairs=pairs,
        difference=difference,
        statistic=difference,
        p_value=p,
        p_adjusted=p if correction == "none" else adjust(p, correction),
        effect=difference,
        low=np.array(np.nan),
        high=np.array(np.nan),
        effect_name=f"difference of {form.name}",
        correction=correction,
        method="exact" if all(one.exact for one in found) else "permutation",
        alpha=alpha,
        notes=_notes(form, found, number, told=clusters is not None),
        details={
            "measure": form.name,
            "estimate": estimate,
            "draws": number,
            "p_low": np.array([one.low for one in found]),
            "p_high": np.array([one.high for one in found]),
        },
    )


def _exchanged_pairs(
    form: ItemForm,
    pairs: IntArray,
    together: ArrayLike | None,
    choices: tuple[Alternative, int, np.random.Generator],
) -> list[Exchanged]:
    """Return every pair by coins of its own, or means of many algorithms by the same coins."""
    codes = None if together is None else cluster_codes(together, len(form.truth))
    how = Drawing(codes, *choices)
    if worth_sharing(form, pairs, how):
        return means_exchanged(form, pairs, how)
    return [exchanged(form.of(pair), together, *choices) for pair in pairs.tolist()]


def _estimate(form: ItemForm) -> FloatArray:
    """Return the measure of every algorithm; refuse what cannot be compared."""
    if len(form.algorithms) < 2:
        raise NotApplicable(
            f"there is one algorithm, {form.algorithms[0]}, and nothing to compare it with; "
            f"`bootstrap` gives the interval of its {form.name}"
        )
    estimate = estimate_of(form)
    bad = np.isnan(estimate)
    if bad.any():
        raise NotApplicable(
            f"{form.name} of {form.algorithms[int(bad.argmax())]} is undefined on these items "
            f"(0/0): no item of a class that it speaks of, or none predicted as such"
        )
    return estimate


def _notes(form: ItemForm, found: list[Exchanged], draws: int, *, told: bool) -> tuple[str, ...]:
    alike = np.array([one.alike for one in found])
    drawn = not all(one.exact for one in found)
    said = list(notes.where(alike if len(found) > 1 else alike[0], "the two say the same"))
    if drawn:
        said += notes.out_of_reach(1.0 / (draws + 1.0), "{} draws", draws)
    if drawn and form.ranks_only:
        said.append("the ranks of the scores were exchanged, not the scores")
    if form.recurring is not None and not told:
        said.append("items come up more than once, and were exchanged with all their predictions")
    if len(form.parts) > 1:
        said.append(f"{form.name} is the mean over {len(form.parts)} parts (data sets x splits)")
    said.append("assumes independent clusters of items" if told else "assumes independent items")
    return tuple(said)
