"""The tests that the shell runs: those of the registry, and what else answers from one file."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal

from bakeoff.checks import did_you_mean
from bakeoff.errors import InvalidInput
from bakeoff.stats.registry import FUNCTIONS, TESTS, Entry, Takes

Kind = Takes | Literal["residuals", "scored-pair", "repeats", "predictions"]

# functions that are no single test of data alone: they need to be told one thing more, or give more
FURTHER: Mapping[str, tuple[Takes, str]] = {
    "contrast": ("table", "is a weighted sum of the means zero? --weights 1,-1,0"),
    "pairwise": ("table", "which pairs differ by a test of two? with a correction for many"),
    "auc_contrast": ("scored-items", "is a weighted sum of areas zero? --weights 1,-0.5,-0.5"),
    "fold_dependence": ("values", "are the folds of one repeat as independent as other folds?"),
    "bootstrap": ("correct", "between which values does any measure lie? by drawing items anew"),
    "measure_permutation": ("correct", "does any measure of two differ? by exchanging predictions"),
}

# how many parameters of a test are data; those after them are choices
DATA: Mapping[str, int] = {
    "counts": 2,
    "two-counts": 4,
    "pair": 2,
    "independent": 2,
    "residuals": 2,
    "measures-pair": 2,
    "measures-independent": 2,
    "scored-items": 2,
    "scored-pair": 3,
    "predictions": 2,
}

# what tests of blocks are given when it is said that the rows are none
UNBLOCKED: Mapping[Kind, Kind] = {"table": "groups", "measures-table": "measures-groups"}


def every() -> tuple[Entry, ...]:
    """Return all tests that the shell runs, in the order in which they are listed."""
    further = tuple(
        Entry(name, FUNCTIONS[name], takes, asks)
        for name, (takes, asks) in FURTHER.items()
        if name in FUNCTIONS
    )
    return (*TESTS, *further)


def named(name: str) -> Entry:
    """Return the test of that name; an unknown name is answered with the nearest ones."""
    known = {one.name: one for one in every()}
    if name in known:
        return known[name]
    hint = did_you_mean(name, known, "; `bakeoff tests` lists them")
    raise InvalidInput(f"there is no test named {name!r}{hint}")


def kind_of(test: Entry, function: Callable[..., Any]) -> Kind:
    """Return what a test takes; what the registry does not tell apart, its parameters do."""
    names = list(inspect.signature(function).parameters)
    if names[0].startswith("residuals"):
        return "residuals"
    if names[0] == "scores":
        return "repeats"
    if names[0] == "predictions":
        return "predictions"
    return "scored-pair" if names[1:3] == ["scores1", "scores2"] else test.takes


def data_of(kind: Kind) -> int:
    """Return how many parameters of such a test are data."""
    return DATA.get(kind, 1)


def unblocked(kind: Kind, choices: Mapping[str, Any]) -> Kind:
    """Return what is to be read from the files once the choices are known."""
    return UNBLOCKED.get(kind, kind) if choices.get("blocks") is False else kind
