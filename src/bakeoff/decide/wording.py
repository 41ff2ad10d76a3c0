"""Numbers and lists as a sentence wants them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

SHOWN = 6  # names in a list before the rest is counted


def number(value: Any) -> str:
    """Return a number with four digits, whole where it is whole.

    Examples
    --------
    >>> [number(value) for value in (12.0, 0.0123456, 1234.56, 2e-7, float("inf"))]
    ['12', '0.01235', '1235', '2e-07', 'inf']
    """
    value = float(value)
    if not np.isfinite(value):
        return str(value)
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.0f}" if abs(value) >= 1e3 else f"{value:.4g}"


def p_text(p: Any) -> str:
    """Return "p = ..." with three digits; far tails as what they are below.

    Examples
    --------
    >>> p_text(0.04321), p_text(0.00000123), p_text(1e-300), p_text(1.0)
    ('p = 0.0432', 'p = 1.23e-06', 'p < 1e-16', 'p = 1')
    """
    value = float(p)
    if value < 1e-16:
        return "p < 1e-16"
    return f"p = {value:.3g}"


def listed(names: Sequence[Any], *, most: int = SHOWN) -> str:
    """Return names as a list in a sentence; beyond `most` the others are counted.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b", "c"]), listed("abcdefgh", most=3)
    ('a', 'a, b and c', 'a, b, c and 5 more')
    """
    shown = [str(name) for name in names]
    if len(shown) > most + 1:
        return f"{', '.join(shown[:most])} and {len(shown) - most} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """Return a count with its noun.

    Examples
    --------
    >>> counted(1, "data set"), counted(3, "data set")
    ('1 data set', '3 data sets')
    """
    return f"{count} {noun if count == 1 else plural or noun + 's'}"
