"""The largest of several t statistics that share one control: the law behind Dunnett's test.

With group sizes n_i and n_0 for the control, the differences from the control have the
correlations lambda_i lambda_j, lambda_i^2 = n_i / (n_i + n_0): one half for equal sizes. Given
the control they are independent, which leaves one integral (Dunnett, A multiple comparison
procedure for comparing several treatments with a control, 1955).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from scipy import special

from bakeoff.exact import scale_mixture
from bakeoff.types import FloatArray

CHUNK = 65_536  # terms held at once: what fits into a processor's own memory
TINY = -37.0  # log of a share so small that log(1 - share) is -share to the last digit
REACH = 8.8  # a normal variable is farther out with probability 1e-18
NEGLIGIBLE = 42.0  # what is e^42 times smaller changes no digit


class Family(NamedTuple):
    """Comparisons with one control: their different loadings, how many have each, the sides."""

    loadings: tuple[float, ...]
    counts: tuple[int, ...]
    two_sided: bool

    @property
    def size(self) -> int:
        """The number of comparisons."""
        return sum(self.counts)


def family(sizes: Sequence[int], control: int, *, two_sided: bool) -> Family:
    """Return the family of the comparisons of groups of these sizes with the control's."""
    others = np.delete(np.asarray(sizes, dtype=np.float64), control)
    squares, counts = np.unique(others / (others + sizes[control]), return_counts=True)
    return Family(tuple(np.sqrt(squares).tolist()), tuple(counts.tolist()), two_sided)


def upper(t: Any, group: Family, df: float = np.inf) -> FloatArray:
    """Return P(max |T_i| > t), or P(max T_i > t) for a one-sided family, for any array of t.

    Examples
    --------
    Two comparisons, two-sided, 60 degrees of freedom: the critical value is 2.27 (Dunnett, New
    tables for multiple comparisons with a control, 1964).

    >>> three = family([21, 21, 21], 0, two_sided=True)
    >>> print(f"{quantile(0.05, three, 60):.2f}, {upper(2.27, three, 60):.2f}")
    2.27, 0.05
    """
    return np.exp(log_upper(t, group, df))


def log_upper(t: Any, group: Family, df: float = np.inf) -> FloatArray:
    """Return the log of `upper`."""
    values = np.asarray(t, dtype=np.float64)
    flat = values.reshape(-1)
    above, below = (flat > 0.0) & (flat < np.inf), (flat < 0.0) & (flat > -np.inf)
    found = np.where(flat > 0.0, -np.inf, 0.0)
    step = 0.1 * _sharpness(group)
    law = partial(_log_max_upper, group=group)
    found[above] = scale_mixture.log_upper(law, flat[above], df, step=step, decline=0.5)
    if not group.two_sided:
        found[flat == 0.0] = law(np.zeros(1))

        def mirrored(x: FloatArray) -> FloatArray:
            return law(-x)

        found[below] = scale_mixture.log_upper(mirrored, -flat[below], df, step=step, decline=0.0)
    return found.reshape(values.shape)


@lru_cache(maxsize=1024)
def quantile(p: float, group: Family, df: float = np.inf) -> float:
    """Return the t that is exceeded with probability p, below 1/2."""
    one, every = _t_quantile(p, group, df), _t_quantile(p / group.size, group, df)
    tail = partial(log_upper, group=group, df=df)
    found = scale_mixture.quantile(
        tail, np.log([p]), np.array([0.999 * one]), np.array([1.001 * every])
    )
    return float(found[0])


def _t_quantile(p: float, group: Family, df: float) -> float:
    tail = p / 2.0 if group.two_sided else p
    return -float(special.ndtri(tail) if df == np.inf else special.stdtrit(df, tail))


def _log_max_upper(t: FloatArray, group: Family) -> FloatArray:
    """Return log P(max > t) with the standard deviation known; t above 0 if two-sided."""
    sides = 2.0 if group.two_sided else 1.0
    # Bonferroni's sum, exact where no two comparisons exceed t at once
    found = np.log(sides * group.size) + special.log_ndtr(-t)
    if group.size == 1:
        return np.asarray(np.minimum(found, 0.0))
    between = np.flatnonzero(t < _far(group))
    step = 0.4 * _sharpness(group)
    widest = 2.0 * REACH + (group.loadings[-1] - group.loadings[0]) * _far(group)
    rows = max(1, int(CHUNK * step / widest))
    for start in range(0, between.size, rows):
        part = between[start : start + rows]
        found[part] = _log_integral(t[part], group, step)
    return np.asarray(np.minimum(found, 0.0))


def _log_integral(t: FloatArray, group: Family, step: float) -> FloatArray:
    """Return the log of the mean over the control's x of P(any of the others exceeds t | x)."""
    low = np.maximum(group.loadings[0] * t - REACH, 0.0 if group.two_sided else -REACH)
    high = np.maximum(group.loadings[-1] * t, 0.0) + REACH
    first = np.floor(np.minimum(low, high) / step)
    x = (first[:, np.newaxis] + np.arange(np.ceil((high - low).max() / step) + 1.0) + 0.5) * step
    terms = _log_any(x, t[:, np.newaxis], group) - 0.5 * x * x
    largest = terms.max(axis=-1)
    total = np.log(np.exp(terms - largest[:, np.newaxis]).sum(axis=-1))
    # two-sided, x and -x give the same: one half of the line is enough
    sides = 2.0 if group.two_sided else 1.0
    return np.asarray(np.log(sides * step / np.sqrt(2.0 * np.pi)) + largest + total)


def _log_any(x: FloatArray, t: FloatArray, group: Family) -> FloatArray:
    """Return log(1 - prod (1 - P(T_i beyond t | x))): T_i = lambda x + sqrt(1 - lambda^2) z."""
    none = np.zeros(np.broadcast_shapes(x.shape, t.shape))
    some = np.full(none.shape, -np.inf)
    for loading, count in zip(group.loadings, group.counts, strict=True):
        rest = np.sqrt(1.0 - loading * loading)
        share = special.log_ndtr((loading * x - t) / rest)
        if group.two_sided:
            share = np.logaddexp(share, special.log_ndtr((-loading * x - t) / rest))
        share = np.minimum(share, 0.0)
        with np.errstate(divide="ignore"):  # a share of 1: nothing stays below t
            none += count * np.log1p(-np.exp(share))
        some = np.logaddexp(some, np.log(count) + share)
    with np.errstate(divide="ignore"):  # where no share is left, the sum of the shares is taken
        return np.where(some < TINY, some, np.log(-np.expm1(none)))


def _far(group: Family) -> float:
    """Return from which t two comparisons exceed it e^42 times more seldom than one does."""
    square = group.loadings[-1] ** 2
    return float(np.sqrt(2.0 * NEGLIGIBLE * (1.0 + square) / (1.0 - square)))


def _sharpness(group: Family) -> float:
    """Return by how much a step must shrink for many comparisons, or a control of few runs.

    Found by comparing with steps ten times as small.
    """
    square = group.loadings[-1] ** 2
    narrow = min(1.0, float(np.sqrt((1.0 - square) / square)))
    return float(narrow / (1.0 + 0.55 * np.log((group.size + 1) / 2.0)))
