"""The factors of a design: the mean at each level, and how two of them work together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from bakeoff.data.scores import Scores
from bakeoff.decide.factor_effects import BY, factor_effects
from bakeoff.decide.wording import p_text
from bakeoff.errors import InvalidInput
from bakeoff.figures.style import MARKERS, QUIET, colour, dash, inches, plain_axes, short, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Runs = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Line:
    """Means at the levels of one factor; `label` says at which level of another."""

    factor: str
    label: str
    levels: tuple[str, ...]
    means: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Factors:
    """Main effects side by side, or the lines of an interaction over each other."""

    title: str
    note: str
    measure: str
    lines: tuple[Line, ...]
    mean: float
    together: bool  # over each other

    in_inches: ClassVar[bool] = False

    @property
    def places(self) -> int:
        """How many levels stand beside each other."""
        return len(self.lines[0].levels) if self.together else sum(map(_wide, self.lines))

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        longest = max(inches(level, 9.0) for line in self.lines for level in line.levels)
        legend = max(inches(line.label or short(line.factor), 8.0) for line in self.lines)
        wide = max(max(longest + 0.15, 0.5) * self.places, inches(self.title, 11.5), 2.6)
        return 1.3 + wide + legend, 3.4

    def frame(self) -> pd.DataFrame:
        """Return the means, a row for each level."""
        import pandas as pd

        rows = [
            {"factor": line.factor, "at": line.label, "level": level, "mean": mean}
            for line in self.lines
            for level, mean in zip(line.levels, line.means, strict=True)
        ]
        return pd.DataFrame(rows)


def main_effects(
    scores: Scores, runs: Runs, names: Sequence[str], measure: str | None = None
) -> Factors:
    """Return the mean of all runs at each level of each factor, with the p-values."""
    found = factor_effects(scores, runs, names, measure, order=1)
    means, name = _means(scores, names, measure)
    lines = tuple(_line(runs, means, factor) for factor in runs[0])
    known = [factor for factor in runs[0] if factor in found.index]
    told = [f"{short(factor)} {p_text(found.loc[factor, 'p_value'])}" for factor in known]
    note = f"analysis of variance with blocks: {', '.join(told)}"
    return Factors("Main effects", note, name, lines, float(means.mean()), together=False)


def interaction(
    scores: Scores,
    runs: Runs,
    names: Sequence[str],
    of: Sequence[str],
    measure: str | None = None,
) -> Factors:
    """Return the means at the levels of one factor, a line for each level of another."""
    if len(of) != 2 or of[0] == of[1] or any(factor not in runs[0] for factor in of):
        known = ", ".join(map(str, runs[0]))
        raise InvalidInput(f"of must name two factors of {known}; it was {tuple(of)!r}")
    first, second = of
    found = factor_effects(scores, runs, names, measure, order=2)
    means, name = _means(scores, names, measure)
    lines = []
    for level in dict.fromkeys(run[second] for run in runs):
        here = [place for place, run in enumerate(runs) if run[second] == level]
        label = f"{short(second)} = {short(level)}"
        lines.append(_line([runs[place] for place in here], means[here], first, label))
    term = next(
        (one for one in (f"{first}{BY}{second}", f"{second}{BY}{first}") if one in found.index), ""
    )
    note = "the runs can't tell this interaction from other effects"
    if term:
        note = f"analysis of variance with blocks: {p_text(found.loc[term, 'p_value'])}"
    title = f"{short(first)} and {short(second)}"
    note = f"parallel lines are no interaction; {note}"
    return Factors(title, note, name, tuple(lines), float(means.mean()), together=True)


def draw(picture: Factors, ax: Axes) -> None:
    """Draw a line for each factor, or for each level of the second."""
    start = 0
    ticks: dict[float, str] = {}
    for place, line in enumerate(picture.lines):
        x = np.arange(len(line.levels)) + (0 if picture.together else start)
        look: dict[str, Any] = {"color": colour(place), "marker": MARKERS[place % len(MARKERS)]}
        label = line.label or short(line.factor)
        ax.plot(x, line.means, linestyle=dash(place), lw=1.8, label=label, **look)
        ticks |= dict(zip(x.tolist(), map(short, line.levels), strict=True))
        start += _wide(line)
    ax.axhline(picture.mean, color=QUIET, linewidth=0.8, linestyle=":")
    ax.set_xticks(list(ticks), list(ticks.values()))
    ax.set_xlim(-0.5, picture.places - (0.5 if picture.together else 1.5))
    ax.set_ylabel(f"mean {picture.measure}")
    ax.set_xlabel(short(picture.lines[0].factor) if picture.together else "level")
    ax.grid(axis="y")
    ax.legend(fontsize=8.0, loc="center left", bbox_to_anchor=(1.02, 0.5))
    plain_axes(ax, picture.title, picture.note)


def shown(picture: Factors, ax: Axes | None = None) -> Axes:
    """Draw it on given axes, or on axes of its own size, and return them."""
    from matplotlib import pyplot as plt

    with styled():
        if ax is None:
            figure = plt.figure(figsize=picture.size, layout="constrained", facecolor="white")
            ax = figure.add_subplot()
        draw(picture, ax)
    return ax


def _wide(line: Line) -> int:
    """Return the places of a factor, with one to the next."""
    return len(line.levels) + 1


def _means(scores: Scores, names: Sequence[str], measure: str | None) -> tuple[Any, str]:
    """Return the mean of each run over data sets, or over the splits of the only one."""
    chosen = scores.select(algorithms=list(names))
    place = chosen.measure_place(measure)
    return np.asarray(chosen.aggregated())[..., place].mean(axis=0), chosen.measures[place]


def _line(runs: Runs, means: Any, factor: str, label: str = "") -> Line:
    levels = list(dict.fromkeys(run[factor] for run in runs))
    at = [
        np.mean([m for run, m in zip(runs, means, strict=True) if run[factor] == level])
        for level in levels
    ]
    return Line(factor, label, tuple(map(str, levels)), tuple(map(float, at)))
