"""The exact law of the largest root of two scatter matrices (Roy's test), at any size.

Let H and E be independent Wishart matrices of the same scale, with q and v degrees of freedom, in
p dimensions. The largest root theta of det(H - theta (E + H)) = 0 has a law that depends on
s = min(p, q), m = (|p - q| - 1)/2 and n = (v - p - 1)/2 alone. The F that programs print in its
place is that of the one best direction chosen before: its p-value is a lower bound.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from bakeoff.types import FloatArray

LARGEST = 12  # roots: beyond, the matrix of incomplete beta functions has lost its digits


def upper(theta: FloatArray, p: int, q: int, v: int) -> FloatArray:
    """Return P(largest root >= theta) for theta = root/(1 + root) from 0 to 1.

    Exact for up to twelve roots (`is_exact`); beyond it is `lower_bound`.
    """
    theta = np.asarray(theta, dtype=np.float64)
    s, m, n = min(p, q), (abs(p - q) - 1) / 2.0, (v - p - 1) / 2.0
    if s == 1:
        return np.asarray(special.betainc(n + 1.0, m + 1.0, 1.0 - theta))
    if s == 2:
        return _upper_of_two(theta, m, n)
    bound = lower_bound(theta, p, q, v)
    if not is_exact(p, q):
        return bound
    exact = _upper_of_many(theta.reshape(-1), s, m, n).reshape(theta.shape)
    return np.clip(np.maximum(exact, bound), 0.0, 1.0)


def is_exact(p: int, q: int) -> bool:
    """Return whether `upper` gives the exact law for so many dimensions."""
    return min(p, q) <= LARGEST


def lower_bound(theta: FloatArray, p: int, q: int, v: int) -> FloatArray:
    """Return P(F >= f) of the usual F, on max(p, q) and v - max(p, q) + q degrees of freedom."""
    r = max(p, q)
    # F = root (v - r + q)/r, so theta is a beta variable
    return np.asarray(special.betainc((v - r + q) / 2.0, r / 2.0, 1.0 - np.asarray(theta)))


def _upper_of_two(theta: FloatArray, m: float, n: float) -> FloatArray:
    """Return the closed form for two roots (Pillai 1956): all its terms are positive."""
    log_factor = (
        0.5 * np.log(np.pi)
        + special.gammaln(m + n + 2.5)
        - special.gammaln(m + 1.5)
        - special.gammaln(n + 1.5)
    )
    rest = 1.0 - theta
    first = special.betainc(2.0 * n + 2.0, 2.0 * m + 2.0, rest)
    powers = special.xlogy(m + 1.0, theta) + special.xlogy(n + 1.0, rest)
    second = np.exp(log_factor + powers) * special.betainc(m + 1.0, n + 1.0, theta)
    return np.asarray(np.clip(first + second, 0.0, 1.0))


def _upper_of_many(theta: FloatArray, s: int, m: float, n: float) -> FloatArray:
    """Return 1 - Pf A(theta)/Pf A(1) for the skew matrix A of Chiani (2016, algorithm 1).

    What A(theta) lacks of A(1) is put together from upper tails, so that small probabilities
    keep their digits: (Pf A(theta)/Pf A(1))^2 = det(I - A(1)^-1 (A(1) - A(theta))).
    """
    a = m + np.arange(1.0, s + 1.0)
    logs = special.betaln(a, n + 1.0)
    below = special.betainc(a, n + 1.0, theta[:, np.newaxis])
    above = special.betaincc(a, n + 1.0, theta[:, np.newaxis])
    across = below[:, :, np.newaxis] * above[:, np.newaxis, :]
    lacking = across - np.swapaxes(across, -1, -2) + _skew_above(theta, a, n, logs)
    whole = _skew_above(np.zeros(1), a, n, logs)[0]
    if s % 2:
        whole, lacking = _bordered(whole, np.ones(s)), _bordered(lacking, above)
    parts = np.linalg.eigvals(np.linalg.solve(whole, lacking)).astype(np.complex128)
    with np.errstate(divide="ignore"):  # theta = 0: all is above, and log 0 is meant
        kept = np.log1p(-parts).real.sum(axis=-1)
    return np.asarray(-np.expm1(0.5 * kept))


def _skew_above(theta: FloatArray, a: FloatArray, n: float, logs: FloatArray) -> FloatArray:
    """Return the integrals of sign(y - x) x^(a_i - 1) y^(a_j - 1) ((1-x)(1-y))^n above theta.

    Each is divided by the two complete beta functions whose logarithms are given. For a_j = a_i
    it is 0, and from there each follows from the one before.
    """
    size, theta = len(a), theta[:, np.newaxis]
    skew = np.zeros((len(theta), size, size))
    tail = special.betaincc(a, n + 1.0, theta)
    for j in range(size - 1):
        b, first = a[j], a[: j + 1]
        double = np.exp(special.betaln(first + b, 2.0 * n + 2.0) - logs[: j + 1] - logs[j])
        step = 2.0 * double * special.betaincc(first + b, 2.0 * n + 2.0, theta)
        edge = special.xlogy(b, theta) + special.xlog1py(n + 1.0, -theta) - logs[j]
        # B(b + 1, n + 1) = B(b, n + 1) b/(b + n + 1)
        skew[:, : j + 1, j + 1] = skew[:, : j + 1, j] + (step - tail[:, : j + 1] * np.exp(edge)) / b
    return skew - np.swapaxes(skew, -1, -2)


def _bordered(skew: FloatArray, edge: FloatArray) -> FloatArray:
    """Return a skew matrix with one row and column more."""
    size = skew.shape[-1]
    larger = np.zeros((*skew.shape[:-2], size + 1, size + 1))
    larger[..., :size, :size] = skew
    larger[..., :size, size], larger[..., size, :size] = edge, -edge
    return larger
