"""Shapiro and Wilk's test of normality."""

from __future__ import annotations

import numpy as np
from scipy import special

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import notes, tails
from bakeoff.stats.ranks import RELATIVE_DUST
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import ArrayLike, FloatArray

TRIED = 5000  # values up to which Royston fitted the law of W
FEW = 10  # values below which hardly any shape is told from a normal one


def shapiro(x: ArrayLike) -> TestResult:
    """Test whether values come from a normal distribution, by the W of Shapiro and Wilk.

    The null hypothesis: the values are independent and normal, with any mean and variance. The
    alternative: they are not. Give it what a test takes for normal: the differences of two
    algorithms for `paired_t`, the residuals for `anova_blocks`, and not the raw scores, whose
    means differ.

    Parameters
    ----------
    x
        At least 3 values, along the last axis; leading axes give one test each.

    Returns
    -------
    TestResult
        ``statistic`` is W, at most 1, which is a perfect fit; ``effect`` is 1 - W, the share of
        the variance that a straight line in the normal plot does not explain. ``details`` hold
        skewness and excess_kurtosis, which say in what way the values are not normal. Values
        that are all equal give W = 1 and p = 1, and a note.

    Notes
    -----
    Shapiro and Wilk, An analysis of variance test for normality, 1965, with the weights and the
    law of Royston, Algorithm AS R94, 1995, for 3 to 5000 values (exact for 3). A small p speaks
    against the normal, a large one not for it: ten values seldom show anything, a thousand show
    trifles that no t test minds. Where it rejects, rank and permutation tests need no normality:
    `wilcoxon`, `friedman`, `permutation_anova`.

    Examples
    --------
    Weights of eleven men in pounds (Shapiro and Wilk 1965, section 4: W = 0.79, p about 0.01):

    >>> result = shapiro([148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236])
    >>> print(f"W = {result.statistic:.2f}, p = {result.p_value:.3f}")
    W = 0.79, p = 0.007
    """
    array = checks.numbers(x, "x")
    n = array.shape[-1]
    if n < 3:
        raise InvalidInput(
            f"x must hold at least 3 values along the last axis; it had the shape {array.shape}"
        )
    values, still = _standardized(array)
    w = w_statistic(values)
    w = np.where(still, 1.0, w)
    return TestResult(
        name="shapiro",
        statistic=w,
        p_value=np.where(still, 1.0, p_value(w, n)),
        method="exact" if n == 3 else "asymptotic",
        n=n,
        effect=Effect("1 - W", 1.0 - w),
        notes=_notes(still, n),
        details={
            "skewness": np.mean(values**3, axis=-1),
            "excess_kurtosis": np.where(still, 0.0, np.mean(values**4, axis=-1) - 3.0),
        },
    )


def w_statistic(values: FloatArray) -> FloatArray:
    """Return W = (sum a_i x_(i))^2 / sum (x - mean)^2 of standardized values, largest last."""
    weights = royston_weights(values.shape[-1])
    line = np.sort(values, axis=-1) @ weights
    return np.asarray(np.minimum(line * line / values.shape[-1], 1.0))


def royston_weights(n: int) -> FloatArray:
    """Return the weights a_1, ..., a_n of the ordered values: antisymmetric, squares sum to 1."""
    if n == 3:
        return np.array([-np.sqrt(0.5), 0.0, np.sqrt(0.5)])
    expected = special.ndtri((np.arange(1.0, n + 1.0) - 0.375) / (n + 0.25))
    square = expected @ expected
    small = 1.0 / np.sqrt(n)
    last = np.polynomial.polynomial.polyval(small, LAST) + expected[-1] / np.sqrt(square)
    weights = expected.copy()
    if n > 5:
        before = np.polynomial.polynomial.polyval(small, BEFORE) + expected[-2] / np.sqrt(square)
        rest = square - 2.0 * (expected[-1] ** 2 + expected[-2] ** 2)
        weights /= np.sqrt(rest / (1.0 - 2.0 * (last**2 + before**2)))
        weights[[1, -2]] = -before, before
    else:
        weights /= np.sqrt((square - 2.0 * expected[-1] ** 2) / (1.0 - 2.0 * last**2))
    weights[[0, -1]] = -last, last
    return np.asarray(weights)


def p_value(w: FloatArray, n: int) -> FloatArray:
    """Return P(W <= w): exact for three values, else a normal law of log(1 - W) (Royston)."""
    if n == 3:
        # W runs from 3/4 to 1, and arcsin of its root is uniform
        reached = np.arcsin(np.sqrt(np.clip(w, 0.75, 1.0))) - np.arcsin(np.sqrt(0.75))
        return np.asarray(np.clip(6.0 / np.pi * reached, 0.0, 1.0))
    value = np.polynomial.polynomial.polyval
    with np.errstate(divide="ignore"):  # W = 1: a perfect fit, p = 1
        distance = np.log1p(-w)
    if n <= 11:
        limit = -2.273 + 0.459 * n
        far = distance >= limit
        with np.errstate(divide="ignore"):
            score = -np.log(limit - np.where(far, limit - 1.0, distance))
        z = (score - value(n, MEAN_FEW)) / np.exp(value(n, LOG_SD_FEW))
        return np.where(far, 0.0, tails.normal_upper(z))
    size = np.log(n)
    z = (distance - value(size, MEAN_MANY)) / np.exp(value(size, LOG_SD_MANY))
    return tails.normal_upper(z)


def _standardized(array: FloatArray) -> tuple[FloatArray, np.ndarray]:
    """Return values with mean 0 and mean square 1, and which are all equal but for dust."""
    centred = array - array.mean(axis=-1, keepdims=True)
    spread = array.max(axis=-1) - array.min(axis=-1)
    still = np.asarray(spread <= RELATIVE_DUST * np.abs(array).max(axis=-1))
    # squares of very small values would be 0
    centred = centred / np.where(still, 1.0, spread)[..., np.newaxis]
    scale = np.sqrt(np.mean(centred**2, axis=-1, keepdims=True))
    hidden = still[..., np.newaxis]
    return np.where(hidden, 0.0, centred / np.where(hidden, 1.0, scale)), still


def _notes(still: np.ndarray, n: int) -> tuple[str, ...]:
    said = notes.where(still, "all values are equal: there is no shape to test")
    if n < FEW:
        return (*said, f"with {n} values this test sees only gross departures from the normal")
    if n > TRIED:
        beyond = "were fitted, and trifles are significant at this size"
        return (*said, f"{n} values are more than the {TRIED} for which the p-values {beyond}")
    return said


# Royston 1995, algorithm AS R94: polynomials, the constant first
LAST = (0.0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056)
BEFORE = (0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633)
MEAN_FEW = (0.544, -0.39978, 0.025054, -6.714e-4)
LOG_SD_FEW = (1.3822, -0.77857, 0.062767, -0.0020322)
MEAN_MANY = (-1.5861, -0.31082, -0.083751, 0.0038915)
LOG_SD_MANY = (-0.4803, -0.082676, 0.0030302)
