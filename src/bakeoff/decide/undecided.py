"""What the data cannot decide, and how much more of them would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.pair_tests import corrects_itself
from bakeoff.decide.question import Question
from bakeoff.decide.rows_needed import POWER, SIGNS, of_measure, rows_needed, towards
from bakeoff.stats.smallest import all_of_one_sign

STEP_UP = frozenset({"benjamini-hochberg"})  # if all p are the smallest one, it is not raised
MANY = 1000  # pairs; more are a list that nobody reads


def smallest_reachable(question: Question, evidence: Evidence, choices: Choices) -> float | None:
    """Return the smallest p that the test of pairs can give, after the correction."""
    pairs = evidence.pairs
    many = 1 if pairs.correction in {"none", "protected", *STEP_UP} else len(pairs)
    if pairs.name in SIGNS:
        least = float(all_of_one_sign(question.n, choices.alternative))
    elif pairs.name == "sign_grid" and evidence.wins is not None:
        least = float(all_of_one_sign(evidence.wins.n, choices.alternative))
    elif pairs.name == "mann_whitney":
        from bakeoff.stats import smallest_p

        runs = np.sort(np.isfinite(question.table).sum(axis=0))
        least = smallest_p("mann_whitney", (int(runs[-1]), int(runs[-2])))
    else:
        return None
    return min(1.0, many * least)


def undecided_of(
    question: Question,
    evidence: Evidence,
    choices: Choices,
    first: str,
    equivalence: tuple[Mapping[str, Any], ...] = (),
) -> tuple[dict[str, Any], ...]:
    """Return, for each pair that was not told apart, how many rows would do it.

    Those that are shown to be equivalent are decided. Of very many pairs only those with the
    first of the order, which are the ones that matter.

    At 80 % power, at the level that the correction leaves to one pair, for the smallest
    difference that matters if one was given, and else for the observed one.
    """
    pairs = evidence.pairs
    decided = np.array([bool(row["equivalent"]) for row in equivalence] or [False])
    open_ = np.flatnonzero(~(np.asarray(pairs.significant) | decided))
    if len(open_) > MANY:
        place = question.algorithms.index(first)
        open_ = open_[(pairs.pairs[open_] == place).any(axis=1)]
    if not len(open_):
        return ()
    have = evidence.wins.n if evidence.wins is not None else question.n
    alone = pairs.correction in {"none", "protected"} and not corrects_itself(pairs)
    level = choices.alpha if alone else choices.alpha / len(pairs)
    needed = rows_needed(question, evidence, have, level, choices)
    observed = np.asarray(pairs.difference)
    along = towards(pairs, choices)
    names = question.algorithms
    what = "given" if choices.margin is not None and of_measure(pairs) else "observed"
    return tuple(
        {
            "a": names[pairs.pairs[row, 0]],
            "b": names[pairs.pairs[row, 1]],
            "effect": what,
            "difference": choices.margin if what == "given" else float(observed[row]),
            "have": have,
            "needed": None if not np.isfinite(needed[row]) else int(needed[row]),
            "rows": unit(question, evidence),
            "towards": bool(along[row]),
            "power": POWER,
            "alpha": level,
        }
        for row in open_.tolist()
    )


def unit(question: Question, evidence: Evidence) -> str:
    """Return what the rows of the deciding test are."""
    if evidence.wins is not None and question.thresholds and len(question.scores.datasets) == 1:
        return "thresholds"
    return "runs of each" if question.over == "runs" else question.over
