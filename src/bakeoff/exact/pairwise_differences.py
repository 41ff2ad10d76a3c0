"""Order statistics of all differences x - y between two groups."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bakeoff.types import FloatArray, IntArray

AT_ONCE = 4_000_000  # differences held in memory at one time


def order_statistics(x: FloatArray, y: FloatArray, places: Sequence[int]) -> FloatArray:
    """Return the differences x_i - y_j at the given places of their sorted order (from 0).

    `x` is tests x n1 and `y` tests x n2; the answer is tests x places.
    """
    size = x.shape[-1] * y.shape[-1]
    if size > AT_ONCE:
        rows = zip(x, y, strict=True)
        return np.array([[_select(a, b, place) for place in places] for a, b in rows])
    out = np.empty((len(x), len(places)))
    chunk = max(AT_ONCE // size, 1)
    for start in range(0, len(x), chunk):
        part = slice(start, start + chunk)
        gaps = (x[part, :, np.newaxis] - y[part, np.newaxis, :]).reshape(-1, size)
        out[part] = np.partition(gaps, sorted(set(places)), axis=-1)[:, list(places)]
    return out


def _select(x: FloatArray, y: FloatArray, place: int) -> float:
    """Return one order statistic: halve the range of values until few differences are left."""
    x, y = np.sort(x), np.sort(y)
    # the ends are put a little further out, so that rounding leaves no difference beyond them
    slack = 4.0 * np.finfo(np.float64).eps * max(np.abs(x).max(), np.abs(y).max())
    low, high = x[0] - y[-1] - slack, x[-1] - y[0] + slack
    below, upto = _first_within(x, y, low), _first_within(x, y, high)
    while int(np.sum(below - upto)) > AT_ONCE:
        middle = low + (high - low) / 2.0
        if not low < middle < high:
            return float(high)  # all that are left differ by less than one rounding
        first = _first_within(x, y, middle)
        if int(np.sum(len(y) - first)) > place:
            high, upto = middle, first
        else:
            low, below = middle, first
    smaller = int(np.sum(len(y) - below))
    return float(np.partition(_between(x, y, upto, below), place - smaller)[place - smaller])


def _first_within(x: FloatArray, y: FloatArray, gap: float) -> IntArray:
    """Return for each x the first place in sorted y from which x - y is at most `gap`."""
    return np.searchsorted(y, x - gap, side="left").astype(np.int64)


def _between(x: FloatArray, y: FloatArray, start: IntArray, stop: IntArray) -> FloatArray:
    """Return the differences of each x with y[start:stop], one after the other."""
    size = stop - start
    owner = np.repeat(np.arange(len(x)), size)
    within = np.arange(len(owner)) - np.repeat(np.cumsum(size) - size, size)
    return np.asarray(x[owner] - y[start[owner] + within])
