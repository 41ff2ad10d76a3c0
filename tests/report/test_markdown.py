"""A comparison as Markdown: read back by a reader of Markdown."""

from __future__ import annotations

import re
from html import unescape

import pytest
from markdown_it import MarkdownIt

from bakeoff.report import markdown


def rendered(text):
    """Return the HTML that a viewer with tables makes."""
    return MarkdownIt("commonmark", {"html": True}).enable("table").render(text)


def cells(html):
    """Return the tables as rows of words."""
    return [
        [
            [unescape(re.sub("<[^>]+>", "", cell)) for cell in re.findall(r"<t[dh].*?>(.*?)</t[dh]>", row)]
            for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
        ]
        for table in re.findall(r"<table>(.*?)</table>", html, re.DOTALL)
    ]  # fmt: skip


def test_the_document_renders(each):
    """Its title is the question, its first words are the verdict, its tables have equal rows."""
    html = rendered(each.to_markdown())
    assert html.startswith("<h1>")
    first = unescape(re.sub("<[^>]+>", "", re.findall(r"<p>(.*?)</p>", html, re.DOTALL)[0]))
    assert " ".join(first.split()) == " ".join(each.verdict.split())
    found = cells(html)
    assert len(found) >= 2
    for table in found:
        assert len({len(row) for row in table}) == 1


def test_hostile_names_are_words(shown, hostile_names):
    """No tag, no mark, no bar of a name is taken for one of the document."""
    html = rendered(shown("hostile").to_markdown())
    names = {row[1] for row in cells(html)[0][1:]}
    assert names == {" ".join(name.split()) for name in hostile_names}
    assert "<script" not in html
    assert "<img" not in html


def test_the_pairs_are_there_with_their_decisions(shown):
    """One row a pair; those that differ are strong."""
    comparison = shown("ranks")
    found = next(table for table in cells(rendered(comparison.to_markdown())) if table[0][0] == "a")
    assert len(found) == len(comparison.pairs) + 1
    differ = sum(row[-1] == "differ" for row in found)
    assert differ == int(comparison.pairs.significant.sum())


def test_methods_and_sources_stand_at_the_end(shown):
    """The paragraph, a numbered list of sources, the signature."""
    text = shown("ranks").to_markdown()
    assert "## Methods" in text
    assert re.search(r"^1\. Friedman", text, re.MULTILINE)
    assert text.rstrip().endswith(f"`{shown('ranks').signature}`")


@pytest.mark.parametrize(
    "word", ["*a*", "_a_", "`a`", "# a", "[a](b)", "a|b", "<b>a</b>", "&lt;", r"\*"]
)
def test_a_word_stays_a_word(word):
    """What Markdown would read as a mark is shown as it is."""
    html = rendered(f"x {markdown.escaped(word)} y")
    assert unescape(re.sub("<[^>]+>", "", html)).strip() == f"x {word} y"
