"""The law of Wilcoxon's signed rank sum when the differences are normal and not centred at 0.

Put the differences in the order of their sizes: the i-th smallest has the rank i, and its sign is
that of a normal variable of that size. Let h_i(w, x) be the probability that the negative ones
of i differences have the rank sum w, given that no size is above x. The largest size t of the i
has the density i F(t)^(i-1) f(t) / F(x)^i, and it is negative with probability q(t), so

    h_i(w, x) = mean over t of [(1 - q(t)) h_(i-1)(w, t) + q(t) h_(i-1)(w - i, t)].

With no bound on x that is the law of w for i differences: one pass gives the laws of all smaller
numbers, too. As x goes, h is smooth, and its values at Chebyshev points hold it to ten digits.
All means have positive weights with the sum 1, so that errors do not grow from rank to rank.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy import special

from bakeoff.types import FloatArray, IntArray

REACH = 9.0  # standard deviations beyond which a normal variable does not lie
FURTHEST = 8.0  # a mean beyond which no difference is negative
FEWEST, MORE = 48, 64  # Chebyshev points that hold h to ten digits: more where signs change faster
NODES = 16  # Gauss points between two of them
ROOT = np.sqrt(2.0 * np.pi)


def lower_tails(n: int, shift: float, at_most: IntArray) -> FloatArray:
    """Return P(W <= at_most[i]) for i = 0, ..., n differences, W the ranks of negative ones.

    `shift` is the mean of a difference in standard deviations. An entry of -1 gives 0.
    """
    sizes = _Sizes(float(np.clip(shift, -FURTHEST, FURTHEST)))
    limit = int(at_most.max(initial=0))
    law = np.zeros((limit + 1, len(sizes.ahead)))
    law[0] = 1.0
    found = np.zeros(n + 1)
    found[0] = float(at_most[0] >= 0)
    known = 1  # rows of `law` that are not 0
    for i in range(1, n + 1):
        mean = sizes.mean_at_the_largest_of(i)
        known, before = min(known + i, limit + 1), known
        mixed = np.zeros((known, len(sizes.ahead)))
        mixed[:before] = law[:before] * sizes.ahead
        if known > i:
            mixed[i:] += law[: known - i] * sizes.behind
        law[:known] = mixed @ mean
        found[i] = law[: at_most[i] + 1, -1].sum()
    return np.clip(found, 0.0, 1.0)  # rounding must not carry a probability outside


class _Sizes:
    """The sizes of normal differences, and the signs that go with them, at Chebyshev points."""

    def __init__(self, shift: float) -> None:
        degree = FEWEST + int(np.ceil(MORE * abs(shift)))
        angle = np.pi * np.arange(degree, -1, -1) / degree
        x = (np.cos(angle) + 1.0) * (abs(shift) + REACH) / 2.0
        self.ahead, self.behind = special.expit(2.0 * shift * x), special.expit(-2.0 * shift * x)
        node, weight = np.polynomial.legendre.leggauss(NODES)
        low, high = x[:-1, np.newaxis], x[1:, np.newaxis]
        t = (low + high) / 2.0 + (high - low) / 2.0 * node
        density = np.exp(-0.5 * (t - shift) ** 2) + np.exp(-0.5 * (t + shift) ** 2)
        self._mass = weight * (high - low) / 2.0 * density / ROOT
        self._below, self._inside = _cdf(x, abs(shift)), _cdf(t, abs(shift))
        self._values = _interpolation(t, x)

    def mean_at_the_largest_of(self, i: int) -> FloatArray:
        """Return the matrix that takes values at the points to means over the largest of i.

        Up to the next point the largest is either below the last one, or between the two.
        """
        below, above = self._below[:-1], self._below[1:]
        earlier = (below / above) ** i
        weight = self._mass * (self._inside / above[:, np.newaxis]) ** (i - 1)
        # at small sizes the power rises too fast for the rule: its sum is known, though
        weight *= ((1.0 - earlier) / weight.sum(axis=-1))[:, np.newaxis]
        between = np.einsum("pn,pnm->pm", weight, self._values)
        mean = np.zeros((len(self._below), len(self._below)))
        mean[0, 0] = 1.0
        for point in range(len(earlier)):
            mean[point + 1] = earlier[point] * mean[point] + between[point]
        return mean.T


def _cdf(x: FloatArray, shift: float) -> FloatArray:
    """Return the probability that a size is at most x; it is the same for -shift."""
    return np.asarray(special.ndtr(x - shift) - special.ndtr(-x - shift))


def _interpolation(t: FloatArray, x: FloatArray) -> FloatArray:
    """Return the weights of the values at Chebyshev points x for the value at t (barycentric)."""
    weight = np.where(np.arange(len(x)) % 2 == 0, 1.0, -1.0)
    weight[[0, -1]] /= 2.0
    parts = weight / (t[..., np.newaxis] - x)
    return np.asarray(parts / parts.sum(axis=-1, keepdims=True))


def approximate_lower_tail(n: FloatArray, shift: float, at_most: FloatArray) -> FloatArray:
    """Return P(W <= at_most) by the normal law with the exact mean and variance of W.

    The moments are Lehmann's (Nonparametrics, 1975, section 4.2).
    """
    # W sums the ranks of negative differences: those that are positive where the mean is -shift
    p1, p2 = special.ndtr(-shift), special.ndtr(-shift * np.sqrt(2.0))
    p3 = _two_sums_positive(-shift)
    mean = n * (n - 1.0) / 2.0 * p2 + n * p1
    variance = (
        n * (n - 1.0) * (n - 2.0) * (p3 - p2 * p2)
        + n * (n - 1.0) / 2.0 * (2.0 * (p1 - p2) ** 2 + 3.0 * p2 * (1.0 - p2))
        + n * p1 * (1.0 - p1)
    )
    z = (at_most + 0.5 - mean) / np.sqrt(np.maximum(variance, 1e-300))
    return np.where(at_most < 0, 0.0, special.ndtr(z))


@lru_cache(maxsize=16)
def _two_sums_positive(shift: float) -> float:
    """Return P(X1 + X2 > 0 and X1 + X3 > 0) for normal X with the mean `shift`."""
    node, weight = np.polynomial.legendre.leggauss(200)
    z = REACH * node
    density = np.exp(-0.5 * z * z) / ROOT
    return float(REACH * weight @ (density * special.ndtr(z + 2.0 * shift) ** 2))
