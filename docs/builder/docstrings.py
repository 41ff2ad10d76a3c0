"""Docstrings as HTML: the numpydoc sections, with the text left as it is written.

Only what our docstrings use is understood: paragraphs, lists, examples, indented blocks, and
names in backticks. Anything else, a formula with stars in it above all, stays plain text.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from builder.code import highlighted

DEFINITIONS = {"Parameters", "Other Parameters", "Attributes", "Returns", "Yields", "Raises"}
BULLET = re.compile(r"^[-*] ")

Name = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a docstring; the first has no title."""

    title: str
    lines: list[str]


def rendered(docstring: str, name: Name) -> str:
    """Return a docstring as HTML; `name` shows what stands in single backticks."""
    parts = []
    for section in sections(docstring):
        if section.title:
            parts.append(f'<h2 id="{section.title.lower().replace(" ", "-")}">{section.title}</h2>')
        show = definitions if section.title in DEFINITIONS else prose
        parts.append(show(section.lines, name))
    return "\n".join(parts)


def sections(docstring: str) -> list[Section]:
    """Part a cleaned docstring at its underlined titles."""
    found = [Section("", [])]
    lines = docstring.splitlines()
    for number, line in enumerate(lines):
        below = lines[number + 1] if number + 1 < len(lines) else ""
        if line and below == "-" * len(line):
            found.append(Section(line, []))
        elif not (line and set(line) == {"-"}):
            found[-1].lines.append(line)
    return found


def definitions(lines: list[str], name: Name) -> str:
    """Return a section of entries: a name at the margin, what it is below it, indented."""
    if not any(line.startswith(" ") for line in lines):
        return prose(lines, name)
    parts = []
    for term, *rest in blocks_at_margin(lines):
        what, _, kind = term.partition(" : ")
        shown = ", ".join(name(one) for one in what.split(", "))
        shown += f" <span>{escape(kind)}</span>" if kind else ""
        parts.append(f"<dt>{shown}</dt><dd>{prose(textwrap.dedent(joined(rest)), name)}</dd>")
    return f"<dl>{''.join(parts)}</dl>"


def blocks_at_margin(lines: list[str]) -> Iterator[list[str]]:
    """Yield each line that stands at the margin with the indented lines that follow it."""
    block: list[str] = []
    for line in lines:
        if line and not line.startswith(" ") and block:
            yield block
            block = []
        if line or block:
            block.append(line)
    if block:
        yield block


def prose(lines: list[str] | str, name: Name) -> str:
    """Return running text: paragraphs, lists, examples and indented blocks."""
    text = lines if isinstance(lines, str) else joined(lines)
    chunks = [chunk for chunk in re.split(r"\n[ \t]*\n", text.strip("\n")) if chunk.strip()]
    return "\n".join(chunk_shown(chunk, name) for chunk in chunks)


def chunk_shown(chunk: str, name: Name) -> str:
    """Return one chunk of text between blank lines."""
    first = chunk.lstrip("\n")
    if first.startswith(">>>"):
        return highlighted(chunk, "pycon")
    if first.startswith(" "):
        return highlighted(textwrap.dedent(chunk), "text")
    if BULLET.match(first):
        items = re.split(r"\n(?=[-*] )", chunk)
        return f"<ul>{''.join(f'<li>{inline(item[2:], name)}</li>' for item in items)}</ul>"
    return f"<p>{inline(chunk, name)}</p>"


def inline(text: str, name: Name) -> str:
    """Return text with ``code`` and `names` shown as such, and all else escaped."""
    parts = re.split(r"(``.+?``|`[^`]+`)", text, flags=re.DOTALL)
    shown = []
    for part in parts:
        if part.startswith("``"):
            shown.append(f"<code>{escape(part[2:-2], quote=False)}</code>")
        elif part.startswith("`"):
            shown.append(name(part[1:-1]))
        else:
            shown.append(escape(part, quote=False))
    return "".join(shown)


def joined(lines: list[str]) -> str:
    """Return lines as one text."""
    return "\n".join(lines)
