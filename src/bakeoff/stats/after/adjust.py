"""P-values adjusted for how many there are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats.after import logical as related
from bakeoff.stats.after.rom import rom_level
from bakeoff.types import ArrayLike, FloatArray

AdjustMethod: TypeAlias = Literal[
    "bonferroni",
    "sidak",
    "holm",
    "hochberg",
    "hommel",
    "finner",
    "holland",
    "li",
    "rom",
    "shaffer",
    "bergmann-hommel",
    "benjamini-hochberg",
    "benjamini-yekutieli",
]


def adjust(p_values: ArrayLike, method: AdjustMethod, *, logical: Any = None) -> FloatArray:
    """Return p-values adjusted for being several: each is the smallest level that rejects.

    An adjusted p-value is compared with alpha as it is. It is at most 1, never below the raw
    p-value, and a smaller raw p-value never gets a larger adjusted one.

    Parameters
    ----------
    p_values
        The p-values of one family along the last axis; leading axes give one family each.
    method
        Against any false rejection in the family, whatever the dependence of the tests:
        ``bonferroni``; ``holm``, which is never weaker. For independent tests or such as
        depend positively: ``sidak``, ``holland`` (Holm with Sidak's bound), ``finner``,
        ``hochberg``, ``hommel``, ``rom`` and ``li``; Hommel rejects all that Hochberg does, and
        so does Rom. For all pairs of algorithms, whatever the dependence: ``shaffer``, which is
        Holm with the number of hypotheses that can still be true, and ``bergmann-hommel``, which
        rejects all that Shaffer does; they take the p-values of the pairs in the order (0,1),
        (0,2), ..., (k-2,k-1). Against the share of false rejections among all rejections:
        ``benjamini-hochberg`` and, whatever the dependence, ``benjamini-yekutieli``.
    logical
        Which hypotheses can be true together, if they are not those of all pairs. For
        ``shaffer``: the possible numbers of true ones, such as [1, 2, 3, 6]. For
        ``bergmann-hommel``: the sets of hypotheses that can be exactly the true ones, each a list
        of places.

    Returns
    -------
    numpy.ndarray
        The adjusted p-values, in the order in which the raw ones came.

    Notes
    -----
    With the raw values rising, p_(1) <= ... <= p_(m): Bonferroni m p; Sidak 1 - (1-p)^m;
    Holm (1979) max over j <= i of (m-j+1) p_(j); Holland and Copenhaver (1987) max of
    1 - (1-p_(j))^(m-j+1); Finner (1993) max of 1 - (1-p_(j))^(m/j); Hochberg (1988) min over
    j >= i of (m-j+1) p_(j); Hommel (1988) by Simes' bound in every subset, as Wright (1992)
    computes it; Shaffer (1986) max over j <= i of t_j p_(j), with t_j the most hypotheses that can
    be true if j - 1 are false; Bergmann and Hommel (1988) the largest |I| min p over the sets I of
    hypotheses that hold it and can be exactly the true ones, made monotone in p; Rom (1990) min
    over j >= i of the level whose critical value is p_(j); Li (2008) p/(p + 1 - p_(m));
    Benjamini and Hochberg (1995) min over j >= i of m p_(j)/j; Benjamini and Yekutieli (2001)
    that times 1 + 1/2 + ... + 1/m.

    Li's procedure leans on the largest p-value: it is strong when that is small, and weaker
    than Bonferroni when it is near 1.

    Examples
    --------
    Three versions of C4.5 against the plain one (Demsar, Statistical comparisons of classifiers
    over multiple data sets, 2006, section 3.2.3): Holm rejects the first two at 0.05.

    >>> adjust([0.016, 0.019, 0.607], "holm").round(3)
    array([0.048, 0.048, 0.607])
    >>> adjust([0.016, 0.019, 0.607], "hochberg").round(3)
    array([0.038, 0.038, 0.607])

    All pairs of three algorithms: if two differ, only one of the other pairs can be equal.

    >>> adjust([0.01, 0.02, 0.04], "shaffer")
    array([0.03, 0.03, 0.04])
    """
    raw = _validated(p_values)
    checks.one_of(method, "method", (*METHODS, *LOGICAL))
    if logical is not None and method not in LOGICAL:
        raise InvalidInput(
            f"logical is for {' and '.join(LOGICAL)}; the method was {method!r}: leave it out"
        )
    if method == "bergmann-hommel":
        return related.bergmann_hommel(raw, logical)
    if method == "shaffer":
        return _in_order(raw, partial(related.shaffer, logical=logical))
    return _in_order(raw, METHODS[method])


def _in_order(raw: FloatArray, rule: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """Apply a rule for rising p-values, and put what it gives where the raw ones stood."""
    order = np.argsort(raw, axis=-1)
    rising = np.take_along_axis(raw, order, axis=-1)
    # rounding may undo in the last digit what is true of the formulas
    levels = np.maximum.accumulate(np.clip(rule(rising), rising, 1.0), axis=-1)
    adjusted = np.empty_like(raw)
    np.put_along_axis(adjusted, order, levels, axis=-1)
    return adjusted


def _validated(p_values: ArrayLike) -> FloatArray:
    raw = checks.numbers(p_values, "p_values")
    bad = (raw < 0.0) | (raw > 1.0)
    if bad.any():
        place = checks.first_place(bad)
        raise InvalidInput(
            f"p_values must lie between 0 and 1; there was {raw[place]:g}{checks.where(place)}"
        )
    return raw


# Each rule takes the p-values of families in rising order along the last axis.


def _bonferroni(p: FloatArray) -> FloatArray:
    return np.asarray(p.shape[-1] * p)


def _sidak(p: FloatArray) -> FloatArray:
    return _any_of(p, np.asarray(p.shape[-1]))


def _holm(p: FloatArray) -> FloatArray:
    return _step_down(_still_in(p) * p)


def _holland(p: FloatArray) -> FloatArray:
    return _step_down(_any_of(p, _still_in(p)))


def _finner(p: FloatArray) -> FloatArray:
    return _step_down(_any_of(p, p.shape[-1] / _rank(p)))


def _hochberg(p: FloatArray) -> FloatArray:
    return _step_up(_still_in(p) * p)


def _rom(p: FloatArray) -> FloatArray:
    return _step_up(rom_level(p))


def _hommel(p: FloatArray) -> FloatArray:
    """Return Hommel's values: the largest of Simes' bounds over the subsets that hold each."""
    m = p.shape[-1]
    adjusted = np.broadcast_to(_least(m * p / _rank(p)), p.shape).copy()
    for size in range(m - 1, 1, -1):
        # the worst subset of this size holds the hypothesis and the size - 1 largest p-values
        rest = m - size + 1
        simes = _least(size * p[..., rest:] / np.arange(2, size + 1))
        first = np.minimum(simes, size * p[..., :rest])
        adjusted[..., :rest] = np.maximum(adjusted[..., :rest], first)
        adjusted[..., rest:] = np.maximum(adjusted[..., rest:], first[..., -1:])
    return adjusted


def _li(p: FloatArray) -> FloatArray:
    room = 1.0 - p[..., -1:]
    total = p + room
    return np.where(total > 0.0, p / np.where(total > 0.0, total, 1.0), 0.0)


def _benjamini_hochberg(p: FloatArray) -> FloatArray:
    return _step_up(p.shape[-1] * p / _rank(p))


def _benjamini_yekutieli(p: FloatArray) -> FloatArray:
    return _step_up(np.sum(1.0 / _rank(p)) * (p.shape[-1] * p / _rank(p)))


def _rank(p: FloatArray) -> FloatArray:
    return np.arange(1.0, p.shape[-1] + 1.0)


def _still_in(p: FloatArray) -> FloatArray:
    """Return how many hypotheses are left when the i-th is reached: m - i + 1."""
    return np.arange(float(p.shape[-1]), 0.0, -1.0)


def _any_of(p: FloatArray, count: FloatArray) -> FloatArray:
    """Return 1 - (1 - p)^count, the chance that any of `count` independent tests rejects."""
    with np.errstate(divide="ignore"):  # p may be 1
        return -np.expm1(count * np.log1p(-p))


def _step_down(levels: FloatArray) -> FloatArray:
    """Return the levels of a procedure that stops at the first hypothesis it keeps."""
    return np.maximum.accumulate(levels, axis=-1)


def _step_up(levels: FloatArray) -> FloatArray:
    """Return the levels of a procedure that rejects all below the first hypothesis it rejects."""
    return np.minimum.accumulate(levels[..., ::-1], axis=-1)[..., ::-1]


def _least(levels: FloatArray) -> FloatArray:
    return np.asarray(levels.min(axis=-1, keepdims=True))


LOGICAL = ("shaffer", "bergmann-hommel")  # for hypotheses about all pairs
METHODS: dict[str, Callable[[FloatArray], FloatArray]] = {
    "bonferroni": _bonferroni,
    "sidak": _sidak,
    "holm": _holm,
    "hochberg": _hochberg,
    "hommel": _hommel,
    "finner": _finner,
    "holland": _holland,
    "li": _li,
    "rom": _rom,
    "benjamini-hochberg": _benjamini_hochberg,
    "benjamini-yekutieli": _benjamini_yekutieli,
}
