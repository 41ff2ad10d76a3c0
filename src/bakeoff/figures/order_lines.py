"""The order of the algorithms, with lines under neighbours that do not differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import caption
from bakeoff.figures.style import INK, QUIET, shortened

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# inches; names beyond a line's width would need another line, so many names stand upright
LETTER, GAP, LINE, TOP = 0.092, 0.24, 0.1, 0.5
WIDEST = 9.0


@dataclass(frozen=True, slots=True)
class OrderLines:
    """Names from the best to the worst, and the groups that share a line."""

    title: str
    note: str
    names: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]

    @property
    def upright(self) -> bool:
        """Whether the names stand below each other, with the lines beside them."""
        return sum(_widths(self.names)) > WIDEST

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        lines = LINE * len(self.groups) + 0.15
        if self.upright:
            widest = max(_widths(self.names)) + 0.6
            return max(widest + lines, 4.0), TOP + 0.2 * len(self.names) + 0.1
        return max(sum(_widths(self.names)) + 0.2, 4.0), TOP + 0.25 + lines

    def frame(self) -> pd.DataFrame:
        """Return the order, and the number of the lines under each name."""
        import pandas as pd

        lines = [
            ", ".join(str(number + 1) for number, group in enumerate(self.groups) if name in group)
            for name in self.names
        ]
        return pd.DataFrame(
            {"place": range(1, len(self.names) + 1), "algorithm": self.names, "lines": lines}
        )


def spec(comparison: Comparison) -> OrderLines:
    """Return the order that a comparison found."""
    return OrderLines(
        "From best to worst; a line joins those that do not differ",
        caption.of_decision(comparison),
        tuple(str(name) for name in comparison.order),
        tuple(tuple(str(name) for name in group) for group in comparison.groups),
    )


def draw(picture: OrderLines, ax: Axes) -> None:
    """Draw it in inches, from the upper left corner of the axes."""
    width, height = picture.size
    ax.set(xlim=(0.0, width), ylim=(height, 0.0))
    ax.axis("off")
    ax.text(0.0, 0.12, picture.title, fontsize=10.0, fontweight="bold", va="center")
    ax.text(0.0, 0.3, picture.note, fontsize=7.0, color=QUIET, va="center")
    if picture.upright:
        _upright(picture, ax)
    else:
        _level(picture, ax)


def _level(picture: OrderLines, ax: Axes) -> None:
    widths = _widths(picture.names)
    starts = [0.1 + sum(widths[:place]) for place in range(len(widths))]
    for name, start, width in zip(shortened(picture.names), starts, widths, strict=True):
        ax.text(start + (width - GAP) / 2, TOP + 0.1, name, ha="center", va="center")
    for number, group in enumerate(picture.groups):
        first, last = _ends(picture, group)
        y = TOP + 0.27 + LINE * number
        ends = [starts[first], starts[last] + widths[last] - GAP]
        ax.plot(ends, [y, y], color=INK, linewidth=1.6, solid_capstyle="butt")


def _upright(picture: OrderLines, ax: Axes) -> None:
    for place, name in enumerate(shortened(picture.names)):
        ax.text(
            0.3, TOP + 0.2 * (place + 0.5), str(place + 1), ha="right", va="center", color=QUIET
        )
        ax.text(0.4, TOP + 0.2 * (place + 0.5), name, va="center")
    edge = max(_widths(picture.names)) + 0.5
    for number, group in enumerate(picture.groups):
        first, last = _ends(picture, group)
        x = edge + LINE * number
        ends = [TOP + 0.2 * first + 0.04, TOP + 0.2 * (last + 1) - 0.04]
        ax.plot([x, x], ends, color=INK, linewidth=1.6, solid_capstyle="butt")


def _ends(picture: OrderLines, group: tuple[str, ...]) -> tuple[int, int]:
    places = sorted(picture.names.index(name) for name in group)
    return places[0], places[-1]


def _widths(names: tuple[str, ...]) -> list[float]:
    return [LETTER * len(name) + GAP for name in shortened(names)]
