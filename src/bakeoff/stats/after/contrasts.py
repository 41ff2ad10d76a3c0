"""A contrast of several means: one question that was asked beforehand, or any (Scheffe)."""

from __future__ import annotations

from functools import partial

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.many.layout import Layout, corrected_by, fitted
from bakeoff.stats.one.mean import t_ratio, t_ratio_p_value
from bakeoff.stats.ranks import RELATIVE_DUST
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import ArrayLike, FloatArray, TableLike

ROUNDING = 1e-9  # of the largest weight


def contrast(
    table: TableLike,
    weights: ArrayLike,
    *,
    blocks: bool = True,
    test_train_ratio: float | None = None,
    scheffe: bool = False,
) -> TestResult:
    """Test whether a weighted sum of the means is zero, with weights that sum to zero.

    The null hypothesis: the contrast of the true means is 0, such as "the first equals the
    average of the second and third" with the weights 1, -1/2, -1/2. The alternative: it is not.

    Parameters
    ----------
    table
        Blocks x algorithms; or, with ``blocks=False``, one group of values for each algorithm,
        of any sizes. Leading axes give one test each.
    weights
        One for each algorithm, in the order of the table; they sum to 0.
    blocks
        Whether the rows of the table are splits or data sets that all algorithms met. The error
        is then what neither algorithm nor block explains, on (k - 1)(n - 1) degrees of freedom.
    test_train_ratio
        For splits of one data set whose training sets overlap: items tested over items trained
        on, 1/(folds - 1) for cross-validation. The variance of a difference of means is then
        multiplied by 1 + n times it, as in `paired_t`.
    scheffe
        Whether the contrast was chosen after looking at the data: then p-value and interval hold
        for all contrasts at once.

    Returns
    -------
    TestResult
        ``statistic`` is t, or F = t^2/(k - 1) by Scheffe; ``estimate`` the contrast of the means
        with its ``interval()``; ``effect`` the estimate in standard deviations of the error.
        ``details`` hold t, standard_error, mean_square_error and the sum_of_squares that the
        contrast explains.

    Notes
    -----
    t = sum w_i m_i / sqrt(MS_error sum w_i^2/n_i): Alpaydin, Introduction to Machine Learning,
    section 19.12; Scheffe, A method for judging all contrasts in the analysis of variance, 1953.
    By Scheffe some contrast differs from 0 if and only if the analysis of variance rejects. With
    blocks the differences of every two algorithms must vary equally (see `mauchly`); where they
    do not, take the contrast of each block and use `mean_t`. For all pairs use `tukey`.

    Examples
    --------
    The numbers of `anova`: is the second worse than the average of the others? For one degree
    of freedom F is t squared.

    >>> groups = [[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]]
    >>> result = contrast(groups, [-0.5, 1, -0.5], blocks=False)
    >>> print(f"{result.estimate:.3f}, t = {result.statistic:.4f}, p = {result.p_value:.6f}")
    3.375, t = 4.3421, p = 0.001872
    >>> low, high = contrast(groups, [-0.5, 1, -0.5], blocks=False, scheffe=True).interval()
    >>> print(f"{low:.2f} to {high:.2f}")
    1.11 to 5.64
    """
    layout = fitted(table, blocks=blocks, test_train_ratio=test_train_ratio)
    weight = _weights(weights, layout)
    estimate = _estimate(layout, weight)
    error = layout.standard_error(weight)
    t = t_ratio(estimate, error)
    groups, df = layout.k - 1, layout.df_error
    if scheffe:
        p = np.where((error == 0.0) & (t == 0.0), 1.0, tails.f_upper(t * t / groups, groups, df))
    else:
        p = t_ratio_p_value(t, error, df, "two-sided")
    return TestResult(
        name="contrast",
        statistic=t * t / groups if scheffe else t,
        p_value=p,
        df=(groups, df) if scheffe else df,
        method="exact" if layout.variance_factor == 1.0 else "asymptotic",
        n=layout.sizes if not blocks else layout.sizes[0],
        estimate=estimate,
        effect=Effect("contrast / sd of the error", t_ratio(estimate, layout.error_sd)),
        notes=(*_notes(estimate, error), *corrected_by(layout.variance_factor)),
        details={
            "t": t,
            "standard_error": error,
            "mean_square_error": layout.error_square,
            "sum_of_squares": estimate**2 / np.sum(weight**2 / np.asarray(layout.sizes)),
        },
        interval_at=partial(_limits, estimate, error, groups, df, scheffe=scheffe),
    )


def _weights(weights: ArrayLike, layout: Layout) -> FloatArray:
    weight = checks.numbers(weights, "weights")
    if weight.shape != (layout.k,):
        raise InvalidInput(
            f"weights must hold one number for each of the {layout.k} algorithms; it had the "
            f"shape {weight.shape}"
        )
    size = np.abs(weight).max()
    if size == 0.0:
        raise InvalidInput("weights must not all be 0; give those of the means to compare")
    total = float(weight.sum())
    # thirds and the like sum to 0 only up to rounding
    if abs(total) > ROUNDING * size:
        raise InvalidInput(
            f"weights must sum to 0, so that equal means give 0; they summed to {total:.6g}; whole "
            f"numbers such as 2, -1, -1 do"
        )
    return weight - total / layout.k


def _estimate(layout: Layout, weight: FloatArray) -> FloatArray:
    """Return the weighted sum of the means; 0 where only the dust of rounding is left."""
    value = layout.means @ weight
    dust = RELATIVE_DUST * np.abs(layout.means * weight).max(axis=-1)
    return np.where(np.abs(value) <= dust, 0.0, value)


def _limits(
    estimate: FloatArray, error: FloatArray, groups: int, df: int, level: float, *, scheffe: bool
) -> tuple[FloatArray, FloatArray]:
    if scheffe:
        factor = np.sqrt(groups * tails.f_quantile(level, groups, df))
    else:
        factor = -tails.t_quantile(intervals.tail_area(level), df)
    return estimate - factor * error, estimate + factor * error


def _notes(estimate: FloatArray, error: FloatArray) -> tuple[str, ...]:
    still = error == 0.0
    return (
        *notes.where(still & (estimate == 0.0), "no variation, and the contrast is exactly zero"),
        *notes.where(still & (estimate != 0.0), "no variation: the contrast is exactly this"),
    )
