"""Several measures tested together: Hotelling's T squared and MANOVA."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.over_datasets import asked
from bakeoff.decide.over_splits import UNCORRECTED
from bakeoff.decide.pair_tests import Pairing, pair_table, paired_results, pairs_of, table_of
from bakeoff.decide.question import Question
from bakeoff.decide.wording import p_text
from bakeoff.errors import NotApplicable
from bakeoff.stats.after.adjust import adjust
from bakeoff.stats.registry import entry
from bakeoff.stats.results import PairTable, TestResult
from bakeoff.types import FloatArray


def hotelling_procedure(question: Question, choices: Choices) -> Evidence:
    """Test all measures together, corrected for overlap; then each measure alone."""
    return _multivariate(question, choices, corrected=True)


def manova_procedure(question: Question, choices: Choices) -> Evidence:
    """Follow the documents: MANOVA, then pairwise Hotelling tests, without correcting overlap."""
    return _multivariate(question, choices, corrected=False)


def _multivariate(question: Question, choices: Choices, *, corrected: bool) -> Evidence:
    if len(question.measures) < 2:
        raise NotApplicable("this procedure tests several measures together; pass measures=")
    runs = question.over == "runs"
    test, correction = asked(choices, "hotelling_two_sample" if runs else "hotelling", "holm")
    overlap = question.test_train_ratio
    ratio = overlap if corrected and test == "hotelling" else None
    pairing = Pairing(test, correction, ratio=ratio, alternative="two-sided")
    pairs = pair_table(question, pairing, choices)
    whole = omnibus(question, ratio) if question.k > 2 else None
    return Evidence(
        pairs=pairs,
        tests=(*(() if whole is None else (whole.name,)), pairs.name),
        omnibus=whole,
        warnings=(UNCORRECTED,) if overlap is not None and ratio is None else (),
        otherwise=measure_by_measure(question, pairs, choices),
        parts={
            "corrected": ratio is not None,
            **(
                {"dimension": _dimension(question, choices, ratio)}
                if question.k > 2 and not runs
                else {}
            ),
        },
    )


def omnibus(question: Question, ratio: float | None = None) -> TestResult:
    """Return MANOVA, with blocks where the runs are paired, and corrected where they overlap."""
    if question.over == "runs":
        groups = np.moveaxis(question.cube, 1, 0)
        return cast("TestResult", entry("manova").load()(groups))
    return cast("TestResult", entry("manova_blocks").load()(question.cube, test_train_ratio=ratio))


def _dimension(question: Question, choices: Choices, ratio: float | None) -> Any:
    """Return how many dimensions the means of the algorithms span."""
    from bakeoff.stats import dimension

    return dimension(question.cube, alpha=choices.alpha, blocks=True, test_train_ratio=ratio)


def measure_by_measure(question: Question, pairs: PairTable, choices: Choices) -> tuple[str, ...]:
    """Say which measure alone would tell the significant pairs apart."""
    found = np.flatnonzero(pairs.significant)
    if not len(found):
        return ()
    tests = per_measure(question, choices)
    told = []
    for row in found[:3].tolist():
        a, b = pairs.a[row], pairs.b[row]
        each = ", ".join(
            f"{name} {p_text(tests[name].p_adjusted[row])}" for name in question.measures
        )
        told.append(f"{a} and {b}, each measure alone with Bonferroni's correction: {each}")
    return tuple(told)


def per_measure(question: Question, choices: Choices) -> dict[str, PairTable]:
    """Return the pairs by each measure alone, corrected over the measures of a pair."""
    runs = question.over == "runs"
    test = "two_sample_t" if runs else "paired_t"
    pairing = Pairing(test, "none", ratio=None if runs else question.test_train_ratio)
    pairs = pairs_of(question)
    tables = {}
    for place, name in enumerate(question.measures):
        part: FloatArray = question.cube[:, :, place : place + 1]
        one = question.of_measure(name)
        table = table_of(
            one, pairs, paired_results(part, pairs, pairing, choices), pairing, choices
        )
        tables[name] = table
    raw = np.stack([np.asarray(table.p_value) for table in tables.values()], axis=-1)
    adjusted = adjust(raw, "bonferroni")
    from dataclasses import replace

    return {
        name: replace(table, p_adjusted=adjusted[:, place], correction="bonferroni")
        for place, (name, table) in enumerate(tables.items())
    }
