"""What goes out: results to standard output, talk to stderr, files as they were asked for."""

import io
import json
import sys

import numpy as np
import pytest

from bakeoff.cli.writing import can_be_written, number, say_notes, show, write_json, write_text
from bakeoff.errors import InvalidInput


def test_json_holds_no_number_that_json_does_not_know(capsys):
    """NaN is null, infinity a word; keys are text; tuples are lists."""
    write_json({"a": float("nan"), "b": [np.inf, -np.inf], 1: (1.5, {"c": None})}, "-")
    out, err = capsys.readouterr()
    assert json.loads(out) == {"a": None, "b": ["inf", "-inf"], "1": [1.5, {"c": None}]}
    assert err == ""


def test_a_file_is_written_and_said(tmp_path, capsys):
    """The second time it says that it took the place of another."""
    path = tmp_path / "x.txt"
    write_text("first", path)
    write_text("second", path)
    assert path.read_text() == "second"
    assert capsys.readouterr().err == f"wrote {path}\nreplaced {path}\n"


def test_a_file_that_cannot_be_written(tmp_path):
    """The reason of the machine, in one sentence."""
    path = tmp_path / "none" / "x.txt"
    with pytest.raises(InvalidInput) as error:
        write_text("text", path)
    assert str(error.value) == f"{path} could not be written: No such file or directory"


def test_letters_that_the_terminal_lacks_are_replaced(monkeypatch):
    """A terminal of few letters is no reason to fail."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    show("Demšar")
    sys.stdout.flush()
    assert written.getvalue() == b"Dem?ar\n"


def test_notes_go_to_stderr(capsys):
    """One a line."""
    say_notes(["first", "second"])
    assert capsys.readouterr() == ("", "note: first\nnote: second\n")


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "True"), ("exact", "exact"), (np.nan, "nan"), (-np.inf, "-inf"), (1e300, "1e+300"),
     (0.5, "0.5"), (999.96, "1000"), ([0.1, 2], "0.1 and 2"), (None, "None")],
)  # fmt: skip
def test_numbers_as_a_person_reads_them(value, text):
    """Whole where they are whole, else four digits."""
    assert number(value) == text


def test_files_that_cannot_be_written_are_met_before_the_work(tmp_path):
    """No folder, a folder in the place of the file; standard output is none."""
    can_be_written([None, "-", tmp_path / "new.html"])
    for path, reason in [
        (tmp_path / "none" / "x.html", f"there is no folder {tmp_path / 'none'}"),
        (tmp_path, "it is a folder"),
        (tmp_path / ("x" * 300), "File name too long"),
    ]:
        with pytest.raises(InvalidInput) as caught:
            can_be_written([path])
        assert str(caught.value) == f"{path} could not be written: {reason}"
