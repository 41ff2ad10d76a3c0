"""The law of a sum of sizes whose signs are flipped at random: exact where it can be had.

W is the sum of the sizes that fall on the positive side, each with probability 1/2. Sizes that
are whole multiples of one unit, such as differences of 0 and 1, have the law of signed ranks,
at any number. Other sizes are enumerated: all 2^n sums, as pairs of the sums of two halves.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from bakeoff.types import FloatArray, IntArray

Tails: TypeAlias = tuple[FloatArray, FloatArray]

COARSE = 100_000  # a unit this many times smaller than the largest size is no lattice
NEARLY = 1e-6  # how far from a multiple, in units, a size may lie while the unit is searched for
WHOLE = 12  # sizes up to which a batch is enumerated in one product
CHUNK = 4_000_000  # sums held at once
TIE = 1e-12  # sums that agree to this much of the whole are equal


def lattice(sizes: FloatArray, dust: FloatArray) -> IntArray | None:
    """Return the sizes as whole multiples of their largest common unit, or None without one.

    Euclid's algorithm on all sizes at once: what is left over by the smallest size is the next
    candidate. A multiple has to hit its size up to the size's own dust.
    """
    used = sizes > 0.0
    values, slack = sizes[used], dust[used]
    if not values.size:
        return np.zeros(sizes.shape, dtype=np.int64)
    unit = values.min()
    while values.max() <= COARSE * unit:
        times = np.rint(values / unit)
        rest = np.abs(values - times * unit)
        left = rest > NEARLY * unit
        if not left.any():
            return _multiples(sizes, values, slack, times)
        unit = rest[left].min()
    return None


def _multiples(
    sizes: FloatArray, values: FloatArray, slack: FloatArray, times: FloatArray
) -> IntArray | None:
    unit = (values @ times) / (times @ times)
    if np.any(np.abs(values - times * unit) > slack):
        return None
    return np.rint(sizes / unit).astype(np.int64)


def tails(sizes: FloatArray, positive: FloatArray) -> Tails:
    """Return P(W <= w) and P(W >= w) by enumeration, for each row of sizes and w = `positive`."""
    if sizes.shape[-1] <= WHOLE:
        return _tails_at_once(sizes, positive)
    pairs = [_tails_by_halves(row, float(w)) for row, w in zip(sizes, positive, strict=True)]
    lower, upper = np.array(pairs).reshape(-1, 2).T
    return lower, upper


def subsets(n: int) -> FloatArray:
    """Return all 2^n choices among n things, one a row of 0 and 1; the first is empty."""
    return ((np.arange(1 << n)[:, None] >> np.arange(n)) & 1).astype(np.float64)


def _tails_at_once(sizes: FloatArray, positive: FloatArray) -> Tails:
    choices = subsets(sizes.shape[-1])
    lower, upper = np.empty(len(sizes)), np.empty(len(sizes))
    step = max(1, CHUNK // len(choices))
    for start in range(0, len(sizes), step):
        rows = slice(start, start + step)
        sums = sizes[rows] @ choices.T
        slack = TIE * sizes[rows].sum(axis=-1)
        low, high = positive[rows] - slack, positive[rows] + slack
        lower[rows] = np.count_nonzero(sums <= high[:, None], axis=-1)
        upper[rows] = np.count_nonzero(sums >= low[:, None], axis=-1)
    return lower / len(choices), upper / len(choices)


def _tails_by_halves(sizes: FloatArray, positive: float) -> tuple[float, float]:
    """Count the pairs of one sum from each half that reach w, in the order of the sums."""
    used = sizes[sizes > 0.0]
    slack = TIE * float(used.sum())
    first, second = _sorted_sums(used[::2]), _sorted_sums(used[1::2])
    at_most = np.searchsorted(second, positive + slack - first, side="right").sum()
    below = np.searchsorted(second, positive - slack - first, side="left").sum()
    every = len(first) * len(second)
    return float(at_most / every), float((every - below) / every)


def _sorted_sums(sizes: FloatArray) -> FloatArray:
    sums = np.zeros(1)
    for size in sizes.tolist():
        sums = np.concatenate([sums, sums + size])
    return np.sort(sums)
