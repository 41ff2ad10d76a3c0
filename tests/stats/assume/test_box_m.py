"""Box's M: an example by hand, statsmodels, level, degenerate groups, refusals."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multivariate import test_cov_oneway as sm_box

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import box_m


def random_groups(seed, sizes, measures):
    """Return groups whose spread grows."""
    rng = np.random.default_rng(seed)
    return [(1 + place / 2) * rng.normal(size=(size, measures)) for place, size in enumerate(sizes)]


def by_statsmodels(groups):
    """Return its result for the unbiased covariances."""
    return sm_box([np.atleast_2d(np.cov(group.T)) for group in groups], [len(g) for g in groups])


class TestByHand:
    """Two groups of which the second varies twice as much."""

    def test_its_m(self):
        """Covariances I and 4 I, pooled 2.5 I, 4 df each, p = 2: M = 16 log 2.5 - 8 log 4."""
        base = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1], [0, 0]])
        result = box_m([base, 2 * base])
        assert result.details["M"] == pytest.approx(16 * np.log(2.5) - 8 * np.log(4), rel=1e-12)
        # c1 = (1/4 + 1/4 - 1/8)(2 4 + 3 2 - 1)/(6 3 1) = .375 13/18
        assert result.statistic == pytest.approx(
            (1 - 0.375 * 13 / 18) * result.details["M"], rel=1e-12
        )
        assert result.df == 3
        assert result.p_value == pytest.approx(stats.chi2.sf(result.statistic, 3), rel=1e-10)


class TestOtherPrograms:
    """What statsmodels computes."""

    @pytest.mark.parametrize(
        ("sizes", "measures"), [((10, 12), 2), ((20, 30, 25), 3), ((15, 15, 15, 15), 4)]
    )
    def test_chi2_and_f(self, sizes, measures):
        """Both forms with their degrees of freedom."""
        groups = random_groups(sum(sizes), sizes, measures)
        ours, theirs = box_m(groups), by_statsmodels(groups)
        assert ours.details["M"] == pytest.approx(theirs.statistic_base, rel=1e-9)
        assert ours.statistic == pytest.approx(theirs.statistic_chi2, rel=1e-9)
        assert ours.p_value == pytest.approx(theirs.pvalue_chi2, rel=1e-8)
        assert ours.details["F"] == pytest.approx(theirs.statistic_f, rel=1e-9)
        assert ours.details["df_F"] == pytest.approx(theirs.df_f, rel=1e-9)
        assert ours.details["p_F"] == pytest.approx(theirs.pvalue_f, rel=1e-8)

    @pytest.mark.parametrize("seed", [1, 2])
    def test_one_measure_is_nearly_bartletts_test(self, seed):
        """There c2 < c1^2, and F is f2 M/(f1 (b - M)) (Box 1949): near Bartlett's chi-square.

        statsmodels adds where it should subtract, b + M, and is farther off.
        """
        groups = random_groups(seed, (8, 9, 10), 1)
        ours = box_m(groups)
        chi2, wanted = stats.bartlett(*(group[:, 0] for group in groups))
        # Bartlett divides by 1 + c1 where Box multiplies by 1 - c1
        c1 = (1 / 7 + 1 / 8 + 1 / 9 - 1 / 24) / 6
        assert ours.statistic == pytest.approx(chi2 * (1 + c1) * (1 - c1), rel=1e-9)
        assert ours.details["p_F"] == pytest.approx(wanted, abs=1e-3)
        assert abs(by_statsmodels(groups).pvalue_f - wanted) > abs(ours.details["p_F"] - wanted)


class TestLevel:
    """Rejections where all covariances are equal."""

    def test_the_f_form_keeps_its_level(self):
        """3,000 sets of three groups of 12: 5 percent in four standard errors."""
        groups = np.random.default_rng(0).normal(size=(3000, 3, 12, 2))
        result = box_m(groups)
        assert np.mean(result.details["p_F"] <= 0.05) == pytest.approx(0.05, abs=0.016)
        assert result.reject(0.05).mean() == pytest.approx(0.05, abs=0.016)

    def test_it_sees_unequal_covariances(self):
        """Three times the spread."""
        groups = np.random.default_rng(1).normal(size=(200, 2, 15, 2))
        groups[:, 1] *= 3
        assert box_m(groups).reject(0.05).mean() > 0.9


class TestDegenerate:
    """Redundant measures, groups without variation, batches."""

    def test_a_redundant_measure_changes_nothing(self):
        """And is named."""
        groups = random_groups(2, (10, 12), 2)
        names = ["tpr", "fpr", "both"]
        more = {
            name: pd.DataFrame(np.column_stack([group, group.sum(axis=1)]), columns=names)
            for name, group in zip("ab", groups, strict=True)
        }
        result = box_m(more)
        assert result.p_value == pytest.approx(box_m(groups).p_value, rel=1e-8)
        assert result.notes[0].startswith("redundant: measure both")

    def test_nothing_varies(self):
        """Then p = 1, and a note."""
        result = box_m(np.ones((2, 5, 2)))
        assert (result.statistic, result.p_value) == (0.0, 1.0)
        assert result.notes == ("no measure varies in any group: there is nothing to test",)

    def test_one_group_does_not_vary(self):
        """The other does: infinite, p = 0."""
        rng = np.random.default_rng(3)
        result = box_m([rng.normal(size=(6, 2)), np.ones((6, 2))])
        assert (result.statistic, result.p_value) == (np.inf, 0.0)
        assert result.notes == ("a combination of the measures varies in some groups only",)

    def test_equal_groups(self):
        """The same covariance twice: M = 0, p = 1."""
        group = np.random.default_rng(4).normal(size=(7, 2))
        result = box_m([group, group + 5])
        assert result.details["M"] == pytest.approx(0.0, abs=1e-10)
        assert result.p_value == pytest.approx(1.0)

    def test_a_batch_is_a_loop(self):
        """Leading axes give one test each."""
        values = np.random.default_rng(5).normal(size=(4, 3, 8, 2))
        batch = box_m(values)
        for place in range(4):
            one = box_m(values[place])
            assert batch.p_value[place] == pytest.approx(one.p_value)
            assert batch.details["p_F"][place] == pytest.approx(one.details["p_F"])


class TestRefusals:
    """The sentence of each error."""

    def test_groups_below_the_number_of_measures(self):
        """Their covariance has no determinant."""
        with pytest.raises(NotApplicable) as fault:
            box_m(random_groups(6, (3, 20), 3))
        assert str(fault.value) == (
            "each group must have more runs than measures for Box's M; the smallest had 3 runs of "
            "3 measures; take fewer measures or more runs"
        )

    def test_one_group(self):
        """There is nothing to compare."""
        with pytest.raises(InvalidInput, match="groups must hold at least 2 groups; it held 1"):
            box_m([np.ones((3, 2))])
