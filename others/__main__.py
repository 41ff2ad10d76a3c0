"""Run the cases by the released versions of other programs and by bakeoff: `make others`.

The others are installed in `.venv-others`, from `others/requirements.txt`; they are no dependency
of anything else. What both answered is written to docs/others.md.
"""

from __future__ import annotations

import inspect
import json
import math
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import numpy as np

from others import ours, theirs

ROOT = Path(__file__).parents[1]
ENVIRONMENT = ROOT / ".venv-others"
REQUIREMENTS = ROOT / "others" / "requirements.txt"
PAGE = ROOT / "docs" / "others.md"

PEOPLE = {
    "mcnemar": "McNemar",
    "delong": "DeLong",
    "nemenyi": "Nemenyi",
    "hotelling": "Hotelling",
    "manova": "MANOVA",
}

HEAD = """# What others compute differently

Programs disagree. Here is a case for each place where a widely used one answers a question of
this field in a way that we hold for wrong or for a trap, and what bakeoff answers. The versions:
{versions}.

The page is made by `make others`, which installs those versions in an environment of their own
and runs both columns; the code is that of `others/theirs.py` and `others/ours.py`, and a test
keeps our column true. All of these programs are good work that we have learned from, and the
next release of each may answer otherwise.

| case | theirs | here |
| --- | --- | --- |
"""


def main() -> int:
    """Run all cases on both sides and write the page."""
    found = json.loads(_run(_environment(), "others/theirs.py"))
    names = list(found)
    answers = {name: answer(getattr(ours, name)()) for name in names}
    versions = [line for line in REQUIREMENTS.read_text("utf-8").splitlines() if "==" in line]
    text = HEAD.format(versions=", ".join(line.replace("==", " ") for line in versions))
    text += "".join(row(name, found[name], answers[name]) for name in names)
    text += "".join(section(name, found[name], answers[name]) for name in names)
    PAGE.write_text(text, encoding="utf-8")
    print(f"{len(names)} cases in {PAGE.relative_to(ROOT)}")
    return 0


def row(name: str, their_answer: Any, our_answer: Any) -> str:
    """Return the line of a case in the table."""
    return f"| [{title(name)}](#{anchor(name)}) | {shown(their_answer)} | {shown(our_answer)} |\n"


def section(name: str, their_answer: Any, our_answer: Any) -> str:
    """Return the part of the page that shows a case."""
    what = inspect.getdoc(getattr(ours, name))
    return (
        f"\n## {title(name)}\n\n{what}\n\n"
        f"Theirs:\n\n```text\n{code(getattr(theirs, name))}\n```\n\ngives {shown(their_answer)}. "
        f"Here:\n\n```text\n{code(getattr(ours, name))}\n```\n\ngives {shown(our_answer)}.\n"
    )


def code(function: Any) -> str:
    """Return the body of a function without its docstring."""
    lines = inspect.getsource(function).split("\n", 1)[1]
    body = textwrap.dedent(lines).strip()
    if body.startswith('"""'):
        body = body.split('"""', 2)[2].strip()
    return body


def title(name: str) -> str:
    """Return the title of a case: its name, with the names of people as they write them."""
    words = [PEOPLE.get(word, word) for word in name.split("_")]
    return " ".join([words[0].capitalize(), *words[1:]])


def anchor(name: str) -> str:
    """Return the name by which a title is linked."""
    return name.replace("_", "-")


def answer(value: Any) -> Any:
    """Return an answer as JSON would hold it."""
    values = np.asarray(value, dtype=float)
    if values.ndim == 0 or values.size == 1:
        return float(values.ravel()[0])
    return [float(one) for one in values]


def shown(value: Any) -> str:
    """Return an answer for the page."""
    if isinstance(value, list):
        return ", ".join(shown(one) for one in value)
    if isinstance(value, float):
        return "nan" if math.isnan(value) else f"{value:.4g}"
    return str(value)


def _environment() -> Path:
    """Return the Python of the environment of the others; make it if it is not there."""
    python = ENVIRONMENT / "bin" / "python"
    stamp = ENVIRONMENT / "requirements.txt"
    wanted = REQUIREMENTS.read_text("utf-8")
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return python
    print("Installing the others, once...", file=sys.stderr, flush=True)
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--requirement", str(REQUIREMENTS)], check=True)
    stamp.write_text(wanted, encoding="utf-8")
    return python


def _run(python: Path, script: str) -> str:
    done = subprocess.run(
        [str(python), script], cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE
    )
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
