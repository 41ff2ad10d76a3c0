"""Predictions of several models on one test set: how good each is, and who differs from whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.data.predictions import Predictions
from bakeoff.decide.comparison import Comparison
from bakeoff.decide.conclude import comparison_of
from bakeoff.decide.evidence import Check, Choices, Evidence
from bakeoff.decide.one_model import area_intervals
from bakeoff.decide.over_items import OverItems, Road, evidence_of, item_values, road_of
from bakeoff.decide.procedures import Procedure
from bakeoff.decide.question import Over, Question
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import tails
from bakeoff.stats.intervals import proportion_interval
from bakeoff.stats.results import PairTable
from bakeoff.stats.two.mcnemar import smallest_p_value
from bakeoff.types import FloatArray

TRAINED = (
    "it is about these trained models: whether the learning algorithms behind them differ, on "
    "other training sets, one test set cannot say"
)
ITEMS: frozenset[Over] = frozenset({"items"})


def _by_predictions(question: Question, choices: Choices) -> Evidence:
    """Stand for the tests of a procedure that need the predictions and not only their scores."""
    return evidence_of(OverItems(question.items, question, choices))


WAYS: Mapping[Road, Procedure] = {
    "mcnemar": Procedure(
        "mcnemar",
        "McNemar's exact tests on the same items, after Cochran's Q",
        _by_predictions,
        ITEMS,
        "all models answered the same items, so only items count on which one is right and the "
        f"other wrong; the p-values are exact; {TRAINED}",
        sources=("mcnemar",),
    ),
    "delong": Procedure(
        "delong",
        "DeLong's test of areas under ROC curves on the same items",
        _by_predictions,
        ITEMS,
        "areas on the same items go up and down together, and their covariance is taken into "
        f"account, ties included; {TRAINED}",
        sources=("delong",),
    ),
    "permutation": Procedure(
        "paired-permutation",
        "paired permutation tests with bootstrap intervals",
        _by_predictions,
        ITEMS,
        "what two models said of an item is exchanged at random, which assumes no distribution "
        f"and serves any measure; {TRAINED}",
        sources=("fisher", "efron"),
    ),
}


def compare_predictions(
    source: Predictions,
    measure: str | None,
    several: list[str] | None,
    control: str | int | None,
    choices: Choices,
) -> Comparison:
    """Return the comparison of models by their predictions on one test set.

    By the error rate where no measure is asked for. Of several measures the first decides, and
    the others are tested one by one beside it (`parts["by_measure"]`).
    """
    wanted = list(dict.fromkeys(several or [measure or measures_for(source)[0]]))
    if len(source.algorithms) < 2:
        raise NotApplicable(
            f"there is one algorithm, {source.algorithms[0]}, and nothing to compare it with; "
            f"`auc_interval`, `proportion_interval` or `bootstrap` say how good it is"
        )
    found = [_by_one(source, one, control, choices) for one in wanted]
    first = found[0]
    if len(found) == 1:
        return first
    told = (
        f"one test set has no measures to be tested together: the verdict is by {wanted[0]}; "
        f"{', '.join(wanted[1:])} {'is' if len(wanted) == 2 else 'are'} tested beside it, each "
        f"by itself"
    )
    by_measure = {one.question.measure: one.pairs for one in found}
    rows = [row for one in found for row in one.parts["estimates"]]
    return replace(
        first,
        warnings=[*first.warnings, told],
        parts={**first.parts, "by_measure": by_measure, "estimates": rows},
    )


def _by_one(
    source: Predictions, measure: str, control: str | int | None, choices: Choices
) -> Comparison:
    question = question_of_items(source, measure, control)
    road = road_of(question.measure, choices)
    evidence = WAYS[road].run(question, choices)
    parts = {**evidence.parts, "estimates": estimates_of(source, question, evidence, choices)}
    if choices.margin is not None:
        parts["equivalence"] = equivalent(question, evidence, choices)
    evidence = replace(evidence, parts=parts)
    found = comparison_of(question, evidence, choices, WAYS[road], "auto")
    return replace(found, checks=tuple(_checked(found, one) for one in found.checks))


def question_of_items(source: Predictions, measure: str, control: str | int | None) -> Question:
    """Return the question that predictions on one test set ask."""
    scores = source.measure(measure)
    if np.isnan(scores.values).any():
        raise NotApplicable(
            f"{measure} is undefined on these items (0/0): no item of a class that it speaks of, "
            f"or none predicted as such"
        )
    values = item_values(source, measure)
    if values is None:  # no item has a share of its own
        values = np.broadcast_to(scores.values[0, 0, :, 0], (len(source), len(source.algorithms)))
    names = source.algorithms
    return Question(
        scores=scores,
        over="items",
        cube=np.asarray(values)[:, :, np.newaxis],
        rows=source.item,
        measures=scores.measures,
        control=None if control is None else names[checks.position(control, names)],
        items=source,
    )


def estimates_of(
    source: Predictions, question: Question, evidence: Evidence, choices: Choices
) -> tuple[dict[str, Any], ...]:
    """Return the measure of each algorithm with its interval, and how that was made."""
    level = 1.0 - choices.alpha
    road = road_of(question.measure, choices)
    values = question.scores.values[0, 0, :, 0]
    low: Any
    high: Any
    if road == "mcnemar":
        n = len(source)
        low, high = proportion_interval(np.rint(values * n), n, level=level)
        methods = ["wilson"] * question.k
    elif road == "delong":
        places = range(len(source.algorithms))
        scores = np.stack([source.score_of(place, "auc") for place in places], axis=1)
        truth = source.truth == source.positive_place("auc")
        _, low, high, methods = area_intervals(truth, scores, level)
    else:
        (low, high), methods = evidence.parts["intervals"], ["bootstrap"] * question.k
    return tuple(
        {
            "algorithm": name,
            "measure": question.measure,
            "estimate": float(value),
            "low": float(bottom),
            "high": float(top),
            "level": level,
            "method": method,
        }
        for name, value, bottom, top, method in zip(
            question.algorithms, values, low, high, methods, strict=True
        )
    )


def equivalent(
    question: Question, evidence: Evidence, choices: Choices
) -> tuple[dict[str, Any], ...]:
    """Return two one-sided z tests (TOST) for each pair, from the standard error of its test."""
    margin = checks.positive(choices.margin or 0.0, "margin")
    pairs = evidence.pairs
    error = np.asarray(evidence.parts["standard_error"], dtype=np.float64)
    above = _beyond(np.asarray(pairs.difference) + margin, error)
    below = _beyond(margin - np.asarray(pairs.difference), error)
    if pairs.correction != "none":
        from bakeoff.decide.pair_tests import corrected_p

        above, below = (corrected_p(p, "holm", question) for p in (above, below))
    both = np.maximum(above, below)
    first, second = pairs.a, pairs.b
    # a - b > -margin speaks for a where more is better, and for b where less is
    a, b = (above, below) if question.higher_is_better else (below, above)
    return tuple(
        {
            "a": first[row],
            "b": second[row],
            "margin": margin,
            "test": "z",
            "p_equivalent": float(both[row]),
            "p_a_not_worse": float(a[row]),
            "p_b_not_worse": float(b[row]),
            "equivalent": bool(both[row] <= choices.alpha),
            "a_not_worse": bool(a[row] <= choices.alpha),
            "b_not_worse": bool(b[row] <= choices.alpha),
            "level": 1.0 - 2.0 * choices.alpha,
            "reaches_beyond": bool(max(abs(pairs.low[row]), abs(pairs.high[row])) >= margin),
        }
        for row in range(len(pairs))
    )


def _beyond(gap: FloatArray, error: FloatArray) -> FloatArray:
    """Return the p of gap > 0 against gap <= 0."""
    still = error <= 0.0
    z = gap / np.where(still, 1.0, error)
    return np.where(still, np.where(gap > 0.0, 0.0, 1.0), tails.normal_upper(z))


def _checked(found: Comparison, check: Check) -> Check:
    """Return a check in the words that fit items: McNemar's test has a smallest p-value."""
    if check.code != "reach" or found.pairs.name != "mcnemar":
        return check
    least = _least(found.pairs)
    can = least <= found.alpha * (1.0 + 1e-12)
    sentence = (
        f"the smallest p-value that the items on which models differ can give is {least:.3g}"
        if can
        else f"the models differ on so few items that no pair can reach {found.alpha:g}; the "
        f"smallest possible p, after the correction, is {least:.3g}"
    )
    return replace(
        check, outcome="passed" if can else "issue", sentence=sentence, p_value=float(least)
    )


def _least(pairs: PairTable) -> float:
    differ = np.asarray(pairs.details["only_a_wrong"]) + np.asarray(pairs.details["only_b_wrong"])
    many = 1 if pairs.correction == "none" else len(pairs)
    return min(1.0, many * float(np.min(smallest_p_value(np.atleast_1d(differ)))))


def measures_for(source: Predictions) -> list[str]:
    """Return the measures that predictions are compared by where nobody names one.

    The error, and the area under the ROC curve where all models have scores of a known class; of
    more than two classes the mean area of their pairs.
    """
    scored = all(scores is not None for scores in source.scores)
    many = len(source.classes) > 2
    if many and all(scores is not None and scores.ndim > 1 for scores in source.scores):
        return ["error", "auc_ovo"]
    if many or source.positive is None or not scored:
        return ["error"]
    try:
        source.measure("error")
    except InvalidInput:
        return ["auc"]  # scores that do not tell from where on they say positive
    return ["error", "auc"]
