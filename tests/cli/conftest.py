"""Running the shell's commands inside the tests, as a person runs them in a terminal."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass

import pytest

from bakeoff.cli import run


@dataclass(frozen=True)
class Answer:
    """What a command left: its exit code, standard output and standard error."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        """What stands on standard output, as JSON."""
        return json.loads(self.out)


class Input:
    """Standard input that holds some bytes."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)


@pytest.fixture
def bakeoff(capsys, monkeypatch):
    """Run `bakeoff WORDS...`, with what stands on its standard input."""

    def command(*words, stdin: str | bytes = b"") -> Answer:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", Input(content))
        capsys.readouterr()
        code = run([str(word) for word in words])
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return command
