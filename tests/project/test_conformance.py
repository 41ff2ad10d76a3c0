"""Every name of the registries has what a person will look for: page, example, source, tests."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import bakeoff.measures
import bakeoff.stats
from bakeoff.stats.registry import FUNCTIONS, TESTS

TESTS_FOLDER = Path(__file__).parents[1]

# How many things are data; what comes after them is a choice, and choices go by name.
DATA = {
    "counts": 2,
    "two-counts": 4,
    "pair": 2,
    "independent": 2,
    "measures-pair": 2,
    "measures-independent": 2,
    "scored-items": 2,
    "scored-pair": 3,
}
SOURCE = r"\b(1[5-9]|20)\d\d\b|\b[Ee]q(uation|s?\.)|\bchapter \d|\bSource:"
PATTERNS = {
    "a null hypothesis ('The null hypothesis: ...')": r"(?i)null hypothesis",
    "the section Parameters": r"(?m)^Parameters\n-{10}$",
    "the section Returns": r"(?m)^Returns\n-{7}$",
    "an example that runs ('>>>')": r"(?m)^\s*>>> ",
    "a source (author and year, or equation)": SOURCE,
}


def lacking(thing: object, *needed: str) -> list[str]:
    """Return which of the needed parts a docstring lacks."""
    text = inspect.getdoc(thing) or ""
    if not text:
        return ["a docstring"]
    return [part for part in needed if not re.search(PATTERNS[part], text)]


def positional_choices(function: object, data: int | None) -> list[str]:
    """Return the parameters that can be given by place and are not data."""
    by_place = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is not parameter.KEYWORD_ONLY
    ]
    if data is None:
        wrong = [one.name for one in by_place if one.default is not one.empty]
    else:
        wrong = [one.name for one in by_place[data:]]
    return [f"the choice {name} as keyword-only" for name in wrong]


def untested(room: str, module: str) -> list[str]:
    """Return the file of tests that a module lacks; the tests mirror the package."""
    *folders, name = module.split(".")
    path = TESTS_FOLDER.joinpath(room, *folders, f"test_{name}.py")
    return [] if path.is_file() else [f"its tests, {path.relative_to(TESTS_FOLDER.parent)}"]


@pytest.mark.parametrize("entry", TESTS, ids=lambda entry: entry.name)
def test_a_registered_test_has_everything(entry):
    """A function, its page, its example, its source, its tests; data by place, choices by name."""
    function = entry.load()
    assert callable(function)
    missing = [
        *lacking(function, *PATTERNS),
        *positional_choices(function, DATA.get(entry.takes, 1)),
        *untested("stats", entry.module),
    ]
    assert missing == [], f"{entry.name} lacks: {'; '.join(missing)}"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_another_name_of_the_tests_has_everything(name):
    """Intervals, corrections, effects: as the tests, without a null hypothesis."""
    thing = getattr(bakeoff.stats, name)
    missing = untested("stats", FUNCTIONS[name])
    if inspect.isclass(thing):
        missing += lacking(thing)
    else:
        _, *needed = PATTERNS
        missing += lacking(thing, *needed) + positional_choices(thing, None)
    assert missing == [], f"{name} lacks: {'; '.join(missing)}"


@pytest.mark.parametrize("entry", TESTS, ids=lambda entry: entry.name)
def test_the_registry_says_in_a_line_what_a_test_asks(entry):
    """The line that `bakeoff tests` shows: short, and a question."""
    assert "?" in entry.asks
    assert len(entry.asks) <= 80


def test_no_two_tests_have_the_same_name():
    """A name in the shell means one thing."""
    names = [entry.name for entry in TESTS] + list(FUNCTIONS)
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", bakeoff.measures.MODULES)
def test_a_measure_has_everything(name):
    """A docstring with an example that runs, choices by name, and tests at the mirrored path."""
    thing = getattr(bakeoff.measures, name)
    missing = untested("measures", bakeoff.measures.MODULES[name])
    if inspect.isfunction(thing):
        missing += lacking(thing, "an example that runs ('>>>')")
        missing += positional_choices(thing, None)
    elif inspect.isclass(thing):
        missing += lacking(thing)
    assert missing == [], f"{name} lacks: {'; '.join(missing)}"
