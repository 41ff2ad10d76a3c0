"""Differences and ranks that treat floating-point dust as equality.

Two numbers are the same when they agree to 12 significant digits of the larger: accuracies
such as 0.81 - 0.80 and 0.51 - 0.50 then tie, as they do on paper.
"""

from __future__ import annotations

import numpy as np

from bakeoff.types import FloatArray

RELATIVE_DUST = 5e-12  # half a unit in the 12th significant digit of a number that begins with 1
SHORT = 12  # rows up to this length are ranked by comparing every two values: faster than a sort


def differences(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return a - b with dust set to 0, and what counts as dust for each difference."""
    dust = RELATIVE_DUST * np.maximum(np.abs(a), np.abs(b))
    difference = a - b
    return np.where(np.abs(difference) <= dust, 0.0, difference), dust


def midranks(values: FloatArray, dust: FloatArray | None = None) -> FloatArray:
    """Return average ranks from 1 along the last axis; values closer than their dust tie."""
    return midranks_and_ties(values, dust)[0]


def midranks_and_ties(
    values: FloatArray, dust: FloatArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return the average ranks and the tie term, the sum of t^3 - t over runs of t ties."""
    values = np.asarray(values, dtype=np.float64)
    dust = RELATIVE_DUST * np.abs(values) if dust is None else np.broadcast_to(dust, values.shape)
    if values.shape[-1] <= SHORT:
        return _by_comparison(values, dust)
    return _by_sorting(values, dust)


def _by_comparison(values: FloatArray, dust: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rank = 1 + how many are below + half of how many others are equal."""
    ranks = np.ones(values.shape)
    ties = np.zeros(values.shape)
    for i in range(values.shape[-1]):
        for j in range(i):
            gap = values[..., i] - values[..., j]
            slack = np.maximum(dust[..., i], dust[..., j])
            above, below = gap > slack, gap < -slack
            equal = ~(above | below)
            ranks[..., i] += above + 0.5 * equal
            ranks[..., j] += below + 0.5 * equal
            ties[..., i] += equal
            ties[..., j] += equal
    # each member of a run of t adds t^2 - 1, so a run adds t^3 - t
    return ranks, np.sum((ties + 1.0) ** 2 - 1.0, axis=-1)


def _by_sorting(values: FloatArray, dust: FloatArray) -> tuple[FloatArray, FloatArray]:
    n = values.shape[-1]
    order = np.argsort(values, axis=-1)
    ordered = np.take_along_axis(values, order, axis=-1)
    slack = np.take_along_axis(dust, order, axis=-1)
    gap = np.diff(ordered, axis=-1) > np.maximum(slack[..., 1:], slack[..., :-1])
    place = np.broadcast_to(np.arange(n), values.shape)
    ranks = np.empty(values.shape)
    if gap.all():
        np.put_along_axis(ranks, order, place + 1.0, axis=-1)
        return ranks, np.zeros(values.shape[:-1])
    edge = np.ones((*values.shape[:-1], 1), dtype=bool)
    starts = np.concatenate([edge, gap], axis=-1)
    ends = np.concatenate([gap, edge], axis=-1)
    first = np.maximum.accumulate(np.where(starts, place, 0), axis=-1)
    last = np.minimum.accumulate(np.where(ends, place, n)[..., ::-1], axis=-1)[..., ::-1]
    np.put_along_axis(ranks, order, (first + last) / 2.0 + 1.0, axis=-1)
    size = (last - first + 1).astype(np.float64)
    return ranks, np.sum(size * size - 1.0, axis=-1)
