"""Mean ranks of many algorithms: a dot in each row, filled where the best is not better."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import caption
from bakeoff.figures.style import INK, NOTE, PAPER, QUIET, inches, short, shortened, wrapped

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# inches
LINE, ROW, TIGHT_ROW, TOP, LINE_OF_NOTE = 2.6, 0.19, 0.14, 0.24, 0.14
WRITING, TIGHT_WRITING = 8.5, 7.5  # points
MANY = 50  # algorithms beyond which the rows stand closer


@dataclass(frozen=True, slots=True)
class RankDots:
    """Names by mean rank, and whether each can be told from the first, or from the control."""

    title: str
    note: str
    names: tuple[str, ...]
    ranks: tuple[float, ...]
    alike: tuple[bool, ...]
    distance: float | None = None
    distance_name: str = "CD"

    in_inches: ClassVar[bool] = True

    @property
    def row(self) -> float:
        """The height of a row in inches."""
        return ROW if len(self.names) <= MANY else TIGHT_ROW

    @property
    def writing(self) -> float:
        """The size of the names in points."""
        return WRITING if len(self.names) <= MANY else TIGHT_WRITING

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        wide = max(_names(self) + LINE + 0.2, inches(self.title, 11.5))
        return wide, _top(self, wide) + self.row * len(self.names) + 0.1

    @property
    def reach(self) -> tuple[int, int]:
        """The whole ranks between which the dots lie."""
        low, high = math.floor(self.ranks[0]), math.ceil(self.ranks[-1])
        return low, max(high, low + 1)

    def frame(self) -> pd.DataFrame:
        """Return the mean ranks, best first, and who is not told from the first or the control."""
        import pandas as pd

        return pd.DataFrame(
            {"algorithm": self.names, "mean rank": self.ranks, "not different": self.alike}
        )


def spec(comparison: Comparison) -> RankDots:
    """Return the dots of a comparison that has ranks."""
    ranks = comparison.ranks
    ordered = sorted(ranks, key=lambda name: ranks[name])
    control = comparison.question.control
    middle = ordered[0] if control is None else control
    same = {middle, *_not_told_from(comparison, middle)}
    further = "the grid of p-values shows all pairs"
    if control is not None:
        further = f"the control is {short(control)}"
    return RankDots(
        f"Mean ranks; filled: no difference from the {'first' if control is None else 'control'}",
        f"{caption.of_ranks(comparison)}; {further}",
        tuple(str(name) for name in ordered),
        tuple(float(ranks[name]) for name in ordered),
        tuple(name in same for name in ordered),
        comparison.critical_difference,
        caption.name_of_distance(comparison),
    )


def _not_told_from(comparison: Comparison, middle: str) -> set[str]:
    pairs = comparison.pairs
    return {
        str(name)
        for *two, real in zip(pairs.a, pairs.b, pairs.significant, strict=True)
        if not real and middle in map(str, two)
        for name in two
    }


def draw(picture: RankDots, ax: Axes) -> None:
    """Draw it in inches, from the upper left corner of the axes."""
    width, height = picture.size
    first, last = picture.reach
    left, top = _names(picture), _top(picture, width)
    ax.set(xlim=(0.0, width), ylim=(height, 0.0))
    ax.axis("off")
    ax.text(0.0, 0.12, picture.title, fontsize=10.0, fontweight="bold", va="center")
    for place, line in enumerate(wrapped(picture.note, width - 0.1)):
        y = TOP + LINE_OF_NOTE * (place + 0.5)
        ax.text(0.0, y, line, fontsize=NOTE, color=QUIET, va="center")

    def at(rank: float) -> float:
        return left + LINE * (rank - first) / (last - first)

    step = max(1, (last - first + 7) // 8)
    bottom = top + picture.row * len(picture.names)
    for tick in range(first, last + 1, step):
        ax.plot([at(tick)] * 2, [top, bottom], color=QUIET, linewidth=0.6, alpha=0.3)
        ax.text(at(tick), top - 0.04, str(tick), ha="center", va="bottom", fontsize=7.5)
    _distance(picture, ax, at, top - 0.28)
    rows = zip(shortened(picture.names), picture.ranks, picture.alike, strict=True)
    for place, (name, rank, alike) in enumerate(rows):
        y = top + picture.row * (place + 0.5)
        ax.text(left - 0.56, y, name, ha="right", va="center", fontsize=picture.writing)
        ax.text(left - 0.12, y, f"{rank:.2f}", ha="right", va="center", fontsize=picture.writing)
        ax.plot([left - 0.05, at(rank)], [y, y], color=QUIET, linewidth=0.5, zorder=0)
        fill = INK if alike else PAPER
        ax.plot(at(rank), y, "o", color=INK, markerfacecolor=fill, markersize=0.6 * picture.writing)


def _distance(picture: RankDots, ax: Axes, at: Callable[[float], float], y: float) -> None:
    """Draw the critical difference, from the first on."""
    if picture.distance is None or picture.ranks[0] + picture.distance > picture.reach[1]:
        return
    low, end = at(picture.ranks[0]), at(picture.ranks[0] + picture.distance)
    ax.plot([low, end], [y, y], color=INK, linewidth=1.2)
    for one in (low, end):
        ax.plot([one, one], [y - 0.04, y + 0.04], color=INK, linewidth=1.2)
    text = f"{picture.distance_name} = {picture.distance:.3g}"
    ax.text(low, y - 0.07, text, va="bottom", fontsize=7.5)


def _names(picture: RankDots) -> float:
    """Return the room for the names and their ranks."""
    return max(inches(name, picture.writing) for name in shortened(picture.names)) + 0.66


def _top(picture: RankDots, width: float) -> float:
    """Return where the rows begin."""
    return TOP + LINE_OF_NOTE * len(wrapped(picture.note, width - 0.1)) + 0.62
