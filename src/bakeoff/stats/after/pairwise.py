"""Any test of two algorithms for all pairs of a table, or all against one control."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import intervals
from bakeoff.stats.after import pair_differences
from bakeoff.stats.after.adjust import AdjustMethod
from bakeoff.stats.after.ranks_z import corrected
from bakeoff.stats.many.layout import grouped
from bakeoff.stats.pairs import asked_pairs
from bakeoff.stats.results import PairTable, TestResult
from bakeoff.types import Alternative, FloatArray, IntArray, TableLike

Correction: TypeAlias = AdjustMethod | Literal["none"]
Form: TypeAlias = Literal["pair", "independent", "differences-5x2"]
FORMS: tuple[Form, ...] = ("pair", "independent", "differences-5x2")
OF_RESIDUALS = frozenset({"squared_error_ratio"})  # compares no scores


def pairwise(
    table: TableLike,
    test: str | Callable[..., Any],
    *,
    correction: Correction = "holm",
    control: str | int | None = None,
    alternative: Alternative | None = None,
    test_train_ratio: float | None = None,
    level: float = 0.95,
) -> PairTable:
    """Test all pairs of algorithms by a test of two, with a correction for their number.

    The null hypothesis of each pair is that of the test. Unlike `nemenyi` and `tukey` it looks
    at the two of a pair only: what is said of them does not depend on which others are in the
    table, but for the correction.

    Parameters
    ----------
    table
        Blocks x algorithms: scores on data sets, or on the splits of one. For a test of
        independent runs, groups as `anova` takes them: a list of arrays of any sizes, groups x
        values, or a frame with a column for each. For the 5x2 tests ten rows, the two folds of a
        repeat after each other. Leading axes give one table each.
    test
        The name of a test (wilcoxon, paired_t, sign, permutation, mann_whitney, two_sample_t,
        cv5x2_t, cv5x2_f), or a function of two arrays that gives a p-value or a result with one;
        a `functools.partial` of one of these tests sets its other choices.
    correction
        A method of `adjust`, or ``none``.
    control
        The name or the number of an algorithm that the others are compared with; each pair is
        then (other, control).
    alternative
        ``two-sided``, ``less`` or ``greater``, about the first of a pair minus the second; None
        for the test's own default.
    test_train_ratio
        For paired_t over splits whose training sets overlap: 1/(k - 1) for k folds.
    level
        Of the intervals, each by itself; pairs with an adjusted p of at most 1 - level differ.

    Returns
    -------
    PairTable
        A row for each pair with the test's own statistic, p-value and effect. ``difference`` and
        its interval are the test's estimate in units of the scores; for `sign` the median
        difference, and for what has none the mean difference with the interval of its t test.
        ``details`` hold those of the test, one value for each pair.

    Notes
    -----
    Garcia and Herrera, An extension on "Statistical comparisons of classifiers over multiple data
    sets" for all pairwise comparisons, 2008; Benavoli, Corani and Mangili, Should we really use
    post-hoc tests based on mean-ranks?, 2016, who advise `wilcoxon` for all pairs. Wilcoxon's
    p-values are exact as long as the pairs times the cube of n do not exceed 3 x 10^9 (190 pairs
    on 250 data sets, or 1770 on 119); beyond they are asymptotic, and the differences are medians
    with the interval of the sign test in place of pseudo-medians with Wilcoxon's own.

    Examples
    --------
    Error rates in percent of three algorithms on six data sets; the second is worst on all:

    >>> table = [[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14], [12, 16, 11], [9, 14, 10]]
    >>> pairs = pairwise(table, "wilcoxon")
    >>> pairs.p_value.tolist()
    [0.03125, 0.65625, 0.03125]
    >>> pairs.p_adjusted.tolist()
    [0.09375, 0.65625, 0.09375]
    """
    alpha = intervals.one_minus(level)
    chosen = _chosen(test, alternative, test_train_ratio)
    columns, names = _columns(table, chosen.form)
    pairs = asked_pairs(names, control)
    result = _results(chosen, columns, pairs)
    p = np.asarray(result.p_value, dtype=np.float64)
    found = pair_differences.estimates(result, columns, pairs, chosen.form, level)
    return PairTable(
        name=chosen.name,
        algorithms=names,
        pairs=pairs,
        difference=found.difference,
        statistic=np.asarray(result.statistic, dtype=np.float64),
        p_value=p,
        p_adjusted=corrected(p, correction, all_pairs=control is None),
        effect=found.effect,
        low=found.low,
        high=found.high,
        effect_name=found.effect_name,
        correction=correction,
        method=result.method,
        alpha=alpha,
        notes=(*result.notes, *found.notes),
        details=result.details,
    )


@dataclass(frozen=True, slots=True)
class Chosen:
    """A test of two, and how it is to be called."""

    name: str
    function: Callable[..., Any]
    form: Form
    at_once: bool
    """Whether it takes all pairs in one call."""


def _chosen(
    test: str | Callable[..., Any], alternative: Alternative | None, ratio: float | None
) -> Chosen:
    from bakeoff.stats.registry import TESTS, entry

    tests = [one for one in TESTS if one.takes in FORMS and one.name not in OF_RESIDUALS]
    options: dict[str, Any] = {}
    if alternative is not None:
        options["alternative"] = checks.alternative(alternative)
    if ratio is not None:
        options["test_train_ratio"] = ratio
    if isinstance(test, str):
        known = {one.name: one for one in tests}
        if test not in known:
            entry(test)  # an unknown name is answered with the nearest ones
            raise InvalidInput(
                f"test must compare two algorithms on one measure, one of {', '.join(known)}; it "
                f"was {test!r}"
            )
        one = known[test]
        return Chosen(test, _with(test, one.load(), options), one.takes, at_once=True)  # type: ignore[arg-type]  # one of FORMS
    if not callable(test):
        raise InvalidInput(f"test must be the name of a test, or a function; it was {test!r}")
    root = test
    while isinstance(root, partial):
        root = root.func
    for one in tests:
        if one.name == getattr(root, "__name__", "") and one.load() is root:
            return Chosen(one.name, _with(one.name, test, options), one.takes, at_once=True)  # type: ignore[arg-type]  # one of FORMS
    name = getattr(root, "__name__", type(root).__name__)
    return Chosen(name, _with(name, test, options), "pair", at_once=False)


def _with(name: str, test: Callable[..., Any], options: dict[str, Any]) -> Callable[..., Any]:
    """Return the test with the choices made; a choice that it does not know is an error."""
    import inspect

    if not options:
        return test
    known = inspect.signature(test).parameters
    for option in options:
        if option not in known:
            raise InvalidInput(f"{name} has no {option}; leave it out")
    return partial(test, **options)


def _columns(table: Any, form: Form) -> tuple[list[FloatArray], tuple[str | int, ...]]:
    """Return the values of each algorithm along the last axis, and their names."""
    if form == "independent":
        return grouped(table)
    array, names = checks.table(table)
    if form == "differences-5x2" and array.shape[-2] != 10:
        raise InvalidInput(
            f"table must have ten rows for this test, 5 repeats of 2 folds; it had the shape "
            f"{array.shape}"
        )
    return list(np.ascontiguousarray(np.moveaxis(array, -1, 0))), names


def _results(chosen: Chosen, columns: list[FloatArray], pairs: IntArray) -> TestResult:
    """Return the results of all pairs as one batch (..., pairs)."""
    first, second = pairs.T
    if not chosen.at_once:
        return _one_by_one(chosen, columns, pairs)
    if len({column.shape for column in columns}) > 1:
        return _one_by_one(chosen, columns, pairs)
    stacked = np.stack(columns, axis=-2)
    if chosen.form == "differences-5x2":
        apart = stacked[..., first, :] - stacked[..., second, :]
        found = chosen.function(apart.reshape(*apart.shape[:-1], 5, 2))
    else:
        a, b = stacked[..., first, :], stacked[..., second, :]
        found = chosen.function(a, b, **_road(chosen, stacked, pairs))
    result: TestResult = found
    return result


def _road(chosen: Chosen, stacked: FloatArray, pairs: IntArray) -> dict[str, Any]:
    """Return the road of Wilcoxon's test that all pairs together can afford."""
    if chosen.name != "wilcoxon" or _has(chosen.function, "method"):
        return {}
    n, tables = stacked.shape[-1], int(np.prod(stacked.shape[:-2]))
    crowded = pair_differences.too_many(tables, len(pairs), n)
    return {"method": "asymptotic" if crowded else "exact"}


def _has(function: Callable[..., Any], option: str) -> bool:
    while isinstance(function, partial):
        if option in function.keywords:
            return True
        function = function.func
    return False


def _one_by_one(chosen: Chosen, columns: list[FloatArray], pairs: IntArray) -> TestResult:
    """Call the test for each pair, and put its answers side by side."""
    if chosen.at_once:
        answers = [chosen.function(columns[i], columns[j]) for i, j in pairs.tolist()]
        return pair_differences.side_by_side(answers)
    if columns[0].ndim > 1:
        raise InvalidInput(
            "a function of your own takes one table; leading axes are for tests here"
        )
    answers = [chosen.function(columns[i], columns[j]) for i, j in pairs.tolist()]
    p = np.array([_p_of(answer) for answer in answers])
    if not ((p >= 0.0) & (p <= 1.0)).all():
        bad = p[~((p >= 0.0) & (p <= 1.0))][0]
        raise InvalidInput(f"test must give a p-value between 0 and 1; {chosen.name} gave {bad:g}")
    statistic = np.array([float(getattr(answer, "statistic", 0.0)) for answer in answers])
    return TestResult(chosen.name, statistic, p, method=str(getattr(answers[0], "method", "own")))


def _p_of(answer: Any) -> float:
    for name in ("p_value", "pvalue"):
        if hasattr(answer, name):
            return float(getattr(answer, name))
    try:
        return float(answer)
    except (TypeError, ValueError):
        raise InvalidInput(
            f"test must give a p-value, or a result with one; it gave {type(answer).__name__}"
        ) from None
