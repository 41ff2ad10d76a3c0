"""ROC and precision-recall curves of the algorithms; of several splits the mean, with a band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from bakeoff.data.predictions import Predictions
from bakeoff.errors import InvalidInput
from bakeoff.figures.style import QUIET, colour, dash, plain_axes, short
from bakeoff.measures.averages import mean_curve
from bakeoff.measures.curves import Curve
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Kind = Literal["roc", "pr"]
POINTS = 300  # of a curve in a picture; more cannot be seen
MOST = 8  # algorithms in one picture
BANDS = 3  # algorithms up to which each fold's curve and the band are drawn
NAMES = {"roc": "ROC curves", "pr": "Precision-recall curves"}


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One curve, its area, and the edges of its band where it is a mean."""

    name: str
    x: FloatArray
    y: FloatArray
    area: float
    low: FloatArray | None = None
    high: FloatArray | None = None
    members: tuple[tuple[FloatArray, FloatArray], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Curves:
    """The curves of one kind."""

    title: str
    note: str
    kind: Kind
    x_name: str
    y_name: str
    lines: tuple[Line, ...]

    in_inches: ClassVar[bool] = False

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        return 6.6, 4.4

    def frame(self) -> pd.DataFrame:
        """Return the points of all curves."""
        import pandas as pd

        parts = [
            pd.DataFrame({"algorithm": line.name, self.x_name: line.x, self.y_name: line.y})
            for line in self.lines
        ]
        return pd.concat(parts, ignore_index=True)


def spec(
    predictions: Predictions, kind: Kind, order: Sequence[str] = (), found: str = ""
) -> Curves:
    """Return the curves of (at most eight) algorithms with scores, on the first data set.

    `order` names the algorithms from the best to the worst, where that is known, and `found` says
    what a test of them found.
    """
    dataset = predictions.datasets[0]
    splits = sorted({predictions.splits[split] for _, split, _ in _parts(predictions)})
    scored = _scored(predictions, order)
    lines: list[Line] = []
    names = ("", "")
    for name in scored[:MOST]:
        take = predictions.roc if kind == "roc" else predictions.pr
        curves = [take(name, dataset, split) for split in splits]
        known = [one for one in curves if np.isfinite(one.area())]
        if known:
            lines.append(_line(name, known))
            names = known[0].x_name, known[0].y_name
    if not lines:
        raise InvalidInput(f"{dataset} has one class only in every split: there is no curve")
    count = len(splits)
    note = f"{dataset}, {count} split{'' if count == 1 else 's'}, positive: {predictions.positive}"
    if count > 1:
        note += "; the mean of the splits' curves"
        note += ", with each of them and a 95 % band" if len(scored) <= BANDS else ""
    if len(scored) > MOST:
        note += f"; {MOST} of {len(scored)} algorithms"
    if len(predictions.datasets) > 1:
        note += f"; the first of {len(predictions.datasets)} data sets"
    note += f"; {found}" if found else ""
    return Curves(NAMES[kind], note, kind, *names, tuple(lines))


def _scored(predictions: Predictions, order: Sequence[str]) -> list[str]:
    """Return the algorithms with scores, in the order that is known."""
    found = [
        name
        for name, scores in zip(predictions.algorithms, predictions.scores, strict=True)
        if scores is not None
    ]
    places = {name: place for place, name in enumerate(order)}
    return sorted(found, key=lambda name: places.get(name, len(places)))


def draw(picture: Curves, ax: Axes) -> None:
    """Draw the curves over each other, with their areas in the legend."""
    if picture.kind == "roc":
        ax.plot([0.0, 1.0], [0.0, 1.0], color=QUIET, linewidth=0.8, linestyle=":")
    for place, line in enumerate(picture.lines):
        few = len(picture.lines) <= BANDS
        if few:
            for x, y in line.members:
                ax.plot(x, y, color=colour(place), linewidth=0.6, alpha=0.35)
        if few and line.low is not None and line.high is not None:
            ax.fill_between(line.x, line.low, line.high, color=colour(place), alpha=0.15, lw=0)
        label = f"{short(line.name)}  {line.area:.3f}"
        ax.plot(line.x, line.y, color=colour(place), linestyle=dash(place), label=label, lw=1.6)
    ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01))
    ax.set_aspect("equal")
    ax.grid()
    ax.set_xlabel(picture.x_name)
    ax.set_ylabel(picture.y_name)
    ax.legend(title="area", fontsize=8.0, loc="center left", bbox_to_anchor=(1.02, 0.5))
    plain_axes(ax, picture.title, picture.note)


def _parts(predictions: Predictions) -> list[tuple[int, int, object]]:
    """Return the parts of the first data set: data set, split, items."""
    return [part for part in predictions.groups() if part[0] == 0]


def _line(name: str, curves: list[Curve]) -> Line:
    if len(curves) == 1:
        x, y = _thinned(curves[0].x, curves[0].y)
        return Line(name, x, y, curves[0].area())
    mean = mean_curve(curves, places=POINTS if sum(map(len, curves)) > POINTS else None)
    members = tuple(_thinned(curve.x, curve.y) for curve in curves)
    return Line(name, mean.x, mean.y, mean.area(), mean.y_low, mean.y_high, members)


def _thinned(x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
    if len(x) <= POINTS:
        return x, y
    keep = np.unique(np.linspace(0, len(x) - 1, POINTS).astype(np.int64))
    return x[keep], y[keep]
