"""Make the picture of the README: the page of the embedded example, as a browser shows it.

`python docs/picture.py` runs the example, writes its page and photographs the top of it into
`docs/report.png`. It needs chromium, as the tests of the page do.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from bakeoff.experiments.demo import study
from bakeoff.experiments.showing import compared, page

TO = Path(__file__).parent / "report.png"
WIDTH, HEIGHT = 940, 760


def main() -> int:
    """Write the picture and return the exit code."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        print("docs: the picture of the page needs chromium", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        results = study().run(Path(folder) / "study", progress=False)
        path = Path(folder) / "report.html"
        path.write_text(page(results, compared(results, measure="error")), encoding="utf-8")
        photograph(browser, path)
    print(f"{TO}: {TO.stat().st_size // 1000} kB")
    return 0


def photograph(browser: str, path: Path) -> None:
    """Show a page and keep its upper part."""
    with sync_playwright() as driver:
        shown = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        tab = shown.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=1.3)
        tab.goto(path.as_uri())
        tab.screenshot(path=TO)
        shown.close()


if __name__ == "__main__":
    sys.exit(main())
