"""Tests of all pairs at once: Tukey, Dunnett, Fisher's LSD, Nemenyi, z on mean ranks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from bakeoff.decide.evidence import Choices
from bakeoff.decide.question import Question
from bakeoff.decide.unequal_groups import kept
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats.registry import entry
from bakeoff.stats.results import PairTable
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    from bakeoff.decide.pair_tests import Pairing

ALONE = "the intervals are those of each pair alone"
ON_RANKS = frozenset({"nemenyi", "ranks_z"})
UNCORRECTED = frozenset({"ranks_z", "fisher_lsd"})
"""Tests of this kind that leave the correction for many pairs to others."""


def simultaneous(question: Question, pairing: Pairing, choices: Choices) -> PairTable:
    """Return all pairs, or those with the control, by a test that takes the whole table."""
    if question.k < 3 and pairing.test in ON_RANKS:
        raise NotApplicable(
            f"{pairing.test} compares three or more algorithms; for two use wilcoxon"
        )
    found = cast("PairTable", _run(question, pairing, 1.0 - choices.alpha))
    found = replace(found, algorithms=question.algorithms, alpha=choices.alpha)
    if question.control is not None:
        found = with_control(found, question.algorithms.index(question.control))
    if pairing.test in UNCORRECTED:
        from bakeoff.decide.pair_tests import corrected_p

        found = replace(found, p_value=_one_sided(found, pairing, question))
        p = corrected_p(np.asarray(found.p_value), pairing.correction, question)
        notes = (*found.notes, f"{ALONE}, at {100 * (1 - choices.alpha):g} %")
        return replace(found, p_adjusted=p, correction=pairing.correction, notes=notes)
    return found


def _one_sided(table: PairTable, pairing: Pairing, question: Question) -> FloatArray:
    """Return the p-values of the alternative, of a test whose law is the same on both sides.

    It speaks of the scores; where more is better, the larger score has the smaller rank.
    """
    p = np.asarray(table.p_value, dtype=np.float64)
    if pairing.alternative == "two-sided":
        return p
    turned = pairing.test in ON_RANKS and question.higher_is_better
    sign = -1.0 if (pairing.alternative == "less") != turned else 1.0
    ahead = sign * np.asarray(table.difference) > 0
    return np.where(ahead, p / 2.0, 1.0 - p / 2.0)


def _run(question: Question, pairing: Pairing, level: float) -> Any:
    function = entry(pairing.test).load()
    if pairing.test in ON_RANKS:
        options: dict[str, Any] = {
            "higher_is_better": question.higher_is_better,
            "level": level,
        }
        if pairing.test == "ranks_z":
            options["ranks"] = pairing.ranks
        return function(question.table, **options)
    if pairing.test == "ranks_tukey":
        return function(groups_of(question), level=level)
    if pairing.test == "dunnett":
        if question.control is None:
            raise InvalidInput("dunnett compares all with one: pass control= with its name")
        control = question.algorithms.index(question.control)
        data = groups_of(question) if question.over == "runs" else question.table
        return function(
            data,
            control=control,
            blocks=question.over != "runs",
            alternative=pairing.alternative,
            level=level,
        )
    if question.over == "runs":
        return function(groups_of(question), blocks=False, level=level)
    return function(question.table, blocks=True, level=level)


def groups_of(question: Question) -> list[FloatArray]:
    """Return the runs of each algorithm by the (first) measure."""
    return [kept(column) for column in question.table.T]


def with_control(table: PairTable, control: int) -> PairTable:
    """Return the rows of a table that hold the control, as (other, control)."""
    rows = np.flatnonzero((np.asarray(table.pairs) == control).any(axis=1))
    pairs = np.asarray(table.pairs)[rows]
    turned = pairs[:, 0] == control
    sign = np.where(turned, -1.0, 1.0)
    low, high = np.asarray(table.low)[rows], np.asarray(table.high)[rows]
    return replace(
        table,
        pairs=np.where(turned[:, np.newaxis], pairs[:, ::-1], pairs),
        difference=sign * np.asarray(table.difference)[rows],
        statistic=sign * np.asarray(table.statistic)[rows],
        p_value=np.asarray(table.p_value)[rows],
        p_adjusted=np.asarray(table.p_adjusted)[rows],
        effect=sign * np.asarray(table.effect)[rows],
        low=np.where(turned, -high, low),
        high=np.where(turned, -low, high),
        details={},
    )
