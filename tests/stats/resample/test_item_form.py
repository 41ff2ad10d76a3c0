"""What resampling asks of predictions."""

import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats.resample.item_form import form_of


def test_anything_that_gives_its_measures_will_do():
    """It is asked for the measure by name, with the choices."""

    class Stranger:
        def item_measure(self, measure, **choices):
            return measure, choices

    assert form_of(Stranger(), "f1", {"threshold": 0.3}) == ("f1", {"threshold": 0.3})


def test_other_things_are_told_what_they_should_be():
    """The sentence names the reader."""
    with pytest.raises(InvalidInput) as error:
        form_of([1, 0, 1], "f1", {})
    assert str(error.value) == (
        "predictions must be Predictions, as read_predictions gives them; it was list"
    )
