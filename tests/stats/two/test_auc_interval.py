"""Intervals for the area under one ROC curve."""

import numpy as np
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import auc_from_errors, auc_interval, delong
from bakeoff.stats.two.auc_interval import fewest_errors

METHODS = ("delong", "hanley-mcneil", "cortes-mohri", "agarwal", "bootstrap")
ABNORMAL = np.repeat([0, 1], [58, 51])
RATING = np.repeat([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [33, 6, 6, 11, 2, 3, 2, 2, 11, 33])


def made(n=100, *, gain=1.0, seed=0):
    """Return items of two classes and a score."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return y, rng.normal(size=n) + gain * y


class TestMethods:
    """Each by its own formula."""

    def test_delong(self):
        """The area and its standard error as `delong` has them."""
        y, score = made()
        found = auc_interval(y, score, level=0.9)
        details = delong(y, np.column_stack([score, score])).details
        assert found.estimate == pytest.approx(details["auc"][0])
        assert found.standard_error == pytest.approx(details["standard_error"][0])
        reach = scipy.stats.norm.ppf(0.95) * found.standard_error
        assert (found.low, found.high) == pytest.approx(
            (found.estimate - reach, found.estimate + reach)
        )

    def test_hanley_mcneil(self):
        """0.893 plus or minus 1.96 x 0.032 (1982)."""
        found = auc_interval(ABNORMAL, RATING, method="hanley-mcneil")
        assert (round(found.low, 2), round(found.high, 2)) == (0.83, 0.96)

    def test_agarwal(self):
        """sqrt(ln(2/delta) / (2 rho (1 - rho) n)), theorem 6 of the source with rho = P/n."""
        y, score = made(400, gain=0.3)
        rho = y.mean()
        reach = np.sqrt(np.log(2 / 0.05) / (2 * rho * (1 - rho) * 400))
        found = auc_interval(y, score, method="agarwal")
        assert found.estimate - found.low == pytest.approx(reach)
        assert found.high - found.estimate == pytest.approx(reach)

    def test_cortes_mohri(self):
        """The limits of all counts that an exact interval holds."""
        y, score = made(200)
        wrong = fewest_errors(y == 1, score)
        each = np.sqrt(0.95)
        counts = scipy.stats.binomtest(wrong, 200).proportion_ci(each, method="exact")
        bounds = (int(np.floor(counts.low * 200)), int(np.ceil(counts.high * 200)))
        implied = auc_from_errors(int(y.sum()), int((1 - y).sum()), bounds, level=each)
        found = auc_interval(y, score, method="cortes-mohri")
        assert (found.low, found.high) == pytest.approx((implied.low, implied.high))

    def test_cortes_mohri_with_errors_given(self):
        """More errors, a lower area."""
        y, score = made(200)
        few, many = (auc_interval(y, score, method="cortes-mohri", errors=e) for e in (20, 60))
        assert few.low > many.low
        assert few.high > many.high

    def test_bootstrap(self):
        """Near the normal interval where there are many items; the same seed, the same numbers."""
        y, score = made(1000)
        normal, drawn, again = (
            auc_interval(y, score, method=method, draws=4000)
            for method in ("delong", "bootstrap", "bootstrap")
        )
        # the error of a percentile of 4000 draws is a fortieth of the standard deviation
        assert tuple(drawn) == pytest.approx(tuple(normal), abs=0.003)
        assert drawn.standard_error == pytest.approx(normal.standard_error, rel=0.05)
        assert tuple(drawn) == tuple(again)


@pytest.mark.parametrize("method", METHODS)
class TestEveryMethod:
    """What holds for all."""

    def test_it_says_what_it_assumes(self, method):
        """In its first note."""
        note = auc_interval(*made(), method=method, draws=200).notes[0]
        assert "assumes" in note or "knows only" in note

    def test_within_bounds(self, method):
        """No limit lies below 0 or above 1."""
        y = np.array([0, 1] * 6)
        found = auc_interval(y, y + np.linspace(0, 0.1, 12), method=method, draws=200)
        assert 0 <= found.low <= found.high <= 1

    def test_several_models(self, method):
        """An interval for each column, as if it were alone."""
        y, score = made()
        _, other = made(seed=1)
        both = auc_interval(y, np.column_stack([score, other]), method=method, draws=500)
        alone = auc_interval(y, score, method=method, draws=500)
        assert both.low[0] == pytest.approx(alone.low, abs=1e-12)
        assert both.estimate.shape == (2,)

    def test_a_larger_level_is_wider(self, method):
        """At 99 percent it holds what it holds at 90."""
        y, score = made(400)
        narrow, wide = (
            auc_interval(y, score, method=method, level=level, draws=2000) for level in (0.9, 0.99)
        )
        assert wide.low < narrow.low
        assert wide.high > narrow.high


def test_coverage():
    """Of 300 intervals at 90 percent about 270 hold the true area; Agarwal's bound all of them."""
    rng = np.random.default_rng(2)
    true = scipy.stats.norm.cdf(1 / np.sqrt(2))
    held = dict.fromkeys(("delong", "hanley-mcneil", "agarwal"), 0)
    for _ in range(300):
        y = np.repeat([0, 1], 60)
        score = rng.normal(size=120) + y
        for method in held:
            low, high = auc_interval(y, score, method=method, level=0.9)
            held[method] += low <= true <= high
    assert 252 <= held["delong"] <= 287  # the 99.9 percent interval of a binomial of 300 at 0.9
    assert 252 <= held["hanley-mcneil"] <= 287
    assert held["agarwal"] == 300


def test_fewest_errors_are_those_of_the_best_threshold():
    """Against trying every threshold, with ties."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        y = rng.integers(0, 2, 20).astype(bool)
        score = rng.integers(0, 6, 20).astype(float)
        cuts = [np.inf, *np.unique(score)]
        assert fewest_errors(y, score) == min(int(((score >= cut) != y).sum()) for cut in cuts)


def test_perfect_models_are_told_that_the_variance_is_none():
    """By a normal law the interval is a point; a bound is not."""
    y = np.repeat([0, 1], 30)
    normal, bound = auc_interval(y, y), auc_interval(y, y, method="agarwal")
    assert tuple(normal) == (1.0, 1.0)
    assert any("agarwal" in note for note in normal.notes)
    assert bound.low < 0.7


def test_a_model_below_one_half_stays_there():
    """No direction is guessed."""
    y, score = made(400)
    found = auc_interval(y, -score)
    assert found.estimate < 0.5
    assert any("nothing was turned round" in note for note in found.notes)


class TestErrors:
    """Each sentence in full."""

    def test_method(self):
        """It names those there are."""
        with pytest.raises(InvalidInput) as error:
            auc_interval(*made(), method="exact")
        assert str(error.value) == (
            "method must be one of delong, hanley-mcneil, cortes-mohri, agarwal, bootstrap; it "
            "was 'exact'"
        )

    def test_errors(self):
        """No more than there are items."""
        with pytest.raises(InvalidInput) as error:
            auc_interval(*made(10), method="cortes-mohri", errors=11)
        assert str(error.value) == "errors must not exceed the 10 items; there were 11"
