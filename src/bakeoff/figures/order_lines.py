"""The order of the algorithms, with lines under neighbours that do not differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.decide.evidence import Choices
from bakeoff.decide.multivariate import per_measure
from bakeoff.decide.order import order as order_of
from bakeoff.decide.wording import counted
from bakeoff.figures import caption
from bakeoff.figures.style import INK, NOTE, QUIET, inches, shortened

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# inches; names beyond a line's width would need another line, so many names stand upright
GAP, LINE, TOP, STEP = 0.24, 0.1, 0.5, 0.2
WIDEST = 9.0
WRITING = 9.0  # points
ENDS = "the ends of a line do not differ"


@dataclass(frozen=True, slots=True)
class Row:
    """Names from the best to the worst by one measure, and the groups that share a line."""

    label: str
    names: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class OrderLines:
    """One order, or one for each measure."""

    title: str
    note: str
    rows: tuple[Row, ...]

    in_inches: ClassVar[bool] = True

    @property
    def upright(self) -> bool:
        """Whether the names stand below each other, with the lines beside them."""
        return max(sum(_widths(row)) + _label(row) for row in self.rows) > WIDEST

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        least = max(inches(self.title, 11.5), inches(self.note, NOTE)) + 0.1
        if self.upright:
            longest = max(len(row.names) for row in self.rows)
            wide = sum(_column(row) for row in self.rows)
            return max(wide, least), TOP + STEP * (longest + _labelled(self)) + 0.1
        wide = max(sum(_widths(row)) + _label(row) for row in self.rows) + 0.2
        return max(wide, least), TOP + sum(_height(row) for row in self.rows)

    def frame(self) -> pd.DataFrame:
        """Return the orders, and the numbers of the lines under each name."""
        import pandas as pd

        found = []
        for row in self.rows:
            for place, name in enumerate(row.names, 1):
                lines = [str(n) for n, group in enumerate(row.groups, 1) if name in group]
                one = {"measure": row.label} if row.label else {}
                found.append({**one, "place": place, "algorithm": name, "lines": ", ".join(lines)})
        return pd.DataFrame(found)


def spec(comparison: Comparison) -> OrderLines:
    """Return the order that a comparison found."""
    names = tuple(str(name) for name in comparison.order)
    groups = tuple(tuple(str(name) for name in group) for group in comparison.groups)
    apart = _apart(comparison, groups)
    note = caption.of_decision(comparison)
    if apart:
        note += f"; {counted(apart, 'pair')} between the ends of a line differ all the same"
    return OrderLines(f"From best to worst; {ENDS}", note, (Row("", names, groups),))


def _apart(comparison: Comparison, groups: tuple[tuple[str, ...], ...]) -> int:
    """Return how many pairs share a line and differ: only the ends of a line are looked at."""
    pairs = comparison.pairs
    found = [
        {str(a), str(b)}
        for a, b, real in zip(pairs.a, pairs.b, pairs.significant, strict=True)
        if real
    ]
    return sum(any(two <= set(group) for group in groups) for two in found)


def of_measures(comparison: Comparison) -> OrderLines:
    """Return the order by each of several measures alone."""
    question = comparison.question
    tables = per_measure(question, Choices(alpha=comparison.alpha))
    rows = []
    for place, (measure, table) in enumerate(tables.items()):
        reject = np.zeros((question.k, question.k), dtype=np.int64)
        first, second = table.pairs[np.asarray(table.p_adjusted) <= comparison.alpha].T
        reject[first, second] = reject[second, first] = 1
        means = np.nanmean(question.cube[:, :, place], axis=0)
        higher = question.scores.higher_is_better[measure]
        found = order_of(means, reject, higher_is_better=higher)
        names = question.algorithms
        rows.append(
            Row(
                measure,
                tuple(names[int(one)] for one in found.order),
                tuple(tuple(names[int(one)] for one in group) for group in found.groups),
            )
        )
    test = next(iter(tables.values())).name
    if test == "paired_t" and question.test_train_ratio is not None:
        test = "corrected_t"
    note = (
        f"{caption.named(test)} on each measure, Bonferroni's correction over the measures, "
        f"alpha = {comparison.alpha:g}, {question.rows_text}"
    )
    return OrderLines(f"From best to worst by each measure; {ENDS}", note, tuple(rows))


def draw(picture: OrderLines, ax: Axes) -> None:
    """Draw it in inches, from the upper left corner of the axes."""
    width, height = picture.size
    ax.set(xlim=(0.0, width), ylim=(height, 0.0))
    ax.axis("off")
    ax.text(0.0, 0.12, picture.title, fontsize=10.0, fontweight="bold", va="center")
    ax.text(0.0, 0.31, picture.note, fontsize=NOTE, color=QUIET, va="center")
    x, y = 0.0, TOP
    for row in picture.rows:
        if picture.upright:
            _upright(row, ax, x, labelled=_labelled(picture))
            x += _column(row)
        else:
            _level(row, ax, y)
            y += _height(row)


def _level(row: Row, ax: Axes, top: float) -> None:
    widths = _widths(row)
    begin = 0.1 + _label(row)
    starts = [begin + sum(widths[:place]) for place in range(len(widths))]
    if row.label:
        label = shortened([row.label])[0]
        ax.text(0.1, top + 0.1, label, va="center", color=QUIET, fontsize=WRITING)
    for name, start, width in zip(shortened(row.names), starts, widths, strict=True):
        middle = start + (width - GAP) / 2
        ax.text(middle, top + 0.1, name, ha="center", va="center", fontsize=WRITING)
    for number, group in enumerate(row.groups):
        first, last = _ends(row, group)
        y = top + 0.27 + LINE * number
        ends = [starts[first], starts[last] + widths[last] - GAP]
        ax.plot(ends, [y, y], color=INK, linewidth=1.6, solid_capstyle="butt")


def _upright(row: Row, ax: Axes, left: float, *, labelled: bool) -> None:
    top = TOP + STEP * labelled
    if row.label:
        label = shortened([row.label])[0]
        ax.text(left + 0.4, TOP + 0.5 * STEP, label, va="center", color=QUIET, fontsize=WRITING)
    for place, name in enumerate(shortened(row.names)):
        y = top + STEP * (place + 0.5)
        number = str(place + 1)
        ax.text(left + 0.3, y, number, ha="right", va="center", color=QUIET, fontsize=WRITING)
        ax.text(left + 0.4, y, name, va="center", fontsize=WRITING)
    edge = left + max(_widths(row)) + 0.3
    for line, group in enumerate(row.groups):
        first, last = _ends(row, group)
        x = edge + LINE * line
        ends = [top + STEP * first + 0.04, top + STEP * (last + 1) - 0.04]
        ax.plot([x, x], ends, color=INK, linewidth=1.6, solid_capstyle="butt")


def _ends(row: Row, group: tuple[str, ...]) -> tuple[int, int]:
    places = sorted(row.names.index(name) for name in group)
    return places[0], places[-1]


def _widths(row: Row) -> list[float]:
    return [inches(name, WRITING) + GAP for name in shortened(row.names)]


def _label(row: Row) -> float:
    return inches(shortened([row.label])[0], WRITING) + GAP if row.label else 0.0


def _labelled(picture: OrderLines) -> bool:
    return any(row.label for row in picture.rows)


def _height(row: Row) -> float:
    return 0.4 + LINE * len(row.groups)


def _column(row: Row) -> float:
    wide = max(*_widths(row), _label(row))
    return wide + 0.4 + LINE * len(row.groups) + 0.3
