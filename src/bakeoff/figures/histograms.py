"""Histograms of the scores of two algorithms, and of their differences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import caption
from bakeoff.figures.style import COLOURS, INK, MINUS, plain_axes, short
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, eq=False)
class Histograms:
    """How many scores fall into each bin: a row of counts for each name."""

    title: str
    note: str
    measure: str
    names: tuple[str, ...]
    edges: FloatArray
    counts: FloatArray
    mark: float | None = None

    in_inches: ClassVar[bool] = False

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        return 6.4 if len(self.names) > 1 else 5.4, 3.0

    def frame(self) -> pd.DataFrame:
        """Return the bins with their counts."""
        import pandas as pd

        bins = {"from": self.edges[:-1], "to": self.edges[1:]}
        return pd.DataFrame({**bins, **dict(zip(self.names, self.counts, strict=True))})


def of_scores(comparison: Comparison) -> Histograms:
    """Return the scores of the first two of the order."""
    (a, b), columns = _two(comparison)
    title = f"Scores of {short(a)} and {short(b)}"
    return _binned(comparison, title, caption.measure_of(comparison), (a, b), columns)


def of_differences(comparison: Comparison) -> Histograms:
    """Return the differences of the first two of the order, row by row."""
    (a, b), (first, second) = _two(comparison)
    name = f"{short(a)} {MINUS} {short(b)}"
    measure = f"difference of {comparison.question.measure}"
    return _binned(comparison, name, measure, (name,), (first - second,), mark=0.0)


def draw(picture: Histograms, ax: Axes) -> None:
    """Draw steps over each other."""
    from matplotlib.ticker import MaxNLocator

    for place, (name, counts) in enumerate(zip(picture.names, picture.counts, strict=True)):
        look = COLOURS[place]
        if place == 0:
            ax.stairs(counts, picture.edges, fill=True, alpha=0.4, color=look, label=short(name))
        else:
            ax.stairs(
                counts,
                picture.edges,
                fill=True,
                facecolor="none",
                edgecolor=look,
                hatch="////",  # told apart on paper, too
                linewidth=0.0,
                label=short(name),
            )
        ax.stairs(counts, picture.edges, color=look, linewidth=1.6)
    if picture.mark is not None:
        ax.axvline(picture.mark, color=INK, linewidth=1.0)
    if len(picture.names) > 1:
        ax.legend(fontsize=8.0, loc="center left", bbox_to_anchor=(1.01, 0.5))
    ax.grid(axis="y")
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel(picture.measure)
    ax.set_ylabel("count")
    plain_axes(ax, picture.title, picture.note)


def _two(comparison: Comparison) -> tuple[tuple[str, str], tuple[FloatArray, FloatArray]]:
    names = [str(name) for name in comparison.question.algorithms]
    a, b = (str(name) for name in comparison.order[:2])
    table = comparison.question.table
    return (a, b), (table[:, names.index(a)], table[:, names.index(b)])


def _binned(
    comparison: Comparison,
    title: str,
    measure: str,
    names: tuple[str, ...],
    columns: tuple[FloatArray, ...],
    *,
    mark: float | None = None,
) -> Histograms:
    kept = [column[np.isfinite(column)] for column in columns]
    together = np.concatenate(kept)
    bins = max(5, min(30, round(2.0 * max(len(column) for column in kept) ** (1 / 3))))
    edges = np.histogram_bin_edges(together, bins=bins)
    counts = np.array([np.histogram(column, edges)[0] for column in kept], dtype=np.float64)
    question = comparison.question
    test = caption.of_pair(comparison, *comparison.order[:2])
    note = f"{question.rows_text}, the first two of {question.k} algorithms; {test}"
    return Histograms(title, note, measure, names, edges, counts, mark)
