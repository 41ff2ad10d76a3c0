"""Run an experiment of the documents again: `python -m studies NAME [--full] [--to FOLDER]`.

Small by default; `--full` takes all data sets that can be had. What is finished is kept in the
folder, so a run that was stopped goes on when the same command is given again.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from bakeoff.errors import BakeoffError
from studies import page
from studies.packages import NotFetched
from studies.recipes import RECIPES, Changed, checksum

STUDIES = {
    "figure1": "what error does not see",
    "figure4": "true negatives and skew",
    "yildiz": "five classifiers on two-class sets: error against two measures at once",
    "aslan": "five learners, one third left out, 30 folds: chapters 3, 5, 6 and 7",
}


def main() -> int:
    """Run the study that was asked for, write its page, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m studies", description=__doc__)
    parser.add_argument("name", choices=[*STUDIES, "checksums"])
    parser.add_argument("--full", action="store_true", help="all data sets that can be had")
    parser.add_argument("--to", type=Path, default=None, metavar="FOLDER")
    options = parser.parse_args()
    try:
        if options.name == "checksums":
            return _checksums()
        folder = options.to or Path(f"{options.name}-{'full' if options.full else 'small'}")
        told = importlib.import_module(f"studies.{options.name}").run(folder, full=options.full)
    except (BakeoffError, NotFetched, Changed) as fault:
        print(f"studies: {fault}", file=sys.stderr)
        return 1
    path = folder / "page.html"
    page.write(told, path, f"python -m studies {options.name}{' --full' * options.full}")
    for one in told.findings:
        print(f"{one.verdict:>14}  {one.where}: {one.printed}. Here: {one.ours}")
    print(f"The whole: {path}")
    return 0


def _checksums() -> int:
    """Print the checksum of every recipe's files, and whether it is the one written down."""
    changed = 0
    for name, recipe in RECIPES.items():
        found = checksum(recipe.content())
        changed += found != recipe.checksum
        print(f"{name:<14} {found} {'' if found == recipe.checksum else 'CHANGED'}")
    return min(changed, 1)


if __name__ == "__main__":
    sys.exit(main())
