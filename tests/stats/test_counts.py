"""Counts where they come in."""

import numpy as np
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats.counts import counts, errors_of, same_shape, whole


@pytest.mark.parametrize("value", [3, 3.0, np.int32(3), np.float64(3), np.array(3)])
def test_one_count_stays_one(value):
    """Python's, numpy's, and an array of no axes."""
    found = counts(value, "n")
    assert found.shape == ()
    assert found == 3.0


def test_counts_of_a_batch_keep_their_shape():
    """Lists of lists as well."""
    assert counts([[1, 2], [3, 4]], "n").tolist() == [[1, 2], [3, 4]]
    assert whole(counts([1, 2], "n")).dtype == np.int64


def test_single_numbers_go_with_every_shape():
    """Errors of many on one n."""
    wrong, items = errors_of([1, 2, 3], 10)
    assert items.tolist() == [10.0, 10.0, 10.0]
    assert wrong.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (-1, "n must be whole numbers of at least 0; it held -1"),
        ([[1, 2], [3, 0.5]], "n must be whole numbers of at least 0; it held 0.5 at (1, 1)"),
        ([1, -4], "n must be whole numbers of at least 0; it held -4 at 1"),
    ],
)
def test_what_is_no_count(value, sentence):
    """What it held, and where."""
    with pytest.raises(InvalidInput) as caught:
        counts(value, "n")
    assert str(caught.value) == sentence


@pytest.mark.parametrize("value", ["many", [[1], [1, 2]], None])
def test_what_is_no_number(value):
    """Words, ragged lists and nothing at all."""
    with pytest.raises(InvalidInput, match=r"^n must"):
        counts(value, "n")


def test_shapes_that_do_not_fit():
    """Each with its name."""
    with pytest.raises(InvalidInput) as caught:
        same_shape({"errors": np.ones(2), "n": np.ones(3)})
    assert str(caught.value) == (
        "errors and n must have the same shape, or be single numbers; errors has (2,), n has (3,)"
    )
