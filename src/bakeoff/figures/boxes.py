"""Box plots of the scores of each algorithm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import caption
from bakeoff.figures.style import COLOURS, INK, QUIET, inches, plain_axes, shortened
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """The scores, rows x algorithms, the best algorithm first."""

    title: str
    note: str
    measure: str
    names: tuple[str, ...]
    scores: FloatArray

    in_inches: ClassVar[bool] = False

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        names = max((inches(name, 9.0) for name in shortened(self.names)), default=0.5)
        return 5.0 + names, 0.95 + (0.26 if len(self.names) <= 20 else 0.2) * len(self.names)

    def frame(self) -> pd.DataFrame:
        """Return the scores, a column for each algorithm."""
        import pandas as pd

        return pd.DataFrame(self.scores, columns=list(self.names))


def spec(comparison: Comparison) -> Boxes:
    """Return the scores of a comparison by its (first) measure."""
    names = [str(name) for name in comparison.question.algorithms]
    order = [names.index(str(name)) for name in comparison.order]
    return Boxes(
        f"Scores of {comparison.question.k} algorithms",
        f"{caption.of_data(comparison)}; a box holds the middle half, its line is the median",
        caption.measure_of(comparison),
        tuple(names[place] for place in order),
        np.asarray(comparison.question.table[:, order]),
    )


def draw(picture: Boxes, ax: Axes) -> None:
    """Draw horizontal boxes; the whiskers reach the last score within 1.5 box lengths."""
    count = len(picture.names)
    columns = [column[np.isfinite(column)] for column in picture.scores.T]
    ax.boxplot(
        columns,
        orientation="horizontal",
        positions=list(range(count)),
        widths=0.6,
        patch_artist=True,
        manage_ticks=False,
        boxprops={"facecolor": COLOURS[5], "edgecolor": INK},
        medianprops={"color": INK, "linewidth": 1.6},
        whiskerprops={"color": QUIET},
        capprops={"color": QUIET},
        flierprops={"marker": "o", "markersize": 2.5, "markeredgecolor": QUIET},
    )
    ax.set_yticks(range(count), shortened(picture.names))
    ax.set_ylim(count - 0.4, -0.6)
    ax.grid(axis="x")
    ax.set_xlabel(picture.measure)
    plain_axes(ax, picture.title, picture.note)
