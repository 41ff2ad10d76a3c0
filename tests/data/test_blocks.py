"""Blocks of text: an algorithm's name alone on its line, then a line for each data set."""

import pytest

from bakeoff import read_scores
from bakeoff.data.blocks import looks_like_blocks
from bakeoff.errors import InvalidInput


def lines(names, start):
    """Return a line of six scores for each name."""
    rows = enumerate(names)
    return "".join(f"{name} {' '.join(str(start + place + n) for n in range(6))}\n" for place, name in rows)  # fmt: skip


@pytest.fixture
def file(tmp_path):
    """Write a file of two algorithms on some data sets and return its path."""

    def write(*names, more=""):
        path = tmp_path / "scores.txt"
        path.write_text("nbc\n" + lines(names, 10) + "\nj48\n" + lines(names, 50) + more)
        return path

    return write


def test_every_score_comes_to_its_place(file):
    """Data sets, algorithms, and the scores of a line as repeats in their order."""
    scores = read_scores(file("anneal", "iris"), measure="percent_correct")
    assert (scores.datasets, scores.algorithms) == (("anneal", "iris"), ("nbc", "j48"))
    assert scores.folds("iris")["j48"].tolist() == [51, 52, 53, 54, 55, 56]
    assert [split.fold for split in scores.splits] == [1, 2, 3, 4, 5, 6]


def test_a_name_that_comes_twice_in_a_block(file):
    """The second is told apart in every block the same way, and that is said."""
    scores = read_scores(file("credit", "iris", "credit"), measure="percent_correct")
    assert scores.datasets == ("credit", "iris", "credit.2")
    assert scores.folds("credit.2")["nbc"].tolist() == [12, 13, 14, 15, 16, 17]
    assert "the data set 'credit' is named twice; the second is called 'credit.2'" in scores.notes


def test_a_line_that_is_no_line_of_scores(file):
    """It is named by its number."""
    path = file("anneal", more="iris 1 2 x 4 5 6\n")
    with pytest.raises(InvalidInput) as error:
        read_scores(path, measure="percent_correct")
    assert str(error.value) == (
        "scores.txt, line 6: a name and then only scores were expected; it begins with "
        "'iris 1 2 x 4 5 6'"
    )


@pytest.mark.parametrize(
    "text",
    ["", "nbc\n", "nbc\niris 1 2\n", "1\niris 1 2 3 4 5 6\n", "a b\niris 1 2 3 4 5 6\n",
     "dataset,svm\niris,1\n"],
)  # fmt: skip
def test_what_are_no_blocks(text):
    """Other tables go to other readers."""
    assert not looks_like_blocks(text.encode())
