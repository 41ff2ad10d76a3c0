"""One page for a study: the findings first, then what was done, pictures and tables."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bakeoff import __version__
from studies.findings import Picture, Told

FOLDER = Path(__file__).parent


def write(told: Told, path: Path, command: str) -> None:
    """Write the page of a study; what it holds is shown as text, whatever it is."""
    templates = Environment(
        loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined
    )
    templates.filters["short"] = short
    text = templates.get_template("page.html").render(
        told=told, command=command, version=__version__
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def short(value: Any) -> str:
    """Return a number with four digits, other things as they are."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def picture(caption: str, draw: Callable[[Any], None], size: tuple[float, float]) -> Picture:
    """Return what `draw` draws on the axes that it is given."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    draw(figure.subplots())
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return Picture(caption, text[text.index("<svg") :])  # the head of a file has no place in a page
