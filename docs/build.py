"""Write the documentation as static pages: `make docs`, or `python docs/build.py [--to FOLDER]`.

The pages are the Markdown files of this folder, and one page for each test of the registry. A
line `<!-- tests -->`, `<!-- measures -->` or `<!-- commands -->` in a Markdown file stands for the
list that is made from the code. The pages need no network, neither to be made nor to be read; a
link that leads nowhere ends the build with an error.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from builder import links, pages

ROOT = Path(__file__).parents[1]


def main() -> int:
    """Build the site and return the exit code."""
    parser = argparse.ArgumentParser(description="Build the documentation.")
    parser.add_argument("--from", dest="source", type=Path, default=ROOT / "docs")
    parser.add_argument("--to", dest="target", type=Path, default=ROOT / "site")
    options = parser.parse_args()
    written = pages.write_site(options.source.resolve(), options.target.resolve())
    faults = links.faults(options.target.resolve())
    for fault in faults:
        print(f"docs: {fault}", file=sys.stderr)
    if faults:
        return 1
    print(f"{written} pages in {options.target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
