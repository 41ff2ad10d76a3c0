"""A picture as SVG for a page."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from bakeoff.figures import catalogue, svg


def drawn(comparison, kind="critical-difference"):
    return svg.of(catalogue.figure(comparison, kind), kind)


def test_the_same_comparison_gives_the_same_picture(shown):
    """No date, no chance: a report of the same numbers is the same file."""
    for kind in ("critical-difference", "p-values", "intervals"):
        assert drawn(shown("ranks"), kind) == drawn(shown("ranks"), kind)


def test_names_are_words_and_stay_what_they_are(shown, hostile_names):
    """Every name that fits can be read back letter by letter; none has become a tag."""
    root = ET.fromstring(drawn(shown("hostile")))  # noqa: S314  our own picture
    words = [" ".join("".join(node.itertext()).split()) for node in root.iter() if node.text]
    for name in hostile_names:
        if len(name) <= 28:
            assert any(" ".join(name.split()) in word for word in words), name
    tags = {node.tag.rpartition("}")[2] for node in root.iter()}
    assert tags <= {"svg", "defs", "g", "path", "text", "tspan", "use", "clipPath", "rect"}


def test_the_ids_of_two_pictures_differ(shown):
    """A page has many pictures, and every id once."""
    one, other = (drawn(shown("ranks"), kind) for kind in ("boxes", "intervals"))
    ids = [set(re.findall(r'<[^>]*\bid="([^"]+)"', text)) for text in (one, other)]
    assert ids[0]
    assert not ids[0] & ids[1]
    for text, own in zip((one, other), ids, strict=True):
        asked = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
        assert asked <= own


@pytest.mark.parametrize("kind", ["critical-difference", "intervals", "p-values"])
def test_the_page_decides_the_ink(shown, kind):
    """By night the lines and letters are light: nothing is black."""
    text = drawn(shown("ranks"), kind)
    assert "var(--ink)" in text
    assert not re.search(r"(fill|stroke): ?(#000000|black)", text)


def test_nothing_is_fetched(shown):
    """No address but the names of the formats."""
    found = re.findall(r"https?://[^\s\"<]+", drawn(shown("many"), "p-values"))
    assert {one for one in found if "www.w3.org" not in one} == set()
