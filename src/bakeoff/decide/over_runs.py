"""Independent runs: seeds, rewards, repeated trainings that are not paired."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.over_datasets import asked
from bakeoff.decide.over_splits import protected
from bakeoff.decide.pair_tests import Pairing, pair_table
from bakeoff.decide.question import Question
from bakeoff.decide.simultaneous import groups_of
from bakeoff.decide.wording import counted
from bakeoff.stats.registry import entry
from bakeoff.stats.results import PairTable


def welch_procedure(question: Question, choices: Choices) -> Evidence:
    """Compare the means of runs by Welch's t."""
    return _evidence(question, choices, "anova", "two_sample_t", "mann_whitney")


def mann_whitney_procedure(question: Question, choices: Choices) -> Evidence:
    """Compare runs by ranks."""
    return _evidence(question, choices, "kruskal_wallis", "mann_whitney", "two_sample_t")


def _evidence(
    question: Question, choices: Choices, omnibus: str, posthoc: str, other: str
) -> Evidence:
    whole = entry(omnibus).load()(groups_of(question)) if question.k > 2 else None
    test, correction = asked(choices, posthoc, "holm")
    pairing = Pairing(test, correction, alternative=choices.alternative)
    pairs = pair_table(question, pairing, choices)
    return Evidence(
        pairs=pairs if whole is None else protected(pairs, whole),
        tests=(*(() if whole is None else (omnibus,)), pairs.name),
        omnibus=whole,
        otherwise=_by_the_other(question, pairs, choices, other),
    )


def _by_the_other(
    question: Question, pairs: PairTable, choices: Choices, other: str
) -> tuple[str, ...]:
    """Say what ranks would have found in place of means, or means in place of ranks."""
    pairing = Pairing(other, "holm", alternative=choices.alternative)
    table = pair_table(question, pairing, replace(choices, posthoc="auto"))
    there, here = int(np.sum(table.significant)), int(np.sum(pairs.significant))
    what = {"mann_whitney": "ranks, 'mann-whitney'", "two_sample_t": "means, 'welch'"}[other]
    return (
        (
            f"with the other procedure for runs ({what}) {there} of {counted(len(pairs), 'pair')} "
            f"would differ, here {here}"
        ),
    )
