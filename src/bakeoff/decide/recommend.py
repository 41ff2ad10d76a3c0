"""Which algorithm to take: the best, or the cheapest that nothing significantly beats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.data.scores import Scores
from bakeoff.decide.multitest import multitest
from bakeoff.decide.question import Question
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find
from bakeoff.stats.ranks import midranks
from bakeoff.stats.results import PairTable
from bakeoff.types import BoolArray, FloatArray

COUNTS = frozenset({"tp", "fp", "tn", "fn"})
COSTS = ("training_time", "test_time", "duration", "model_size", "cost")
"""Measures that say what an algorithm costs, the one that counts first."""
WHOLE = ("training_time", "test_time")
WHOLE_TIME = "training and test time"
"""What a user pays, where both are known: one that only stores its items trains in no time."""


def is_cost(measure: str) -> bool:
    """Whether a measure says what an algorithm costs, and not how good it is."""
    known = find(measure)
    return known is not None and known.name in COSTS


def costs_in(question: Question, cost: Any) -> tuple[dict[str, float] | None, str]:
    """Return the cost of each algorithm of a question, from what came with its scores."""
    if isinstance(cost, str) or cost is None:
        return costs_of(question.scores if question.costs is None else question.costs, cost)
    return costs_of(question.scores, cost)


def costs_of(scores: Scores, cost: Any) -> tuple[dict[str, float] | None, str]:
    """Return the cost of each algorithm, and what it is; None where nobody knows.

    A given cost is a mapping from names, numbers in the order of the algorithms, or the name of a
    measure. Without one, times among the scores are taken: those of training and of testing
    together where both are known.
    """
    names = scores.algorithms
    if isinstance(cost, str):
        return _of_measure(scores, cost), cost
    if cost is None:
        there = {find(name).name: name for name in scores.measures if is_cost(name)}  # type: ignore[union-attr]  # is_cost found it
        if there.keys() >= set(WHOLE):
            return _of_measure(scores, *(there[name] for name in WHOLE)), WHOLE_TIME
        first = next((there[name] for name in COSTS if name in there), None)
        return (None, "") if first is None else (_of_measure(scores, first), first)
    if isinstance(cost, Mapping) or hasattr(cost, "to_dict"):
        given = dict(cost if isinstance(cost, Mapping) else cost.to_dict())
        absent = [name for name in names if name not in given]
        if absent:
            raise InvalidInput(f"cost must say what each algorithm costs; {absent[0]!r} is missing")
        cost = [given[name] for name in names]
    numbers = checks.numbers(cost, "cost")
    if numbers.shape != (len(names),):
        raise InvalidInput(
            f"cost must hold one number for each of the {len(names)} algorithms; it had the shape "
            f"{numbers.shape}"
        )
    return dict(zip(names, numbers.tolist(), strict=True)), "cost"


def _of_measure(scores: Scores, *measures: str) -> dict[str, float]:
    """Return the mean over data sets of a measure (or a sum), each first divided by its own mean.

    Times of a large data set would else outweigh all others.
    """
    places = [scores.measure_place(name) for name in measures]
    means = _known_means(scores.values[..., places].sum(axis=-1), axis=1)
    levels = _known_means(np.abs(means), axis=1)[:, np.newaxis]
    several = len(means) > 1
    shares = means / np.where(levels > 0.0, levels, 1.0) if several else means
    averaged = _known_means(shares, axis=0)
    return {
        name: float(one) if np.isfinite(one) else float("inf")
        for name, one in zip(scores.algorithms, averaged, strict=True)
    }


def _known_means(values: FloatArray, axis: int) -> FloatArray:
    """Return means of what is known, NaN where nothing is."""
    known = np.isfinite(values)
    counts = known.sum(axis=axis)
    sums = np.where(known, values, 0.0).sum(axis=axis)
    return np.asarray(np.where(counts > 0, sums / np.maximum(counts, 1), np.nan))


def better_table(question: Question, pairs: PairTable, *, by_difference: bool) -> BoolArray:
    """Return who is significantly better than whom: [i, j] is 1 where i is better than j.

    The direction is that of the difference of the pair; a difference of mean ranks is lower for
    the better, as one of wins is higher.
    """
    better = np.zeros((question.k, question.k), dtype=bool)
    up = question.higher_is_better if by_difference else False
    if pairs.name == "sign_grid":
        up = True
    direction = np.asarray(pairs.difference)
    if pairs.name in {"wilcoxon", "sign"}:
        # what was tested: with many ties the middle of all differences may be 0
        direction = np.asarray(pairs.effect)
    if pairs.name in {"hotelling", "hotelling_two_sample"}:
        return _better_in_all(question, pairs)
    for row in np.flatnonzero(pairs.significant).tolist():
        i, j = pairs.pairs[row].tolist()
        ahead = direction[row] > 0 if up else direction[row] < 0
        if direction[row] != 0:
            better[(i, j) if ahead else (j, i)] = True
    return better


def _better_in_all(question: Question, pairs: PairTable) -> BoolArray:
    """Return who is better of several measures: no worse in any of the means.

    That vectors differ does not say which is better; a sum of measures would weigh them as nobody
    asked for.
    """
    better = np.zeros((question.k, question.k), dtype=bool)
    losses = _turned(question)
    for row in np.flatnonzero(pairs.significant).tolist():
        i, j = pairs.pairs[row].tolist()
        better[i, j] = bool((losses[i] <= losses[j]).all() and (losses[i] < losses[j]).any())
        better[j, i] = bool((losses[j] <= losses[i]).all() and (losses[j] < losses[i]).any())
    return better


def commensurable(measures: Sequence[str]) -> bool:
    """Whether measures may be added: all of them rates from 0 to 1, or all of them counts."""
    known = [find(name) for name in measures]
    if all(one is not None and one.name in COUNTS for one in known):
        return True
    return all(one is not None and (one.low, one.high) == (0, 1) for one in known)


def risk_means(question: Question) -> FloatArray:
    """Return one number for each algorithm by which several measures order them; less is better.

    The sum of all measures, turned so that less is better; the mean of the ranks where they
    cannot be added.
    """
    losses = _turned(question)
    if not commensurable(question.measures):
        losses = midranks(losses.T).T
    return np.asarray(losses.sum(axis=1))


def _turned(question: Question) -> FloatArray:
    """Return algorithms x measures: means over the rows, turned so that less is better."""
    directions = question.scores.higher_is_better
    signs = np.array([-1.0 if directions[name] else 1.0 for name in question.measures])
    return np.asarray(np.nanmean(question.cube, axis=0) * signs)


def recommended_of(
    question: Question, better: BoolArray, costs: Mapping[str, float] | None, order: list[str]
) -> str | None:
    """Return the algorithm to take.

    With costs it is the first of MultiTest's order. Without, it is the best if it is
    significantly better than every other one that was compared with it, and else nobody.
    """
    names = question.algorithms
    if costs is not None and question.control is None:
        chosen = multitest(better.astype(int), [costs[name] for name in names])
        return names[int(chosen[0])]
    place = names.index(order[0])
    beaten = better[place].sum()
    if question.control is None:
        return order[0] if beaten == question.k - 1 else None
    control = names.index(question.control)
    ahead = [name for name in order if better[names.index(name), control]]
    if ahead:
        return ahead[0] if len(ahead) == 1 else None
    return question.control if better[control].sum() == question.k - 1 else None
