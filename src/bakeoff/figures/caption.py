"""What is printed in every picture: the test, the correction, the level, the size."""

from __future__ import annotations

from bakeoff.decide.comparison import Comparison


def of_decision(comparison: Comparison) -> str:
    """Return the test behind a decision, for the corner of its picture."""
    pairs = comparison.pairs
    parts = [pairs.name.replace("_", " ")]
    if pairs.correction not in {"none", ""}:
        parts.append(pairs.correction)
    parts += [f"alpha = {comparison.alpha:g}", comparison.question.rows_text]
    if comparison.critical_difference is not None:
        parts.append(f"critical difference {comparison.critical_difference:.3g}")
    return ", ".join(parts)


def of_data(comparison: Comparison) -> str:
    """Return what the numbers of a picture are, for its corner."""
    return f"{comparison.question.rows_text}, {comparison.question.k} algorithms"


def measure_of(comparison: Comparison) -> str:
    """Return the measure with its direction, for an axis.

    Also where a measure has no direction in words of its own, the arrow says what is better.
    """
    question = comparison.question
    arrow = "more is better" if question.higher_is_better else "less is better"
    return f"{question.measure} ({arrow})"
