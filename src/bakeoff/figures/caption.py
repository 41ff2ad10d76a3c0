"""What is printed in every picture: the test, the correction, the level, the size."""

from __future__ import annotations

from typing import Literal

from bakeoff.decide.comparison import Comparison
from bakeoff.decide.titles import FIXES, TITLES
from bakeoff.decide.wording import p_text

SIMULTANEOUS = frozenset({"nemenyi", "tukey", "dunnett", "ranks_tukey"})
BY_DISTANCE = frozenset({"nemenyi"})
RANKED = {"nemenyi": "mean ranks", "ranks_z": "mean ranks", "ranks_tukey": "ranks"}


def of_decision(comparison: Comparison) -> str:
    """Return the test behind a decision, for the corner of its picture."""
    parts = [with_correction(comparison), f"alpha = {comparison.alpha:g}"]
    return ", ".join([*parts, comparison.question.rows_text])


def with_correction(comparison: Comparison) -> str:
    """Return the test of the pairs and its correction by the names that papers use."""
    pairs = comparison.pairs
    test = test_of(comparison)
    if pairs.correction in {"none", "", pairs.name} or len(pairs) == 1:
        return test
    return f"{test}, {FIXES.get(pairs.correction, f'{pairs.correction} correction')}"


def of_ranks(comparison: Comparison) -> str:
    """Return the same with the critical difference, and whether the bars come from it."""
    note = of_decision(comparison)
    if comparison.critical_difference is None:
        return note
    distance = f"critical difference {comparison.critical_difference:.3g}"
    if comparison.pairs.name in BY_DISTANCE:
        return f"{note}, {distance}"
    return f"{note}; {distance} ({distance_name(comparison)}) for comparison only"


def distance_name(comparison: Comparison) -> str:
    """Return whose the critical difference is."""
    return "Nemenyi" if comparison.question.control is None else "Bonferroni-Dunn"


def name_of_distance(comparison: Comparison) -> str:
    """Return how the scale of the distance is named: bars by another test are not from it."""
    own = comparison.pairs.name in BY_DISTANCE
    return "CD" if own else f"CD of {distance_name(comparison)}"


def test_of(comparison: Comparison) -> str:
    """Return the test of the pairs by the name that papers use."""
    return named("corrected_t" if "corrected_t" in comparison.tests else comparison.pairs.name)


def named(test: str) -> str:
    """Return a test by the name that papers use."""
    return TITLES.get(test, test.replace("_", " "))


def of_intervals(comparison: Comparison) -> str:
    """Return what the intervals of the pairs hold."""
    level = f"{100.0 * (1.0 - comparison.alpha):g} % intervals"
    together = any("hold together" in note for note in comparison.pairs.notes)
    if comparison.pairs.name in SIMULTANEOUS or together:
        return f"{of_decision(comparison)}; {level}, simultaneous"
    if len(comparison.pairs) > 1:
        return f"{of_decision(comparison)}; {level} of each pair alone"
    return f"{of_decision(comparison)}; {level}"


def of_all(comparison: Comparison) -> str:
    """Return what the test of all together found; without one, that of the only pair."""
    found = comparison.omnibus
    if found is None:
        if len(comparison.pairs) == 1:
            return of_pair(comparison, *comparison.order[:2])
        return f"{with_correction(comparison)}, alpha = {comparison.alpha:g}"
    p = p_text(found.p_value)
    return f"all together: {named(found.name)}, {p}, alpha = {comparison.alpha:g}"


def of_pair(comparison: Comparison, a: object, b: object) -> str:
    """Return what the test of one pair found; nothing where it was not asked."""
    pairs = comparison.pairs
    for one, other, p in zip(pairs.a, pairs.b, pairs.p_adjusted, strict=True):
        if {str(one), str(other)} == {str(a), str(b)}:
            return f"{with_correction(comparison)}, {p_text(p)}, alpha = {comparison.alpha:g}"
    return f"not compared; {with_correction(comparison)}, alpha = {comparison.alpha:g}"


def difference_of(comparison: Comparison) -> str:
    """Return what the differences of the pairs are differences of."""
    name = comparison.pairs.name
    if name == "sign_grid":
        return "difference of wins"
    return f"difference of {RANKED.get(name, comparison.question.measure)}"


def side_of(comparison: Comparison) -> Literal["above", "below"]:
    """Return on which side of 0 a difference speaks for the first of a pair."""
    name = comparison.pairs.name
    if name == "sign_grid":
        return "above"
    return "above" if name not in RANKED and comparison.question.higher_is_better else "below"


def of_data(comparison: Comparison) -> str:
    """Return what the numbers of a picture are, and what the test of them found."""
    question = comparison.question
    return f"{question.rows_text}, {question.k} algorithms; {of_all(comparison)}"


def measure_of(comparison: Comparison) -> str:
    """Return the measure with its direction, for an axis."""
    question = comparison.question
    arrow = "more is better" if question.higher_is_better else "less is better"
    return f"{question.measure} ({arrow})"
