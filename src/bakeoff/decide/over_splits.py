"""One data set: the splits of a cross-validation or of a resampling, with their overlap."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.over_datasets import asked
from bakeoff.decide.pair_tests import SIMULTANEOUS, Pairing, pair_table
from bakeoff.decide.question import Question
from bakeoff.decide.wording import counted
from bakeoff.stats import tails
from bakeoff.stats.registry import entry
from bakeoff.stats.results import PairTable, TestResult

UNCORRECTED = (
    "the training sets of these splits overlap and this test takes them for independent: it "
    "rejects true null hypotheses too often; procedure='auto' takes one that allows for it"
)


def corrected_procedure(question: Question, choices: Choices) -> Evidence:
    """Compare means by the t test that is corrected for the overlap of training sets."""
    test, correction = asked(choices, "paired_t", "holm")
    ratio = question.test_train_ratio if test == "paired_t" else None
    pairing = Pairing(test, correction, ratio=ratio, alternative=choices.alternative)
    pairs = pair_table(question, pairing, choices)
    overlap = question.test_train_ratio is not None
    whole = corrected_anova(question) if question.k > 2 else None
    return Evidence(
        pairs=pairs,
        tests=(
            *(() if whole is None else (whole.name,)),
            "corrected_t" if ratio is not None else pairs.name,
        ),
        omnibus=whole,
        warnings=(UNCORRECTED,) if overlap and ratio is None else (),
        otherwise=_uncorrected(question, pairs, choices) if ratio is not None else (),
    )


def corrected_anova(question: Question) -> TestResult:
    """Return ANOVA with the splits as blocks, its F divided by the same factor as t squared.

    The corrected t test multiplies the variance of a mean by 1 + n ratio (Nadeau and Bengio
    2003); for two algorithms this F is the square of that t.
    """
    whole = cast("TestResult", entry("anova_blocks").load()(question.table))
    ratio = question.test_train_ratio
    if ratio is None:
        return whole
    factor = 1.0 + question.n * ratio
    statistic = float(np.asarray(whole.statistic)) / factor
    first, second = whole.df
    return replace(
        whole,
        name="corrected_anova",
        statistic=statistic,
        p_value=float(tails.f_upper(statistic, first, second))
        if np.isfinite(statistic)
        else whole.p_value,
        method="asymptotic",
        notes=(*whole.notes, f"F is divided by {factor:.4g} for the overlap of training sets"),
        details={**whole.details, "variance_factor": factor},
    )


def plain_t_procedure(question: Question, choices: Choices) -> Evidence:
    """Compare by the plain paired t test over the folds (UniErr on error)."""
    test, correction = asked(choices, "paired_t", "holm")
    pairing = Pairing(test, correction, alternative=choices.alternative)
    pairs = pair_table(question, pairing, choices)
    return Evidence(
        pairs=pairs,
        tests=(pairs.name,),
        warnings=(UNCORRECTED,) if question.test_train_ratio is not None else (),
    )


def five_by_two_procedure(question: Question, choices: Choices) -> Evidence:
    """Compare by the F test on five times two-fold cross-validation."""
    sided = choices.alternative != "two-sided"
    test, correction = asked(choices, "cv5x2_t" if sided else "cv5x2_f", "holm")
    pairing = Pairing(test, correction, alternative=choices.alternative)
    pairs = pair_table(question, pairing, choices)
    return Evidence(pairs=pairs, tests=(pairs.name,))


def permutation_procedure(question: Question, choices: Choices) -> Evidence:
    """Compare means by flipping signs, without a distribution."""
    test, correction = asked(choices, "permutation", "holm")
    pairing = Pairing(test, correction, alternative=choices.alternative)
    pairs = pair_table(question, pairing, choices)
    whole = None
    if question.k > 2:
        whole = entry("permutation_anova").load()(question.table, blocks=True, rng=choices.rng)
    overlap = question.over == "splits" and question.test_train_ratio is not None
    return Evidence(
        pairs=pairs,
        tests=(*(() if whole is None else (whole.name,)), pairs.name),
        omnibus=whole,
        warnings=(UNCORRECTED,) if overlap else (),
    )


def anova_procedure(question: Question, choices: Choices) -> Evidence:
    """Compare by ANOVA with the splits as blocks, then Tukey's test."""
    test, correction = asked(choices, "tukey", "holm")
    pairing = Pairing(test, correction, alternative=choices.alternative)
    pairs = pair_table(question, pairing, choices)
    whole = cast("TestResult", entry("anova_blocks").load()(question.table))
    return Evidence(
        pairs=protected(pairs, whole),
        tests=("anova_blocks", pairs.name),
        omnibus=whole,
        warnings=(UNCORRECTED,) if question.test_train_ratio is not None else (),
    )


def protected(pairs: PairTable, whole: TestResult) -> PairTable:
    """Return pairs that are no more certain than the test of all, where nothing corrects them."""
    if pairs.correction != "none" or pairs.name in SIMULTANEOUS:
        return pairs
    p = np.maximum(np.asarray(pairs.p_adjusted), float(np.asarray(whole.p_value)))
    return replace(pairs, p_adjusted=p, correction="protected")


def _uncorrected(question: Question, pairs: PairTable, choices: Choices) -> tuple[str, ...]:
    """Say what the test without the correction would have found."""
    pairing = Pairing("paired_t", pairs.correction, alternative=choices.alternative)
    other = pair_table(question, pairing, replace(choices, posthoc="auto"))
    there, here = int(np.sum(other.significant)), int(np.sum(pairs.significant))
    return (
        (
            f"without the correction for overlap (procedure='k-fold-t') {there} of "
            f"{counted(len(pairs), 'pair')} would differ, here {here}: that test is too bold on "
            f"splits of one data set"
        ),
    )
