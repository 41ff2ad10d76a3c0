"""Areas of several models and how they vary together."""

import numpy as np
import pytest

from bakeoff.stats.pairs import all_pairs
from bakeoff.stats.scored_items import scored_items
from bakeoff.stats.two.area_covariance import areas, chi_square, item_shares


def made(models=3, n=60, seed=0, *, ties=False):
    """Return scored items."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    scores = rng.normal(size=(n, models)) + y[:, np.newaxis]
    return scored_items(y, scores.round(0 if ties else 9))


def test_the_variance_of_a_difference_does_not_cancel():
    """Two models that differ on one item of 20,000: the variance keeps its digits."""
    rng = np.random.default_rng(0)
    n = 20_000
    y = np.repeat([0, 1], n // 2)
    first = rng.normal(size=n) + 3 * y
    second = first.copy()
    second[0] += 3.0
    found = areas(scored_items(y, np.column_stack([first, second])))
    _, variance = found.differences(all_pairs(2))
    exact = np.sum((found.deviations[0] - found.deviations[1]) ** 2)
    assert variance[0] == pytest.approx(exact, rel=1e-9)
    assert variance[0] > 0


def test_chi_square_does_not_depend_on_how_the_hypothesis_is_written():
    """Differences from the first, of neighbours, and with a redundant row: one hypothesis."""
    found = areas(made(4))
    first = np.hstack([-np.ones((3, 1)), np.eye(3)])
    neighbours = np.eye(4)[:-1] - np.eye(4)[1:]
    redundant = np.vstack([neighbours, neighbours.sum(axis=0)])
    expected = chi_square(found, first)
    for weights in (neighbours, redundant, 7 * first):
        chi2, df, p = chi_square(found, weights)
        assert (chi2, p) == pytest.approx((expected[0], expected[2]), rel=1e-8)
        assert df == 3


def test_the_mean_share_of_either_class_is_the_area():
    """So is that of all items together."""
    items = made(ties=True)
    shares = item_shares(items.truth, items.scores)
    expected = areas(items).areas
    for rows in (items.truth, ~items.truth, slice(None)):
        assert shares[:, rows].mean(axis=1) == pytest.approx(expected)


def test_one_stratum_is_no_stratum():
    """The mean over one part is that part."""
    items = made()
    assert areas(items, np.zeros(60)).areas == pytest.approx(areas(items).areas)
    assert areas(items, np.zeros(60)).covariance == pytest.approx(areas(items).covariance)
