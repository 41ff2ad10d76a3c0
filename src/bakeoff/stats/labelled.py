"""Paired data that bear labels are paired by them, and not by the order of their rows."""

from __future__ import annotations

from typing import Any


def in_order_of(a: Any, b: Any) -> Any:
    """Return b in the order of a, where both bear the same labels in another order.

    Series and frames of pandas bear labels: names of data sets, numbers of folds. Anything else,
    and labels that are not the same or not unique, is taken in the order in which it stands.
    """
    first: Any = getattr(a, "index", None)
    second: Any = getattr(b, "index", None)
    if not (hasattr(first, "is_unique") and hasattr(second, "is_unique")):
        return b
    if len(first) != len(second) or first.equals(second):
        return b
    if not (first.is_unique and second.is_unique and first.isin(second).all()):
        return b
    return b.loc[first]
