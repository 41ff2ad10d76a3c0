"""Where the ROC curves of two models cross, and who is better for which loss ratios."""

from __future__ import annotations

from typing import Any

from bakeoff.data.predictions import Predictions
from bakeoff.decide.comparison import Comparison
from bakeoff.decide.wording import counted, number
from bakeoff.measures.crossings import roc_crossings

SHOWN = 4


def crossings_of(found: Comparison) -> dict[str, Any] | None:
    """Return the crossings of two models that were compared by their areas on one test set.

    None for other comparisons. `ranges` name the model with the smaller risk, each at its own
    best threshold, for the loss of a false positive in units of that of a false negative.
    """
    question = found.question
    source = question.items
    two_by_area = question.k == 2 and question.measure == "auc" and question.over == "items"
    if not two_by_area or not isinstance(source, Predictions):
        return None
    names = question.algorithms
    crossed = roc_crossings(*(source.roc(name) for name in names))
    who = {"first": names[0], "second": names[1], "neither": None}
    return {
        "false_positive_rate": crossed.x.tolist(),
        "true_positive_rate": crossed.y.tolist(),
        "positive_share": crossed.positive_share,
        "ranges": [
            {"loss_ratio_from": one.low, "loss_ratio_to": one.high, "better": who[one.better]}
            for one in crossed.ranges
        ],
    }


def crossings_text(found: Comparison) -> str:
    """Return the crossings in a sentence or two; nothing where there are none to speak of."""
    crossed = crossings_of(found)
    if crossed is None:
        return ""
    ranges = [one for one in crossed["ranges"] if one["better"] is not None]
    if len({one["better"] for one in ranges}) < 2:
        who = ranges[0]["better"] if ranges else None
        return f"whatever the losses are, {who} has the smaller risk here" if who else ""
    parts = [f"{one['better']} {_between(one)}" for one in ranges[:SHOWN]]
    more = f" and {len(ranges) - SHOWN} more ranges" if len(ranges) > SHOWN else ""
    times = len(crossed["false_positive_rate"])
    curves = f"the curves cross {counted(times, 'time')}" if times else "the curves do not cross"
    return (
        f"{curves}; the smaller risk here, by what a false positive costs in false negatives: "
        f"{', '.join(parts)}{more}"
    )


def _between(one: dict[str, Any]) -> str:
    low, high = float(one["loss_ratio_from"]), float(one["loss_ratio_to"])
    if high == float("inf"):
        return f"from {number(low)} up"
    return f"up to {number(high)}" if low == 0.0 else f"from {number(low)} to {number(high)}"
