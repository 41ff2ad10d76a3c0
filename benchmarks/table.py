"""All that was measured in one table: work, size, ours, the best peer, ratio, and growth.

Two lines are the same work on another size if their names differ in one number only.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from benchmarks.timing import Comparison, short

NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?:\^\d+)?")
HEAD = """| work | ours | best peer | ratio | goal | growth |
| --- | --- | --- | --- | --- | --- |
"""


def of(measured: Sequence[Comparison]) -> str:
    """Return the table as Markdown."""
    return HEAD + "".join(_row(one, growth(one, measured)) for one in measured)


def growth(one: Comparison, measured: Sequence[Comparison]) -> float | None:
    """Return the power of the size with which our time grows, from the next smaller size on."""
    steps = [(ratio, other) for other in measured if (ratio := larger(one.name, other.name))]
    if not steps:
        return None
    ratio, before = min(steps, key=lambda step: step[0])
    return math.log(one.ours / before.ours) / math.log(ratio)


def larger(name: str, other: str) -> float | None:
    """Return how many times larger the first is, where one number makes the difference."""
    if NUMBER.sub("#", name) != NUMBER.sub("#", other):
        return None
    both = zip(NUMBER.findall(name), NUMBER.findall(other), strict=True)
    ratios = [_value(mine) / _value(theirs) for mine, theirs in both if mine != theirs]
    return ratios[0] if len(ratios) == 1 and ratios[0] > 1 else None


def _value(text: str) -> float:
    base, _, power = text.replace(",", "").partition("^")
    return float(base) ** int(power or 1)


def _row(one: Comparison, power: float | None) -> str:
    theirs, ratio, unit = "", "", " s"
    if one.theirs is not None:
        theirs, ratio, unit = f"{one.peer} {short(one.theirs)}", f"{one.ratio:.1f}x", "x"
    goal = "" if one.goal is None else f"{one.goal:g}{unit}{'' if one.reached else ', missed'}"
    grows = "" if power is None else f"n^{power:.2f}"
    return f"| {one.name} | {short(one.ours)} | {theirs} | {ratio} | {goal} | {grows} |\n"
