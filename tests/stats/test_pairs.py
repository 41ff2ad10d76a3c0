"""The pairs of algorithms: all of them, or each with a control."""

import numpy as np
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats.pairs import all_pairs, asked_pairs, control_pairs

NAMES = ("svm", "knn", "tree")


def test_all_pairs_come_in_the_order_of_the_algorithms():
    """(0,1), (0,2), ..., as the logical corrections expect."""
    assert all_pairs(4).tolist() == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]


def test_pairs_with_a_control_leave_the_control_out():
    """Every other algorithm first, the control second."""
    assert control_pairs(4, 2).tolist() == [[0, 2], [1, 2], [3, 2]]


@pytest.mark.parametrize("control", ["knn", 1])
def test_a_control_is_asked_for_by_name_or_number(control):
    """Either way its pairs; without one all."""
    assert np.array_equal(asked_pairs(NAMES, control), control_pairs(3, 1))
    assert np.array_equal(asked_pairs(NAMES, None), all_pairs(3))


def test_a_control_that_is_none_of_them():
    """The sentence names those there are."""
    with pytest.raises(InvalidInput) as caught:
        asked_pairs(NAMES, "forest")
    assert str(caught.value) == (
        "control must be one of the algorithms (svm, knn, tree); it was 'forest'"
    )
