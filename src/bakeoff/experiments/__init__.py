"""Designs to predictions; the only place that knows scikit-learn."""

from __future__ import annotations

import importlib
from typing import Any

PUBLIC: dict[str, str] = {
    "Bootstrap": "splits",
    "Design": "designs",
    "FiveByTwo": "splits",
    "Halves": "splits",
    "Holdout": "splits",
    "J48": "learners",
    "JRip": "learners",
    "KFold": "splits",
    "LeaveOneOut": "splits",
    "RepeatedKFold": "splits",
    "Resample": "splits",
    "ResponseSurface": "surface",
    "Study": "study",
    "StudyResults": "results",
    "Tune": "tuning",
    "fractional_factorial": "designs",
    "full_factorial": "designs",
    "one_factor_at_a_time": "designs",
}

__all__ = sorted(PUBLIC)  # noqa: PLE0605  (the names are those of the table above)


def __getattr__(name: str) -> Any:
    """Load a name when it is first asked for."""
    if name not in PUBLIC:
        raise AttributeError(f"module 'bakeoff.experiments' has no attribute {name!r}")
    return getattr(importlib.import_module(f"bakeoff.experiments.{PUBLIC[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *PUBLIC})
