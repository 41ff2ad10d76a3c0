"""ROC and precision-recall curves of predictions."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_predictions
from bakeoff.errors import InvalidInput
from bakeoff.figures import curves


def test_the_area_is_that_of_the_measure(shown):
    """One split: the curve in the picture has the AUC that `measure` gives."""
    items = shown("one test set").question.items
    found = curves.spec(items, "roc")
    areas = items.measure("auc").values[0, 0, :, 0]
    assert [line.area for line in found.lines] == pytest.approx(areas)


def test_of_several_splits_the_mean_is_shown_with_its_band(shown):
    """Each fold's curve is kept, and the band lies about the mean."""
    found = curves.spec(shown("predictions").question.items, "roc")
    assert "10 splits" in found.note
    for line in found.lines:
        assert len(line.members) == 10
        assert (line.low <= line.y).all()
        assert (line.y <= line.high).all()


def test_the_best_stands_first(shown):
    """In the order of the comparison, not in that of the columns."""
    comparison = shown("predictions")
    order = comparison.order[::-1]
    found = curves.spec(comparison.question.items, "pr", order)
    assert [line.name for line in found.lines] == order


def test_a_long_curve_is_thinned_for_the_picture():
    """A curve of 5,000 items is drawn with a few hundred points, its area is the whole one's."""
    random = np.random.default_rng(1)
    truth = random.integers(0, 2, 5000)
    score = truth + random.normal(0.0, 1.0, 5000)
    items = read_predictions(pd.DataFrame({"y": truth, "a": score}), positive="1")
    (line,) = curves.spec(items, "roc").lines
    assert len(line.x) <= curves.POINTS
    assert line.area == pytest.approx(items.measure("auc").values.item())


def test_one_class_only_has_no_curve():
    """The sentence names the data set."""
    truth = ["yes"] * 4 + ["no"]
    folds = [0, 0, 0, 0, 1]
    frame = pd.DataFrame({"y": truth, "fold": folds, "a": [0.1, 0.2, 0.3, 0.4, 0.5]})
    with pytest.raises(InvalidInput, match="has one class only in every split: there is no curve"):
        curves.spec(read_predictions(frame, positive="yes"), "roc")


def test_the_frame_names_the_axes_as_they_are_drawn(shown):
    """A row for each point."""
    frame = curves.spec(shown("predictions").question.items, "roc").frame()
    assert list(frame.columns) == ["algorithm", "false positive rate", "true positive rate"]
