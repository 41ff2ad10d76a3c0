"""`Comparison`: the question, the evidence and the verdict, in one object that shows itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.decide.evidence import Check
from bakeoff.decide.question import Question
from bakeoff.decide.wins import Wins
from bakeoff.errors import InvalidInput
from bakeoff.stats.results import PairTable, TestResult, listed
from bakeoff.version import __version__

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

FORMAT = "bakeoff-comparison-1"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Comparison:
    """Which algorithms differ, by how much, how that was found out, and what follows.

    Everything that is shown, as text, table, picture or page, comes from this one object.

    Attributes
    ----------
    verdict
        The answer, in one to three sentences.
    reasons
        Why this procedure: what was found, what it is fit for, what else could have been used.
    warnings
        What a careful reader must know before relying on the verdict.
    omnibus
        The test that all algorithms are equal, where the procedure has one.
    pairs
        One row per pair, with effect, interval and p-value; adjusted for there being many.
    checks
        The assumptions that were looked at, each with an outcome.
    ranks, means
        The mean rank (1 is best) and the mean of each algorithm.
    critical_difference
        How far apart two mean ranks must be by Nemenyi's test, where there are ranks.
    cliques, order, groups
        The sets without a significant pair; the algorithms from best to worst; the lines under
        neighbours in that order.
    wins
        On how many rows of the data each algorithm beats each other one.
    recommended
        The algorithm to take, or None where the data do not single one out.
    equivalence
        With a margin: one row per pair, whether they are equivalent, or one is not worse.
    undecided
        For what could not be decided: how much more data would.
    signature
        Every choice that influences a number, in one line: the same signature, the same numbers.
    """

    question: Question
    procedure: str
    title: str
    verdict: str
    reasons: list[str]
    warnings: list[str]
    omnibus: TestResult | None
    pairs: PairTable
    checks: tuple[Check, ...]
    ranks: dict[str, float]
    means: dict[str, float]
    critical_difference: float | None
    cliques: list[list[str]]
    order: list[str]
    groups: list[list[str]]
    wins: Wins
    recommended: str | None
    signature: str
    alpha: float
    tests: tuple[str, ...]
    margin: float | None = None
    equivalence: tuple[Mapping[str, Any], ...] = ()
    undecided: tuple[Mapping[str, Any], ...] = ()
    parts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def scores(self) -> pd.DataFrame:
        """The numbers that were compared: rows x algorithms, by the (first) measure."""
        frame: pd.DataFrame = self.question.frame()
        return frame

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values, the content of `to_json`."""
        omnibus = self.omnibus
        return {
            "format": FORMAT,
            "bakeoff": __version__,
            "signature": self.signature,
            "question": self.question.to_dict(),
            "procedure": self.procedure,
            "title": self.title,
            "alpha": self.alpha,
            "reasons": list(self.reasons),
            "warnings": list(self.warnings),
            "checks": [check.to_dict() for check in self.checks],
            "omnibus": None if omnibus is None else omnibus.to_dict(),
            "ranks": dict(self.ranks),
            "means": dict(self.means),
            "critical_difference": self.critical_difference,
            "pair_test": {
                "name": self.pairs.name,
                "correction": self.pairs.correction,
                "method": self.pairs.method,
                "effect": self.pairs.effect_name,
                "notes": list(self.pairs.notes),
            },
            "pairs": self.pairs.to_dict()["pairs"],
            "cliques": [list(clique) for clique in self.cliques],
            "order": list(self.order),
            "groups": [list(group) for group in self.groups],
            "wins": self._wins_dict(),
            "margin": self.margin,
            "equivalence": [dict(row) for row in self.equivalence],
            "undecided": [dict(row) for row in self.undecided],
            "verdict": self.verdict,
            "recommended": self.recommended,
            "methods": self.methods(),
        }

    def to_json(self, path: str | Path | None = None) -> str:
        """Return everything as JSON (NaN is null), and write it to a file if one is named."""
        from bakeoff.decide.showing import written

        text = json.dumps(_finite(listed(self.to_dict())), indent=2, allow_nan=False) + "\n"
        return written(text, path)

    def to_markdown(self, path: str | Path | None = None) -> str:
        """Return the comparison as Markdown, and write it to a file if one is named."""
        from bakeoff.decide.showing import markdown, written

        return written(markdown(self), path)

    def to_latex(self, path: str | Path | None = None) -> str:
        """Return the tables as LaTeX, and write them to a file if one is named."""
        from bakeoff.decide.showing import latex, written

        return written(latex(self), path)

    def to_html(self, path: str | Path | None = None) -> str:
        """Return one self-contained page, and write it to a file if one is named."""
        from bakeoff.decide.showing import page, written

        return written(page(self), path)

    def methods(self) -> str:
        """Return a paragraph for a paper: what was done, by which tests, from which sources."""
        from bakeoff.decide.methods import paragraph

        return paragraph(self)

    def plot(self, kind: str = "critical-difference", ax: Axes | None = None) -> Axes:
        """Draw a picture of that kind, see `plots()`, and return its axes."""
        from bakeoff.decide.showing import plot

        if kind not in self.plots():
            raise InvalidInput(
                f"there is no picture {kind!r} of this comparison; there are "
                f"{', '.join(self.plots())}"
            )
        return plot(self, kind, ax)

    def plots(self) -> tuple[str, ...]:
        """Return the kinds of picture that this comparison has."""
        from bakeoff.decide.showing import plots

        return plots(self)

    def _wins_dict(self) -> dict[str, dict[str, int]]:
        names = [str(name) for name in self.wins.algorithms]
        counts = self.wins.counts.tolist()
        return {
            row: {
                **{column: counts[i][j] for j, column in enumerate(names) if i != j},
                "total": int(self.wins.total[i]),
            }
            for i, row in enumerate(names)
        }

    def _repr_html_(self) -> str:
        from bakeoff.decide.showing import fragment

        return fragment(self)

    def __repr__(self) -> str:
        return f"Comparison({self.procedure}, {self.question.rows_text}): {self.verdict}"


def _finite(value: Any) -> Any:
    """Return plain values with None for NaN and text for the infinite: JSON knows neither."""
    if isinstance(value, float):
        if value != value:  # noqa: PLR0124  (only NaN differs from itself)
            return None
        return value if abs(value) != float("inf") else str(value)
    if isinstance(value, Mapping):
        return {str(key): _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return value
