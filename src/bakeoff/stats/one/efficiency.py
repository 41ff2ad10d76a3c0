"""The tests of a confusion matrix against chance, by Nyssen."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.exact.matchings import TraceTail, trace_tail
from bakeoff.stats import intervals, notes, tails
from bakeoff.stats.counts import counts, whole
from bakeoff.stats.one.chance_tables import at_least
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import FloatArray, IntArray, Rng, TableLike

Method: TypeAlias = Literal["exact", "monte-carlo", "chi2"]
METHODS: tuple[Method, ...] = ("exact", "monte-carlo", "chi2")
TRUE_P = 0.9  # Table 1: a true p of this share of alpha ...
SURE = 1.6448536269514722  # ... is to be found below alpha 95 times in 100
FEW_EXPECTED = 5.0  # chi-square: 80 percent of the cells should expect more than this
LEAST_EXPECTED = 1.0  # and all of them this much
ROUGH = 1e-6  # a relative error of the exact p that the reader is told
LONGEST_FRACTION = 3_000  # bits of a denominator that is still worth printing


def efficiency(
    confusion: TableLike,
    *,
    method: Method = "exact",
    draws: int | None = None,
    alpha: float = 0.05,
    rng: Rng = None,
) -> TestResult:
    """Test whether a classifier of two or more classes is better than chance.

    The null hypothesis: the answers have nothing to do with the true classes. Given how many
    items each class has and how often each answer was given, all ways to deal the answers to
    the items are equally likely. The alternative: more items are right than such a deal gives.

    Parameters
    ----------
    confusion
        K x K counts, rows the true classes and columns the answers; leading axes give one
        test each.
    method
        ``exact``: the probability of at least so many right answers, whatever the size of the
        table. ``monte-carlo``: the same from random deals, p = (count + 1)/(draws + 1).
        ``chi2``: right and wrong against what chance expects, with one degree of freedom and
        the probability halved, as the question has one side.
    draws, rng
        For ``monte-carlo``: how many random deals, and the generator or seed. Without `draws`
        there are as many as `least_draws` asks for at `alpha`.
    alpha
        The level that the Monte-Carlo test is to serve.

    Returns
    -------
    TestResult
        ``statistic`` is the number of right answers (for ``chi2`` Nyssen's h), ``estimate`` the
        accuracy, ``effect`` Cohen's kappa: 0 by chance, 1 without an error. ``details`` hold the
        accuracy that chance expects and what is gained over it; for ``exact`` also the logarithm
        of p, its relative error, and p as a fraction where whole numbers gave it; for
        ``monte-carlo`` a 99 percent interval for p.

    Notes
    -----
    Nyssen, Comparison of different methods for testing the significance of classification
    efficiency, 1998, equations 1 to 4. He lists all tables; here the tail comes from the rook
    polynomial of the margins, in milliseconds. So ``monte-carlo`` and ``chi2`` are of use only
    to compare with published numbers; the chi-square p is mostly too small. A classifier that
    gives one answer always cannot be better than chance, however often it is right. To test
    an accuracy against a given number use `binomial`.

    Examples
    --------
    Three types of ulcer in 102 patients (Nyssen, figure 1):

    >>> table = [[9, 7, 3], [15, 17, 13], [3, 7, 28]]
    >>> result = efficiency(table)
    >>> print(f"{result.statistic:g} right, p = {result.p_value:.4e}")
    54 right, p = 5.8535e-05
    >>> print(f"p = {efficiency(table, method='chi2').p_value:.2e}")
    p = 4.08e-05
    """
    checks.one_of(method, "method", METHODS)
    table = _validated(confusion)
    n, right = table.sum(axis=(-2, -1)), np.trace(table, axis1=-2, axis2=-1)
    expected = np.sum(table.sum(axis=-1) * table.sum(axis=-2), axis=-1) / n
    road = ROADS[method]
    statistic, p_value, said, details = road(table, draws, alpha, rng)
    fixed = _possible(table) == 1
    return TestResult(
        name="efficiency",
        statistic=statistic,
        p_value=p_value,
        df=1 if method == "chi2" else None,
        alternative="greater",
        method="asymptotic" if method == "chi2" else method,
        n=whole(n),
        estimate=right / n,
        effect=Effect("kappa", _kappa(right, expected, n)),
        notes=(
            *notes.where(
                fixed, "the margins allow no other number of right answers: nothing can be tested"
            ),
            *said,
        ),
        details={"chance": expected / n, "over_chance": (right - expected) / n, **details},
        interval_at=lambda level: intervals.clopper_pearson(right, n, intervals.tail_area(level)),
    )


def least_draws(alpha: float) -> float:
    """Return Nyssen's f_min: the draws that make the Monte-Carlo test serve at `alpha`.

    With so many, a true p of 0.9 alpha gives p' < alpha in 95 of 100 runs. This reading
    reproduces his Table 1; with p = 0.9 alpha it is the root of
    alpha (f + 1) - 1 = p f + 1.645 sqrt(f p (1 - p)).
    """
    p = TRUE_P * checks.fraction(alpha, "alpha")
    gap, deviation = alpha - p, SURE * math.sqrt(p * (1.0 - p))
    root = (deviation + math.sqrt(deviation**2 + 4.0 * gap * (1.0 - alpha))) / (2.0 * gap)
    return root**2


def chi_square(table: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return Nyssen's h of right and wrong against chance, and the halved probability."""
    n, right = table.sum(axis=(-2, -1)), np.trace(table, axis1=-2, axis2=-1)
    expected = np.sum(table.sum(axis=-1) * table.sum(axis=-2), axis=-1) / n
    return _halved(right, expected, n)


Found: TypeAlias = tuple[FloatArray, FloatArray, tuple[str, ...], dict[str, Any]]


def _by_exact(table: FloatArray, draws: int | None, alpha: float, rng: Rng) -> Found:
    del draws, alpha, rng  # nothing is drawn
    right = np.trace(table, axis1=-2, axis2=-1)
    found = _tails(table, right)
    p_value, error = (np.vectorize(part, otypes=[float])(found) for part in (_upper, _error))
    log10_p = np.vectorize(_log10, otypes=[float])(found)
    details: dict[str, Any] = {"log10_p": log10_p, "relative_error": error}
    if found.ndim == 0:
        fraction = found[()].fraction
        if fraction is not None and fraction.denominator.bit_length() <= LONGEST_FRACTION:
            details["fraction"] = str(fraction)
    said = (
        *notes.where(
            (p_value == 0.0) & np.isfinite(log10_p),
            "p is too small for a computer's numbers; details['log10_p'] is its logarithm",
        ),
        *notes.where(error > ROUGH, "p is not known to six digits: see details['relative_error']"),
        *_out_of_reach(table, _smallest(table)),
    )
    return right, p_value, said, details


def _by_draws(table: FloatArray, draws: int | None, alpha: float, rng: Rng) -> Found:
    wanted = math.ceil(least_draws(alpha))
    size = wanted if draws is None else checks.count(draws, "draws", least=1)
    right = np.trace(table, axis1=-2, axis2=-1)
    reached = 1.0 + at_least(_integers(table), size, checks.generator(rng))
    low, high = intervals.clopper_pearson(reached, np.full_like(reached, size + 1.0), 0.005)
    few = f"{size} draws are few for alpha = {alpha:g}: at least {wanted} serve (Nyssen's f_min)"
    said = (
        *((few,) if size < wanted else ()),
        *_out_of_reach(table, np.maximum(_smallest(table), 1.0 / (size + 1.0))),
    )
    details = {"draws": size, "p_low": low, "p_high": high, "least_draws": wanted}
    return right, reached / (size + 1.0), said, details


def _by_chi_square(table: FloatArray, draws: int | None, alpha: float, rng: Rng) -> Found:
    del draws, alpha, rng  # nothing is drawn
    h, p_value = chi_square(table)
    rows, columns, n = table.sum(axis=-1), table.sum(axis=-2), table.sum(axis=(-2, -1))
    right = np.trace(table, axis1=-2, axis2=-1)
    expected = np.sum(rows * columns, axis=-1) / n
    cells = rows[..., :, np.newaxis] * columns[..., np.newaxis, :] / n[..., np.newaxis, np.newaxis]
    enough = np.mean(cells > FEW_EXPECTED, axis=(-2, -1)) >= 0.8
    sound = enough & np.all(cells >= LEAST_EXPECTED, axis=(-2, -1))
    most = np.minimum(rows, columns).sum(axis=-1)
    said = (
        *notes.where(
            ~sound,
            "chi-square is not valid here: every cell should expect at least 1 item and 80 % of "
            "them more than 5; use method='exact'",
        ),
        *notes.where(right <= expected, "no more items are right than chance expects"),
        *_out_of_reach(table, _halved(most, expected, n)[1]),
    )
    return h, p_value, said, {"conditions_hold": sound}


Road: TypeAlias = Callable[[FloatArray, int | None, float, Rng], Found]
ROADS: dict[Method, Road] = {
    "exact": _by_exact,
    "monte-carlo": _by_draws,
    "chi2": _by_chi_square,
}


def _validated(confusion: TableLike) -> FloatArray:
    """Return K x K counts with at least one item."""
    table = counts(confusion, "confusion")
    if table.ndim < 2 or table.shape[-1] != table.shape[-2] or table.shape[-1] < 2:
        raise InvalidInput(
            f"confusion must be a square table of at least 2 classes, rows the truth and columns "
            f"the answers; it had the shape {table.shape}"
        )
    rows, columns = getattr(confusion, "index", None), getattr(confusion, "columns", None)
    if rows is not None and columns is not None:
        truth, answers = [str(name) for name in rows], [str(name) for name in columns]
        if truth != answers and set(truth) & set(answers):
            raise InvalidInput(
                f"confusion must name the classes in the same order in rows and columns; "
                f"the rows are {', '.join(truth)} and the columns {', '.join(answers)}"
            )
    if np.any(table.sum(axis=(-2, -1)) == 0.0):
        raise InvalidInput("confusion must count at least 1 item; a table held only zeros")
    return table


def _kappa(right: FloatArray, expected: FloatArray, n: FloatArray) -> FloatArray:
    """Return (right - expected)/(n - expected), 0 where chance itself is always right."""
    room = n - expected
    return np.asarray(np.where(room > 0.0, right - expected, 0.0) / np.where(room > 0.0, room, 1.0))


def _halved(
    right: FloatArray, expected: FloatArray, n: FloatArray
) -> tuple[FloatArray, FloatArray]:
    off, wrong = right - expected, n - expected
    fixed = (expected <= 0.0) | (wrong <= 0.0)
    # h = off^2/expected + off^2/wrong
    scale = np.where(fixed, 1.0, expected * wrong)
    h = np.where(fixed, 0.0, off * off * n / scale)
    half = 0.5 * tails.chi2_upper(h, 1)
    return h, np.where(fixed, 1.0, np.where(off > 0.0, half, 1.0 - half))


def _possible(table: FloatArray) -> IntArray:
    """Return how far apart the smallest and the largest number of right answers are, plus 1."""
    rows, columns = table.sum(axis=-1), table.sum(axis=-2)
    most = np.minimum(rows, columns).sum(axis=-1)
    least = np.maximum((rows + columns).max(axis=-1) - rows.sum(axis=-1), 0.0)
    return np.asarray((most - least + 1.0).astype(np.int64))


def _tails(table: FloatArray, trace: FloatArray) -> Any:
    """Return the TraceTail of every table; equal margins and traces are worked out once."""
    known: dict[bytes, TraceTail] = {}
    rows, columns = _integers(table.sum(axis=-1)), _integers(table.sum(axis=-2))
    traces = _integers(trace)
    found = np.empty(trace.shape, dtype=object)
    for place in np.ndindex(trace.shape):
        key = rows[place].tobytes() + columns[place].tobytes() + traces[place].tobytes()
        if key not in known:
            known[key] = trace_tail(rows[place], columns[place], int(traces[place]))
        found[place] = known[key]
    return found


def _smallest(table: FloatArray) -> FloatArray:
    """Return P(X >= the largest trace)."""
    most = np.minimum(table.sum(axis=-1), table.sum(axis=-2)).sum(axis=-1)
    return np.asarray(np.vectorize(_upper, otypes=[float])(_tails(table, most)))


def _out_of_reach(table: FloatArray, smallest: FloatArray) -> tuple[str, ...]:
    n = table.sum(axis=(-2, -1))
    hopeless = np.where(_possible(table) == 1, 0.0, smallest)  # that is said already
    return notes.out_of_reach(hopeless, "{} items and these margins", n)


def _upper(tail: TraceTail) -> float:
    return tail.upper


def _error(tail: TraceTail) -> float:
    return tail.upper_error


def _log10(tail: TraceTail) -> float:
    return tail.log_upper / math.log(10.0)


def _integers(values: Any) -> IntArray:
    return np.asarray(values).astype(np.int64)
