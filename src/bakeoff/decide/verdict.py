"""The answer in two or three sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.question import Question
from bakeoff.decide.wording import counted, listed, number, p_text
from bakeoff.types import BoolArray

TITLES: Mapping[str, str] = {
    "wilcoxon": "Wilcoxon's signed ranks",
    "sign": "sign test",
    "paired_t": "paired t",
    "corrected_t": "corrected t",
    "permutation": "permutation test",
    "cv5x2_t": "5x2 cv t",
    "cv5x2_f": "5x2 cv F",
    "two_sample_t": "Welch's t",
    "mann_whitney": "Mann-Whitney",
    "hotelling": "Hotelling's paired T2",
    "hotelling_two_sample": "Hotelling's two-sample T2",
    "tukey": "Tukey",
    "dunnett": "Dunnett",
    "fisher_lsd": "Fisher's least significant difference",
    "nemenyi": "Nemenyi",
    "ranks_z": "z on mean ranks",
    "ranks_tukey": "Tukey on ranks",
    "sign_grid": "sign test on the grid of wins",
    "friedman": "Friedman",
    "quade": "Quade",
    "aligned_ranks": "aligned ranks",
    "kruskal_wallis": "Kruskal-Wallis",
    "anova": "one-way ANOVA",
    "anova_blocks": "ANOVA with blocks",
    "corrected_anova": "ANOVA with blocks, corrected for overlap",
    "permutation_anova": "permutation ANOVA",
    "manova": "MANOVA",
    "manova_blocks": "MANOVA with blocks",
    "multitest": "MultiTest",
}
NEEDS_TIMES = 20.0  # more rows than so many times what there is are not worth an exact number


@dataclass(frozen=True, slots=True)
class Found:
    """What was concluded from the evidence, before it is put into words."""

    better: BoolArray
    order: list[str]
    recommended: str | None
    costs: Mapping[str, float] | None
    cost_name: str
    equivalence: tuple[Mapping[str, Any], ...]
    undecided: tuple[Mapping[str, Any], ...]


def verdict_of(question: Question, evidence: Evidence, choices: Choices, found: Found) -> str:
    """Return the verdict: what is so, what cannot be told, what follows."""
    if question.control is not None:
        first = _against_control(question, evidence, choices, found)
    elif question.k == 2:
        first = _two(question, evidence, choices)
    else:
        first = _several(question, evidence, choices, found)
    sentences = [first, *_margin(found), *_undecided(question, found), *_cost(question, found)]
    return " ".join(one[0].upper() + one[1:] + "." for one in sentences if one)


def test_title(evidence: Evidence) -> str:
    """Return the test of the pairs and its correction in words."""
    name = "corrected_t" if "corrected_t" in evidence.tests else evidence.pairs.name
    fix = evidence.pairs.correction
    title = TITLES.get(name, name)
    return title if fix == "none" else f"{title}, {fix} correction"


def _by(question: Question) -> str:
    return f"by {listed(question.measures)}"


def _over(question: Question, evidence: Evidence) -> str:
    if question.over == "data sets":
        return f"over {question.rows_text}"
    if question.over == "runs":
        return "over independent runs"
    return f"over {question.rows_text} of {question.scores.datasets[0]}"


def _two(question: Question, evidence: Evidence, choices: Choices) -> str:
    pairs = evidence.pairs
    a, b = pairs.a[0], pairs.b[0]
    title = TITLES.get("corrected_t" if "corrected_t" in evidence.tests else pairs.name, pairs.name)
    how = f"{title}, {p_text(pairs.p_adjusted[0])}"
    size = _size(question, evidence, choices)
    if not bool(pairs.significant[0]):
        apart = f"; the difference {a} - {b} is {size}" if size else ""
        return (
            f"no difference between {a} and {b} {_by(question)} can be shown "
            f"{_over(question, evidence)} ({how}){apart}"
        )
    if len(question.measures) > 1:
        return f"{a} and {b} differ {_by(question)} together {_over(question, evidence)} ({how})"
    ahead = float(pairs.difference[0]) > 0
    up = question.higher_is_better if pairs.name != "sign_grid" else True
    best, other = (a, b) if ahead == up else (b, a)
    apart = f"; the difference {a} - {b} is {size}" if size else ""
    return f"{best} does better than {other} {_by(question)} {_over(question, evidence)} ({how}){apart}"


def _size(question: Question, evidence: Evidence, choices: Choices) -> str:
    pairs = evidence.pairs
    low, high = float(pairs.low[0]), float(pairs.high[0])
    unit = " wins" if pairs.name == "sign_grid" else ""
    if not np.isfinite(float(pairs.difference[0])):
        return ""
    text = f"{number(pairs.difference[0])}{unit}"
    if np.isfinite(low) and np.isfinite(high):
        text += f" ({100 * (1 - choices.alpha):g} % interval {number(low)} to {number(high)})"
    return text


def _several(question: Question, evidence: Evidence, choices: Choices, found: Found) -> str:
    pairs = evidence.pairs
    differ = int(np.sum(pairs.significant))
    how = f"{test_title(evidence)}, level {choices.alpha:g}"
    where = f"{_by(question)} {_over(question, evidence)}"
    whole = evidence.omnibus
    if not differ:
        all_ = "" if whole is None else f"; all together: {p_text(whole.p_value)}"
        return f"no two of the {question.k} algorithms can be told apart {where} ({how}{all_})"
    best = found.order[0]
    place = question.algorithms.index(best)
    beaten = [name for name in found.order if found.better[place, question.algorithms.index(name)]]
    rest = [name for name in found.order[1:] if name not in beaten]
    first = f"{best} comes first {where}{_standing(question, evidence, best)}"
    if len(beaten) == question.k - 1:
        return f"{first} and is better than all {question.k - 1} others ({how})"
    if beaten:
        return (
            f"{first} and is better than {listed(beaten)}, while no difference from "
            f"{listed(rest)} can be shown ({how})"
        )
    pairs_text = f"{differ} of {counted(len(pairs), 'pair')}"
    verb = "differs" if differ == 1 else "differ"
    return f"{first}, but is not shown to be better than any other; {pairs_text} {verb} ({how})"


def _standing(question: Question, evidence: Evidence, best: str) -> str:
    if evidence.ordered_by == "ranks":
        return f" (mean rank {number(question.mean_ranks[best])})"
    if evidence.ordered_by == "wins" and evidence.wins is not None:
        total = int(evidence.wins.total[question.algorithms.index(best)])
        return f" (beats another on {total} of {evidence.wins.n})"
    return f" (mean {number(question.means[best])})" if len(question.measures) == 1 else ""


def _against_control(question: Question, evidence: Evidence, choices: Choices, found: Found) -> str:
    control = str(question.control)
    place = question.algorithms.index(control)
    others = [name for name in found.order if name != control]
    index = question.algorithms.index
    better = [name for name in others if found.better[index(name), place]]
    worse = [name for name in others if found.better[place, index(name)]]
    equal = [name for name in others if name not in better and name not in worse]
    parts = []
    if better:
        parts.append(f"{listed(better)} {'is' if len(better) == 1 else 'are'} better")
    if worse:
        parts.append(f"{listed(worse)} {'is' if len(worse) == 1 else 'are'} worse")
    if equal:
        parts.append(f"no difference from {listed(equal)} can be shown")
    how = f"{test_title(evidence)}, level {choices.alpha:g}"
    where = f"{_by(question)} {_over(question, evidence)}"
    return f"against {control} {where}: {'; '.join(parts)} ({how})"


def _margin(found: Found) -> list[str]:
    if not found.equivalence:
        return []
    margin = number(found.equivalence[0]["margin"])
    rows = found.equivalence
    same = [f"{row['a']} and {row['b']}" for row in rows if row["equivalent"]]
    if len(rows) == 1:
        row = rows[0]
        if row["equivalent"]:
            return [f"they are equivalent: a difference of {margin} or more is ruled out (TOST)"]
        for one, other in (("a", "b"), ("b", "a")):
            if row[f"{one}_not_worse"]:
                return [f"{row[one]} is not worse than {row[other]} by {margin} or more"]
        return [f"whether they differ by {margin} or more is not decided (TOST)"]
    if not same:
        return [f"no pair is shown to be equivalent within {margin} (TOST)"]
    return [f"equivalent within {margin} (TOST): {listed(same)}"]


def _undecided(question: Question, found: Found) -> list[str]:
    """Say how much more data the pair that matters most would need."""
    if not found.undecided:
        return []
    ranking = {name: place for place, name in enumerate(found.order)}
    row = min(
        found.undecided,
        key=lambda one: sorted((ranking[str(one["a"])], ranking[str(one["b"])])),
    )
    a, b = sorted((str(row["a"]), str(row["b"])), key=lambda name: ranking[name])
    effect = (
        f"a difference of {number(row['difference'])}"
        if row["effect"] == "given"
        else "the observed difference"
    )
    which = f" between {a} and {b}" if question.k > 2 else ""
    if row["needed"] is None and question.test_train_ratio is not None:
        return [
            f"no number of further splits of this data set would show {effect}{which} at 80 % "
            f"power; a larger data set, or several, would"
        ]
    if row["needed"] is None:
        return [f"{effect}{which} is too small to be shown by any number of {row['rows']}"]
    needed, have = int(row["needed"]), int(row["have"])
    many = f"about {needed}" if needed < NEEDS_TIMES * have else f"some {_round(needed)}"
    return [
        f"to show {effect}{which} with 80 % power would take {many} {row['rows']} (there are {have})"
    ]


def _round(value: int) -> str:
    digits = len(str(value)) - 2
    return str(round(value, -digits))


def _cost(question: Question, found: Found) -> list[str]:
    best, costs = found.recommended, found.costs
    if best is None or costs is None or question.control is not None:
        return []
    what = "cost" if found.cost_name in {"", "cost"} else found.cost_name
    if best == found.order[0]:
        cheapest = min(costs, key=lambda name: costs[name])
        if best == cheapest:
            return [f"{best} is also the cheapest by {what}"]
        return [f"take {best}: of those that nothing beats it is the cheapest by {what}"]
    return [
        f"{best} is not shown to be worse than any other and is the cheapest of those by {what}: "
        f"take it"
    ]
