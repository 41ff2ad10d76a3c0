"""Sphericity: whether all differences of two algorithms vary equally, and what to do if not."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import notes, tails
from bakeoff.stats.ranks import RELATIVE_DUST
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import FloatArray, TableLike


class Epsilons(NamedTuple):
    """By what the degrees of freedom of the blocked F test shrink; 1 if all vary equally."""

    greenhouse_geisser: FloatArray
    huynh_feldt: FloatArray


def mauchly(table: TableLike) -> TestResult:
    """Test whether all differences between two algorithms vary equally (sphericity).

    The null hypothesis: the differences of every two algorithms over the blocks have the same
    variance; `anova_blocks` needs that. The alternative: some vary more than others.

    Parameters
    ----------
    table
        Blocks x algorithms, at least 3 algorithms and as many blocks as algorithms; leading
        axes give one test each.

    Returns
    -------
    TestResult
        ``statistic`` is W, from 0 to 1; 1 is perfect sphericity. ``df`` is that of its
        chi-square. ``method`` is ``exact`` for three algorithms. ``effect`` is the epsilon of
        Greenhouse and Geisser, from 1/(k - 1) to 1; ``details`` hold it, that of Huynh and
        Feldt, and chi2.

    Notes
    -----
    W = det(S) / (trace(S)/(k-1))^(k-1) for the covariance S of k - 1 orthonormal contrasts:
    Mauchly, Significance test for sphericity of a normal n-variate distribution, 1940; p from
    chi-square with Box's next term (Anderson 1958, section 10.7.4). With few blocks the test
    sees little, with many it sees trifles, and it minds outliers: the corrected p-values of
    `anova_blocks` are useful whatever it says. Greenhouse and Geisser, On methods in the
    analysis of profile data, 1959; Huynh and Feldt, Estimation of the Box correction, 1976.

    Examples
    --------
    Three algorithms over six folds; for them p is W^((n - 2)/2) exactly (Mauchly 1940):

    >>> scores = [[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14], [12, 15, 12],
    ...           [14, 16, 11]]
    >>> result = mauchly(scores)
    >>> print(f"W = {result.statistic:.4f}, p = {result.p_value:.4f}")
    W = 0.2249, p = 0.0506
    >>> print(f"{result.statistic ** ((6 - 2) / 2):.4f}")
    0.0506
    """
    array, _ = checks.table(table, blocks=3, algorithms=3)
    n, k = array.shape[-2:]
    if n < k:
        raise InvalidInput(
            f"table must have at least as many blocks as algorithms for Mauchly's test; it had "
            f"{n} blocks and {k} algorithms; use the corrected p-values of anova_blocks"
        )
    covariance = contrast_covariance(array)
    w = mauchly_w(covariance)
    chi2, df, p = mauchly_p(w, n, k)
    both = epsilons(covariance, n)
    return TestResult(
        name="mauchly",
        statistic=w,
        p_value=p,
        df=df,
        method="exact" if k == 3 else "asymptotic",
        n=n,
        effect=Effect("epsilon (Greenhouse-Geisser)", both.greenhouse_geisser),
        notes=_notes(covariance, w),
        details={
            "chi2": chi2,
            "epsilon_greenhouse_geisser": both.greenhouse_geisser,
            "epsilon_huynh_feldt": both.huynh_feldt,
        },
    )


def contrast_covariance(array: FloatArray) -> FloatArray:
    """Return the covariance of k - 1 orthonormal contrasts of the algorithms, (..., k-1, k-1)."""
    n, k = array.shape[-2:]
    centred = array - array.mean(axis=-1, keepdims=True)
    centred = centred - centred.mean(axis=-2, keepdims=True)
    scores = centred @ helmert(k)
    covariance = np.swapaxes(scores, -1, -2) @ scores / (n - 1)
    # tables whose differences do not vary but for rounding
    largest = np.abs(array).max(axis=(-2, -1), keepdims=True)
    still = np.trace(covariance, axis1=-2, axis2=-1)[..., np.newaxis, np.newaxis]
    return np.where(still <= n * k * (RELATIVE_DUST * largest) ** 2, 0.0, covariance)


def helmert(k: int) -> FloatArray:
    """Return k - 1 orthonormal contrasts of k means as columns: each against those before it."""
    contrasts = np.triu(np.ones((k, k - 1)))
    contrasts[np.arange(1, k), np.arange(k - 1)] = -np.arange(1.0, k)
    return np.asarray(contrasts / np.linalg.norm(contrasts, axis=0))


def epsilons(covariance: FloatArray, n: int) -> Epsilons:
    """Return both estimates of Box's epsilon from the covariance of k - 1 contrasts."""
    size = covariance.shape[-1]
    trace = np.trace(covariance, axis1=-2, axis2=-1)
    squares = np.einsum("...ij,...ij->...", covariance, covariance)
    still = squares == 0.0
    # size * epsilon, between 1 and the number of contrasts that can vary
    spread = np.where(still, size, trace**2 / np.where(still, 1.0, squares))
    spread = np.clip(spread, 1.0, size)
    room = n - 1.0 - spread
    # where spread has used up the blocks, Huynh and Feldt's ratio has no upper end
    ratio = (n * spread - 2.0) / np.where(room > 0.0, room, 1.0) / size
    known = np.where(room > 1e-9, np.minimum(ratio, 1.0), 1.0)
    huynh_feldt = np.maximum(known, spread / size) if n > 2 else spread / size
    return Epsilons(spread / size, np.asarray(huynh_feldt))


def mauchly_w(covariance: FloatArray) -> FloatArray:
    """Return det(S) / (trace(S)/size)^size; 1 where nothing varies."""
    size = covariance.shape[-1]
    mean = np.trace(covariance, axis1=-2, axis2=-1) / size
    still = mean == 0.0
    scaled = covariance / np.where(still, 1.0, mean)[..., np.newaxis, np.newaxis]
    w = np.clip(np.linalg.det(scaled), 0.0, 1.0)
    # a contrast that does not vary at all leaves rounding in the determinant
    return np.where(still, 1.0, np.where(w < SINGULAR, 0.0, w))


def mauchly_p(w: FloatArray, n: int, k: int) -> tuple[FloatArray, int, FloatArray]:
    """Return chi-square, its degrees of freedom, and p with Box's second term."""
    size = k - 1
    df = size * (size + 1) // 2 - 1
    if df == 0:
        return np.zeros_like(w), 0, np.ones_like(w)
    free = n - 1.0
    rho = 1.0 - (2.0 * size**2 + size + 2.0) / (6.0 * size * free)
    with np.errstate(divide="ignore"):  # W = 0: as far from sphericity as can be
        chi2 = -free * rho * np.log(w)
    second = (size + 2.0) * (size - 1.0) * (size - 2.0)
    second *= 2.0 * size**3 + 6.0 * size**2 + 3.0 * size + 2.0
    second /= 288.0 * (free * size * rho) ** 2
    first, next_term = tails.chi2_upper(chi2, df), tails.chi2_upper(chi2, df + 4)
    return chi2, df, np.clip(first + second * (next_term - first), 0.0, 1.0)


def _notes(covariance: FloatArray, w: FloatArray) -> tuple[str, ...]:
    still = np.trace(covariance, axis1=-2, axis2=-1) == 0.0
    return (
        *notes.where(still, "no difference between two algorithms varies: nothing to test"),
        *notes.where(
            (w == 0.0) & ~still,
            "some difference between the algorithms does not vary at all, others do",
        ),
    )


SINGULAR = 1e-13  # a determinant of numbers about 1 that is all rounding
