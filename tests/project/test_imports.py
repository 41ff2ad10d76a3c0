"""What costs time to load is loaded when it is used: seen by the modules, not by the clock."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HEAVY = {
    "pandas",
    "polars",
    "pyarrow",
    "narwhals",
    "scipy",
    "scipy.stats",
    "sklearn",
    "matplotlib",
    "statsmodels",
    "typer",
    "rich",
}


def loaded_by(code: str) -> set[str]:
    """Return the heavy modules that a fresh Python has loaded after running the code."""
    script = f"import sys\n{code}\nprint(*sys.modules, sep='\\n', file=sys.stderr)"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "100"},
    )
    assert run.returncode == 0, run.stderr
    return HEAVY.intersection(run.stderr.split())


def test_importing_the_package_loads_nothing_heavy():
    """`import bakeoff` is a promise of names; nobody pays for what is not used."""
    assert loaded_by("import bakeoff; assert bakeoff.__version__; dir(bakeoff)") == set()


def test_the_tests_need_numpy_and_special_functions_only():
    """All names of `bakeoff.stats` together load scipy's functions, not its statistics."""
    code = "import bakeoff.stats\nfor name in bakeoff.stats.__all__: getattr(bakeoff.stats, name)"
    assert loaded_by(code) <= {"scipy"}


def test_the_measures_need_numpy_and_special_functions_only():
    """The same holds for `bakeoff.measures`."""
    code = (
        "import bakeoff.measures\n"
        "for name in bakeoff.measures.__all__: getattr(bakeoff.measures, name)"
    )
    assert loaded_by(code) <= {"scipy"}


@pytest.mark.parametrize("arguments", [["--help"], ["test", "--help"], ["tests"]])
def test_the_shell_answers_without_loading_what_it_does_not_use(arguments):
    """Help and lists are asked for often; they load neither frames nor statistics."""
    code = (
        f"sys.argv = ['bakeoff', *{arguments!r}]\n"
        "from bakeoff.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code"
    )
    assert loaded_by(code) <= {"typer", "rich"}


@pytest.mark.parametrize("room", ["decide", "experiments", "measures"])
def test_names_of_the_rooms_are_found_from_the_package(room):
    """`from bakeoff import Study` is the same as from its room."""
    import bakeoff

    for name in bakeoff.FROM_ROOMS[room]:
        assert getattr(bakeoff, name) is getattr(getattr(bakeoff, room), name)
        assert name in dir(bakeoff)
