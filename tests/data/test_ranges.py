"""Scores that their measure cannot have, and scores in percent."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff import compare, read_scores
from bakeoff.data.ranges import are_percent
from bakeoff.errors import InvalidInput


def written(folder, *rows: str):
    """Return a file with two algorithms."""
    path = folder / "scores.csv"
    path.write_text("\n".join(["dataset,svm,knn", *rows]) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("measure", "rows", "sentence"),
    [
        ("auc", ("wine,0.8,1.9", "iris,0.9,0.8"),
         ("auc must lie in 0 to 1; knn on wine has 1.9; if it is another measure, name it with "
         "measure=")),
        ("auc", ("wine,0.8,-0.9", "iris,0.9,-0.8"),
         ("auc must lie in 0 to 1; knn on wine has -0.9, and 1 more; if it is another measure, "
         "name it with measure=")),
        ("accuracy", ("wine,80,109", "iris,90,80"),
         ("accuracy must lie in 0 to 100; knn on wine has 109; if it is another measure, name it "
         "with measure=")),
        ("rmse", ("wine,80,-1", "iris,90,80"),
         ("rmse must be 0 or more; knn on wine has -1; if it is another measure, name it with "
         "measure=")),
        ("r2", ("wine,0.5,-4", "iris,1.2,0.1"),
         ("r2 must be 1 or less; svm on iris has 1.2; if it is another measure, name it with "
         "measure=")),
    ],
)  # fmt: skip
def test_a_score_that_its_measure_cannot_have(tmp_path, measure, rows, sentence):
    """The sentence names the bounds, and the first such score."""
    with pytest.raises(InvalidInput) as caught:
        read_scores(written(tmp_path, *rows), measure=measure)
    assert str(caught.value) == sentence


def test_percent_and_bounds_themselves_are_fine(tmp_path):
    """0, 1 and what is lost in rounding too; a negated measure has its bounds turned round."""
    for measure, rows in [
        ("accuracy", ("wine,80.1,100", "iris,0,79")),
        ("error", ("wine,0.4,1.9", "iris,0.7,3.0")),
        ("auc", ("wine,1,0", "iris,1.0000000000002,0.5")),
        ("mcc", ("wine,-1,1", "iris,-0.3,0.5")),
        ("neg_log_loss", ("wine,-1.5,-0.1", "iris,-0.3,-8")),
    ]:
        assert read_scores(written(tmp_path, *rows), measure=measure).measures == (measure,)


def test_what_is_percent():
    """Most of what is to be high; of errors one far beyond, or a quarter of them."""
    assert are_percent(np.array([80.0, 90.0, 1.0]), up=True)
    assert not are_percent(np.array([0.8, 1.9, 0.7]), up=True)
    assert are_percent(np.array([0.8, 12.0, 0.7, 0.5, 0.5]), up=False)
    assert not are_percent(np.array([0.8, 1.9, 0.7, 0.5, 0.5]), up=False)
    assert not are_percent(np.array([np.nan]), up=True)


def test_numbers_in_memory_are_compared_and_it_is_said():
    """They may be simulated."""
    found = compare([[0.2, -0.1], [0.3, 0.2], [0.1, 0.4]], measure="error")
    assert any(
        one.startswith("error must lie in 0 to 1; 1 on 1 has -0.1") for one in found.warnings
    )


def test_a_margin_beside_percent(tmp_path):
    """Is in percentage points."""
    path = written(tmp_path, "a,80,81", "b,70,72", "c,90,93", "d,60,64", "e,50,55", "f,40,46")
    found = compare(path, measure="accuracy", margin=0.01)
    assert "the scores are percent: a margin of 0.01 is 0.01 percentage points" in found.warnings
    assert not any("percent" in one for one in compare(path, measure="accuracy").warnings)


def test_errors_that_look_like_accuracies(tmp_path):
    """The order would turn round."""
    path = written(tmp_path, "a,0.8,0.81", "b,0.7,0.72", "c,0.9,0.93")
    found = compare(path, measure="error")
    assert any("if these are accuracies, pass measure='accuracy'" in one for one in found.warnings)
    assert not any("accuracies" in one for one in compare(path, measure="accuracy").warnings)
