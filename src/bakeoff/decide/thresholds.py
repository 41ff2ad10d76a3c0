"""A comparison over many thresholds, as over whole ROC curves: the thesis' last procedure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff import checks
from bakeoff.data.scores import Scores
from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.grid import OnEach, differ, evidence_of
from bakeoff.decide.over_datasets import asked
from bakeoff.decide.question import Question, question_of
from bakeoff.decide.wins import Wins, sign_grid
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats.pairs import all_pairs
from bakeoff.stats.two.sign import sign
from bakeoff.types import FloatArray, IntArray

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions

COUNTS = ("tp", "fp", "tn", "fn")
USUAL = 21
CURVE = (
    "the thresholds of one curve are not independent, so the sign test over them is bold; the "
    "test over the data sets is not touched by that"
)


def cuts_of(thresholds: Any) -> tuple[float, ...]:
    """Return the thresholds: so many from 0 to 1, or the ones that are given."""
    if isinstance(thresholds, int | np.integer) and not isinstance(thresholds, bool):
        number = checks.count(int(thresholds), "thresholds", least=2)
        return tuple(np.linspace(0.0, 1.0, number).round(12).tolist())
    cuts = checks.numbers(thresholds, "thresholds", least=2)
    if ((cuts < 0) | (cuts > 1)).any() or len(set(cuts.tolist())) < len(cuts):
        raise InvalidInput("thresholds must be different numbers from 0 to 1, or how many to take")
    return tuple(sorted(cuts.tolist()))


def question_at(
    predictions: Predictions,
    thresholds: Any,
    measures: Sequence[str] | None,
    control: Any,
    design: str | None = None,
) -> Question:
    """Return the question that predictions ask at many thresholds.

    What is compared as numbers is the mean risk over the thresholds, with the losses theta for a
    false positive and 1 - theta for a false negative: the ratio for which theta is the right
    threshold.
    """
    cuts = cuts_of(thresholds)
    names = tuple(measures or COUNTS)
    at = predictions.measure(*names, thresholds=cuts)
    counts = predictions.measure("fp", "fn", thresholds=cuts)
    shape = (*at.values.shape[:3], len(names), len(cuts))
    grid = at.values.reshape(shape)
    false = counts.values.reshape(*shape[:3], 2, len(cuts))
    theta = np.asarray(cuts)
    risks = theta * false[:, :, :, 0] + (1.0 - theta) * false[:, :, :, 1]
    sizes = np.asarray(counts.n_test, dtype=np.float64)[:, :, np.newaxis, np.newaxis]
    risks = risks / sizes
    scores = Scores(
        values=risks.mean(axis=3)[..., np.newaxis],
        datasets=at.datasets,
        splits=at.splits,
        algorithms=at.algorithms,
        measures=("risk",),
        higher_is_better={"risk": False},
        design=design or at.design,
        n_test=at.n_test,
        notes=at.notes,
    )
    question = question_of(scores, control=control)
    return replace(
        question, thresholds=cuts, at_thresholds=AtThresholds(grid, risks, names, at.design)
    )


class AtThresholds:
    """Measures and risks at each threshold: data sets x splits x algorithms (x measures) x cuts."""

    __slots__ = ("design", "grid", "measures", "risks")

    def __init__(
        self, grid: FloatArray, risks: FloatArray, measures: tuple[str, ...], design: str | None
    ) -> None:
        self.grid = grid
        self.risks = risks
        self.measures = measures
        self.design = design


def thresholds_procedure(question: Question, choices: Choices) -> Evidence:
    """Decide at every threshold, then over the thresholds of a data set, then over data sets."""
    held = question.at_thresholds
    if held is None:
        raise NotApplicable(
            "this procedure compares at many thresholds: give predictions with scores, and "
            "thresholds=21"
        )
    test, correction = asked(choices, "hotelling_two_sample", "bonferroni")
    each = OnEach("manova_blocks", test, correction)
    grids = np.array([counts_on(held, place, each, choices) for place in range(len(held.grid))])
    if len(grids) == 1:
        return _over_thresholds(question, choices, grids[0])
    beats = np.array([_right_tailed(grid, len(question.thresholds), choices) for grid in grids])
    found = Wins(question.algorithms, beats.sum(axis=0), beats.any(axis=2).sum(axis=0), len(grids))
    evidence = evidence_of(question, choices, found, (each.omnibus, each.posthoc, "sign"))
    return replace(evidence, warnings=(*evidence.warnings, CURVE), parts={"thresholds": grids})


def counts_on(held: AtThresholds, dataset: int, each: OnEach, choices: Choices) -> IntArray:
    """Return at how many thresholds each algorithm beats each other on one data set."""
    grid, risks = held.grid[dataset], held.risks[dataset]
    there = np.isfinite(risks).all(axis=(1, 2))
    grid, risks = grid[there], risks[there]
    if len(grid) < 2:
        raise NotApplicable(
            "this procedure decides at each threshold from the splits of a data set, and there is "
            "one split; give predictions over several folds"
        )
    total = np.zeros((grid.shape[1], grid.shape[1]), dtype=np.int64)
    for place in range(grid.shape[3]):
        values = grid[:, :, :, place]
        values = values[:, :, np.isfinite(values).all(axis=(0, 1))]
        if values.shape[2] == 0 or np.ptp(values, axis=1).max() == 0.0:
            continue  # all say the same of every item, as they do at the ends of a curve
        risk = risks[:, :, place].mean(axis=0)
        total += differ(values, each, choices) & (risk[:, np.newaxis] < risk)
    return total


def _right_tailed(counts: IntArray, n: int, choices: Choices) -> Any:
    """Return who beats whom over the thresholds of one data set, by the one-sided sign test."""
    k = len(counts)
    beats = np.zeros((k, k), dtype=bool)
    place = np.arange(n)
    for i, j in [*all_pairs(k).tolist(), *all_pairs(k)[:, ::-1].tolist()]:
        won, lost = place < counts[i, j], place >= n - counts[j, i]
        beats[i, j] = sign(won.astype(float) - lost, 0.0, alternative="greater").reject(
            choices.alpha
        )
    return beats


def _over_thresholds(question: Question, choices: Choices, counts: IntArray) -> Evidence:
    """Return the sign test over the thresholds of the one data set there is."""
    n = len(question.thresholds)
    found = Wins(question.algorithms, counts, counts.max(axis=1), n)
    pairs = sign_grid(found, alpha=choices.alpha, alternative=choices.alternative)
    return Evidence(
        pairs=pairs,
        tests=("manova_blocks", "hotelling_two_sample", "sign_grid"),
        wins=found,
        warnings=(CURVE.partition("; ")[0],),
        ordered_by="wins",
        parts={"thresholds": counts[np.newaxis]},
    )
