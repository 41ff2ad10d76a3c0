"""Order statistics of the Walsh averages (d_i + d_j) / 2, i <= j, of a row of differences.

The signed-rank sum of d - shift counts the averages above the shift, so its estimate and its
interval are order statistics of these averages (Hodges and Lehmann 1963). There are
n (n + 1) / 2 of them: short rows list and sort them, long rows find one by halving.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from bakeoff.types import FloatArray, IntArray

LISTED = 300  # values up to which listing all averages is faster than searching for one
CHUNK = 2_000_000  # averages listed at once
ROUNDING = 1e-15  # by which the sum of two floating-point numbers is off, relative to them
ENOUGH = 4e-16  # the search stops when its bracket is this narrow, relative to its ends


def order_statistics(
    values: FloatArray, places: IntArray, dust: FloatArray | None = None
) -> FloatArray:
    """Return the averages that stand at the given places (from 1) of each row.

    `values` are rows x n, where nan stands for a value left out; `places` are rows x any number.
    Places below 1 give -inf, and places beyond the last average give inf. With `dust`, rows x n,
    an average that is no further from 0 than the dust of its own two values is 0.
    """
    kept = np.count_nonzero(~np.isnan(values), axis=-1)[:, None]
    count = kept * (kept + 1) // 2
    inside = np.clip(places, 1, np.maximum(count, 1))
    find = _by_listing if values.shape[-1] <= LISTED else _by_search
    found = find(values, inside)
    if dust is not None:
        found = _without_dust(found, values, dust)
    return np.where(places < 1, -np.inf, np.where(places > count, np.inf, found))


def pseudo_median(values: FloatArray, dust: FloatArray | None = None) -> FloatArray:
    """Return the median of the averages of each row; 0 for a row with nothing left."""
    kept = np.count_nonzero(~np.isnan(values), axis=-1)
    count = kept * (kept + 1) // 2
    places = np.stack([(count + 1) // 2, count // 2 + 1], axis=-1)
    middle = order_statistics(values, places, dust)
    return np.where(kept == 0, 0.0, np.where(kept == 0, 0.0, middle.T).mean(axis=0))


def _by_listing(values: FloatArray, places: IntArray) -> FloatArray:
    n = values.shape[-1]
    size = max(1, CHUNK // (n * (n + 1) // 2))
    found = np.empty(places.shape)
    for start in range(0, len(values), size):
        rows = slice(start, start + size)
        # nan sorts last, so what is left out stands behind every place
        sums = np.sort(_sums(values[rows]), axis=-1)
        found[rows] = np.take_along_axis(sums, places[rows] - 1, axis=-1) / 2.0
    return found


def _sums(values: FloatArray) -> FloatArray:
    """Return v_i + v_j for all i <= j of each row."""
    rows, n = values.shape
    sums = np.empty((rows, n * (n + 1) // 2))
    start = 0
    for one in range(n):
        stop = start + n - one
        np.add(values[:, one:], values[:, one : one + 1], out=sums[:, start:stop])
        start = stop
    return sums


def _by_search(values: FloatArray, places: IntArray) -> FloatArray:
    found = np.zeros(places.shape)
    for row, (line, wanted) in enumerate(zip(values, places, strict=True)):
        ordered = np.sort(line[~np.isnan(line)])
        if ordered.size:
            found[row] = [_search(ordered, place) for place in wanted.tolist()]
    return found


def _search(ordered: FloatArray, place: int) -> float:
    """Halve the range of values until only the average at `place` is left."""
    low, high = float(ordered[0]), float(ordered[-1])
    if _count_up_to(ordered, low) >= place:
        return low
    if _count_up_to(ordered, 0.0, "left") < place <= _count_up_to(ordered, 0.0):
        return 0.0
    # relative to the bracket and not to the largest value, beside which all others may be small
    while high - low > ENOUGH * max(abs(low), abs(high)):
        middle = low + (high - low) / 2.0
        if _count_up_to(ordered, middle) >= place:
            high = middle
        else:
            low = middle
    # the largest average that is not above the bracket: the average itself, not a point near it
    partner = np.searchsorted(ordered, 2.0 * high - ordered, side="right") - 1
    own = partner >= 0
    return float(np.max((ordered[own] + ordered[partner[own]]) / 2.0))


def _count_up_to(
    ordered: FloatArray, limit: float, side: Literal["left", "right"] = "right"
) -> int:
    """Count the averages that are at most `limit` (left: below it), pairs in both orders halved."""
    both = int(np.searchsorted(ordered, 2.0 * limit - ordered, side=side).sum())
    alone = int(np.searchsorted(ordered, limit, side=side))
    return (both + alone) // 2


def _without_dust(found: FloatArray, values: FloatArray, dust: FloatArray) -> FloatArray:
    """Set an average to 0 where every two values that have it are equal and opposite but for dust.

    The dust is that of the two values and not of the row: one huge score must not turn the
    differences of all others into nothing.
    """
    suspect = (found != 0.0) & (np.abs(found) <= dust.max(axis=-1, keepdims=True))
    for row, place in np.argwhere(suspect).tolist():
        if _is_dust(found[row, place], values[row], dust[row]):
            found[row, place] = 0.0
    return found


def _is_dust(average: float, values: FloatArray, dust: FloatArray) -> bool:
    """Whether no two values have this average on a scale on which it is more than dust."""
    known = ~np.isnan(values)
    order = np.argsort(values[known])
    ordered, slack = values[known][order], dust[known][order]
    wanted = 2.0 * average - ordered
    after = np.searchsorted(ordered, wanted).clip(1, max(len(ordered) - 1, 1))
    for partner in (after - 1, after.clip(max=len(ordered) - 1)):
        own = np.abs(ordered[partner] - wanted) <= ROUNDING * np.abs(ordered)
        if np.any(own & (2.0 * abs(average) > slack + slack[partner])):
            return False
    return True
