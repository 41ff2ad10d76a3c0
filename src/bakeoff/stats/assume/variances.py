"""Equal variances: the tests of Levene (and Brown and Forsythe) and of Bartlett."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import notes, tails
from bakeoff.stats.many.layout import grouped, of_groups
from bakeoff.stats.many.variance_table import Source
from bakeoff.stats.ranks import RELATIVE_DUST
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import FloatArray

Center: TypeAlias = Literal["median", "mean", "trimmed"]
CENTERS: tuple[Center, ...] = ("median", "mean", "trimmed")
TRIMMED = 0.1  # the share that a trimmed mean leaves out at each end


def levene(groups: Any, *, center: Center = "median") -> TestResult:
    """Test whether several groups have equal variances, by how far values lie from the centre.

    The null hypothesis: the values of all groups vary equally about their centres. The
    alternative: some vary more than others.

    Parameters
    ----------
    groups
        A list or mapping of groups of at least 2 values each, of any sizes; or groups x values;
        or a frame with a column for each group. Leading axes give one test each.
    center
        ``median`` (Brown and Forsythe), which holds its level for values of nearly any shape;
        ``mean`` (Levene), for symmetric ones; ``trimmed``, the mean without 10 percent at each
        end, for heavy tails.

    Returns
    -------
    TestResult
        ``statistic`` is the F of an analysis of variance of the distances from the centres, on
        ``df`` = (k - 1, N - k) degrees of freedom; ``effect`` is the ratio of the largest
        standard deviation to the smallest. ``details`` hold the standard deviations.

    Notes
    -----
    Levene, Robust tests for equality of variances, 1960; Brown and Forsythe, Robust tests for
    the equality of variances, 1974. Where it rejects, `anova` with groups of unequal size is not
    to be trusted: use `two_sample_t` for two groups, and `pairwise` with a correction for more.
    A ratio of standard deviations below 2 does little harm to groups of equal size.

    Examples
    --------
    The numbers of `anova` vary alike:

    >>> result = levene([[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]])
    >>> print(f"F = {result.statistic:.4f}, df = {result.df}, p = {result.p_value:.4f}")
    F = 0.1154, df = (2, 9), p = 0.8923
    """
    checks.one_of(center, "center", CENTERS)
    members, sds = _members(groups)
    layout = of_groups([_distances(member, center) for member in members])
    between, error = Source(layout.between, layout.k - 1), Source(layout.error, layout.df_error)
    return TestResult(
        name="levene",
        statistic=between.f(error),
        p_value=between.p(error),
        df=(between.df, error.df),
        method="asymptotic",
        n=layout.sizes,
        effect=_ratio(sds),
        notes=_notes(sds),
        details={"standard_deviations": sds},
    )


def bartlett(groups: Any) -> TestResult:
    """Test whether several groups of normal values have equal variances.

    The null hypothesis: all groups are normal and have the same variance. The alternative: some
    vary more than others. Values that are not normal are rejected too, which makes `levene` the
    better choice unless they surely are.

    Parameters
    ----------
    groups
        A list or mapping of groups of at least 2 values each, of any sizes; or groups x values;
        or a frame with a column for each group. Leading axes give one test each.

    Returns
    -------
    TestResult
        ``statistic`` is chi-square on ``df`` = k - 1 degrees of freedom; ``effect`` is the ratio
        of the largest standard deviation to the smallest. ``details`` hold the standard
        deviations and the pooled one. A group without variation beside others that vary gives
        an infinite statistic and p = 0.

    Notes
    -----
    Bartlett, Properties of sufficiency and statistical tests, 1937. For several measures at once
    use `box_m`.

    Examples
    --------
    The numbers of `anova` vary alike:

    >>> result = bartlett([[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]])
    >>> print(f"chi2 = {result.statistic:.4f}, df = {result.df}, p = {result.p_value:.4f}")
    chi2 = 0.0023, df = 2, p = 0.9988
    """
    members, sds = _members(groups)
    free = np.array([member.shape[-1] - 1.0 for member in members])
    variances = sds**2
    total, k = free.sum(), len(members)
    pooled = variances @ free / total
    share = variances / np.where(pooled > 0.0, pooled, 1.0)[..., np.newaxis]
    with np.errstate(divide="ignore"):  # a group that does not vary: infinitely far from the others
        distance = -(np.log(share) @ free)
    correction = 1.0 + (np.sum(1.0 / free) - 1.0 / total) / (3.0 * (k - 1.0))
    chi2 = np.where(pooled > 0.0, np.maximum(distance, 0.0) / correction, 0.0)
    return TestResult(
        name="bartlett",
        statistic=chi2,
        p_value=tails.chi2_upper(chi2, k - 1),
        df=k - 1,
        method="asymptotic",
        n=tuple(member.shape[-1] for member in members),
        effect=_ratio(sds),
        notes=_notes(sds),
        details={"standard_deviations": sds, "pooled_standard_deviation": np.sqrt(pooled)},
    )


def _members(groups: Any) -> tuple[list[FloatArray], FloatArray]:
    """Return the groups and their standard deviations (..., k), 0 for dust."""
    members, names = grouped(groups)
    small = [name for name, member in zip(names, members, strict=True) if member.shape[-1] < 2]
    if small:
        raise InvalidInput(
            f"groups must hold at least 2 values each, to have a variance; group {small[0]} held 1"
        )
    sds = []
    for member in members:
        spread = member.max(axis=-1) - member.min(axis=-1)
        still = spread <= RELATIVE_DUST * np.abs(member).max(axis=-1)
        sds.append(np.where(still, 0.0, member.std(axis=-1, ddof=1)))
    return members, np.stack(sds, axis=-1)


def _distances(member: FloatArray, center: Center) -> FloatArray:
    """Return how far the values lie from their centre; 0 where that is dust."""
    if center == "median":
        middle = np.median(member, axis=-1, keepdims=True)
    elif center == "mean":
        middle = member.mean(axis=-1, keepdims=True)
    else:
        cut = int(TRIMMED * member.shape[-1])
        kept = np.sort(member, axis=-1)[..., cut : member.shape[-1] - cut]
        middle = kept.mean(axis=-1, keepdims=True)
    distance = np.abs(member - middle)
    dust = RELATIVE_DUST * np.abs(member).max(axis=-1, keepdims=True)
    return np.where(distance <= dust, 0.0, distance)


def _ratio(sds: FloatArray) -> Effect:
    """Return the largest standard deviation over the smallest; 1 where nothing varies."""
    largest, smallest = sds.max(axis=-1), sds.min(axis=-1)
    ratio = np.where(smallest > 0.0, largest / np.where(smallest > 0.0, smallest, 1.0), np.inf)
    return Effect("largest sd / smallest sd", np.where(largest > 0.0, ratio, 1.0))


def _notes(sds: FloatArray) -> tuple[str, ...]:
    nothing = sds.max(axis=-1) == 0.0
    some = (sds.min(axis=-1) == 0.0) & ~nothing
    return (
        *notes.where(nothing, "no group varies: their variances are equal, and 0"),
        *notes.where(some, "some group does not vary at all, others do"),
    )
