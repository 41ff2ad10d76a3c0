"""How a comparison shows itself: one-line doors to the rooms above.

A `Comparison` has `to_html`, `to_latex`, `plot`, because that is where a person looks for them;
what they do lives in `figures` and `report`, which know `decide`. This module alone points up,
and only when it is called: see docs/decisions/0003-a-comparison-shows-itself.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bakeoff.decide.comparison import Comparison


def written(text: str, path: str | Path | None) -> str:
    """Write a text to a file, if one is named, and return it."""
    if path is not None:
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as reason:
            raise InvalidInput(f"{path} could not be written: {reason.strerror}") from None
    return text


def markdown(comparison: Comparison) -> str:
    """Return the comparison as Markdown."""
    from bakeoff.report import markdown as report

    return report.document(comparison)


def latex(comparison: Comparison) -> str:
    """Return the tables as LaTeX."""
    from bakeoff.report import latex as report

    return report.tables(comparison)


def page(comparison: Comparison) -> str:
    """Return one self-contained page."""
    from bakeoff.report import html as report

    return report.page(comparison)


def fragment(comparison: Comparison) -> str:
    """Return what a notebook shows."""
    from bakeoff.report import notebook as report

    return report.comparison(comparison)


def plots(comparison: Comparison) -> tuple[str, ...]:
    """Return the kinds of picture there are."""
    from bakeoff.figures import catalogue

    return catalogue.kinds_of(comparison)


def plot(comparison: Comparison, kind: str, ax: Any) -> Axes:
    """Draw a picture."""
    from bakeoff.figures import catalogue

    return catalogue.draw(comparison, kind, ax)
