"""What a test gives back: `TestResult` for one question, `PairTable` for all pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.types import BoolArray, FloatArray, IntArray, Values

if TYPE_CHECKING:
    import pandas as pd


class Interval(NamedTuple):
    """A confidence interval; one side may be infinite."""

    low: Values
    high: Values


class Effect(NamedTuple):
    """An effect size: what it is called, and its value."""

    name: str
    value: Values


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TestResult:
    """The answer of one test, or of a batch of them when the data had leading axes.

    It unpacks as ``statistic, p_value = result``. `details` holds the further named numbers of
    the test, `notes` what a careful person would want to be told, `method` the road taken.
    An estimate that costs more than its test is given as `estimate_of`, a function of nothing:
    `estimate` calls it whenever it is read.
    """

    __test__: ClassVar[bool] = False  # not a test class, whatever its name says to a collector

    name: str
    statistic: Values
    p_value: Values
    df: Any = None
    alternative: str = "two-sided"
    method: str = "asymptotic"
    n: Any = None
    estimate: Values | None = None
    effect: Effect | None = None
    notes: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    interval_at: Callable[[float], tuple[Any, Any]] | None = None
    estimate_of: Callable[[], Any] | None = None

    def __post_init__(self) -> None:
        for name in ("statistic", "p_value", "df", "n", "estimate"):
            object.__setattr__(self, name, plain(getattr(self, name)))
        if self.estimate_of is not None:
            object.__delattr__(self, "estimate")  # an empty slot is read through __getattr__
        if self.effect is not None:
            object.__setattr__(self, "effect", Effect(self.effect[0], plain(self.effect[1])))
        details = {name: plain(value) for name, value in self.details.items()}
        object.__setattr__(self, "details", MappingProxyType(details))
        object.__setattr__(self, "notes", tuple(self.notes))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name == "estimate" and self.estimate_of is not None:
                return plain(self.estimate_of())
            raise AttributeError(f"a TestResult has no attribute {name!r}")

    def __iter__(self) -> Iterator[Values]:
        yield self.statistic
        yield self.p_value

    def interval(self, level: float = 0.95) -> Interval:
        """Return the confidence interval of `estimate` at `level`, where the test has one."""
        checks.fraction(level, "level")
        if self.interval_at is None:
            raise NotApplicable(f"{self.name} gives no interval; it has no one estimate")
        low, high = self.interval_at(level)
        return Interval(plain(low), plain(high))

    def reject(self, alpha: float = 0.05) -> bool | BoolArray:
        """Return whether the null hypothesis is rejected at `alpha` (p <= alpha)."""
        verdict = np.asarray(self.p_value) <= checks.fraction(alpha, "alpha")
        return bool(verdict) if verdict.ndim == 0 else verdict

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values, arrays as lists."""
        interval = None if self.interval_at is None else listed(list(self.interval()))
        return {
            "name": self.name,
            "statistic": listed(self.statistic),
            "p_value": listed(self.p_value),
            "df": listed(self.df),
            "alternative": self.alternative,
            "method": self.method,
            "n": listed(self.n),
            "estimate": listed(self.estimate),
            "interval": interval,
            "effect": None
            if self.effect is None
            else {"name": self.effect.name, "value": listed(self.effect.value)},
            "notes": list(self.notes),
            "details": {name: listed(value) for name, value in self.details.items()},
        }

    def _repr_html_(self) -> str:
        from bakeoff.stats import notebook

        return notebook.of_result(self)

    def __repr__(self) -> str:
        if isinstance(self.p_value, np.ndarray):
            shape = "x".join(str(size) for size in self.p_value.shape)
            return f"TestResult({self.name}, a batch of {shape}, {self.method})"
        return (
            f"TestResult({self.name}, statistic={self.statistic:.6g}, "
            f"p_value={self.p_value:.6g}, {self.alternative}, {self.method})"
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PairTable:
    """One row per pair of algorithms: how far apart they are, and whether that is real.

    Columns are arrays of shape (..., pairs). `p_adjusted` is the p-value after the correction
    for many pairs, or the test's own where the test is simultaneous by nature. `a` and `b` are
    the two algorithms of each pair, `significant` is whether they differ at `alpha` after the
    correction.
    """

    name: str
    algorithms: tuple[str | int, ...]
    pairs: IntArray
    difference: FloatArray
    statistic: FloatArray
    p_value: FloatArray
    p_adjusted: FloatArray
    effect: FloatArray
    low: FloatArray
    high: FloatArray
    effect_name: str = ""
    correction: str = "none"
    method: str = "asymptotic"
    alpha: float = 0.05
    notes: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    a: tuple[str | int, ...] = field(init=False)
    b: tuple[str | int, ...] = field(init=False)
    significant: BoolArray = field(init=False)

    def __post_init__(self) -> None:
        pairs = np.asarray(self.pairs, dtype=np.int64).reshape(-1, 2)
        object.__setattr__(self, "pairs", frozen(pairs))
        shape = np.shape(self.p_adjusted)
        for name in COLUMNS:
            object.__setattr__(self, name, frozen(np.full(shape, getattr(self, name), np.float64)))
        object.__setattr__(self, "significant", frozen(self.p_adjusted <= self.alpha))
        for name, places in zip("ab", pairs.T.tolist(), strict=True):
            object.__setattr__(self, name, tuple(self.algorithms[place] for place in places))
        details = {name: plain(value) for name, value in self.details.items()}
        object.__setattr__(self, "details", MappingProxyType(details))
        object.__setattr__(self, "notes", tuple(self.notes))

    def __len__(self) -> int:
        return len(self.pairs)

    def to_frame(self) -> pd.DataFrame:
        """Return the table as a frame, one row per pair."""
        import pandas as pd

        self._single("a frame")
        columns: dict[str, Any] = {"a": self.a, "b": self.b}
        columns |= {name: getattr(self, name) for name in COLUMNS}
        columns["significant"] = self.significant
        return pd.DataFrame(columns)

    def matrix(self, column: str = "p_adjusted") -> pd.DataFrame:
        """Return one column as a square frame, algorithms x algorithms.

        Differences, effects and statistics change sign across the diagonal; p-values do not.
        """
        import pandas as pd

        checks.one_of(column, "column", (*COLUMNS, "significant"))
        self._single("a matrix")
        mirrored = {"low": ("high", -1.0), "high": ("low", -1.0)}
        other, sign = mirrored.get(column, (column, -1.0 if column in SIGNED else 1.0))
        square = np.full((len(self.algorithms), len(self.algorithms)), np.nan)
        first, second = self.pairs.T
        square[first, second] = getattr(self, column)
        square[second, first] = sign * np.asarray(getattr(self, other), dtype=np.float64)
        np.fill_diagonal(square, 1.0 if column.startswith("p_") else 0.0)
        names = list(self.algorithms)
        return pd.DataFrame(square, index=names, columns=names)

    @property
    def reject(self) -> pd.DataFrame:
        """The 0/1 table: 1 where two algorithms differ."""
        return self.matrix("significant").fillna(0.0).astype(int)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values, one mapping per pair."""
        self._single("a list of pairs")
        columns = {name: listed(getattr(self, name)) for name in COLUMNS}
        rows = [
            {"a": a, "b": b}
            | {name: columns[name][row] for name in COLUMNS}
            | {"significant": bool(self.significant[row])}
            for row, (a, b) in enumerate(zip(self.a, self.b, strict=True))
        ]
        return {
            "name": self.name,
            "method": self.method,
            "correction": self.correction,
            "alpha": self.alpha,
            "effect": self.effect_name,
            "pairs": rows,
            "notes": list(self.notes),
            "details": {name: listed(value) for name, value in self.details.items()},
        }

    def _single(self, what: str) -> None:
        if self.p_adjusted.ndim != 1:
            raise InvalidInput(
                f"{what} shows one table of pairs; this is a batch of {self.p_adjusted.shape[:-1]}"
            )

    def _repr_html_(self) -> str:
        from bakeoff.stats import notebook

        return notebook.of_pairs(self)

    def __repr__(self) -> str:
        found = int(self.significant.sum())
        return (
            f"PairTable({self.name}, {self.p_adjusted.size} pairs, {found} differ at "
            f"{self.alpha:g}, correction {self.correction}, {self.method})"
        )


COLUMNS = ("difference", "statistic", "p_value", "p_adjusted", "effect", "low", "high")
SIGNED = ("difference", "statistic", "effect")


def plain(value: Any) -> Any:
    """Return a 0-d array or numpy scalar as a Python number, other arrays read-only."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.item() if value.ndim == 0 else frozen(value)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(plain(part) for part in value)
    return value


def frozen(array: Any) -> Any:
    """Return a view of an array that cannot be written to."""
    view = np.asarray(array).view()
    view.flags.writeable = False
    return view


def listed(value: Any) -> Any:
    """Return a value as plain Python: arrays and tuples as lists, numpy scalars as numbers."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, tuple | list):
        return [listed(part) for part in value]
    if isinstance(value, Mapping):
        return {str(name): listed(part) for name, part in value.items()}
    return value
