"""Risk and thresholds: printed values, reductions, bounds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.measures import loss_ratio, rates, risk, threshold

TWO = [[70, 10], [5, 15]]


def told(call, *arguments):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments)
    return str(error.value)


def test_printed_thresholds():
    """Aslan, eq. 2.10 to 2.12: 1/2 -> 1/3, 1 -> 1/2, 2 -> 2/3."""
    assert threshold(0.5) == 1 / 3
    assert threshold(1) == 1 / 2
    assert threshold(2) == 2 / 3
    assert isinstance(threshold(1), float)


@given(st.floats(0, 0.999))
def test_loss_ratio_is_the_inverse(theta):
    """Back and forth returns the threshold; three roundings cost a few units in the last place."""
    assert threshold(loss_ratio(theta)) == pytest.approx(theta, rel=1e-12, abs=0)


def test_the_ends():
    """Free false alarms: call everything positive; infinitely dear ones: never."""
    assert threshold([0, np.inf]).tolist() == [0.0, 1.0]
    assert loss_ratio([0, 0.5, 1]).tolist() == [0.0, 1.0, np.inf]


def test_lambda_is_the_loss_of_a_false_positive():
    """At the threshold both calls cost the same; a little above it "positive" is cheaper."""
    ratio = 4.0
    theta = threshold(ratio)
    for p, cheaper in ((theta - 0.01, "negative"), (theta + 0.01, "positive")):
        # 1000 items with probability p: what each call costs
        truth = np.array([(1 - p) * 1000, p * 1000])
        loss = [[0, ratio], [1, 0]]
        positive = risk(np.stack([[0, 0], truth]).T, loss)
        negative = risk(np.stack([truth, [0, 0]]).T, loss)
        assert (positive < negative) == (cheaper == "positive")


def test_zero_one_loss_gives_the_error():
    """Reduction: 0 on the diagonal and 1 elsewhere."""
    assert risk(TWO, 1 - np.eye(2)) == rates(TWO).error
    three = [[5, 1, 2], [0, 7, 1], [3, 0, 9]]
    assert risk(three, 1 - np.eye(3)) == rates(three).error


def test_false_positive_stands_in_row_0_column_1():
    """The loss has the layout of the counts: truth by row."""
    assert risk(TWO, [[0, 5], [1, 0]]) == (10 * 5 + 5) / 100
    assert risk(TWO, [[0, 1], [5, 0]]) == (10 + 5 * 5) / 100


def test_many_tables_and_many_losses():
    """One loss for all tables, or one for each."""
    tables = np.array([TWO, [[1, 2], [3, 4]]])
    losses = np.array([[[0, 5], [1, 0]], [[0, 1], [1, 0]]])
    assert risk(tables, losses[0]).tolist() == [0.55, 13 / 10]
    assert risk(tables, losses).tolist() == [0.55, 5 / 10]


def test_no_items_no_risk():
    """An empty table has no mean loss: NaN, without a warning."""
    assert np.isnan(risk([[0, 0], [0, 0]], [[0, 1], [1, 0]]))


def test_errors_in_full():
    """Each sentence says what was wanted and what was there."""
    assert told(risk, TWO, np.eye(3)) == (
        "loss must have one row and one column per class of the confusion table (2, 2); "
        "it had the shape (3, 3)"
    )
    assert told(risk, TWO, [np.eye(2)]).endswith("it had the shape (1, 2, 2)")
    assert told(threshold, -1) == "loss_ratio must be 0 or more; the least was -1"
    assert told(loss_ratio, 1.5) == "threshold must lie between 0 and 1; it went from 1.5 to 1.5"
    assert told(threshold, np.nan) == (
        "loss_ratio: 1 value is missing; remove or fill what is missing before measuring"
    )
