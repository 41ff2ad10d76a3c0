"""One page that holds everything: no network, no file beside it, no script but its own."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from bakeoff.decide.comparison import Comparison
from bakeoff.report.cells import Cell, Table
from bakeoff.report.summary import Summary, summary

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def page(comparison: Comparison, *, run: Table | None = None, title: str = "") -> str:
    """Return the page of a comparison; `run` tells of the study that it comes from."""
    return rendered(summary(comparison, pictures=True, run=run, title=title))


def rendered(found: Summary) -> str:
    """Return the page of a summary."""
    script = _file("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    template = _templates().get_template("page.html")
    return template.render(
        found=found,
        style=_file("page.css"),
        script=script,
        json_text=_in_script(found.json),
        latex_text=_in_script(json.dumps(dict(found.latex), separators=(",", ":"))),
        # the browser runs the script with this hash and no other, whatever a name holds
        policy=f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'",
    )


def _in_script(text: str) -> Markup:
    """Return JSON that stands in a script element: it ends at "</", and nowhere else."""
    from markupsafe import Markup

    return Markup(text.replace("<", r"\u003c"))  # noqa: S704  JSON without a "<"


def fragment(name: str, **content: Any) -> str:
    """Return a part of a page, such as a notebook shows."""
    return _templates().get_template(name).render(**content)


def value_of(cell: Cell) -> str:
    """Return the whole value behind a cell: for sorting, and for a table that is taken away."""
    if cell.value is None:
        return ""
    if isinstance(cell.value, str):
        return cell.value
    whole = cell.value.is_integer() and abs(cell.value) < 1e15
    return str(int(cell.value)) if whole else repr(float(cell.value))


def shows_all(cell: Cell) -> bool:
    """Whether what a cell shows is its whole value, so that it need not be told twice."""
    if isinstance(cell.value, float) and cell.text[:1].isdigit():
        return float(cell.text) == cell.value
    return value_of(cell) == cell.text


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    found = Environment(
        loader=PackageLoader("bakeoff.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals |= {"value_of": value_of, "shows_all": shows_all}
    return found


def _file(name: str) -> str:
    return resources.files("bakeoff.report").joinpath("templates", name).read_text("utf-8")
