r"""Tables for LaTeX, with the package booktabs; what LaTeX would read as a command is escaped."""

from __future__ import annotations

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
    '"': r"\textquotedbl{}",
    "∞": r"$\infty$",
    "\N{MINUS SIGN}": "$-$",
}
LONG = 40  # rows from which a table breaks over pages


def escaped(text: str) -> str:
    r"""Return words as LaTeX shows them.

    Examples
    --------
    >>> print(escaped("C4.5_m & 5%"))
    C4.5\_m \& 5\%
    """
    return "".join(ESCAPES.get(letter, letter) for letter in " ".join(text.split()))


def table(found: Table) -> str:
    """Return one table: a tabular with rules, or a longtable where it is long."""
    columns = "".join("r" if numeric else "l" for numeric in found.numeric)
    head = " & ".join(escaped(name) for name in found.heads) + r" \\"
    body = "\n".join(" & ".join(_cell(cell) for cell in row) + r" \\" for row in found.rows)
    caption = rf"\caption{{{escaped(found.caption)}}}"
    label = rf"\label{{tab:{''.join(c if c.isalnum() else '-' for c in found.name)}}}"
    if len(found.rows) > LONG:
        return "\n".join(
            [
                rf"\begin{{longtable}}{{{columns}}}",
                rf"{caption}{label}\\",
                r"\toprule",
                head,
                r"\midrule",
                r"\endhead",
                body,
                r"\bottomrule",
                r"\end{longtable}",
                "",
            ]
        )
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            caption,
            label,
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            head,
            r"\midrule",
            body,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def tables(comparison: Comparison) -> str:
    """Return the tables of a comparison, with a comment on what they need."""
    from bakeoff.report.summary import summary

    parts = [
        r"% needs \usepackage{booktabs,longtable} and \usepackage[T1]{fontenc}",
        f"% {comparison.signature}",
    ]
    parts += [table(one) for one in summary(comparison).tables]
    return "\n".join(parts)


def _cell(cell: Cell) -> str:
    shown = escaped(cell.text)
    return rf"\textbf{{{shown}}}" if cell.strong and shown else shown
