"""The assumptions of the tests that were run: each looked at, each with an outcome."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bakeoff.decide.evidence import Check, Choices, Evidence, Outcome
from bakeoff.decide.pair_tests import pairs_of
from bakeoff.decide.question import Question
from bakeoff.decide.simultaneous import groups_of
from bakeoff.decide.wording import counted, p_text
from bakeoff.errors import BakeoffError
from bakeoff.stats.registry import MODULES, entry
from bakeoff.types import FloatArray

NORMAL = frozenset(
    {"paired_t", "corrected_t", "two_sample_t", "tukey", "dunnett", "fisher_lsd", "anova",
     "anova_blocks"}
)  # fmt: skip
MULTIVARIATE = frozenset({"hotelling", "hotelling_two_sample", "manova", "manova_blocks"})
EQUAL_VARIANCES = frozenset({"tukey", "dunnett", "fisher_lsd", "anova"})
FEWEST = 3


def checks_of(question: Question, evidence: Evidence, choices: Choices) -> tuple[Check, ...]:
    """Return what was looked at before the verdict is believed."""
    tests = set(evidence.tests)
    found = [_pairing(question), _reach(question, evidence, choices), _overlap(question, evidence)]
    grid = "sign_grid" in tests
    if tests & NORMAL and not grid:
        found.append(_normality(question, choices))
    blocked = tests & {"anova_blocks", "corrected_anova", "tukey"} and question.over != "runs"
    if blocked and question.k > 2 and not grid:
        found.append(_sphericity(question, choices))
    if question.over == "runs" and tests & EQUAL_VARIANCES:
        found.append(_variances(question, choices))
    if tests & MULTIVARIATE and not grid:
        found.append(_multivariate_normality(question, choices))
    return tuple(found)


def _pairing(question: Question) -> Check:
    if question.over == "runs":
        return Check(
            "pairing",
            "the runs are independent",
            "passed",
            "the runs are not paired, and no test takes them as if they were",
        )
    return Check(
        "pairing",
        "the same conditions for every algorithm",
        "passed",
        f"every algorithm has a score on each of {question.rows_text}; they are paired by name",
    )


def _reach(question: Question, evidence: Evidence, choices: Choices) -> Check:
    """Say whether the design can reach the level at all."""
    from bakeoff.decide.undecided import smallest_reachable

    least = smallest_reachable(question, evidence, choices)
    title = "what the design can reach"
    if least is None:
        return Check("reach", title, "passed", "the test of pairs has no smallest p-value")
    if least <= choices.alpha * (1.0 + 1e-12):
        return Check(
            "reach",
            title,
            "passed",
            f"the smallest p-value that this design can give is {least:.3g}",
            least,
        )
    return Check(
        "reach",
        title,
        "issue",
        f"with {question.rows_text} and {counted(len(evidence.pairs), 'pair')} the smallest "
        f"possible p, after the correction, is {least:.3g}: this design cannot reach "
        f"{choices.alpha:g} whatever the scores are",
        least,
    )


def _overlap(question: Question, evidence: Evidence) -> Check:
    title = "independence of the splits"
    if question.over == "data sets" and "sign_grid" not in evidence.tests:
        return Check(
            "overlap",
            title,
            "passed",
            "the rows are data sets; the splits of each are averaged and not counted as rows",
        )
    if question.over in {"runs", "items"}:
        what = (
            "independent runs have no splits"
            if question.over == "runs"
            else ("one test set has no splits whose training sets could overlap")
        )
        return Check("overlap", title, "not applicable", what)
    if question.test_train_ratio is None and question.over == "splits":
        known = question.design in {"holdout", "independent"}
        return Check(
            "overlap",
            title,
            "passed" if known else "issue",
            "the splits share no training items"
            if known
            else "whether training sets overlap, and "
            "by how much, is not known; nothing was corrected",
        )
    corrected = bool({"corrected_t", "cv5x2_f", "cv5x2_t"} & set(evidence.tests)) or any(
        "overlap" in note or "ratio" in note for note in evidence.pairs.notes
    )
    if corrected or evidence.parts.get("corrected"):
        return Check("overlap", title, "passed", "training sets overlap; the test is made for that")
    return Check(
        "overlap", title, "issue", "training sets overlap, and this test takes them as independent"
    )


def _normality(question: Question, choices: Choices) -> Check:
    title = "normal differences" if question.over != "runs" else "normal runs"
    # random signs and ranks take rows as independent: no way out where training sets overlap
    free = {"data sets": "wilcoxon", "runs": "mann-whitney"}.get(question.over, "permutation")
    instead = f"; procedure='{free}' needs no normality"
    if question.over == "splits" and question.design != "holdout":
        instead = (
            "; tests without normality take splits as independent and would ignore the overlap of "
            "their training sets, which is worse"
        )
    samples = _samples(question)
    return _worst(
        "normality",
        title,
        lambda: [(name, entry("shapiro").load()(values).p_value) for name, values in samples],
        choices,
        passed="no departure from a normal distribution was found (Shapiro and Wilk, Holm)",
        failed=f"not normal; t tests bear some of that{instead}",
        by="Shapiro and Wilk's test of normality, Holm",
        available="shapiro" in MODULES and all(len(values) >= FEWEST for _, values in samples),
    )


def _samples(question: Question) -> list[tuple[str, FloatArray]]:
    """Return what must be normal: the runs of each algorithm, or the differences of each pair."""
    if question.over == "runs":
        return list(zip(question.algorithms, groups_of(question), strict=True))
    names = question.algorithms
    columns = question.table.T
    found = [
        (f"{names[i]} - {names[j]}", columns[i] - columns[j])
        for i, j in pairs_of(question)[:200].tolist()
    ]
    return [(name, values) for name, values in found if np.ptp(values) > 0.0]


def _sphericity(question: Question, choices: Choices) -> Check:
    return _worst(
        "sphericity",
        "equal variances of all differences",
        lambda: [("all", entry("mauchly").load()(question.table).p_value)],
        choices,
        passed="no departure from sphericity was found (Mauchly)",
        by="Mauchly's test",
        failed="some pairs vary more than others; the t tests of the pairs allow for that, an F of "
        "all and Tukey's test do not",
        available="mauchly" in MODULES and question.n > question.k,
    )


def _variances(question: Question, choices: Choices) -> Check:
    return _worst(
        "variances",
        "equal variances",
        lambda: [("all", entry("levene").load()(groups_of(question)).p_value)],
        choices,
        passed="no difference of the variances was found (Levene, about the medians)",
        by="Levene's test",
        failed="the runs of some algorithms vary more than others'; Welch's t of the pairs allows "
        "for that, the F of all does not",
        available="levene" in MODULES,
    )


def _multivariate_normality(question: Question, choices: Choices) -> Check:
    cube = question.cube
    centred = cube - cube.mean(axis=1, keepdims=True)
    residuals = (centred - centred.mean(axis=0, keepdims=True)).reshape(-1, cube.shape[2])
    return _worst(
        "multivariate normality",
        "jointly normal measures",
        lambda: [("all", entry("mardia").load()(residuals).p_value)],
        choices,
        passed="no departure from a joint normal distribution was found (Mardia, residuals)",
        by="Mardia's test",
        failed="the measures are not jointly normal; permutation_manova needs no normality",
        available="mardia" in MODULES and bool(np.isfinite(residuals).all()),
    )


def _worst(
    code: str,
    title: str,
    test: Callable[[], list[tuple[str, object]]],
    choices: Choices,
    *,
    passed: str,
    failed: str,
    by: str,
    available: bool,
) -> Check:
    """Return the outcome of the smallest p-value of several, with Holm's correction."""
    if not available:
        return Check(code, title, "not applicable", "there are too few numbers to look at this")
    try:
        found = [(name, float(np.asarray(p).min())) for name, p in test()]
    except BakeoffError as reason:
        return Check(code, title, "not applicable", str(reason))
    if not found:
        return Check(code, title, "not applicable", "there is no variation to look at")
    name, p = min(found, key=lambda one: one[1])
    p = min(1.0, p * len(found))
    outcome: Outcome = "passed" if p > choices.alpha else "issue"
    if outcome == "passed":
        return Check(code, title, outcome, f"{passed}, {p_text(p)}", p)
    where = "" if name == "all" else f"{name}: "
    first, separator, rest = failed.partition("; ")
    return Check(code, title, outcome, f"{where}{first} ({by}: {p_text(p)}){separator}{rest}", p)
