"""The page: whole, safe, small, and in the order in which a person asks."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from bakeoff.report import html
from bakeoff.report.cells import Table, text

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Reader(HTMLParser):
    """What stands in a page: its words, its tags, and whether every tag is closed."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        """Note a tag."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        """Note a tag that closes itself."""
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        """Look that the innermost tag is closed first."""
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        """Keep the words that are shown."""
        if "script" not in self.open and "style" not in self.open:
            self.words.append(data)

    @property
    def said(self) -> str:
        """All words, with single blanks."""
        return " ".join(" ".join(self.words).split())


def test_the_page_is_whole(each_page):
    """Every tag is closed, every id is there once, every link leads to one."""
    reader = Reader(each_page)
    assert reader.open == []
    ids = [attrs["id"] for _, attrs in reader.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    links = [attrs["href"] for tag, attrs in reader.tags if tag == "a"]
    assert links
    assert {link.removeprefix("#") for link in links} <= set(ids)


def test_the_verdict_comes_first_and_the_rest_in_the_order_of_the_questions(page_of, shown):
    """Verdict, picture, who differs, what is open, scores, why, curves, methods, downloads."""
    page = page_of("predictions")
    ids = ["verdict", "pairs", "scores", "why", "curves", "methods", "downloads", "signature"]
    places = [page.index(f'id="{one}"') for one in ids]
    assert places == sorted(places)
    assert places[0] < page.index("<svg") < places[1]
    words = Reader(page).said
    assert " ".join(shown("predictions").verdict.split()) in words


def test_what_is_open_stands_before_the_scores(page_of):
    """With how much it would take."""
    page = page_of("ranks")
    assert page.index('id="pairs"') < page.index('id="undecided"') < page.index('id="scores"')


def test_everything_a_reader_needs_is_told(each, each_page):
    """Reasons, warnings, checks, methods, sources and signature, word by word."""
    said = Reader(each_page).said
    told = [each.verdict, *each.reasons, *each.warnings, each.signature]
    told += [check.sentence for check in each.checks]
    told += [line.removeprefix("- ") for line in each.methods().split("\n") if line]
    for sentence in told:
        assert " ".join(sentence.split()) in said


def test_every_picture_is_on_the_page_once(each, each_page):
    """As an element of the page, not as a file beside it."""
    pictures = re.findall(r'<figure class="picture" data-name="([^"]+)"', each_page)
    assert sorted(pictures) == sorted(each.plots())
    assert each_page.count("<svg") == len(pictures)


def test_nothing_is_fetched_and_no_script_but_its_own_runs(each_page):
    """A policy says so to the browser, too; its hash is that of the script."""
    reader = Reader(each_page)
    for tag, attrs in reader.tags:
        for name, value in attrs.items():
            if name in {"src", "href", "xlink:href", "action"}:
                assert str(value).startswith(("#", "data:")), (tag, value)
            assert not name.startswith("on"), (tag, name)
    policy = next(attrs["content"] for tag, attrs in reader.tags if "http-equiv" in attrs)
    assert policy.startswith("default-src 'none'")
    assert "'unsafe-inline'" not in policy.split("script-src")[1]
    assert sum(tag == "script" for tag, _ in reader.tags) == 3


def test_hostile_names_are_words(page_of, hostile_names):
    """A name with tags, quotes or commands is shown as it is, and is no tag."""
    reader = Reader(page_of("hostile"))
    said = reader.said
    for name in hostile_names:
        assert " ".join(name.split()) in said
    assert not [tag for tag, _ in reader.tags if tag == "img"]


def test_hostile_names_do_not_leave_the_data_of_the_script(page_of, shown):
    """The tables for LaTeX and the JSON are read back as they were written."""
    page = page_of("hostile")
    parts = re.findall(
        r'<script type="application/json" id="(\w+)">(.*?)</script>', page, re.DOTALL
    )
    found = {name: json.loads(text) for name, text in parts}
    assert found["json"] == json.loads(shown("hostile").to_json())
    assert r"\textless{}script\textgreater{}" in found["latex"]["algorithms"]


def test_forty_algorithms_on_142_data_sets_stay_small():
    """Below 3 MB, with all pictures and all 780 pairs."""
    import numpy as np

    from bakeoff.decide import compare

    random = np.random.default_rng(1)
    values = random.uniform(0.5, 0.95, (142, 1)) + random.normal(0.0, 0.03, (142, 40))
    page = compare(values + np.linspace(0.0, -0.05, 40), measure="auc").to_html()
    assert len(page.encode()) < 3_000_000
    assert page.count("<tr>") > 780 + 142 + 40


def test_a_hundred_algorithms_stay_below_5_mb():
    """With all 4950 pairs; the picture of ranks comes first, the grid of p-values next."""
    import numpy as np
    import pandas as pd

    from bakeoff.decide import compare

    random = np.random.default_rng(3)
    skill = np.linspace(0.0, -0.06, 100)
    values = random.uniform(0.6, 0.9, (30, 1)) + skill + random.normal(0.0, 0.03, (30, 100))
    frame = pd.DataFrame(values.round(4), columns=[f"algorithm {place}" for place in range(100)])
    page = compare(frame, measure="auc").to_html()
    assert len(page.encode()) < 5_000_000
    assert page.count("<tr>") > 4950 + 100 + 30
    pictures = re.findall(r'<figure class="picture" data-name="([^"]+)"', page)
    assert pictures[:2] == ["critical-difference", "p-values"]


def test_sentences_begin_with_a_capital_but_names_stay_as_they_are(shown):
    """The page's style raises the first letter, where it is none of a name."""
    from dataclasses import replace

    from bakeoff.report.summary import summary

    found = replace(summary(shown("two")), reasons=("a0 is fast", "two are compared"))
    page = html.rendered(found)
    assert '<li class="name">a0 is fast</li><li>two are compared</li>' in page
    assert ".sentences li:not(.name)::first-letter { text-transform: uppercase; }" in page


def test_the_same_comparison_gives_the_same_page(shown, page_of):
    """No date and no chance: two people who compare the same have the same file."""
    assert shown("ranks").to_html() == page_of("ranks")


def test_a_study_tells_how_it_was_run(shown):
    """Its title stands on the page, and a table of the run."""
    run = Table("run", "How the study was run", ("what", "is"), ((text("seed"), text("7")),))
    page = html.page(shown("two"), run=run, title="Trees <and> nets")
    assert "<h1>Trees &lt;and&gt; nets</h1>" in page
    assert "How the study was run" in page


def test_the_page_is_written_to_a_file(shown, tmp_path):
    """The text that is returned is the file."""
    path = tmp_path / "report.html"
    page = shown("two").to_html(path)
    assert path.read_text(encoding="utf-8") == page


def test_a_page_that_cannot_be_written_says_so(shown, tmp_path):
    """One sentence with the path and the reason."""
    from bakeoff.errors import InvalidInput

    path = tmp_path / "no folder" / "report.html"
    with pytest.raises(InvalidInput) as told:
        shown("two").to_html(path)
    assert str(told.value) == f"{path} could not be written: No such file or directory"
