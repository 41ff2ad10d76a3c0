"""Means and sums of squares of several algorithms."""

import numpy as np
import pytest

from bakeoff.stats.many.layout import fitted, of_blocks, of_groups, without_dust
from bakeoff.stats.results import all_pairs


def test_sums_of_squares_by_their_definitions():
    """Blocks: between, blocks and error add up to the total."""
    values = np.random.default_rng(0).normal(size=(7, 4))
    layout = of_blocks(values)
    total = ((values - values.mean()) ** 2).sum()
    assert layout.between == pytest.approx(7 * ((values.mean(0) - values.mean()) ** 2).sum())
    assert layout.blocks == pytest.approx(4 * ((values.mean(1) - values.mean()) ** 2).sum())
    assert layout.between + layout.blocks + layout.error == pytest.approx(total)
    assert (layout.df_error, layout.k, layout.sizes) == (18, 4, (7, 7, 7, 7))


def test_groups_of_unequal_sizes():
    """Between and within add up to the total."""
    groups = [np.array([1.0, 4.0, 2.0]), np.array([5.0]), np.array([3.0, 9.0])]
    layout = of_groups(groups)
    every = np.concatenate(groups)
    assert layout.between + layout.error == pytest.approx(((every - every.mean()) ** 2).sum())
    assert (layout.df_error, layout.sizes, layout.blocks) == (3, (3, 1, 2), None)


def test_fitted_takes_either():
    """A table by rows, or groups by groups: the same numbers lie across."""
    values = np.arange(6.0).reshape(3, 2)
    assert fitted(values, blocks=True).means == pytest.approx([2, 3])
    assert fitted(values, blocks=False).means == pytest.approx([0.5, 2.5, 4.5])


def test_standard_errors():
    """Of a weighted sum of means: sqrt(MS sum w^2/n); of a pair the same with 1 and -1."""
    layout = of_groups([[1.0, 4.0, 2.0], [5.0, 5.5], [3.0, 9.0, 1.0, 0.0]])
    square = layout.error / 6
    weights = np.array([[1.0, -1.0, 0.0], [1.0, 0.0, -1.0], [0.0, 1.0, -1.0]])
    wanted = np.sqrt(square * np.array([1 / 3 + 1 / 2, 1 / 3 + 1 / 4, 1 / 2 + 1 / 4]))
    assert layout.standard_error(weights) == pytest.approx(wanted)
    pairs = layout.compared(all_pairs(3))
    assert pairs.error == pytest.approx(wanted)
    assert pairs.t == pytest.approx(pairs.difference / wanted)
    assert pairs.effect == pytest.approx(pairs.difference / np.sqrt(square))


def test_names_come_from_where_they_are():
    """Columns of a frame, keys of a mapping, numbers otherwise."""
    import pandas as pd

    assert of_blocks(pd.DataFrame([[1, 2], [3, 5]], columns=["x", "y"])).names == ("x", "y")
    assert of_groups({"x": [1, 2], "y": [3, 4, 5]}).names == ("x", "y")
    assert of_groups([[1, 2], [3, 4]]).names == (0, 1)


@pytest.mark.parametrize("shift", [0.0, 0.1, 1e6])
def test_rounding_is_not_variation(shift):
    """Differences that are equal on paper leave no error, whatever their common part."""
    values = shift + np.array([[0.1], [0.2], [0.3], [0.7]]) + np.array([0.1, 0.2, 0.3])
    layout = of_blocks(values)
    assert layout.error == 0.0
    assert layout.between == pytest.approx(4 * 0.02, rel=1e-4)


def test_small_variation_is_not_rounding():
    """One part in a million of the values is seen."""
    values = 1.0 + 1e-6 * np.array([[1, 2, 4], [3, 1, 0], [2, 2, 5]])
    assert of_blocks(values).error > 0.0


def test_dust_is_cleaned_for_each_table():
    """What lies at or below it is 0."""
    found = without_dust(np.array([1e-30, 2.0]), np.array([1e-20, 1e-20]))
    assert found.tolist() == [0.0, 2.0]
