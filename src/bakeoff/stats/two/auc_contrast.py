"""Weighted sums of areas under ROC curves of several models on the same items."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import intervals, tails
from bakeoff.stats.results import Effect, TestResult
from bakeoff.stats.scored_items import scored_items
from bakeoff.stats.two.area_covariance import areas, chi_square
from bakeoff.stats.two.delong import ASSUMES, area_notes, z_ratio
from bakeoff.types import Alternative, ArrayLike, FloatArray, TableLike

DUST = 1e-12  # a weighted sum this small beside its weights is 0


def auc_contrast(
    y: ArrayLike,
    scores: TableLike,
    weights: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    strata: ArrayLike | None = None,
) -> TestResult:
    """Test whether a weighted sum of the areas under the ROC curves of several models is zero.

    The null hypothesis: the sum of weights times areas (AUC) is 0; with several rows of weights,
    all the sums are. ``greater`` and ``less`` speak of one sum: whether it lies above 0, or below.

    Parameters
    ----------
    y, scores
        As for `delong`.
    weights
        One weight a model, such as [1, -0.5, -0.5] (the first against the mean of the others); or
        contrasts x models, to test several sums at once.
    alternative, strata
        As for `delong`; several contrasts have no direction.

    Returns
    -------
    TestResult
        For one contrast ``statistic`` is z, and ``estimate`` the sum with its ``interval()``. For
        several ``statistic`` is chi-square with the rank of their covariance as `df`, and
        ``estimate`` an array. ``details`` hold auc, covariance and weights.

    Notes
    -----
    DeLong, DeLong and Clarke-Pearson, Comparing the areas under two or more correlated receiver
    operating characteristic curves, 1988, equation 5. The assumptions are those of `delong`,
    which compares all pairs.

    Examples
    --------
    Does the first model beat the mean of two others?

    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> y = np.repeat([0, 1], 100)
    >>> scores = rng.normal(size=(200, 3)) + np.outer(y, [1.6, 1.0, 1.0])
    >>> result = auc_contrast(y, scores, [1, -0.5, -0.5])
    >>> low, high = result.interval()
    >>> print(f"{result.estimate:.3f} ({low:.3f} to {high:.3f}), p = {result.p_value:.4f}")
    0.066 (0.001 to 0.130), p = 0.0451
    """
    items = scored_items(y, scores, models=2)
    checks.alternative(alternative)
    table = _weights(weights, len(items.names))
    found = areas(items, strata)
    notes = (*area_notes(items, found, per_stratum=strata is not None), ASSUMES)
    details = {"auc": found.areas, "covariance": found.covariance, "weights": table}
    common: dict[str, Any] = {"n": (items.positives, items.negatives), "notes": notes}
    sums = table @ found.areas
    sums = np.where(np.abs(sums) <= DUST * np.abs(table).sum(axis=1), 0.0, sums)
    if np.ndim(weights) == 1:
        error = np.sqrt(np.sum((table @ found.deviations) ** 2, axis=1))
        return _of_one(float(sums[0]), float(error[0]), alternative, details, common)
    if alternative != "two-sided":
        raise InvalidInput(
            f"alternative {alternative!r} is for one contrast; several at once have no direction"
        )
    chi2, df, p = chi_square(found, table)
    return TestResult(
        name="auc_contrast",
        statistic=chi2,
        p_value=p,
        df=df,
        estimate=sums,
        details=details,
        **common,
    )


def _of_one(
    value: float, error: float, alternative: Alternative, details: Any, common: dict[str, Any]
) -> TestResult:
    z = z_ratio(np.asarray(value), np.asarray(error))

    def limits(level: float) -> tuple[float, float]:
        reach = -float(tails.normal_quantile(intervals.tail_area(level))) * error
        return value - reach, value + reach

    return TestResult(
        name="auc_contrast",
        statistic=z,
        p_value=tails.normal_p_value(z, alternative),
        alternative=alternative,
        estimate=value,
        effect=Effect("contrast of areas", value),
        details={**details, "standard_error": error},
        interval_at=limits,
        **common,
    )


def _weights(weights: ArrayLike, models: int) -> FloatArray:
    table = np.atleast_2d(checks.numbers(weights, "weights"))
    if table.ndim != 2 or table.shape[1] != models:
        raise InvalidInput(
            f"weights must hold one weight for each of the {models} models; it had the shape "
            f"{np.shape(weights)}"
        )
    if not table.any(axis=1).all():
        raise InvalidInput("weights must not be all 0: the sum would be 0 whatever the areas are")
    return table
