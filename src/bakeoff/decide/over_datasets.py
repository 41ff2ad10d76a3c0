"""Several data sets: one number for each algorithm on each, the mean over its splits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.pair_tests import Pairing, pair_table, pairs_of
from bakeoff.decide.question import Question
from bakeoff.decide.traps import differing_scales
from bakeoff.decide.wording import counted, p_text
from bakeoff.stats.registry import entry
from bakeoff.stats.results import PairTable, TestResult
from bakeoff.stats.smallest import all_of_one_sign

EXACT_LOGIC = 16  # algorithms up to which Bergmann and Hommel's correction is quick
LOGIC = 100  # and Shaffer's; beyond it hardly differs from Holm's


def wilcoxon_procedure(question: Question, choices: Choices) -> Evidence:
    """Compare two algorithms (or several, by pairs alone) by signed ranks."""
    test, correction = asked(choices, "wilcoxon", "holm")
    pairing = Pairing(test, correction, alternative=choices.alternative)
    pairs = pair_table(question, pairing, choices)
    return Evidence(
        pairs=pairs,
        tests=(pairs.name,),
        ordered_by="ranks",
        otherwise=_by_sign(question, pairs, choices) if question.k == 2 else (),
    )


def sign_procedure(question: Question, choices: Choices) -> Evidence:
    """Compare by counts of wins alone."""
    test, correction = asked(choices, "sign", "holm")
    pairing = Pairing(test, correction, alternative=choices.alternative)
    pairs = pair_table(question, pairing, choices)
    told = (_wins_alone(question),) if pairs.name == "sign" and differing_scales(question) else ()
    return Evidence(pairs=pairs, tests=(pairs.name,), ordered_by="ranks", otherwise=told)


def friedman_procedure(question: Question, choices: Choices) -> Evidence:
    """Test all by ranks within data sets, then the pairs by signed ranks, or by ranks and logic."""
    if question.k == 2:
        return wilcoxon_procedure(question, choices)
    fewest = len(pairs_of(question)) * float(all_of_one_sign(question.n, choices.alternative))
    sizes = "sign" if differing_scales(question) else "wilcoxon"
    test = sizes if fewest <= choices.alpha else "ranks_z"
    found = by_ranks(question, choices, omnibus="friedman", posthoc=test, correction="auto")
    if test == "ranks_z" and choices.posthoc == "auto":
        reason = (
            f"{counted(question.n, 'data set')} and {counted(len(found.pairs), 'pair')}: no exact "
            f"{'sign' if sizes == 'sign' else 'signed-rank'} test could reach {choices.alpha:g} "
            f"after Holm's correction (the smallest "
            f"possible p is {min(1.0, fewest):.3g}), so the pairs are tested on mean ranks"
        )
        found = replace(found, otherwise=(reason, *found.otherwise))
    if test == "sign" and choices.posthoc == "auto":
        found = replace(found, otherwise=(_wins_alone(question), *found.otherwise))
    return found


def _wins_alone(question: Question) -> str:
    """Say why pairs are compared by wins and not by signed ranks."""
    return (
        f"{question.measure} is of very different size from data set to data set: ranks of "
        f"differences would be decided by the data sets with the largest numbers, so pairs are "
        f"compared by who is ahead on each (sign test); posthoc='wilcoxon' takes signed ranks"
    )


def demsar_procedure(question: Question, choices: Choices) -> Evidence:
    """Follow the slides: Wilcoxon for two; Friedman, then Nemenyi, or z against a control."""
    if question.k == 2:
        return wilcoxon_procedure(question, choices)
    posthoc = "nemenyi" if question.control is None else "ranks_z"
    return by_ranks(question, choices, omnibus="friedman", posthoc=posthoc, correction="holm")


def garcia_herrera_procedure(question: Question, choices: Choices) -> Evidence:
    """Use Friedman, then z on mean ranks with Bergmann-Hommel's or Shaffer's logic."""
    return by_ranks(question, choices, omnibus="friedman", posthoc="ranks_z", correction="auto")


def quade_procedure(question: Question, choices: Choices) -> Evidence:
    """Use Quade's test, where data sets with larger differences count more."""
    return by_ranks(
        question, choices, omnibus="quade", posthoc="ranks_z", correction="auto", ranks="quade"
    )


def aligned_procedure(question: Question, choices: Choices) -> Evidence:
    """Use aligned ranks: differences from each data set's mean are ranked together."""
    return by_ranks(
        question,
        choices,
        omnibus="aligned_ranks",
        posthoc="ranks_z",
        correction="auto",
        ranks="aligned",
    )


def by_ranks(
    question: Question,
    choices: Choices,
    *,
    omnibus: str,
    posthoc: str,
    correction: str,
    ranks: str = "friedman",
) -> Evidence:
    """Return an omnibus test on ranks and what comes after it."""
    whole: TestResult = entry(omnibus).load()(
        question.table, higher_is_better=question.higher_is_better
    )
    test, fix = asked(choices, posthoc, correction)
    if fix == "auto":
        fix = logical(question) if test == "ranks_z" else "holm"
    pairing = Pairing(test, fix, alternative=choices.alternative, ranks=ranks)
    pairs = pair_table(question, pairing, choices)
    method = "nemenyi" if question.control is None else "bonferroni-dunn"
    return Evidence(
        pairs=pairs,
        tests=(omnibus, pairs.name),
        omnibus=whole,
        critical_difference=critical(question, choices.alpha, method),
        ordered_by="ranks",
        warnings=_contradiction(whole, pairs, choices.alpha),
        otherwise=_by_nemenyi(question, pairs, choices) if pairs.name != "nemenyi" else (),
        parts={"rank_correction": fix},
    )


def asked(choices: Choices, test: str, correction: str) -> tuple[str, str]:
    """Return the test and the correction: a person's, or the procedure's own."""
    named = choices.posthoc if isinstance(choices.posthoc, str) else "auto"
    return (
        test if named == "auto" else named,
        correction if choices.correction == "auto" else choices.correction,
    )


def logical(question: Question) -> str:
    """Return the strongest correction of the p-values of mean ranks that is quick enough."""
    if question.control is not None or question.k > LOGIC:
        return "holm"
    return "bergmann-hommel" if question.k <= EXACT_LOGIC else "shaffer"


def critical(question: Question, alpha: float, method: str) -> float:
    """Return how far apart two mean ranks must lie."""
    from bakeoff.stats import critical_difference

    return float(critical_difference(question.k, question.n, alpha=alpha, method=method))


def _contradiction(whole: TestResult, pairs: PairTable, alpha: float) -> tuple[str, ...]:
    found = int(np.sum(pairs.significant))
    if whole.reject(alpha) or not found:
        return ()
    return (
        (
            f"the test of all together does not reject ({whole.name}, {p_text(whole.p_value)}), "
            f"but {counted(found, 'pair')} of it would: the books stop at the first; the pairs "
            f"hold by their own correction ({pairs.correction})"
        ),
    )


def _by_nemenyi(question: Question, pairs: PairTable, choices: Choices) -> tuple[str, ...]:
    """Say what Nemenyi's test, the one in most papers, would have found."""
    if question.control is not None:
        return ()
    ranks = np.array(list(question.mean_ranks.values()))
    gap = np.abs(ranks[:, np.newaxis] - ranks)[np.triu_indices(question.k, 1)]
    other = int(np.sum(gap >= critical(question, choices.alpha, "nemenyi")))
    here = int(np.sum(pairs.significant))
    told = "the same number" if other == here else f"not {here}"
    return (
        (
            f"with posthoc='nemenyi' (the critical difference of most papers) {other} of "
            f"{counted(len(pairs), 'pair')} would differ, {told}; it compares mean ranks, which "
            f"depend on which other algorithms are in the table"
        ),
    )


def _by_sign(question: Question, pairs: PairTable, choices: Choices) -> tuple[str, ...]:
    """Say what the sign test would have found."""
    if pairs.name == "sign":
        return ()
    pairing = Pairing("sign", "none", alternative=choices.alternative)
    other = pair_table(question, pairing, replace(choices, posthoc="auto"))
    verdict = "the same" if bool(other.significant[0]) == bool(pairs.significant[0]) else "another"
    return (
        (
            f"with procedure='sign' (wins alone, no sizes) the verdict would be {verdict}: "
            f"{p_text(other.p_value[0])}"
        ),
    )
