"""The critical-difference diagram: mean ranks on a line, bars over those that do not differ.

Of many algorithms the bars are a forest; then `rank_dots` shows the ranks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import caption, rank_dots
from bakeoff.figures.rank_dots import RankDots
from bakeoff.figures.style import INK, NOTE, QUIET, inches, short, shortened, wrapped

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# inches
LINE, ROW, BAR, TOP, LINE_OF_NOTE = 3.5, 0.21, 0.12, 0.68, 0.14
WRITING = 8.5  # points
MOST = 20  # algorithms
MOST_LEVELS = 10  # of bars below each other
APART = 0.16  # between two bars of one level
NARROW = 12  # algorithms up to which the line shows all ranks


@dataclass(frozen=True, slots=True)
class Bar:
    """Algorithms that do not differ: where their ranks begin and end, and all of them."""

    ranks: tuple[float, ...]
    level: int
    whole: bool  # no other algorithm lies between its ends


@dataclass(frozen=True, slots=True)
class CriticalDifference:
    """Names by mean rank, the bars, and the critical difference where there is one."""

    title: str
    note: str
    names: tuple[str, ...]
    ranks: tuple[float, ...]
    bars: tuple[Bar, ...]
    distance: float | None = None
    distance_name: str = "CD"

    in_inches: ClassVar[bool] = True

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        left, right = _widths(self.names)
        rows = (len(self.names) + 1) // 2
        wide = max(left + LINE + right, inches(self.title, 11.5))
        return wide, _top(self, wide) + _depth(self.bars) + ROW * rows + 0.1

    @property
    def reach(self) -> tuple[int, int]:
        """The ranks at the ends of the line: of many, only those that are needed."""
        return _reach(self.ranks)

    def frame(self) -> pd.DataFrame:
        """Return the mean ranks, best first, and which bars each algorithm lies under."""
        import pandas as pd

        bars = [
            ", ".join(str(number + 1) for number, bar in enumerate(self.bars) if rank in bar.ranks)
            for rank in self.ranks
        ]
        return pd.DataFrame({"algorithm": self.names, "mean rank": self.ranks, "bars": bars})


def spec(comparison: Comparison) -> CriticalDifference | RankDots:
    """Return the diagram of a comparison that has ranks; of many algorithms, dots."""
    control = comparison.question.control
    title = "Mean ranks; a bar joins those that do not differ"
    sets = comparison.cliques if control is None else _like_the_control(comparison, control)
    if len(comparison.ranks) > MOST:
        return rank_dots.spec(comparison)
    found = diagram(
        comparison.ranks,
        sets,
        title=title if control is None else f"{title} from {short(control)}",
        note=caption.of_ranks(comparison),
        distance=comparison.critical_difference,
        distance_name=caption.name_of_distance(comparison),
    )
    crowded = any(bar.level >= MOST_LEVELS for bar in found.bars)
    return rank_dots.spec(comparison) if crowded else found


def _like_the_control(comparison: Comparison, control: str) -> list[list[str]]:
    """Return the one set of those that do not differ from the control."""
    pairs = comparison.pairs
    same = [
        str(name)
        for *two, real in zip(pairs.a, pairs.b, pairs.significant, strict=True)
        if not real
        for name in two
    ]
    return [list(dict.fromkeys([control, *same]))] if same else []


def diagram(
    ranks: Mapping[Any, float],
    cliques: Sequence[Sequence[Any]],
    *,
    title: str = "",
    note: str = "",
    distance: float | None = None,
    distance_name: str = "CD",
) -> CriticalDifference:
    """Return the diagram of mean ranks and of the sets that do not differ."""
    ordered = sorted(ranks, key=lambda name: ranks[name])
    values = tuple(float(ranks[name]) for name in ordered)
    place = {name: index for index, name in enumerate(ordered)}
    members = sorted(sorted(place[name] for name in clique) for clique in cliques)
    first, last = _reach(values)
    inch = LINE / (last - first)
    ends: list[float] = []  # for each level the rank where its last bar ends
    bars = []
    for clique in members:
        level = _level(ends, values[clique[0]] - APART / inch)
        ends[level : level + 1] = [values[clique[-1]]]
        whole = clique[-1] - clique[0] + 1 == len(clique)
        bars.append(Bar(tuple(values[one] for one in clique), level, whole))
    return CriticalDifference(
        title,
        note,
        tuple(str(name) for name in ordered),
        values,
        tuple(bars),
        distance,
        distance_name,
    )


def _reach(ranks: Sequence[float]) -> tuple[int, int]:
    count = max(len(ranks), 2)
    if count <= NARROW:
        return 1, count
    first = max(1, math.floor(ranks[0]))
    return first, max(first + 1, min(count, math.ceil(ranks[-1])))


def _level(ends: Sequence[float], begin: float) -> int:
    """Return the uppermost level on which a bar may begin there."""
    return next((level for level, end in enumerate(ends) if end < begin), len(ends))


def draw(picture: CriticalDifference | RankDots, ax: Axes) -> None:
    """Draw it in inches, from the upper left corner of the axes."""
    if isinstance(picture, RankDots):
        rank_dots.draw(picture, ax)
        return
    width, height = picture.size
    left, right = _widths(picture.names)
    left += (width - left - LINE - right) / 2.0  # a long note makes room on both sides
    ax.set(xlim=(0.0, width), ylim=(height, 0.0))
    ax.axis("off")
    first, last = picture.reach
    top = _top(picture, width)

    def at(rank: float) -> float:
        return left + LINE * (rank - first) / (last - first)

    ax.plot([at(first), at(last)], [top, top], color=QUIET, linewidth=1.0)
    step = max(1, (last - first + 9) // 10)
    for rank in range(first, last + 1, step):
        ax.plot([at(rank)] * 2, [top - 0.06, top], color=QUIET, linewidth=1.0)
        ax.text(at(rank), top - 0.09, str(rank), ha="center", va="bottom", fontsize=7.5)
    _bars(picture, ax, at, top)
    _names(picture, ax, at, (left, top))
    _distance(picture, ax, at, top - 0.3)
    ax.text(0.0, 0.12, picture.title, fontsize=10.0, fontweight="bold", va="center")
    for place, line in enumerate(wrapped(picture.note, width - 0.1)):
        y = 0.31 + LINE_OF_NOTE * place
        ax.text(0.0, y, line, fontsize=NOTE, color=QUIET, va="center")


def _bars(picture: CriticalDifference, ax: Axes, at: Any, top: float) -> None:
    for bar in picture.bars:
        y = top + 0.1 + BAR * bar.level
        low, high = at(bar.ranks[0]) - 0.03, at(bar.ranks[-1]) + 0.03
        thick = 3.2 if bar.whole else 1.0
        ax.plot([low, high], [y, y], color=INK, linewidth=thick, solid_capstyle="butt")
        if not bar.whole:
            places = [at(rank) for rank in bar.ranks]
            ax.plot(places, [y] * len(places), "o", color=INK, markersize=3.6)


def _names(picture: CriticalDifference, ax: Axes, at: Any, corner: tuple[float, float]) -> None:
    """Write the better half on the left, from the top; the other half on the right, likewise."""
    names, count = shortened(picture.names), len(picture.names)
    half = (count + 1) // 2
    left, line = corner
    top = line + _depth(picture.bars)
    for place, (name, rank) in enumerate(zip(names, picture.ranks, strict=True)):
        better = place < half
        row = place if better else count - 1 - place
        y = top + ROW * (row + 0.5)
        edge = left - 0.12 if better else left + LINE + 0.12
        ax.plot([at(rank), at(rank), edge], [line, y, y], color=QUIET, linewidth=0.7, zorder=0)
        number = f"{rank:.2f}"
        text = f"{name}  {number}" if better else f"{number}  {name}"
        shift = -0.04 if better else 0.04
        ax.text(
            edge + shift, y, text, ha="right" if better else "left", va="center", fontsize=WRITING
        )


def _distance(picture: CriticalDifference, ax: Axes, at: Any, y: float) -> None:
    first, last = picture.reach
    if picture.distance is None or picture.distance > last - first:
        return
    low, high = at(first), at(first + picture.distance)
    ax.plot([low, high], [y, y], color=INK, linewidth=1.2)
    for end in (low, high):
        ax.plot([end, end], [y - 0.04, y + 0.04], color=INK, linewidth=1.2)
    ax.text(
        high + 0.06,
        y,
        f"{picture.distance_name} = {picture.distance:.3g}",
        va="center",
        fontsize=7.5,
    )


def _widths(names: Sequence[str]) -> tuple[float, float]:
    """Return the room for the names on the left and on the right."""
    shown = [inches(f"{name}  00.00", WRITING) + 0.3 for name in shortened(names)]
    half = (len(names) + 1) // 2
    return max(shown[:half], default=0.5), max(shown[half:], default=0.5)


def _top(picture: CriticalDifference, width: float) -> float:
    """Return where the line of ranks lies."""
    return TOP + LINE_OF_NOTE * len(wrapped(picture.note, width - 0.1))


def _depth(bars: Sequence[Bar]) -> float:
    return 0.1 + BAR * max((bar.level + 1 for bar in bars), default=0) + 0.06
