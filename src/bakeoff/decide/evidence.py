"""What a procedure found: the tests it ran, before anybody says what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bakeoff.decide.wins import Wins
from bakeoff.stats.results import PairTable, TestResult
from bakeoff.types import Alternative, BoolArray, Rng

Outcome = Literal["passed", "issue", "not applicable"]
OrderedBy = Literal["means", "ranks", "wins"]


@dataclass(frozen=True, slots=True)
class Check:
    """One assumption or trap that was looked at, and what was seen."""

    code: str
    title: str
    outcome: Outcome
    sentence: str
    p_value: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values."""
        return {
            "code": self.code,
            "title": self.title,
            "outcome": self.outcome,
            "sentence": self.sentence,
            "p_value": self.p_value,
        }


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person chose; "auto" leaves it to the procedure."""

    alpha: float = 0.05
    posthoc: Any = "auto"
    correction: str = "auto"
    alternative: Alternative = "two-sided"
    margin: float | None = None
    cost: Any = None
    rng: Rng = None


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The tests of a procedure.

    `tests` names the tests that were used, in order, for the methods paragraph; `ordered_by` says
    by what the algorithms are put in order; `otherwise` says in sentences what another choice
    would have found; `parts` holds further tables and results by name.
    """

    pairs: PairTable
    tests: tuple[str, ...]
    omnibus: TestResult | None = None
    checks: tuple[Check, ...] = ()
    critical_difference: float | None = None
    wins: Wins | None = None
    warnings: tuple[str, ...] = ()
    ordered_by: OrderedBy = "means"
    otherwise: tuple[str, ...] = ()
    parts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """What was concluded from the evidence, before it is put into words."""

    better: BoolArray
    order: list[str]
    recommended: str | None
    costs: Mapping[str, float] | None
    cost_name: str
    equivalence: tuple[Mapping[str, Any], ...]
    undecided: tuple[Mapping[str, Any], ...]
