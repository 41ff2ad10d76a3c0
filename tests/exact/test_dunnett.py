"""The largest of several t statistics with one control."""

import numpy as np
import pytest
from scipy import special, stats

from bakeoff.exact.dunnett import Family, family, log_upper, quantile, upper


def by_quadrature(t: float, group: Family, df: float) -> float:
    """Return the same double integral on another grid, as 1 minus the chance of none."""
    nodes, weights = np.polynomial.legendre.leggauss(400)
    x, s = 9 * nodes[:, None], 3 * (1 + nodes)
    none = stats.norm.pdf(x) * 2 * s * df * stats.chi2.pdf(df * s * s, df)
    for loading, count in zip(group.loadings, group.counts, strict=True):
        rest = np.sqrt(1 - loading**2)
        inside = special.ndtr((t * s - loading * x) / rest)
        if group.two_sided:
            inside -= special.ndtr((-t * s - loading * x) / rest)
        none = none * inside**count
    return 1.0 - 27 * weights @ none @ weights


class TestPublished:
    """Dunnett's own tables, to their printed digits."""

    @pytest.mark.parametrize(
        ("comparisons", "df", "printed"),
        [(1, 10, 1.81), (2, 8, 2.22), (3, 8, 2.42), (4, 20, 2.30)],
    )
    def test_one_sided(self, comparisons, df, printed):
        """A multiple comparison procedure, 1955, table 1a: 5 percent, one-sided."""
        group = family([5] * (comparisons + 1), 0, two_sided=False)
        assert round(quantile(0.05, group, df), 2) == printed

    @pytest.mark.parametrize(
        ("comparisons", "df", "printed"),
        [(1, 10, 2.23), (2, 60, 2.27), (3, 20, 2.54), (4, 30, 2.58)],
    )
    def test_two_sided(self, comparisons, df, printed):
        """New tables for multiple comparisons with a control, 1964: 5 percent, two-sided."""
        group = family([5] * (comparisons + 1), 0, two_sided=True)
        assert round(quantile(0.05, group, df), 2) == printed


class TestPeers:
    """Other ways to the same number."""

    @pytest.mark.parametrize("two_sided", [True, False])
    @pytest.mark.parametrize(
        ("sizes", "df", "t"),
        [([4, 4, 4], 9, 2.3), ([3, 10, 6, 6], 21, 1.1), ([50, 2, 2], 51, 2.5), ([2] * 3, 12, 4.0)],
    )
    def test_quadrature(self, sizes, df, t, two_sided):
        """To the 1e-8 that the other grid reaches; s beyond 6 has no weight at these df."""
        group = family(sizes, 0, two_sided=two_sided)
        assert upper(t, group, df) == pytest.approx(by_quadrature(t, group, df), abs=1e-8)

    @pytest.mark.parametrize("t", [-2.0, -0.5, 0.0, 1.5, 3.0])
    def test_a_multivariate_t(self, t):
        """The integration of scipy, one-sided, also below 0; good to about 1e-4."""
        group = family([4, 8, 6, 5], 0, two_sided=False)
        loadings = np.sqrt(np.array([8, 6, 5]) / (np.array([8, 6, 5]) + 4))
        shape = np.outer(loadings, loadings)
        np.fill_diagonal(shape, 1.0)
        law = stats.multivariate_t(shape=shape, df=19, seed=1)
        assert upper(t, group, 19) == pytest.approx(1 - law.cdf(np.full(3, t)), abs=3e-4)


class TestReduction:
    """The simpler law inside."""

    @pytest.mark.parametrize("df", [1, 7, 1e6, np.inf])
    def test_one_comparison_is_student(self, df):
        """Two-sided and one-sided."""
        t = np.array([0.3, 2.0, 9.0])
        tail = stats.t.sf(t, df) if df < np.inf else stats.norm.sf(t)
        assert upper(t, family([3, 3], 0, two_sided=False), df) == pytest.approx(tail, rel=1e-10)
        assert upper(t, family([3, 3], 0, two_sided=True), df) == pytest.approx(2 * tail, rel=1e-10)

    def test_far_out_it_is_bonferroni(self):
        """Two comparisons never exceed 12 at once: three tails, to all digits."""
        group = family([9, 9, 9, 9], 0, two_sided=True)
        assert upper(12.0, group) == pytest.approx(6 * stats.norm.sf(12.0), rel=1e-9)

    def test_the_ends(self):
        """All of it above 0 if two-sided, above -inf if not; nothing at inf."""
        both, one = (family([4, 4, 4], 0, two_sided=side) for side in (True, False))
        assert upper([0.0, np.inf], both, 9).tolist() == [1.0, 0.0]
        assert upper([-np.inf, np.inf], one, 9).tolist() == [1.0, 0.0]
        assert log_upper(1e3, both) == pytest.approx(np.log(4) + stats.norm.logsf(1e3))

    def test_many_t_at_once(self):
        """An array is its numbers one by one, in any shape and order."""
        group = family([3, 5, 8], 1, two_sided=False)
        t = np.array([[3.0, -1.0], [0.0, 0.7]])
        alone = [[float(upper(value, group, 12)) for value in row] for row in t.tolist()]
        assert upper(t, group, 12) == pytest.approx(np.array(alone), rel=1e-12)


@pytest.mark.parametrize("two_sided", [True, False])
@pytest.mark.parametrize("p", [0.4, 0.05, 1e-3, 1e-9])
def test_a_quantile_leads_back(p, two_sided):
    """upper(quantile(p)) = p."""
    for sizes, df in (([4, 4, 4], 9), ([3, 10, 6, 6], 21), ([6] * 20, np.inf)):
        group = family(sizes, 0, two_sided=two_sided)
        assert upper(quantile(p, group, df), group, df) == pytest.approx(p, rel=1e-9)


def test_a_family_joins_equal_sizes():
    """Loadings sqrt(n_i/(n_i + n_0)), each with its count."""
    group = family([4, 12, 4, 12], 0, two_sided=True)
    assert group.loadings == pytest.approx((np.sqrt(0.5), np.sqrt(0.75)))
    assert (group.counts, group.size) == ((1, 2), 3)
