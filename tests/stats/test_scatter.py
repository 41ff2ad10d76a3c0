"""The space that residuals span: its rank, its coordinates, and what leaves it."""

import numpy as np
import pytest

from bakeoff.stats import scatter


def residuals(seed, rows, p, *leading):
    """Return centred rows."""
    values = np.random.default_rng(seed).normal(size=(*leading, rows, p))
    return values - values.mean(axis=-2, keepdims=True)


def space_of(rows):
    """Return the space of rows, and what counts as dust among them."""
    dust = scatter.dust_of(rows)
    return scatter.space_of(rows, dust), dust


class TestSpace:
    """In its coordinates the scatter of the residuals is I."""

    @pytest.mark.parametrize("p", [1, 2, 3, 7])
    def test_full_rank(self, p):
        """For measures of very different units too."""
        rows = residuals(p, 12, p, 5) * 10.0 ** np.arange(-p, p, 2)[:p]
        space, _ = space_of(rows)
        assert space.rank.tolist() == [p] * 5
        inside = rows @ space.directions
        # eight digits: two measures of three may nearly repeat each other
        assert np.swapaxes(inside, -1, -2) @ inside == pytest.approx(
            np.broadcast_to(np.eye(p), (5, p, p)), abs=1e-8
        )

    @pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
    def test_a_sum_adds_no_dimension(self, scale):
        """Nor in another unit; the redundant one is the last of those that depend."""
        rows = residuals(0, 10, 2)
        rows = np.column_stack([rows, scale * rows.sum(axis=1)])
        space, dust = space_of(rows)
        assert int(space.rank) == 2
        assert scatter.redundant(rows, space, dust) == [2]

    def test_more_measures_than_rows(self):
        """The rank is that of the centred rows."""
        space, _ = space_of(residuals(1, 5, 9))
        assert int(space.rank) == 4

    def test_constant_measures(self):
        """They do not vary, though rounding leaves dust."""
        rows = residuals(2, 6, 2)
        values = np.column_stack([rows[:, 0], np.full(6, 0.1)]) + 1e6
        dust = scatter.dust_of(values)
        space = scatter.space_of(values - values.mean(axis=0), dust)
        assert int(space.rank) == 1
        assert space.scale[1] == 0.0
        assert scatter.redundant(values - values.mean(axis=0), space, dust) == [1]

    def test_nothing_varies(self):
        """Rank 0, and all coordinates are 0."""
        space, dust = space_of(np.zeros((4, 2)))
        assert int(space.rank) == 0
        inside, away = scatter.coordinates(np.array([[0.0, 0.0]]), space, dust)
        assert inside.tolist() == [[0.0, 0.0]]
        assert not away

    def test_nearly_dependent_measures_keep_their_digits(self):
        """Singular values, not eigenvalues of products: 1e-7 apart is still two dimensions."""
        first = residuals(3, 20, 1)[:, 0]
        other = residuals(4, 20, 1)[:, 0]
        space, _ = space_of(np.column_stack([first, first + 1e-7 * other]))
        assert int(space.rank) == 2
        assert 1e-8 < float(space.narrowest) < 1e-6


class TestCoordinates:
    """Means in the coordinates of the space, or beyond it."""

    def test_the_distance_is_mahalanobis(self):
        """The form d' E^-1 d."""
        rows, d = residuals(5, 9, 3), np.array([1.0, -2.0, 0.5])
        space, dust = space_of(rows)
        inside, away = scatter.coordinates(d[np.newaxis], space, dust)
        assert float(np.sum(inside**2)) == pytest.approx(
            d @ np.linalg.solve(rows.T @ rows, d), rel=1e-10
        )
        assert not away

    def test_a_mean_inside_a_narrow_space(self):
        """Of two measures of which the second is twice the first."""
        first = residuals(6, 9, 1)
        space, dust = space_of(np.hstack([first, 2 * first]))
        for mean, leaves in (([1.0, 2.0], False), ([1.0, 2.0 + 1e-6], True), ([1.0, 1.0], True)):
            _, away = scatter.coordinates(np.array([mean]), space, dust)
            assert bool(away) is leaves

    def test_a_batch_of_narrow_and_wide(self):
        """Each by itself."""
        wide, narrow = residuals(7, 8, 2), residuals(8, 8, 1)
        rows = np.stack([wide, np.hstack([narrow, -narrow]), wide])
        dust = scatter.dust_of(rows)
        space = scatter.space_of(rows, dust)
        _, away = scatter.coordinates(np.tile([[1.0, 1.0]], (3, 1, 1)), space, dust)
        assert space.rank.tolist() == [2, 1, 2]
        assert away.tolist() == [False, True, False]


class TestEigen:
    """Symmetric matrices, the largest value first."""

    @pytest.mark.parametrize("size", [1, 2, 3, 6])
    def test_it_diagonalises(self, size):
        """Columns are orthonormal, and the matrix comes back."""
        half = np.random.default_rng(size).normal(size=(20, size, size))
        matrices = half @ np.swapaxes(half, -1, -2)
        values, columns = scatter.eigen(matrices)
        assert np.all(np.diff(values, axis=-1) <= 0)
        again = columns * values[:, np.newaxis] @ np.swapaxes(columns, -1, -2)
        assert again == pytest.approx(matrices, abs=1e-10)
        assert np.swapaxes(columns, -1, -2) @ columns == pytest.approx(
            np.broadcast_to(np.eye(size), matrices.shape), abs=1e-12
        )

    @pytest.mark.parametrize(
        "matrix",
        [np.zeros((2, 2)), np.eye(2), np.diag([1.0, 3.0]), np.ones((2, 2)), [[1, 1e-9], [1e-9, 1]]],
    )
    def test_two_by_two_without_a_division_by_zero(self, matrix):
        """Zero, equal, diagonal and singular ones."""
        matrix = np.asarray(matrix, dtype=float)
        values, columns = scatter.eigen(matrix)
        assert values == pytest.approx(np.linalg.eigvalsh(matrix)[::-1], abs=1e-15)
        assert columns * values @ columns.T == pytest.approx(matrix, abs=1e-15)
