"""The effects that tests are planned for, checked where they come in."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput

Rates: TypeAlias = tuple[float, float]


def standardised(effect: Any) -> float:
    """Return a difference in standard deviations."""
    return float(_one(effect, "one number, in standard deviations"))


def cohens_f(effect: Any) -> float:
    """Return Cohen's f."""
    found = _one(effect, "one number of at least 0, Cohen's f")
    if found < 0.0:
        raise InvalidInput(f"effect must be Cohen's f, at least 0; it was {effect!r}")
    return found


def chance(effect: Any) -> float:
    """Return a chance or a rate."""
    found = _one(effect, "one number between 0 and 1")
    if not 0.0 <= found <= 1.0:
        raise InvalidInput(f"effect must be a chance or a rate between 0 and 1; it was {effect!r}")
    return found


def inner_chance(effect: Any) -> float:
    """Return a chance that is neither 0 nor 1."""
    found = chance(effect)
    if found in {0.0, 1.0}:
        raise InvalidInput(
            f"effect must lie strictly between 0 and 1: normal differences have both signs; "
            f"it was {effect!r}"
        )
    return found


def rates(effect: Any) -> Rates:
    """Return two rates."""
    if not isinstance(effect, tuple | list | np.ndarray) or np.shape(effect) != (2,):
        raise InvalidInput(f"effect must be two rates, such as (0.2, 0.1); it was {effect!r}")
    first, second = (chance(rate) for rate in effect)
    return first, second


def discordant(effect: Any) -> Rates:
    """Return two shares of all items."""
    first, second = rates(effect)
    if first + second > 1.0:
        raise InvalidInput(
            f"effect must be two shares of all items that together are at most 1; it was {effect!r}"
        )
    return first, second


def _one(effect: Any, what: str) -> float:
    if isinstance(effect, str | bool) or effect is None or np.ndim(effect) != 0:
        raise InvalidInput(f"effect must be {what}; it was {effect!r}")
    return float(checks.numbers([effect], "effect")[0])
