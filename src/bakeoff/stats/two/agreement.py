"""Two algorithms compared by several measures, and whether the tests agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import registry
from bakeoff.stats.results import TestResult, plain
from bakeoff.types import ArrayLike

if TYPE_CHECKING:
    import pandas as pd

PairTest: TypeAlias = Callable[[ArrayLike, ArrayLike], TestResult]
MeasurePair: TypeAlias = tuple[str, str]

KNOWN: Mapping[str, bool] = MappingProxyType({"error": False, "auc": True, "auc_pr": True})
CASES: tuple[str, ...] = (
    "neither rejects",
    "only the second rejects",
    "only the first rejects",
    "both reject",
)


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """One test for each measure, and in which of the four cases each two measures are.

    `results` holds a `TestResult` a measure. `cases` holds 1 to 4 for each pair of measures, in
    the order of `CASES`; `ahead` says for each measure which algorithm is ahead: 1 the first,
    -1 the second, 0 neither. With leading axes in the data these are arrays.
    """

    test: str
    alpha: float
    results: Mapping[str, TestResult]
    ahead: Mapping[str, Any]
    cases: Mapping[MeasurePair, Any]

    @property
    def opposed(self) -> Mapping[MeasurePair, Any]:
        """For each pair of measures whether both reject, in favour of different algorithms."""
        return {
            (first, second): plain(
                (np.asarray(case) == 4)
                & (np.asarray(self.ahead[first]) != np.asarray(self.ahead[second]))
            )
            for (first, second), case in self.cases.items()
        }

    def counts(self) -> pd.DataFrame:
        """Return how often each case occurs: one row for each pair of measures."""
        import pandas as pd

        rows = [
            np.bincount(np.atleast_1d(case).ravel() - 1, minlength=len(CASES))
            for case in self.cases.values()
        ]
        index = [f"{first}, {second}" for first, second in self.cases]
        return pd.DataFrame(np.reshape(rows, (-1, len(CASES))), index=index, columns=list(CASES))

    def to_frame(self, level: float = 0.95) -> pd.DataFrame:
        """Return the tests side by side: one row for each measure, and for each test of a batch.

        Limits are missing where a test has no interval.
        """
        import pandas as pd

        return pd.concat(
            [self._rows(measure, result, level) for measure, result in self.results.items()],
            ignore_index=True,
        )

    def _rows(self, measure: str, result: TestResult, level: float) -> pd.DataFrame:
        import pandas as pd

        low, high = (np.nan, np.nan) if result.interval_at is None else result.interval(level)
        columns = {
            "estimate": np.nan if result.estimate is None else result.estimate,
            "low": low,
            "high": high,
            "effect": np.nan if result.effect is None else result.effect.value,
            "statistic": result.statistic,
            "p_value": result.p_value,
            "reject": result.reject(self.alpha),
            "ahead": self.ahead[measure],
        }
        size = np.size(result.p_value)
        flat = {
            name: np.broadcast_to(np.asarray(value).ravel(), size)
            for name, value in columns.items()
        }
        frame = pd.DataFrame({"measure": [measure] * size, **flat})
        if np.ndim(result.p_value):
            frame.insert(0, "test", np.arange(size))
        return frame

    def __repr__(self) -> str:
        single = {
            pair: CASES[case - 1] for pair, case in self.cases.items() if isinstance(case, int)
        }
        said = "; ".join(f"{a}, {b}: {words}" for (a, b), words in single.items())
        return f"Agreement({self.test} at {self.alpha:g}: {said or 'a batch, see counts()'})"


def agreement(
    measures: Mapping[str, tuple[ArrayLike, ArrayLike]],
    *,
    alpha: float = 0.05,
    test: str | PairTest = "paired_t",
    higher_is_better: Mapping[str, bool] | None = None,
) -> Agreement:
    """Compare two algorithms by several measures, and say where the tests agree.

    Each measure is tested by itself. For each two measures there are four cases: neither test
    rejects (1), only that of the second measure does (2), only that of the first does (3), or
    both do (4).

    Parameters
    ----------
    measures
        For each measure the scores of the first and of the second algorithm over the same
        splits, such as ``{"error": (a, b), "auc": (a, b), "auc_pr": (a, b)}``. Leading axes
        give one comparison each.
    alpha
        The level of each test.
    test
        The name of a test of paired scores (paired_t, wilcoxon, sign, permutation), or a
        function of a and b: ``functools.partial(paired_t, test_train_ratio=1/9)``.
    higher_is_better
        The direction of each measure that is not error, auc or auc_pr.

    Returns
    -------
    Agreement
        ``results``, ``cases``, ``ahead``, ``opposed``; ``to_frame()`` shows the tests side by
        side, ``counts()`` how often each case occurs in a batch.

    Notes
    -----
    Aslan, Statistical comparison of classifiers using receiver operating characteristics
    information, 2009, chapter 3. An error rate compares at one threshold, an area over all of
    them, so case 2 and 3 are no contradiction: the curves may cross. Each test keeps its own
    level; to claim a difference because any of several measures shows one, correct the p-values
    with `adjust`. For a single test of several measures together use `hotelling`.

    Examples
    --------
    Equal errors at one threshold, but a clear difference over all of them (case 2):

    >>> error = ([.12, .15, .11, .14, .13], [.13, .14, .12, .13, .13])
    >>> auc = ([.91, .90, .92, .90, .91], [.88, .88, .89, .86, .88])
    >>> found = agreement({"error": error, "auc": auc})
    >>> found
    Agreement(paired_t at 0.05: error, auc: only the second rejects)
    >>> found.cases["error", "auc"], found.ahead["auc"]
    (2, 1)
    """
    level = checks.fraction(alpha, "alpha")
    directions = _directions(measures, higher_is_better)
    function = _pair_test(test) if isinstance(test, str) else test
    results = {name: _tested(function, name, pair) for name, pair in measures.items()}
    _one_shape(results)
    rejects = {name: np.asarray(result.reject(level)) for name, result in results.items()}
    name = test if isinstance(test, str) else next(iter(results.values())).name
    return Agreement(
        test=name,
        alpha=level,
        results=MappingProxyType(results),
        ahead=MappingProxyType(
            {name: _ahead(result, higher=directions[name]) for name, result in results.items()}
        ),
        cases=MappingProxyType(
            {
                (first, second): plain(1 + rejects[second] + 2 * rejects[first])
                for first, second in combinations(results, 2)
            }
        ),
    )


def _directions(
    measures: Mapping[str, Any], given: Mapping[str, bool] | None
) -> Mapping[str, bool]:
    if len(measures) < 2:
        raise InvalidInput(f"measures must hold at least 2 measures; it held {len(measures)}")
    directions = {**KNOWN, **(given or {})}
    unknown = [name for name in measures if name not in directions]
    if unknown:
        raise InvalidInput(
            f"the direction of {', '.join(unknown)} is not known; "
            f"give higher_is_better={{{unknown[0]!r}: True}} or False"
        )
    return directions


def _pair_test(name: str) -> PairTest:
    entry = registry.entry(name)
    if entry.takes != "pair":
        names = ", ".join(one.name for one in registry.TESTS if one.takes == "pair")
        raise InvalidInput(f"test must be one of paired scores ({names}); it was {name!r}")
    return entry.load()


def _tested(function: PairTest, name: str, pair: tuple[ArrayLike, ArrayLike]) -> TestResult:
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise InvalidInput(f"measures[{name!r}] must be the two algorithms' scores (a, b)")
    try:
        return function(*pair)
    except InvalidInput as reason:
        raise InvalidInput(f"measures[{name!r}]: {reason}") from None


def _one_shape(results: Mapping[str, TestResult]) -> None:
    shapes = {name: np.shape(result.p_value) for name, result in results.items()}
    if len(set(shapes.values())) > 1:
        listing = ", ".join(f"{name} has {shape}" for name, shape in shapes.items())
        raise InvalidInput(f"all measures must have the same leading axes; {listing}")


def _ahead(result: TestResult, *, higher: bool) -> Any:
    effect = result.effect
    if effect is None:
        raise InvalidInput("test must give an effect that says which algorithm is ahead")
    return plain((np.sign(effect.value) * (1 if higher else -1)).astype(np.int64))
