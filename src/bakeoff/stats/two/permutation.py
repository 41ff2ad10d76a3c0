"""The paired permutation test: the mean difference under random signs."""

from __future__ import annotations

from functools import partial
from typing import Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.exact import sign_flips, signed_ranks
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.labelled import in_order_of
from bakeoff.stats.one.mean import t_ratio
from bakeoff.stats.ranks import differences
from bakeoff.stats.results import Effect, TestResult
from bakeoff.stats.smallest import all_of_one_sign
from bakeoff.stats.two.paired_t import moments
from bakeoff.types import Alternative, ArrayLike, FloatArray, IntArray, Rng

Road: TypeAlias = Literal["lattice", "enumeration", "monte-carlo"]

ENUMERATED = 32  # differences of any size up to which all 2^n signs are counted
WORK = 500_000_000  # additions that the exact law of one row of whole multiples may cost
CHUNK = 2_000_000  # random signs held at once
SUBSETS = 14  # differences up to which the interval uses all subsets and not a sample of them
TIE = sign_flips.TIE


def permutation(
    a: ArrayLike,
    b: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    draws: int = 10_000,
    rng: Rng = None,
) -> TestResult:
    """Test whether the mean difference of two algorithms is zero, by flipping signs.

    The null hypothesis: within each pair the two algorithms could change places, so every
    difference a - b is as likely to have the other sign. ``greater`` asks whether the mean of
    `a` is above that of `b`, ``less`` whether it is below, ``two-sided`` whether they differ.

    Parameters
    ----------
    a, b
        Paired scores along the last axis, one a split, data set or test item; leading axes give
        one test each. `b` may be one number.
    alternative
        ``two-sided``, ``less`` or ``greater``, about a - b.
    draws
        How many random sets of signs to draw where the exact law is out of reach.
    rng
        A random generator or a seed for these draws.

    Returns
    -------
    TestResult
        ``statistic`` and ``estimate`` are the mean difference, ``effect`` d_z = mean / sd of
        the differences. ``method`` is ``exact`` if all 2^n signs were counted: always up to 32
        differences that are not zero, and at any number if they are multiples of one unit, such
        as differences of right (1) and wrong (0) answers. Otherwise it is ``monte-carlo``:
        p = (count + 1)/(draws + 1), and ``details`` hold draws, count and p_interval, the
        interval for the exact p at 95 percent. ``interval()`` holds the centres that the test
        would not reject: it runs between two order statistics of the means of subsets
        (a sample of `draws` subsets above 14 differences).

    Notes
    -----
    Fisher, The design of experiments, 1935, section 21; the correction of the Monte-Carlo p is
    Phipson and Smyth's (2010), the interval Hartigan's (1969). On 0/1 answers of two
    classifiers this is `mcnemar`'s exact test. It asks that the pairs are independent: fine for
    data sets and test items, not for the folds of one cross-validation, whose training sets
    overlap (use `paired_t` with a ratio). `wilcoxon` is the same idea on ranks and minds
    outliers less.

    Examples
    --------
    Darwin's fifteen pairs of plants, differences in eighths of an inch (Fisher 1935, section
    21): 863 of the 32,768 sets of signs are as extreme on the one side, 1,726 on both.

    >>> plants = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    >>> result = permutation(plants, 0)
    >>> print(f"p = {result.p_value * 2**15:.0f}/{2**15} = {result.p_value:.4f}, {result.method}")
    p = 1726/32768 = 0.0527, exact
    """
    first, second = checks.pair(a, in_order_of(a, b), least=1)
    checks.alternative(alternative)
    number = checks.count(draws, "draws", least=1)
    generator = checks.generator(rng)
    n, shape = first.shape[-1], first.shape[:-1]
    clean, dust = differences(first.reshape(-1, n), second.reshape(-1, n))
    used = np.count_nonzero(clean, axis=-1)
    road, steps = _road(clean, dust, used)
    p, details = p_value(
        clean, steps, road, alternative=alternative, draws=number, generator=generator
    )
    mean, effect = _effect(first, second)
    seed = int(generator.integers(2**32)) if n > SUBSETS else 0
    return TestResult(
        name="permutation",
        statistic=mean,
        p_value=p.reshape(shape),
        alternative=alternative,
        method="monte-carlo" if road == "monte-carlo" else "exact",
        n=n,
        estimate=mean,
        effect=effect,
        notes=_notes(used.reshape(shape), road, alternative, number),
        details={name: _shaped(value, shape) for name, value in details.items()},
        interval_at=partial(_limits, clean, shape, number, seed),
    )


def p_value(
    clean: FloatArray,
    steps: IntArray | None,
    road: Road,
    *,
    alternative: Alternative,
    draws: int,
    generator: np.random.Generator,
) -> tuple[FloatArray, dict[str, object]]:
    """Return the p-value of each row of differences, and what else the draws tell."""
    sizes, ahead = np.abs(clean), clean > 0.0
    if steps is not None:
        areas = signed_ranks.tails(steps, np.sum(np.where(ahead, steps, 0), axis=-1))
    elif road == "enumeration":
        areas = sign_flips.tails(sizes, np.sum(np.where(ahead, sizes, 0.0), axis=-1))
    else:
        return _monte_carlo(clean, alternative, draws, generator)
    p = tails.by_alternative(*areas, alternative)
    return np.where(ahead.any(axis=-1) | (clean < 0.0).any(axis=-1), p, 1.0), {}


def _road(clean: FloatArray, dust: FloatArray, used: IntArray) -> tuple[Road, IntArray | None]:
    """Choose the exact law of whole multiples, enumeration of all signs, or random signs."""
    steps = sign_flips.lattice(np.abs(clean), dust)
    if steps is not None and np.max(used * steps.sum(axis=-1)) <= WORK:
        return "lattice", steps
    return ("enumeration" if used.max() <= ENUMERATED else "monte-carlo"), None


def _monte_carlo(
    clean: FloatArray, alternative: Alternative, draws: int, generator: np.random.Generator
) -> tuple[FloatArray, dict[str, object]]:
    """Count the random signs whose sum is as extreme; all rows share the same signs."""
    n = clean.shape[-1]
    seen = clean.sum(axis=-1)
    slack = TIE * np.abs(clean).sum(axis=-1)
    count = np.zeros(len(clean), dtype=np.int64)
    # the size of a chunk depends on n alone, so a row draws the same signs alone and in a batch
    size = max(1, CHUNK // n)
    for start in range(0, draws, size):
        shape = (min(size, draws - start), n)
        signs = 2.0 * generator.integers(0, 2, size=shape, dtype=np.int8) - 1.0
        block = max(1, CHUNK // shape[0])
        for low in range(0, len(clean), block):
            rows = slice(low, low + block)
            sums = clean[rows] @ signs.T
            extreme = _as_extreme(sums, seen[rows, None], slack[rows, None], alternative)
            count[rows] += np.count_nonzero(extreme, axis=-1)
    low_p, high_p = intervals.clopper_pearson(
        count.astype(np.float64), np.full(len(clean), float(draws)), intervals.tail_area(0.95)
    )
    details = {"draws": draws, "count": count, "p_interval": (low_p, high_p)}
    return np.asarray((count + 1.0) / (draws + 1.0)), details


def _as_extreme(
    sums: FloatArray, seen: FloatArray, slack: FloatArray, alternative: Alternative
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    if alternative == "two-sided":
        return np.asarray(np.abs(sums) >= np.abs(seen) - slack)
    if alternative == "greater":
        return np.asarray(sums >= seen - slack)
    return np.asarray(sums <= seen + slack)


def _effect(first: FloatArray, second: FloatArray) -> tuple[FloatArray, Effect]:
    if first.shape[-1] > 1:
        mean, sd = moments(first, second)
        return mean, Effect("d_z", t_ratio(mean, sd))
    mean = differences(first, second)[0][..., 0]
    return mean, Effect("d_z", t_ratio(mean, np.zeros_like(mean)))


def _limits(
    clean: FloatArray, shape: tuple[int, ...], draws: int, seed: int, level: float
) -> tuple[FloatArray, FloatArray]:
    """Return the centres at which flipping signs would not reject (Hartigan 1969).

    Flipping a set of signs of d - centre raises the mean if and only if the mean of d over that
    set lies below the centre: the p-value at a centre counts the subset means beyond it.
    """
    n = clean.shape[-1]
    if n <= SUBSETS:
        choices = sign_flips.subsets(n)[1:]
    else:
        drawn = np.random.default_rng(seed).integers(0, 2, size=(draws, n), dtype=np.int8)
        choices = drawn[drawn.any(axis=-1)].astype(np.float64)
    weights = (choices / choices.sum(axis=-1, keepdims=True)).T
    beyond = int(np.floor(intervals.tail_area(level) * (len(choices) + 1) * (1.0 + TIE)))
    if beyond == 0:
        everything = np.full(shape, np.inf)
        return -everything, everything
    low, high = np.empty(len(clean)), np.empty(len(clean))
    block = max(1, CHUNK // len(choices))
    for start in range(0, len(clean), block):
        rows = slice(start, start + block)
        means = clean[rows] @ weights
        # the dust of a mean is that of its own differences: a huge one elsewhere adds nothing
        if np.abs(means).min() <= TIE * np.abs(clean[rows]).max():
            means[np.abs(means) <= TIE * (np.abs(clean[rows]) @ weights)] = 0.0
        means.sort(axis=-1)
        low[rows], high[rows] = means[:, beyond - 1], means[:, -beyond]
    return low.reshape(shape), high.reshape(shape)


def _shaped(value: object, shape: tuple[int, ...]) -> object:
    if isinstance(value, tuple):
        return tuple(_shaped(part, shape) for part in value)
    return value.reshape(shape) if isinstance(value, np.ndarray) else value


def _notes(used: IntArray, road: Road, alternative: Alternative, draws: int) -> tuple[str, ...]:
    same = np.asarray(used == 0)
    identical = notes.where(same, "a and b are identical: every difference is zero")
    if road == "monte-carlo":
        few = np.where(same, 0.0, 1.0 / (draws + 1.0))
        return (*identical, *notes.out_of_reach(few, "{} draws", draws))
    smallest = np.where(same, 0.0, all_of_one_sign(used, alternative))
    return (*identical, *notes.out_of_reach(smallest, "{} pairs that differ", used))
