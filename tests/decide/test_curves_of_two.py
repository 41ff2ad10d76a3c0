"""Where the curves of two models cross."""

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_predictions
from bakeoff.decide import compare
from bakeoff.decide.curves_of_two import crossings_of, crossings_text
from bakeoff.measures import best_threshold

Y = [1, 1, 1, 1, 0, 0, 0, 0]
CAREFUL = [0.9, 0.8, 0.3, 0.2, 0.7, 0.6, 0.5, 0.1]
EAGER = [0.8, 0.7, 0.6, 0.5, 0.9, 0.4, 0.3, 0.2]


def compared(**models):
    """Return the comparison of models by their areas."""
    return compare(read_predictions(pd.DataFrame({"y": Y, **models})), measure="auc")


def test_two_that_cross():
    """Each is the better one for some losses, and the sentence says for which."""
    found = compared(careful=CAREFUL, eager=EAGER)
    crossed = crossings_of(found)
    assert crossed["false_positive_rate"] == [0.25]
    assert crossed["positive_share"] == 0.5
    assert [one["better"] for one in crossed["ranges"]] == ["eager", "careful"]
    assert crossings_text(found) == (
        "the curves cross 1 time; the smaller risk here, by what a false positive costs in false "
        "negatives: eager up to 2, careful from 2 up"
    )


@pytest.mark.parametrize("ratio", [0.1, 1.0, 1.9, 2.1, 10.0])
def test_the_ranges_are_those_of_the_best_thresholds(ratio):
    """Whose best threshold costs less."""
    crossed = crossings_of(compared(careful=CAREFUL, eager=EAGER))
    risks = {
        name: best_threshold(Y, score, loss_ratio=ratio).risk
        for name, score in (("careful", CAREFUL), ("eager", EAGER))
    }
    (better,) = [
        one["better"]
        for one in crossed["ranges"]
        if one["loss_ratio_from"] <= ratio < one["loss_ratio_to"]
    ]
    assert better == min(risks, key=risks.get)


def test_one_is_better_throughout():
    """Then the losses do not matter."""
    found = compared(good=np.array(Y) * 0.5 + 0.2, poor=EAGER)
    assert crossings_text(found) == "whatever the losses are, good has the smaller risk here"


def test_other_comparisons_have_none():
    """Three models, another measure, two that are alike."""
    items = read_predictions(pd.DataFrame({"y": Y, "a": CAREFUL, "b": EAGER, "c": EAGER}))
    assert crossings_of(compare(items, measure="auc")) is None
    assert crossings_text(compare(items, measure="brier")) == ""
    assert crossings_text(compared(a=EAGER, b=EAGER)) == ""
