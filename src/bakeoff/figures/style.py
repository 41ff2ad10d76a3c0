"""How all pictures look: colours that everybody can tell apart, names as they are written."""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

INK = "#1b1f24"  # what is read
PRINT = "#1b1f25"  # letters on a coloured ground, which is the same by day and by night
QUIET = "#6e7781"  # axes, grids, what stands behind
PAPER = "#fdfefe"  # what lies under a picture, where a mark is hollow
# Okabe and Ito (2008): told apart by people with any kind of colour vision
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#a6761d", "#666666")
DASHES: tuple[Any, ...] = ("-", "--", "-.", (0, (1, 1)), (0, (6, 1, 1, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
# for what the first of them lacks: those of these fonts that a machine has
FONTS = (
    "DejaVu Sans",
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "PingFang SC",
    "Hiragino Sans",
    "Microsoft YaHei",
    "Malgun Gothic",
    "Arial Unicode MS",
    "Noto Sans",
    "Noto Sans Arabic",
    "Noto Sans Devanagari",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
)
MINUS = "\N{MINUS SIGN}"
NOTE = 7.5  # points of what is said under a title
LONGEST = 28  # characters of a name; the frame of a picture holds the whole

SETTINGS: Any = {
    "font.size": 9.0,
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
    "figure.max_open_warning": 0,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "svg.fonttype": "none",  # text stays text: it can be searched, and no script runs in it
}


@contextmanager
def styled() -> Iterator[None]:
    """Draw in the house's style, and only here; a letter that a font lacks is no fault."""
    import matplotlib as mpl

    with warnings.catch_warnings(), mpl.rc_context({**SETTINGS, "font.family": fonts()}):
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .*missing from")
        warnings.filterwarnings("ignore", message=r".*does not support \w+ natively")
        yield


@cache
def fonts() -> list[str]:
    """Return the fonts to write with, the first one first: those that are there."""
    from matplotlib.font_manager import fontManager

    known = {font.name for font in fontManager.ttflist}
    return [name for name in FONTS if name in known]


def drawable(text: str) -> str:
    """Return a text with a square for each letter that no font of this machine has.

    It looks as it would be drawn anyway, and nobody is warned of it.
    """
    return "".join(letter if _has_shape(letter) else "\N{WHITE SQUARE}" for letter in text)


@cache
def _has_shape(letter: str) -> bool:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    if letter.isspace():
        return True
    paths = (findfont(FontProperties(family=[name])) for name in fonts())
    return any(get_font(path).get_char_index(ord(letter)) for path in paths)


def inches(text: str, points: float) -> float:
    """Return how wide a text is, in inches, at a size of its letters in points.

    A letter that the font lacks is taken for as wide as it is high.
    """
    return points / 72.0 * sum(_advance(letter) for letter in text)


@cache
def _advance(letter: str) -> float:
    """Return the width of a letter as a part of its size."""
    font = _font()
    if unicodedata.combining(letter):
        return 0.0
    if not font.get_char_index(ord(letter)):
        return 1.0
    size = 100.0
    font.set_size(size, 72)
    return float(font.load_char(ord(letter)).linearHoriAdvance) / 65536.0 / size


@cache
def _font() -> Any:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return get_font(findfont(FontProperties(family=["DejaVu Sans"])))


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
    ['abcd…jkl', 'abc…kl·2']
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
    """Return the kind of line at a place: with the colour it is the place's own up to 40."""
    return DASHES[place % len(DASHES)]


def wrapped(text: str, width: float, points: float = NOTE) -> list[str]:
    """Return a text in lines that are no wider than so many inches."""
    lines: list[str] = []
    for word in text.split():
        if lines and inches(f"{lines[-1]} {word}", points) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def plain_axes(ax: Any, title: str, note: str) -> None:
    """Write the title above, and under it what was done, in lines that fit the axes."""
    width = ax.get_position(original=True).width * ax.figure.get_figure(root=True).get_figwidth()
    lines = wrapped(note, 0.95 * width)
    ax.set_title(title, pad=6.0 + 1.35 * NOTE * len(lines) + 2.0 * bool(lines))
    if lines:
        ax.annotate(
            "\n".join(lines),
            xy=(0.0, 1.0),
            xycoords="axes fraction",
            xytext=(0, 4),
            textcoords="offset points",
            ha="left",
            va="bottom",
            fontsize=NOTE,
            color=QUIET,
            annotation_clip=False,
        )
