"""Numbers to evidence: plain arrays in, a `TestResult` or a `PairTable` out."""

from __future__ import annotations

import importlib
from typing import Any

from bakeoff.stats.registry import MODULES

__all__ = sorted(MODULES)  # noqa: PLE0605  (the names are the registry's own)


def __getattr__(name: str) -> Any:
    """Load a test when it is first asked for."""
    if name not in MODULES:
        raise AttributeError(f"module 'bakeoff.stats' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"bakeoff.stats.{MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *MODULES})
