"""The thesis' way over several data sets: decide on each, count wins by risk, test the counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.over_datasets import asked
from bakeoff.decide.pair_tests import FORMS, Pairing, paired_results
from bakeoff.decide.question import Question
from bakeoff.decide.simultaneous import with_control
from bakeoff.decide.wins import Wins, sign_grid, wins
from bakeoff.decide.wording import counted
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats.after.adjust import AdjustMethod, adjust
from bakeoff.stats.pairs import all_pairs
from bakeoff.stats.registry import entry
from bakeoff.types import BoolArray, FloatArray

ON_EACH = (
    "tukey", "paired_t", "wilcoxon", "sign", "permutation", "fisher_lsd", "hotelling",
    "hotelling_two_sample",
)  # fmt: skip
ONE_SET = (
    "on each data set the splits are taken for independent, as in the source; their training sets "
    "overlap, so wins are counted somewhat too freely"
)


@dataclass(frozen=True, slots=True)
class OnEach:
    """How two algorithms are told apart on one data set."""

    omnibus: str
    posthoc: str
    correction: str


def univariate_grid(question: Question, choices: Choices) -> Evidence:
    """Count wins by ANOVA with blocks and Tukey's test on each data set."""
    test, correction = asked(choices, "tukey", "bonferroni")
    return _grid(question, choices, OnEach("anova_blocks", test, correction))


def multivariate_grid(question: Question, choices: Choices) -> Evidence:
    """Count wins by MANOVA with blocks and Hotelling's test on each data set."""
    test, correction = asked(choices, "hotelling_two_sample", "bonferroni")
    return _grid(question, choices, OnEach("manova_blocks", test, correction))


def _grid(question: Question, choices: Choices, each: OnEach) -> Evidence:
    rejects, risks = [], []
    for dataset in range(len(question.scores.datasets)):
        values = splits_on(question, dataset)
        rejects.append(differ(values, each, choices))
        risks.append(risk_of(values, [question.scores.higher_is_better[name] for name in
                                      question.measures]))  # fmt: skip
    counted_wins = wins(
        np.array(rejects, dtype=float), np.array(risks), algorithms=question.algorithms
    )
    return evidence_of(question, choices, counted_wins, (each.omnibus, each.posthoc))


def evidence_of(
    question: Question, choices: Choices, found: Wins, tests: tuple[str, ...]
) -> Evidence:
    """Return the sign test with Bonferroni's correction over a grid of wins."""
    correction = "bonferroni" if choices.correction == "auto" else choices.correction
    pairs = sign_grid(
        found,
        alpha=choices.alpha,
        alternative=choices.alternative,
        correction=cast("AdjustMethod", correction),
    )
    if question.control is not None:
        pairs = with_control(pairs, question.algorithms.index(question.control))
    return Evidence(
        pairs=pairs,
        tests=(*tests, "sign_grid"),
        wins=found,
        warnings=(ONE_SET,),
        ordered_by="wins",
        otherwise=(
            (
                "this road counts a win only where one data set alone decides; "
                "procedure='friedman' uses the means of all data sets and finds more"
            ),
        ),
    )


def splits_on(question: Question, dataset: int) -> FloatArray:
    """Return splits x algorithms x measures of one data set, without the splits it lacks."""
    scores = question.scores
    places = [scores.measure_place(name) for name in question.measures]
    values = scores.values[dataset][:, :, places]
    values = values[np.isfinite(values).any(axis=(1, 2))]
    if len(values) < 2:
        raise NotApplicable(
            "this procedure decides on each data set from its splits, and "
            f"{scores.datasets[dataset]} has {counted(len(values), 'split')}; use "
            "procedure='friedman' on the means"
        )
    return np.asarray(values)


def differ(values: FloatArray, each: OnEach, choices: Choices) -> BoolArray:
    """Return who differs on one data set: nobody, where the test of all does not reject."""
    k = values.shape[1]
    table = np.zeros((k, k), dtype=bool)
    if k > 2:
        one = values.shape[2] == 1  # also where all measures but one are undefined
        name = "anova_blocks" if one else each.omnibus
        whole = entry(name).load()(values[:, :, 0] if one else values)
        if not whole.reject(choices.alpha):
            return table
    pairs = all_pairs(k)
    significant = _pairs_on(values, each, choices) <= choices.alpha
    first, second = pairs[significant].T
    table[first, second] = table[second, first] = True
    return table


def _pairs_on(values: FloatArray, each: OnEach, choices: Choices) -> FloatArray:
    k = values.shape[1]
    if each.posthoc not in ON_EACH:
        raise InvalidInput(
            f"posthoc must be a test of pairs on the splits of a data set, one of "
            f"{', '.join(ON_EACH)}; it was {each.posthoc!r}"
        )
    if FORMS[each.posthoc] == "table":
        found: Any = entry(each.posthoc).load()(values[:, :, 0])
        return np.asarray(found.p_adjusted)
    pairing = Pairing(each.posthoc, each.correction)
    result = paired_results(values, all_pairs(k), pairing, choices)
    p = np.asarray(result.p_value)
    return p if each.correction == "none" else adjust(p, cast("AdjustMethod", each.correction))


def risk_of(values: FloatArray, higher_is_better: Sequence[bool]) -> FloatArray:
    """Return the mean of each algorithm, all measures turned so that less is better, and summed.

    For the four counts this is twice the number of errors less a constant: the order of the
    thesis' risk with equal losses.
    """
    signs = np.where(np.asarray(higher_is_better), -1.0, 1.0)
    return np.asarray((values * signs).sum(axis=2).mean(axis=0))
