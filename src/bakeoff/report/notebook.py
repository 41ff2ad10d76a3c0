"""What a notebook shows of a comparison: the verdict, the order, the pairs."""

from __future__ import annotations

from bakeoff.decide.comparison import Comparison
from bakeoff.report.html import fragment
from bakeoff.report.summary import summary

SHOWN = 30  # pairs before the rest is counted


def comparison(found: Comparison) -> str:
    """Return a comparison as a piece of HTML."""
    return fragment("notebook.html", found=summary(found), shown=SHOWN)
