"""Two measures at once: how the algorithms scatter, where their means are, how two differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.figures.ellipse import Cloud, cloud
from bakeoff.figures.style import INK, MINUS, QUIET, colour, dash, plain_axes, short
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

SHARES = (0.25, 0.5, 0.75, 0.95)
LEVEL = 0.95
MOST = 8  # algorithms in one picture


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Clouds of points on two measures, and the lines drawn about each."""

    title: str
    note: str
    x_name: str
    y_name: str
    clouds: tuple[Cloud, ...]
    lines: tuple[tuple[FloatArray, ...], ...]
    origin: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        return 6.4, 4.4

    def frame(self) -> pd.DataFrame:
        """Return the points."""
        import pandas as pd

        names = [one.name for one in self.clouds for _ in one.points]
        points = np.concatenate([one.points for one in self.clouds])
        return pd.DataFrame(
            {"algorithm": names, self.x_name: points[:, 0], self.y_name: points[:, 1]}
        )


def contours(comparison: Comparison) -> Plane:
    """Return how the scores of the best algorithms scatter, as contours of equal probability."""
    clouds = _clouds(comparison)
    shares = SHARES if len(clouds) <= 2 else (0.5,)
    lines = tuple(tuple(one.contour(share) for share in shares) for one in clouds)
    shown = ", ".join(f"{share:.0%}" for share in shares)
    note = f"{comparison.question.rows_text}; normal contours that hold {shown}{_cut(comparison)}"
    return Plane("Where the scores lie", note, *_names(comparison), clouds, lines)


def ellipses(comparison: Comparison) -> Plane:
    """Return where the means of the best algorithms lie, at 95 percent each."""
    clouds = _clouds(comparison)
    lines = tuple((one.confidence(LEVEL),) for one in clouds)
    note = f"{comparison.question.rows_text}; {LEVEL:.0%} ellipse of each mean{_cut(comparison)}"
    return Plane("Where the means lie", note, *_names(comparison), clouds, lines)


def paired_difference(comparison: Comparison) -> Plane:
    """Return the paired differences of the first two of the order, with (0, 0)."""
    question = comparison.question
    names = [str(name) for name in question.algorithms]
    a, b = (str(name) for name in comparison.order[:2])
    points = question.cube[:, names.index(a), :2] - question.cube[:, names.index(b), :2]
    one = cloud(f"{short(a)} {MINUS} {short(b)}", points)
    lines = (*(one.contour(share) for share in SHARES), one.confidence(LEVEL))
    note = (
        f"{question.rows_text}; contours that hold 25 to 95 %, inside the {LEVEL:.0%} ellipse of "
        f"the mean; the cross is no difference"
    )
    x_name, y_name = (f"difference of {name}" for name in _names(comparison))
    return Plane(one.name, note, x_name, y_name, (one,), (lines,), origin=True)


def draw(picture: Plane, ax: Axes) -> None:
    """Draw the points, the lines about them, and the centres."""
    for place, (one, lines) in enumerate(zip(picture.clouds, picture.lines, strict=True)):
        look = colour(place)
        ax.plot(*one.points.T, ".", color=look, markersize=3.0, alpha=0.5)
        for number, line in enumerate(lines):
            width = 2.0 if picture.origin and number == len(lines) - 1 else 1.1
            ax.plot(*line.T, color=look, linestyle=dash(place), linewidth=width)
        ax.plot(*one.centre, "D", color=look, markersize=5.0, label=short(one.name))
    if picture.origin:
        ax.axhline(0.0, color=QUIET, linewidth=0.6)
        ax.axvline(0.0, color=QUIET, linewidth=0.6)
        ax.plot(0.0, 0.0, "+", color=INK, markersize=14.0, markeredgewidth=2.0)
    else:
        ax.legend(fontsize=8.0, loc="center left", bbox_to_anchor=(1.02, 0.5))
    ax.grid()
    ax.set_xlabel(picture.x_name)
    ax.set_ylabel(picture.y_name)
    plain_axes(ax, picture.title, picture.note)


def _clouds(comparison: Comparison) -> tuple[Cloud, ...]:
    names = [str(name) for name in comparison.question.algorithms]
    first = [str(name) for name in comparison.order[:MOST]]
    cube = comparison.question.cube
    return tuple(cloud(name, cube[:, names.index(name), :2]) for name in first)


def _names(comparison: Comparison) -> tuple[str, str]:
    measures = comparison.question.measures
    return measures[0], measures[1]


def _cut(comparison: Comparison) -> str:
    k = comparison.question.k
    return f"; the first {MOST} of {k} algorithms" if k > MOST else ""
