"""What a run tells on standard error."""

from __future__ import annotations

import io
import sys

import pytest

from bakeoff.experiments.progress import Bar, Lines, Silence, shown


class Terminal(io.StringIO):
    """A stream that calls itself a terminal."""

    def isatty(self):
        return True


def test_a_log_gets_lines_with_the_time_left(make_study, tmp_path, capsys):
    """How many cells, every tenth of the way, what failed; nothing on standard output."""
    make_study(measures="error").run(tmp_path, engine="serial")
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert lines[0] == "24 cells"
    assert lines[-1] == "24 of 24 cells"
    assert all("left" in line for line in lines[1:-1])
    assert len(lines) <= 13


def test_a_second_run_says_what_is_done(make_study, tmp_path, capsys):
    """And what has changed since."""
    make_study(measures="error").run(tmp_path, engine="serial", progress=False)
    make_study(measures=["error", "macro_f1"], title="x").run(tmp_path, engine="serial")
    assert capsys.readouterr().err.splitlines() == ["24 cells; 24 are done already"]


def test_a_terminal_gets_a_bar_with_the_time_left(make_study, tmp_path, monkeypatch):
    """Drawn on standard error, to the end."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    make_study(measures="error", title="Two [bold] data sets").run(tmp_path, engine="serial")
    drawn = screen.getvalue()
    assert "24/24" in drawn
    assert "Two [bold] data sets" in drawn


@pytest.mark.parametrize("show", [True, False])
def test_silence_where_it_is_asked_for(show, monkeypatch):
    """Else lines or a bar, by where it goes."""
    with shown(show=show, title="t") as telling:
        assert type(telling) is (Lines if show else Silence)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with shown(show=show, title="t") as telling:
        assert type(telling) is (Bar if show else Silence)
