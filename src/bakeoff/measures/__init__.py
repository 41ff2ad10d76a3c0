"""Predictions to numbers: arrays in, arrays out, over any leading axes.

The names load when they are first asked for. The list of all measures, with the direction in
which each is better, is `bakeoff.measures.registry`.
"""

from __future__ import annotations

import importlib
from typing import Any

# No module of this room may bear the name of a function here: importing the module would put
# the module in the function's place.
MODULES: dict[str, str] = {
    "labels_of": "labels",
    "confusion": "counts",
    "one_vs_rest": "counts",
    "most_confused_pair": "counts",
    "rates": "confusion_rates",
    "rate": "confusion_rates",
    "Rates": "confusion_rates",
    "risk": "cost",
    "threshold": "cost",
    "loss_ratio": "cost",
    "rates_at": "thresholds",
    "Curve": "curves",
    "roc_curve": "curves",
    "pr_curve": "curves",
    "sensitivity_specificity_curve": "curves",
    "roc_hull": "hull",
    "mean_curve": "averages",
    "roc_band": "bands",
    "roc_crossings": "crossings",
    "Crossings": "crossings",
    "LossRange": "crossings",
    "best_threshold": "operating",
    "OperatingPoint": "operating",
    "roc_auc": "areas",
    "auc_ovr": "class_areas",
    "auc_ovr_weighted": "class_areas",
    "auc_ovo": "class_areas",
    "pr_auc": "areas",
    "pr_auc_trapezoid": "areas",
    "average_precision": "areas",
    "squared": "losses",
    "absolute": "losses",
    "mean_squared_error": "losses",
    "root_mean_squared_error": "losses",
    "mean_absolute_error": "losses",
    "r2": "losses",
    "log_loss": "losses",
    "brier": "losses",
    "Measure": "registry",
    "MEASURES": "registry",
    "find": "registry",
    "measure": "registry",
}

__all__ = sorted(MODULES)  # noqa: PLE0605  (the names are the table's own)


def __getattr__(name: str) -> Any:
    """Load a function when it is first asked for."""
    if name not in MODULES:
        raise AttributeError(f"module 'bakeoff.measures' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"bakeoff.measures.{MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *MODULES})
