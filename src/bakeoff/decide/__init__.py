"""Evidence to decisions: which procedure fits the question, and what its outcome means."""

from __future__ import annotations

import importlib
from typing import Any

PUBLIC: dict[str, str] = {
    "Comparison": "comparison",
    "cliques": "cliques",
    "compare": "compare",
    "multitest": "multitest",
    "order": "order",
    "procedures": "procedures",
    "sign_grid": "wins",
    "wins": "wins",
}

__all__ = sorted(PUBLIC)  # noqa: PLE0605  (the names are those of the table above)


def __getattr__(name: str) -> Any:
    """Load a name when it is first asked for."""
    if name not in PUBLIC:
        raise AttributeError(f"module 'bakeoff.decide' has no attribute {name!r}")
    return getattr(importlib.import_module(f"bakeoff.decide.{PUBLIC[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *PUBLIC})
