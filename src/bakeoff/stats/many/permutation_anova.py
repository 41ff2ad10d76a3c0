"""Analysis of variance without a normal law: the F of rearranged values."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.exact import rearrangements
from bakeoff.stats import intervals, notes
from bakeoff.stats.many.anova import sources
from bakeoff.stats.many.layout import Layout, fitted, grouped
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import BoolArray, FloatArray, Rng

Method: TypeAlias = Literal["auto", "exact", "monte-carlo"]
METHODS: tuple[Method, ...] = ("auto", "exact", "monte-carlo")
COUNTED = 300_000  # rearrangements up to which all of them are counted by "auto"
COUNTED_AT_MOST = 20_000_000  # beyond, "exact" would need gigabytes
CHUNK = 4_000_000  # sums held at once
TIE = 1e-12  # statistics that agree to this much of their size are equal


def permutation_anova(
    table: Any,
    *,
    blocks: bool = True,
    method: Method = "auto",
    draws: int = 10_000,
    rng: Rng = None,
) -> TestResult:
    """Test whether several algorithms have the same scores but for chance, by rearranging them.

    The null hypothesis: within each block the scores could as well belong to any other of the
    algorithms; without blocks, every value could as well belong to any other group. The
    alternative: some algorithm tends to higher scores.

    Parameters
    ----------
    table
        Blocks x algorithms; or, with ``blocks=False``, one group of values for each algorithm,
        of any sizes. Leading axes give one test each.
    blocks
        Whether the rows of the table are splits or data sets that all algorithms met. Values are
        then exchanged within their row only.
    method
        ``exact`` counts all rearrangements, ``monte-carlo`` draws some at random, ``auto`` counts
        them where there are at most 300,000.
    draws, rng
        How many rearrangements to draw, and the generator or seed.

    Returns
    -------
    TestResult
        ``statistic`` is the F of `anova_blocks` or `anova`, ``p_value`` the share of the
        rearrangements whose F is at least as large; drawn ones count as (count + 1)/(draws + 1).
        ``effect`` is partial eta squared. ``details`` hold means, rearrangements (how many there
        are, but for a common exchange of whole algorithms) and, where they were drawn, draws,
        count and p_interval, the interval for the exact p at 95 percent.

    Notes
    -----
    Fisher, The design of experiments, 1935, section 21; Pitman, Significance tests which may be
    applied to samples from any populations: III, 1938; Phipson and Smyth's (2010) drawn p. No
    normal law is asked for, nor any of sphericity: under the null hypothesis of exchangeable
    scores the test is exact. With two algorithms it is `permutation`. `friedman` is the same idea
    on ranks and minds outliers less; scores of data sets of different difficulty are better
    ranked.

    Examples
    --------
    The numbers of `anova_blocks`: 6 of the 216 tables have an F of at least 12.06, such as the one
    seen, for which the F law gives 0.0079.

    >>> result = permutation_anova([[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14]])
    >>> print(f"F = {result.statistic:.4f}, p = {result.p_value:.4f}, {result.method}")
    F = 12.0638, p = 0.0278, exact
    >>> result.p_value * result.details["rearrangements"]
    6.0
    """
    checks.one_of(method, "method", METHODS)
    number = checks.count(draws, "draws", least=1)
    layout = fitted(table, blocks=blocks)
    values = _pooled(table, layout, blocks=blocks)
    count = _count(layout, blocks=blocks)
    road = _road(method, count)
    drawn: dict[str, Any] = {}
    if road == "exact":
        p = _exact(values, layout, blocks=blocks)
    else:
        p, drawn = _drawn(values, layout, number, checks.generator(rng), blocks=blocks)
    between, error = sources(layout)
    p = np.where(layout.between == 0.0, 1.0, p.reshape(layout.between.shape))
    drawn = {name: _shaped(value, p.shape) for name, value in drawn.items()}
    return TestResult(
        name="permutation_anova",
        statistic=between.f(error),
        p_value=p,
        method=road,
        n=layout.sizes[0] if blocks else layout.sizes,
        effect=Effect("partial eta^2", between.partial_eta_squared(error)),
        notes=_notes(layout, count, road, number),
        details={"means": layout.means, "rearrangements": count, **drawn},
    )


def _pooled(table: Any, layout: Layout, *, blocks: bool) -> FloatArray:
    """Return tables x blocks x algorithms, or tables x values, about their means."""
    if blocks:
        array, _ = checks.table(table)
        flat = array.reshape(-1, *array.shape[-2:])
        return np.asarray(flat - flat.mean(axis=-1, keepdims=True))
    members, _ = grouped(table)
    together = np.concatenate(members, axis=-1).reshape(-1, sum(layout.sizes))
    return np.asarray(together - together.mean(axis=-1, keepdims=True))


def _count(layout: Layout, *, blocks: bool) -> int:
    if blocks:
        return rearrangements.count_within_blocks(layout.sizes[0], layout.k)
    return rearrangements.count_between_groups(layout.sizes)


def _road(method: Method, count: int) -> Method:
    if method == "exact" and count > COUNTED_AT_MOST:
        raise InvalidInput(
            f"method='exact' is for at most {COUNTED_AT_MOST} rearrangements; there are "
            f"{count if count < 10**15 else f'10^{len(str(count)) - 1}'}: give method='auto' or "
            f"'monte-carlo'"
        )
    if method == "auto":
        return "exact" if count <= COUNTED else "monte-carlo"
    return method


def _exact(values: FloatArray, layout: Layout, *, blocks: bool) -> FloatArray:
    """Return the share of all rearrangements whose means lie at least as far apart."""
    seen = _spread(_sums_of(values, layout, blocks=blocks), layout)
    p = np.empty(len(values))
    ways = _count(layout, blocks=blocks)
    deals = None if blocks else rearrangements.deals(layout.sizes)
    size = max(1, CHUNK // (ways * layout.k))
    for start in range(0, len(values), size):
        rows = slice(start, start + size)
        if deals is None:
            sums = rearrangements.column_sums(values[rows])
        else:
            sums = _group_sums(values[rows], deals, layout.k)
        p[rows] = _as_far(_spread(sums, layout), seen[rows]).mean(axis=-1)
    return p


def _drawn(
    values: FloatArray, layout: Layout, draws: int, rng: np.random.Generator, *, blocks: bool
) -> tuple[FloatArray, dict[str, Any]]:
    """Return (count + 1)/(draws + 1); all tables of a batch share the rearrangements."""
    seen = _spread(_sums_of(values, layout, blocks=blocks), layout)
    count = np.zeros(len(values), dtype=np.int64)
    size = max(1, CHUNK // (values[0].size * layout.k))
    for start in range(0, draws, size):
        now = min(size, draws - start)
        if blocks:
            orders = np.argsort(rng.random((now, *values.shape[1:])), axis=-1)
        else:
            groups = np.repeat(np.arange(layout.k), layout.sizes)
            orders = rng.permuted(np.tile(groups, (now, 1)), axis=-1)
        rows = max(1, CHUNK // orders.size)
        for low in range(0, len(values), rows):
            part = values[low : low + rows]
            sums = _block_sums(part, orders) if blocks else _group_sums(part, orders, layout.k)
            far = _as_far(_spread(sums, layout), seen[low : low + rows])
            count[low : low + rows] += np.count_nonzero(far, axis=-1)
    low_p, high_p = intervals.clopper_pearson(
        count.astype(np.float64), np.full(len(values), float(draws)), intervals.tail_area(0.95)
    )
    p = np.asarray((count + 1.0) / (draws + 1.0), dtype=np.float64)
    return p, {"draws": draws, "count": count, "p_interval": (low_p, high_p)}


def _sums_of(values: FloatArray, layout: Layout, *, blocks: bool) -> FloatArray:
    """Return the sums as they were seen, (tables, 1, algorithms)."""
    if blocks:
        return np.asarray(values.sum(axis=-2)[:, np.newaxis])
    groups = np.repeat(np.arange(layout.k), layout.sizes)
    return _group_sums(values, groups[np.newaxis], layout.k)


def _block_sums(values: FloatArray, orders: np.ndarray) -> FloatArray:
    """Return column sums (tables, draws, algorithms) after orders (draws, blocks, algorithms)."""
    sums = np.zeros((len(values), len(orders), values.shape[-1]))
    for block in range(values.shape[-2]):
        sums += values[:, block][:, orders[:, block]]
    return sums


def _group_sums(values: FloatArray, deals: np.ndarray, k: int) -> FloatArray:
    """Return sums (tables, deals, groups) of values dealt out to groups."""
    return np.stack([values @ (deals == group).T.astype(np.float64) for group in range(k)], axis=-1)


def _spread(sums: FloatArray, layout: Layout) -> FloatArray:
    """Return sum S_i^2/n_i: F rises with it, for the whole sum of squares stays the same."""
    return np.asarray(np.sum(sums * sums / np.asarray(layout.sizes, dtype=np.float64), axis=-1))


def _as_far(spread: FloatArray, seen: FloatArray) -> BoolArray:
    return np.asarray(spread >= seen * (1.0 - TIE))


def _shaped(value: Any, shape: tuple[int, ...]) -> Any:
    if isinstance(value, tuple):
        return tuple(_shaped(part, shape) for part in value)
    return value.reshape(shape) if isinstance(value, np.ndarray) else value


def _notes(layout: Layout, count: int, road: Method, draws: int) -> tuple[str, ...]:
    same = layout.between == 0.0
    alike = notes.where(same, "the means of the algorithms are identical")
    if road == "monte-carlo":
        return (
            *alike,
            *notes.out_of_reach(np.where(same, 0.0, 1 / (draws + 1)), "{} draws", draws),
        )
    smallest = np.where(same, 0.0, _symmetries(layout) / count)
    return (*alike, *notes.out_of_reach(smallest, "{} rearrangements", count))


def _symmetries(layout: Layout) -> float:
    """Return how many rearrangements give the largest F: groups of one size can change places."""
    if layout.blocks is not None:
        return 1.0
    _, alike = np.unique(layout.sizes, return_counts=True)
    return float(np.prod([float(np.prod(np.arange(1, size + 1))) for size in alike]))
