"""Cochran's Q test: several classifiers on the same items."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
from scipy import special

from bakeoff import checks
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.exact.cochran_states import cost, squares_law, subsets
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import FloatArray, IntArray, Rng, TableLike

Method: TypeAlias = Literal["asymptotic", "exact", "permutation", "auto"]
METHODS: tuple[Method, ...] = ("asymptotic", "exact", "permutation", "auto")
AFFORDABLE = 3e6  # states that the exact law may cost by "auto": under a second
BEYOND = 1e8  # states from which "exact" is refused: minutes, and gigabytes
RULE_OF_THUMB = 24  # informative items x models for chi-square (Tate and Brown 1970)
MANY_WAYS = 2_000  # up to so many ways to deal out an item, the ways are counted, not the items
AT_ONCE = 4_000_000  # random numbers held in memory at one time


def cochran_q(
    correct: TableLike,
    *,
    method: Method = "asymptotic",
    draws: int = 10_000,
    rng: Rng = None,
) -> TestResult:
    """Test whether several classifiers err equally often on the same items.

    The null hypothesis: on every item the classifiers are equally likely to be right. The
    alternative: at least one differs from the others. Items that all get right or all get
    wrong say nothing about differences and do not enter.

    Parameters
    ----------
    correct
        Items x models, 1 where the model is right and 0 where it is wrong; leading axes give
        one test each.
    method
        ``asymptotic``: chi-square with k - 1 degrees of freedom. ``exact``: the law of Q over
        all ways to deal out each item's right answers among the models. ``permutation``: the
        same by `draws` random deals, p = (count + 1)/(draws + 1). ``auto``: exact where it
        costs under a second, and else asymptotic; a batch takes one road, that of its largest.
    draws, rng
        For ``permutation``: how many random deals, and the generator or seed.

    Returns
    -------
    TestResult
        ``statistic`` is Q; ``effect`` is Kendall's W = Q/(n (k - 1)), from 0 to 1; ``details``
        hold the error rate of each model and, for ``permutation``, a 99 percent interval for p.

    Notes
    -----
    Cochran, The comparison of percentages in matched samples, 1950. With two models Q is
    McNemar's chi-square without correction, and the exact p is the exact McNemar p. Like
    McNemar's test it compares trained classifiers, not learning algorithms. Afterwards, compare
    the pairs with `mcnemar` and a correction. For scores that are not 0 and 1 use `friedman`.

    Examples
    --------
    Three drugs given to 46 people (Grizzle, Starmer and Koch, Analysis of categorical data by
    linear models, 1969):

    >>> import numpy as np
    >>> ways = [(1, 1, 1), (1, 1, 0), (1, 0, 1), (1, 0, 0),
    ...         (0, 1, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0)]
    >>> favourable = np.repeat(ways, [6, 16, 2, 4, 2, 4, 6, 6], axis=0)
    >>> result = cochran_q(favourable)
    >>> print(f"Q = {result.statistic:.4f}, df = {result.df}, p = {result.p_value:.4f}")
    Q = 8.4706, df = 2, p = 0.0145
    """
    checks.one_of(method, "method", METHODS)
    right = _validated(correct)
    items, models = right.shape[-2:]
    design = items_by_total(right)
    columns = right.sum(axis=-2) - design[..., models, np.newaxis]
    road = _road(method, design)
    q = q_statistic(columns, design)
    p_value, chance = _p_value(road, q, columns, design, draws=draws, rng=rng)
    return TestResult(
        name="cochran_q",
        statistic=q,
        p_value=np.where(_informative(design) == 0, 1.0, p_value),
        df=models - 1,
        alternative="two-sided",
        method=road,
        n=items,
        effect=Effect("Kendall's W", q / (items * (models - 1))),
        notes=_notes(road, design, draws),
        details={
            "error_rates": 1.0 - right.mean(axis=-2),
            "informative_items": _informative(design),
            **chance,
        },
    )


def items_by_total(right: FloatArray) -> IntArray:
    """Return on how many items r of the k models are right, for r = 0, ..., k."""
    totals = right.sum(axis=-1)
    models = right.shape[-1]
    return np.stack([np.sum(totals == r, axis=-1) for r in range(models + 1)], axis=-1)


def q_statistic(columns: FloatArray, design: IntArray) -> FloatArray:
    """Return Q = (k-1) (k sum C^2 - (sum C)^2) / (k sum R - sum R^2), totals C and R (Cochran)."""
    models = columns.shape[-1]
    r = np.arange(models + 1)
    spread = np.sum(design * r * (models - r), axis=-1)
    gap = models * np.sum(columns**2, axis=-1) - np.sum(columns, axis=-1) ** 2
    return np.asarray((models - 1) * gap / np.maximum(spread, 1))


def exact_p_value(columns: FloatArray, design: IntArray) -> FloatArray:
    """Return P(Q >= q) over all deals; each design is worked out once."""
    squares = np.sum(columns**2, axis=-1)
    flat, p_value = squares.reshape(-1), np.empty(squares.size)
    designs, which = np.unique(design.reshape(squares.size, -1), axis=0, return_inverse=True)
    order = np.argsort(which.reshape(-1), kind="stable")
    ends = np.cumsum(np.bincount(which.reshape(-1)))[:-1]
    for items, tests in zip(designs.tolist(), np.split(order, ends), strict=True):
        p_value[tests] = squares_law(items).at_least(flat[tests])
    return np.asarray(p_value.reshape(squares.shape))


def smallest_p_value(design: IntArray, *, method: Method = "exact") -> FloatArray:
    """Return the smallest p-value of a design, `design[r]` items on which r models are right.

    It belongs to models in one order of quality: whoever is right where another is right, is
    right wherever that other is.
    """
    models = design.shape[-1] - 1
    if method == "asymptotic":
        right_at_least = np.cumsum(design[..., :0:-1], axis=-1) - design[..., models, np.newaxis]
        q = q_statistic(right_at_least.astype(np.float64), design)
        return np.where(_informative(design) == 0, 1.0, tails.chi2_upper(q, models - 1))
    # orders that differ: k! over the orders within each gap between the totals that occur
    log_orders = special.gammaln(models + 1.0)
    last = np.zeros(design.shape[:-1])
    log_deals = np.zeros(design.shape[:-1])
    for r in range(1, models + 1):
        occurs = (design[..., r] > 0) | (r == models)
        log_orders = log_orders - np.where(occurs, special.gammaln(r - last + 1.0), 0.0)
        last = np.where(occurs, r, last)
        log_deals += design[..., r] * np.log(special.binom(models, r))
    return np.asarray(np.exp(np.minimum(log_orders - log_deals, 0.0)))


def _validated(correct: TableLike) -> FloatArray:
    right, _ = checks.table(correct, "correct", blocks=1)
    bad = (right != 0.0) & (right != 1.0)
    if bad.any():
        place = checks.first_place(bad)
        raise InvalidInput(
            f"correct must hold only 1 (the model is right) and 0 (it is wrong); "
            f"it held {right[place]:g}{checks.where(place)}"
        )
    return right


def _informative(design: IntArray) -> IntArray:
    """Return the number of items on which some are right and some are wrong."""
    return np.asarray(design[..., 1:-1].sum(axis=-1))


def _road(method: Method, design: IntArray) -> Method:
    informative, models = int(_informative(design).max()), design.shape[-1] - 1
    states = cost(informative, models)
    if method == "exact" and states > BEYOND:
        raise NotApplicable(
            f"the exact law of Q for {informative} informative items and {models} models is out "
            f"of reach; use method='permutation' or method='asymptotic'"
        )
    if method == "auto":
        return "exact" if states <= AFFORDABLE else "asymptotic"
    return method


def _p_value(
    road: Method, q: FloatArray, columns: FloatArray, design: IntArray, *, draws: int, rng: Rng
) -> tuple[FloatArray, dict[str, Any]]:
    """Return the p-value and, where it was drawn, what is known of its precision."""
    if road == "asymptotic":
        return tails.chi2_upper(q, columns.shape[-1] - 1), {}
    if road == "exact":
        return exact_p_value(columns, design), {}
    size = checks.count(draws, "draws", least=1)
    reached = 1.0 + _at_least_as_far(columns, design, size, checks.generator(rng))
    low, high = intervals.clopper_pearson(reached, np.full_like(reached, size + 1.0), 0.005)
    return reached / (size + 1.0), {"draws": size, "p_low": low, "p_high": high}


def _at_least_as_far(
    columns: FloatArray, design: IntArray, draws: int, rng: np.random.Generator
) -> FloatArray:
    """Return how many of the random deals give a sum of squares as large as the one seen."""
    seen = np.sum(columns**2, axis=-1)
    models = columns.shape[-1]
    count = np.zeros(seen.shape)
    ways = int(special.binom(models, models // 2))
    held = min(ways, MANY_WAYS) * max(seen.size, 1)
    chunk = max(AT_ONCE // max(held, 1), 1)
    for start in range(0, draws, chunk):
        size = min(chunk, draws - start)
        totals = np.zeros((size, *columns.shape))
        for r in range(1, models):
            totals += _dealt(design[..., r], models, r, size, rng)
        count += np.sum(np.sum(totals**2, axis=-1) >= seen, axis=0)
    return count


def _dealt(
    items: IntArray, models: int, right: int, draws: int, rng: np.random.Generator
) -> FloatArray:
    """Return random column totals of items on which `right` of the models are right."""
    if special.binom(models, right) <= MANY_WAYS:
        patterns = subsets(models, right)
        chance = np.full(len(patterns), 1.0 / len(patterns))
        counts = rng.multinomial(items, chance, size=(draws, *items.shape))
        return np.asarray(counts @ patterns.astype(np.float64))
    totals = np.zeros((draws, *items.shape, models))
    for item in range(int(items.max())):
        keys = rng.random(totals.shape)
        chosen = keys <= np.partition(keys, right - 1, axis=-1)[..., right - 1, np.newaxis]
        totals += chosen & (item < items)[..., np.newaxis]
    return totals


def _notes(road: Method, design: IntArray, draws: int) -> tuple[str, ...]:
    informative, models = _informative(design), design.shape[-1] - 1
    silent = informative == 0
    few = (informative * models < RULE_OF_THUMB) & ~silent & np.asarray(road == "asymptotic")
    smallest = smallest_p_value(design, method=road)
    if road == "permutation":
        smallest = np.maximum(smallest, 1.0 / (draws + 1.0))
    return (
        *notes.where(silent, "all models are right on exactly the same items"),
        *notes.where(
            few,
            f"chi-square is rough below {RULE_OF_THUMB} informative items x models: "
            f"use method='exact'",
        ),
        *notes.out_of_reach(np.where(silent, 0.0, smallest), "{} informative items", informative),
    )
