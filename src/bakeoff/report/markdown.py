"""A comparison as Markdown: for an issue, a wiki, a README."""

from __future__ import annotations

import re

from bakeoff.decide.comparison import Comparison
from bakeoff.report.cells import Cell, Table
from bakeoff.report.summary import Summary, summary


def escaped(text: str) -> str:
    r"""Return words as Markdown shows them: no mark, no tag and no bar is left bare.

    Examples
    --------
    >>> print(escaped("a*b <i> | c_d"))
    a\*b &lt;i&gt; \| c\_d
    """
    plain = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|#~])", r"\\\1", plain)


def document(comparison: Comparison) -> str:
    """Return the comparison as a document."""
    found = summary(comparison)
    parts = [
        f"# {escaped(found.title)}",
        escaped(found.verdict),
        *_list("Mind", found.warnings),
        _facts(found),
        _table(found.algorithms),
        escaped(found.omnibus),
        _table(found.pairs),
        *([_table(found.equivalence)] if found.equivalence else []),
        *([_table(found.undecided)] if found.undecided else []),
        *_list("Why so", found.reasons),
        *([_table(found.checks)] if found.checks.rows else []),
        *(_table(one) for one in found.scores),
        "## Methods",
        escaped(found.methods),
        "\n".join(f"{place}. {escaped(one)}" for place, one in enumerate(found.citations, 1)),
        f"Signature: `{found.signature.replace('`', '')}`",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(found: Summary) -> str:
    return "\n".join(f"- {escaped(name)}: {escaped(value)}" for name, value in found.facts)


def _list(title: str, sentences: tuple[str, ...]) -> list[str]:
    if not sentences:
        return []
    return [f"## {title}", "\n".join(f"- {escaped(one)}" for one in sentences)]


def _table(found: Table) -> str:
    head = "| " + " | ".join(escaped(name) for name in found.heads) + " |"
    rule = "| " + " | ".join("--:" if numeric else ":--" for numeric in found.numeric) + " |"
    rows = ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in found.rows]
    return "\n".join([f"## {escaped(found.caption)}", "", head, rule, *rows])


def _cell(cell: Cell) -> str:
    shown = escaped(cell.text)
    return f"**{shown}**" if cell.strong and shown else shown
