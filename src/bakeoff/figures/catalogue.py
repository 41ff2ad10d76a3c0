"""All kinds of picture by name: which comparisons have them, what they are, who draws them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from bakeoff.data.predictions import Predictions
from bakeoff.decide.comparison import Comparison
from bakeoff.errors import InvalidInput
from bakeoff.figures import (
    boxes,
    caption,
    critical_difference,
    curves,
    discriminant,
    histograms,
    intervals,
    order_lines,
    p_values,
    planes,
    power_curves,
)
from bakeoff.figures.style import drawable, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


Part = Literal["pairs", "undecided", "scores", "curves"]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of picture; `part` says to which part of a report it belongs."""

    name: str
    part: Part
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


def _has_ranks(comparison: Comparison) -> bool:
    question = comparison.question  # ranks are those of one measure
    return len(comparison.ranks) > 1 and question.over != "items" and len(question.measures) == 1


def _has_rows(comparison: Comparison) -> bool:
    return comparison.question.n > 2 and comparison.question.over != "items"


def _has_pairs_of_rows(comparison: Comparison) -> bool:
    return _has_rows(comparison) and comparison.question.over != "runs"


def _has_order(comparison: Comparison) -> bool:
    return len(comparison.order) > 2 and comparison.question.control is None


def _has_measures(comparison: Comparison) -> bool:
    return len(comparison.question.measures) > 1 and _has_rows(comparison)


def _has_paired_plane(comparison: Comparison) -> bool:
    return planes.has_plane(comparison) and comparison.question.over != "runs"


def _curves(kind: curves.Kind) -> Callable[[Comparison], curves.Curves]:
    def spec(comparison: Comparison) -> curves.Curves:
        items = _predictions(comparison)
        if items is None:
            raise InvalidInput("there are no predictions that curves could be drawn of")
        order = [str(name) for name in comparison.order]
        by = ", ".join(comparison.question.measures)
        return curves.spec(items, kind, order, f"by {by}, {caption.of_all(comparison)}")

    return spec


KINDS: tuple[Kind, ...] = (
    Kind(
        "critical-difference",
        "pairs",
        "Mean ranks, and bars over those that do not differ",
        _has_ranks,
        critical_difference.spec,
        critical_difference.draw,
    ),
    Kind(
        "intervals",
        "pairs",
        "The differences of pairs with their confidence intervals",
        lambda comparison: len(comparison.pairs) > 0,
        intervals.spec,
        intervals.draw,
    ),
    Kind(
        "order",
        "pairs",
        "The order, and lines under those whose ends do not differ",
        _has_order,
        order_lines.spec,
        order_lines.draw,
    ),
    Kind(
        "order-by-measure",
        "pairs",
        "The order by each measure alone",
        _has_measures,
        order_lines.of_measures,
        order_lines.draw,
    ),
    Kind(
        "p-values",
        "pairs",
        "The grid of adjusted p-values",
        lambda comparison: comparison.question.k > 2 and comparison.question.control is None,
        p_values.spec,
        p_values.draw,
    ),
    Kind(
        "power",
        "undecided",
        "How likely a difference is to be found with more data",
        power_curves.has_power,
        power_curves.spec,
        power_curves.draw,
    ),
    Kind("boxes", "scores", "Box plots of the scores", _has_rows, boxes.spec, boxes.draw),
    Kind(
        "histograms",
        "scores",
        "Histograms of the scores of the first two",
        _has_rows,
        histograms.of_scores,
        histograms.draw,
    ),
    Kind(
        "differences",
        "scores",
        "A histogram of the differences of the first two",
        _has_pairs_of_rows,
        histograms.of_differences,
        histograms.draw,
    ),
    Kind("roc", "curves", "ROC curves", _has_curves, _curves("roc"), curves.draw),
    Kind("pr", "curves", "Precision-recall curves", _has_curves, _curves("pr"), curves.draw),
    Kind(
        "contours",
        "curves",
        "Contours of equal probability of two measures",
        planes.has_plane,
        planes.contours,
        planes.draw,
    ),
    Kind(
        "ellipses",
        "curves",
        "Confidence ellipses of the means of two measures",
        planes.has_plane,
        planes.ellipses,
        planes.draw,
    ),
    Kind(
        "difference-contours",
        "curves",
        "Contours of the paired difference of two measures, with (0, 0)",
        _has_paired_plane,
        planes.paired_difference,
        planes.draw,
    ),
    Kind(
        "discriminant",
        "curves",
        "The algorithms along the direction that parts them best",
        discriminant.has_discriminant,
        discriminant.spec,
        discriminant.draw,
    ),
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
        target = _axes(picture) if ax is None else ax
        chosen.draw(picture, target)
        _only_drawable(target)
    return target


def figure(comparison: Comparison, name: str) -> Figure:
    """Draw a picture on a figure that no window will show."""
    from matplotlib.figure import Figure as Blank

    chosen = kind(name)
    picture = chosen.spec(comparison)
    with styled():
        blank = Blank(figsize=picture.size, layout=_layout(picture))
        chosen.draw(picture, _alone(blank, picture))
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


def _only_drawable(ax: Axes) -> None:
    """Leave no letter that matplotlib would warn of when the axes are drawn later."""
    from matplotlib.text import Text

    for axis in (ax.xaxis, ax.yaxis):
        labels = [label.get_text() for label in axis.get_ticklabels()]
        if labels != [drawable(label) for label in labels]:
            axis.set_ticklabels([drawable(label) for label in labels])
    for words in ax.findobj(Text):
        words.set_text(drawable(words.get_text()))


def _axes(picture: Any) -> Axes:
    from matplotlib import pyplot as plt

    shown = plt.figure(figsize=picture.size, layout=_layout(picture), facecolor="white")
    return _alone(shown, picture)


def _layout(picture: Any) -> Literal["constrained"] | None:
    """Return who places the axes; what is drawn in inches fills its figure."""
    return None if picture.in_inches else "constrained"


def _alone(figure: Figure, picture: Any) -> Axes:
    return figure.add_axes((0.0, 0.0, 1.0, 1.0)) if picture.in_inches else figure.add_subplot()
