"""Code, coloured."""

from __future__ import annotations

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

FORMATTER = HtmlFormatter(nowrap=True)
LANGUAGES = {"sh": "bash", "shell": "bash", "": "text"}


def highlighted(text: str, language: str) -> str:
    """Return a block of code as HTML; a language that is not known is shown as plain text."""
    language = LANGUAGES.get(language, language)
    if language == "python" and text.lstrip().startswith(">>>"):
        language = "pycon"
    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    return f'<pre class="code"><code>{highlight(text, lexer, FORMATTER)}</code></pre>\n'


def colours() -> str:
    """Return the style sheet of the colours, for a light and for a dark screen."""
    light = HtmlFormatter(style="default").get_style_defs(".code")
    dark = HtmlFormatter(style="github-dark").get_style_defs(".code")
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n"
