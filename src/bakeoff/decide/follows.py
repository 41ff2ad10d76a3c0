"""What follows from a verdict: equivalence, how much more data, which one to take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.decide.evidence import Found
from bakeoff.decide.question import Question
from bakeoff.decide.rows_needed import ENDLESS
from bakeoff.decide.wording import listed, number

MOST = 6  # pairs of equals that are named
TOO_MANY_TIMES = 10.0
PRACTICABLE = {"data sets": 200, "items": 100_000}
OTHER_ROWS = 1000  # runs, splits or thresholds
EXACT = 100  # rows from which on a number is rounded


def follow(question: Question, found: Found) -> list[str]:
    """Return the sentences that come after the first."""
    return [*_margin(question, found), *_undecided(question, found), *_cost(question, found)]


def _margin(question: Question, found: Found) -> list[str]:
    """Say who is equivalent, and who is at least not worse."""
    rows = found.equivalence
    if not rows:
        return []
    margin = number(rows[0]["margin"])
    if len(rows) == 1:
        return [_of_two(rows[0], margin)]
    same = [f"{row['a']} and {row['b']}" for row in rows if row["equivalent"]]
    told = (
        f"equivalent within {margin} (TOST{_narrower(rows)}): {_semicolons(same)}"
        if same
        else f"no pair is shown to be equivalent within {margin} (TOST)"
    )
    if question.control is None:
        return [told]
    side = {row["a"]: row["a_not_worse"] for row in rows if not row["equivalent"]}
    good = [name for name, yes in side.items() if yes]
    if not good:
        return [told]
    verb = "is" if len(good) == 1 else "are"
    return [told, f"{listed(good)} {verb} not worse than {question.control} by {margin} or more"]


def _narrower(rows: Sequence[Mapping[str, Any]]) -> str:
    """Say which intervals TOST goes with where some that are shown reach beyond the margin."""
    found = [row for row in rows if row["equivalent"] and row.get("reaches_beyond")]
    return f", by intervals at {100 * found[0]['level']:g} %" if found else ""


def _of_two(row: Mapping[str, Any], margin: str) -> str:
    if row["equivalent"]:
        beyond = ""
        if row.get("reaches_beyond"):
            beyond = (
                f"; it looks at the {100 * row['level']:g} % interval, which lies within, and "
                f"the one above reaches further"
            )
        return f"they are equivalent: a difference of {margin} or more is ruled out (TOST{beyond})"
    for one, other in (("a", "b"), ("b", "a")):
        if row[f"{one}_not_worse"]:
            return f"{row[one]} is not worse than {row[other]} by {margin} or more (TOST)"
    return f"whether they differ by {margin} or more is not decided (TOST)"


def _semicolons(texts: list[str]) -> str:
    more = f"; and {len(texts) - MOST} more" if len(texts) > MOST else ""
    return f"{'; '.join(texts[:MOST])}{more}"


def _undecided(question: Question, found: Found) -> list[str]:
    """Say how much more data the pair that matters most would need."""
    ranking = {name: place for place, name in enumerate(found.order)}
    rows = [row for row in found.undecided if _matters(question, found, row)]
    if not rows:
        return []
    row = min(rows, key=lambda one: sorted((ranking[str(one["a"])], ranking[str(one["b"])])))
    a, b = sorted((str(row["a"]), str(row["b"])), key=lambda name: ranking[name])
    which = f" between {a} and {b}" if question.k > 2 else ""
    given = row["effect"] == "given"
    effect = f"a difference of {number(row['difference'])}{which}"
    if not given:
        effect = f"the observed difference{which}"
    if row["needed"] is None:
        return [_never(question, row, effect)]
    needed, have = int(row["needed"]), int(row["have"])
    if given and needed <= have:
        return [f"{effect} would have been seen in these {have} {row['rows']} with 80 % power"]
    many = f"about {needed if needed < EXACT else _round(needed)}"
    if given:
        return [f"to show {effect} with 80 % power takes {many} {row['rows']} (there are {have})"]
    # what was seen is as uncertain as the data are few: planning starts from what matters
    if not within_reach(row["rows"], have, needed):
        text = (
            f"{effect}, itself uncertain, would take {many} {row['rows']} to be shown with 80 % "
            f"power, which is out of practicable reach (there are {have})"
        )
        return [text]
    text = (
        f"were {effect}, itself uncertain, the true one, {many} {row['rows']} would show it with "
        f"80 % power (there are {have})"
    )
    return [text]


def within_reach(rows: str, have: int, needed: int) -> bool:
    """Whether so many rows can be had: up to ten times what there is, or up to what is usual."""
    return needed <= max(TOO_MANY_TIMES * have, PRACTICABLE.get(rows, OTHER_ROWS))


def _matters(question: Question, found: Found, row: Mapping[str, Any]) -> bool:
    """Whether a pair stands in the way of a decision: it holds the first, or the control."""
    return question.control is not None or found.order[0] in (row["a"], row["b"])


def _never(question: Question, row: Mapping[str, Any], effect: str) -> str:
    if float(row["difference"] or 0.0) == 0.0:
        return f"{effect} is exactly 0, which no further {row['rows']} would tell from chance"
    if row["towards"] is False:
        return f"{effect} points away from the alternative that was asked about"
    if question.test_train_ratio is not None:
        return (
            f"no number of further splits of this data set would show {effect} with 80 % power; "
            f"a larger data set, or several, would"
        )
    return (
        f"{effect}, itself uncertain, would take more than {ENDLESS:,.0f} {row['rows']} to be "
        f"shown with 80 % power"
    )


def _round(value: int) -> str:
    digits = len(str(value)) - 2
    return str(round(value, -digits))  # two digits: it is an estimate from an estimate


def _cost(question: Question, found: Found) -> list[str]:
    """Say which one to take where what they cost is known: MultiTest's first."""
    best, costs = found.recommended, found.costs
    if best is None or costs is None or question.control is not None:
        return []
    what = "cost" if found.cost_name in {"", "cost"} else found.cost_name
    if best == min(costs, key=lambda name: costs[name]) and best == found.order[0]:
        return [f"{best} is ahead and also the cheapest by {what}: take it"]
    if best == found.order[0]:
        return [f"take {best}: no cheaper one by {what} is left that nothing beats"]
    return [
        (
            f"of those that none is shown to beat, {best} is the cheapest by {what}, and MultiTest "
            f"would take it; but not shown to be worse is not shown to be as good"
            f"{_behind(question, best, found.order[0])}"
        )
    ]


def _behind(question: Question, one: str, first: str) -> str:
    """Return how far one is from the first in the order, by the measure and by the rows."""
    if len(question.measures) > 1:
        return ""
    means = question.means
    text = (
        f": its mean {question.measure} is {number(means[one])}, that of {first} "
        f"{number(means[first])}"
    )
    if question.over not in {"data sets", "splits"}:
        return text
    mine, theirs = (question.losses[:, question.algorithms.index(name)] for name in (one, first))
    worse = int((mine > theirs).sum())
    return f"{text}, and it does worse on {worse} of {question.rows_text}"
