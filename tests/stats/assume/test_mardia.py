"""Mardia's test: printed values, the formulas by loops, level, degenerate rows, refusals."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import mardia

# weights of cork from four sides of 28 trees (Rao 1948)
CORK = [
    [72, 66, 76, 77],
    [60, 53, 66, 63],
    [56, 57, 64, 58],
    [41, 29, 36, 38],
    [32, 32, 35, 36],
    [30, 35, 34, 26],
    [39, 39, 31, 27],
    [42, 43, 31, 25],
    [37, 40, 31, 25],
    [33, 29, 27, 36],
    [32, 30, 34, 28],
    [63, 45, 74, 63],
    [54, 46, 60, 52],
    [47, 51, 52, 43],
    [91, 79, 100, 75],
    [56, 68, 47, 50],
    [79, 65, 70, 61],
    [81, 80, 68, 58],
    [78, 55, 67, 60],
    [46, 38, 37, 38],
    [39, 35, 34, 37],
    [32, 30, 30, 32],
    [60, 50, 67, 54],
    [35, 37, 48, 39],
    [39, 36, 39, 31],
    [50, 34, 37, 40],
    [43, 37, 39, 50],
    [48, 54, 57, 43],
]


def by_loops(x):
    """Return b1 and b2 as Mardia writes them."""
    x = np.asarray(x, dtype=float)
    n = len(x)
    rest = x - x.mean(axis=0)
    inverse = np.linalg.inv(rest.T @ rest / n)
    b1 = sum((u @ inverse @ v) ** 3 for u in rest for v in rest) / n**2
    return b1, sum((u @ inverse @ u) ** 2 for u in rest) / n


class TestPrintedValues:
    """Mardia (1970) on the weights of cork."""

    def test_skewness_and_kurtosis(self):
        """He prints b1 = 4.476 and b2 = 22.957; chi2 n b1/6 = 20.9 on 20 df."""
        result = mardia(CORK)
        assert result.details["skewness"] == pytest.approx(4.476, abs=5e-4)
        assert result.details["kurtosis"] == pytest.approx(22.957, abs=5e-4)
        assert result.details["chi2_plain"] == pytest.approx(28 * 4.476 / 6, abs=3e-3)
        assert result.details["z_plain"] == pytest.approx(
            (22.957 - 24) / np.sqrt(8 * 24 / 28), abs=3e-4
        )
        assert result.df == 20
        assert not result.reject(0.05)


class TestFormulas:
    """By loops, and the moments of normal rows by simulation."""

    @pytest.mark.parametrize(("n", "p"), [(10, 1), (15, 2), (30, 5)])
    def test_b1_and_b2(self, n, p):
        """Of exponential rows."""
        x = np.random.default_rng(n).exponential(size=(n, p))
        b1, b2 = by_loops(x)
        result = mardia(x)
        assert result.details["skewness"] == pytest.approx(b1, rel=1e-9)
        assert result.details["kurtosis"] == pytest.approx(b2, rel=1e-9)

    def test_one_measure_is_skewness_and_kurtosis(self):
        """Those of scipy: b1 is the square of the skewness."""
        x = np.random.default_rng(0).exponential(size=20)
        result = mardia(x[:, None])
        assert result.details["skewness"] == pytest.approx(stats.skew(x) ** 2, rel=1e-10)
        assert result.details["kurtosis"] == pytest.approx(
            stats.kurtosis(x, fisher=False), rel=1e-10
        )

    @pytest.mark.parametrize(("n", "p"), [(8, 2), (12, 3)])
    def test_the_moments_of_normal_rows(self, n, p):
        """Mean chi2 is its df, z has mean 0 and variance 1: 20,000 samples, four errors."""
        result = mardia(np.random.default_rng(p).normal(size=(20_000, n, p)))
        df = p * (p + 1) * (p + 2) / 6
        chi2, z = result.statistic, result.details["z"]
        assert chi2.mean() == pytest.approx(df, abs=4 * chi2.std() / np.sqrt(20_000))
        assert z.mean() == pytest.approx(0.0, abs=4 / np.sqrt(20_000))
        assert z.var() == pytest.approx(1.0, abs=0.1)

    def test_p_is_bonferronis(self):
        """Twice the smaller, at most 1."""
        result = mardia(CORK)
        parts = result.details["p_skewness"], result.details["p_kurtosis"]
        assert result.p_value == pytest.approx(min(1.0, 2 * min(parts)))


class TestVerdict:
    """What it tells apart."""

    def test_normal_rows_pass(self):
        """At most 5 percent of them do not."""
        x = np.random.default_rng(1).normal(size=(4000, 20, 2))
        assert 0.025 < mardia(x).reject(0.05).mean() < 0.06

    def test_outliers_and_skewness_do_not(self):
        """Rows of exponentials, and of a t with two degrees of freedom."""
        rng = np.random.default_rng(2)
        assert mardia(rng.exponential(size=(300, 50, 2))).reject(0.05).mean() > 0.9
        assert mardia(rng.standard_t(2, size=(300, 50, 2))).reject(0.05).mean() > 0.9


class TestDegenerate:
    """Redundant measures, nothing that varies, batches."""

    def test_units_and_turns_change_nothing(self):
        """Both moments are of scaled rows."""
        x = np.array(CORK, dtype=float)[:, :2]
        turned = x @ np.array([[1e4, 2.0], [-3e4, 1.0]]) + 7
        assert mardia(turned).statistic == pytest.approx(mardia(x).statistic, rel=1e-8)

    def test_a_redundant_measure_changes_nothing(self):
        """And is named."""
        x = np.array(CORK, dtype=float)[:, :2]
        more = pd.DataFrame(np.column_stack([x, x.sum(axis=1)]), columns=["n", "e", "both"])
        result = mardia(more)
        assert result.p_value == pytest.approx(mardia(x).p_value, rel=1e-8)
        assert result.notes[0].startswith("redundant: measure both")

    def test_nothing_varies(self):
        """Then p = 1, and a note."""
        result = mardia(np.ones((6, 2)))
        assert (result.p_value, result.effect.value) == (1.0, 0.0)
        assert result.notes == ("no measure varies: there is nothing to test",)

    def test_a_batch_is_a_loop(self):
        """Leading axes give one test each."""
        x = np.random.default_rng(3).normal(size=(5, 9, 3))
        batch = mardia(x)
        for place in range(5):
            one = mardia(x[place])
            assert batch.statistic[place] == pytest.approx(one.statistic, rel=1e-9)
            assert batch.p_value[place] == pytest.approx(one.p_value, rel=1e-9)


class TestRefusals:
    """The sentence of each error."""

    def test_too_few_rows(self):
        """For so many measures."""
        with pytest.raises(NotApplicable) as fault:
            mardia(np.random.default_rng(4).normal(size=(5, 4)))
        assert str(fault.value) == (
            "4 measures are too many for 5 rows: Mardia's test needs at least 6 rows; take fewer "
            "measures or more splits"
        )

    def test_three_rows(self):
        """At least four."""
        with pytest.raises(InvalidInput) as fault:
            mardia(np.ones((3, 1)))
        assert str(fault.value) == (
            "x must be splits x measures with at least 4 splits; it had the shape (3, 1)"
        )
