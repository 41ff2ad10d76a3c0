"""The differences of pairs, each with its confidence interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import caption
from bakeoff.figures.style import (
    COLOURS,
    INK,
    MINUS,
    PAPER,
    QUIET,
    inches,
    plain_axes,
    short,
    shortened,
)
from bakeoff.types import BoolArray, FloatArray

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

MOST = 45  # pairs in one picture: all those of ten algorithms
TIGHT = 20  # pairs from which the lines stand closer
NAME = 22  # letters of each of two names


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

    in_inches: ClassVar[bool] = False

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        names = max((inches(label, 9.0) for label in _labels(self)), default=0.5)
        return 5.0 + names, 1.3 + (0.24 if len(self.a) <= TIGHT else 0.19) * len(self.a)

    def frame(self) -> pd.DataFrame:
        """Return the pairs that are shown."""
        import pandas as pd

        columns = ("a", "b", "difference", "low", "high", "significant")
        return pd.DataFrame({name: getattr(self, name) for name in columns})


def spec(comparison: Comparison) -> Intervals:
    """Return all pairs, the better of each named first; beyond 45 those with the best."""
    pairs = comparison.pairs
    names = [str(name) for name in pairs.algorithms]
    place = {str(name): number for number, name in enumerate(comparison.order)}
    shown = np.ones(len(pairs), dtype=bool)
    title = "Differences of all pairs"
    flip = np.array([place[names[a]] > place[names[b]] for a, b in pairs.pairs.tolist()], bool)
    if comparison.question.control is not None:
        title = f"Differences from {short(comparison.question.control)}"
        flip[:] = False
    elif len(pairs) > MOST:
        best = str(comparison.order[0])
        shown = np.array([best in (names[a], names[b]) for a, b in pairs.pairs.tolist()])
        title = f"Differences from the best, {short(best)} (of {len(pairs)} pairs)"
    elif len(pairs) == 1:
        title = "The difference"
    sign = np.where(flip, -1.0, 1.0)
    low = np.where(flip, -pairs.high, pairs.low)
    high = np.where(flip, -pairs.low, pairs.high)
    turned = np.where(flip[:, np.newaxis], pairs.pairs[:, ::-1], pairs.pairs)
    order = np.flatnonzero(shown)
    order = order[np.argsort(-np.abs(pairs.difference[order]), kind="stable")]
    return Intervals(
        title,
        caption.of_intervals(comparison),
        f"{caption.difference_of(comparison)} "
        f"({caption.side_of(comparison)} 0: the first is better)",
        tuple(names[turned[row, 0]] for row in order),
        tuple(names[turned[row, 1]] for row in order),
        (sign * pairs.difference)[order],
        low[order],
        high[order],
        np.asarray(pairs.significant)[order],
        None if pairs.name in caption.RANKED else comparison.margin,
    )


def draw(picture: Intervals, ax: Axes) -> None:
    """Draw a dot and a line a pair; filled and coloured is significant, hollow is not."""
    count = len(picture.a)
    if picture.margin is not None:
        label = f"smaller than the margin {picture.margin:g}"
        ax.axvspan(
            -picture.margin, picture.margin, color=QUIET, alpha=0.15, linewidth=0, label=label
        )
    ax.axvline(0.0, color=INK, linewidth=0.8)
    left, right = _reach(picture)
    for place in range(count):
        real = bool(picture.significant[place])
        look = COLOURS[1] if real else QUIET
        low, high = picture.low[place], picture.high[place]
        if not (np.isnan(low) or np.isnan(high)):
            ends = [max(low, left), min(high, right)]
            ax.plot(ends, [place, place], color=look, linewidth=2.0, solid_capstyle="round")
            for end, bound, mark in ((low, left, "<"), (high, right, ">")):
                if np.isinf(end):
                    ax.plot(bound, place, mark, color=look, markersize=5.0)
        fill = look if real else PAPER
        ax.plot(
            picture.difference[place],
            place,
            "o",
            color=look,
            markerfacecolor=fill,
            markersize=4.6,
        )
    ax.set_yticks(range(count), _labels(picture))
    ax.set_ylim(count - 0.4, -0.6)
    ax.grid(axis="x")
    ax.set_xlabel(picture.measure)
    _legend(picture, ax)
    plain_axes(ax, picture.title, picture.note)


def _legend(picture: Intervals, ax: Axes) -> None:
    """Say what the looks mean, of those that there are."""
    from matplotlib.lines import Line2D

    looks = [
        (True, "significant", COLOURS[1], COLOURS[1]),
        (False, "not significant", QUIET, PAPER),
    ]
    handles: list[Artist] = [
        Line2D([], [], color=edge, marker="o", markerfacecolor=fill, markersize=4.6, label=label)
        for real, label, edge, fill in looks
        if np.any(picture.significant == real)
    ]
    handles += ax.get_legend_handles_labels()[0]
    ax.legend(
        handles=handles,
        fontsize=7.5,
        loc="upper left",
        bbox_to_anchor=(0.0, -0.02),
        bbox_transform=_below(ax),
        ncols=len(handles),
        borderaxespad=0.0,
    )


def _below(ax: Axes) -> object:
    """Return where the legend hangs: under the axis and its label, whatever the height."""
    from matplotlib.transforms import ScaledTranslation

    figure = ax.figure
    return ax.transAxes + ScaledTranslation(0.0, -33.0 / 72.0, figure.dpi_scale_trans)


def _reach(picture: Intervals) -> tuple[float, float]:
    """Return where the drawing ends on both sides: an infinite interval is cut there."""
    ends = np.concatenate([picture.low, picture.high, picture.difference, [0.0]])
    known = ends[np.isfinite(ends)]
    low, high = float(known.min()), float(known.max())
    room = 0.08 * (high - low) or 1.0
    return low - room, high + room


def _labels(picture: Intervals) -> list[str]:
    a, b = shortened_pairs(picture.a + picture.b, len(picture.a))
    return [f"{x} {MINUS} {y}" for x, y in zip(a, b, strict=True)]


def shortened_pairs(names: tuple[str, ...], split: int) -> tuple[list[str], list[str]]:
    """Return short names of two columns; the same name stays the same in both."""
    different = list(dict.fromkeys(names))
    known = dict(zip(different, shortened(different, NAME), strict=True))
    short_names = [known[name] for name in names]
    return short_names[:split], short_names[split:]
