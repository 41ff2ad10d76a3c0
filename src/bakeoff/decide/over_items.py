"""Tests on the items of one test set: who is right, areas under curves, any other measure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from bakeoff.data.item_measure import ItemMeasure
from bakeoff.data.predictions import Predictions
from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.pair_tests import corrected_p
from bakeoff.decide.question import Question
from bakeoff.errors import InvalidInput
from bakeoff.stats.many.cochran import cochran_q
from bakeoff.stats.many.mcnemar_pairs import mcnemar_pairs
from bakeoff.stats.results import TestResult
from bakeoff.stats.two.area_covariance import item_shares
from bakeoff.stats.two.bootstrap import bootstrap
from bakeoff.stats.two.delong import ASSUMES, delong
from bakeoff.stats.two.measure_permutation import measure_permutation
from bakeoff.types import Alternative, FloatArray

Road = Literal["mcnemar", "delong", "permutation"]
SHARES = frozenset({"error", "accuracy"})
NAMES: Mapping[str, Road] = {
    "mcnemar": "mcnemar",
    "delong": "delong",
    "permutation": "permutation",
    "measure_permutation": "permutation",
    "bootstrap": "permutation",
}
TURNED: Mapping[Alternative, Alternative] = {
    "two-sided": "two-sided",
    "less": "greater",
    "greater": "less",
}
ALONE = "the intervals are those of each pair alone, at 1 - alpha"
DRAWS = 10_000
FEWEST_DRAWS = 1_000
WORK = 6e7  # items that are gone through in all draws together: some seconds
MOST_DRAWS = 50_000
FINE = 5.0  # times that the smallest p-value of the draws is to lie below the corrected level


@dataclass(frozen=True, slots=True)
class OverItems:
    """What is asked of items: who, by which measure, and how the test was chosen."""

    predictions: Predictions
    question: Question
    choices: Choices

    @property
    def measure(self) -> str:
        """The measure."""
        return self.question.measure


def road_of(measure: str, choices: Choices) -> Road:
    """Return which test compares by a measure: the one asked for, or the one that fits."""
    if choices.posthoc == "auto":
        return "mcnemar" if measure in SHARES else "delong" if measure == "auc" else "permutation"
    road = NAMES.get(choices.posthoc) if isinstance(choices.posthoc, str) else None
    if road is None:
        raise InvalidInput(
            f"posthoc must be one of {', '.join(NAMES)} for predictions on one test set; it was "
            f"{choices.posthoc!r}"
        )
    if (road == "mcnemar" and measure not in SHARES) or (road == "delong" and measure != "auc"):
        speaks_of = "error or accuracy" if road == "mcnemar" else "auc"
        raise InvalidInput(
            f"{road} compares by {speaks_of}, and not by {measure}; leave posthoc= out, or take "
            f"'permutation', which compares by any measure"
        )
    return road


def evidence_of(asked: OverItems) -> Evidence:
    """Return the tests of all pairs, and of all together where there is one."""
    run = ROADS[road_of(asked.measure, asked.choices)]
    evidence = run(asked)
    fix = "holm" if asked.choices.correction == "auto" else asked.choices.correction
    pairs = evidence.pairs
    if len(pairs) == 1:
        return replace(evidence, pairs=replace(pairs, p_adjusted=pairs.p_value, correction="none"))
    p = corrected_p(np.asarray(pairs.p_value), fix, asked.question)
    return replace(evidence, pairs=replace(pairs, p_adjusted=p, correction=fix))


def by_mcnemar(asked: OverItems) -> Evidence:
    """Cochran's Q of all, and the exact McNemar test of each pair."""
    import pandas as pd

    predictions, choices = asked.predictions, asked.choices
    names = asked.question.algorithms
    correct = np.stack([predictions.correct(name) for name in names], axis=1).astype(np.float64)
    frame = pd.DataFrame(correct, columns=list(names))
    upwards = asked.question.higher_is_better
    pairs = mcnemar_pairs(
        frame,
        alternative=TURNED[choices.alternative] if upwards else choices.alternative,
        correction="none",  # the p-values are corrected in `evidence_of`
        control=asked.question.control,
        alpha=choices.alpha,
    )
    pairs = replace(pairs, notes=(*pairs.notes, *((ALONE,) if len(pairs) > 1 else ())))
    if upwards:  # the difference of accuracies is that of the error rates turned round
        pairs = replace(
            pairs,
            difference=-pairs.difference,
            effect=-pairs.effect,
            low=-pairs.high,
            high=-pairs.low,
            effect_name="difference of accuracies",
        )
    one_has = pairs.details["only_a_wrong"] + pairs.details["only_b_wrong"]
    gap = pairs.details["only_a_wrong"] - pairs.details["only_b_wrong"]
    n = float(len(predictions))
    error = np.sqrt(np.maximum(one_has - gap**2 / n, 0.0)) / n
    whole = cochran_q(frame) if len(names) > 2 and asked.question.control is None else None
    return Evidence(
        pairs=pairs,
        tests=("mcnemar",) if whole is None else ("cochran_q", "mcnemar"),
        omnibus=whole,
        parts={"standard_error": error, "sources": ("newcombe",)},
    )


def by_delong(asked: OverItems) -> Evidence:
    """Whether all areas are equal, and DeLong's test of each pair."""
    import pandas as pd

    predictions, choices, question = asked.predictions, asked.choices, asked.question
    places = [predictions.place_of(name) for name in question.algorithms]
    scores = np.stack([predictions.score_of(place, "auc") for place in places], axis=1)
    truth = predictions.truth == predictions.positive_place("auc")
    pairs = delong(
        truth,
        pd.DataFrame(scores, columns=list(question.algorithms)),
        alternative=choices.alternative,
        correction="none",
        control=question.control,
        alpha=choices.alpha,
    )
    told = (*pairs.notes, *((ALONE,) if len(pairs) > 1 else ()))
    pairs = replace(pairs, notes=told)
    covariance = pairs.details["covariance"]
    first, second = pairs.pairs.T
    own = covariance.diagonal()
    variance = own[first] + own[second] - 2.0 * covariance[first, second]
    quiet = {ASSUMES, ALONE}
    warnings = tuple(note for note in pairs.notes if note not in quiet and "same order" not in note)
    whole = None
    if question.k > 2 and question.control is None:
        whole = TestResult(
            name="delong",
            statistic=pairs.details["chi2"],
            p_value=pairs.details["p_chi2"],
            df=pairs.details["df"],
            n=len(truth),
            notes=warnings,
        )
    return Evidence(
        pairs=pairs,
        tests=("delong",),
        omnibus=whole,
        warnings=warnings,
        parts={"standard_error": np.sqrt(np.maximum(variance, 0.0))},
    )


def by_permutation(asked: OverItems) -> Evidence:
    """The paired permutation test of each pair, with bootstrap intervals."""
    choices, question = asked.choices, asked.question
    form = asked.predictions.item_measure(asked.measure)
    pairs_asked = pair_count(question)
    needed = int(FINE * pairs_asked / choices.alpha)
    tested = measure_permutation(
        asked.predictions,
        asked.measure,
        alternative=choices.alternative,
        draws=draws_for(form, 2 * pairs_asked, needed),
        rng=choices.rng,
        correction="none",
        control=question.control,
        alpha=choices.alpha,
    )
    drawn = bootstrap(
        asked.predictions,
        asked.measure,
        level=1.0 - choices.alpha,
        draws=draws_for(form, question.k, 0),
        rng=choices.rng,
        correction="none",
        control=question.control,
    )
    told = "intervals are percentiles of the bootstrap, of each pair alone"
    pairs = replace(tested, low=drawn.low, high=drawn.high, notes=(*tested.notes, told))
    return Evidence(
        pairs=pairs,
        tests=("measure_permutation", "bootstrap"),
        parts={
            "standard_error": drawn.details["difference_error"],
            "intervals": (drawn.details["low"], drawn.details["high"]),
            "sources": ("fisher", "efron"),
        },
    )


ROADS: Mapping[Road, Callable[[OverItems], Evidence]] = {
    "mcnemar": by_mcnemar,
    "delong": by_delong,
    "permutation": by_permutation,
}


def draws_for(form: ItemMeasure, many: int, needed: int) -> int:
    """Return how many draws a person will wait for: counts are cheap, and items are not.

    `many` is how often the measure is taken in each draw, `needed` how many draws can reach the
    corrected level.
    """
    if form.form in {"tables", "mean"}:
        return min(max(DRAWS, needed), MOST_DRAWS)
    affordable = int(WORK / (many * form.values[0].size))
    return min(max(affordable, FEWEST_DRAWS, needed), DRAWS)


def pair_count(question: Question) -> int:
    """Return how many pairs are asked for."""
    k = question.k
    return k * (k - 1) // 2 if question.control is None else k - 1


def item_values(predictions: Predictions, measure: str) -> FloatArray | None:
    """Return what each item adds to a measure, items x algorithms: its mean is the measure.

    None for measures that are no mean over the items, such as F1.
    """
    if measure in SHARES:
        right = np.stack([predictions.correct(name) for name in predictions.algorithms], axis=1)
        return (right if measure == "accuracy" else ~right).astype(np.float64)
    form = predictions.item_measure(measure)
    if form.form == "mean":
        return np.asarray(form.values.T)
    if form.form != "area":
        return None
    return np.asarray(item_shares(form.truth.astype(bool), form.values).T)
