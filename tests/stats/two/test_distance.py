"""The interval of the Mahalanobis distance, by turning the noncentral F around."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.stats import hotelling
from bakeoff.stats.two import distance


class TestNoncentrality:
    """P(F <= f) at the noncentrality that was found."""

    @pytest.mark.parametrize("area", [0.025, 0.5, 0.975])
    @pytest.mark.parametrize(("f", "df1", "df2"), [(3.0, 2, 8), (20.0, 3, 27), (150.0, 1, 9)])
    def test_it_gives_the_area_back(self, area, f, df1, df2):
        """By scipy's noncentral F."""
        found = float(distance.noncentrality(area, f, df1, df2))
        if found > 0:
            assert stats.ncf.cdf(f, df1, df2, found) == pytest.approx(area, abs=1e-6)
        else:
            assert stats.f.cdf(f, df1, df2) <= area + 1e-9

    def test_a_small_f_has_none(self):
        """Below what F is without any difference the limit is 0."""
        assert distance.noncentrality(0.975, 0.1, 2, 8) == 0.0

    def test_far_out_it_joins_the_approximation(self):
        """On both sides of the place where scipy's inversion ends the two agree."""
        below, above = distance.noncentrality(0.5, [0.999 * 5e3, 1.001 * 5e3], 2, 20)
        assert above / below == pytest.approx(1.002, abs=0.01)

    def test_an_infinite_f_is_infinitely_far(self):
        """And F = 0 is nowhere."""
        assert distance.noncentrality(0.5, [np.inf, 0.0], 2, 8).tolist() == [np.inf, 0.0]


class TestLimits:
    """Between which the distance lies."""

    def test_how_often_they_hold_the_truth(self):
        """2,000 pairs at a distance of 1.5: 95 percent, in four standard errors."""
        rng = np.random.default_rng(0)
        d = rng.normal(size=(2000, 12, 2))
        d[..., 0] += 1.5
        result = hotelling(d, 0 * d)
        low, high = distance.limits(result.details["F"], 2, 10, 1 / 12, 0.95)
        assert np.mean((low <= 1.5) & (high >= 1.5)) == pytest.approx(0.95, abs=0.02)

    def test_the_lower_limit_is_zero_where_the_test_does_not_reject(self):
        """One-sided: at p > .025."""
        for f in (1.0, 2.0, 5.0, 10.0):
            low, _ = distance.limits(f, 2, 10, 0.1, 0.95)
            assert (low == 0.0) == (stats.f.sf(f, 2, 10) > 0.025)
