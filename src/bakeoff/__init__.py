"""Find out which of these classifiers is really better.

Design an experiment, run it, measure, test, decide, and show it. The names load what they need
when they are first used: importing the package itself costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import Any

from bakeoff.version import __version__

PUBLIC: dict[str, str] = {
    "Scores": "bakeoff.data.scores",
    "read_scores": "bakeoff.data.read_scores",
    "Predictions": "bakeoff.data.predictions",
    "read_predictions": "bakeoff.data.read_predictions",
    "compare": "bakeoff.decide.compare",
    "Comparison": "bakeoff.decide.comparison",
    "procedures": "bakeoff.decide.procedures",
    "calibrate": "bakeoff.calibration.calibrate",
    "InvalidInput": "bakeoff.errors",
    "NotApplicable": "bakeoff.errors",
    "StudyError": "bakeoff.errors",
}

ROOMS = ("decide", "experiments", "measures", "stats")  # reached as bakeoff.stats and so on

# names of the rooms that are found from here as well: `from bakeoff import Study`
FROM_ROOMS: dict[str, tuple[str, ...]] = {
    "decide": ("cliques", "order", "multitest", "wins", "sign_grid"),
    "experiments": (
        *("Study", "StudyResults", "KFold", "RepeatedKFold", "FiveByTwo", "LeaveOneOut"),
        *("Resample", "Bootstrap", "Halves", "Holdout", "ResponseSurface"),
        *("one_factor_at_a_time", "full_factorial", "fractional_factorial"),
    ),
    "measures": (
        *("confusion", "rates", "risk", "threshold", "loss_ratio", "most_confused_pair"),
        *("roc_curve", "roc_auc", "roc_hull", "pr_curve", "pr_auc", "mean_curve"),
    ),
}

__all__ = ["__version__", *PUBLIC]  # noqa: PLE0604  (the names are those of the table above)


def __getattr__(name: str) -> Any:
    """Load a public name, or one of a room, when it is first asked for."""
    if name in PUBLIC:
        value = getattr(importlib.import_module(PUBLIC[name]), name)
    elif name in ROOMS:
        value = importlib.import_module(f"bakeoff.{name}")
    elif room := next((room for room, names in FROM_ROOMS.items() if name in names), None):
        value = getattr(importlib.import_module(f"bakeoff.{room}"), name)
    elif name.startswith("_"):
        raise AttributeError(f"module 'bakeoff' has no attribute {name!r}")
    else:
        from bakeoff.stats.registry import MODULES

        if name not in MODULES:
            raise AttributeError(f"module 'bakeoff' has no attribute {name!r}")
        value = getattr(importlib.import_module("bakeoff.stats"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    from bakeoff.stats.registry import MODULES

    return sorted({*globals(), *PUBLIC, *ROOMS, *MODULES, *sum(FROM_ROOMS.values(), ())})
