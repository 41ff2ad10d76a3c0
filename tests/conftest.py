"""What tests of several rooms share: the programs that are not Python's."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

WEKA = Path(os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar"))


def needed(what: str, *, present: bool) -> None:
    """Go on if a program is there; else fail under CI, and elsewhere skip and say what to do."""
    if present:
        return
    sentence = f"{what} is not on this machine; scripts/programs installs it where it may"
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser that shows the pages."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    needed("chromium", present=path is not None)
    return str(path)


@pytest.fixture(scope="session")
def pdflatex() -> str:
    """The program that sets LaTeX."""
    path = shutil.which("pdflatex")
    needed("pdflatex", present=path is not None)
    return str(path)


@pytest.fixture(scope="session")
def weka() -> Path:
    """The archive of Weka, with a java that runs it."""
    needed("java with weka.jar", present=WEKA.is_file() and shutil.which("java") is not None)
    return WEKA
