"""What lands is clean: the three of `make lint`, so that the suite alone can say yes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "command", ["ruff check", "ruff format --check", "mypy"], ids=lambda words: words.split()[-1]
)
def test_the_code_is_clean(command):
    """Nothing to complain about, in the words of the program itself."""
    run = subprocess.run(
        [sys.executable, "-m", *command.split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
