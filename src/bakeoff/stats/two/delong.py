"""DeLong's test: the areas under the ROC curves of several models on the same items."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.stats import notes, tails
from bakeoff.stats.after.adjust import AdjustMethod, adjust
from bakeoff.stats.pairs import asked_pairs
from bakeoff.stats.results import PairTable
from bakeoff.stats.scored_items import ScoredItems, scored_items
from bakeoff.stats.two.area_covariance import Areas, areas, chi_square
from bakeoff.types import Alternative, ArrayLike, BoolArray, FloatArray, TableLike

Correction: TypeAlias = Literal["none"] | AdjustMethod
FEW = 10  # items of a class below which the normal law of an area is rough
BY_CHANCE = 0.5
ASSUMES = "assumes independent items, and many of each class"


def delong(
    y: ArrayLike,
    scores: TableLike,
    *,
    alternative: Alternative = "two-sided",
    correction: Correction = "holm",
    control: str | int | None = None,
    alpha: float = 0.05,
    strata: ArrayLike | None = None,
) -> PairTable:
    """Test for all pairs of models whether the areas under their ROC curves differ.

    The null hypothesis of each pair: both models have the same area under the curve (AUC), the
    chance that a positive item scores above a negative one. ``greater`` asks whether the first
    of the pair has the larger area, ``less`` whether it has the smaller, ``two-sided`` whether
    they differ. No direction is guessed: a model below 0.5 stays there, and a note says so.

    Parameters
    ----------
    y
        The true class of each item: of two labels the last in sorted order is positive.
    scores
        Items x models; larger speaks for the positive class. A frame names the models. Only the
        order within a column counts; equal scores count half.
    alternative
        ``two-sided``, ``less`` or ``greater``, about the first of each pair minus the second.
    correction
        How `p_adjusted` allows for there being many pairs; ``none`` or a method of `adjust`.
    control
        A model, by name or number: then only the pairs (other, control).
    alpha
        The level of `significant`, and of the intervals: 1 - alpha, each pair by itself.
    strata
        A stratum (a fold) for each item: scores are then compared within strata only, and the
        areas are means over them.

    Returns
    -------
    PairTable
        ``difference`` and ``effect`` are the difference of the areas, ``statistic`` z, ``low``
        and ``high`` the limits of the difference. ``details`` hold auc, standard_error, auc_low,
        auc_high and covariance (in the order of the models), and chi2, df and p_chi2 of the
        hypothesis that all areas are equal.

    Notes
    -----
    DeLong, DeLong and Clarke-Pearson, Comparing the areas under two or more correlated receiver
    operating characteristic curves, 1988, equations 5 to 7. It assumes that the items are
    independent of one another, and it is about these trained models: training again would change
    them by more than the test knows. The areas are normal for many items of both classes; for
    few, use `bootstrap`. For models on different items the areas are independent: compare their
    `auc_interval`. For a weighted sum of areas use `auc_contrast`; to ask about error rates
    `mcnemar`.

    Examples
    --------
    Three indicators of whether an operation of ovarian cancer patients helps (the data of the
    source): all areas equal, chi-square 2.53 with 2 degrees of freedom, p = 0.28.

    >>> albumin = [3.0, 3.2, 3.9, 2.8, 3.2, 0.9, 2.5, 1.6, 3.8, 3.7, 3.2, 3.8, 4.1, 3.6, 4.3,
    ...            3.6, 2.3, 4.2, 4.0, 3.5, 3.8, 3.0, 4.5, 3.7, 3.1, 4.1, 4.3, 4.3, 3.2, 2.6,
    ...            3.3, 1.7, 3.7, 3.3, 4.2, 3.5, 2.9, 2.1, 2.8, 4.0, 3.3, 3.7, 3.6]
    >>> protein = [5.8, 6.3, 6.8, 4.8, 5.8, 4.0, 5.7, 5.6, 5.7, 6.7, 5.4, 6.6, 6.6, 5.7, 7.0,
    ...            6.7, 4.4, 7.6, 6.6, 5.8, 6.8, 4.7, 7.4, 7.4, 6.6, 8.2, 7.0, 6.5, 5.1, 4.7,
    ...            6.8, 4.0, 6.1, 6.3, 7.7, 6.2, 5.7, 4.8, 6.2, 7.0, 5.7, 6.9, 6.6]
    >>> kg_score = [10, 5, 3, 6, 3, 5, 8, 5, 5, 6, 4, 6, 5, 5, 4, 4, 6, 4, 6, 6, 7, 8, 5, 5, 6, 6,
    ...             5, 4, 5, 6, 6, 7, 5, 7, 6, 5, 9, 7, 8, 7, 6, 5, 5]
    >>> helps = [0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1,
    ...          1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1]
    >>> import numpy as np
    >>> found = delong(helps, np.column_stack([albumin, protein, -np.array(kg_score)]))
    >>> found.details["auc"].round(4).tolist()
    [0.7366, 0.6478, 0.7258]
    >>> print(f"chi-square = {found.details['chi2']:.4f}, p = {found.details['p_chi2']:.4f}")
    chi-square = 2.5340, p = 0.2817
    """
    items = scored_items(y, scores, models=2)
    checks.alternative(alternative)
    checks.fraction(alpha, "alpha")
    found = areas(items, strata)
    pairs = asked_pairs(items.names, control)
    difference, variance = found.differences(pairs)
    error = np.sqrt(variance)
    z = z_ratio(difference, error)
    p = tails.normal_p_value(z, alternative)
    reach = tails.normal_quantile(1.0 - alpha / 2.0)
    return PairTable(
        name="delong",
        algorithms=items.names,
        pairs=pairs,
        difference=difference,
        statistic=z,
        p_value=p,
        p_adjusted=p if correction == "none" else adjust(p, correction),
        effect=difference,
        low=np.maximum(difference - reach * error, -1.0),
        high=np.minimum(difference + reach * error, 1.0),
        effect_name="difference of areas",
        correction=correction,
        alpha=alpha,
        notes=(
            *_pair_notes(difference, variance),
            *area_notes(items, found, per_stratum=strata is not None),
            ASSUMES,
        ),
        details=_details(found, reach),
    )


def z_ratio(difference: FloatArray, error: FloatArray) -> FloatArray:
    """Return difference / error; without any variation 0 for no difference, else infinity."""
    z = difference / np.where(error > 0.0, error, 1.0)
    constant = np.where(difference == 0.0, 0.0, np.copysign(np.inf, difference))
    return np.where(error > 0.0, z, constant)


def all_equal(found: Areas) -> tuple[float, int, float]:
    """Return chi-square, its degrees of freedom and p for the hypothesis that all are equal."""
    models = len(found.areas)
    from_the_first = np.concatenate([-np.ones((models - 1, 1)), np.eye(models - 1)], axis=1)
    return chi_square(found, from_the_first)


def area_notes(
    items: ScoredItems, found: Areas, *, normal: bool = True, per_stratum: bool = False
) -> tuple[str, ...]:
    """Say which areas lie below chance; for a normal law, which are perfect or of few items."""
    below = [items.names[place] for place in np.flatnonzero(found.areas < BY_CHANCE)]
    perfect = [items.names[place] for place in np.flatnonzero(found.areas == 1.0)]
    few = min(items.positives, items.negatives)
    said = []
    if below:
        who = "" if len(items.names) == 1 else f" of {_some(below)}"
        said.append(
            f"the area{who} is below 0.5: larger scores speak against the positive class there; "
            f"nothing was turned round"
        )
    if perfect and normal:
        who = "the model" if len(items.names) == 1 else _some(perfect)
        said.append(
            f"{who} parts the classes without a fault, so the estimated variance is 0; an "
            f"auc_interval of method 'agarwal' allows for what was not seen"
        )
    if few < FEW and normal:
        items_of = "1 item of one class is" if few == 1 else f"{few} items of one class are"
        said.append(f"{items_of} few for a normal law: see `bootstrap`")
    if per_stratum:
        said.append("scores were compared within strata; the areas are means over them")
    return tuple(said)


def _details(found: Areas, reach: FloatArray) -> dict[str, Any]:
    chi2, df, p_chi2 = all_equal(found)
    covariance = found.covariance
    error = np.sqrt(covariance.diagonal())
    return {
        "auc": found.areas,
        "standard_error": error,
        "auc_low": np.maximum(found.areas - reach * error, 0.0),
        "auc_high": np.minimum(found.areas + reach * error, 1.0),
        "covariance": covariance,
        "chi2": chi2,
        "df": df,
        "p_chi2": p_chi2,
    }


def _pair_notes(difference: FloatArray, variance: FloatArray) -> tuple[str, ...]:
    still = np.asarray(variance == 0.0)
    same: BoolArray = still & (difference == 0.0)
    apart: BoolArray = still & (difference != 0.0)
    if difference.size == 1:
        still, same, apart = still[0], same[0], apart[0]
    return (
        *notes.where(same, "the two models put the items in the same order"),
        *notes.where(apart, "the areas differ without any variation between items"),
    )


def _some(names: list[str | int]) -> str:
    shown = ", ".join(str(name) for name in names[:4])
    return f"{shown} and {len(names) - 4} more" if len(names) > 4 else shown
