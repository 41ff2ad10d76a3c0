"""`Estimate`: a number with its interval, and what the interval assumes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from bakeoff.stats.results import Interval, listed, plain
from bakeoff.types import Values


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Estimate:
    """An estimate with its interval, or an array of them, one a model.

    It unpacks as ``low, high = estimate``. `notes` say what the interval assumes.
    """

    name: str
    estimate: Values
    low: Values
    high: Values
    level: float
    method: str
    standard_error: Values | None = None
    notes: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("estimate", "low", "high", "standard_error"):
            object.__setattr__(self, name, plain(getattr(self, name)))
        details = {name: plain(value) for name, value in self.details.items()}
        object.__setattr__(self, "details", MappingProxyType(details))
        object.__setattr__(self, "notes", tuple(self.notes))

    def __iter__(self) -> Iterator[Values]:
        yield self.low
        yield self.high

    def interval(self) -> Interval:
        """Return the limits."""
        return Interval(self.low, self.high)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values, arrays as lists."""
        return {
            "name": self.name,
            "estimate": listed(self.estimate),
            "low": listed(self.low),
            "high": listed(self.high),
            "level": self.level,
            "method": self.method,
            "standard_error": listed(self.standard_error),
            "notes": list(self.notes),
            "details": {name: listed(value) for name, value in self.details.items()},
        }

    def __repr__(self) -> str:
        if np.ndim(self.estimate):
            return f"Estimate({self.name}, {np.size(self.estimate)} models, {self.method})"
        return (
            f"Estimate({self.name} {self.estimate:.6g}, {self.level:.4g} interval "
            f"{self.low:.6g} to {self.high:.6g}, {self.method})"
        )
