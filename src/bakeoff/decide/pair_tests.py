"""All pairs, or all against a control, by one test: a `PairTable` with effects and intervals.

Tests of two algorithms are called once for all pairs, with a leading axis; what is simultaneous
by nature (Tukey, Nemenyi) is called as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import numpy as np

from bakeoff.decide.evidence import Choices
from bakeoff.decide.pair_estimates import effect_of, estimates, long_laws
from bakeoff.decide.question import Question
from bakeoff.decide.unequal_groups import kept, one_by_one
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats.after.adjust import METHODS, AdjustMethod, adjust
from bakeoff.stats.pairs import asked_pairs
from bakeoff.stats.registry import entry
from bakeoff.stats.results import PairTable, TestResult
from bakeoff.types import Alternative, FloatArray, IntArray

Form = Literal["paired", "paired measures", "5x2", "independent", "independent measures", "table"]

FORMS: dict[str, Form] = {
    "paired_t": "paired",
    "wilcoxon": "paired",
    "sign": "paired",
    "permutation": "paired",
    "hotelling": "paired measures",
    "cv5x2_t": "5x2",
    "cv5x2_f": "5x2",
    "two_sample_t": "independent",
    "mann_whitney": "independent",
    "hotelling_two_sample": "independent measures",
    "tukey": "table",
    "dunnett": "table",
    "fisher_lsd": "table",
    "nemenyi": "table",
    "ranks_z": "table",
    "ranks_tukey": "table",
}
SIMULTANEOUS = frozenset({"tukey", "dunnett", "nemenyi", "ranks_tukey"})
LOGICAL = frozenset({"shaffer", "bergmann-hommel"})
OF_TIES = "zero differences were left out"  # told with what counts them, by `told_of_ties`


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which test compares two algorithms, and how its p-values are corrected."""

    test: str
    correction: str = "holm"
    ratio: float | None = None
    alternative: Alternative = "two-sided"
    ranks: str = "friedman"


def corrects_itself(pairs: PairTable) -> bool:
    """Whether the test of the pairs allows for their number by itself, as Tukey's does."""
    return pairs.name in SIMULTANEOUS and pairs.correction not in {*METHODS, *LOGICAL}


def pair_table(question: Question, pairing: Pairing, choices: Choices) -> PairTable:
    """Return all pairs of the question, or all against its control."""
    test = choices.posthoc if callable(choices.posthoc) else pairing.test
    if callable(test):
        return own_test(question, test, pairing, choices)
    form = FORMS.get(pairing.test)
    if form is None:
        entry(pairing.test)  # an unknown name is answered with the nearest ones
        raise InvalidInput(
            f"posthoc must be a test of pairs, one of {', '.join(FORMS)}; it was {pairing.test!r}"
        )
    refuse_wrong_form(question, pairing.test, form)
    if form == "table":
        from bakeoff.decide.simultaneous import simultaneous

        return simultaneous(question, pairing, choices)
    pairs = pairs_of(question)
    result = paired_results(question.cube, pairs, pairing, choices, question.scores.splits)
    return table_of(question, pairs, result, pairing, choices)


def refuse_wrong_form(question: Question, test: str, form: Form) -> None:
    """Stop where unpaired runs would be treated as paired, or the other way round."""
    unpaired = form.startswith("independent") or test == "ranks_tukey"
    if question.over == "runs" and not unpaired and test not in {"tukey", "dunnett", "fisher_lsd"}:
        raise NotApplicable(
            f"{test} compares pair by pair, and these runs are not paired (design 'independent'): "
            f"use two_sample_t or mann_whitney, or read the scores with another design"
        )
    if question.over != "runs" and form.startswith("independent"):
        raise NotApplicable(
            f"{test} takes independent runs, and these scores are paired over the same "
            f"{question.over}: pairing would be lost; use wilcoxon or paired_t, or read the scores "
            f"with design='independent' if they are runs of their own"
        )
    if form == "5x2" and (
        question.design != "5x2" or question.over != "splits" or question.n != 10
    ):
        raise NotApplicable(
            f"{test} needs five times two-fold cross-validation on one data set; these scores "
            f"have the design {question.design or 'not said'} and {question.rows_text}"
        )
    if "measures" in form and len(question.measures) < 2:
        raise NotApplicable(
            f"{test} tests several measures together; pass measures= with two or more"
        )


def pairs_of(question: Question) -> IntArray:
    """Return the pairs that are asked for, as places of algorithms."""
    return asked_pairs(question.algorithms, question.control)


def paired_results(
    cube: FloatArray,
    pairs: IntArray,
    pairing: Pairing,
    choices: Choices,
    splits: Any = (),
) -> TestResult:
    """Return the test of every pair as one batch; `cube` is rows x algorithms x measures."""
    form, function = FORMS[pairing.test], entry(pairing.test).load()
    first, second = pairs.T
    sided: dict[str, Any] = {"alternative": pairing.alternative}
    corrected = {} if pairing.ratio is None else {"test_train_ratio": pairing.ratio}
    if form == "paired measures":
        by_algorithm = np.moveaxis(cube, 1, 0)
        return cast("TestResult", function(by_algorithm[first], by_algorithm[second], **corrected))
    columns = np.ascontiguousarray(cube[:, :, 0].T)
    if form == "independent measures":
        runs = np.moveaxis(cube, 1, 0)
        return one_by_one(lambda i, j: function(_whole(runs[i]), _whole(runs[j])), pairs)
    if form == "independent":
        if np.isfinite(columns).all():
            return cast("TestResult", function(columns[first], columns[second], **sided))
        return one_by_one(lambda i, j: function(kept(columns[i]), kept(columns[j]), **sided), pairs)
    if form == "5x2":
        order = sorted(range(len(splits)), key=lambda place: tuple(map(str, splits[place])))
        differences = (columns[first] - columns[second])[:, order].reshape(-1, 5, 2)
        return cast(
            "TestResult", function(differences, **(sided if pairing.test == "cv5x2_t" else {}))
        )
    options: dict[str, Any] = {"rng": choices.rng} if pairing.test == "permutation" else {}
    if pairing.test == "paired_t":
        options = corrected
    if pairing.test == "wilcoxon" and long_laws(len(pairs), len(cube)):
        options = {"method": "asymptotic"}
    return cast("TestResult", function(columns[first], columns[second], **sided, **options))


def table_of(
    question: Question, pairs: IntArray, result: TestResult, pairing: Pairing, choices: Choices
) -> PairTable:
    """Return a batch of tests as a table, corrected, with effects and intervals."""
    difference, low, high, notes = estimates(question, pairs, result, choices.alpha)
    p = np.asarray(result.p_value, dtype=np.float64)
    effect = effect_of(result, question, pairs)
    return PairTable(
        name=pairing.test,
        algorithms=question.algorithms,
        pairs=pairs,
        difference=difference,
        statistic=np.asarray(result.statistic, dtype=np.float64),
        p_value=p,
        p_adjusted=corrected_p(p, pairing.correction, question),
        effect=effect[1],
        low=low,
        high=high,
        effect_name=effect[0],
        correction=pairing.correction,
        method=result.method,
        alpha=choices.alpha,
        notes=(*(note for note in result.notes if OF_TIES not in note), *notes),
    )


def corrected_p(p: FloatArray, correction: str, question: Question) -> FloatArray:
    """Return adjusted p-values; a correction of related hypotheses needs all pairs."""
    if correction == "none":
        return p
    if correction in LOGICAL and question.control is not None:
        raise InvalidInput(
            f"correction={correction!r} is for all pairs; with a control use holm or finner"
        )
    try:
        return adjust(p, cast("AdjustMethod", correction))
    except InvalidInput as fault:
        # here the method of adjusting is called correction
        raise InvalidInput(str(fault).replace("method=", "correction=", 1)) from None


def own_test(
    question: Question, test: Callable[..., Any], pairing: Pairing, choices: Choices
) -> PairTable:
    """Return all pairs by a function of a person's own: f(a, b) gives a result or a p-value."""
    columns, pairs = question.table.T, pairs_of(question)
    answers = [test(kept(columns[i]), kept(columns[j])) for i, j in pairs.tolist()]
    p = np.array([_p_of(answer) for answer in answers])
    if not ((p >= 0) & (p <= 1)).all():
        raise InvalidInput("posthoc= must give a p-value between 0 and 1 (or a result with one)")
    t = TestResult(getattr(test, "__name__", "own test"), np.full(len(p), np.nan), p)
    difference, low, high, notes = estimates(question, pairs, t, choices.alpha)
    table = table_of(question, pairs, t, replace(pairing, test=t.name), choices)
    return replace(table, difference=difference, low=low, high=high, notes=notes)


def _p_of(answer: Any) -> float:
    if hasattr(answer, "p_value"):
        return float(answer.p_value)
    if hasattr(answer, "pvalue"):
        return float(answer.pvalue)
    return float(answer)


def _whole(runs: FloatArray) -> FloatArray:
    return runs[np.isfinite(runs).all(axis=-1)]
