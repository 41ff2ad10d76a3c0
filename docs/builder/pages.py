"""The pages of the site: which there are, what is on them, how they are reached."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from builder import gallery, markdown, reference
from builder.code import colours
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from bakeoff.stats.registry import MODULES

HERE = Path(__file__).parent
FIRST = (
    "index",
    "reading",
    "measures",
    "measure-list",
    "tests",
    "shell",
)  # the others follow by name
FROM_THE_ROOT = ("CONTRIBUTING.md", "CHANGELOG.md")
PICTURES = {".svg", ".png"}


@dataclass(frozen=True, slots=True)
class Page:
    """One page: where it lies in the site, its title, its group in the list of pages, its body."""

    path: PurePosixPath
    title: str
    group: str
    html: str


def write_site(source: Path, target: Path) -> int:
    """Write the site of a folder of Markdown files, and return the number of its pages."""
    shutil.rmtree(target, ignore_errors=True)
    pages = [*from_markdown(source), *from_code()]
    template = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined
    ).get_template("page.html")
    for page in pages:
        path = target / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            template.render(
                page=page,
                body=Markup(page.html),  # noqa: S704  made by this program, escaped on the way
                groups=grouped(pages),
                way=lambda other, page=page: way(page.path, other),
            ),
            encoding="utf-8",
        )
    style = (HERE / "style.css").read_text(encoding="utf-8")
    (target / "style.css").write_text(style + colours(), encoding="utf-8")
    for picture in (one for one in source.rglob("*") if one.suffix in PICTURES):
        to = target / picture.relative_to(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(picture, to)
    return len(pages)


def from_markdown(source: Path) -> Iterator[Page]:
    """Yield a page for every Markdown file, in the order in which they are listed."""
    places = {path: place_of(path.relative_to(source)) for path in source.rglob("*.md")}
    above = (source.parent / name for name in FROM_THE_ROOT)
    places |= {path: PurePosixPath(path.stem.lower() + ".html") for path in above if path.is_file()}
    for path, place in sorted(places.items(), key=lambda item: order(item[1])):
        found = markdown.rendered(
            path.read_text(encoding="utf-8"),
            link=lambda href, path=path, place=place: page_link(href, path, place, places),
            name=Names(place),
            lists={
                "tests": lambda place=place: reference.list_of_tests(Names(place)),
                "measures": lambda place=place: reference.list_of_measures(Names(place)),
                "commands": reference.list_of_commands,
                "gallery": gallery.pictures,
                "schema": reference.schema_of_a_comparison,
            },
        )
        group = "Decisions" if place.parent.name == "decisions" else ""
        group = "The project" if path.name in FROM_THE_ROOT else group
        yield Page(place, found.title, group, found.html)


def from_code() -> Iterator[Page]:
    """Yield a page for every name of the registry of tests."""
    for page in reference.pages():
        place = place_of_name(page.name)
        yield Page(place, page.name, reference.FAMILIES[page.family], page.body(Names(place)))


def place_of(path: Path) -> PurePosixPath:
    """Return where the page of a Markdown file lies; a README is the index of its folder."""
    named = path.with_name("index.md") if path.name == "README.md" else path
    return PurePosixPath(named.with_suffix(".html"))


def place_of_name(name: str) -> PurePosixPath:
    """Return where the page of a name of `bakeoff.stats` lies."""
    return PurePosixPath("tests", f"{name}.html")


def order(place: PurePosixPath) -> tuple[int, int, str]:
    """Return by what the pages are sorted: the first ones as said, then by folder and name."""
    top = FIRST.index(place.stem) if place.stem in FIRST and len(place.parts) == 1 else len(FIRST)
    return len(place.parts), top, "" if place.stem == "index" else str(place)


def page_link(
    href: str, path: Path, place: PurePosixPath, places: dict[Path, PurePosixPath]
) -> str:
    """Return a link to a file as one to its page; others stay, and are checked at the end."""
    parts = urlsplit(href)
    if parts.scheme or not parts.path:
        return href
    file = (path.parent / parts.path).resolve()
    if file in places:
        to = places[file]
    elif file.parent.name == "tests" and file.stem in MODULES:
        to = place_of_name(file.stem)
    else:
        return href
    return way(place, to) + (f"#{parts.fragment}" if parts.fragment else "")


def way(here: PurePosixPath, there: PurePosixPath | str) -> str:
    """Return the way from a page to another place in the site."""
    return os.path.relpath(there, here.parent).replace(os.sep, "/")


@dataclass(frozen=True, slots=True)
class Names:
    """Shows a name in backticks on a page: as a link where the name has a page of its own."""

    here: PurePosixPath

    def __call__(self, text: str) -> str:
        """Return the name as HTML."""
        shown = f"<code>{escape(text, quote=False)}</code>"
        place = place_of_name(text)
        if text not in MODULES or place == self.here:
            return shown
        return f'<a href="{way(self.here, place)}">{shown}</a>'


def grouped(pages: list[Page]) -> list[tuple[str, list[Page]]]:
    """Return the pages by group, the groups in the order in which they first appear."""
    groups: dict[str, list[Page]] = {"": [], **{title: [] for title in reference.FAMILIES.values()}}
    for page in pages:
        groups.setdefault(page.group, []).append(page)
    return [(title, members) for title, members in groups.items() if members]
