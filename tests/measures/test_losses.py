"""Losses of numbers and probabilities: scikit-learn, leading axes, errors."""

import numpy as np
import pytest
from sklearn import metrics

from bakeoff.errors import InvalidInput
from bakeoff.measures import (
    absolute,
    brier,
    log_loss,
    mean_absolute_error,
    mean_squared_error,
    r2,
    root_mean_squared_error,
    squared,
)


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (mean_squared_error, metrics.mean_squared_error),
        (root_mean_squared_error, metrics.root_mean_squared_error),
        (mean_absolute_error, metrics.mean_absolute_error),
        (r2, metrics.r2_score),
    ],
)
def test_scikit_learn_agrees_on_numbers(ours, theirs):
    """One row, and many models at once."""
    rng = np.random.default_rng(0)
    y = rng.normal(size=50)
    predicted = y + rng.normal(size=(4, 50))
    assert type(ours(y, predicted[0])) is float
    assert ours(y, predicted) == pytest.approx([theirs(y, one) for one in predicted], rel=1e-13)


def test_each_item_has_its_loss():
    """The losses keep the items, for a paired test."""
    assert squared([1, 2], [[1, 4], [0, 2]]).tolist() == [[0, 4], [1, 0]]
    assert absolute([1, 2], [[1, 4], [0, 2]]).tolist() == [[0, 2], [1, 0]]


@pytest.mark.parametrize("constant", [3.0, 0.7])
def test_nothing_to_explain_is_nan(constant):
    """All y equal: r2 is 0/0, also where the mean of three 0.7 is not 0.7."""
    assert np.isnan(r2([constant] * 3, np.arange(3)))


def test_scikit_learn_agrees_on_two_class_probabilities():
    """Log loss and Brier's score of the positive class."""
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 60)
    p = rng.random((3, 60))
    assert log_loss(y, p) == pytest.approx([metrics.log_loss(y, one) for one in p], rel=1e-13)
    theirs = [metrics.brier_score_loss(y, one) for one in p]
    assert brier(y, p) == pytest.approx(theirs, rel=1e-13)


def test_scikit_learn_agrees_on_many_classes():
    """A column per label, in the order of the labels given."""
    rng = np.random.default_rng(2)
    names = np.array(["a", "b", "c"])
    y = names[rng.integers(0, 3, 60)]
    p = rng.dirichlet([1, 1, 1], (2, 60))
    theirs = [metrics.log_loss(y, one, labels=names) for one in p]
    assert log_loss(y, p, labels=["a", "b", "c"]) == pytest.approx(theirs, rel=1e-12)
    theirs = [metrics.brier_score_loss(y, one, labels=names) for one in p]
    assert brier(y, p, labels=["a", "b", "c"]) == pytest.approx(theirs, rel=1e-12)
    turned = p[..., ::-1]
    assert log_loss(y, turned, labels=["c", "b", "a"]) == pytest.approx(
        log_loss(y, p, labels=["a", "b", "c"]), rel=1e-15
    )


def test_two_columns_are_the_two_class_form():
    """Reduction: with both columns given the numbers are those of the positive one."""
    y, p = [0, 1, 1], np.array([0.2, 0.7, 0.4])
    both = np.stack([1 - p, p], axis=-1)
    assert brier(y, both, labels=[0, 1]) == pytest.approx(brier(y, p), rel=1e-14)
    assert log_loss(y, both, labels=[0, 1]) == pytest.approx(log_loss(y, p), rel=1e-14)


def test_the_positive_class_can_be_named():
    """The probability of the other class turns both round."""
    y, p = ["no", "yes", "yes"], np.array([0.2, 0.7, 0.4])
    assert brier(y, 1 - p, positive="no") == pytest.approx(brier(y, p), rel=1e-14)


def test_a_certain_mistake_costs_36_nats_and_not_infinity():
    """As in scikit-learn: no probability counts as less than 2.2e-16."""
    assert log_loss([1], [0.0]) == pytest.approx(36.0437, abs=1e-4)
    assert log_loss([1, 0], [1.0, 0.0]) == 0.0
    assert metrics.log_loss([1, 0], [0.0, 0.0]) == pytest.approx(log_loss([1, 0], [0.0, 0.0]))


def test_errors_in_full():
    """What is no probability, does not add up, has too few columns, or is missing."""
    assert told(brier, [0, 1], [0.5, 3.2]) == (
        "probability must lie between 0 and 1; it went from 0.5 to 3.2: scores that are no "
        "probabilities can be measured by their order (auc), not by their loss"
    )
    assert told(log_loss, ["a"], [[0.5, 0.2, 0.2]], labels=["a", "b", "c"]) == (
        "probability must add up to 1 over the classes of each item; one adds up to 0.9"
    )
    assert told(log_loss, ["a"], [[0.5, 0.5]], labels=["a", "b", "c"]) == (
        "probability must have one column per label (3) on its last axis; it had the shape (1, 2)"
    )
    assert told(brier, ["z"], [[0.5, 0.5]], labels=["a", "b"]) == (
        "y holds labels that are not among labels ('a', 'b'): 'z'"
    )
    assert told(mean_squared_error, [1.0, 2.0], [1.0]) == (
        "y and predicted must speak of the same items: y had the shape (2,) and predicted (1,)"
    )
    assert told(mean_absolute_error, [1.0, np.nan], [1.0, 2.0]) == (
        "y: 1 value is missing or infinite (the first at 1); "
        "remove or fill what is missing before testing"
    )


def test_printed_probabilities_need_not_add_up_to_the_last_digit():
    """Thirds with two decimals are accepted."""
    assert log_loss(["a"], [[0.33, 0.33, 0.33]], labels=["a", "b", "c"]) == -np.log(0.33)
