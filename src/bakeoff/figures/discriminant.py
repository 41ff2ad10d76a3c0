"""Several measures on one line: the projection on the direction that parts the algorithms best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.errors import InvalidInput
from bakeoff.figures import caption
from bakeoff.figures.style import INK, MINUS, QUIET, colour, inches, plain_axes, shortened
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MANOVAS = frozenset({"manova", "manova_blocks"})


@dataclass(frozen=True, slots=True, eq=False)
class Discriminant:
    """The runs of each algorithm on the discriminant, rows x algorithms, by their means."""

    title: str
    note: str
    axis: str
    names: tuple[str, ...]
    values: FloatArray
    weights: tuple[tuple[str, float], ...]
    looks: tuple[int, ...]  # the place of each algorithm in the order of the comparison

    in_inches: ClassVar[bool] = False

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        names = max((inches(name, 9.0) for name in shortened(self.names)), default=0.5)
        return 5.2 + names, 1.2 + (0.26 if len(self.names) <= 20 else 0.2) * len(self.names)

    def frame(self) -> pd.DataFrame:
        """Return the projected runs, a column for each algorithm."""
        import pandas as pd

        return pd.DataFrame(self.values, columns=list(self.names))


def has_discriminant(comparison: Comparison) -> bool:
    """Whether several measures were tested together over enough rows."""
    question = comparison.question
    if len(question.measures) < 2 or question.n < 3 or question.over == "data sets":
        return False
    whole = comparison.omnibus
    if question.k == 2:
        return question.over == "splits" and question.n > len(question.measures)
    return whole is not None and whole.name in MANOVAS and "eigenvectors" in whole.details


def spec(comparison: Comparison) -> Discriminant:
    """Return the runs along the first discriminant of MANOVA, or along w of Hotelling's test."""
    question = comparison.question
    cube = question.cube
    weights, what = _direction(comparison)
    if question.over != "runs":  # what the rows share does not part the algorithms
        cube = cube - np.nanmean(cube, axis=1, keepdims=True)
    values = cube @ weights
    order = np.argsort(np.nanmean(values, axis=0), kind="stable")
    names = [str(name) for name in question.algorithms]
    found = [str(name) for name in comparison.order]
    terms = tuple(zip(question.measures, weights.tolist(), strict=True))
    return Discriminant(
        "The algorithms along the direction that parts them best",
        f"{what}, {question.rows_text}; {caption.of_all(comparison)}",
        _formula(terms),
        tuple(names[place] for place in order),
        values[:, order],
        terms,
        tuple(found.index(names[place]) for place in order),
    )


def _direction(comparison: Comparison) -> tuple[FloatArray, str]:
    """Return the weights of the measures, and where they come from."""
    question = comparison.question
    whole = comparison.omnibus
    if whole is not None and "eigenvectors" in whole.details:
        vectors = np.asarray(whole.details["eigenvectors"], dtype=np.float64)
        share = float(np.ravel(whole.details["share"])[0])
        return vectors[:, 0], f"first discriminant of MANOVA, {100.0 * share:.0f} % of the roots"
    if question.k != 2:
        raise InvalidInput("there is no test of several measures whose direction could be drawn")
    from bakeoff.stats import hotelling

    found = hotelling(question.cube[:, 0], question.cube[:, 1])
    return np.asarray(found.details["w"], dtype=np.float64), "w of Hotelling's paired T2"


def _formula(terms: tuple[tuple[str, float], ...]) -> str:
    text = ""
    for measure, weight in terms:
        sign = MINUS if weight < 0 else "+"
        text += f" {sign} {abs(weight):.3g} {measure}" if text or weight < 0 else ""
        text = text or f"{abs(weight):.3g} {measure}"
    return text.strip()


def draw(picture: Discriminant, ax: Axes) -> None:
    """Draw a row of points for each algorithm, with a mark at the mean."""
    count = len(picture.names)
    for place in range(count):
        column = picture.values[:, place]
        column = column[np.isfinite(column)]
        height = np.full(len(column), float(place))
        ax.plot(column, height, "o", color=colour(picture.looks[place]), markersize=3.5, alpha=0.5)
        mean = float(column.mean())
        ax.plot([mean, mean], [place - 0.32, place + 0.32], color=INK, linewidth=2.2)
        ax.axhline(place, color=QUIET, linewidth=0.4, alpha=0.4, zorder=0)
    ax.set_yticks(range(count), shortened(picture.names))
    ax.set_ylim(count - 0.4, -0.6)
    ax.grid(axis="x")
    ax.set_xlabel(picture.axis)
    plain_axes(ax, picture.title, f"{picture.note}; the line is the mean")
