"""Every number of Yildiz, Aslan and Alpaydin that can be computed, and its misprints."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bakeoff.decide import cliques
from bakeoff.stats import anova, hotelling, manova, paired_t, tails

X = np.array([(.90, .10), (.88, .14), (.93, .09), (.91, .13), (.87, .12), (.92, .08), (.89, .15), (.94, .11)])  # fmt: skip
Y = np.array([(.88, .09), (.87, .11), (.90, .08), (.90, .11), (.84, .10), (.90, .08), (.88, .12), (.91, .10)])  # fmt: skip
T = np.array([[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14]], dtype=float)
ALGORITHMS = ("c45", "lda", "qda", "svm", "knn")


def cliques_of(equal):
    """Return the maximal cliques of pairs that do not differ."""
    reject = pd.DataFrame(1, index=ALGORITHMS, columns=ALGORITHMS)
    for name in ALGORITHMS:
        reject.loc[name, name] = 0
    for pair in equal.split():
        a, b = pair.split("-")
        reject.loc[a, b] = reject.loc[b, a] = 0
    return {frozenset(one) for one in cliques(reject) if len(one) > 1}


class TestFormulas:
    """Sections 2 and 3."""

    def test_s_d_is_a_standard_deviation(self):
        """Before equation 1 a root is missing: t = 4.71495, not 320.3."""
        d = np.array([0.02, 0.04, 0.01, 0.03, 0.05, 0.02])
        result = paired_t(d, np.zeros(6))
        assert result.statistic == pytest.approx(4.71495, abs=5e-6)
        assert result.p_value == pytest.approx(0.00526629, abs=5e-9)
        assert np.sqrt(6) * d.mean() / d.var(ddof=1) == pytest.approx(320.3, abs=0.5)

    def test_equation_3_has_p_and_not_m_degrees(self):
        """T2 = 131.432 is F = 56.328 on 2 and 6; the printed 7 and 6 would give 4.73e-5."""
        result = hotelling(X, Y)
        assert result.statistic == pytest.approx(131.432, abs=5e-4)
        assert result.df == (2, 6)
        assert result.p_value == pytest.approx(1.29296e-4, abs=5e-10)
        assert tails.f_upper(56.328, 7, 6) == pytest.approx(4.73e-5, abs=5e-8)

    def test_the_critical_t2(self):
        """At 0.05 it is 12.0009; with the printed degrees 9.8155 (m - p + 1 = 6 in both)."""
        right, printed = (14 / 6 * float(tails.f_quantile(0.95, df, 6)) for df in (2, 7))
        assert right == pytest.approx(12.0009, abs=5e-5)
        assert printed == pytest.approx(9.8155, abs=5e-5)

    def test_equation_4_lacks_a_root(self):
        """The t: 6.11010 and 4.33333 for the measures alone; as printed 660.0 and 408.6."""
        d = X - Y
        assert hotelling(X, Y).details["t"] == pytest.approx([6.11010, 4.33333], abs=5e-6)
        assert np.sqrt(8) * d.mean(axis=0) / d.var(axis=0, ddof=1) == pytest.approx(
            [660.0, 408.6], abs=0.1
        )

    def test_equation_6_takes_sums(self):
        """F = 9.77586 with p = .00554301; with averages as introduced 1.181, with sums 2540."""
        result = anova(list(T.T))
        assert np.ravel(result.statistic)[0] == pytest.approx(9.77586, abs=5e-6)
        assert np.ravel(result.p_value)[0] == pytest.approx(0.00554301, abs=5e-9)

    def test_the_order_of_equation_8(self):
        """Lambda = .7, p = 2, hypothesis 2, error 9: chi2 = 3.03174, p = .552528."""
        p, hypothesis, error = 2, 2, 9
        chi2 = -(error - (p - hypothesis + 1) / 2) * np.log(0.7)
        assert chi2 == pytest.approx(3.03174, abs=5e-6)
        assert tails.chi2_upper(chi2, 4) == pytest.approx(0.552528, abs=5e-7)

    def test_manova_uses_that_order(self):
        """The same chi-square is among the details of manova."""
        rng = np.random.default_rng(1)
        result = manova(rng.normal(size=(3, 4, 2)))
        expected = -(9 - 0.5) * np.log(result.statistic)
        assert result.details["chi2"] == pytest.approx(expected)


class TestTables:
    """Section 4."""

    def test_table_2_univariate(self):
        """One clique of four: knn, lda, qda, svm."""
        equal = "lda-qda lda-svm lda-knn qda-svm qda-knn svm-knn"
        assert cliques_of(equal) == {frozenset({"knn", "lda", "qda", "svm"})}

    def test_table_2_multivariate(self):
        """One clique of three: knn, lda, svm."""
        assert cliques_of("lda-svm lda-knn svm-knn") == {frozenset({"knn", "lda", "svm"})}

    def test_table_3_multivariate(self):
        """MultiTF: (c45, qda, svm) and (lda, knn); MultiPR the same without c45."""
        assert cliques_of("c45-qda c45-svm qda-svm lda-knn") == {
            frozenset({"c45", "qda", "svm"}),
            frozenset({"lda", "knn"}),
        }
        assert cliques_of("qda-svm lda-knn") == {
            frozenset({"qda", "svm"}),
            frozenset({"lda", "knn"}),
        }

    def test_the_text_on_table_3_lists_pairs_and_not_cliques(self):
        """The five printed sets hold two triangles more: (c45, lda, knn) and (c45, svm, knn)."""
        found = cliques_of("c45-qda c45-svm qda-svm c45-knn c45-lda lda-knn svm-knn")
        assert found == {
            frozenset({"c45", "qda", "svm"}),
            frozenset({"c45", "lda", "knn"}),
            frozenset({"c45", "svm", "knn"}),
        }
