"""The four statistics of MANOVA as functions of the roots, with their F."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.errors import NotApplicable
from bakeoff.stats.many import roots


class TestValues:
    """By hand, from roots 2 and 1/2."""

    def test_the_four_statistics(self):
        """Lambda = 1/3 2/3, V = 2/3 + 1/3, U = 5/2, the largest root 2."""
        found = roots.values(np.array([2.0, 0.5]))
        assert {name: float(value) for name, value in found.items()} == pytest.approx(
            {"wilks": 2 / 9, "pillai": 1.0, "hotelling-lawley": 2.5, "roy": 2.0}
        )

    def test_an_infinite_root(self):
        """All of it is explained along that discriminant."""
        found = roots.values(np.array([np.inf, 0.0]))
        assert found["wilks"] == 0.0
        assert found["pillai"] == 1.0
        assert found["roy"] == np.inf

    @pytest.mark.parametrize("statistic", roots.STATISTICS)
    def test_the_effect_goes_from_0_to_1(self, statistic):
        """Eta squared of no root is 0, of infinite ones 1."""
        s = np.asarray(2)
        for root, wanted in ((0.0, 0.0), (1.0, 0.5), (np.inf, 1.0)):
            value = roots.values(np.array([root, root]))[statistic]
            assert roots.effect(statistic, value, s) == pytest.approx(wanted)


class TestForms:
    """F and its degrees of freedom."""

    @pytest.mark.parametrize("statistic", roots.STATISTICS)
    @pytest.mark.parametrize(("p", "q", "v"), [(1, 3, 12), (4, 1, 12)])
    def test_one_root_is_one_f(self, statistic, p, q, v):
        """F = root (v - p + 1)/p for q = 1, root v/q for p = 1; all four are exact."""
        root = 0.8
        value = roots.values(np.array([root]))[statistic]
        form = roots.FORMS[statistic](value, np.asarray(p), q, v)
        df1, df2 = (q, v) if p == 1 else (p, v - p + 1)
        assert (float(form.df1), float(form.df2)) == (df1, df2)
        assert float(form.f) == pytest.approx(root * df2 / df1)
        assert bool(form.exact)
        assert float(form.p) == pytest.approx(stats.f.sf(root * df2 / df1, df1, df2))

    def test_wilks_of_two_measures(self):
        """(1 - sqrt Lambda)/sqrt Lambda (v - 1)/q on 2q and 2(v - 1): exact."""
        form = roots.rao(np.asarray(0.4), np.asarray(2), 4, 20)
        assert float(form.f) == pytest.approx((1 - np.sqrt(0.4)) / np.sqrt(0.4) * 19 / 4)
        assert (float(form.df1), float(form.df2)) == pytest.approx((8, 38))

    @pytest.mark.parametrize(("p", "v", "n"), [(3, 6, 1.0), (4, 4, -0.5), (3, 4, 0.0)])
    def test_hotelling_and_lawleys_at_its_seams(self, p, v, n):
        """Where McKeon's formula would divide by 0, one root has its own exact F."""
        assert (v - p - 1) / 2 == n
        form = roots.hotelling_lawley_f(np.asarray(0.7), np.asarray(p), 1, v)
        assert float(form.f) == pytest.approx(0.7 * (v - p + 1) / p)

    def test_hotelling_and_lawleys_needs_degrees_of_freedom(self):
        """The sentence names the ways out."""
        with pytest.raises(NotApplicable) as fault:
            roots.hotelling_lawley_f(np.asarray(0.7), np.asarray(4), 3, 4)
        assert str(fault.value) == (
            "with 4 measures 4 degrees of freedom of the error are too few for the F of Hotelling "
            "and Lawley's trace; choose statistic='wilks' or 'pillai'"
        )

    def test_roys_f_is_a_lower_bound_of_p(self):
        """The exact p is larger, in a batch of different dimensions."""
        values = np.array([[1.0, 0.2, 0.1], [0.8, 0.1, 0.0]])
        answer = roots.answer("roy", values, np.array([3, 2]), 4, 20)
        assert np.all(answer.p > answer.form.p)
        assert answer.exact


class TestBartlett:
    """The chi-square."""

    def test_for_groups_together(self):
        """N - 1 - (p + a)/2 times the sum: 12 runs in 3 groups on 2 measures: 8.5."""
        assert roots.bartlett(np.asarray(1.0), np.asarray(2), 2, 9) == 8.5
