"""Discriminants of algorithms: vectors, scores, signs, both ways to the roots."""

import numpy as np
import pytest

from bakeoff.stats import scatter
from bakeoff.stats.many import discriminants


def compared(seed, groups, runs, measures, *leading):
    """Return the discriminants of random groups, and the groups."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(*leading, groups, runs, measures)) @ rng.normal(
        size=(measures, measures)
    )
    values += 2 * rng.normal(size=(groups, 1, measures))
    means = values.mean(axis=-2)
    rest = (values - means[..., np.newaxis, :]).reshape(*leading, groups * runs, measures)
    found = discriminants.of(
        means,
        np.full(groups, float(runs)),
        rest,
        scatter.dust_of(values.reshape(rest.shape)),
        df_error=groups * (runs - 1),
        labels=(tuple(range(groups)), tuple(range(measures))),
        rest="within the groups",
    )
    return found, values


class TestRoots:
    """From the smaller of two matrices."""

    @pytest.mark.parametrize(("groups", "measures"), [(3, 2), (3, 7), (5, 4), (4, 4), (2, 6)])
    def test_they_are_those_of_e_inverse_h(self, groups, measures):
        """More measures than groups, and fewer."""
        found, _ = compared(0, groups, 8, measures)
        values = np.sort(np.linalg.eigvals(np.linalg.solve(found.e, found.h)).real)[::-1]
        assert found.roots == pytest.approx(values[: len(found.roots)], rel=1e-7, abs=1e-9)
        assert len(found.roots) == min(groups - 1, measures)

    @pytest.mark.parametrize(("groups", "measures"), [(3, 2), (3, 7), (5, 4)])
    def test_scores_are_uncorrelated_within(self, groups, measures):
        """Projected, the variance within is 1 and the covariances 0."""
        found, values = compared(1, groups, 8, measures)
        projected = (values - values.mean(axis=1, keepdims=True)) @ found.columns
        flat = projected.reshape(-1, projected.shape[-1])
        assert flat.T @ flat / found.df_error == pytest.approx(np.eye(flat.shape[-1]), abs=1e-8)

    def test_a_root_is_the_f_of_its_scores(self):
        """Between over within, along the first discriminant."""
        found, values = compared(2, 4, 6, 3)
        scores = values @ found.columns[:, 0]
        between = 6 * np.sum((scores.mean(axis=1) - scores.mean()) ** 2)
        within = np.sum((scores - scores.mean(axis=1, keepdims=True)) ** 2)
        assert found.roots[0] == pytest.approx(between / within, rel=1e-9)

    def test_the_scores_are_about_their_mean(self):
        """The means of the algorithms, projected."""
        found, _ = compared(3, 4, 6, 3)
        assert found.scores.mean(axis=0) == pytest.approx(np.zeros(3), abs=1e-10)

    def test_the_measure_that_matters_most_has_a_positive_weight(self):
        """So that a turn of all signs does not change the order."""
        found, _ = compared(4, 4, 6, 3)
        matters = found.columns * np.sqrt(np.diag(found.e))[:, None]
        most = np.argmax(np.abs(matters), axis=0)
        assert np.all(matters[most, range(3)] > 0)

    def test_shares_add_up(self):
        """To 1, and to 0 where no root is above 0."""
        found, _ = compared(5, 4, 6, 3, 7)
        assert found.share.sum(axis=-1) == pytest.approx(np.ones(7))
