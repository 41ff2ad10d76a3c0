"""All kinds of picture by name: which comparisons have them, what they are, who draws them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bakeoff.data.predictions import Predictions
from bakeoff.decide.comparison import Comparison
from bakeoff.errors import InvalidInput
from bakeoff.figures import (
    boxes,
    critical_difference,
    curves,
    histograms,
    intervals,
    order_lines,
    p_values,
    planes,
)
from bakeoff.figures.style import styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of picture."""

    name: str
    shows: str
    has: Callable[[Comparison], bool]
    spec: Callable[[Comparison], Any]
    draw: Callable[[Any, Axes], None]


def _predictions(comparison: Comparison) -> Predictions | None:
    items = comparison.question.items
    return items if isinstance(items, Predictions) else None


def _has_curves(comparison: Comparison) -> bool:
    items = _predictions(comparison)
    if items is None or items.positive is None:
        return False
    return any(scores is not None for scores in items.scores)


def _has_rows(comparison: Comparison) -> bool:
    return comparison.question.n > 2 and comparison.question.over != "items"


def _has_plane(comparison: Comparison) -> bool:
    return len(comparison.question.measures) > 1 and comparison.question.n > 3


def _curves(kind: curves.Kind) -> Callable[[Comparison], curves.Curves]:
    def spec(comparison: Comparison) -> curves.Curves:
        items = _predictions(comparison)
        if items is None:
            raise InvalidInput("there are no predictions that curves could be drawn of")
        return curves.spec(items, kind)

    return spec


KINDS: tuple[Kind, ...] = (
    Kind(
        "critical-difference",
        "mean ranks, and bars over those that do not differ",
        lambda comparison: len(comparison.ranks) > 1,
        critical_difference.spec,
        critical_difference.draw,
    ),
    Kind(
        "order",
        "the order, and lines under those that do not differ",
        lambda comparison: len(comparison.order) > 1,
        order_lines.spec,
        order_lines.draw,
    ),
    Kind(
        "intervals",
        "the differences of pairs with their confidence intervals",
        lambda comparison: len(comparison.pairs) > 0,
        intervals.spec,
        intervals.draw,
    ),
    Kind(
        "p-values",
        "the grid of adjusted p-values",
        lambda comparison: comparison.question.k > 2 and comparison.question.control is None,
        p_values.spec,
        p_values.draw,
    ),
    Kind("boxes", "box plots of the scores", _has_rows, boxes.spec, boxes.draw),
    Kind(
        "histograms",
        "histograms of the scores of the first two",
        _has_rows,
        histograms.of_scores,
        histograms.draw,
    ),
    Kind(
        "differences",
        "a histogram of the differences of the first two",
        _has_rows,
        histograms.of_differences,
        histograms.draw,
    ),
    Kind(
        "contours",
        "contours of equal probability of two measures",
        _has_plane,
        planes.contours,
        planes.draw,
    ),
    Kind(
        "ellipses",
        "confidence ellipses of the means of two measures",
        _has_plane,
        planes.ellipses,
        planes.draw,
    ),
    Kind(
        "difference-contours",
        "contours of the paired difference of two measures, with (0, 0)",
        _has_plane,
        planes.paired_difference,
        planes.draw,
    ),
    Kind("roc", "ROC curves", _has_curves, _curves("roc"), curves.draw),
    Kind("pr", "precision-recall curves", _has_curves, _curves("pr"), curves.draw),
)


def kind(name: str) -> Kind:
    """Return a kind of picture by its name."""
    for one in KINDS:
        if one.name == name:
            return one
    known = ", ".join(one.name for one in KINDS)
    raise InvalidInput(f"there is no picture named {name!r}; there are {known}")


def kinds_of(comparison: Comparison) -> tuple[str, ...]:
    """Return the names of the pictures that a comparison has."""
    return tuple(one.name for one in KINDS if one.has(comparison))


def spec(comparison: Comparison, name: str) -> Any:
    """Return a picture as plain data; its `frame()` is the data as a table."""
    return kind(name).spec(comparison)


def frame(comparison: Comparison, name: str) -> pd.DataFrame:
    """Return the data of a picture as a table."""
    table: pd.DataFrame = spec(comparison, name).frame()
    return table


def draw(comparison: Comparison, name: str, ax: Axes | None = None) -> Axes:
    """Draw a picture on given axes, or on axes of its own size, and return them."""
    chosen = kind(name)
    picture = chosen.spec(comparison)
    with styled():
        target = _axes(picture.size) if ax is None else ax
        chosen.draw(picture, target)
    return target


def figure(comparison: Comparison, name: str) -> Figure:
    """Draw a picture on a figure that no window will show."""
    from matplotlib.figure import Figure as Blank

    chosen = kind(name)
    picture = chosen.spec(comparison)
    with styled():
        blank = Blank(figsize=picture.size, layout="constrained")
        chosen.draw(picture, blank.subplots())
    return blank


def save(comparison: Comparison, name: str, path: str) -> None:
    """Write a picture to a file; its ending says the format: .svg, .pdf, .png."""
    drawn = figure(comparison, name)
    try:
        with styled():
            drawn.savefig(path, dpi=200, bbox_inches="tight", facecolor="white")
    except OSError as reason:
        raise InvalidInput(f"{path} could not be written: {reason.strerror}") from None
    except ValueError:
        raise InvalidInput(
            f"{path} must end in .svg, .pdf or .png: that is how the format of a picture is chosen"
        ) from None


def _axes(size: tuple[float, float]) -> Axes:
    from matplotlib import pyplot as plt

    _, axes = plt.subplots(figsize=size, layout="constrained")
    return axes
