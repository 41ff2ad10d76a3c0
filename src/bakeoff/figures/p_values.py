"""The grid of adjusted p-values: who differs from whom, at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import caption
from bakeoff.figures.style import NOTE, PAPER, PRINT, inches, plain_axes, shortened
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MANY = 30  # algorithms beyond which the cells are small
WRITTEN = 14  # algorithms up to which the p-values are written into the cells
PAINTED = 20  # algorithms beyond which the cells are one painted image
PARTS = (0.0, 0.02, 0.2, 1.0)  # of alpha: where the shades of what is significant begin
SHADES = ("#08306b", "#2171b5", "#7fbce2", "#dedede", "#f4f4f4")  # blue is significant, grey not


@dataclass(frozen=True, slots=True, eq=False)
class PValues:
    """Adjusted p-values, algorithms x algorithms in their order; NaN where nothing was tested."""

    title: str
    note: str
    alpha: float
    names: tuple[str, ...]
    p: FloatArray

    in_inches: ClassVar[bool] = False

    @property
    def cell(self) -> float:
        """The width of a cell in inches."""
        if len(self.names) <= WRITTEN:
            return 0.42
        return 0.2 if len(self.names) <= MANY else 0.13

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        side = max(self.cell * len(self.names), 1.5)
        name = max((inches(name, 9.0) for name in shortened(self.names)), default=0.1)
        wide = max(side + name + 1.3, min(inches(self.note, NOTE), 4.5) + name + 0.2)
        return wide, side + name + 0.8

    @property
    def levels(self) -> tuple[float, ...]:
        """Where the shades change; one of the places is alpha."""
        above = (2.0 * self.alpha,) if self.alpha < 0.5 else ((1.0 + self.alpha) / 2.0,)
        return (*(part * self.alpha for part in PARTS), *above, 1.0)

    def frame(self) -> pd.DataFrame:
        """Return the grid."""
        import pandas as pd

        return pd.DataFrame(self.p, index=list(self.names), columns=list(self.names))


def spec(comparison: Comparison) -> PValues:
    """Return the grid of a comparison, the best algorithm first."""
    matrix = comparison.pairs.matrix("p_adjusted")
    order = [name for name in comparison.order if name in set(matrix.index)]
    values = np.array(matrix.loc[order, order], dtype=np.float64)
    np.fill_diagonal(values, np.nan)
    names = tuple(str(name) for name in order)
    title = "Adjusted p-values of the pairs"
    return PValues(title, caption.of_decision(comparison), comparison.alpha, names, values)


def draw(picture: PValues, ax: Axes) -> None:
    """Draw one cell a pair, the darker the smaller p: blue is significant, grey is not."""
    from matplotlib.colors import BoundaryNorm, ListedColormap

    count = len(picture.names)
    edges = np.arange(count + 1) - 0.5
    levels = picture.levels
    colours, norm = ListedColormap(SHADES), BoundaryNorm(levels, len(SHADES))
    # what is just alpha is significant: a shade holds its upper end
    shown = np.ma.masked_invalid(np.nextafter(np.clip(picture.p, 1e-300, 1.0 - 1e-12), 0.0))
    mesh = ax.pcolormesh(
        edges,
        edges,
        shown,
        cmap=colours,
        norm=norm,
        edgecolors=PAPER,
        linewidth=0.6,
        antialiased=True,
    )
    mesh.set_rasterized(count > PAINTED)
    names = shortened(picture.names)
    letters = min(9.0, 64.0 * picture.cell)
    ax.set_xticks(range(count), names, rotation=90, fontsize=letters)
    ax.set_yticks(range(count), names, fontsize=letters)
    ax.set(xlim=(-0.5, count - 0.5), ylim=(count - 0.5, -0.5))
    ax.set_aspect("equal")
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    if count <= WRITTEN:
        _write(picture, ax)
    figure = ax.figure
    bar = figure.colorbar(mesh, ax=ax, shrink=0.7, ticks=list(levels), spacing="uniform")
    bar.ax.set_yticklabels(
        [f"{level:g}{' = alpha' if level == picture.alpha else ''}" for level in levels]
    )
    bar.outline.set_visible(False)
    plain_axes(ax, picture.title, picture.note)


def _write(picture: PValues, ax: Axes) -> None:
    for (row, column), p in np.ndenumerate(picture.p):
        if np.isfinite(p):
            text = "<.001" if p < 0.001 else f"{p:.3f}".lstrip("0") if p < 0.9995 else "1"
            weight = "bold" if p <= picture.alpha else "normal"
            ax.text(
                column,
                row,
                text,
                ha="center",
                va="center",
                fontsize=7.0,
                color="white" if p <= picture.levels[2] else PRINT,
                fontweight=weight,
            )
