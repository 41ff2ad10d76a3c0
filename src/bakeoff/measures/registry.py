"""Every measure by name: which direction is better, what it needs, how it is computed.

This is the one place that knows the names and the directions; whoever reads a table or
predictions asks here. `find` answers None for what is unknown and for words such as "score" or
"value", which say nothing about the direction: nobody guesses.

A measure that can be computed (`measure.computable`) is computed by ``measure.load()``, which
returns one function. What it takes is said by `needs`, and leading axes go through:

    "labels"          f(confusion)            confusion tables (..., K, K) -> (...)
                                              "risk" takes the loss table too: f(confusion, loss)
    "scores"          f(y, score)             (..., n), (..., n) -> (...)
    "probabilities"   f(y, probability)       (..., n), (..., n) -> (...);
                                              with labels=: (..., n), (..., n, K) -> (...)
    "values"          f(y, predicted)         numbers (..., n), (..., n) -> (...)

Scores and probabilities also take ``positive=``. `classes` is "two" for what speaks of a positive
class; its tables must be 2 x 2. A name with ``neg_`` in front is the negative of the measure, as
scikit-learn's scorers have it: the direction turns round, and so does the number. A name with a
threshold behind it (``tpr@0.5``) has the direction of the measure and is known by name only.

To add a measure: one function in this room and one line in the catalogue.
"""

from __future__ import annotations

import importlib
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.checks import near
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.measures import MODULES
from bakeoff.measures.catalogue import (
    BROUGHT,
    COMPUTED,
    DOWN,
    HIGHER,
    INF,
    LOWER,
    UP,
    Classes,
    Needs,
)

BY_NAME_ONLY = "known by its name and direction only"
# what other programs write around a measure's name; the longest first
BEFORE = (("mean", "test"), ("test",), ("classif",), ("regr",))
AFTER = (("test", "mean"),)
SAY_NOTHING = ("score", "value", "result", "metric", "measure", "performance", "time", "test")
AT_A_NUMBER = re.compile(r"([^@]+)@\s*([-+]?[\d.]+)")
WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure of the registry."""

    name: str
    higher_is_better: bool
    needs: Needs
    function: str = ""
    classes: Classes = "any"
    low: float = -INF
    high: float = INF
    aliases: tuple[str, ...] = ()
    says: str = BY_NAME_ONLY
    negated: bool = False

    @property
    def computable(self) -> bool:
        """Whether it can be computed from predictions; else it is brought as a number."""
        return bool(self.function)

    def load(self) -> Callable[..., Any]:
        """Return the function that computes it; the module's head says what it takes."""
        if not self.computable:
            raise NotApplicable(
                f"{self.name} can't be computed from predictions; bring its values in a table"
            )
        module = importlib.import_module(f"bakeoff.measures.{MODULES[self.function]}")
        function: Callable[..., Any] = getattr(module, self.function)
        if self.function == "rate":
            function = _of_tables(self, function)
        return _negative(function) if self.negated else function


def find(name: str) -> Measure | None:
    """Return the measure of that name, or None if the name is not known or says no direction.

    Case, blanks, dashes, underscores and dots do not matter, nor does a ``test_`` in front. The
    names of scikit-learn's scorers, Weka, OpenML, mlr, caret, yardstick and aeon are known.

    Examples
    --------
    >>> find("Area_under_ROC").name, find("neg_log_loss").higher_is_better, find("score")
    ('auc', True, None)
    """
    words = _words(name)
    for candidate in (words, *_bared(words)):
        known = BY_KEY.get("".join(candidate))
        if known is None and candidate[0] == "neg":
            known = _negated(BY_KEY.get("".join(candidate[1:])))
        if known is not None:
            return known
    return _at_a_threshold(str(name))


def measure(name: str) -> Measure:
    """Return the measure of that name; an unknown name is answered with the nearest ones.

    Examples
    --------
    >>> measure("f-measure").load()([[70, 10], [5, 15]])
    0.6666666666666666
    """
    known = find(name)
    if known is None:
        raise InvalidInput(f"there is no measure named {name!r}{_hint(name)}")
    return known


def alike(name: str) -> list[str]:
    """Return the measures whose names are nearest to one that is not known.

    Examples
    --------
    >>> alike("acuracy")[0]
    'accuracy'
    """
    if "".join(_words(name)) in SAY_NOTHING:
        return []
    written = {name: one.name for one in MEASURES for name in (one.name, *one.aliases)}
    found = near("_".join(_words(name)), written, most=8)
    return list(dict.fromkeys(written[word] for word in found))[:3]


def _listed() -> tuple[Measure, ...]:
    rows = [Measure(*row[:7], tuple(row[7].split()), row[8]) for row in (*COMPUTED, *BROUGHT)]
    higher = [Measure(name, UP, "values") for name in HIGHER.split()]
    lower = [Measure(name, DOWN, "values") for name in LOWER.split()]
    return (*rows, *higher, *lower)


def _words(name: str) -> tuple[str, ...]:
    spelled = unicodedata.normalize("NFKC", str(name))  # a raised 2 is a 2
    spelled = spelled.replace("%", " percent ").replace("@", " at ")
    words = tuple(word.lower() for word in WORDS.findall(spelled))
    if len(words) > 2 and words[-2] == "at" and (words[-1].isdigit() or words[-1] == "k"):
        words = words[:-1]
    return words or ("",)


def _bared(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The words without what other programs write before or after a measure's name."""
    bared = [words[len(extra) :] for extra in BEFORE if words[: len(extra)] == extra]
    bared += [words[: -len(extra)] for extra in AFTER if words[-len(extra) :] == extra]
    return [rest for rest in bared if rest]


def _at_a_threshold(name: str) -> Measure | None:
    parts = AT_A_NUMBER.fullmatch(name.strip())
    known = find(parts[1]) if parts else None
    if parts is None or known is None:
        return None
    says = f"{known.name} at the threshold {parts[2]}"
    return replace(known, name=name.strip(), function="", aliases=(), says=says)


def _negated(known: Measure | None) -> Measure | None:
    if known is None:
        return None
    return replace(
        known,
        name=f"neg_{known.name}",
        higher_is_better=not known.higher_is_better,
        low=-known.high,
        high=-known.low,
        aliases=(),
        says=f"the negative of {known.name}: {known.says}",
        negated=True,
    )


def _of_tables(of: Measure, rate: Callable[..., Any]) -> Callable[..., Any]:
    name = of.name.removeprefix("neg_")

    def from_tables(confusion: Any) -> Any:
        value = rate(confusion, name)
        k = np.shape(confusion)[-1]
        if of.classes == "two" and k > 2:
            raise InvalidInput(
                f"{of.name} is a measure of two classes, and these tables have {k}: "
                f"take each class against the rest (one_vs_rest), or ask "
                f"for a mean over the classes (macro_precision, macro_recall, macro_f1)"
            )
        return value

    return from_tables


def _negative(function: Callable[..., Any]) -> Callable[..., Any]:
    def negative(*data: Any, **choices: Any) -> Any:
        return -function(*data, **choices)

    return negative


def _hint(name: str) -> str:
    if "".join(_words(name)) in SAY_NOTHING:
        return "; the word says nothing about the direction: say whether higher is better"
    names = alike(name)
    if names:
        return f"; did you mean {', '.join(names)}?"
    return "; say whether higher is better, or ask for one of bakeoff.measures.MEASURES"


MEASURES: tuple[Measure, ...] = _listed()
BY_KEY: dict[str, Measure] = {
    name.replace("_", ""): one for one in MEASURES for name in (one.name, *one.aliases)
}
