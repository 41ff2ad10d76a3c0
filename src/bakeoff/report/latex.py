r"""Tables for LaTeX, with booktabs and longtable; what LaTeX would read as a command is escaped.

They compile with pdflatex, xelatex and lualatex. Letters that pdflatex has no font for, such as
Chinese ones, are set as they are by the other two, and named by their numbers by pdflatex.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from bakeoff.decide.comparison import Comparison
from bakeoff.report.cells import Cell, Table

ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"{\char34}",
    "'": r"{\char39}",
    "`": r"{\char96}",
    "-": r"{-}",
    "[": "{[}",  # after a line break it would be read as a distance
    "*": "{*}",
    "∞": r"$\infty$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "\N{MINUS SIGN}": "$-$",
    "\N{NO-BREAK SPACE}": "~",
}
SMALL_GREEK = [
    letter for letter in map(chr, range(0x3B1, 0x3CA)) if ord(letter) not in {0x3BF, 0x3C2}
]
LARGE_GREEK = "ΓΔΘΛΞΠΣΦΨΩ"  # the others look like Latin ones


def _greek(letter: str) -> str:
    name = unicodedata.name(letter).split()[-1].replace("LAMDA", "LAMBDA")
    return rf"$\{name.capitalize() if letter in LARGE_GREEK else name.lower()}$"


ESCAPES |= {letter: _greek(letter) for letter in [*SMALL_GREEK, *LARGE_GREEK]}
TRANSLATION = str.maketrans(ESCAPES)
# what pdflatex sets without more packages: Latin letters but these, and signs of a sentence
LATIN = frozenset(map(chr, range(0xA1, 0x180))) - frozenset("ĦħĸĿŀŉŦŧſ«»ÐÞðþĄąĐđĘęĮįŊŋŲų\xad")
SIGNS = frozenset("\u2013\u2014\u2018\u2019\u201c\u201d…•€←↑→")
LONG = 40  # rows from which a table breaks over pages
WIDE = 10  # columns beyond which a table is parted; the first column comes again
WORDY = 36  # letters from which a column breaks its lines
SMALL = 7  # columns from which the letters are smaller


def escaped(text: str) -> str:
    r"""Return words as LaTeX shows them.

    Examples
    --------
    >>> print(escaped("C4.5_m & 5%"))
    C4.5\_m \& 5\%
    """
    plain = " ".join(part for part in re.split(r"[ \t\n\r\f\v]+", text) if part)
    if plain.isascii() and plain.isprintable():
        return plain.translate(TRANSLATION)
    return "".join(
        _unknown(piece) if _is_unknown(piece[0]) else piece.translate(TRANSLATION)
        for piece in _pieces(plain)
    )


def _pieces(text: str) -> list[str]:
    """Return the text in pieces: letters that pdflatex knows, and letters that it does not."""
    pieces: list[str] = []
    for letter in text:
        if pieces and _is_unknown(pieces[-1][0]) == _is_unknown(letter):
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


def _is_unknown(letter: str) -> bool:
    if letter in ESCAPES or letter in LATIN or letter in SIGNS:
        return False
    return not " " <= letter <= "~"


def _unknown(piece: str) -> str:
    shown = "".join(letter for letter in piece if letter.isprintable())
    numbers = " ".join(f"U+{ord(letter):04X}" for letter in piece)
    return rf"\ifdefined\Umathcode {shown}\else [{numbers}]\fi{{}}"


def table(found: Table) -> str:
    """Return one table, in parts if it is wide: a tabular with rules, or a longtable."""
    return "\n".join(_table(part) for part in _parts(found))


def _parts(found: Table) -> list[Table]:
    count = len(found.heads)
    if count <= WIDE + 1:
        return [found]
    starts = range(1, count, WIDE)
    parts = []
    for number, start in enumerate(starts, 1):
        columns = [0, *range(start, min(start + WIDE, count))]
        parts.append(
            replace(
                found,
                name=f"{found.name}-{number}",
                caption=f"{found.caption} (part {number} of {len(starts)})",
                heads=tuple(found.heads[column] for column in columns),
                rows=tuple(tuple(row[column] for column in columns) for row in found.rows),
            )
        )
    return parts


def _table(found: Table) -> str:
    columns = _columns(found)
    head = " & ".join(escaped(name) for name in found.heads) + r" \\"
    wordy = [kind.startswith("p") for kind in columns]
    body = "\n".join(
        " & ".join(_cell(cell, wordy=long) for cell, long in zip(row, wordy, strict=True)) + r" \\"
        for row in found.rows
    )
    caption = rf"\caption{{{escaped(found.caption)}}}"
    label = rf"\label{{tab:{re.sub('[^A-Za-z0-9]+', '-', found.name)}}}"
    small = [r"\footnotesize", r"\setlength{\tabcolsep}{4pt}"] if _is_small(found) else []
    if len(found.rows) > LONG:
        lines = [
            r"\begingroup",
            *small,
            rf"\begin{{longtable}}{{{''.join(columns)}}}",
            rf"{caption}{label}\\",
            r"\toprule",
            head,
            r"\midrule",
            r"\endfirsthead",
            r"\toprule",
            head,
            r"\midrule",
            r"\endhead",
            r"\bottomrule",
            r"\endfoot",
            body,
            r"\end{longtable}",
            r"\endgroup",
        ]
    else:
        lines = [
            r"\begin{table}[htbp]",
            r"\centering",
            *small,
            caption,
            label,
            rf"\begin{{tabular}}{{{''.join(columns)}}}",
            r"\toprule",
            head,
            r"\midrule",
            body,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    return "\n".join([*lines, ""])


def _is_small(found: Table) -> bool:
    return len(found.heads) >= SMALL or any(kind.startswith("p") for kind in _columns(found))


def _columns(found: Table) -> list[str]:
    """Return the kinds of column: numbers right, words left, long words in lines of their own."""
    kinds = []
    for place, numeric in enumerate(found.numeric):
        longest = max((len(row[place].text) for row in found.rows), default=0)
        kinds.append("r" if numeric else "p" if longest >= WORDY else "l")
    many = kinds.count("p")
    if not many:
        return kinds
    width = (0.85 - 0.09 * (len(kinds) - many)) / many if len(kinds) < 8 else 0.16
    return [rf"p{{{width:.2f}\linewidth}}" if kind == "p" else kind for kind in kinds]


def tables(comparison: Comparison) -> str:
    """Return the tables of a comparison, with a comment on what they need."""
    from bakeoff.report.summary import summary

    parts = [
        r"% needs \usepackage{booktabs,longtable}; \usepackage[T1]{fontenc} is advised",
        "% " + " ".join(comparison.signature.split()),
    ]
    parts += [table(one) for one in summary(comparison).tables]
    return "\n".join(parts)


def _cell(cell: Cell, *, wordy: bool) -> str:
    shown = escaped(cell.text)
    shown = rf"\textbf{{{shown}}}" if cell.strong and shown else shown
    return rf"{{\raggedright {shown}\par}}" if wordy and shown else shown
