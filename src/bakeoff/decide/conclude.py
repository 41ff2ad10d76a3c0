"""From the evidence of a procedure to the one object that everything is shown from."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np

from bakeoff.decide.assumptions import checks_of
from bakeoff.decide.cliques import found_cliques
from bakeoff.decide.comparison import Comparison
from bakeoff.decide.equivalence import equivalence_of
from bakeoff.decide.evidence import Choices, Evidence, Found
from bakeoff.decide.order import order as order_of
from bakeoff.decide.pair_estimates import told_of_ties
from bakeoff.decide.procedures import Procedure
from bakeoff.decide.question import Question
from bakeoff.decide.reasons import reasons_of
from bakeoff.decide.recommend import better_table, costs_in, recommended_of, risk_means
from bakeoff.decide.signature import signature_of
from bakeoff.decide.titles import what_was_done
from bakeoff.decide.traps import scales_told, warnings_of
from bakeoff.decide.undecided import undecided_of
from bakeoff.decide.verdict import verdict_of
from bakeoff.decide.wins import Wins
from bakeoff.decide.wording import counted
from bakeoff.types import BoolArray, IntArray

ON_RANKS = frozenset({"nemenyi", "ranks_z", "ranks_tukey"})
MOST_CLIQUES = 1000
BLOCK = 2_000_000  # comparisons at once when wins are counted


def comparison_of(
    question: Question, evidence: Evidence, choices: Choices, way: Procedure, asked: str
) -> Comparison:
    """Return the comparison: order, cliques, wins, checks, words."""
    pairs = evidence.pairs
    reject = reject_of(question, evidence)
    values, up = ordering(question, evidence)
    ordered = order_of(values, reject, higher_is_better=up)
    names = question.algorithms
    order = [names[int(place)] for place in ordered.order]
    groups = [[names[int(place)] for place in group] for group in ordered.groups]
    cliques: list[list[str]] = []
    if question.control is None:
        found = sorted(islice(found_cliques(reject), MOST_CLIQUES))
        cliques = [[names[place] for place in members] for members in found if len(members) > 1]
    if "order" in evidence.parts:
        order = list(evidence.parts["order"])
    better = evidence.parts.get("better")
    if better is None:
        better = better_table(question, pairs, by_difference=pairs.name not in ON_RANKS)
    costs, cost_name = costs_in(question, choices.cost)
    recommended = recommended_of(question, np.asarray(better, bool), costs, order)
    checks = checks_of(question, evidence, choices)
    equivalence = evidence.parts.get("equivalence")
    if equivalence is None:
        equivalence = equivalence_of(question, evidence, choices)
    undecided = undecided_of(question, evidence, choices, order[0], equivalence)
    issues = [
        f"{check.title}: {check.sentence}"
        for check in checks
        if check.outcome == "issue" and not (check.code == "overlap" and evidence.warnings)
    ]
    scales = scales_told(question, pairs.name)
    ties = [one for one in [told_of_ties(question, pairs)] if one]
    capped = ["there are very many cliques; the first 1000 are listed"] * (
        len(cliques) >= MOST_CLIQUES
    )
    shown = Found(
        better=np.asarray(better, bool),
        order=order,
        recommended=recommended,
        costs=costs,
        cost_name=cost_name,
        equivalence=equivalence,
        undecided=undecided,
    )
    return Comparison(
        question=question,
        procedure=way.name,
        title=what_was_done(evidence),
        verdict=verdict_of(question, evidence, choices, shown),
        reasons=reasons_of(question, evidence, choices, way, asked),
        warnings=list(
            dict.fromkeys(
                [
                    *warnings_of(question, choices.margin),
                    *scales,
                    *evidence.warnings,
                    *_holding_zero(question, evidence, choices),
                    *issues,
                    *capped,
                    *ties,
                ]
            )
        ),
        omnibus=evidence.omnibus,
        pairs=pairs,
        checks=checks,
        ranks=question.mean_ranks,
        means=question.means,
        critical_difference=evidence.critical_difference,
        cliques=cliques,
        order=order,
        groups=[] if question.control is not None else groups,
        wins=evidence.wins if evidence.wins is not None else wins_of(question),
        recommended=recommended,
        signature=signature_of(question, evidence, choices, way.name, asked),
        alpha=choices.alpha,
        tests=evidence.tests,
        margin=choices.margin,
        equivalence=equivalence,
        undecided=undecided,
        parts=_parts(evidence, choices),
    )


def _holding_zero(question: Question, evidence: Evidence, choices: Choices) -> list[str]:
    """Say why pairs that differ may have an interval that holds 0."""
    pairs = evidence.pairs
    low, high = np.asarray(pairs.low), np.asarray(pairs.high)
    odd = int((np.asarray(pairs.significant) & (low <= 0.0) & (high >= 0.0)).sum())
    if not odd or len(question.measures) > 1:
        return []
    why = (
        "interval and p-value are made in different ways, and the p-value decides"
        if choices.alternative == "two-sided"
        else "the intervals are two-sided, and the test is not"
    )
    which = f"{counted(odd, 'pair')} that {'differs has' if odd == 1 else 'differ have'}"
    return [f"{which} an interval that holds 0: {why}"]


def _parts(evidence: Evidence, choices: Choices) -> dict[str, Any]:
    """Return the further results; a test that a person chose is told from the procedure's."""
    parts = dict(evidence.parts)
    if not isinstance(choices.posthoc, str) or choices.posthoc != "auto":
        parts["posthoc"] = evidence.pairs.name
    return parts


def reject_of(question: Question, evidence: Evidence) -> IntArray:
    """Return the 0/1 table of the decisions; pairs that were not asked for count as equal."""
    table = np.zeros((question.k, question.k), dtype=np.int64)
    first, second = evidence.pairs.pairs[np.asarray(evidence.pairs.significant)].T
    table[first, second] = table[second, first] = 1
    return table


def ordering(question: Question, evidence: Evidence) -> tuple[Any, bool]:
    """Return the numbers that the algorithms are put in order by, and whether more is better."""
    if evidence.ordered_by == "wins" and evidence.wins is not None:
        # equal unions are told apart by all wins less all losses
        counts = evidence.wins.counts
        balance = (counts.sum(axis=1) - counts.sum(axis=0)) / (1.0 + 2.0 * counts.sum())
        return evidence.wins.total + balance, True
    if evidence.ordered_by == "ranks":
        return np.array(list(question.mean_ranks.values())), False
    if len(question.measures) > 1:
        return risk_means(question), False
    return np.array(list(question.means.values())), question.higher_is_better


def wins_of(question: Question) -> Wins:
    """Return on how many rows each algorithm has the better score than each other one."""
    losses = question.losses
    k = question.k
    if question.over == "runs":
        losses = np.nanmean(losses, axis=0, keepdims=True)
    counts = np.zeros((k, k), dtype=np.int64)
    total = np.zeros(k, dtype=np.int64)
    size = max(1, BLOCK // (k * k))
    for start in range(0, len(losses), size):
        part = losses[start : start + size]
        beats: BoolArray = part[:, :, np.newaxis] < part[:, np.newaxis, :]
        counts += beats.sum(axis=0)
        total += beats.any(axis=2).sum(axis=0)
    return Wins(question.algorithms, counts, total, len(losses))
