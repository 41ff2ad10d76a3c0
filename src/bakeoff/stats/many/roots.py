"""The four statistics of MANOVA: each a function of the roots of E^-1 H, with its null law."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from bakeoff.errors import NotApplicable
from bakeoff.exact import largest_root
from bakeoff.stats import tails
from bakeoff.types import BoolArray, FloatArray, IntArray

Statistic: TypeAlias = Literal["wilks", "pillai", "hotelling-lawley", "roy"]
STATISTICS: tuple[Statistic, ...] = ("wilks", "pillai", "hotelling-lawley", "roy")


class FForm(NamedTuple):
    """An F ratio that stands for a statistic, and whether its law is exact."""

    f: FloatArray
    df1: FloatArray
    df2: FloatArray
    exact: BoolArray

    @property
    def p(self) -> FloatArray:
        """P(F >= f)."""
        return tails.f_upper(self.f, self.df1, self.df2)


class Answer(NamedTuple):
    """A statistic with its p-value, and the F that programs print for it."""

    value: FloatArray
    p: FloatArray
    form: FForm
    exact: bool


def values(roots: FloatArray) -> dict[Statistic, FloatArray]:
    """Return the four statistics of the roots (..., s): Lambda, V, U and the largest root."""
    return {
        "wilks": wilks(roots),
        "pillai": pillai(roots),
        "hotelling-lawley": np.sum(roots, axis=-1),
        "roy": np.max(roots, axis=-1),
    }


def wilks(roots: FloatArray) -> FloatArray:
    """Return |E|/|E + H|, the product of 1/(1 + root)."""
    return np.asarray(np.exp(-np.sum(np.log1p(roots), axis=-1)))


def pillai(roots: FloatArray) -> FloatArray:
    """Return the trace of (E + H)^-1 H, the sum of root/(1 + root)."""
    return np.asarray(np.sum(explained(roots), axis=-1))


def explained(roots: FloatArray) -> FloatArray:
    """Return root/(1 + root): the share of the algorithms along each discriminant."""
    infinite = np.isinf(roots)
    return np.where(infinite, 1.0, roots / (1.0 + np.where(infinite, 0.0, roots)))


def effect(statistic: Statistic, value: FloatArray, s: IntArray) -> FloatArray:
    """Return the multivariate partial eta^2 that goes with a statistic, from 0 to 1."""
    if statistic == "wilks":
        return np.asarray(1.0 - value ** (1.0 / s))
    if statistic == "pillai":
        return value / s
    if statistic == "hotelling-lawley":
        return explained(value / s)
    return explained(value)


def bartlett(log_sum: FloatArray, p: IntArray, q: int, v: int) -> FloatArray:
    """Return (v - (p - q + 1)/2) times the sum of log(1 + root): chi-square (Bartlett 1938).

    For groups of n runs together it is n - 1 - (p + a)/2 times the sum (Aslan, equation 4.81).
    """
    return (v - (p - q + 1) / 2.0) * log_sum


def answer(statistic: Statistic, roots: FloatArray, p: IntArray, q: int, v: int) -> Answer:
    """Return a statistic of roots (..., s) of E^-1 H with its p-value.

    `p` is the dimension, `q` and `v` are the degrees of freedom of H and E.
    """
    value = values(roots)[statistic]
    form = FORMS[statistic](value, p, q, v)
    if statistic != "roy":
        return Answer(value, form.p, form, bool(np.all(form.exact)))
    exact = np.empty(np.shape(value))
    theta = explained(value)
    known = True
    for dimension in np.unique(p).tolist():
        here = np.broadcast_to(p == dimension, exact.shape)
        exact[here] = largest_root.upper(theta[here], dimension, q, v)
        known = known and largest_root.is_exact(dimension, q)
    return Answer(value, exact, form, known)


def rao(value: FloatArray, p: IntArray, q: int, v: int) -> FForm:
    """Return Rao's F of Wilks' Lambda, exact if p or q is at most 2 (Rao 1951)."""
    pq = p * q
    below = p * p + q * q - 5.0
    root = np.where(below > 0.0, (pq**2 - 4.0) / np.where(below > 0.0, below, 1.0), 1.0)
    t = np.sqrt(np.maximum(root, 1.0))
    df2 = (v + q - (p + q + 1) / 2.0) * t - (pq - 2.0) / 2.0
    with np.errstate(divide="ignore", over="ignore"):  # Lambda = 0: F is infinite
        ratio = np.expm1(-np.log(value) / t)
    return FForm(ratio * df2 / pq, pq.astype(np.float64), df2, np.minimum(p, q) <= 2)


def pillai_f(value: FloatArray, p: IntArray, q: int, v: int) -> FForm:
    """Return the usual F of Pillai's trace, exact for one root (Pillai 1960)."""
    s, m, n = _smn(p, q, v)
    df1, df2 = s * (2.0 * m + s + 1.0), s * (2.0 * n + s + 1.0)
    with np.errstate(divide="ignore"):  # all roots infinite
        f = value / (s - value) * df2 / df1
    return FForm(f, df1, df2, s == 1)


def hotelling_lawley_f(value: FloatArray, p: IntArray, q: int, v: int) -> FForm:
    """Return F of the trace of E^-1 H: McKeon's (1974), or Pillai and Samson's (1959) if n <= 0."""
    s, m, n = _smn(p, q, v)
    df1 = np.where(n > 0.0, p * q, s * (2.0 * m + s + 1.0))
    # McKeon: 1/(b - 1) for b = (p + 2n)(q + 2n)/(2 (2n + 1)(n - 1)), which n = 1 would divide by 0
    above = 2.0 * (2.0 * n + 1.0) * (n - 1.0)
    below = np.where(n > 0.0, (p + 2.0 * n) * (q + 2.0 * n) - above, 1.0)
    mckeon = 4.0 + (p * q + 2.0) * above / below
    df2 = np.where(n > 0.0, mckeon, 2.0 * (s * n + 1.0))
    if np.any(df2 <= 0.0):
        raise NotApplicable(
            f"with {int(np.max(p))} measures {v} degrees of freedom of the error are too few for "
            f"the F of Hotelling and Lawley's trace; choose statistic='wilks' or 'pillai'"
        )
    scale = np.where(n > 0.0, (df2 - 2.0) / (2.0 * np.where(n > 0.0, n, 1.0)), s)
    return FForm(df2 / df1 * value / scale, df1, df2, s == 1)


def roy_f(value: FloatArray, p: IntArray, q: int, v: int) -> FForm:
    """Return the F of the largest root, which is an upper bound and gives too small a p."""
    r = np.maximum(p, q)
    df2 = (v - r + q).astype(np.float64)
    return FForm(df2 / r * value, r.astype(np.float64), df2, np.minimum(p, q) == 1)


def _smn(p: IntArray, q: int, v: int) -> tuple[IntArray, FloatArray, FloatArray]:
    return np.minimum(p, q), (np.abs(p - q) - 1) / 2.0, (v - p - 1) / 2.0


FORMS: dict[Statistic, Callable[[FloatArray, IntArray, int, int], FForm]] = {
    "wilks": rao,
    "pillai": pillai_f,
    "hotelling-lawley": hotelling_lawley_f,
    "roy": roy_f,
}
