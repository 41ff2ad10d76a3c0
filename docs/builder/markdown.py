"""Markdown as HTML: titles with anchors, coloured code, links from file to page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from builder.code import highlighted
from markdown_it import MarkdownIt
from markdown_it.token import Token

PLACEHOLDER = re.compile(r"<!--\s*(\w+)\s*-->")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page's title and its body."""

    title: str
    html: str


def rendered(
    text: str,
    *,
    link: Callable[[str], str],
    name: Callable[[str], str],
    lists: Mapping[str, Callable[[], str]],
) -> Rendered:
    """Return Markdown as HTML.

    `link` turns a link to a file into one to a page, `name` shows what stands in backticks, and
    `lists` gives what a comment of that name stands for.
    """
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = reader.parse(text)
    title = ""
    for position, token in enumerate(tokens):
        if token.type == "heading_open":
            words = plain(tokens[position + 1])
            token.attrSet("id", anchor(words))
            title = title or words
        for child in token.children or []:
            if child.type == "link_open":
                child.attrSet("href", link(str(child.attrGet("href"))))
        if token.type == "html_block" and (found := PLACEHOLDER.fullmatch(token.content.strip())):
            token.content = lists[found[1]]() if found[1] in lists else token.content

    def fence(tokens: list[Token], position: int, *_: Any) -> str:
        return highlighted(tokens[position].content, tokens[position].info.strip())

    def code(tokens: list[Token], position: int, *_: Any) -> str:
        return name(tokens[position].content)

    reader.renderer.rules["fence"] = fence
    reader.renderer.rules["code_inline"] = code
    return Rendered(title or "bakeoff", reader.renderer.render(tokens, reader.options, {}))


def plain(token: Token) -> str:
    """Return the words of a title without their marks."""
    return "".join(
        child.content for child in token.children or [] if child.type in {"text", "code_inline"}
    )


def anchor(words: str) -> str:
    """Return the name a title can be linked by, as the usual Markdown viewers make it."""
    return escape(re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-"))
