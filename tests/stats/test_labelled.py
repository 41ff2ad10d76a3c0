"""Data that bear labels are paired by them; without labels the order counts."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bakeoff.stats import hotelling, paired_t, permutation, sign, wilcoxon
from bakeoff.stats.labelled import in_order_of

A = pd.Series([0.9, 0.7, 0.8, 0.6, 0.95], index=list("vwxyz"))
B = pd.Series([0.85, 0.72, 0.7, 0.5, 0.9], index=list("vwxyz"))


@pytest.mark.parametrize("test", [paired_t, permutation, sign, wilcoxon])
def test_series_are_paired_by_their_labels(test):
    """The same rows in another order give the same p-value."""
    assert test(A, B.iloc[[3, 0, 4, 2, 1]]).p_value == test(A, B).p_value
    assert test(A.iloc[::-1], B).p_value == test(A, B).p_value


def test_frames_are_paired_by_their_labels():
    """Several measures of each split."""
    first = pd.DataFrame(np.random.default_rng(0).normal(size=(6, 2)), columns=["error", "auc"])
    second = first * 0.8 + np.random.default_rng(1).normal(size=(6, 2))
    shuffled = second.iloc[[5, 3, 1, 0, 2, 4]]
    assert hotelling(first, shuffled).p_value == pytest.approx(hotelling(first, second).p_value)


def test_other_labels_than_those_of_the_partner_are_row_numbers():
    """Rows cut out of one long table bear labels of their own: the order counts."""
    moved = B.set_axis(range(10, 15))
    assert in_order_of(A, moved) is moved
    twice = B.set_axis(list("vvxyz"))
    assert in_order_of(A, twice) is twice
    assert in_order_of(A, B) is B
    assert in_order_of(A.to_numpy(), B) is B
    assert in_order_of([1, 2], [3, 4]) == [3, 4]
    assert paired_t(A, 0.5).p_value == paired_t(A.to_numpy(), 0.5).p_value
