"""Differences and ranks that treat floating-point dust as equality.

Two numbers are the same when they agree to 12 significant digits of the larger: differences
such as 0.3 - 0.2 and 0.2 - 0.1 then tie, as they do on paper.
"""

from __future__ import annotations

import numpy as np

from bakeoff.types import FloatArray

RELATIVE_DUST = 5e-12  # half a unit in the 12th significant digit of a number that begins with 1
SMALL = 4096  # comparisons up to which comparing every two values beats a sort


def differences(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return a - b with dust set to 0, and what counts as dust for each difference."""
    dust = np.maximum(np.abs(a), np.abs(b))
    dust *= RELATIVE_DUST
    difference = np.asarray(a - b)
    # written in place: for millions of differences memory is what takes the time
    np.copyto(difference, 0.0, where=np.abs(difference) <= dust)
    return difference, dust


def midranks(values: FloatArray, dust: FloatArray | None = None) -> FloatArray:
    """Return average ranks from 1 along the last axis; values closer than their dust tie."""
    return midranks_and_ties(values, dust)[0]


def midranks_and_ties(
    values: FloatArray, dust: FloatArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return the average ranks and the tie term, the sum of t^3 - t over runs of t ties."""
    values = np.asarray(values, dtype=np.float64)
    dust = RELATIVE_DUST * np.abs(values) if dust is None else dust
    if dust.shape != values.shape:
        dust = np.broadcast_to(dust, values.shape)
    if values.size * values.shape[-1] <= SMALL:
        return _by_comparison(values, dust)
    n = values.shape[-1]
    ranks, ties = _by_sorting(values.reshape(-1, n), dust.reshape(-1, n))
    return ranks.reshape(values.shape), ties.reshape(values.shape[:-1])


def _by_comparison(values: FloatArray, dust: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rank = half of 1 + how many are below + how many are not above."""
    n = values.shape[-1]
    gap = values[..., :, None] - values[..., None, :]
    beats = gap > np.maximum(dust[..., :, None], dust[..., None, :])
    below = np.add.reduce(beats, axis=-1, dtype=np.float64)
    not_above = n - np.add.reduce(beats, axis=-2, dtype=np.float64)
    run = not_above - below
    # each member of a run of t adds t^2 - 1, so a run adds t^3 - t
    ties = np.add.reduce(run * run, axis=-1) - n if n else np.zeros(values.shape[:-1])
    return (below + not_above + 1.0) / 2.0, ties


def _by_sorting(values: FloatArray, dust: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rank the rows in their order; only rows that hold a tie are looked at twice."""
    rows, n = values.shape
    order = np.argsort(values, axis=-1)
    flat = order + np.arange(0, rows * n, n)[:, None]
    ordered, slack = values.ravel()[flat], dust.ravel()[flat]
    gap = ordered[:, 1:] - ordered[:, :-1] > np.maximum(slack[:, 1:], slack[:, :-1])
    ranks = np.empty(rows * n)
    ranks[flat] = np.arange(1.0, n + 1.0)
    ties = np.zeros(rows)
    tied = np.flatnonzero(~gap.all(axis=-1))
    if tied.size:
        average, ties[tied] = _runs(gap[tied])
        ranks[flat[tied]] = average
    return ranks.reshape(rows, n), ties


def _runs(gap: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> tuple[FloatArray, FloatArray]:
    """Average the places within each run of values that no gap parts."""
    n = gap.shape[-1] + 1
    place = np.broadcast_to(np.arange(n), (len(gap), n))
    edge = np.ones((len(gap), 1), dtype=bool)
    starts = np.concatenate([edge, gap], axis=-1)
    ends = np.concatenate([gap, edge], axis=-1)
    first = np.maximum.accumulate(np.where(starts, place, 0), axis=-1)
    last = np.minimum.accumulate(np.where(ends, place, n)[:, ::-1], axis=-1)[:, ::-1]
    size = (last - first + 1).astype(np.float64)
    return (first + last) / 2.0 + 1.0, np.sum(size * size - 1.0, axis=-1)
