"""The means of several algorithms and their sums of squares: what ANOVA and its kin begin with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import notes
from bakeoff.stats.one.mean import t_ratio
from bakeoff.stats.ranks import RELATIVE_DUST, differences
from bakeoff.types import FloatArray, IntArray, TableLike


class Compared(NamedTuple):
    """Pairs of means: (..., pairs) each."""

    difference: FloatArray
    error: FloatArray
    """The standard error of the difference."""
    t: FloatArray
    effect: FloatArray
    """The difference in standard deviations of the error."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Algorithms compared over blocks, or over runs of their own.

    Sums of squares have one value for each table of a batch. Those that are nothing but the
    dust of rounding are 0.
    """

    names: tuple[str | int, ...]
    means: FloatArray
    """(..., algorithms)."""
    sizes: tuple[int, ...]
    """How many values each mean is of."""
    between: FloatArray
    """The sum of squares of the means about the grand mean, each counted for its values."""
    blocks: FloatArray | None
    """The same for the means of the blocks; None where there are none."""
    error: FloatArray
    """What is left: the sum of squares that neither algorithm nor block explains."""
    df_error: int
    variance_factor: float = 1.0
    """By what overlapping training sets multiply the variance of a difference of means."""

    @property
    def k(self) -> int:
        """How many algorithms."""
        return len(self.sizes)

    @property
    def error_square(self) -> FloatArray:
        """The mean square of the error: the variance of one value about its model."""
        return self.error / self.df_error

    @property
    def error_sd(self) -> FloatArray:
        """The standard deviation of one value about its model."""
        return np.asarray(np.sqrt(self.error_square))

    @property
    def f(self) -> FloatArray:
        """The F ratio of the algorithms on k - 1 and `df_error` degrees of freedom."""
        return t_ratio(self.between / (self.k - 1) / self.variance_factor, self.error_square)

    def standard_error(self, weights: FloatArray) -> FloatArray:
        """Return the standard error of weighted sums of the means; weights are (..., k)."""
        factor = np.sum(weights * weights / np.asarray(self.sizes), axis=-1) * self.variance_factor
        return np.asarray(np.sqrt(np.multiply.outer(self.error_square, factor)))

    def compared(self, pairs: IntArray) -> Compared:
        """Return the differences of pairs of means, by the error of the whole layout."""
        first, second = pairs.T
        difference, _ = differences(self.means[..., first], self.means[..., second])
        sizes = np.asarray(self.sizes, dtype=np.float64)
        square = self.variance_factor * self.error_square[..., np.newaxis]
        error = np.sqrt(square * (1.0 / sizes[first] + 1.0 / sizes[second]))
        return Compared(
            difference=difference,
            error=error,
            t=t_ratio(difference, error),
            effect=t_ratio(difference, self.error_sd[..., np.newaxis]),
        )

    def notes(self) -> tuple[str, ...]:
        """Return what is to say about values that the model explains without rest."""
        still = self.error == 0.0
        rest = "between blocks" if self.blocks is not None else "within the groups"
        return (
            *notes.where(still & (self.between == 0.0), f"the algorithms are identical{self._on}"),
            *notes.where(
                still & (self.between > 0.0),
                f"no variation {rest}: the differences are all equal and not zero",
            ),
            *corrected_by(self.variance_factor),
        )

    @property
    def _on(self) -> str:
        return " on every block" if self.blocks is not None else ": all values are equal"


def fitted(values: TableLike, *, blocks: bool, test_train_ratio: float | None = None) -> Layout:
    """Return the layout of a table of blocks x algorithms, or of groups that are not paired."""
    if blocks:
        return of_blocks(values, test_train_ratio)
    checks.no_ratio(test_train_ratio)
    return of_groups(values)


def of_blocks(values: TableLike, test_train_ratio: float | None = None) -> Layout:
    """Return the layout of blocks x algorithms: each block was met by every algorithm.

    Nadeau and Bengio (2003) put 1/n + ratio in the place of 1/n in the variance of a mean
    difference over n splits whose training sets overlap.
    """
    array, names = checks.table(values)
    n, k = array.shape[-2:]
    factor = 1.0
    if test_train_ratio is not None:
        factor += n * checks.positive(test_train_ratio, "test_train_ratio")
    rows = array.mean(axis=-1)
    centred = array - rows[..., np.newaxis]
    columns = centred.mean(axis=-2)
    grand = rows.mean(axis=-1)
    rest = centred - columns[..., np.newaxis, :]
    # what lies below this is the rounding of the table's largest numbers
    dust = n * k * (RELATIVE_DUST * _largest(array)) ** 2
    return Layout(
        names=names,
        means=columns + grand[..., np.newaxis],
        sizes=(n,) * k,
        between=without_dust(n * np.vecdot(columns, columns), dust),
        blocks=without_dust(k * np.sum((rows - grand[..., np.newaxis]) ** 2, axis=-1), dust),
        error=without_dust(np.einsum("...ij,...ij->...", rest, rest), dust),
        df_error=(n - 1) * (k - 1),
        variance_factor=factor,
    )


def of_groups(values: Any, name: str = "groups") -> Layout:
    """Return the layout of groups that are not paired and may differ in size."""
    members, names = grouped(values, name)
    sizes = tuple(member.shape[-1] for member in members)
    means = np.stack([member.mean(axis=-1) for member in members], axis=-1)
    error, largest = np.zeros(means.shape[:-1]), np.zeros(means.shape[:-1])
    for index, member in enumerate(members):
        rest = member - means[..., index, np.newaxis]
        error += np.vecdot(rest, rest)
        np.maximum(largest, np.abs(member).max(axis=-1), out=largest)
    weights = np.asarray(sizes, dtype=np.float64)
    total = int(weights.sum())
    # about the first mean, so that a large common part does not cost digits
    apart = means - means[..., :1]
    apart -= (apart @ weights / total)[..., np.newaxis]
    dust = total * (RELATIVE_DUST * largest) ** 2
    return Layout(
        names=names,
        means=means,
        sizes=sizes,
        between=without_dust(apart**2 @ weights, dust),
        blocks=None,
        error=without_dust(error, dust),
        df_error=total - len(sizes),
    )


def grouped(values: Any, name: str = "groups") -> tuple[list[FloatArray], tuple[str | int, ...]]:
    """Return the groups, with equal leading axes and more values than groups."""
    members, names = checks.groups(values, name)
    shapes = {member.shape[:-1] for member in members}
    if len(shapes) > 1:
        raise InvalidInput(
            f"{name} must have the same leading axes, one test each; "
            f"they had the shapes {', '.join(str(member.shape) for member in members)}"
        )
    if all(member.shape[-1] == 1 for member in members):
        raise InvalidInput(
            f"{name} must hold a group of at least 2 values, to tell difference from chance; "
            f"each of the {len(members)} groups held 1"
        )
    return members, names


def corrected_by(factor: float) -> tuple[str, ...]:
    """Return what is to say of the correction for overlapping training sets."""
    if factor == 1.0:
        return ()
    return (f"the variance is multiplied by {factor:.4g} for the overlap of training sets",)


def _largest(array: FloatArray) -> FloatArray:
    """Return the largest size of a number in each table."""
    return np.asarray(np.maximum(array.max(axis=(-2, -1)), -array.min(axis=(-2, -1))))


def without_dust(squares: FloatArray, dust: FloatArray) -> FloatArray:
    """Return sums of squares with 0 for what is nothing but rounding."""
    return np.where(squares <= dust, 0.0, squares)
