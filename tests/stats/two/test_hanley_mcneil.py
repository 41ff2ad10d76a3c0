"""Hanley and McNeil's z test of two areas, and their standard error of one."""

import numpy as np
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import delong, hanley_mcneil
from bakeoff.stats.two.hanley_mcneil import _tau_b, area_correlation, standard_error

ABNORMAL = np.repeat([0, 1], [58, 51])
RATING = np.repeat([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [33, 6, 6, 11, 2, 3, 2, 2, 11, 33])


def binormal(n, *, gain=(1.0, 1.0), within=0.5, rng):
    """Return items of two classes with two normal scores, correlated within the classes."""
    y = np.repeat([0, 1], n)
    common = rng.normal(size=(2 * n, 1))
    own = rng.normal(size=(2 * n, 2))
    scores = np.sqrt(within) * common + np.sqrt(1 - within) * own + np.outer(y, gain)
    return y, scores[:, 0], scores[:, 1]


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_the_ratings_of_1982(self):
        """Table I and II: the area 0.893, by the exponential approximation 0.032."""
        details = hanley_mcneil(ABNORMAL, RATING, RATING >= 3, correlation=0.5).details
        assert round(details["auc"][0], 3) == 0.893
        assert round(details["standard_error"][0], 3) == 0.032

    @pytest.mark.parametrize(
        ("area", "n", "printed"),
        [(0.7, 10, 0.12), (0.8, 50, 0.0447), (0.9, 100, 0.0218)],
    )
    def test_the_formula(self, area, n, printed):
        """Equation 2 by hand: A(1-A) + (n-1)(Q1 + Q2 - 2 A^2), over n^2, and its root."""
        q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
        by_hand = np.sqrt((area * (1 - area) + (n - 1) * (q1 + q2 - 2 * area**2)) / n**2)
        assert standard_error(area, n, n) == pytest.approx(by_hand, rel=1e-12)
        assert standard_error(area, n, n) == pytest.approx(printed, abs=1e-3)

    @pytest.mark.parametrize(
        ("within", "printed"),
        [
            (0.1, (0.09, 0.09, 0.09, 0.09, 0.08, 0.08, 0.08, 0.07, 0.07, 0.06, 0.06, 0.04)),
            (0.3, (0.27, 0.27, 0.27, 0.26, 0.26, 0.25, 0.25, 0.24, 0.23, 0.21, 0.19, 0.16)),
            (0.5, (0.47, 0.46, 0.46, 0.45, 0.45, 0.44, 0.43, 0.42, 0.41, 0.39, 0.37, 0.32)),
            (0.7, (0.67, 0.66, 0.66, 0.66, 0.65, 0.65, 0.64, 0.63, 0.62, 0.60, 0.58, 0.54)),
            (0.9, (0.88, 0.88, 0.88, 0.88, 0.87, 0.87, 0.87, 0.86, 0.86, 0.85, 0.84, 0.82)),
        ],
    )
    def test_the_table_of_1983(self, within, printed):
        """Table I: the correlation of two areas from 0.7 to 0.975, in two decimals."""
        areas = np.linspace(0.7, 0.975, 12)
        found = [area_correlation(area, within) for area in areas]
        assert found == pytest.approx(printed, abs=0.0055)  # one entry is a hair off its rounding


class TestTheTest:
    """Z, its p and its interval."""

    def test_by_hand(self):
        """Z = (A1 - A2)/sqrt(SE1^2 + SE2^2 - 2 r SE1 SE2)."""
        y, first, second = binormal(40, gain=(1.5, 0.8), rng=np.random.default_rng(0))
        result = hanley_mcneil(y, first, second, correlation=0.4)
        (a1, a2), (e1, e2) = result.details["auc"], result.details["standard_error"]
        error = np.sqrt(e1**2 + e2**2 - 2 * 0.4 * e1 * e2)
        assert result.statistic == pytest.approx((a1 - a2) / error)
        assert result.p_value == pytest.approx(2 * scipy.stats.norm.sf(abs((a1 - a2) / error)))
        low, high = result.interval(0.9)
        assert (low + high) / 2 == pytest.approx(a1 - a2)
        assert (high - low) / 2 == pytest.approx(scipy.stats.norm.ppf(0.95) * error)

    def test_the_correlation_given_is_the_one_used(self):
        """0 is a correlation, and not a missing one; a larger one makes z larger."""
        y, first, second = binormal(40, gain=(1.5, 0.8), rng=np.random.default_rng(0))
        z = [hanley_mcneil(y, first, second, correlation=r).statistic for r in (0.0, 0.3, 0.6)]
        assert z[0] < z[1] < z[2]
        assert hanley_mcneil(y, first, second, correlation=0.0).details["correlation"] == 0.0

    def test_alternatives(self):
        """``greater`` asks whether the first has the larger area."""
        y, first, second = binormal(100, gain=(2.0, 0.8), rng=np.random.default_rng(0))
        p = {
            one: hanley_mcneil(y, first, second, alternative=one).p_value
            for one in ("less", "greater", "two-sided")
        }
        assert p["greater"] < 0.01
        assert p["less"] == pytest.approx(1 - p["greater"])
        assert p["two-sided"] == pytest.approx(2 * p["greater"])

    def test_it_is_near_delong_for_normal_scores(self):
        """Both estimate the same thing; with 2000 items z is near."""
        y, first, second = binormal(1000, gain=(1.2, 1.0), rng=np.random.default_rng(3))
        ours = hanley_mcneil(y, first, second).statistic
        theirs = delong(y, np.column_stack([first, second])).statistic[0]
        assert ours == pytest.approx(theirs, rel=0.1)


class TestCorrelation:
    """The correlation of two areas from that of the scores."""

    def test_ends(self):
        """Uncorrelated scores have uncorrelated areas, equal scores equal areas."""
        assert area_correlation(0.8, 0.0) == pytest.approx(0.0, abs=1e-12)
        assert area_correlation(0.8, 1.0) == pytest.approx(1.0, rel=1e-9)

    def test_a_simulation(self):
        """Areas of 4000 pairs of models, their scores correlated by 0.6 within the classes."""
        rng = np.random.default_rng(1)
        n, gain = 50, np.sqrt(2) * scipy.stats.norm.ppf(0.8)
        found = []
        for _ in range(4000):
            y, *scores = binormal(n, gain=(gain, gain), within=0.6, rng=rng)
            ranks = scipy.stats.rankdata(np.array(scores), axis=1)[:, y == 1].sum(axis=1)
            found.append(ranks)
        seen = np.corrcoef(np.array(found).T)[0, 1]
        # the standard error of a correlation of 0.55 from 4000 pairs is 0.011
        assert area_correlation(0.8, 0.6, 100) == pytest.approx(seen, abs=0.035)

    def test_tau_b_is_that_of_scipy(self):
        """With ties."""
        rng = np.random.default_rng(0)
        first, second = rng.integers(0, 5, 300), rng.integers(0, 4, 300)
        theirs = scipy.stats.kendalltau(first, second).statistic
        assert _tau_b(first.astype(float), second.astype(float)) == pytest.approx(theirs)

    def test_ratings_by_kendall(self):
        """`within` changes the correlation, and nothing else."""
        y, first, second = binormal(60, rng=np.random.default_rng(2))
        results = [hanley_mcneil(y, first, second, within=one) for one in ("pearson", "kendall")]
        assert results[0].details["correlation"] > results[1].details["correlation"] > 0
        assert results[0].estimate == results[1].estimate


class TestDegenerate:
    """Data at the edge."""

    def test_identical_models(self):
        """P = 1."""
        result = hanley_mcneil(ABNORMAL, RATING, RATING)
        assert (result.statistic, result.p_value, result.estimate) == (0.0, 1.0, 0.0)

    def test_two_perfect_models(self):
        """No variation and no difference: p = 1."""
        y = np.repeat([0, 1], 10)
        result = hanley_mcneil(y, y, 2.0 * y)
        assert result.p_value == 1.0
        assert any("without any variation" in note for note in result.notes)

    def test_below_one_half(self):
        """It stays there."""
        result = hanley_mcneil(ABNORMAL, -RATING, RATING)
        assert result.details["auc"][0] == pytest.approx(1 - result.details["auc"][1])
        assert any("scores1 is below 0.5" in note for note in result.notes)

    def test_infinite_scores_need_kendall(self):
        """Pearson's correlation of what is infinite is none."""
        rng = np.random.default_rng(0)
        y, first, second = binormal(20, rng=rng)
        first[0] = -np.inf
        with pytest.raises(InvalidInput, match="must be finite for within='pearson'"):
            hanley_mcneil(y, first, second)
        assert 0 < hanley_mcneil(y, first, second, within="kendall").p_value <= 1


class TestErrors:
    """Each sentence in full."""

    def test_shapes(self):
        """One score an item from each."""
        with pytest.raises(InvalidInput) as error:
            hanley_mcneil([0, 1, 1], [1, 2, 3], [1, 2])
        assert str(error.value) == (
            "scores1 and scores2 must hold one score for each of the same items; they had the "
            "shapes (3,) and (2,)"
        )

    def test_correlation(self):
        """Between -1 and 1."""
        with pytest.raises(InvalidInput) as error:
            hanley_mcneil(ABNORMAL, RATING, RATING, correlation=1.5)
        assert str(error.value) == "correlation must lie between -1 and 1; it was 1.5"
