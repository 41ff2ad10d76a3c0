"""How the files of a command are read: scores or predictions, with or without a direction."""

import numpy as np
import pytest

from bakeoff.cli.asked import Asked, Found, predictions_of, read, scores_of
from bakeoff.data.predictions import Predictions
from bakeoff.errors import InvalidInput

SCORES = "dataset,svm,knn\niris,0.9,0.8\nwine,0.7,0.6\n"
ITEMS = "y,svm,knn\n1,1,1\n0,1,0\n0,0,0\n1,1,0\n"


@pytest.fixture
def asked(tmp_path):
    """Return what was asked of a file with this text."""

    def of(text, **choices):
        path = tmp_path / "table.csv"
        path.write_text(text)
        return Asked(files=[str(path)], **choices)

    return of


def test_the_direction_may_stay_unknown(asked):
    """A test of a difference needs none; nobody guesses it."""
    found = read(asked(SCORES))
    assert isinstance(found, Found)
    assert found.higher_is_better("score") is None
    assert found.scores.table().to_numpy().tolist() == [[0.9, 0.8], [0.7, 0.6]]
    known = read(asked(SCORES, measures=["error"]))
    assert known.higher_is_better("error") is False
    given = read(asked(SCORES, higher_is_better=True))
    assert given.higher_is_better("score") is True


def test_of_several_measures_each_has_its_own(asked):
    """One is known by name, the other is not."""
    text = "dataset,algorithm,error,my_index\nx,a,0.1,3\nx,b,0.2,4\ny,a,0.3,5\ny,b,0.4,6\n"
    found = read(asked(text, measures=["error", "my_index"]))
    assert found.higher_is_better("error") is False
    assert found.higher_is_better("my_index") is None


def test_predictions_are_recognised(asked):
    """By the name of the truth, by what was said about items, and where both could be meant."""
    assert isinstance(read(asked(ITEMS)), Predictions)
    assert isinstance(
        read(asked(ITEMS.replace("y,", "gold standard,"), y="gold standard")), Predictions
    )
    few = read(asked("y,svm\n1,1\n0,1\n0,0\n"))
    assert isinstance(few, Predictions)


def test_scores_of_predictions_are_measured(asked):
    """By the measure that was asked for; without one, a sentence says what to pass."""
    found = scores_of(asked(ITEMS, measures=["error"]))
    assert found.scores.values.ravel().tolist() == [0.25, 0.25]
    assert found.scores.notes == ("the scores were measured here",)
    with pytest.raises(InvalidInput) as error:
        scores_of(asked(ITEMS))
    assert str(error.value).endswith(
        "table.csv holds predictions, and this takes scores: pass --measure with what to measure "
        "them by, such as error"
    )


def test_holes_are_kept_for_those_who_can_use_them(asked):
    """Else they are an error, or their data sets are dropped."""
    text = SCORES.replace("0.6", "")
    kept = read(asked(text, measures=["auc"]), holes=True)
    assert np.isnan(kept.scores.values).sum() == 1
    dropped = read(asked(text, measures=["auc"], missing="drop"), holes=True)
    assert dropped.scores.datasets == ("iris",)
    with pytest.raises(InvalidInput, match="1 cell is missing"):
        read(asked(text, measures=["auc"]))


def test_numbers_without_a_header(asked):
    """The columns are numbered, as a person counts them."""
    found = read(asked("0.9,0.8\n0.7,0.6\n0.5,0.4\n"))
    assert found.scores.algorithms == ("column 1", "column 2")


def test_some_of_the_models(asked):
    """Of scores as of predictions."""
    assert read(asked(SCORES, measures=["auc"], models=["knn"])).scores.algorithms == ("knn",)
    assert predictions_of(asked(ITEMS, models=["knn"])).algorithms == ("knn",)


def test_the_files_in_a_sentence():
    """Three are named, the rest is counted."""
    assert Asked(files=["-"]).names == "standard input"
    assert Asked(files=list("abcde")).names == "a, b, c and 2 more"


def test_a_table_that_is_neither(asked):
    """The sentence is that of the reader that came closest."""
    with pytest.raises(InvalidInput) as error:
        read(asked("who,what\na,b\nc,d\n"))
    assert "no column holds numbers" in str(error.value)
