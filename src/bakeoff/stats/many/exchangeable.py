"""What a permutation MANOVA exchanges: the rows of several algorithms, brought to one scale."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from bakeoff.errors import NotApplicable
from bakeoff.stats import notes, scatter, vectors
from bakeoff.stats.many import exchanges, roots
from bakeoff.types import FloatArray

Criterion: TypeAlias = Literal["wilks", "pillai", "hotelling-lawley", "roy", "trace"]
CRITERIA: tuple[Criterion, ...] = (*roots.STATISTICS, "trace")


class Rows(NamedTuple):
    """What is exchanged: rows scaled so that their whole scatter is I, or each measure's is 1."""

    values: FloatArray
    """(..., n, k, r) in blocks, (..., N, r) without."""
    sizes: tuple[int, ...]
    """How many rows each algorithm has."""
    blocks: bool
    dimensions: int
    """How many measures, or how many dimensions they span."""
    notes: tuple[str, ...]

    @property
    def s(self) -> int:
        """How many roots can be above 0."""
        return min(self.dimensions, len(self.sizes) - 1)

    @property
    def ways(self) -> int:
        """How many exchanges there are."""
        if self.blocks:
            return exchanges.count_within(self.sizes[0], len(self.sizes))
        return exchanges.count_between(self.sizes)


def of_blocks(values: Any, statistic: Criterion) -> Rows:
    """Return the rows of blocks x algorithms x measures, about the mean of each block."""
    table = vectors.table(values)
    array = table.values
    n, k, p = array.shape[-3:]
    rest = array - array.mean(axis=-2, keepdims=True)
    flat = rest.reshape(*array.shape[:-3], n * k, p)
    dust = scatter.dust_of(array.reshape(flat.shape))
    scaled, dimensions, said = _scaled(
        flat, dust, statistic, df_error=(n - 1) * (k - 1), measures=table.measures
    )
    return Rows(scaled.reshape(rest.shape), (n,) * k, True, dimensions, said)


def of_groups(values: Any, statistic: Criterion) -> Rows:
    """Return the rows of groups that are not paired, about the mean of all."""
    read = vectors.groups(values)
    sizes = tuple(member.shape[-2] for member in read.members)
    array = np.concatenate(read.members, axis=-2)
    flat = array - array.mean(axis=-2, keepdims=True)
    scaled, dimensions, said = _scaled(
        flat,
        scatter.dust_of(array),
        statistic,
        df_error=sum(sizes) - len(sizes),
        measures=read.measures,
    )
    return Rows(scaled, sizes, False, dimensions, said)


def _scaled(
    rest: FloatArray,
    dust: FloatArray,
    statistic: Criterion,
    *,
    df_error: int,
    measures: vectors.Labels,
) -> tuple[FloatArray, int, tuple[str, ...]]:
    """Return rows whose scatter is I, how many dimensions they have, and what to say of it."""
    space = scatter.space_of(rest, dust)
    same = notes.where(space.rank == 0, "the algorithms are identical on every measure")
    if statistic == "trace":
        still = space.scale == 0.0
        divisor = np.where(still, 1.0, space.scale)[..., np.newaxis, :]
        scaled = np.where(still[..., np.newaxis, :], 0.0, rest / divisor)
        return scaled, rest.shape[-1], same
    if np.any(space.rank > df_error):
        raise NotApplicable(
            f"{rest.shape[-1]} measures are too many for {df_error} degrees of freedom of the "
            f"error; take fewer measures (or thresholds), or more splits, or statistic='trace'"
        )
    said = scatter.rank_notes(rest, space, dust, measures)
    return rest @ space.directions, int(np.max(space.rank, initial=1)), (*same, *said)
