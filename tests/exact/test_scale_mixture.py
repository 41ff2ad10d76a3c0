"""Tails of statistics that are divided by an estimated standard deviation."""

import numpy as np
import pytest

from bakeoff.exact import scale_mixture

Q = np.array([1e-3, 0.1, 0.7, 1.0, 2.5, 6.0, 12.0, 40.0, 1e4])


def rayleigh(x):
    """Return log P(X > x) of the length of two standard normals."""
    return -0.5 * x * x


class TestLogUpper:
    """log P(X / S > q)."""

    @pytest.mark.parametrize("df", [1, 2, 3.5, 9, 50, 1e3, 1e6, 1e10])
    def test_a_law_whose_mixture_is_known(self, df):
        """E exp(-q^2 S^2 / 2) = (1 + q^2/df)^(-df/2); 2e-12 of the logarithm or of the tail."""
        ours = scale_mixture.log_upper(rayleigh, Q, df, step=0.1, decline=0.5)
        theirs = -0.5 * df * np.log1p(Q * Q / df)
        np.testing.assert_allclose(ours, theirs, rtol=2e-12, atol=2e-14)

    def test_a_known_standard_deviation(self):
        """From 1e15 degrees of freedom the law itself."""
        for df in (1e15, np.inf):
            ours = scale_mixture.log_upper(rayleigh, Q, df, step=0.1, decline=0.5)
            np.testing.assert_array_equal(ours, rayleigh(Q))

    def test_many_values_are_taken_one_by_one(self):
        """Values that share a lattice and come in chunks, and each alone; 1e-12 for rounding."""
        q = np.geomspace(0.01, 100.0, 5000)
        together = scale_mixture.log_upper(rayleigh, q, 7.0, step=0.1, decline=0.5)
        wanted = -3.5 * np.log1p(q * q / 7.0)
        np.testing.assert_allclose(together, wanted, rtol=1e-12, atol=1e-14)
        alone = scale_mixture.log_upper(rayleigh, q[777:778], 7.0, step=0.1, decline=0.5)
        assert together[777] == pytest.approx(alone[0], rel=1e-12)


class TestQuantile:
    """Where the tail falls to p."""

    def test_it_turns_the_tail_around(self):
        """The q of the mixture above in closed form; 1e-12 is what Newton's last step leaves."""
        log_p = np.log([0.9, 0.5, 0.05, 1e-6, 1e-30])

        def tail(q):
            return -4.0 * np.log1p(q * q / 8.0)

        wanted = np.sqrt(8.0 * np.expm1(-log_p / 4.0))
        found = scale_mixture.quantile(tail, log_p, np.full(5, 1e-3), np.full(5, 1e6))
        np.testing.assert_allclose(found, wanted, rtol=1e-12)

    def test_a_tail_that_is_flat_in_part(self):
        """Where the slope is 0 the bracket is halved."""

        def tail(q):
            return -np.maximum(q - 3.0, 0.0)

        found = scale_mixture.quantile(tail, np.array([-1.0]), np.array([0.0]), np.array([5.0]))
        assert found[0] == pytest.approx(4.0, rel=1e-12)
