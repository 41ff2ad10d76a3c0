"""The frame of all commands: exit codes, errors in one sentence, output that someone cuts off."""

import subprocess
import sys
from pathlib import Path

import pytest

import bakeoff.cli as shell
from bakeoff.errors import InvalidInput
from bakeoff.version import __version__

PROGRAM = Path(sys.executable).with_name("bakeoff")


def test_help_lists_the_commands(bakeoff):
    """Each with a line; `-h` is the same."""
    answer = bakeoff("--help")
    assert answer.code == 0
    for command in ("describe", "measure", "compare", "test", "tests", "demo"):
        assert f"\n  {command} " in answer.out
    assert bakeoff("-h").out == answer.out


def test_the_version(bakeoff):
    """And nothing else."""
    assert bakeoff("--version").out == f"bakeoff {__version__}\n"


@pytest.mark.parametrize("words", [[], ["what"], ["--what"], ["describe", "--json"]])
def test_wrong_usage_is_exit_code_2(bakeoff, words):
    """Help, or what was wrong; there is no traceback."""
    answer = bakeoff(*words)
    assert answer.code == 2
    assert "Usage: bakeoff" in answer.out + answer.err or answer.err.startswith("Error: ")


def failing(fault):
    """Return an app that ends in a fault."""

    def app(*_words, **_choices):
        raise fault

    return app


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        (InvalidInput("pass measure= with a name"), 1, "bakeoff: pass --measure with a name\n"),
        (MemoryError(), 1, "bakeoff: there is not enough memory for this; give it fewer rows\n"),
        (KeyboardInterrupt(), 130, "stopped\n"),
        (
            ZeroDivisionError("division by zero"),
            1,
            (
                "bakeoff: a fault of bakeoff itself (ZeroDivisionError: division by zero); "
                "BAKEOFF_TRACEBACK=1 shows where\n"
            ),
        ),
    ],
)
def test_every_fault_is_one_sentence(bakeoff, monkeypatch, fault, code, said):
    """Also a fault of ours, and being stopped."""
    monkeypatch.setattr(shell, "app", failing(fault))
    answer = bakeoff("tests")
    assert (answer.code, answer.out, answer.err) == (code, "", said)


def test_a_traceback_is_there_for_those_who_ask(bakeoff, monkeypatch):
    """Whoever mends bakeoff needs it."""
    monkeypatch.setattr(shell, "app", failing(ZeroDivisionError()))
    monkeypatch.setenv("BAKEOFF_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        bakeoff("tests")


def test_a_reader_that_has_seen_enough():
    """As in `bakeoff tests | head -1`: no complaint, exit code 0."""
    with subprocess.Popen(  # noqa: S603  our own program
        [PROGRAM, "tests"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        run.stdout.close()
        complaint = run.stderr.read()
    assert (run.returncode, complaint) == (0, b"")
