"""What several commands share: files, names with commas, NAME=VALUE, standard input."""

import io
import sys

import pytest

from bakeoff.cli.options import keep_standard_input, names_of, pairs_of, source_of
from bakeoff.data.files import read_bytes
from bakeoff.errors import InvalidInput


class Input:
    """Standard input that holds some bytes."""

    def __init__(self, content):
        self.buffer = io.BytesIO(content)


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (None, None),
        ([], None),
        ("", None),
        ("svm, knn", ["svm", "knn"]),
        (["auc", "error,f1"], ["auc", "error", "f1"]),
        (" , ", None),
    ],
)
def test_names_come_with_commas_or_one_by_one(given, names):
    """Blanks around them are nothing."""
    assert names_of(given) == names


def test_pairs_are_a_mapping():
    """A name that comes twice has both values; what follows the first = belongs to the value."""
    assert pairs_of(None, "--where") is None
    assert pairs_of(["a=1", " b = x=y "], "--where") == {"a": "1", "b": "x=y"}
    assert pairs_of(["a=1", "a=2", "a=3"], "--where") == {"a": ["1", "2", "3"]}


@pytest.mark.parametrize("wrong", ["tuned", "=no", " = "])
def test_what_is_no_pair(wrong):
    """One sentence that names the option and shows what it must look like."""
    with pytest.raises(InvalidInput) as error:
        pairs_of([wrong], "--column")
    assert str(error.value) == f"--column must look like NAME=VALUE; it was {wrong!r}"


def test_one_file_is_itself_and_several_are_a_group():
    """As `read_scores` takes them."""
    assert source_of(["a.csv"]) == "a.csv"
    assert source_of(["a.csv", "b.csv"]) == ["a.csv", "b.csv"]


def test_standard_input_is_kept_for_the_next_reader(monkeypatch):
    """One reader may give up and leave it to another."""
    monkeypatch.setattr(sys, "stdin", Input(b"a,b\n"))
    assert source_of(["-"]) == "-"
    assert read_bytes("-") == read_bytes("-") == (b"a,b\n", "standard input")
    kept = sys.stdin
    keep_standard_input()
    assert sys.stdin is kept
