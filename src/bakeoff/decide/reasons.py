"""Why this procedure, in plain words: what was found, what else could be, what would change."""

from __future__ import annotations

import numpy as np

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.pair_estimates import without_ties
from bakeoff.decide.pair_tests import corrects_itself
from bakeoff.decide.procedures import TABLE, Procedure, fitting
from bakeoff.decide.question import Question
from bakeoff.decide.titles import TITLES, fix_title, what_was_done
from bakeoff.decide.wording import counted, listed

OTHERS = 4
INDEPENDENT_ROWS = frozenset({"wilcoxon", "sign", "k-fold-t", "permutation"})
"""Procedures that take rows as independent: nothing to advise where training sets overlap."""
DIRECTLY = (
    "the pairs are then compared directly, by a test whose verdict does not depend on the others "
    "in the table, with a correction for their number"
)


def reasons_of(
    question: Question, evidence: Evidence, choices: Choices, way: Procedure, asked: str
) -> list[str]:
    """Return the reasons, one sentence or two each."""
    return [
        what_was_given(question),
        _why(question, evidence, way, asked),
        *_pairs(evidence, choices),
        *_correction(evidence, choices),
        *(one for one in [without_ties(question, evidence.pairs)] if one),
        *evidence.otherwise,
        *_others(question, way),
        *question.scores.notes[:OTHERS],
    ]


def what_was_given(question: Question) -> str:
    """Say what was found in the data."""
    directions = question.scores.higher_is_better
    measures = [
        f"{name} ({'higher' if directions.get(name, question.higher_is_better) else 'lower'} is "
        f"better)"
        for name in question.measures
    ]
    who = counted(question.k, "algorithm")
    rows = {
        "data sets": f"{counted(question.n, 'data set')}{_splits(question)}",
        "splits": f"{counted(question.n, 'split')} of one data set, {question.rows_from}"
        f"{_ratio(question)}",
        "runs": f"{_runs(question)} of one data set, not paired",
        "items": counted(question.n, "item"),
    }[question.over]
    against = f", each against {question.control}" if question.control is not None else ""
    cuts = f", at {len(question.thresholds)} thresholds" if question.thresholds else ""
    return f"given: {who} over {rows}, by {listed(measures)}{cuts}{against}"


def _splits(question: Question) -> str:
    counts = np.isfinite(question.scores.values).any(axis=(2, 3)).sum(axis=1)
    if counts.max() == 1:
        return ", one score each"
    low, high = int(counts.min()), int(counts.max())
    many = f"{low}" if low == high else f"{low} to {high}"
    what = "runs" if question.design == "independent" else "splits"
    design = "" if question.design in {None, "independent"} else f" ({question.design})"
    return f", means over {many} {what}{design}"


def _ratio(question: Question) -> str:
    ratio = question.test_train_ratio
    if ratio is None:
        return ""
    return f", test sets {ratio:.3g} times the size of training sets"


def _runs(question: Question) -> str:
    runs = np.isfinite(question.table).sum(axis=0)
    low, high = int(runs.min()), int(runs.max())
    return counted(low, "run") + " each" if low == high else f"{low} to {high} runs each"


def _why(question: Question, evidence: Evidence, way: Procedure, asked: str) -> str:
    done, why = what_was_done(evidence), way.why
    if way.name == "friedman" and question.k > 2 and evidence.pairs.name == "wilcoxon":
        why = f"{why}; {DIRECTLY}"
    if asked == "auto":
        return f"{done}: {why}"
    fit = fitting(question)
    told = f"procedure={way.name!r} was asked for ({done}): {why}"
    return told if fit == way.name else f"{told}; by itself {fit!r} would have been taken"


def _pairs(evidence: Evidence, choices: Choices) -> list[str]:
    if isinstance(choices.posthoc, str) and choices.posthoc == "auto":
        return []
    name = evidence.pairs.name
    return [f"the pairs are compared by {TITLES.get(name, name)} ({name}), as was asked for"]


def _correction(evidence: Evidence, choices: Choices) -> list[str]:
    pairs = evidence.pairs
    if len(pairs) == 1:
        return []
    if corrects_itself(pairs):
        title = TITLES.get(pairs.name, pairs.name)
        return [f"{title} allows for the number of pairs by itself"]
    if pairs.correction == "none":
        return [
            f"the p-values of {len(pairs)} pairs are not corrected: some will be small by chance"
        ]
    if pairs.correction == "protected":
        return [
            "a pair counts only if the test of all together rejects, and has no other correction"
        ]
    many = evidence.parts.get("comparisons", len(pairs))
    chosen = "" if choices.correction == "auto" else ", as was asked for"
    what = (
        "the share of wrong findings among all findings"
        if pairs.correction.startswith("benjamini")
        else "the chance of any wrong finding"
    )
    return [
        (
            f"the p-values of {many} pairs have {fix_title(pairs.correction)}{chosen}, so that "
            f"{what} stays below {choices.alpha:g}"
        )
    ]


def _others(question: Question, way: Procedure) -> list[str]:
    """Name the other procedures that could answer this question."""
    names = [
        f"{one.name} ({one.title})"
        for one in TABLE
        if one.name != way.name and one.unfit(question) is None and _possible(question, one)
    ]
    if not names:
        return []
    more = f" and {len(names) - OTHERS} more" if len(names) > OTHERS else ""
    return [f"could also have been used: {'; '.join(names[:OTHERS])}{more}"]


def _possible(question: Question, one: Procedure) -> bool:
    """Whether a procedure that takes these rows has all that it needs besides."""
    needs: dict[str, bool] = {
        "friedman": question.k > 2,  # with two algorithms it is the signed ranks
        "demsar": question.k > 2,
        "5x2": question.design == "5x2",
        "uni-err": question.measure == "error",
        "multitest": question.costs is not None,
    }
    if one.name in INDEPENDENT_ROWS and question.test_train_ratio is not None:
        return False
    if one.needs_measures:
        return set(one.needs_measures) == set(question.measures)
    if one.name.startswith("thesis") and question.over == "data sets":
        counts = np.isfinite(question.scores.values).any(axis=(2, 3)).sum(axis=1)
        return bool(counts.min() > 1)
    return needs.get(one.name, True)
