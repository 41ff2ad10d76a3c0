"""Random tables with given margins: what a classifier that guesses would have done."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff.types import FloatArray, IntArray

AT_ONCE = 4_000_000  # random numbers held in memory at one time
CELL_COST = 10  # drawing a cell of a table costs as much as shuffling so many items


def at_least(table: IntArray, draws: int, rng: np.random.Generator) -> FloatArray:
    """Return how many of `draws` random tables have a trace at least that of each table.

    Tables with the same margins are compared with the same draws.
    """
    size = table.shape[-1]
    flat = table.reshape(-1, size, size)
    seen = np.trace(flat, axis1=-2, axis2=-1)
    margins = np.concatenate([flat.sum(axis=-1), flat.sum(axis=-2)], axis=-1)
    designs, which = np.unique(margins, axis=0, return_inverse=True)
    count = np.zeros(seen.shape)
    for index, design in enumerate(designs):
        tests = np.flatnonzero(which.reshape(-1) == index)
        traces = np.sort(random_traces(design[:size], design[size:], draws, rng))
        count[tests] = draws - np.searchsorted(traces, seen[tests], side="left")
    return np.asarray(count.reshape(table.shape[:-2]))


def random_traces(
    rows: IntArray, columns: IntArray, draws: int, rng: np.random.Generator
) -> IntArray:
    """Return the traces of random tables with these margins."""
    used = (rows > 0) & (columns > 0)
    classes = int(used.sum())
    if classes == 0:
        return np.zeros(draws, dtype=np.int64)
    # classes that cannot be right are one: what they hold never counts
    rest = int(rows[~used].sum()), int(columns[~used].sum())
    rows, columns = np.append(rows[used], rest[0]), np.append(columns[used], rest[1])
    by_cells = classes * (classes + 1) // 2 * CELL_COST < int(rows.sum())
    per_draw = classes + 1 if by_cells else int(rows.sum())
    chunk = max(AT_ONCE // per_draw, 1)
    deal = _by_cells if by_cells else _by_shuffling
    parts = [
        deal(rows, columns, min(chunk, draws - start), rng) for start in range(0, draws, chunk)
    ]
    return np.concatenate(parts)


def _by_shuffling(
    rows: IntArray, columns: IntArray, draws: int, rng: np.random.Generator
) -> IntArray:
    """Deal the answers to the items, as Nyssen describes it (the Monte-Carlo test, section 2)."""
    last = rows.size - 1
    kinds = np.arange(rows.size, dtype=np.min_scalar_type(rows.size))
    truth, answers = np.repeat(kinds, rows), np.repeat(kinds, columns)
    dealt = rng.permuted(np.broadcast_to(answers, (draws, answers.size)), axis=1)
    return np.asarray(np.sum((dealt == truth) & (truth != last), axis=1, dtype=np.int64))


def _by_cells(rows: IntArray, columns: IntArray, draws: int, rng: np.random.Generator) -> IntArray:
    """Deal row by row and cell by cell: each is hypergeometric given those before it."""
    classes = rows.size - 1
    left: Any = np.tile(columns, (draws, 1))
    right: Any = np.zeros(draws, dtype=np.int64)
    total = int(rows.sum())
    for i in range(classes):
        # answers of the classes before i cannot be right any more: they are drawn as one kind
        needed, pool = np.full(draws, rows[i]), np.full(draws, total)
        for j in range(i, classes):
            pool = pool - left[:, j]
            taken = rng.hypergeometric(left[:, j], pool, needed)
            left[:, j] -= taken
            needed = needed - taken
            if j == i:
                right += taken
        total -= int(rows[i])
    return np.asarray(right)
