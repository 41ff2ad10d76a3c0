"""Box's M: whether several groups have the same covariance."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff.errors import NotApplicable
from bakeoff.stats import notes, scatter, tails, vectors
from bakeoff.stats.many.manova_result import one
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import BoolArray, FloatArray, IntArray

SINGULAR = 1e-13  # an eigenvalue of matrices about 1 that is all rounding


def box_m(groups: Any) -> TestResult:
    """Test whether several algorithms' measures have the same covariance matrix.

    The null hypothesis: the covariance matrices of all groups are equal, which `manova` and
    `hotelling_two_sample` ask for. The alternative: at least one differs.

    Parameters
    ----------
    groups
        Algorithms x runs x measures; or a list or mapping of arrays runs x measures, of any
        number of runs; or a frame with columns (algorithm, measure). Leading axes give one test
        each.

    Returns
    -------
    TestResult
        ``statistic`` is the chi-square (1 - c) M on ``df`` degrees of freedom. ``effect`` is
        M/(N - L), the mean difference of the logarithms of the generalised variances.
        ``details`` hold M, and Box's F with its degrees of freedom and p_F, which is the better
        one for groups below 20 runs.

    Notes
    -----
    M = (N - L) log|S| - sum of (n_i - 1) log|S_i| for the pooled S: Box, A general distribution
    theory for a class of likelihood criteria, 1949; Rencher, Methods of multivariate analysis,
    1995, section 7.3. It minds deviations from normality even more than unequal covariances,
    and with many runs it rejects trifles: groups of equal size and Pillai's trace bear a lot.
    With one measure it is nearly `bartlett`. If it rejects at 0.001 use `permutation_manova`.

    Examples
    --------
    Two groups of which the second varies twice as much (Box 1949): by hand M = 16 log 2.5 -
    8 log 4, for four degrees of freedom each and two measures:

    >>> base = [[1, 1], [1, -1], [-1, 1], [-1, -1], [0, 0]]
    >>> result = box_m([base, [[2 * a, 2 * b] for a, b in base]])
    >>> print(f"M = {result.details['M']:.6f}")
    M = 3.570297
    >>> print(f"chi2 = {result.statistic:.4f}, df = {result.df}, p = {result.p_value:.4f}")
    chi2 = 2.6033, df = 3, p = 0.4569
    """
    read = vectors.groups(groups)
    sizes = np.array([member.shape[-2] for member in read.members])
    rest = [member - scatter.mean_of(member)[..., np.newaxis, :] for member in read.members]
    together = np.concatenate(rest, axis=-2)
    dust = scatter.dust_of(*read.members)
    space = scatter.space_of(together, dust)
    _refuse_small(sizes, space.rank, together.shape[-1])
    free = sizes - 1.0
    logs, flat = _log_determinants([part @ space.directions for part in rest], space.rank)
    # in coordinates in which the pooled scatter is I: |S| = 1/v^r, |S_i| = |scatter_i|/v_i^r
    pooled = -space.rank * np.log(free.sum())
    m = free.sum() * pooled - np.sum(free * (logs - space.rank[..., np.newaxis] * np.log(free)), -1)
    m = np.where(flat, np.inf, np.maximum(m, 0.0))
    c1, c2, df = constants(free, np.maximum(space.rank, 1))
    chi2 = np.where(flat, np.inf, (1.0 - c1) * np.where(flat, 0.0, m))
    f, df2 = f_form(np.where(flat, 0.0, m), c1, c2, df)
    still = space.rank == 0
    return TestResult(
        name="box_m",
        statistic=chi2,
        p_value=np.where(flat, 0.0, np.where(still, 1.0, tails.chi2_upper(chi2, df))),
        df=one(df),
        n=tuple(sizes.tolist()),
        effect=Effect("M/(N - L)", m / free.sum()),
        notes=(
            *notes.where(still, "no measure varies in any group: there is nothing to test"),
            *notes.where(flat, "a combination of the measures varies in some groups only"),
            *scatter.rank_notes(together, space, dust, read.measures),
        ),
        details={
            "M": m,
            "F": np.where(flat, np.inf, f),
            "df_F": (one(df), one(df2)),
            "p_F": np.where(flat, 0.0, np.where(still, 1.0, tails.f_upper(f, df, df2))),
            "rank": space.rank,
        },
    )


def constants(free: FloatArray, p: IntArray) -> tuple[FloatArray, FloatArray, IntArray]:
    """Return c1 and c2 of Box's approximations, and the degrees of freedom (Rencher, 7.23)."""
    k, whole = len(free), free.sum()
    c1 = (np.sum(1.0 / free) - 1.0 / whole) * (2.0 * p * p + 3.0 * p - 1.0)
    c1 = c1 / (6.0 * (p + 1.0) * (k - 1))
    c2 = (p - 1.0) * (p + 2.0) / (6.0 * (k - 1)) * (np.sum(1.0 / free**2) - 1.0 / whole**2)
    return np.asarray(c1), np.asarray(c2), np.asarray((k - 1) * p * (p + 1) // 2)


def f_form(
    m: FloatArray, c1: FloatArray, c2: FloatArray, df: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Return Box's F and its second degrees of freedom (Rencher, equations 7.24 and 7.25)."""
    gap = c2 - c1 * c1
    df2 = (df + 2.0) / np.where(gap == 0.0, 1e-300, np.abs(gap))
    above = (1.0 - c1 - df / df2) / df * m
    b = (1.0 - c1 + 2.0 / df2) / df2
    left = 1.0 - b * m
    below = df2 * b * m / (df * np.where(left > 0.0, left, 1.0))
    return np.where(gap > 0.0, above, np.where(left > 0.0, below, np.inf)), df2


def _log_determinants(parts: list[FloatArray], rank: IntArray) -> tuple[FloatArray, BoolArray]:
    """Return log|scatter| of each group in the first `rank` coordinates; and where one is 0."""
    size = parts[0].shape[-1]
    unused = (np.arange(size) >= rank[..., np.newaxis])[..., np.newaxis] * np.eye(size)
    matrices = np.stack([np.swapaxes(part, -1, -2) @ part + unused for part in parts], axis=-3)
    values = scatter.eigen(matrices)[0]
    flat = values <= SINGULAR
    return np.sum(np.log(np.where(flat, 1.0, values)), axis=-1), np.any(flat, axis=(-2, -1))


def _refuse_small(sizes: IntArray, rank: IntArray, p: int) -> None:
    least = int(sizes.min())
    if np.any(rank >= least):
        raise NotApplicable(
            f"each group must have more runs than measures for Box's M; the smallest had {least} "
            f"runs of {p} measures; take fewer measures or more runs"
        )
    if least < 2:
        raise NotApplicable("each group must hold at least 2 runs for Box's M; one held 1")
