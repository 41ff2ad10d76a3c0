"""The hypergeometric law in logarithms: one class against the rest, at full precision."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bakeoff.exact.matchings_rooks import stirling
from bakeoff.types import FloatArray


def log_upper_tail(least: int, pool: int, good: int, draws: int) -> float:
    """Return log P(n >= least), n of the `good` among `draws` from `pool`."""
    if least > min(draws, good):
        return -math.inf
    sizes = np.array([good]), np.array([draws]), np.array([least])
    start, sums, top = upper_sums(pool, *sizes)
    return math.log(float(sums[0, max(least - int(start[0]), 0)])) + top


def upper_sums(
    pool: int, good: Any, draws: Any, least: Any, *, reach: int = 1
) -> tuple[Any, FloatArray, float]:
    """Return the tail sums P(n >= start), P(n >= start + 1), ... over e^top, and start and top.

    `start` is `least`, or where the law begins or ends; `reach` sums hold all their digits.
    """
    lowest = np.maximum(0, draws + good - pool)
    highest = np.minimum(draws, good)
    start = np.minimum(np.maximum(least, lowest), highest)
    mean = draws * good / max(pool, 1)
    deviation = np.sqrt(mean * (1.0 - draws / max(pool, 1)) + 1.0)
    needed = np.maximum(mean - start, 0.0) + 10.0 * deviation
    length = int(min((highest - start).max(), needed.max() + 60 + reach)) + 1
    n = start[..., None] + np.arange(length - 1)
    # P(n + 1) / P(n)
    numerator = (draws[..., None] - n) * (good[..., None] - n).astype(np.float64)
    denominator = (n + 1.0) * ((pool - draws - good + 1)[..., None] + n)
    within = numerator > 0.0
    steps = np.where(within, np.log(np.where(within, numerator / denominator, 1.0)), -np.inf)
    first = log_hypergeometric(start, pool, good, draws)
    before = np.zeros((*start.shape, 1))
    logs = first[..., None] + np.concatenate([before, np.cumsum(steps, axis=-1)], axis=-1)
    top = float(logs.max())
    sums = np.cumsum(np.exp(logs - top)[..., ::-1], axis=-1)[..., ::-1]
    return start, np.concatenate([sums, before], axis=-1), top


def log_hypergeometric(x: Any, pool: Any, good: Any, draws: Any) -> FloatArray:
    """Return log of C(good, x) C(pool - good, draws - x) / C(pool, draws).

    As three binomial probabilities with the same share: their logs are small, and no digits are
    lost in large factorials (Loader, Fast and accurate computation of binomial probabilities,
    2000).
    """
    x, pool, good, draws = (
        np.asarray(part, dtype=np.float64) for part in np.broadcast_arrays(x, pool, good, draws)
    )
    return np.asarray(
        _log_binomial(x, good, draws, pool)
        + _log_binomial(draws - x, pool - good, draws, pool)
        - _log_binomial(draws, pool, draws, pool)
    )


def _log_binomial(x: FloatArray, size: FloatArray, part: FloatArray, whole: FloatArray) -> Any:
    """Return log of C(size, x) share^x (1-share)^(size-x) at share = part / whole."""
    rest = size - x
    inner = (x > 0.0) & (rest > 0.0)
    safe = np.where(inner, x, 1.0), np.where(inner, rest, 1.0), np.where(inner, size, 2.0)
    share = np.where(whole > 0.0, part / np.maximum(whole, 1.0), 0.0)
    other = np.where(whole > 0.0, (whole - part) / np.maximum(whole, 1.0), 1.0)
    curve = (
        stirling(safe[2]) - stirling(safe[0]) - stirling(safe[1])
        - _deviance(safe[0], safe[2] * np.where(inner, share, 0.5))
        - _deviance(safe[1], safe[2] * np.where(inner, other, 0.5))
        - 0.5 * np.log(2.0 * np.pi * safe[0] * safe[1] / safe[2])
    )  # fmt: skip
    ends = np.where(
        x > 0.0,
        size * np.log(np.where((x > 0.0) & (share > 0.0), share, 1.0)),
        size * np.log1p(-np.where((rest > 0.0) & (share < 1.0), share, 0.0)),
    )
    return np.where(inner, curve, ends)


def _deviance(x: FloatArray, mean: FloatArray) -> FloatArray:
    """Return x log(x / mean) + mean - x without loss where the two are close."""
    off = (x - mean) / mean
    return mean * ((1.0 + off) * np.log1p(off) - off)
