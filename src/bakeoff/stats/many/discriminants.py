"""The scatter of algorithms' means by that of the residuals: its roots and discriminants."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bakeoff.errors import NotApplicable
from bakeoff.stats import notes, scatter, vectors
from bakeoff.types import BoolArray, FloatArray, IntArray

ONE_LINE = 0.9  # share of the first root from which the means are said to lie on one line


@dataclass(frozen=True)
class Discriminants:
    """Algorithms compared on several measures: H, E, the roots of E^-1 H and their vectors."""

    algorithms: vectors.Labels
    measures: vectors.Labels
    means: FloatArray
    """(..., algorithms, measures)."""
    h: FloatArray
    """(..., p, p): the scatter of the means, each counted for its values."""
    e: FloatArray
    """(..., p, p): the scatter that neither algorithm nor block explains."""
    df_hypothesis: int
    df_error: int
    rank: IntArray
    """The dimension of the space that the residuals span: p, if no measure is redundant."""
    roots: FloatArray
    """(..., s) of E^-1 H, the largest first; s = min(p, L - 1)."""
    columns: FloatArray
    """(..., p, s): their vectors; along each the variance within is 1."""
    away: BoolArray
    """Whether some means differ in a direction in which nothing varies."""
    still: BoolArray
    """Whether the means do not differ at all."""
    notes: tuple[str, ...]

    @property
    def dimensions(self) -> IntArray:
        """The rank where there is one, and 1 where nothing varies: to divide by."""
        return np.maximum(self.rank, 1)

    @property
    def s(self) -> IntArray:
        """How many roots can be above 0."""
        return np.minimum(self.dimensions, self.df_hypothesis)

    @property
    def share(self) -> FloatArray:
        """The share of each root in their sum; 0 where all are 0."""
        finite = np.where(np.isinf(self.roots), 0.0, self.roots)
        infinite = np.where(np.isinf(self.roots), 1.0, 0.0)
        parts = np.where(self.away[..., np.newaxis], infinite, finite)
        whole = parts.sum(axis=-1, keepdims=True)
        return np.asarray(parts / np.where(whole > 0.0, whole, 1.0))

    @cached_property
    def scores(self) -> FloatArray:
        """(..., algorithms, s): the means on the discriminants, about their own mean."""
        centred = self.means - self.means.mean(axis=-2, keepdims=True)
        return np.asarray(centred @ self.columns)

    @property
    def order(self) -> tuple[str | int, ...] | IntArray | None:
        """The algorithms by their score on the first discriminant, the lowest first.

        For one test None unless the first root holds 0.9 of all; for a batch, numbers.
        """
        places = np.argsort(self.scores[..., 0], axis=-1, kind="stable")
        if places.ndim > 1:
            return places
        if self.share[0] <= ONE_LINE or bool(self.away):
            return None
        return tuple(self.algorithms[place] for place in places)


def of(
    means: FloatArray,
    weights: FloatArray,
    residuals: FloatArray,
    dust: FloatArray,
    *,
    df_error: int,
    labels: tuple[vectors.Labels, vectors.Labels],
    shrink: float = 1.0,
    rest: str,
) -> Discriminants:
    """Compare means (..., L, p) of so many values each by residuals (..., rows, p).

    `shrink` is what H is multiplied by, below 1 where the rows are not independent. `rest` says
    what the residuals vary over.
    """
    p, q = means.shape[-1], means.shape[-2] - 1
    space = scatter.space_of(residuals, dust)
    if p > df_error and np.any(space.rank == df_error):
        raise NotApplicable(
            f"{p} measures are too many for {df_error} degrees of freedom of the error: any "
            f"difference would fit; take fewer measures (or thresholds), or more splits, or use "
            f"permutation_manova with statistic='trace'"
        )
    centred = means - np.sum(weights[:, np.newaxis] * means, axis=-2, keepdims=True) / weights.sum()
    centred = np.where(np.abs(centred) <= dust[..., np.newaxis, :], 0.0, centred)
    rows = np.sqrt(shrink * weights)[:, np.newaxis] * centred
    largest = float(np.sqrt(weights.max()))
    inside, away = scatter.coordinates(rows, space, largest * dust)
    roots, columns = _roots(inside, min(p, q))
    still = ~np.any(centred, axis=(-2, -1))
    return Discriminants(
        algorithms=labels[0],
        measures=labels[1],
        means=means,
        h=np.swapaxes(rows, -1, -2) @ rows,
        e=np.swapaxes(residuals, -1, -2) @ residuals,
        df_hypothesis=q,
        df_error=df_error,
        rank=space.rank,
        roots=_infinite_where(away, roots),
        columns=_signed(space.directions @ columns * np.sqrt(df_error), space.scale),
        away=away,
        still=still,
        notes=(
            *_notes(space.rank, away, still, rest),
            *scatter.rank_notes(residuals, space, dust, labels[1]),
        ),
    )


def _roots(inside: FloatArray, s: int) -> tuple[FloatArray, FloatArray]:
    """Return the s largest roots of M'M, and the vectors, from the smaller of M'M and MM'."""
    rows, p = inside.shape[-2:]
    across = np.swapaxes(inside, -1, -2)
    if p <= rows:
        values, columns = scatter.eigen(across @ inside)
        return np.maximum(values[..., :s], 0.0), columns[..., :s]
    values, left = scatter.eigen(inside @ across)
    values, left = np.maximum(values[..., :s], 0.0), left[..., :s]
    # a root that is all rounding has no direction of its own
    dust = values <= 1e-13 * np.maximum(values[..., :1], 1e-300)
    length = np.where(dust, 1.0, np.sqrt(values))[..., np.newaxis, :]
    columns = np.where(dust[..., np.newaxis, :], 0.0, across @ left / length)
    return np.where(dust, 0.0, values), columns


def _infinite_where(away: BoolArray, roots: FloatArray) -> FloatArray:
    if away.any():
        roots = roots.copy()
        roots[..., 0] = np.where(away, np.inf, roots[..., 0])
    return roots


def _signed(columns: FloatArray, scale: FloatArray) -> FloatArray:
    """Turn each vector so that the measure that matters most has a positive weight."""
    matters = columns * scale[..., np.newaxis]
    most = np.argmax(np.abs(matters), axis=-2)[..., np.newaxis, :]
    sign = np.where(np.take_along_axis(columns, most, axis=-2) < 0.0, -1.0, 1.0)
    return columns * sign


def _notes(rank: IntArray, away: BoolArray, still: BoolArray, rest: str) -> tuple[str, ...]:
    return (
        *notes.where((rank == 0) & still, "the algorithms are identical on every measure"),
        *notes.where(
            away,
            f"some combination of the measures differs between the algorithms and does not vary "
            f"{rest}: there is nothing to measure this difference by, and its root is infinite",
        ),
    )
