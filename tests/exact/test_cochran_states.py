"""The exact law of the squared column totals behind Cochran's Q."""

import numpy as np
import pytest

from bakeoff.exact.cochran_states import cost, squares_law, subsets


@pytest.mark.parametrize("models", [3, 5, 8])
def test_the_law_has_the_mean_and_the_size_that_it_must_have(models):
    """All probabilities sum to 1, and the expected Q is k - 1 exactly."""
    items = [0] * (models + 1)
    items[1], items[models - 1] = 4, 3
    law = squares_law(items)
    assert law.probability.sum() == pytest.approx(1.0, rel=1e-12)
    total = 4 + 3 * (models - 1)
    spread = 7 * (models - 1)
    q = (models - 1) * (models * law.value - total**2) / spread
    assert np.sum(q * law.probability) == pytest.approx(models - 1, rel=1e-10)


def test_no_deal_beyond_the_largest_is_possible():
    """The tail beyond all values is empty, and that of the smallest is all."""
    law = squares_law([0, 3, 0, 0])
    assert law.at_least(np.array([1000.0, 0.0])).tolist() == [0.0, pytest.approx(1.0)]


def test_subsets_are_all_rows_with_so_many_ones():
    """C(5, 2) different rows."""
    rows = subsets(5, 2)
    assert rows.shape == (10, 5)
    assert (rows.sum(axis=1) == 2).all()
    assert len({tuple(row) for row in rows.tolist()}) == 10


@pytest.mark.parametrize(("items", "models"), [(40, 4), (20, 5), (8, 8)])
def test_the_cost_is_foreseen(items, models):
    """The number of states met, within a factor of two, so that auto keeps its word."""
    met, states = 0, {(0,) * models: None}
    patterns = subsets(models, models // 2)
    for _ in range(items):
        met += len(states) * len(patterns)
        after = np.sort(np.array(list(states))[:, None] + patterns, axis=-1)
        states = dict.fromkeys(map(tuple, after.reshape(-1, models).tolist()))
    assert met / 2 < cost(items, models) < 2 * met
