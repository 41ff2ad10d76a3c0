"""The options of a test itself: read off its signature, so that a new test needs no edit here."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from bakeoff.cli.wording import quoted

# options of `bakeoff test` that are choices of some tests too: they are handed on
SHARED = frozenset({"alpha", "higher_is_better"})
# one value for each item, or a table: no word of a shell
ARRAYS = frozenset({"clusters", "strata", "loss", "logical"})
NAMES = frozenset({"control", "test"})  # words that are names, even if they look like numbers
TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


class WrongUsage(Exception):
    """An option that a test does not have, or that lacks its value."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One argument of a test that is not data."""

    name: str
    values: tuple[Any, ...]
    is_switch: bool
    default: Any

    @property
    def option(self) -> str:
        """What it is called in the shell."""
        return f"--{'seed' if self.name == 'rng' else self.name.replace('_', '-')}"

    @property
    def required(self) -> bool:
        """Whether the test has no default for it."""
        return self.default is inspect.Parameter.empty

    def read(self, text: str) -> Any:
        """Return the value that was typed."""
        return text if self.name in NAMES else value_of(text)

    def usage(self) -> str:
        """How it is typed: in brackets where it may be left out."""
        if self.is_switch:
            text = self.option
        else:
            shown = "|".join(str(value) for value in self.values if value is not None)
            text = f"{self.option} {shown or self.option.lstrip('-').upper()}"
        return text if self.required else f"[{text}]"


def choices_of(function: Callable[..., Any], data: int) -> dict[str, Choice]:
    """Return the choices of a test by the names of their options; its first parameters are data."""
    try:
        hints: Mapping[str, Any] = get_type_hints(function)
    except NameError:  # a type that is imported for checkers only: its values stay unknown
        hints = {}
    found = [
        Choice(
            parameter.name,
            _values(hints.get(parameter.name)),
            isinstance(parameter.default, bool),
            parameter.default,
        )
        for parameter in list(inspect.signature(function).parameters.values())[data:]
        if parameter.name not in SHARED | ARRAYS
    ]
    return {choice.option: choice for choice in found}


def _values(hint: Any) -> tuple[Any, ...]:
    """Return the values of a Literal, alone or among other types."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in {Union, types.UnionType}:
        return tuple(value for part in get_args(hint) for value in _values(part))
    return ()


def parted(words: Sequence[str], known: Mapping[str, Choice]) -> tuple[list[str], dict[str, Any]]:
    """Part the files from the options of a test that stand among them."""
    files: list[str] = []
    given: dict[str, Any] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not _is_option(word):
            files.append(word)
            continue
        name, equals, text = word.partition("=")
        choice, denied = _choice(name, known)
        if choice.is_switch:
            if not equals and rest and rest[0].lower() in {"true", "false"}:
                equals, text = "=", rest.pop(0)
            given[choice.name] = _switched(choice, text if equals else "true", denied=denied)
        elif equals:
            given[choice.name] = choice.read(text)
        elif rest and not _is_option(rest[0]):
            given[choice.name] = choice.read(rest.pop(0))
        else:
            raise WrongUsage(f"{choice.option} needs a value: {choice.usage().strip('[]')}")
    return files, given


def _is_option(word: str) -> bool:
    """Whether a word is an option: no file, standard input, negative number or list of these."""
    return len(word) > 1 and word[0] == "-" and not isinstance(value_of(word), int | float | list)


def _choice(name: str, known: Mapping[str, Choice]) -> tuple[Choice, bool]:
    spelled = name.replace("_", "-")
    spelled = {"--rng": "--seed"}.get(spelled, spelled)
    if spelled in known:
        return known[spelled], False
    positive = spelled.replace("--no-", "--", 1)
    if positive in known and known[positive].is_switch and positive != spelled:
        return known[positive], True
    listed = ", ".join(known) or "none"
    raise WrongUsage(f"there is no option {name}; the test's own options are {listed}")


def _switched(choice: Choice, text: str, *, denied: bool) -> bool:
    value = TRUTHS.get(text.lower())
    if value is None:
        raise WrongUsage(f"{choice.option} is given alone, or as {choice.option}=false")
    return value is not denied


def value_of(text: str) -> Any:
    """Read a value: a number or a fraction where it is one, a list with commas, else words.

    Examples
    --------
    >>> [value_of(text) for text in ("3", "-0.1", "1/8", "none", "exact", "1,-1")]
    [3, -0.1, 0.125, None, 'exact', [1, -1]]
    """
    if "," in text and text.strip(","):
        return [value_of(part.strip()) for part in text.split(",") if part.strip()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    above, slash, below = text.partition("/")
    if slash:
        try:
            return float(above) / float(below)
        except (ValueError, ZeroDivisionError):
            return text
    return None if text.lower() == "none" else text


def usage(name: str, known: Mapping[str, Choice], takes: str) -> str:
    """Return how a test is called, and what its file must hold."""
    ordered = sorted(known.values(), key=lambda choice: not choice.required)
    words = ["bakeoff", "test", quoted(name), "FILE", *(choice.usage() for choice in ordered)]
    return f"{' '.join(words)}\n\nFILE: {takes}"


def missing(known: Mapping[str, Choice], given: Mapping[str, Any]) -> Choice | None:
    """Return a choice that the test must be given and was not."""
    absent = [one for one in known.values() if one.required and one.name not in given]
    return absent[0] if absent else None
