"""How all pictures look: colours that everybody can tell apart, names as they are written."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

INK = "#1b1f24"  # what is read
PRINT = "#1b1f25"  # letters on a coloured ground, which is the same by day and by night
QUIET = "#6e7781"  # axes, grids, what stands behind
# Okabe and Ito (2008): told apart by people with any kind of colour vision
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#a6761d", "#666666")
DASHES: tuple[Any, ...] = ("-", "--", "-.", ":")
MINUS = "\N{MINUS SIGN}"
LONGEST = 28  # characters of a name; the frame of a picture holds the whole

SETTINGS: Any = {
    "font.size": 9.0,
    "font.family": "sans-serif",
    "axes.titlesize": 10.0,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "text.color": INK,
    "text.parse_math": False,  # a dollar in a name is a dollar
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": QUIET,
    "grid.alpha": 0.25,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "svg.fonttype": "none",  # text stays text: it can be searched, and no script runs in it
}


@contextmanager
def styled() -> Iterator[None]:
    """Draw in the house's style, and only here; a letter that a font lacks is no fault."""
    import matplotlib as mpl

    with warnings.catch_warnings(), mpl.rc_context(SETTINGS):
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .*missing from")
        warnings.filterwarnings("ignore", message=r".*does not support \w+ natively")
        yield


def short(name: Any, most: int = LONGEST) -> str:
    """Return a name on one line that is not longer than `most`: the middle gives way.

    Examples
    --------
    >>> short("a very long name of a classifier, with its parameters", 20)
    'a very lon…arameters'
    """
    text = " ".join(str(name).split())
    if len(text) <= most:
        return text
    head = most // 2
    return f"{text[:head]}…{text[len(text) - (most - head - 1) :]}"


def shortened(names: Sequence[Any], most: int = LONGEST) -> list[str]:
    """Return short names that are still different from each other.

    Examples
    --------
    >>> shortened(["abcdefghijkl", "abcd!!!!ijkl"], 8)
    ['abcd…jkl', 'abcd…kl·2']
    """
    found: list[str] = []
    for name in names:
        text, copy = short(name, most), 1
        while text in found:
            copy += 1
            mark = f"·{copy}"
            text = short(name, most - len(mark)) + mark
        found.append(text)
    return found


def colour(place: int) -> str:
    """Return the colour of the algorithm at a place; after eight they come again."""
    return COLOURS[place % len(COLOURS)]


def dash(place: int) -> Any:
    """Return the kind of line that goes with the colour: eight more looks after each eight."""
    return DASHES[place // len(COLOURS) % len(DASHES)]


def plain_axes(ax: Any, title: str, note: str) -> None:
    """Write the title above and what was done below."""
    ax.set_title(title, pad=18.0 if note else 6.0)
    if note:
        ax.annotate(
            note,
            xy=(0.0, 1.0),
            xycoords="axes fraction",
            xytext=(0, 4),
            textcoords="offset points",
            ha="left",
            va="bottom",
            fontsize=7.0,
            color=QUIET,
            annotation_clip=False,
        )
