"""The set-up: done once, done again when it must be, and one clear sentence when it cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("sh", "cat", "cksum", "dirname", "mkdir", "rm", "ln")
MADE_FROM = ("requirements.lock", "requirements-dev.lock", "pyproject.toml")

# A Python of the given version; it makes environments that hold itself, and writes down its calls.
PYTHON = """#!/bin/sh
case "$*" in
    *version_info*) exit {too_old} ;;
    *ensurepip*) exit {no_pip} ;;
    "-m venv "*) mkdir -p "$3/bin"; for one in python pip; do ln -s "$0" "$3/bin/$one"; done ;;
    "-m pip "*"{fails_at}"*) exit 1 ;;
esac
echo "$*" >>calls
"""
NEVER = "no such words"


class Clone:
    """A copy of what the set-up is made from, on a machine that has nothing else."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.programs = folder / "clone", folder / "programs"
        (self.folder / "src" / "bakeoff").mkdir(parents=True)
        (self.folder / "scripts").mkdir()
        self.programs.mkdir()
        for name in (*MADE_FROM, "scripts/setup", "src/bakeoff/version.py"):
            shutil.copy(ROOT / name, self.folder / name)
        for name in NEEDED:
            (self.programs / name).symlink_to(shutil.which(name))

    def python(self, name="python3", *, too_old=0, no_pip=0, fails_at=NEVER):
        """Put a Python on the machine."""
        path = self.programs / name
        path.write_text(PYTHON.format(too_old=too_old, no_pip=no_pip, fails_at=fails_at))
        path.chmod(0o755)

    def setup(self, what="run", **settings):
        """Run the set-up on this machine, and nothing of the real one."""
        (self.folder / "calls").unlink(missing_ok=True)
        environment = {"PATH": str(self.programs), **settings}
        return subprocess.run(
            ["scripts/setup", what],  # noqa: S607  the copy of our own script
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def calls(self):
        """Return what the last set-up asked of Python, in order."""
        path = self.folder / "calls"
        return path.read_text().splitlines() if path.exists() else []

    def made_anew(self):
        """Return whether the last set-up began from the start."""
        return any(call.startswith("-m venv") for call in self.calls())


@pytest.fixture
def clone(tmp_path):
    return Clone(tmp_path)


def said(run):
    """Return the last line of what a failed set-up said."""
    assert run.returncode == 1
    return run.stderr.splitlines()[-1]


def test_it_installs_the_lock_by_hash_and_then_the_project_alone(clone):
    """What is not pinned is not fetched: not for the project, and not for building it."""
    clone.python()
    assert clone.setup().returncode == 0
    _, lock, project = clone.calls()
    assert lock.endswith("--require-hashes --only-binary :all: -r requirements.lock")
    assert project.endswith("--no-deps --no-build-isolation --no-index -e .")


def test_a_second_call_does_nothing(clone):
    """A finished set-up is seen by its stamp."""
    clone.python()
    clone.setup()
    again = clone.setup()
    assert (again.returncode, again.stderr, clone.calls()) == (0, "", [])


def test_the_larger_set_up_serves_for_the_smaller(clone):
    """After `make test`, `make demo` has nothing to install."""
    clone.python()
    clone.setup("dev")
    clone.setup("run")
    assert clone.calls() == []


def test_the_smaller_set_up_grows_into_the_larger(clone):
    """After `make demo`, `make test` adds what is missing and keeps what is there."""
    clone.python()
    clone.setup("run")
    assert clone.setup("dev").returncode == 0
    assert not clone.made_anew()
    assert clone.calls()[0].endswith("-r requirements-dev.lock")


@pytest.mark.parametrize("fails_at", ["--require-hashes", "-e ."])
def test_a_set_up_cut_short_is_done_again_from_the_start(clone, fails_at):
    """Half an environment is not one."""
    clone.python(fails_at=fails_at)
    assert clone.setup().returncode != 0
    clone.python()
    assert clone.setup().returncode == 0
    assert clone.made_anew()


def test_growing_cut_short_is_done_again_from_the_start(clone):
    """The smaller set-up is no longer trusted once the larger one has begun."""
    clone.python()
    clone.setup("run")
    clone.python(fails_at="--require-hashes")
    assert clone.setup("dev").returncode != 0
    clone.python()
    assert clone.setup("run").returncode == 0
    assert clone.made_anew()


@pytest.mark.parametrize("name", [*MADE_FROM, "src/bakeoff/version.py"])
def test_a_change_of_what_it_is_made_from_makes_it_anew(clone, name):
    """The stamp holds the fingerprint of the locks, of pyproject.toml and of the version."""
    clone.python()
    clone.setup()
    with (clone.folder / name).open("a") as file:
        file.write("# changed\n")
    clone.setup()
    assert clone.made_anew()


def test_a_moved_folder_makes_it_anew(clone):
    """The commands of an environment hold the path of the folder it was made in."""
    clone.python()
    clone.setup()
    clone.folder = clone.folder.rename(clone.folder.with_name("moved"))
    clone.setup()
    assert clone.made_anew()


def test_the_newest_python_that_runs_is_taken(clone):
    """A name that does not run, or is too old, is passed over."""
    clone.python("python3.13", too_old=127)
    clone.python("python3.12")
    clone.python("python3.11")
    clone.setup()
    assert (clone.folder / ".venv/bin/python").resolve().name == "python3.12"


def test_a_python_that_can_make_environments_is_preferred(clone):
    """A newer one without ensurepip would only end in an error."""
    clone.python("python3.12", no_pip=1)
    clone.python("python3.11")
    clone.setup()
    assert (clone.folder / ".venv/bin/python").resolve().name == "python3.11"


def test_uv_is_used_where_it_is(clone):
    """It is many times as fast, and brings a Python where there is none."""
    path = clone.programs / "uv"
    path.write_text('#!/bin/sh\nmkdir -p .venv\necho "$*" >>calls\n')
    path.chmod(0o755)
    assert clone.setup().returncode == 0
    made, lock, project = clone.calls()
    assert made == "venv --quiet --no-project --python >=3.11 .venv"
    assert lock.endswith("--require-hashes --only-binary :all: -r requirements.lock")
    assert project.endswith("--no-deps --no-build-isolation --no-index -e .")


def test_without_a_fitting_python_it_says_what_to_do(clone):
    """One sentence: what was looked for, and the two ways on."""
    clone.python("python3", too_old=1)
    assert said(clone.setup()) == (
        "setup: no Python 3.11 or newer was found (python3.13, python3.12, python3.11, python3): "
        "install one, or say where it is with 'make PYTHON=/its/path ...'"
    )


def test_without_ensurepip_it_says_what_to_install(clone):
    """One sentence in place of the traceback of `python3 -m venv`."""
    clone.python("python3", no_pip=1)
    assert said(clone.setup()) == (
        "setup: python3 cannot make a virtual environment with pip in it: install its venv "
        "package (on Debian and Ubuntu python3-venv), or uv, and run the same command again"
    )


def test_a_python_that_was_named_and_does_not_serve_is_refused(clone):
    """What was asked for is not silently replaced by something else."""
    clone.python()
    assert said(clone.setup(PYTHON="python2.7")) == (
        "setup: PYTHON=python2.7 must be Python 3.11 or newer, and run"
    )


def test_an_unknown_set_up_is_refused(clone):
    """The two that there are, are named."""
    assert said(clone.setup("all")) == (
        "setup: there is no set-up named 'all'; there are run and dev"
    )


def test_the_scripts_can_be_run():
    """They are kept with the right to be executed."""
    assert os.access(ROOT / "scripts" / "setup", os.X_OK)
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
