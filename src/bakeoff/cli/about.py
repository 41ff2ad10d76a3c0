"""What a test is run on: for the first lines of an answer, and for its JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.cli.writing import number
from bakeoff.types import FloatArray

SHOWN = 12


@dataclass(frozen=True, slots=True)
class About:
    """Who is asked about, over what, by which measure, and what the data say before any test.

    `larger` names the one of two algorithms whose scores are larger here: on the mean, and on
    most of the splits where they are paired. `overlap` is the size of a test set divided by that
    of a training set, where the training sets of the splits overlap.
    """

    algorithms: tuple[str, ...]
    over: str
    measure: str | None = None
    higher_is_better: bool | None = None
    facts: tuple[tuple[str, str], ...] = ()
    larger: str | None = None
    overlap: float | None = None
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values."""
        return {
            "algorithms": list(self.algorithms),
            "over": self.over,
            "measure": self.measure,
            "higher_is_better": self.higher_is_better,
            "facts": dict(self.facts),
            "notes": list(self.notes),
        }

    @property
    def better(self) -> str | None:
        """The one of two that does better here; None where the direction is not known."""
        if self.larger is None or self.higher_is_better is None:
            return None
        if self.higher_is_better:
            return self.larger
        return next(name for name in self.algorithms if name != self.larger)


def paired_facts(
    names: tuple[str, str], a: FloatArray, b: FloatArray, *, higher_is_better: bool | None
) -> tuple[tuple[tuple[str, str], ...], str | None]:
    """Return the means and the wins of two over the same splits, and whose scores are larger."""
    above, below = int((a > b).sum()), int((a < b).sum())
    ties = len(a) - above - below
    facts = [("means", listed(names, [number(float(a.mean())), number(float(b.mean()))]))]
    if higher_is_better is None:
        facts.append(("larger", listed(names, [above, below]) + f", equal {ties}"))
    else:
        wins = (above, below) if higher_is_better else (below, above)
        facts.append(("wins", listed(names, wins) + f", ties {ties}"))
    larger = _sign(above, below)
    return tuple(facts), None if larger != _sign(a.mean(), b.mean()) else _name(names, larger)


def independent_facts(
    what: str, names: tuple[str, str], first: float, second: float
) -> tuple[tuple[tuple[str, str], ...], str | None]:
    """Return one number of each of two that are not paired, and whose is larger."""
    facts = ((what, listed(names, [number(first), number(second)])),)
    return facts, _name(names, _sign(first, second))


def error_facts(
    names: Sequence[str], counts: Sequence[tuple[int, int]]
) -> tuple[tuple[str, str], ...]:
    """Return how many errors each made on how many items."""
    texts = [f"{errors} of {n} ({errors / n:.4g})" for errors, n in counts if n]
    return (("errors", listed(names, texts) if len(names) > 1 else texts[0]),) if texts else ()


def listed(names: Sequence[str], values: Sequence[object]) -> str:
    """Return names with their values; of many the first ones."""
    both = list(zip(names, values, strict=True))
    more = f" and {len(both) - SHOWN} more" if len(both) > SHOWN else ""
    return ", ".join(f"{name} {value}" for name, value in both[:SHOWN]) + more


def mean_facts(names: Sequence[str], values: Sequence[FloatArray]) -> tuple[tuple[str, str], ...]:
    """Return the mean of every algorithm's values."""
    return (("means", listed(names, [number(float(value.mean())) for value in values])),)


def _sign(first: float, second: float) -> int:
    return int(np.sign(first - second))


def _name(names: tuple[str, str], sign: int) -> str | None:
    return None if sign == 0 else names[0] if sign > 0 else names[1]
