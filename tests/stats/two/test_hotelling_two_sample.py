"""Hotelling's T2 of independent runs: printed values, statsmodels, reductions, refusals."""

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.multivariate import test_mvmean_2indep as sm_two

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import hotelling_two_sample, manova, two_sample_t

# after Aslan, equation 4.84: four runs of one algorithm and nine of another
U = [[0.41, 0.83], [-1.64, -0.26], [-0.98, -0.17], [-1.29, 0.02]]
V = [
    [0.76, 0.50],
    [-0.25, 0.40],
    [-0.29, -0.56],
    [1.02, -0.31],
    [1.97, 1.52],
    [-1.20, 1.07],
    [-0.30, 0.83],
    [0.84, -1.19],
    [0.57, 0.54],
]


def groups(seed, n1, n2, measures, *leading):
    """Return two groups of random runs."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(*leading, n1, measures)), 0.5 + rng.normal(
        size=(*leading, n2, measures)
    )


class TestPrintedValues:
    """Aslan's formula, with the factor that is missing in print."""

    def test_four_and_nine_runs(self):
        """D^2 = 1.724880, T^2 = 4.776590, F = 2.171177 on (2, 10), p = .164777."""
        result = hotelling_two_sample(U, V)
        assert result.effect.value**2 == pytest.approx(1.724880, abs=5e-7)
        assert result.statistic == pytest.approx(4.776590, abs=5e-7)
        assert result.details["F"] == pytest.approx(2.171177, abs=5e-7)
        assert result.p_value == pytest.approx(0.164777, abs=5e-7)
        assert (result.df, result.n) == ((2, 10), (4, 9))

    def test_unbiased_covariances_in_the_printed_formula_are_another_number(self):
        """D^2 = 1.461850 with weights n_i where the covariances ask for n_i - 1."""
        u, v = np.array(U), np.array(V)
        pooled = (4 * np.cov(u.T) + 9 * np.cov(v.T)) / 11
        d = u.mean(axis=0) - v.mean(axis=0)
        assert d @ np.linalg.solve(pooled, d) == pytest.approx(1.461850, abs=5e-7)

    @pytest.mark.parametrize(
        ("d2", "f", "p"), [(1.59839, 11.7812, 5.22e-5), (0.771713, 5.68805, 0.00559)]
    )
    def test_thirty_folds_each(self, d2, f, p):
        """Aslan's chapter 5: T2 = n1 n2/n D^2 and F = (n - 3)/(2 (n - 2)) T2 on (2, 57)."""
        rng = np.random.default_rng(0)
        x, y = rng.normal(size=(2, 30, 2))
        rest = hotelling_two_sample(x - x.mean(axis=0), y - y.mean(axis=0))
        assert rest.statistic == 0.0
        # move one group so that it lies at the printed distance
        away = np.array([1.0, 0.5])
        moved = hotelling_two_sample(x - x.mean(axis=0) + away, y - y.mean(axis=0))
        away = away * np.sqrt(d2) / moved.effect.value
        result = hotelling_two_sample(x - x.mean(axis=0) + away, y - y.mean(axis=0))
        assert result.details["F"] == pytest.approx(f, rel=1e-5)
        assert result.p_value == pytest.approx(p, rel=1e-2)


class TestOtherPrograms:
    """What statsmodels computes."""

    @pytest.mark.parametrize(("n1", "n2", "measures"), [(4, 9, 2), (10, 10, 3), (30, 5, 6)])
    def test_the_same_t2_and_p(self, n1, n2, measures):
        """Its test of two independent samples."""
        x, y = groups(n1, n1, n2, measures)
        ours, theirs = hotelling_two_sample(x, y), sm_two(x, y)
        assert ours.statistic == pytest.approx(theirs.t2, rel=1e-9)
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
        assert ours.df == theirs.df


class TestReduction:
    """Where the test is a simpler one."""

    def test_one_measure_is_the_t_test_with_equal_variances(self):
        """T2 = t^2, the same p."""
        x, y = groups(1, 7, 11, 1)
        t = two_sample_t(x[:, 0], y[:, 0], equal_variances=True)
        result = hotelling_two_sample(x, y)
        assert result.statistic == pytest.approx(t.statistic**2, rel=1e-12)
        assert result.p_value == pytest.approx(t.p_value, rel=1e-10)

    def test_it_is_manova_of_two(self):
        """F and p of every statistic of MANOVA with two groups."""
        x, y = groups(2, 7, 11, 3)
        result = hotelling_two_sample(x, y)
        for statistic in ("wilks", "pillai", "hotelling-lawley", "roy"):
            other = manova([x, y], statistic=statistic)
            assert other.p_value == pytest.approx(result.p_value, rel=1e-9)
            assert other.details["F"] == pytest.approx(result.details["F"], rel=1e-9)


class TestDegenerate:
    """Little to test by."""

    def test_equal_values_everywhere(self):
        """They give p = 1 and a note."""
        result = hotelling_two_sample(np.ones((3, 2)), np.ones((4, 2)))
        assert (result.statistic, result.p_value) == (0.0, 1.0)
        assert result.notes == ("all values of both groups are equal",)

    def test_no_variation_in_either_group(self):
        """Different constants: T2 infinite, p = 0."""
        result = hotelling_two_sample(np.ones((3, 2)), np.full((4, 2), 2.0))
        assert (result.statistic, result.p_value) == (np.inf, 0.0)
        assert result.notes == ("no variation between runs in either group",)

    def test_redundant_measures_are_named(self):
        """The third measure is the sum of the others."""
        names = ["tpr", "fpr", "both"]
        x, y = (
            pd.DataFrame(np.column_stack([part, part.sum(axis=1)]), columns=names)
            for part in groups(3, 6, 6, 2)
        )
        result = hotelling_two_sample(x, y)
        assert result.df == (2, 9)
        assert result.notes[0].startswith("redundant: measure both can be computed")

    def test_one_run_against_many(self):
        """A group of one is measured by the scatter of the other."""
        x, y = groups(4, 1, 9, 2)
        result = hotelling_two_sample(x, y)
        d = x[0] - y.mean(axis=0)
        assert result.statistic == pytest.approx(
            d @ np.linalg.solve(np.cov(y.T), d) / (1 + 1 / 9), rel=1e-10
        )

    def test_a_batch_is_a_loop(self):
        """Leading axes are tests of their own."""
        x, y = groups(5, 6, 4, 2, 20)
        batch = hotelling_two_sample(x, y)
        for place in range(20):
            one = hotelling_two_sample(x[place], y[place])
            assert batch.statistic[place] == pytest.approx(one.statistic, rel=1e-10)
            assert batch.p_value[place] == pytest.approx(one.p_value, rel=1e-10)


class TestRefusals:
    """The sentence of each error."""

    def test_other_measures(self):
        """Both groups have the same ones."""
        with pytest.raises(InvalidInput) as fault:
            hotelling_two_sample(np.ones((3, 2)), np.ones((3, 3)))
        assert str(fault.value) == (
            "x and y must have the same measures and the same leading axes; x has the shape "
            "(3, 2) and y has (3, 3)"
        )

    def test_two_runs_in_all(self):
        """Nothing to tell difference from chance."""
        with pytest.raises(InvalidInput) as fault:
            hotelling_two_sample([[1.0]], [[2.0]])
        assert str(fault.value) == "x and y must hold at least 3 runs together; they held 2"

    def test_more_measures_than_runs(self):
        """The ways out are named."""
        with pytest.raises(NotApplicable, match="5 measures are too many for 4 degrees of freedom"):
            hotelling_two_sample(*groups(6, 3, 3, 5))
