"""What the project's files must and must not hold."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LONGEST = 300  # lines
DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "base"}
LOCKS = ("requirements.lock", "requirements-dev.lock")

# Put together here, so that this file does not hold what it looks for.
HOSTS = ["py" + "pi.org", "python" + "hosted", "registry." + "npmjs", "deb." + "debian"]
MACHINE_PATHS = ["/" + name + "/" for name in ("work", "farm", "root", "home")]


@cache
def texts() -> dict[str, str]:
    """Return the text of every file that git keeps, or would keep if it were added, by name."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],  # noqa: S607  git is where the person has it
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    paths = {name: ROOT / name for name in sorted(listed.split("\0")) if name}
    return {
        name: path.read_text(encoding="utf-8", errors="replace")
        for name, path in paths.items()
        if path.is_file()
    }


def source() -> dict[str, str]:
    """Return the modules of the package by name."""
    return {
        name: text
        for name, text in texts().items()
        if name.startswith("src/") and name.endswith(".py")
    }


def lines_with(pattern: str, among: dict[str, str]) -> list[str]:
    """Return where a pattern stands, as file:line."""
    return [
        f"{name}:{number}"
        for name, text in among.items()
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line)
    ]


def test_no_file_names_the_host_of_a_package_registry():
    """Packages are named; where they come from is for each machine to say."""
    assert lines_with("|".join(map(re.escape, HOSTS)), texts()) == []


def test_no_file_holds_a_path_of_one_machine():
    """What works in one folder only does not work."""
    pattern = "|".join(rf"(?<![\w.~-]){re.escape(path)}" for path in MACHINE_PATHS)
    assert lines_with(pattern, texts()) == []


def dangers(text: str) -> list[str]:
    """Return what in a module would run code that came with data."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
            found += [
                f"line {node.lineno}: import {name}"
                for name in names
                if name.split(".")[0] in {"pickle", "cloudpickle", "dill", "marshal", "shelve"}
            ]
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            allowed = {ast.unparse(keyword) for keyword in node.keywords}
            if called in {"eval", "exec", "joblib.load"} or called.endswith(".read_pickle"):
                found.append(f"line {node.lineno}: {called}(")
            if "allow_pickle=True" in allowed:
                found.append(f"line {node.lineno}: allow_pickle=True")
    return found


def test_data_are_never_run_as_code():
    """No pickle is loaded and nothing evaluated: a file of scores cannot take over the machine."""
    assert {name: dangers(text) for name, text in source().items() if dangers(text)} == {}


@pytest.mark.parametrize(
    "text",
    [
        "import pickle",
        "from pickle import load",
        "def f(x):\n    return eval(x)",
        "import joblib\njoblib.load('x')",
        "pd.read_pickle('x')",
        "np.load('x', allow_pickle=True)",
    ],
)
def test_each_way_of_running_data_is_seen(text):
    """The rule above can fail."""
    assert len(dangers(text)) == 1


def test_no_module_is_longer_than_a_person_reads_at_once():
    """A module past 300 lines holds two things: part them."""
    long = {name: len(text.splitlines()) for name, text in source().items()}
    assert {name: lines for name, lines in long.items() if lines > LONGEST} == {}


def test_no_module_is_a_drawer_for_the_homeless():
    """Every module is named for what it holds."""
    assert [name for name in source() if DRAWERS & set(Path(name).with_suffix("").parts)] == []


def test_every_silenced_complaint_says_why():
    """A `noqa` or a `type: ignore` names its rule, and its reason on the same line."""
    any_of_them = r"# ?(noqa|type: ?ignore)"
    with_reason = r"# (noqa: [A-Z0-9]+(, [A-Z0-9]+)*|type: ignore\[[a-z, -]+\])  +(# )?\S.*"
    lines = {where: source_line(where) for where in lines_with(any_of_them, source())}
    assert [where for where, line in lines.items() if not re.search(with_reason, line)] == []


def source_line(where: str) -> str:
    """Return the line of a file:line."""
    name, _, number = where.partition(":")
    return texts()[name].splitlines()[int(number) - 1]


def test_every_rule_that_ruff_must_ignore_says_why():
    """The lists of ignored rules in pyproject.toml carry a comment for each rule."""
    text = texts()["pyproject.toml"]
    section = text[text.index("[tool.ruff.lint]") : text.index("[tool.ruff.lint.pydocstyle]")]
    rules = [line for line in section.splitlines() if re.search(r'"[A-Z]+\d*"', line)]
    unexplained = [line for line in rules if "ALL" not in line and not re.search(r"# +\S", line)]
    assert len(rules) > 10
    assert unexplained == []


def test_the_license_is_what_pyproject_says():
    """BSD-3-Clause, its three conditions and all."""
    license_text = " ".join(texts()["LICENSE"].split())
    assert pyproject()["project"]["license"] == "BSD-3-Clause"
    for words in (
        "Redistributions of source code must retain",
        "Redistributions in binary form must reproduce",
        "Neither the name of the copyright holder",
    ):
        assert words in license_text


def test_the_readme_names_the_two_commands():
    """The first page says how to see it work and how to test it."""
    assert "make demo" in texts()["README.md"]
    assert "make test" in texts()["README.md"]


def test_the_gate_runs_the_command_of_the_readme():
    """What must be green before a change lands is what everybody runs."""
    assert "make test" in texts()[".ci/run"].splitlines()


@pytest.mark.parametrize("name", ["uv.lock", "pylock.toml", "pylock.dev.toml"])
def test_locks_that_hold_addresses_are_not_kept(name):
    """They name the registry of the machine that made them."""
    asked = subprocess.run(
        ["git", "check-ignore", "--quiet", name],  # noqa: S607  git is where the person has it
        cwd=ROOT,
        check=False,
    )
    assert asked.returncode == 0


def pyproject() -> dict:
    return tomllib.loads(texts()["pyproject.toml"])


def pinned(lock: str) -> dict[str, list[tuple[str, str]]]:
    """Return version and marker of each package in a lock; one package may have several."""
    pins: dict[str, list[tuple[str, str]]] = {}
    for name, version, marker in re.findall(
        r"^([\w.-]+)==([^\s;]+)(?: ; (.*))? \\$", texts()[lock], re.MULTILINE
    ):
        pins.setdefault(name.lower(), []).append((version, marker))
    return pins


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_pins_and_hashes_and_nothing_else(lock):
    """No address, no option, no package without a hash."""
    text = texts()[lock]
    requirement = r"^[\w.-]+==\S+( ; [^\n]*)? \\\n"
    entry = rf"{requirement}(    --hash=sha256:[0-9a-f]{{64}}( \\)?\n)+"
    assert "http" not in text
    assert re.sub(rf"(?m)(?:{entry})|(?:^    #[^\n]*\n)", "", text).strip() == ""


def wanted(group: str | None) -> list[str]:
    """Return the requirements of the project, or of one of its groups."""
    if group is None:
        return pyproject()["project"]["dependencies"]
    found = []
    for one in pyproject()["dependency-groups"][group]:
        found += wanted(one["include-group"]) if isinstance(one, dict) else [one]
    return found


@pytest.mark.parametrize(
    ("lock", "group"),
    [*((lock, None) for lock in LOCKS), *((lock, "build") for lock in LOCKS), (LOCKS[1], "dev")],
)
def test_a_lock_is_in_step_with_pyproject(lock, group):
    """What pyproject asks for is pinned, in a version it allows; if not: `make lock`."""
    pins = pinned(lock)
    for requirement in map(Requirement, wanted(group)):
        versions = [version for version, _ in pins.get(requirement.name.lower(), [])]
        assert versions, f"{lock} lacks {requirement}"
        assert all(version in requirement.specifier for version in versions), requirement


def test_the_two_locks_agree():
    """What is tested is what runs: the same versions, and more beside them."""
    run, dev = (pinned(lock) for lock in LOCKS)
    assert {name: dev.get(name) for name in run} == run
