"""The answer in two or three sentences."""

from __future__ import annotations

import numpy as np

from bakeoff.decide.evidence import Choices, Evidence, Found
from bakeoff.decide.follows import follow
from bakeoff.decide.pair_tests import corrects_itself
from bakeoff.decide.question import Question
from bakeoff.decide.recommend import commensurable
from bakeoff.decide.titles import TITLES, fix_title
from bakeoff.decide.wording import counted, listed, number, p_text

FEW = 3  # pairs that are told by name
TWO_SIDED = frozenset(
    {"tukey", "nemenyi", "ranks_tukey", "cv5x2_f", "hotelling", "hotelling_two_sample"}
)
UNNAMED = "data"  # what a data set is called that nobody named


def verdict_of(question: Question, evidence: Evidence, choices: Choices, found: Found) -> str:
    """Return the verdict: what is so, what cannot be told, what follows."""
    if question.control is not None:
        first = _against_control(question, evidence, choices, found)
    elif question.k == 2:
        first = _two(question, evidence, choices, found)
    else:
        first = _several(question, evidence, choices, found)
    sentences = [first, *follow(question, found)]
    return " ".join(f"{_begun(one, question)}." for one in sentences if one)


def _begun(sentence: str, question: Question) -> str:
    """Return a sentence with a capital, unless it begins with a name: names stay as they are."""
    if any(sentence.startswith(name) for name in question.algorithms):
        return sentence
    return sentence[0].upper() + sentence[1:]


def test_title(evidence: Evidence) -> str:
    """Return the test of the pairs and its correction in words."""
    fix = evidence.pairs.correction
    title = _title(evidence)
    if fix == "none" or corrects_itself(evidence.pairs) or len(evidence.pairs) == 1:
        return title
    return f"{title}, {fix_title(fix)}"


def _title(evidence: Evidence) -> str:
    name = "corrected_t" if "corrected_t" in evidence.tests else evidence.pairs.name
    return TITLES.get(name, name)


def _how(evidence: Evidence, choices: Choices) -> str:
    return f"{test_title(evidence)}, level {choices.alpha:g}{_sided(evidence, choices)}"


def _sided(evidence: Evidence, choices: Choices) -> str:
    """Say so if the test was one-sided; some have no such form."""
    if choices.alternative == "two-sided":
        return ""
    if evidence.pairs.name in TWO_SIDED:
        return ", which is two-sided by nature"
    return f", one-sided: {choices.alternative}"


def _where(question: Question) -> str:
    """Return by which measures and over what was compared."""
    by = f"by {listed(question.measures)}{' together' if len(question.measures) > 1 else ''}"
    if question.over == "data sets":
        return f"{by} over {question.rows_text}"
    if question.over == "runs":
        return f"{by} over independent runs"
    name = question.scores.datasets[0]
    return f"{by} over {question.rows_text} of {'one data set' if name == UNNAMED else name}"


def _two(question: Question, evidence: Evidence, choices: Choices, found: Found) -> str:
    pairs = evidence.pairs
    a, b = str(pairs.a[0]), str(pairs.b[0])
    how = f"{_title(evidence)}, {p_text(pairs.p_adjusted[0])}{_sided(evidence, choices)}"
    size = _size(question, evidence, choices)
    apart = f"; the difference {a} - {b} is {size}" if size else ""
    if not bool(pairs.significant[0]):
        return f"no difference between {a} and {b} can be shown {_where(question)} ({how}){apart}"
    for best, other in ((a, b), (b, a)):
        if found.better[question.algorithms.index(best), question.algorithms.index(other)]:
            does = _better(question, evidence).replace("better", "does better", 1)
            return f"{best} {does} than {other} {_where(question)} ({how}){apart}"
    return f"{a} and {b} differ {_where(question)}, and neither is better in all ({how}){apart}"


def _size(question: Question, evidence: Evidence, choices: Choices) -> str:
    """Return the difference of the one pair with its interval; several measures have none."""
    pairs = evidence.pairs
    low, high = float(pairs.low[0]), float(pairs.high[0])
    several = len(question.measures) > 1 and pairs.name != "sign_grid"
    if several or not np.isfinite(float(pairs.difference[0])):
        return ""
    text = f"{number(pairs.difference[0])}{' wins' if pairs.name == 'sign_grid' else ''}"
    if np.isfinite(low) and np.isfinite(high):
        text += f" ({100 * (1 - choices.alpha):g} % interval {number(low)} to {number(high)})"
    return text


def _several(question: Question, evidence: Evidence, choices: Choices, found: Found) -> str:
    pairs, how, where = evidence.pairs, _how(evidence, choices), _where(question)
    if not np.any(pairs.significant):
        whole = evidence.omnibus
        together = "" if whole is None else f"; all together: {p_text(whole.p_value)}"
        return f"no two of the {question.k} algorithms can be told apart {where} ({how}{together})"
    best = found.order[0]
    first = f"{best} comes first {where}{_standing(question, evidence, best)}"
    beaten, worse, apart, alike = _beside(question, evidence, found, best)
    if len(beaten) == question.k - 1:
        better = _better(question, evidence)
        others = "both others" if question.k == 3 else f"all {question.k - 1} others"
        return f"{first} and is {better} than {others} ({how})"
    if not beaten and not worse and not apart:
        return (
            f"{first}, but is not shown to be better than any other; "
            f"{_differing(question, evidence, found)} ({how})"
        )
    better = _better(question, evidence)
    parts = [f"is {better} than {listed(beaten)}"] if beaten else []
    parts += [f"differs from {listed(apart)}, neither being better in all"] if apart else []
    parts += [f"compared directly does worse than {listed(worse)}"] if worse else []
    text = f"{first} and {' and '.join(parts)}"
    if alike:
        text += f", while no difference from {listed(alike)} can be shown"
    return f"{text} ({how})"


def _differing(question: Question, evidence: Evidence, found: Found) -> str:
    """Return the few pairs that differ by name, of many how many there are."""
    pairs = evidence.pairs
    rows = np.flatnonzero(pairs.significant).tolist()
    verb = "differs" if len(rows) == 1 else "differ"
    text = f"{len(rows)} of {counted(len(pairs), 'pair')} {verb}"
    if len(rows) > FEW:
        return text
    better, told = _better(question, evidence), []
    for a, b in pairs.pairs[rows].tolist():
        i, j = (a, b) if found.better[a, b] else (b, a)
        what = f"is {better} than" if found.better[i, j] else "differs from"
        told.append(f"{question.algorithms[i]} {what} {question.algorithms[j]}")
    return f"{text}: {listed(told)}"


def _better(question: Question, evidence: Evidence) -> str:
    """Return what "better" means: of several measures tested together, in each of them."""
    vectors = len(question.measures) > 1 and evidence.pairs.name != "sign_grid"
    return "better in every measure" if vectors else "better"


def _beside(
    question: Question, evidence: Evidence, found: Found, one: str
) -> tuple[list[str], list[str], list[str], list[str]]:
    """Return who is worse than one, better, neither though they differ, and not told apart."""
    place = question.algorithms.index(one)
    differ = {
        str(name)
        for a, b, yes in zip(
            evidence.pairs.a, evidence.pairs.b, evidence.pairs.significant, strict=True
        )
        if yes and one in (a, b)
        for name in (a, b)
    }
    beaten: list[str] = []
    worse: list[str] = []
    apart: list[str] = []
    alike: list[str] = []
    for name in found.order:
        other = question.algorithms.index(name)
        if other == place:
            continue
        if found.better[place, other]:
            beaten.append(name)
        elif found.better[other, place]:
            worse.append(name)
        else:
            (apart if name in differ else alike).append(name)
    return beaten, worse, apart, alike


def _standing(question: Question, evidence: Evidence, best: str) -> str:
    if evidence.ordered_by == "ranks":
        return f" (mean rank {number(question.mean_ranks[best])})"
    if evidence.ordered_by == "wins" and evidence.wins is not None:
        total = int(evidence.wins.total[question.algorithms.index(best)])
        return f" (beats another on {total} of {evidence.wins.n})"
    if len(question.measures) > 1:
        added = commensurable(question.measures)
        return " (by the sum of all)" if added else " (by the mean of its ranks)"
    return f" (mean {number(question.means[best])})"


def _against_control(question: Question, evidence: Evidence, choices: Choices, found: Found) -> str:
    control = str(question.control)
    worse, better, apart, alike = _beside(question, evidence, found, control)
    parts = [
        f"{listed(names)} {'is' if len(names) == 1 else 'are'} {what}"
        for names, what in (
            (better, _better(question, evidence)),
            (worse, _better(question, evidence).replace("better", "worse")),
            (apart, "different, and neither better nor worse in all"),
        )
        if names
    ]
    if alike:
        parts.append(f"no difference from {listed(alike)} can be shown")
    how = _how(evidence, choices)
    return f"against {control} {_where(question)}: {'; '.join(parts)} ({how})"
