"""The learners of the documents that scikit-learn does not have: C4.5 and Ripper, by Weka."""

from __future__ import annotations

from typing import Any


def c45() -> Any:
    """Return Weka's J48: C4.5 with its usual settings."""
    from bakeoff.experiments import J48

    return J48()


def ripper() -> Any:
    """Return Weka's JRip: Ripper with two optimisation steps, its default."""
    from bakeoff.experiments import JRip

    return JRip()
