"""How likely a difference is to be found, against how many rows there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import caption
from bakeoff.figures.style import INK, MINUS, QUIET, colour, dash, plain_axes, short
from bakeoff.stats import tails
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

POINTS = 200
MOST = 6  # pairs in one picture
WIDEST = 20.0  # times the rows there are
WANTED = 0.8
NEAR = 0.012  # of power: about the width of a line


@dataclass(frozen=True, slots=True, eq=False)
class PowerCurves:
    """The power at each number of rows, a curve for each name."""

    title: str
    note: str
    x_name: str
    names: tuple[str, ...]
    n: FloatArray
    power: FloatArray
    have: int | None = None
    wanted: float = WANTED

    in_inches: ClassVar[bool] = False

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in inches."""
        entries = len(self.names) + (self.have is not None)
        return 5.8, 3.3 + 0.17 * ((entries + 1) // 2)

    def frame(self) -> pd.DataFrame:
        """Return the power, a row for each number of rows."""
        import pandas as pd

        columns = dict(zip(self.names, self.power, strict=True))
        return pd.DataFrame({self.x_name: self.n, **columns})


def has_power(comparison: Comparison) -> bool:
    """Whether there are pairs that could not be told apart, and could be with more rows."""
    return any(row["needed"] is not None for row in comparison.undecided)


def spec(comparison: Comparison) -> PowerCurves:
    """Return the power for the differences that could not be decided, those of the best first."""
    best = str(comparison.order[0])
    rows = [row for row in comparison.undecided if row["needed"] is not None]
    rows.sort(key=lambda row: (best not in (str(row["a"]), str(row["b"])), row["needed"]))
    shown = rows[:MOST]
    have = int(shown[0]["have"])
    end = min(WIDEST * have, 1.2 * max(row["needed"] for row in shown))
    n = np.unique(np.linspace(2.0, max(end, 2.0 * have), POINTS).round())
    power = np.array([_power(comparison, row, n) for row in shown])
    effect = "margin" if shown[0]["effect"] == "given" else "observed difference"
    note = (
        f"if the {effect} is the true one; {caption.test_of(comparison)}, level "
        f"{float(shown[0]['alpha']):.3g} for each pair (alpha = {comparison.alpha:g})"
    )
    if len(rows) > MOST:
        note += f"; {MOST} of {len(rows)} pairs"
    names = tuple(f"{short(row['a'], 16)} {MINUS} {short(row['b'], 16)}" for row in shown)
    what = f"number of {shown[0]['rows']}"
    return PowerCurves("What more data would show", note, what, _distinct(names), n, power, have)


def _distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        f"{name} ({place})" if name in names[:place] else name for place, name in enumerate(names)
    )


def _power(comparison: Comparison, row: Mapping[str, Any], n: FloatArray) -> FloatArray:
    """Return the power at each n: the curve that is 80 % where the table says so.

    The variance of a mean over n splits with overlapping training sets is s^2 (1/n + ratio).
    """
    ratio = comparison.question.test_train_ratio or 0.0
    ratio = ratio if comparison.pairs.name == "paired_t" else 0.0
    sides = 1.0 if "alternative:two-sided" not in comparison.signature else 2.0
    critical = float(tails.normal_quantile(1.0 - row["alpha"] / sides))
    full = critical + float(tails.normal_quantile(row["power"]))
    shift = full * np.sqrt((1.0 / row["needed"] + ratio) / (1.0 / n + ratio))
    found = tails.normal_upper(critical - shift)
    if sides == 2.0:
        found = found + tails.normal_upper(critical + shift)
    return np.asarray(found)


def of_test(
    test: str,
    effects: Sequence[Any],
    n: Sequence[int],
    *,
    alpha: float = 0.05,
    options: Mapping[str, Any] | None = None,
) -> PowerCurves:
    """Return the power of a test for several effects: for a plan, before anything is run."""
    from bakeoff.stats import power

    sizes = np.asarray(n, dtype=np.float64)
    values = np.array(
        [
            [
                float(power(test, effect=effect, n=int(one), alpha=alpha, **(options or {})))
                for one in n
            ]
            for effect in effects
        ]
    )
    title = f"Power of {caption.named(test)}"
    note = f"alpha = {alpha:g}" + "".join(
        f", {key} = {value}" for key, value in (options or {}).items()
    )
    return PowerCurves(
        title, note, "n", tuple(f"effect {effect}" for effect in effects), sizes, values
    )


def draw(picture: PowerCurves, ax: Axes) -> None:
    """Draw the curves, the power that is wished for, and where the data stand."""
    for place, rows in enumerate(_together(picture)):
        name = "\n".join(picture.names[row] for row in rows)
        look: dict[str, Any] = {"color": colour(place), "linestyle": dash(place)}
        ax.plot(picture.n, picture.power[rows[0]], lw=1.8, label=name, **look)
    ax.axhline(picture.wanted, color=QUIET, linewidth=0.8, linestyle=":")
    if picture.have is not None:
        ax.axvline(picture.have, color=INK, linewidth=1.0, label=f"now: {picture.have}")
    ax.set(ylim=(0.0, 1.02), xlim=(picture.n[0], picture.n[-1]))
    ax.grid()
    ax.set_xlabel(picture.x_name)
    ax.set_ylabel("power")
    _legend(ax)
    plain_axes(ax, picture.title, picture.note)


def _legend(ax: Axes) -> None:
    """Write the names below the axis, whatever the height of the picture."""
    from matplotlib.transforms import ScaledTranslation

    below = ax.transAxes + ScaledTranslation(0.0, -36.0 / 72.0, ax.figure.dpi_scale_trans)
    place: dict[str, Any] = {"bbox_to_anchor": (0.0, 0.0), "bbox_transform": below}
    ax.legend(fontsize=8.0, loc="upper left", ncols=2, borderaxespad=0.0, **place)


def _together(picture: PowerCurves) -> list[list[int]]:
    """Return the curves in groups, of which nobody could tell the lines apart."""
    groups: list[list[int]] = []
    for row, values in enumerate(picture.power):
        near = [one for one in groups if np.abs(picture.power[one[0]] - values).max() < NEAR]
        if near:
            near[0].append(row)
        else:
            groups.append([row])
    return groups
