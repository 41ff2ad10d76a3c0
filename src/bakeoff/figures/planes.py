"""Two measures at once: how the algorithms scatter, where their means are, how two differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.decide.over_splits import UNCORRECTED
from bakeoff.figures import caption
from bakeoff.figures.ellipse import Cloud, cloud
from bakeoff.figures.points import Points, has_points, points_of
from bakeoff.figures.style import INK, MARKERS, MINUS, QUIET, colour, dash, plain_axes, short
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

SHARES = (0.25, 0.5, 0.75, 0.95)
WIDENED = ", widened for training sets that overlap"
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

    in_inches: ClassVar[bool] = False

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


def has_plane(comparison: Comparison) -> bool:
    """Whether there are two measures on enough rows to say how they vary together."""
    return has_points(comparison) and comparison.question.n > 3


def contours(comparison: Comparison) -> Plane:
    """Return how the scores of the best algorithms scatter, as contours of equal probability."""
    found = points_of(comparison)
    clouds = _clouds(comparison, found)
    shares = SHARES if len(clouds) <= 2 else (0.5,)
    lines = tuple(tuple(one.contour(share) for share in shares) for one in clouds)
    shown = ", ".join(f"{100.0 * share:g} %" for share in shares)
    note = f"{comparison.question.rows_text}; normal contours that hold {shown}"
    return Plane("Where the scores lie", note + _cut(comparison, found), *found.axes, clouds, lines)


def ellipses(comparison: Comparison) -> Plane:
    """Return where the means of the best algorithms lie, at 95 percent each."""
    found = points_of(comparison)
    clouds = _clouds(comparison, found)
    level, ratio = 1.0 - comparison.alpha, _overlap(comparison)
    lines = tuple((one.confidence(level, ratio),) for one in clouds)
    note = f"{comparison.question.rows_text}; {100.0 * level:g} % ellipse of each mean"
    note += WIDENED if ratio else ""
    return Plane("Where the means lie", note + _cut(comparison, found), *found.axes, clouds, lines)


def paired_difference(comparison: Comparison) -> Plane:
    """Return the paired differences of the first two of the order, with (0, 0)."""
    found = points_of(comparison)
    a, b = (str(name) for name in comparison.order[:2])
    one = cloud(f"{short(a)} {MINUS} {short(b)}", found.of(a) - found.of(b))
    level, ratio = 1.0 - comparison.alpha, _overlap(comparison)
    lines = (*(one.contour(share) for share in SHARES), one.confidence(level, ratio))
    test = caption.of_pair(comparison, a, b)
    note = (
        f"{comparison.question.rows_text}; contours that hold 25 to 95 %; thick: {100 * level:g} % "
        f"ellipse of the mean{WIDENED if ratio else ''}; the cross (0, 0) is no difference; {test}"
    )
    x_name, y_name = (f"difference of {name}" for name in found.axes)
    return Plane(one.name, note, x_name, y_name, (one,), (lines,), origin=True)


def draw(picture: Plane, ax: Axes) -> None:
    """Draw the points, the lines about them, and the centres."""
    for place, (one, lines) in enumerate(zip(picture.clouds, picture.lines, strict=True)):
        look = colour(place)
        ax.plot(*one.points.T, ".", color=look, markersize=3.0, alpha=0.5)
        for number, line in enumerate(lines):
            width = 2.4 if picture.origin and number == len(lines) - 1 else 1.1
            ax.plot(*line.T, color=look, linestyle=dash(place), linewidth=width)
        mark = MARKERS[place % len(MARKERS)]
        ax.plot(*one.centre, mark, color=look, markersize=6.0, label=short(one.name))
    if picture.origin:
        ax.axhline(0.0, color=QUIET, linewidth=0.6)
        ax.axvline(0.0, color=QUIET, linewidth=0.6)
        ax.plot(0.0, 0.0, "+", color=INK, markersize=14.0, markeredgewidth=2.0, label="(0, 0)")
    ax.legend(fontsize=8.0, loc="center left", bbox_to_anchor=(1.02, 0.5))
    ax.grid()
    ax.set_xlabel(picture.x_name)
    ax.set_ylabel(picture.y_name)
    plain_axes(ax, picture.title, picture.note)


def _overlap(comparison: Comparison) -> float:
    """Return by how much the test corrected for training sets that overlap."""
    ratio = comparison.question.test_train_ratio
    return 0.0 if ratio is None or UNCORRECTED in comparison.warnings else ratio


def _clouds(comparison: Comparison, found: Points) -> tuple[Cloud, ...]:
    first = [str(name) for name in comparison.order[:MOST]]
    return tuple(cloud(name, found.of(name)) for name in first)


def _cut(comparison: Comparison, found: Points) -> str:
    """Say what is left out, and what the test found."""
    k = comparison.question.k
    parts = [f"the first {MOST} of {k} algorithms"] if k > MOST else []
    parts += ["the first two measures"] if found.more else []
    return "".join(f"; {part}" for part in [*parts, caption.of_all(comparison)])
