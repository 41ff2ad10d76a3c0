"""What a notebook shows of a comparison: the verdict, its picture, the order, the pairs."""

from __future__ import annotations

import hashlib

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import catalogue, svg
from bakeoff.report.html import fragment
from bakeoff.report.summary import first_kind, summary

SHOWN = 30  # pairs before the rest is counted
# a notebook has no ink of ours: a picture takes that of the words around it
INKS = {"var(--ink)": "currentColor", "var(--quiet)": "#808890", "var(--ground)": "none"}


def comparison(found: Comparison) -> str:
    """Return a comparison as a piece of HTML."""
    return fragment("notebook.html", found=summary(found), shown=SHOWN, picture=_picture(found))


def _picture(found: Comparison) -> str:
    """Return the picture that shows the verdict, with names of its own inside it."""
    kind = first_kind(found)
    mark = hashlib.sha256(found.signature.encode()).hexdigest()[:8]
    text = svg.of(catalogue.figure(found, kind), f"{kind}-{mark}")
    for ours, theirs in INKS.items():
        text = text.replace(ours, theirs)
    return text
