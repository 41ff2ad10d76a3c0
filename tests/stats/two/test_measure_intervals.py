"""Intervals for each of several measures, and the ellipse of two."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multivariate import confint_mvmean_fromstats

from bakeoff.errors import InvalidInput
from bakeoff.stats import confidence_ellipse, hotelling, measure_intervals, paired_t
from tests.stats.published import X, Y
from tests.stats.several_measures import counts_of, random_pair


class TestIntervals:
    """One for each measure, all at once or each by itself."""

    @pytest.mark.parametrize("level", [0.9, 0.95])
    def test_simultaneous_ones_are_those_of_statsmodels(self, level):
        """Given the unbiased covariance."""
        d = X - Y
        low, high, _ = confint_mvmean_fromstats(
            d.mean(axis=0), np.cov(d.T), 8, lin_transf=np.eye(2), alpha=1 - level, simult=True
        )
        found = measure_intervals(X, Y, level=level, method="simultaneous")
        assert found.low == pytest.approx(low, rel=1e-9)
        assert found.high == pytest.approx(high, rel=1e-9)

    def test_bonferroni_shares_the_level(self):
        """By hand: mean -+ t(.025/2) sd/sqrt(8)."""
        d = X - Y
        half = stats.t.isf(0.05 / 4, 7) * d.std(axis=0, ddof=1) / np.sqrt(8)
        found = measure_intervals(X, Y)
        assert found.low == pytest.approx(d.mean(axis=0) - half, rel=1e-9)
        assert found.high == pytest.approx(d.mean(axis=0) + half, rel=1e-9)

    @pytest.mark.parametrize("ratio", [None, 1 / 7])
    def test_single_ones_are_those_of_the_t_test(self, ratio):
        """Corrected as it is."""
        found = measure_intervals(X, Y, method="single", test_train_ratio=ratio)
        for place in range(2):
            low, high = paired_t(X[:, place], Y[:, place], test_train_ratio=ratio).interval()
            assert (found.low[place], found.high[place]) == pytest.approx((low, high), rel=1e-9)

    def test_one_measure_has_one_interval(self):
        """All three are the same there."""
        a, b = random_pair(0, 10, 1)
        lows = [
            measure_intervals(a, b, method=method).low
            for method in ("simultaneous", "bonferroni", "single")
        ]
        assert lows[0] == pytest.approx(lows[1], rel=1e-9)
        assert lows[0] == pytest.approx(lows[2], rel=1e-9)

    def test_redundant_measures_make_simultaneous_ones_no_wider(self):
        """The space they span has two dimensions, so two rates and four counts agree."""
        rates = measure_intervals(X, Y, method="simultaneous")
        counts = measure_intervals(counts_of(X), counts_of(Y), method="simultaneous")
        assert counts.low[:2] == pytest.approx(rates.low * [50, 40], rel=1e-9)

    def test_how_often_they_hold(self):
        """Of 4,000 pairs about 95 percent of all intervals together hold the truth, or more."""
        a, b = np.random.default_rng(1).normal(size=(2, 4000, 8, 3))
        for method, least, most in (("simultaneous", 0.97, 1.0), ("bonferroni", 0.94, 0.97)):
            low, high = measure_intervals(a, b, method=method)
            assert least <= np.mean(np.all((low <= 0) & (high >= 0), axis=-1)) <= most

    def test_a_batch_is_a_loop(self):
        """Leading axes give one set of intervals each."""
        a, b = random_pair(2, 8, 2, 5)
        low, high = measure_intervals(a, b)
        for place in range(5):
            one = measure_intervals(a[place], b[place])
            assert low[place] == pytest.approx(one.low)
            assert high[place] == pytest.approx(one.high)

    def test_an_unknown_method(self):
        """The known ones are named."""
        with pytest.raises(InvalidInput) as fault:
            measure_intervals(X, Y, method="scheffe")
        assert str(fault.value) == (
            "method must be one of simultaneous, bonferroni, single; it was 'scheffe'"
        )


class TestEllipse:
    """The differences of two measures that would not be rejected."""

    @pytest.mark.parametrize("ratio", [None, 1 / 7])
    def test_on_its_outline_t2_is_critical(self, ratio):
        """Shift the data so that an outline point is 0: p = 1 - level there."""
        ellipse = confidence_ellipse(X, Y, level=0.9, test_train_ratio=ratio, points=9)
        for point in ellipse.outline:
            assert hotelling(X - point, Y, test_train_ratio=ratio).p_value == pytest.approx(
                0.1, abs=1e-9
            )

    def test_its_shadows_are_the_simultaneous_intervals(self):
        """The widest points along each measure."""
        outline = confidence_ellipse(X, Y, points=20_001).outline
        found = measure_intervals(X, Y, method="simultaneous")
        assert outline.min(axis=0) == pytest.approx(found.low, abs=1e-7)
        assert outline.max(axis=0) == pytest.approx(found.high, abs=1e-7)

    def test_it_is_closed_and_its_axes_are_ordered(self):
        """First point = last; the longer half first; unit directions at right angles."""
        ellipse = confidence_ellipse(X, Y)
        assert ellipse.outline[0] == pytest.approx(ellipse.outline[-1])
        assert ellipse.outline.shape == (181, 2)
        assert ellipse.axes[0] >= ellipse.axes[1] > 0
        assert ellipse.directions @ ellipse.directions.T == pytest.approx(np.eye(2))

    def test_it_holds_zero_where_the_test_does_not_reject(self):
        """Both from one p-value."""
        a, b = random_pair(3, 10, 2, 40)
        for place in range(40):
            level = 0.95
            inside = confidence_ellipse(a[place], b[place], level=level).holds_zero
            assert inside == (hotelling(a[place], b[place]).p_value > 1 - level)

    def test_measures_on_a_line_give_a_piece_of_the_line(self):
        """The second measure is twice the first."""
        a, b = (np.column_stack([part[:, 0], 2 * part[:, 0]]) for part in (X, Y))
        ellipse = confidence_ellipse(a, b)
        assert ellipse.axes[1] == 0.0
        steps = ellipse.outline - ellipse.center
        assert steps[:, 1] == pytest.approx(2 * steps[:, 0], abs=1e-12)

    def test_identical_algorithms_are_a_point(self):
        """At zero."""
        ellipse = confidence_ellipse(X, X)
        assert ellipse.axes == pytest.approx([0, 0])
        assert ellipse.holds_zero

    def test_three_measures_have_no_ellipse(self):
        """The sentence says what is asked for."""
        with pytest.raises(InvalidInput) as fault:
            confidence_ellipse(*random_pair(4, 8, 3))
        assert str(fault.value) == (
            "a and b must be splits x 2 measures, without leading axes, for an ellipse; they had "
            "the shape (8, 3)"
        )
