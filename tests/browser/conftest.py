"""Pages in a real browser: each opened from disk, with an ear for everything that goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for all tests of a process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        # as root, as in a container, chromium starts without its sandbox only
        found = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def opened(
    browser: Browser, page_of: Callable[[str], str], tmp_path: Path
) -> Iterator[Callable[..., Page]]:
    """A function that opens a page from disk; at the end nothing may have gone wrong on any."""
    faults: list[str] = []
    contexts: list[Any] = []

    def open_page(name: str, **choices: Any) -> Page:
        path = tmp_path / "report.html"
        path.write_text(page_of(name), encoding="utf-8")
        context = browser.new_context(offline=True, **choices)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: faults.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (faults.append("dialog"), dialog.dismiss()))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((path.as_uri(), "blob:"))
                else faults.append(f"asked for {request.url}")
            ),
        )
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
