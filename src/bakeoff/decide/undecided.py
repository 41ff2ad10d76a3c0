"""What the data cannot decide, and how much more of them would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy import special

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.pair_tests import corrects_itself
from bakeoff.decide.question import Question
from bakeoff.stats import tails
from bakeoff.stats.results import PairTable
from bakeoff.stats.smallest import all_of_one_sign
from bakeoff.types import FloatArray

POWER = 0.8
SIGNS = frozenset({"wilcoxon", "sign", "permutation"})
STEP_UP = frozenset({"benjamini-hochberg"})  # if all p are the smallest one, it is not raised
ENDLESS = 1e7
TINY = 1e-150
VECTORS = frozenset({"hotelling", "hotelling_two_sample"})
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
    names = question.algorithms
    what = "given" if choices.margin is not None and _of_measure(pairs) else "observed"
    return tuple(
        {
            "a": names[pairs.pairs[row, 0]],
            "b": names[pairs.pairs[row, 1]],
            "effect": what,
            "difference": choices.margin if what == "given" else float(observed[row]),
            "have": have,
            "needed": None if not np.isfinite(needed[row]) else int(needed[row]),
            "rows": unit(question, evidence),
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


def rows_needed(
    question: Question, evidence: Evidence, have: int, level: float, choices: Choices
) -> FloatArray:
    """Return the number of rows for each pair; inf where no number of such rows is enough.

    The noncentrality of the observed p-value, z^2 (or a chi-square quantile, for several
    measures), grows with the rows; the one wanted for the power is known. A given margin is
    measured in the standard errors that the interval tells. For corrected t tests the variance
    of a mean does not fall below ratio x s^2, whatever the number of splits.
    """
    pairs = evidence.pairs
    sides = 2.0 if choices.alternative == "two-sided" else 1.0
    p = np.clip(np.asarray(pairs.p_value, dtype=np.float64), 1e-300, 1.0)
    if pairs.name in VECTORS:
        measures = len(question.measures)
        wanted = float(special.chndtrinc(special.chdtri(measures, level), measures, 1.0 - POWER))
        found = np.asarray(special.chdtri(measures, p))
    else:
        quantiles = tails.normal_quantile(1.0 - level / sides) + tails.normal_quantile(POWER)
        wanted = float(quantiles) ** 2
        nearest = np.minimum(p / sides, 0.5 - 1e-15)  # beyond 1/2 it points the other way
        found = np.asarray(tails.normal_quantile(1.0 - nearest)) ** 2
    if choices.margin is not None and _of_measure(pairs):
        width = np.asarray(pairs.high) - np.asarray(pairs.low)
        error = width / (2.0 * float(tails.normal_quantile(1.0 - choices.alpha / 2.0)))
        found = (choices.margin / np.maximum(error, TINY)) ** 2
    share = wanted / np.maximum(found, TINY)  # of the variance of the mean
    ratio = question.test_train_ratio if _corrected(evidence) else None
    if ratio is None:
        rows = np.ceil(have * share)
    else:
        left = (1.0 / have + ratio) / np.maximum(share, TINY) - ratio
        rows = np.where(left > 0.0, np.ceil(1.0 / np.where(left > 0.0, left, 1.0)), np.inf)
    rows = np.maximum(rows, _fewest(pairs, level, choices))
    if choices.margin is None or not _of_measure(pairs):
        rows = np.maximum(rows, have + 1)
    return np.where(rows > ENDLESS, np.inf, rows)


def _corrected(evidence: Evidence) -> bool:
    """Whether the test of the pairs allows for the overlap of training sets."""
    vectors = evidence.pairs.name == "hotelling" and not evidence.warnings
    return vectors or "corrected_t" in evidence.tests or bool(evidence.parts.get("corrected"))


def _fewest(pairs: PairTable, level: float, choices: Choices) -> float:
    """Return how many rows a test of signs needs to be able to reach the level."""
    if pairs.name not in SIGNS and pairs.name != "sign_grid":
        return 0.0
    sides = 2.0 if choices.alternative == "two-sided" else 1.0
    return float(np.ceil(np.log2(sides / level) - 1e-9))


def _of_measure(pairs: PairTable) -> bool:
    """Whether differences are in units of the measure, so that a margin can be laid beside them."""
    return pairs.name not in {"nemenyi", "ranks_z", "ranks_tukey", "sign_grid"}
