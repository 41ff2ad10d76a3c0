"""With a smallest difference that matters: who is equivalent, and who is not worse."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.pair_tests import Pairing, corrected_p, paired_results, pairs_of
from bakeoff.decide.question import Question
from bakeoff.errors import InvalidInput
from bakeoff.stats.after.adjust import METHODS
from bakeoff.types import Alternative, FloatArray

SHIFTED = frozenset(
    {"paired_t", "wilcoxon", "sign", "permutation", "two_sample_t", "mann_whitney", "cv5x2_t"}
)
LOGICAL = frozenset({"shaffer", "bergmann-hommel"})


def equivalence_of(
    question: Question, evidence: Evidence, choices: Choices
) -> tuple[dict[str, Any], ...]:
    """Return two one-sided tests (TOST) for each pair, by the test that compared the pairs.

    The null hypotheses: the first is worse by the margin or more; the second is. If both are
    rejected the two are equivalent; if one is, that one is not worse. Schuirmann, A comparison of
    the two one-sided tests procedure, 1987.
    """
    if choices.margin is None:
        return ()
    margin = checks.positive(choices.margin, "margin")
    if len(question.measures) > 1:
        raise InvalidInput(
            "margin is in units of one measure; pass measure= with one of "
            f"{', '.join(question.measures)}, or leave margin= out"
        )
    pairing = test_for(question, evidence)
    pairs = pairs_of(question)
    above = _shifted(question, pairing, choices, margin, "greater")
    below = _shifted(question, pairing, choices, -margin, "less")
    fix = "holm" if pairing.correction in LOGICAL else pairing.correction
    adjusted = {
        "lower": corrected_p(above, fix, question),
        "upper": corrected_p(below, fix, question),
        "both": corrected_p(np.maximum(above, below), fix, question),
    }
    # a - b > -margin speaks for a where more is better, and for b where less is
    first, second = ("lower", "upper") if question.higher_is_better else ("upper", "lower")
    names = question.algorithms
    # TOST at alpha goes with the interval at 1 - 2 alpha, which is narrower than the one shown
    found = evidence.pairs
    outside = np.maximum(np.abs(found.low), np.abs(found.high)) >= margin
    if len(found) != len(pairs):
        outside = np.zeros(len(pairs), dtype=bool)
    return tuple(
        {
            "a": names[i],
            "b": names[j],
            "margin": margin,
            "test": pairing.test,
            "p_equivalent": float(adjusted["both"][row]),
            "p_a_not_worse": float(adjusted[first][row]),
            "p_b_not_worse": float(adjusted[second][row]),
            "equivalent": bool(adjusted["both"][row] <= choices.alpha),
            "a_not_worse": bool(adjusted[first][row] <= choices.alpha),
            "b_not_worse": bool(adjusted[second][row] <= choices.alpha),
            "level": 1.0 - 2.0 * choices.alpha,
            "reaches_beyond": bool(outside[row]),
        }
        for row, (i, j) in enumerate(pairs.tolist())
    )


def test_for(question: Question, evidence: Evidence) -> Pairing:
    """Return the test of the pairs, or where it knows no shift the one that does."""
    correction = evidence.pairs.correction
    if correction not in {"none", *METHODS, *LOGICAL}:  # the test's own, or protected
        correction = "holm"
    name = {"cv5x2_f": "cv5x2_t"}.get(evidence.pairs.name, evidence.pairs.name)
    if name not in SHIFTED:
        name = {"data sets": "wilcoxon", "runs": "two_sample_t"}.get(question.over, "paired_t")
    ratio = question.test_train_ratio if name == "paired_t" else None
    return Pairing(name, correction, ratio=ratio)


def _shifted(
    question: Question, pairing: Pairing, choices: Choices, shift: float, side: Alternative
) -> FloatArray:
    """Return the one-sided p of a + shift against b, for every pair."""
    pairs = pairs_of(question)
    if pairing.test == "wilcoxon" and question.over != "runs":
        from bakeoff.stats.two.all_differences import of_a_shift

        columns = question.table.T
        return of_a_shift(columns[pairs[:, 0]] + shift, columns[pairs[:, 1]], side)
    k = question.k
    doubled = np.concatenate([question.table + shift, question.table], axis=1)
    moved = np.stack([pairs[:, 0], pairs[:, 1] + k], axis=1)
    sided = Pairing(pairing.test, pairing.correction, ratio=pairing.ratio, alternative=side)
    result = paired_results(
        doubled[:, :, np.newaxis], moved, sided, choices, question.scores.splits
    )
    return np.asarray(result.p_value, dtype=np.float64)
