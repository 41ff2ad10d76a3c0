"""Scatter of several measures: the space that residuals span, and distances measured by it.

All multivariate tests ask how far some means lie from each other, measured by the scatter of the
residuals. Where measures repeat each other (tp and fn of a test set of fixed size) that scatter
has no inverse. Here its rank is found first, and all that follows is done in the space that the
residuals span: in it their scatter is inverted, and beyond it there is nothing to measure by.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.stats import notes, ranks, vectors
from bakeoff.types import BoolArray, FloatArray, IntArray

SUSPECT = 1e-6  # of the eigenvalues: below, squaring has cost too many digits; look again
NARROW = 1e-4  # of the singular values: measures that nearly repeat each other
FLOOR = 1e-13  # the rounding of numbers about 1, whatever their dust


@dataclass(frozen=True, slots=True)
class Space:
    """The space that rows of residuals span, one for each test of a batch (leading axes)."""

    directions: FloatArray
    """(..., p, p): x @ directions are coordinates in which the residuals' scatter is I."""
    basis: FloatArray
    """(..., p, p): its orthonormal columns, for measures divided by `scale`; 0 from `rank` on."""
    rank: IntArray
    scale: FloatArray
    """(..., p): the root of each measure's sum of squares; 0 where it does not vary."""
    loose: FloatArray
    """How large the dust of rounding is after the division by `scale`."""
    narrowest: FloatArray
    """The smallest singular value over the largest: near 0 if measures nearly repeat others."""


def dust_of(*arrays: FloatArray) -> FloatArray:
    """Return what counts as dust for each measure, from all rows (..., rows, measures)."""
    return np.asarray(ranks.RELATIVE_DUST * np.maximum.reduce([_largest(one) for one in arrays]))


def _largest(rows: FloatArray) -> FloatArray:
    """Return the largest size of a number in each measure.

    One half of the rows is held against the other: five times faster than `max` along an axis
    that is short and not the last.
    """
    left = np.abs(rows)
    while (count := left.shape[-2]) > 1:
        half = count // 2
        larger = np.maximum(left[..., :half, :], left[..., half : 2 * half, :])
        if count % 2:
            larger[..., 0, :] = np.maximum(larger[..., 0, :], left[..., -1, :])
        left = larger
    return left[..., 0, :]


def mean_of(rows: FloatArray) -> FloatArray:
    """Return the mean of rows (..., rows, measures); in batches six times faster than `mean`."""
    return np.asarray(np.einsum("...ij->...j", rows) / rows.shape[-2])


def space_of(residuals: FloatArray, dust: FloatArray) -> Space:
    """Return the space that residuals (..., rows, p) span.

    Measures are divided by their own spread first, so that their units do not matter. The rank
    is the number of singular values that are more than the dust of rounding.
    """
    rows, p = residuals.shape[-2:]
    shape = residuals.shape[:-2]
    flat, dust = residuals.reshape(-1, rows, p), dust.reshape(-1, p)
    scale, values, columns = _scaled_axes(flat, dust)
    varies = scale > 0.0
    divisor = np.where(varies, scale, 1.0)
    loose = np.max(np.where(varies, dust / divisor, 0.0), axis=-1)
    least = np.maximum(4.0 * np.sqrt(p) * loose, FLOOR)
    kept = values > least[:, np.newaxis] * np.maximum(values[:, :1], 1.0)
    rank = np.count_nonzero(kept, axis=-1)
    basis = np.where(kept[:, np.newaxis], columns, 0.0)
    inverse = np.where(kept, 1.0 / np.where(kept, values, 1.0), 0.0)
    directions = basis * inverse[:, np.newaxis] / divisor[:, :, np.newaxis]
    smallest = np.min(np.where(kept, values, np.inf), axis=-1)
    narrowest = np.where(rank > 0, smallest / np.where(rank > 0, values[:, 0], 1.0), 1.0)
    return Space(
        directions=np.where(varies[:, :, np.newaxis], directions, 0.0).reshape(*shape, p, p),
        basis=basis.reshape(*shape, p, p),
        rank=rank.reshape(shape),
        scale=scale.reshape(*shape, p),
        loose=loose.reshape(shape),
        narrowest=narrowest.reshape(shape),
    )


def _scaled_axes(flat: FloatArray, dust: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return each measure's root of squares, and the singular values and axes after scaling."""
    products = np.swapaxes(flat, -1, -2) @ flat
    squares = np.einsum("...ii->...i", products)
    scale = np.where(squares > flat.shape[-2] * dust * dust, np.sqrt(squares), 0.0)
    varies = scale > 0.0
    divisor = np.where(varies, scale, 1.0)
    products /= divisor[:, :, np.newaxis]
    products /= divisor[:, np.newaxis, :]
    both = varies[:, :, np.newaxis] & varies[:, np.newaxis, :]
    squared, columns = eigen(np.where(both, products, 0.0))
    values = np.sqrt(np.maximum(squared, 0.0))
    suspects = np.flatnonzero(squared[:, -1] < SUSPECT * np.maximum(squared[:, 0], 1.0))
    if suspects.size:
        scaled = flat[suspects] / divisor[suspects, np.newaxis]
        scaled = np.where(varies[suspects, np.newaxis], scaled, 0.0)
        values[suspects], columns[suspects] = _singular(scaled)
    return scale, values, columns


def coordinates(means: FloatArray, space: Space, dust: FloatArray) -> tuple[FloatArray, BoolArray]:
    """Return rows of mean differences (..., q, p) in the coordinates of the space.

    Also whether any of them leaves the space: then no multiple of the residuals explains it, and
    its distance is infinite.
    """
    inside = means @ space.directions
    away = np.zeros(space.rank.shape, dtype=bool)
    narrow = space.rank < means.shape[-1]
    if not narrow.any():
        return inside, away
    # only tests of less than full rank are looked at
    rows = means[narrow] if narrow.ndim else means[np.newaxis]
    scale = (space.scale[narrow] if narrow.ndim else space.scale[np.newaxis])[:, np.newaxis]
    basis = space.basis[narrow] if narrow.ndim else space.basis[np.newaxis]
    loose = np.atleast_1d(space.loose[narrow])[:, np.newaxis]
    small = (dust[narrow] if narrow.ndim else dust[np.newaxis])[:, np.newaxis]
    still = scale == 0.0
    moved = np.any(still & (np.abs(rows) > small), axis=(-2, -1))
    scaled = np.where(still, 0.0, rows / np.where(still, 1.0, scale))
    rest = scaled - (scaled @ basis) @ np.swapaxes(basis, -1, -2)
    allowed = 4.0 * np.sqrt(means.shape[-1]) * np.maximum(loose, FLOOR)
    allowed = allowed * (1.0 + np.linalg.norm(scaled, axis=-1))
    beyond = moved | np.any(np.linalg.norm(rest, axis=-1) > allowed, axis=-1)
    away[narrow] = beyond if narrow.ndim else beyond[0]
    return inside, away


def redundant(residuals: FloatArray, space: Space, dust: FloatArray) -> list[int]:
    """Return the measures that repeat those before them, in the first test of reduced rank."""
    p = residuals.shape[-1]
    first = int(np.argmax(np.reshape(space.rank, -1) < p))
    rows = residuals.reshape(-1, *residuals.shape[-2:])[first]
    small = dust.reshape(-1, p)[first]
    counts = [int(space_of(rows[:, : end + 1], small[: end + 1]).rank) for end in range(p)]
    return [place for place in range(p) if counts[place] == (counts[place - 1] if place else 0)]


def rank_notes(
    residuals: FloatArray, space: Space, dust: FloatArray, measures: vectors.Labels
) -> tuple[str, ...]:
    """Return what is to say of measures that repeat others, quite or nearly."""
    p = residuals.shape[-1]
    less = (space.rank < p) & (space.rank > 0)
    close = (space.narrowest < NARROW) & (space.rank > 0)
    said: tuple[str, ...] = ()
    if less.any():
        who = vectors.called(measures, redundant(residuals, space, dust))
        dimensions = int(np.reshape(space.rank, -1)[int(np.argmax(np.reshape(less, -1)))])
        said = notes.where(
            less,
            f"redundant: {who} can be computed from the others; the test is done in the "
            f"{dimensions} of {p} dimensions that the differences span",
        )
    return (
        *said,
        *notes.where(
            close,
            "the measures nearly repeat each other: the rounding of the data may decide; "
            "leave one of them out",
        ),
    )


def eigen(matrices: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return eigenvalues, the largest first, and eigenvectors as columns."""
    size = matrices.shape[-1]
    if size == 1:
        return matrices[..., 0].copy(), np.ones_like(matrices)
    if size == 2:
        return _eigen_of_two(matrices)
    values, columns = np.linalg.eigh(matrices)
    return values[..., ::-1].copy(), columns[..., ::-1].copy()


def _eigen_of_two(matrices: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Diagonalise symmetric 2 x 2 matrices by one Jacobi rotation, which loses no digits."""
    first, second, cross = matrices[..., 0, 0], matrices[..., 1, 1], matrices[..., 0, 1]
    none = np.abs(cross) <= 1e-200 * (np.abs(first) + np.abs(second))
    half = (second - first) / np.where(none, 1.0, 2.0 * cross)
    tangent = np.where(half >= 0.0, 1.0, -1.0) / (np.abs(half) + np.hypot(half, 1.0))
    tangent = np.where(none, 0.0, tangent)
    cosine = 1.0 / np.sqrt(tangent * tangent + 1.0)
    sine = tangent * cosine
    values = np.stack([first - tangent * cross, second + tangent * cross], axis=-1)
    columns = np.stack(
        [np.stack([cosine, -sine], axis=-1), np.stack([sine, cosine], axis=-1)], axis=-1
    )
    swap = values[..., 0] < values[..., 1]
    values = np.where(swap[..., np.newaxis], values[..., ::-1], values)
    columns = np.where(swap[..., np.newaxis, np.newaxis], columns[..., ::-1], columns)
    return values, columns


def _singular(rows: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return p singular values, the largest first, and the right singular vectors as columns."""
    count, p = rows.shape[-2:]
    _, values, right = np.linalg.svd(rows, full_matrices=False)
    if count >= p:
        return values, np.swapaxes(right, -1, -2)
    padded, columns = np.zeros((len(rows), p)), np.zeros((len(rows), p, p))
    padded[:, :count] = values
    columns[:, :, :count] = np.swapaxes(right, -1, -2)
    return padded, columns
