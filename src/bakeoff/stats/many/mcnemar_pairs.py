"""McNemar's test for all pairs of several classifiers on the same items."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import notes
from bakeoff.stats.after.adjust import AdjustMethod, adjust
from bakeoff.stats.pairs import asked_pairs
from bakeoff.stats.results import PairTable
from bakeoff.stats.two.mcnemar import (
    METHODS,
    Method,
    p_value,
    paired_difference_limits,
    signed_root,
    smallest_p_value,
)
from bakeoff.types import Alternative, FloatArray, IntArray, TableLike

Correction: TypeAlias = Literal["none"] | AdjustMethod
ALWAYS_ENOUGH = 10  # discordant items from which every method can give a p below 0.05
EXACT_SUMS = 2**24  # float32 counts every whole number up to here


def mcnemar_pairs(
    correct: TableLike,
    *,
    method: Method = "exact",
    alternative: Alternative = "two-sided",
    correction: Correction = "holm",
    control: str | int | None = None,
    alpha: float = 0.05,
) -> PairTable:
    """Test for all pairs of classifiers whether they err equally often on the same items.

    The null hypothesis of each pair: an item that only one of the two gets wrong is as likely to
    be the first's as the second's.

    Parameters
    ----------
    correct
        Items x models, 1 where the model is right and 0 where it is wrong. A frame names them.
    method
        ``exact``, ``mid-p``, ``chi2`` or ``chi2-corrected``, as for `mcnemar`.
    alternative
        ``two-sided``, ``less`` or ``greater``, about the error rate of the first of each pair
        minus that of the second.
    correction
        How `p_adjusted` allows for there being many pairs; ``none`` or a method of `adjust`.
    control
        A model, by name or number: then only the pairs (other, control).
    alpha
        The level of `significant`, and of the simultaneous intervals: 1 - alpha together.

    Returns
    -------
    PairTable
        ``difference`` and ``effect`` are the difference of the error rates, ``statistic`` the
        number of items that only the first gets wrong, or chi-square. ``low`` and ``high`` hold
        all differences together with 1 - alpha: Newcombe's paired intervals at 1 - alpha/pairs
        (with ``correction="none"``: each at 1 - alpha). ``details`` hold error_rates,
        only_a_wrong and only_b_wrong.

    Notes
    -----
    McNemar, Note on the sampling error of the difference between correlated proportions or
    percentages, 1947; Newcombe, Improved confidence intervals for the difference between
    binomial proportions based on paired data, 1998, method 10; Bonferroni's inequality for the
    intervals, which are a little wider than a stepwise correction of the p-values would ask for.
    Before it, `cochran_q` asks whether there is any difference. All counts come from one product
    of matrices, so fifty models cost little more than two.

    Examples
    --------
    Three drugs given to 46 people, favourable or not (Grizzle, Starmer and Koch 1969): the third
    differs from the others.

    >>> ways = [(1, 1, 1), (1, 1, 0), (1, 0, 1), (1, 0, 0),
    ...         (0, 1, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0)]
    >>> found = mcnemar_pairs(np.repeat(ways, [6, 16, 2, 4, 2, 4, 6, 6], axis=0))
    >>> found.details["only_a_wrong"].tolist(), found.details["only_b_wrong"].tolist()
    ([6, 8, 8], [6, 20, 20])
    >>> found.p_value.round(4).tolist()
    [1.0, 0.0357, 0.0357]
    """
    right, names = _validated(correct)
    checks.one_of(method, "method", METHODS)
    checks.alternative(alternative)
    checks.fraction(alpha, "alpha")
    pairs = asked_pairs(names, control)
    only_a, only_b, both, each = _counts(right, pairs)
    n = len(right)
    difference = (only_a - only_b) / n
    p = p_value(only_a, only_b, method, alternative)
    asymptotic = method in {"chi2", "chi2-corrected"}
    z = signed_root(only_a, only_b, corrected=method == "chi2-corrected")
    tail = alpha / 2.0 / (1 if correction == "none" else len(pairs))
    low, high = paired_difference_limits(_tables(only_a, only_b, both, n), tail)
    return PairTable(
        name="mcnemar",
        algorithms=names,
        pairs=pairs,
        difference=difference,
        statistic=z * z if asymptotic else only_a,
        p_value=p,
        p_adjusted=p if correction == "none" else adjust(p, correction),
        effect=difference,
        low=low,
        high=high,
        effect_name="difference of error rates",
        correction=correction,
        method="asymptotic" if asymptotic else method,
        alpha=alpha,
        notes=_notes(only_a + only_b, method, alternative, together=correction != "none"),
        details={
            "error_rates": 1.0 - each / n,
            "only_a_wrong": only_a.astype(np.int64),
            "only_b_wrong": only_b.astype(np.int64),
            "n": n,
        },
    )


def _validated(correct: TableLike) -> tuple[Any, tuple[str | int, ...]]:
    """Return the table in single precision, which holds 0 and 1 exactly, and the names."""
    if isinstance(correct, np.ndarray) and correct.dtype == np.bool_ and correct.ndim == 2:
        checks.table(correct[:1], "correct", blocks=1)  # truth values are 0 and 1 as they are
        return correct.astype(np.float32), tuple(range(correct.shape[1]))
    array, names = checks.table(correct, "correct", blocks=1)
    if array.ndim != 2:
        raise InvalidInput(
            f"correct must be items x models, one table; it had the shape {array.shape}"
        )
    bad = array * array != array  # 0 and 1 alone are their own squares
    if bad.any():
        item, model = np.argwhere(bad)[0].tolist()
        raise InvalidInput(
            f"correct must hold only 1 (the model is right) and 0 (it is wrong); it held "
            f"{array[item, model]:g} at ({item}, {model})"
        )
    return array.astype(np.float32), names


def _counts(right: Any, pairs: IntArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return on how many items only the first is wrong, only the second, neither; each is right."""
    together = np.zeros((right.shape[1], right.shape[1]))
    for start in range(0, len(right), EXACT_SUMS):
        part = right[start : start + EXACT_SUMS]
        together += part.T @ part
    each = together.diagonal()
    first, second = pairs.T
    both_right = together[first, second]
    only_a, only_b = each[second] - both_right, each[first] - both_right
    return only_a, only_b, both_right, each


def _tables(only_a: FloatArray, only_b: FloatArray, both_right: FloatArray, n: int) -> FloatArray:
    both_wrong = n - only_a - only_b - both_right
    cells = np.stack([both_wrong, only_a, only_b, both_right], axis=-1)
    return np.asarray(cells.reshape(-1, 2, 2))


def _notes(
    discordant: FloatArray, method: Method, alternative: Alternative, *, together: bool
) -> tuple[str, ...]:
    same, hopeless = discordant == 0, np.zeros(len(discordant))
    if discordant.min() < ALWAYS_ENOUGH:
        smallest = smallest_p_value(discordant, method=method, alternative=alternative)
        hopeless = np.where(same, 0.0, smallest)
    if len(discordant) == 1:
        same, hopeless, discordant = same[0], hopeless[0], discordant[0]
    return (
        *notes.where(same, "the two classifiers err on exactly the same items"),
        *notes.out_of_reach(hopeless, "{} discordant items", discordant),
        *(("the intervals hold together, each at 1 - alpha/pairs",) if together else ()),
    )
