"""MANOVA by permutation: for few splits, many measures, or measures that are far from normal."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.stats import intervals, notes, scatter
from bakeoff.stats.many import exchanges, roots
from bakeoff.stats.many.exchangeable import CRITERIA, Criterion, Rows, of_blocks, of_groups
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import FloatArray, Rng

ENUMERATED = 50_000  # exchanges up to which all of them are counted
CHUNK = 4_000_000  # numbers held at once
SIDE_BY_SIDE = 16  # tests of a batch that see the same random exchanges at once
TIE = 1e-11  # of statistics between 0 and 1: how far rounding can part equals


def permutation_manova(
    table: Any,
    *,
    blocks: bool = True,
    statistic: Criterion = "wilks",
    draws: int = 10_000,
    rng: Rng = None,
) -> TestResult:
    """Test whether algorithms differ on several measures, by exchanging them within each split.

    The null hypothesis: within each split the algorithms could change places, their vectors of
    measures being as likely in any order. The alternative: some mean vector differs.

    Parameters
    ----------
    table
        Blocks x algorithms x measures; with ``blocks=False`` groups as `manova` takes them,
        algorithms x runs x measures, which are then exchanged over all groups. A frame has
        columns (algorithm, measure). Leading axes give one test each.
    blocks
        Whether the algorithms met the same splits.
    statistic
        ``wilks``, ``pillai``, ``hotelling-lawley`` or ``roy``, as in `manova`; or ``trace``,
        the mean over the measures of the share of the algorithms in each one's sum of squares,
        which takes any number of measures.
    draws
        How many random exchanges to draw where there are more than 50,000.
    rng
        A random generator or a seed for these draws.

    Returns
    -------
    TestResult
        ``method`` is ``exact`` if all exchanges were counted. Otherwise it is ``monte-carlo``:
        p = (count + 1)/(draws + 1), and ``details`` hold draws, count and p_interval, the
        interval for the exact p at 95 percent. ``effect`` is the multivariate partial eta
        squared of the statistic.

    Notes
    -----
    Fisher, The design of experiments, 1935; Anderson, A new method for non-parametric
    multivariate analysis of variance, 2001 (``trace``, with each measure divided by its own
    spread); Phipson and Smyth (2010) for the p of random draws. Neither normal differences nor
    equal covariances are asked for. Independent splits are: the folds of one cross-validation
    are not, and the corrected `manova_blocks` is the better choice there. With k algorithms and
    n splits p cannot be below 1/(k!)^(n - 1).

    Examples
    --------
    The eight folds of Yildiz, Aslan and Alpaydin (2011), two algorithms and two measures. The
    difference seen is the largest of all: p is 2 of the 256 sets of signs.

    >>> import numpy as np
    >>> x = [[.90, .10], [.88, .14], [.93, .09], [.91, .13],
    ...      [.87, .12], [.92, .08], [.89, .15], [.94, .11]]
    >>> y = [[.88, .09], [.87, .11], [.90, .08], [.90, .11],
    ...      [.84, .10], [.90, .08], [.88, .12], [.91, .10]]
    >>> result = permutation_manova(np.stack([x, y], axis=1))
    >>> result.p_value, result.p_value * 256, result.method
    (0.0078125, 2.0, 'exact')
    """
    checks.one_of(statistic, "statistic", CRITERIA)
    number = checks.count(draws, "draws", least=1)
    generator = checks.generator(rng)
    rows = (of_blocks if blocks else of_groups)(table, statistic)
    exact = rows.ways <= ENUMERATED
    seen = extremity(_own_sums(rows), rows, statistic)
    # a part of a batch draws what every other part does, and what a test alone would
    drawn = None if exact else (number, int(generator.integers(2**63)))
    count = _count(rows, seen, statistic, drawn)
    shown = _shown(seen, statistic, rows.s)
    return TestResult(
        name="permutation_manova",
        statistic=shown,
        p_value=count / rows.ways if exact else (count + 1.0) / (number + 1.0),
        method="exact" if exact else "monte-carlo",
        n=rows.sizes[0] if blocks else rows.sizes,
        effect=_effect(shown, statistic, rows.s),
        notes=(*rows.notes, *_reach(rows, drawn)),
        details={"exchanges": rows.ways} if exact else _of_draws(count, number),
    )


def _reach(rows: Rows, drawn: tuple[int, int] | None) -> tuple[str, ...]:
    """Return what is to say of a design whose smallest p is too large for any difference."""
    if drawn is not None:
        return notes.out_of_reach(1.0 / (drawn[0] + 1.0), "{} draws", drawn[0])
    # algorithms with as many rows can change all their rows, and nothing is seen of it
    alike = (
        1
        if rows.blocks
        else math.prod(math.factorial(rows.sizes.count(size)) for size in set(rows.sizes))
    )
    what = "{} blocks" if rows.blocks else "{} runs"
    size = rows.sizes[0] if rows.blocks else sum(rows.sizes)
    return notes.out_of_reach(alike / rows.ways, what, size)


def _of_draws(count: FloatArray, draws: int) -> dict[str, Any]:
    tail = intervals.tail_area(0.95)
    low, high = intervals.clopper_pearson(count, np.full(count.shape, float(draws)), tail)
    return {"draws": draws, "count": count, "p_interval": (low, high)}


def extremity(sums: FloatArray, rows: Rows, statistic: Criterion) -> FloatArray:
    """Return a number from 0 to 1 for each set of sums (..., groups, r): large is far from equal.

    With the whole scatter I, the roots theta of M'M for the means M, each counted for its rows,
    are root/(1 + root).
    """
    means = sums / np.sqrt(np.asarray(rows.sizes, dtype=np.float64))[:, np.newaxis]
    if statistic == "trace":
        return np.asarray(np.einsum("...ij,...ij->...", means, means) / rows.dimensions)
    k, r = means.shape[-2:]
    across = np.swapaxes(means, -1, -2)
    theta = _eigenvalues(means @ across if k < r else across @ means)
    if statistic == "wilks":
        return np.asarray(1.0 - np.prod(1.0 - theta, axis=-1))
    if statistic == "pillai":
        return np.asarray(np.sum(theta, axis=-1) / rows.s)
    if statistic == "roy":
        return np.asarray(np.max(theta, axis=-1, initial=0.0))
    with np.errstate(divide="ignore"):
        return roots.explained(np.sum(theta / (1.0 - theta), axis=-1))


def _eigenvalues(matrices: FloatArray) -> FloatArray:
    """Return the eigenvalues of matrices between 0 and I."""
    if matrices.shape[-1] == 0:
        return matrices[..., 0]
    if matrices.shape[-1] > 2:
        return np.clip(np.linalg.eigvalsh(matrices), 0.0, 1.0)
    return np.clip(scatter.eigen(matrices)[0], 0.0, 1.0)


def _shown(seen: FloatArray, statistic: Criterion, s: int) -> FloatArray:
    """Return the statistic as `manova` gives it, from what was compared."""
    if statistic == "wilks":
        return 1.0 - seen
    if statistic == "pillai":
        return seen * s
    if statistic == "trace":
        return seen
    whole = seen >= 1.0
    return np.where(whole, np.inf, seen / np.where(whole, 1.0, 1.0 - seen))


def _effect(shown: FloatArray, statistic: Criterion, s: int) -> Effect:
    name = f"multivariate partial eta^2 ({statistic})"
    if statistic == "trace":
        return Effect("mean eta^2 of the measures", shown)
    return Effect(name, roots.effect(statistic, shown, np.asarray(s)))


def _own_sums(rows: Rows) -> FloatArray:
    """Return the sums of each algorithm's rows as the data came."""
    if rows.blocks:
        return np.asarray(rows.values.sum(axis=-3))
    starts = np.cumsum((0, *rows.sizes[:-1]))
    return np.asarray(np.add.reduceat(rows.values, starts, axis=-2))


def _count(
    rows: Rows,
    seen: FloatArray,
    statistic: Criterion,
    drawn: tuple[int, int] | None,
) -> FloatArray:
    """Count the exchanges, all or drawn, that are as extreme as what was seen."""
    inner = rows.values.ndim - seen.ndim
    flat = rows.values.reshape(-1, *rows.values.shape[-inner:])
    least = seen.reshape(-1, 1) - TIE
    count = np.zeros(len(flat))
    # the sums of one exchange have as many numbers as there are algorithms times dimensions
    held = (rows.ways if drawn is None else 1) * len(rows.sizes) * rows.values.shape[-1]
    size = max(1, CHUNK // held) if drawn is None else SIDE_BY_SIDE
    for start in range(0, len(flat), size):
        part = slice(start, start + size)
        for sums in _exchanged(rows, flat[part], drawn):
            extreme = extremity(sums, rows, statistic) >= least[part]
            count[part] += np.count_nonzero(extreme, axis=-1)
    return count.reshape(seen.shape)


def _exchanged(rows: Rows, part: FloatArray, drawn: tuple[int, int] | None) -> Iterable[FloatArray]:
    if drawn is None:
        within = rows.blocks
        return [exchanges.all_within(part) if within else exchanges.all_between(part, rows.sizes)]
    draws, seed = drawn
    generator = np.random.default_rng(seed)
    if rows.blocks:
        return exchanges.random_within(part, draws, generator)
    return exchanges.random_between(part, rows.sizes, draws, generator)
