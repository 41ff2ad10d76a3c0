"""The documentation: it builds, it is whole, it needs no network, and its examples are true."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bakeoff.stats.registry import MODULES

ROOT = Path(__file__).parents[2]
WITH_EXAMPLES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def build(*arguments):
    return subprocess.run(
        [sys.executable, ROOT / "docs" / "build.py", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("docs") / "site"
    run = build("--to", folder)
    assert run.returncode == 0, run.stderr
    return folder


def test_every_test_has_its_page(site):
    """A page for every name of the registry, with its example on it."""
    assert {path.stem for path in (site / "tests").glob("*.html")} == set(MODULES)
    assert "&gt;&gt;&gt;" in (site / "tests" / "mcnemar.html").read_text(encoding="utf-8")


def test_the_lists_made_from_the_code_are_there(site):
    """Tests, measures and commands: each list holds one that everybody knows."""
    for page, known in [("tests", "mcnemar"), ("measure-list", "accuracy"), ("shell", "describe")]:
        assert f"<code>{known}</code>" in (text := (site / f"{page}.html").read_text()) or (
            f'<h2 id="{known}">' in text
        )


def test_the_gallery_shows_every_kind_of_picture(site):
    """Each drawn when the page is made, under a title that can be linked to."""
    from bakeoff.figures.catalogue import KINDS

    text = (site / "gallery.html").read_text(encoding="utf-8")
    for kind in KINDS:
        assert f'<h3 id="{kind.name}">' in text
    assert text.count("<svg") == len(KINDS)


def test_the_site_is_shown_without_a_network(site):
    """Nothing that a page is shown with comes from elsewhere: no font, no script, no picture."""
    for path in (*site.rglob("*.html"), *site.rglob("*.css")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r'(src=|@import|url\()\s*["\']?(https?:)?//', text), path
        assert not re.search(r'<link[^>]+href="(https?:)?//', text), path


def test_a_formula_stays_as_it_was_written(site):
    """Stars and underscores in a docstring are not read as marks."""
    text = (site / "tests" / "adjust.html").read_text(encoding="utf-8")
    assert "p_(j)" in text


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("[x](nowhere.md)", "index.html links to nowhere.md, which is not there"),
        ("[x](#nowhere)", "index.html links to #nowhere, which is not there"),
        ("[x](other.md#nowhere)", "index.html links to other.html#nowhere, which is not there"),
        (
            "![x](nowhere.svg)",
            "index.html is shown with nowhere.svg, which is not part of the site",
        ),
    ],
)
def test_a_dead_link_ends_the_build(tmp_path, link, told):
    """A link that leads nowhere is named with its page."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(f"# One\n\nSee {link}, [two](other.md#two).\n")
    (docs / "other.md").write_text("# Two\n")
    run = build("--from", docs, "--to", tmp_path / "site")
    assert (run.returncode, run.stderr) == (1, f"docs: {told}\n")


def fences(text, language):
    """Return the blocks of code in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def name_of(path):
    return str(path.relative_to(ROOT))


@pytest.fixture
def beside_its_file(tmp_path, monkeypatch):
    """A folder that holds `scores.csv` as the README shows it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (tmp_path / "scores.csv").write_text(fences(text, "csv")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=name_of)
@pytest.mark.usefixtures("beside_its_file")
def test_the_examples_of_a_page_are_true(path):
    """What a page shows in Python is what Python says."""
    text = "\n".join(fences(path.read_text(encoding="utf-8"), "(?:python|pycon)"))
    example = doctest.DocTestParser().get_doctest(text, {}, name_of(path), str(path), 0)
    said = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=said.append)
    assert said == []


@pytest.mark.usefixtures("beside_its_file")
def test_the_commands_of_the_readme_work():
    """What the README types in the shell ends with 0."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line for block in fences(text, "sh") for line in block.splitlines()]
    assert lines
    folder = Path(sys.executable).parent
    for line in lines:
        command, *words = shlex.split(line, comments=True)
        run = subprocess.run(
            [folder / command, *words],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "COLUMNS": "100"},
        )
        assert run.returncode == 0, f"{line}\n{run.stderr}"


@pytest.mark.parametrize("path", [ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=name_of)
def test_the_links_of_a_first_page_lead_somewhere(path):
    """The pages at the top are read where they lie, too."""
    links = re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []
