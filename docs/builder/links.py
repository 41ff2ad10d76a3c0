"""Every link of the finished site leads somewhere inside it, or to a named place outside."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Reader(HTMLParser):
    """What one page offers (anchors) and asks for (links, and files it is shown with)."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.parts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag offers or asks for."""
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name in {"href", "src"}:
                self.parts.append(value or "")


def faults(site: Path) -> list[str]:
    """Return what is wrong with the links of a site, one sentence each."""
    readers = {
        path: Reader(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))
    }
    found = []
    for page, reader in readers.items():
        name = page.relative_to(site)
        found += [
            f"{name} links to {link}, which is not there"
            for link in reader.links
            if not leads_somewhere(link, page, readers)
        ]
        found += [
            f"{name} is shown with {part}, which is not part of the site"
            for part in reader.parts
            if not (page.parent / unquote(part)).is_file()
        ]
    return found


def leads_somewhere(link: str, page: Path, readers: dict[Path, Reader]) -> bool:
    """Return whether a link on a page leads to a page, and to an anchor if it names one."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True  # outside: not ours to promise, and not looked up, for the build is offline
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if target not in readers:
        return target.is_file()
    return not parts.fragment or unquote(parts.fragment) in readers[target].anchors
