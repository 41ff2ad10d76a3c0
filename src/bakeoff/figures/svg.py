"""A picture as SVG text for a page: its ink follows the page, its words stay words."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from bakeoff.figures.style import INK, PAPER, QUIET, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# colours that the page decides, by day and by night
THEMED = {INK: "var(--ink)", QUIET: "var(--quiet)", PAPER: "var(--ground)"}
TAG = re.compile(r"<[^>]*>")  # in text and attributes both signs are escaped
LEAST = 0.62  # of its size is a picture shrunk to on a narrow screen; then it is moved sideways
FONT = re.compile(r"font: ((?:\d+ )?[\d.]+px) [^;\"]*")


def of(figure: Figure, salt: str) -> str:
    """Return a figure as an SVG element; the same figure gives the same text every time.

    `salt` keeps the names inside one picture apart from those of the others on a page. What is
    written in the picture is left as it is: only tags are changed.
    """
    import matplotlib as mpl

    out = io.StringIO()
    with styled(), mpl.rc_context({"svg.hashsalt": salt}):
        figure.savefig(
            out,
            format="svg",
            bbox_inches="tight",
            pad_inches=0.05,
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        )
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)  # each word again, as a comment
    # a rule for all elements would reach beyond the picture: its root hands it down
    text = re.sub(r"<defs>\s*<style[^>]*>\*\{[^}]*\}</style>\s*</defs>", "", text)
    text = re.sub(r">\s*\n\s*<", "><", text)
    wide = LEAST * float(re.findall(r'width="([\d.]+)pt"', text)[0])
    root = f'<svg stroke-linejoin="round" stroke-linecap="butt" style="min-width: {wide:.0f}pt" '
    text = text.replace("<svg ", root, 1)
    used = frozenset(re.findall(r'(?:href="|url\()#([^")]+)', text))
    return TAG.sub(lambda tag: _for_a_page(tag[0], salt, used), text)


def _for_a_page(tag: str, salt: str, used: frozenset[str]) -> str:
    # ids are numbered from 1 in every picture; a page has many
    tag = re.sub(r' id="([^"]+)"', lambda one: _id(one[1], salt) if one[1] in used else "", tag)
    tag = re.sub(r'(href="|url\()#([^")]+)', rf"\1#{salt}-\2", tag)
    tag = FONT.sub(r"font: \1 'DejaVu Sans', Verdana, sans-serif", tag)
    for plain, themed in THEMED.items():
        tag = tag.replace(plain, themed)
    return " ".join(tag.split("\n"))


def _id(name: str, salt: str) -> str:
    return f' id="{salt}-{name}"'
