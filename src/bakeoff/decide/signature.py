"""Every choice that influences a number, in one line."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.question import Question
from bakeoff.decide.recommend import costs_in
from bakeoff.version import __version__

DIGITS = 12


def signature_of(
    question: Question, evidence: Evidence, choices: Choices, procedure: str, asked: str
) -> str:
    """Return the signature: the same one, the same numbers.

    A choice that a person made, and not the procedure, is marked with an exclamation mark.
    """
    pairs = evidence.pairs
    directions = question.scores.higher_is_better
    measures = "+".join(
        f"{name}({'up' if directions.get(name, question.higher_is_better) else 'down'})"
        for name in question.measures
    )
    ratio = question.test_train_ratio
    parts: dict[str, Any] = {
        "bakeoff": __version__,
        "procedure": f"{procedure}{'' if asked == 'auto' else '!'}",
        "rows": f"{question.n} {question.over}".replace(" ", "-"),
        "algorithms": question.k,
        "measure": measures,
        "design": question.design or "not-said",
        "tests": "+".join(evidence.tests),
        "posthoc": f"{pairs.name}({pairs.method}){_mark(choices.posthoc)}",
        "correction": f"{pairs.correction}{_mark(choices.correction)}",
        "alpha": f"{choices.alpha:g}",
        "alternative": choices.alternative,
    }
    if question.control is not None:
        parts["control"] = question.control
    if ratio is not None:
        parts["ratio"] = f"{ratio:.6g}"
    if question.thresholds:
        parts["thresholds"] = ",".join(f"{cut:g}" for cut in question.thresholds)
    if choices.margin is not None:
        parts["margin"] = f"{choices.margin:g}"
    costs, name = costs_in(question, choices.cost)
    if costs is not None:
        held = hashlib.sha256(np.array(list(costs.values()), dtype="<f8").tobytes())
        parts["cost"] = f"{name if name != 'cost' else 'given'}-{held.hexdigest()[:DIGITS]}"
    if "permutation" in " ".join(evidence.tests) or "monte-carlo" in pairs.method:
        parts["rng"] = choices.rng if isinstance(choices.rng, int) else choices.rng or 0
    parts["data"] = digest(question)
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def digest(question: Question) -> str:
    """Return a short fingerprint of the numbers and the names that were compared."""
    held = hashlib.sha256()
    for names in (question.rows, question.algorithms, question.measures):
        held.update("\0".join(names).encode() + b"\1")
    held.update(np.ascontiguousarray(question.cube, dtype="<f8").tobytes())
    return held.hexdigest()[:DIGITS]


def _mark(choice: Any) -> str:
    return "" if isinstance(choice, str) and choice == "auto" else "!"
