"""What is made from the code: the tests, the measures, the commands of the shell."""

from __future__ import annotations

import dataclasses
import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from builder import docstrings
from builder.code import highlighted
from builder.docstrings import Name

import bakeoff.stats
from bakeoff.measures.registry import MEASURES
from bakeoff.report.schema import schema
from bakeoff.stats.registry import FUNCTIONS, TESTS

# The folders of bakeoff.stats, in the order in which a person meets their questions.
FAMILIES = {
    "one": "One classifier",
    "two": "Two of them",
    "many": "Several of them",
    "after": "After a test of several",
    "assume": "Assumptions",
    "": "Intervals and results",
}

IN_THE_SHELL = {one.name for one in TESTS}
DIRECTION = {True: "higher", False: "lower"}


@dataclass(frozen=True, slots=True)
class Page:
    """A page made from one name of `bakeoff.stats`."""

    name: str
    family: str
    asks: str
    body: Callable[[Name], str]


def schema_of_a_comparison() -> str:
    """Return the schema of the JSON of a comparison, to be read."""
    return highlighted(json.dumps(schema(), indent=2), "json")


def family_of(module: str) -> str:
    """Return the folder of a module of `bakeoff.stats`."""
    return module.rpartition(".")[0]


def pages() -> list[Page]:
    """Return a page for every name of the registry, in the order of the families."""
    found = [Page(one.name, family_of(one.module), one.asks, body_of(one.name)) for one in TESTS]
    for name, module in FUNCTIONS.items():
        summary = (inspect.getdoc(getattr(bakeoff.stats, name)) or "").partition("\n\n")[0]
        found.append(Page(name, family_of(module), " ".join(summary.split()), body_of(name)))
    order = list(FAMILIES)
    return sorted(found, key=lambda page: order.index(page.family))


def body_of(name: str) -> Callable[[Name], str]:
    """Return how the body of a page is made, once it is known which names have pages."""
    thing = getattr(bakeoff.stats, name)

    def body(link: Name) -> str:
        parts = [f'<h1 id="{name}">{name}</h1>', highlighted(call(name, thing), "python")]
        if name in IN_THE_SHELL:
            parts.append(highlighted(f"bakeoff test {name} FILE", "sh"))
        parts.append(docstrings.rendered(inspect.getdoc(thing) or "", link))
        if inspect.isclass(thing):
            parts += [fields(thing), members(thing, link)]
        return "\n".join(parts)

    return body


def call(name: str, thing: Any) -> str:
    """Return how a thing is imported and called; types are told below, in words."""
    line = f"from bakeoff.stats import {name}\n"
    if inspect.isclass(thing):
        return line
    return f"{line}\n{name}{bare(inspect.signature(thing))}\n"


def fields(thing: type) -> str:
    """Return the names of the fields of a class."""
    if dataclasses.is_dataclass(thing):
        names = [one.name for one in dataclasses.fields(thing)]
    else:
        names = list(getattr(thing, "_fields", ()))
    return f"<p>Fields: {', '.join(map(code, names))}.</p>" if names else ""


def members(thing: type, link: Name) -> str:
    """Return the public members of a class with the first words of their docstrings."""
    rows = []
    for name, member in vars(thing).items():
        shown = name
        if name.startswith("_"):
            continue
        if inspect.isfunction(member):
            shown += bare(inspect.signature(member), without=("self",))
        elif not isinstance(member, property):
            continue
        words = (inspect.getdoc(member) or "").partition("\n\n")[0]
        rows.append(f"<dt>{code(shown)}</dt><dd>{docstrings.prose(words, link)}</dd>")
    return f'<h2 id="members">Members</h2><dl>{"".join(rows)}</dl>' if rows else ""


def bare(signature: inspect.Signature, *, without: tuple[str, ...] = ()) -> str:
    """Return a signature without types."""
    left = [
        one.replace(annotation=one.empty)
        for one in signature.parameters.values()
        if one.name not in without
    ]
    return str(signature.replace(parameters=left, return_annotation=signature.empty))


def code(text: str) -> str:
    """Return text as code."""
    return f"<code>{escape(text, quote=False)}</code>"


def list_of_tests(name: Name) -> str:
    """Return all names of the registry with what they ask, as tables."""
    parts = []
    for family, title in FAMILIES.items():
        rows = [
            f"<tr><td>{name(page.name)}</td><td>{docstrings.inline(page.asks, name)}</td></tr>"
            for page in pages()
            if page.family == family
        ]
        if rows:
            anchor = title.lower().replace(" ", "-").replace(",", "")
            parts.append(f'<h2 id="{anchor}">{title}</h2><table>{"".join(rows)}</table>')
    return "\n".join(parts)


def list_of_measures(name: Name) -> str:
    """Return the registry of measures: a table of what is computed, a list of what is known."""
    computed = [one for one in MEASURES if one.computable]
    rows = [
        f"<tr><td>{code(one.name)}</td><td>{DIRECTION[one.higher_is_better]}</td>"
        f"<td>{one.needs}</td><td>{one.classes}</td><td>{one.low:g} to {one.high:g}</td>"
        f"<td>{docstrings.inline(one.says, name)}</td></tr>"
        for one in computed
    ]
    columns = ("measure", "better", "from", "classes", "range", "what it says")
    head = "".join(f"<th>{column}</th>" for column in columns)
    parts = [f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"]
    for direction, word in DIRECTION.items():
        known = [
            code(one.name)
            for one in MEASURES
            if not one.computable and one.higher_is_better is direction
        ]
        parts.append(f"<p>Known by name, {word} is better: {', '.join(known)}.</p>")
    return "\n".join(parts)


def list_of_commands() -> str:
    """Return the help of `bakeoff` and of each of its commands, as it shows it."""
    parts = [highlighted(help_of(), "text")]
    for command in commands():
        parts.append(f'<h2 id="{command}">bakeoff {command}</h2>')
        parts.append(highlighted(help_of(command), "text"))
    return "\n".join(parts)


def commands() -> list[str]:
    """Return the commands that the shell's help lists."""
    listed = help_of().partition("Commands")[2]
    return re.findall(r"^\W{1,4}([a-z][a-z-]*)\b", listed, re.MULTILINE)


def help_of(*command: str) -> str:
    """Return what `bakeoff COMMAND --help` prints, without colours."""
    plain = {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "92", "TYPER_USE_RICH": "0"}
    return subprocess.run(  # noqa: S603  our own program
        [Path(sys.executable).with_name("bakeoff"), *command, "--help"],
        env={**os.environ, **plain},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
