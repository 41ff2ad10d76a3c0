"""Tables for LaTeX: set by a real one."""

from __future__ import annotations

import subprocess

import pytest

from bakeoff.report import latex
from bakeoff.report.cells import Table, number, text

DOCUMENT = r"""\documentclass{article}
\usepackage{booktabs,longtable}
%s
\begin{document}
%s
\end{document}
"""


@pytest.fixture
def compiled(pdflatex, tmp_path):
    """A function that sets a piece of LaTeX, and fails with what LaTeX says."""

    def set_(body: str, packages: str = "") -> str:
        (tmp_path / "tables.tex").write_text(DOCUMENT % (packages, body), encoding="utf-8")
        run = subprocess.run(  # noqa: S603  the program that was found, on our own file
            [pdflatex, "-interaction=nonstopmode", "-halt-on-error", "tables.tex"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        said = run.stdout.decode("utf-8", "replace")
        assert run.returncode == 0, said[-2000:]
        assert (tmp_path / "tables.pdf").read_bytes().startswith(b"%PDF")
        return said

    return set_


@pytest.mark.parametrize("name", ["hostile", "many", "measures", "margin", "one test set"])
def test_the_tables_compile(shown, compiled, name):
    """All tables of a comparison, with the two packages that the first line names."""
    compiled(shown(name).to_latex())


def test_they_compile_with_the_encoding_that_is_advised(shown, compiled):
    """With T1 as without."""
    compiled(shown("hostile").to_latex(), r"\usepackage[T1]{fontenc}")


def test_every_letter_compiles(compiled):
    """Latin, Greek, signs, and what no font of LaTeX has."""
    letters = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x391, 0x3CA)]))
    others = (
        "日本語 مصنف \u2013\u2014\u2018\u2019\u201c\u201d…•€←↑→≤≥∞\u2212\u00d7± \N{GRINNING FACE}"
    )
    compiled("\n\n".join(latex.escaped(letter) for letter in letters + others))


def test_names_in_the_table_are_read_back(shown):
    """What LaTeX would take for a command is escaped; all other words stand as they are."""
    text_ = shown("ranks").to_latex()
    for name in shown("ranks").order:
        assert f"& {name} &" in text_ or f"\\textbf{{{name}}}" in text_
    assert text_.startswith(r"% needs \usepackage{booktabs,longtable}")
    assert shown("ranks").signature in text_


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("50 % & $x_1$", r"50 \% \& \$x\_1\$"),
        (r"a\b{c}", r"a\textbackslash{}b\{c\}"),
        ("x^2 ~ #1", r"x\textasciicircum{}2 \textasciitilde{} \#1"),
        ("\N{MINUS SIGN}0.5", "$-$0.5"),
        ("χ²", r"$\chi$²"),
        ("日本", r"\ifdefined\Umathcode 日本\else [U+65E5 U+672C]\fi{}"),
        ("two\nlines", "two lines"),
        ("[2cm] *", "{[}2cm] {*}"),
    ],
)
def test_words_are_escaped(words, written):
    """Each sign that means something to LaTeX."""
    assert latex.escaped(words) == written


def test_a_wide_table_is_parted():
    """Ten columns a part, the names of the rows in each; no column is lost."""
    heads = ("set", *(f"a{place}" for place in range(25)))
    rows = tuple((text(f"s{row}"), *(number(place) for place in range(25))) for row in range(3))
    found = latex.table(Table("scores", "Scores", heads, rows))
    assert found.count(r"\begin{tabular}") == 3
    assert found.count("s0 &") == 3
    assert "part 3 of 3" in found
    assert all(f"a{place}" in found for place in range(25))


def test_a_long_table_breaks_over_pages():
    """Its head comes again on each."""
    rows = tuple((text(f"s{row}"), number(row)) for row in range(50))
    found = latex.table(Table("scores", "Scores", ("set", "a"), rows))
    assert r"\begin{longtable}{lr}" in found
    assert r"\endhead" in found


def test_a_row_that_begins_with_a_bracket_is_no_distance(compiled):
    """After a line break, [..] and * would be read as parts of it."""
    rows = tuple((text(name), number(1)) for name in ("[a]", "*", "[3cm]", "&", "% x"))
    compiled(latex.table(Table("t", "c [x]", ("[h]", "*"), rows)))


def test_a_label_is_one_word():
    """The name of a measure may hold anything."""
    found = latex.table(Table("scores-f1 & {x}", "c", ("a",), ((text("x"),),)))
    assert r"\label{tab:scores-f1-x-}" in found
