"""The differences of pairs, each with its confidence interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import caption
from bakeoff.figures.style import COLOURS, INK, MINUS, QUIET, plain_axes, shortened
from bakeoff.types import BoolArray, FloatArray

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MOST = 45  # pairs in one picture: all those of ten algorithms


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """One line a pair: a minus b, where the interval begins and ends, whether it is significant."""

    title: str
    note: str
    measure: str
    a: tuple[str, ...]
    b: tuple[str, ...]
    difference: FloatArray
    low: FloatArray
    high: FloatArray
    significant: BoolArray
    margin: float | None = None

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        return 6.8, 1.0 + 0.24 * len(self.a)

    def frame(self) -> pd.DataFrame:
        """Return the pairs that are shown."""
        import pandas as pd

        columns = ("a", "b", "difference", "low", "high", "significant")
        return pd.DataFrame({name: getattr(self, name) for name in columns})


def spec(comparison: Comparison) -> Intervals:
    """Return all pairs; beyond 45 of them those with the best algorithm."""
    pairs = comparison.pairs
    names = np.array([str(name) for name in pairs.algorithms], dtype=object)
    first, second = (names[column] for column in pairs.pairs.T)
    shown = np.ones(len(pairs), dtype=bool)
    title = "Differences of all pairs"
    if comparison.question.control is not None:
        title = f"Differences from {comparison.question.control}"
    elif len(pairs) > MOST:
        best = str(comparison.order[0])
        shown = (first == best) | (second == best)
        title = f"Differences from the best, {best} (of {len(pairs)} pairs)"
    flip = np.where(shown & (second == str(comparison.order[0])) & (len(pairs) > MOST), -1.0, 1.0)
    low = np.where(flip > 0, pairs.low, -pairs.high)[shown]
    high = np.where(flip > 0, pairs.high, -pairs.low)[shown]
    difference = (flip * pairs.difference)[shown]
    order = np.argsort(-np.abs(difference), kind="stable")
    return Intervals(
        title,
        caption.of_decision(comparison),
        f"difference of {comparison.question.measure}",
        tuple(np.where(flip > 0, first, second)[shown][order].tolist()),
        tuple(np.where(flip > 0, second, first)[shown][order].tolist()),
        difference[order],
        low[order],
        high[order],
        np.asarray(pairs.significant)[shown][order],
        comparison.margin,
    )


def draw(picture: Intervals, ax: Axes) -> None:
    """Draw a dot and a line a pair, and the line of no difference."""
    count = len(picture.a)
    if picture.margin is not None:
        ax.axvspan(-picture.margin, picture.margin, color=QUIET, alpha=0.15, linewidth=0)
    ax.axvline(0.0, color=INK, linewidth=0.8)
    for place in range(count):
        colour = COLOURS[1] if picture.significant[place] else QUIET
        ends = [picture.low[place], picture.high[place]]
        if np.isfinite(ends).all():
            ax.plot(ends, [place, place], color=colour, linewidth=2.0, solid_capstyle="round")
        ax.plot(picture.difference[place], place, "o", color=colour, markersize=4.0)
    a, b = shortened_pairs(picture.a), shortened_pairs(picture.b)
    ax.set_yticks(range(count), [f"{x} {MINUS} {y}" for x, y in zip(a, b, strict=True)])
    ax.set_ylim(count - 0.4, -0.6)
    ax.grid(axis="x")
    ax.set_xlabel(f"{picture.measure} (orange: significant)")
    plain_axes(ax, picture.title, picture.note)


def shortened_pairs(names: tuple[str, ...]) -> list[str]:
    """Return short names; the same name stays the same."""
    different = list(dict.fromkeys(names))
    known = dict(zip(different, shortened(different, 20), strict=True))
    return [known[name] for name in names]
