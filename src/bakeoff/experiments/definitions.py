"""What an estimator is, in words: so that a change is noticed, and can be named."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import sysconfig
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.errors import InvalidInput

RANDOM = "random_state"
LONGEST = 80
OWN = "bakeoff."


def described(thing: Any) -> Any:
    """Return plain values that say all that influences what an estimator does.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> described(KNeighborsClassifier(3))["n_neighbors"]
    3
    """
    if thing is None or isinstance(thing, bool | int | float | str):
        return thing
    if isinstance(thing, type) or inspect.isroutine(thing):
        return _named(thing)
    for kinds, words in _KINDS:
        if isinstance(thing, kinds):
            return words(thing)
    return {"class": _named(type(thing)), **_choices(thing)}


def _digest(array: np.ndarray[Any, Any]) -> str:
    digest = hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:16]
    return f"array {array.dtype} {array.shape} {digest}"


_KINDS: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (np.generic, lambda thing: thing.item()),
    (np.ndarray, _digest),
    (Mapping, lambda thing: {str(key): described(value) for key, value in thing.items()}),
    ((list, tuple, range), lambda thing: [described(value) for value in thing]),
    ((set, frozenset), lambda thing: sorted(str(described(value)) for value in thing)),
    (partial, lambda thing: described([thing.func, thing.args, thing.keywords])),
    (np.random.RandomState, lambda thing: described(thing.get_state(legacy=False))),
    (np.random.Generator, lambda thing: described(thing.bit_generator.state)),
)


def fingerprint(description: Any) -> str:
    """Return a number that another description would not have."""
    text = json.dumps(description, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def differences(old: Any, new: Any, name: str = "") -> list[str]:
    """Return in words what differs between two descriptions, such as `C: 1.0 -> 10.0`."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = []
        for key in sorted({*old, *new}):
            inner = f"{name}.{key}" if name else str(key)
            found += differences(old.get(key), new.get(key), inner)
        return found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [one for place, (a, b) in pairs for one in differences(a, b, f"{name}[{place}]")]
    return [] if old == new else [f"{name or 'it'}: {_short(old)} -> {_short(new)}"]


def imported(path: str) -> Any:
    """Return the class that a dotted path names. This imports its module, and so runs its code."""
    module, _, name = path.rpartition(".")
    try:
        found = getattr(importlib.import_module(module or name), name)
    except (ImportError, AttributeError, ValueError) as reason:
        raise InvalidInput(
            f"class: {path!r} can't be imported ({reason}); give the whole path, such as "
            f"'sklearn.svm.SVC'"
        ) from None
    if not isinstance(found, type):
        raise InvalidInput(f"class: {path!r} is no class; give one, such as 'sklearn.svm.SVC'")
    return found


def seeded(estimator: Any, seed: int) -> Any:
    """Give every random_state that was left open a seed of its own; return the estimator.

    What a person has set stays; so do the seeds of what takes them from its neighbour.
    """
    wanted = open_seeds(estimator)
    if wanted:
        chance = np.random.default_rng(seed)
        numbers = chance.integers(0, 1 << 31, len(wanted)).tolist()
        estimator.set_params(**dict(zip(wanted, numbers, strict=True)))
    return estimator


def open_seeds(estimator: Any) -> list[str]:
    """Return the names of every random_state that nobody has set."""
    if not hasattr(estimator, "get_params"):
        return []
    return sorted(
        name
        for name, value in estimator.get_params(deep=True).items()
        if value is None and (name == RANDOM or name.endswith(f"__{RANDOM}"))
    )


def _choices(thing: Any) -> dict[str, Any]:
    if hasattr(thing, "get_params"):
        choices = thing.get_params(deep=False)
    else:
        choices = getattr(thing, "__dict__", {})
    return {str(name): described(value) for name, value in sorted(choices.items())}


def _named(thing: Any) -> str:
    """Return the full name, and, for a person's own code, a fingerprint of it."""
    name = f"{thing.__module__}.{thing.__qualname__}"
    if name.startswith(OWN):
        return name
    try:
        path = inspect.getsourcefile(thing)
        installed = tuple(sysconfig.get_paths()[one] for one in ("purelib", "platlib", "stdlib"))
        if path is None or str(Path(path).resolve()).startswith(
            tuple(str(Path(one).resolve()) for one in installed)
        ):
            return name
        source = inspect.getsource(thing)
    except (OSError, TypeError):
        return name
    return f"{name} (its code: {hashlib.sha256(source.encode()).hexdigest()[:12]})"


def _short(value: Any) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
