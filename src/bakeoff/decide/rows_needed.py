"""How many rows would show a difference: by exact planning where it is quick, else by z."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import special

from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.pair_estimates import ties_of
from bakeoff.decide.question import Question
from bakeoff.errors import BakeoffError
from bakeoff.stats import sample_size, tails
from bakeoff.stats.results import PairTable
from bakeoff.types import Alternative, BoolArray, FloatArray

POWER = 0.8
SIGNS = frozenset({"wilcoxon", "sign", "permutation"})
OF_ITEMS = frozenset({"delong", "measure_permutation"})
VECTORS = frozenset({"hotelling", "hotelling_two_sample"})
ENDLESS = 1e7
TINY = 1e-150
EXACT_RANKS = 60.0  # data sets up to which the law of shifted ranks comes in a blink
EXACT_ITEMS = 1e5
MOST_WINS = 0.999
PLANNED = 100  # pairs; more are planned by z alone


def rows_needed(
    question: Question, evidence: Evidence, have: int, level: float, choices: Choices
) -> FloatArray:
    """Return the number of rows for each pair; inf where no number of such rows is enough.

    For the margin, if one was given, measured in the standard errors that the interval tells, and
    else for the effect that was seen. Where there is no plan for the test, the noncentrality of the
    observed p-value, z^2 (or a chi-square quantile, for several measures), grows with the rows.
    """
    pairs = evidence.pairs
    wanted = _wanted(question, pairs, level, choices)
    ratio = question.test_train_ratio if _corrected(evidence) else None
    if choices.margin is not None and of_measure(pairs):
        found = (choices.margin / np.maximum(_errors(question, pairs, choices), TINY)) ** 2
        rows = _grown(have, wanted / np.maximum(found, TINY), ratio)
        return _bounded(np.maximum(rows, fewest(pairs, level, choices)))
    found = _noncentrality(question, evidence, choices)
    rows = _grown(have, wanted / np.maximum(found, TINY), ratio)
    rows = np.maximum(rows, fewest(pairs, level, choices))
    rows = _planned(question, evidence, rows, level, choices)
    rows = np.where(towards(pairs, choices), rows, np.inf)
    return _bounded(np.maximum(rows, have + 1))


def of_measure(pairs: PairTable) -> bool:
    """Whether differences are in units of the measure, so that a margin can be laid beside them."""
    return pairs.name not in {"nemenyi", "ranks_z", "ranks_tukey", "sign_grid"}


def fewest(pairs: PairTable, level: float, choices: Choices) -> float:
    """Return how many rows a test of signs needs to be able to reach the level."""
    if pairs.name not in SIGNS and pairs.name != "sign_grid":
        return 0.0
    sides = 2.0 if choices.alternative == "two-sided" else 1.0
    return float(np.ceil(np.log2(sides / level) - 1e-9))


def _bounded(rows: FloatArray) -> FloatArray:
    return np.where(rows > ENDLESS, np.inf, rows)


def towards(pairs: PairTable, choices: Choices) -> BoolArray:
    """Return which differences do not point away from a one-sided alternative."""
    sign = {"less": -1.0, "greater": 1.0}.get(choices.alternative, 0.0)
    return np.asarray(sign * np.nan_to_num(np.asarray(pairs.difference)) >= 0.0)


def _wanted(question: Question, pairs: PairTable, level: float, choices: Choices) -> float:
    """Return the noncentrality that gives the power."""
    if pairs.name in VECTORS:
        measures = len(question.measures)
        return float(special.chndtrinc(special.chdtri(measures, level), measures, 1.0 - POWER))
    sides = 2.0 if choices.alternative == "two-sided" else 1.0
    return float(tails.normal_quantile(1.0 - level / sides) + tails.normal_quantile(POWER)) ** 2


def _noncentrality(question: Question, evidence: Evidence, choices: Choices) -> FloatArray:
    """Return the noncentrality that was seen; of ranks by their effect, which a p of 1 hides."""
    pairs = evidence.pairs
    p = np.clip(np.asarray(pairs.p_value, dtype=np.float64), 1e-300, 1.0)
    if pairs.name in VECTORS:
        return np.asarray(special.chdtri(len(question.measures), p))
    effect = np.asarray(pairs.effect, dtype=np.float64)
    if pairs.name == "wilcoxon":  # Noether 1987, equation 3.2: 3 n (P(D1 + D2 > 0) - 1/2)^2
        return np.asarray(0.75 * (question.n - ties_of(question, pairs)) * effect**2)
    if pairs.name == "sign":
        return np.asarray(question.n * effect**2)
    if pairs.name == "mann_whitney":  # Noether 1987, equation 3.1, of two equal groups
        return np.asarray(1.5 * question.n * effect**2)
    if pairs.name in OF_ITEMS and "standard_error" in evidence.parts:
        error = np.asarray(evidence.parts["standard_error"], dtype=np.float64)
        return np.asarray(np.asarray(pairs.difference) / np.maximum(error, TINY)) ** 2
    sides = 2.0 if choices.alternative == "two-sided" else 1.0
    nearest = np.minimum(p / sides, 0.5 - 1e-15)  # beyond 1/2 it points the other way
    return np.asarray(tails.normal_quantile(1.0 - nearest)) ** 2


def _errors(question: Question, pairs: PairTable, choices: Choices) -> FloatArray:
    """Return standard errors: those that the intervals tell, else those of the mean difference."""
    width = np.asarray(pairs.high) - np.asarray(pairs.low)
    error = width / (2.0 * float(tails.normal_quantile(1.0 - choices.alpha / 2.0)))
    if np.isfinite(error).all() or question.over == "runs" or question.n < 2:
        return np.where(np.isfinite(error), error, np.inf)
    columns, (first, second) = question.table.T, pairs.pairs.T
    spread = np.std(columns[first] - columns[second], axis=-1, ddof=1) / np.sqrt(question.n)
    return np.where(np.isfinite(error), error, spread)


def _grown(have: int, share: FloatArray, ratio: float | None) -> FloatArray:
    """Return the rows that shrink the variance of the mean to a share of 1 / `share`.

    For corrected t tests that variance does not fall below ratio x s^2, whatever the number of
    splits.
    """
    if ratio is None:
        return np.asarray(np.ceil(have * share))
    left = (1.0 / have + ratio) / np.maximum(share, TINY) - ratio
    return np.where(left > 0.0, np.ceil(1.0 / np.where(left > 0.0, left, 1.0)), np.inf)


def _corrected(evidence: Evidence) -> bool:
    """Whether the test of the pairs allows for the overlap of training sets."""
    vectors = evidence.pairs.name == "hotelling" and not evidence.warnings
    return vectors or "corrected_t" in evidence.tests or bool(evidence.parts.get("corrected"))


def _planned(
    question: Question, evidence: Evidence, rows: FloatArray, level: float, choices: Choices
) -> FloatArray:
    """Put what planning by the law of the test says in the place of what z says."""
    pairs = evidence.pairs
    plan = PLANS.get(pairs.name)
    open_ = np.flatnonzero(~np.asarray(pairs.significant))
    if plan is None or len(open_) > PLANNED or len(question.measures) > 1:
        return rows
    if question.over == "runs":
        return rows
    ratio = question.test_train_ratio if _corrected(evidence) else None
    found = np.array(rows, dtype=np.float64)
    for row in open_.tolist():
        design = Design(level, choices.alternative, ratio, float(rows[row]))
        found[row] = plan(question, pairs, row, design)
    return found


@dataclass(frozen=True, slots=True)
class Design:
    """What a plan needs besides the effect; `about` is what z says."""

    level: float
    alternative: str
    ratio: float | None
    about: float


def _of_items(question: Question, pairs: PairTable, row: int, design: Design) -> float:
    """Return the items of McNemar's test, exact up to a hundred thousand."""
    n = float(question.n)
    first = float(pairs.details["only_a_wrong"][row]) / n
    second = float(pairs.details["only_b_wrong"][row]) / n
    apart, both = abs(first - second), first + second
    if apart == 0.0:
        return float("inf")
    sides = 2.0 if design.alternative == "two-sided" else 1.0
    tail = float(tails.normal_quantile(1.0 - design.level / sides))
    power = float(tails.normal_quantile(POWER))
    about = (tail * np.sqrt(both) + power * np.sqrt(max(both - apart**2, 0.0))) ** 2 / apart**2
    if about > EXACT_ITEMS:
        return float(np.ceil(about))
    return _by_plan("mcnemar", (min(first, second), max(first, second)), design)


def _of_ranks(question: Question, pairs: PairTable, row: int, design: Design) -> float:
    """Return the rows of signed ranks: those that differ by their law, and ties beside them."""
    effect = abs(float(pairs.effect[row]))
    alone = question.n - int(ties_of(question, pairs)[row])
    if effect == 0.0 or design.about * alone > EXACT_RANKS * question.n:
        return design.about
    # of normal differences P(D1 + D2 > 0) = Phi(sqrt(2) shift), and a win has Phi(shift)
    above = float(tails.normal_quantile((1.0 + effect) / 2.0))
    win = float(tails.normal_upper(-above / np.sqrt(2.0)))
    return float(np.ceil(_by_plan("wilcoxon", _share(win), design) * question.n / alone))


def _of_wins(_question: Question, pairs: PairTable, row: int, design: Design) -> float:
    """Return the rows of the sign test, ties shared."""
    win = _share(0.5 + abs(float(pairs.effect[row])) / 2.0)
    return design.about if win == 0.5 else _by_plan("sign", win, design)


def _of_t(question: Question, pairs: PairTable, row: int, design: Design) -> float:
    """Return the rows of a t test, for the mean difference over its standard deviation."""
    size = abs(float(pairs.effect[row]))
    if pairs.name == "paired_t":
        error = np.sqrt(1.0 / question.n + (design.ratio or 0.0))
        size = abs(float(pairs.statistic[row])) * float(error)
    return design.about if size == 0.0 else _by_plan("paired_t", min(size, 100.0), design)


PLANS: Mapping[str, Callable[[Question, PairTable, int, Design], float]] = {
    "mcnemar": _of_items,
    "wilcoxon": _of_ranks,
    "sign": _of_wins,
    "paired_t": _of_t,
    "permutation": _of_t,
}


def _share(win: float) -> float:
    """Return a chance of a win as planning takes it: not 1, and of three digits to be kept."""
    return round(min(win, MOST_WINS), 3)


def _by_plan(test: str, effect: float | tuple[float, float], design: Design) -> float:
    return _size(test, effect, design.level, design.alternative == "two-sided", design.ratio)


@lru_cache(maxsize=512)
def _size(
    test: str,
    effect: float | tuple[float, float],
    level: float,
    two_sided: bool,  # noqa: FBT001  (lru_cache is quickest by place)
    ratio: float | None,
) -> float:
    """Return what `sample_size` says, for an effect towards the alternative; inf if never."""
    # the second share of McNemar's test is the larger one
    towards: Alternative = "less" if isinstance(effect, tuple) else "greater"
    try:
        return float(
            sample_size(
                test,
                effect=effect,
                power=POWER,
                alpha=level,
                alternative="two-sided" if two_sided else towards,
                test_train_ratio=ratio,
            )
        )
    except BakeoffError:
        return float("inf")
