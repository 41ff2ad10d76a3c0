"""`Calibration`: how often a test rejected, between which rates that lies, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff.stats import intervals
from bakeoff.stats.results import Interval
from bakeoff.types import FloatArray

Verdict: TypeAlias = Literal["keeps its level", "rejects too often", "rejects too seldom"]
NEAR = 0.1  # of the level: what is near enough (Bradley 1978, his strict criterion)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Calibration:
    """The rejections of one test over many runs of one design."""

    test: str
    design: str
    effect: float
    unit: str
    alpha: float
    p_values: FloatArray
    setting: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0

    def __post_init__(self) -> None:
        view = np.asarray(self.p_values, dtype=np.float64).view()
        view.flags.writeable = False
        object.__setattr__(self, "p_values", view)
        for name in ("setting", "choices"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    @property
    def runs(self) -> int:
        """How many runs there were."""
        return len(self.p_values)

    @property
    def rejected(self) -> int:
        """In how many of them the test rejected at `alpha`."""
        return int(np.count_nonzero(self.p_values <= self.alpha))

    @property
    def rate(self) -> float:
        """The share of runs in which it rejected: its level without an effect, else its power."""
        return self.rejected / self.runs

    def interval(self, level: float = 0.95) -> Interval:
        """Return the interval of Clopper and Pearson for the true rate."""
        x, n = np.asarray(float(self.rejected)), np.asarray(float(self.runs))
        low, high = intervals.clopper_pearson(x, n, intervals.tail_area(level))
        return Interval(float(low), float(high))

    @property
    def verdict(self) -> Verdict | None:
        """Whether the test keeps its level, within a tenth of it; None where there is an effect.

        It is said to reject too often, or too seldom, only if the whole interval says so.
        """
        if self.effect != 0.0:
            return None
        low, high = self.interval()
        if low > (1.0 + NEAR) * self.alpha:
            return "rejects too often"
        return "rejects too seldom" if high < (1.0 - NEAR) * self.alpha else "keeps its level"

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the single p-values, as plain Python values."""
        low, high = self.interval()
        return {
            "test": self.test,
            "design": self.design,
            "setting": dict(self.setting),
            "choices": dict(self.choices),
            "effect": self.effect,
            "unit": self.unit,
            "alpha": self.alpha,
            "runs": self.runs,
            "rejected": self.rejected,
            "rate": self.rate,
            "low": low,
            "high": high,
            "verdict": self.verdict,
            "seed": self.seed,
        }

    def __repr__(self) -> str:
        low, high = self.interval()
        what = "power" if self.verdict is None else "level"
        return (
            f"Calibration({self.test}, {self.design}, {what} {self.rate:.4f} "
            f"({low:.4f} to {high:.4f}) at {self.alpha:g}, {self.runs} runs)"
        )
