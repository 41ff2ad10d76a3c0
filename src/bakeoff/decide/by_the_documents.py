"""Procedures as books and papers print them, dispatched as they dispatch."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.grid import multivariate_grid, univariate_grid
from bakeoff.decide.multitest import multitest
from bakeoff.decide.multivariate import manova_procedure
from bakeoff.decide.over_datasets import asked, sign_procedure
from bakeoff.decide.over_runs import welch_procedure
from bakeoff.decide.over_splits import (
    UNCORRECTED,
    anova_procedure,
    five_by_two_procedure,
    plain_t_procedure,
    protected,
)
from bakeoff.decide.pair_tests import (
    FORMS,
    LOGICAL,
    Pairing,
    pair_table,
    paired_results,
    refuse_wrong_form,
)
from bakeoff.decide.question import Question
from bakeoff.decide.recommend import costs_in
from bakeoff.decide.simultaneous import groups_of
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats.after.adjust import AdjustMethod, adjust
from bakeoff.stats.pairs import all_pairs
from bakeoff.stats.registry import entry
from bakeoff.stats.results import PairTable, TestResult
from bakeoff.types import Alternative

ONE_SIDED = (
    "wilcoxon", "paired_t", "sign", "permutation", "two_sample_t", "mann_whitney", "cv5x2_t"
)  # fmt: skip
ONE_SET_ONLY = (
    "{name} compares over the splits of one data set, and there are {n}: choose one with "
    "Scores.select(datasets=...), or compare over all with procedure='friedman'"
)


def thesis_univariate(question: Question, choices: Choices) -> Evidence:
    """Follow the thesis on one measure: t for two; ANOVA, Tukey; wins over several data sets."""
    if question.over == "data sets":
        return univariate_grid(question, choices)
    if question.k == 2:
        return plain_t_procedure(question, choices)
    return anova_procedure(question, choices)


def thesis_multivariate(question: Question, choices: Choices) -> Evidence:
    """Follow the thesis on several measures: MANOVA with blocks, Hotelling with Bonferroni."""
    if question.over == "data sets":
        return multivariate_grid(question, choices)
    if choices.correction == "auto":
        choices = replace(choices, correction="bonferroni")
    return manova_procedure(question, choices)


def uni_err(question: Question, choices: Choices) -> Evidence:
    """Follow Yildiz, Aslan and Alpaydin on error: ANOVA, then k-fold paired t tests."""
    _one_data_set(question, "uni-err")
    if question.k == 2:
        return plain_t_procedure(question, choices)
    test, correction = asked(choices, "paired_t", "none")
    pairs = pair_table(
        question, Pairing(test, correction, alternative=choices.alternative), choices
    )
    whole = cast("TestResult", entry("anova").load()(groups_of(question)))
    return Evidence(
        pairs=protected(pairs, whole),
        tests=("anova", pairs.name),
        omnibus=whole,
        warnings=(UNCORRECTED,) if question.test_train_ratio is not None else (),
    )


def multi_by_pairs(question: Question, choices: Choices) -> Evidence:
    """Follow them on (tpr, fpr) or (precision, recall): MANOVA, then paired Hotelling tests."""
    _one_data_set(question, "multi-tf and multi-pr")
    if choices.correction == "auto":
        choices = replace(choices, correction="none")
    evidence = manova_procedure(question, choices)
    if evidence.omnibus is None:
        return evidence
    if question.over != "runs":
        # their MANOVA has no blocks
        groups = np.moveaxis(question.cube, 1, 0)
        whole = cast("TestResult", entry("manova").load()(groups))
        evidence = replace(evidence, omnibus=whole, tests=("manova", evidence.pairs.name))
    return replace(evidence, pairs=protected(evidence.pairs, cast("TestResult", evidence.omnibus)))


def chapter(question: Question, choices: Choices) -> Evidence:
    """Follow Alpaydin's chapter 19: t or ANOVA and LSD; signs or Kruskal-Wallis and Tukey."""
    if len(question.measures) > 1:
        _one_data_set(question, "chapter, with several measures,")
        return manova_procedure(question, choices)
    if question.over == "runs":
        return welch_procedure(question, choices)
    if question.over == "data sets":
        return _chapter_over_data_sets(question, choices)
    if question.k == 2:
        if question.design == "5x2":
            return five_by_two_procedure(question, choices)
        return plain_t_procedure(question, choices)
    test, correction = asked(choices, "fisher_lsd", "none")
    pairing = Pairing(test, correction, alternative=choices.alternative)
    whole = cast("TestResult", entry("anova").load()(groups_of(question)))
    if test == "fisher_lsd":
        pairs = entry("fisher_lsd").load()(groups_of(question), blocks=False)
        pairs = replace(
            cast("PairTable", pairs), algorithms=question.algorithms, alpha=choices.alpha
        )
        if question.control is not None:
            from bakeoff.decide.simultaneous import with_control

            pairs = with_control(pairs, question.algorithms.index(question.control))
    else:
        pairs = pair_table(question, pairing, choices)
    return Evidence(
        pairs=protected(pairs, whole),
        tests=("anova", pairs.name),
        omnibus=whole,
        warnings=(UNCORRECTED,) if question.test_train_ratio is not None else (),
    )


def _chapter_over_data_sets(question: Question, choices: Choices) -> Evidence:
    if question.k == 2:
        return sign_procedure(question, choices)
    test, correction = asked(choices, "ranks_tukey", "holm")
    groups = list(question.losses.T)
    whole = entry("kruskal_wallis").load()(groups)
    if test == "ranks_tukey":
        pairs = entry("ranks_tukey").load()(groups)
        pairs = replace(pairs, algorithms=question.algorithms, alpha=choices.alpha)
        if question.control is not None:
            from bakeoff.decide.simultaneous import with_control

            pairs = with_control(pairs, question.algorithms.index(question.control))
    else:
        pairs = pair_table(question, Pairing(test, correction), choices)
    return Evidence(
        pairs=pairs,
        tests=("kruskal_wallis", pairs.name),
        omnibus=whole,
        ordered_by="ranks",
        warnings=(
            (
                "the Kruskal-Wallis test ranks all scores together and loses the pairing by data "
                "set: it finds less than procedure='friedman'"
            ),
        ),
    )


def dietterich(question: Question, choices: Choices) -> Evidence:
    """Follow the slides on one data set: 5x2 cv t, or the corrected resampled t."""
    from bakeoff.decide.over_splits import corrected_procedure

    _one_data_set(question, "dietterich")
    if question.design == "5x2":
        if choices.posthoc == "auto":
            choices = replace(choices, posthoc="cv5x2_t")
        return five_by_two_procedure(question, choices)
    return corrected_procedure(question, choices)


def multitest_procedure(question: Question, choices: Choices) -> Evidence:
    """Order all by one-sided tests with Holm's correction, and by cost where none decides."""
    costs, _ = costs_in(question, choices.cost)
    if costs is None:
        raise InvalidInput(
            "multitest needs to know what each algorithm costs: pass cost= with a number for each, "
            "or scores with a measure of time"
        )
    over_sets = question.over == "data sets"
    default = {"runs": "two_sample_t", "data sets": "wilcoxon"}.get(question.over, "paired_t")
    test, correction = asked(choices, default, "holm")
    _refuse_for_multitest(question, test, correction)
    ratio = question.test_train_ratio if test == "paired_t" else None
    side: Alternative = "greater" if question.higher_is_better else "less"
    pairs = all_pairs(question.k)
    both = np.concatenate([pairs, pairs[:, ::-1]])
    pairing = Pairing(test, correction, ratio=ratio, alternative=side)
    result = paired_results(question.cube, both, pairing, choices, question.scores.splits)
    raw = np.asarray(result.p_value)
    p = raw if correction == "none" else adjust(raw, cast("AdjustMethod", correction))
    better = np.zeros((question.k, question.k), dtype=int)
    better[tuple(both[p <= choices.alpha].T)] = 1
    order = [question.algorithms[int(place)] for place in
             multitest(better, [costs[name] for name in question.algorithms])]  # fmt: skip
    two = replace(pairing, correction="none", alternative="two-sided")
    table = pair_table(question, two, replace(choices, posthoc="auto"))
    half = len(pairs)
    table = replace(
        table,
        p_value=np.minimum(raw[:half], raw[half:]),
        p_adjusted=np.minimum(p[:half], p[half:]),
        correction=correction,
        notes=(*table.notes, "p-values are one-sided, both sides of each pair are tested"),
    )
    return Evidence(
        pairs=table,
        tests=(table.name if ratio is None else "corrected_t", "multitest"),
        ordered_by="ranks" if over_sets else "means",
        parts={
            "order": order,
            "better": better,
            "corrected": ratio is not None,
            "comparisons": len(both),
        },
    )


def _refuse_for_multitest(question: Question, test: str, correction: str) -> None:
    """Stop at what cannot order all algorithms by one-sided tests."""
    if question.control is not None:
        raise NotApplicable("multitest puts all algorithms in order; leave control= out")
    if test not in ONE_SIDED:
        raise InvalidInput(
            f"multitest needs a one-sided test of pairs, one of {', '.join(ONE_SIDED)}; posthoc "
            f"was {test!r}"
        )
    if correction in LOGICAL:
        raise InvalidInput(
            f"correction={correction!r} is for the two-sided p-values of all pairs; multitest "
            f"tests both sides: use holm"
        )
    refuse_wrong_form(question, test, FORMS[test])


def _one_data_set(question: Question, name: str) -> None:
    if question.over == "data sets":
        raise NotApplicable(ONE_SET_ONLY.format(name=name, n=question.n))
