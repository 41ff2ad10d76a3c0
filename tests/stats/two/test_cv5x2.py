"""Five times two folds: by hand in fractions, published critical values, degenerate tables."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import cv5x2_f, cv5x2_t

HUNDREDTHS = [[2, 1], [3, 1], [2, 2], [1, 3], [2, 1]]
TABLE = np.array(HUNDREDTHS) / 100


def by_hand(hundredths):
    """Return t^2 and F as fractions, straight from equations 19.15 and 19.17."""
    p = [[Fraction(value, 100) for value in row] for row in hundredths]
    mean = [sum(row) / 2 for row in p]
    variance = sum(sum((value - m) ** 2 for value in row) for row, m in zip(p, mean, strict=True))
    squares = sum(value**2 for row in p for value in row)
    return p[0][0] ** 2 / (variance / 5), squares / (2 * variance)


class TestPrintedValues:
    """What the sources print."""

    def test_by_hand(self):
        """Alpaydin's equations in fractions: t = 2 and F = 3.8."""
        square, f = by_hand(HUNDREDTHS)
        assert (square, f) == (4, Fraction(19, 5))
        assert cv5x2_t(TABLE).statistic == pytest.approx(2.0, rel=1e-12)
        assert cv5x2_f(TABLE).statistic == pytest.approx(3.8, rel=1e-12)

    @pytest.mark.parametrize("seed", range(5))
    def test_other_tables_by_hand(self, seed):
        """Any whole hundredths."""
        hundredths = np.random.default_rng(seed).integers(-9, 10, (5, 2)).tolist()
        square, f = by_hand(hundredths)
        table = np.array(hundredths) / 100
        assert cv5x2_t(table).statistic ** 2 == pytest.approx(float(square), rel=1e-12)
        assert cv5x2_f(table).statistic == pytest.approx(float(f), rel=1e-12)

    def test_critical_values(self):
        """Critical: t at .025 on 5 df is 2.57 and F at .05 on 10 and 5 df is 4.74 (Alpaydin 19.11.3, 19.11.4)."""
        sevens = np.array([[0.0, 1.0]] * 5) * math.sqrt(2.0)  # each variance is 1
        sevens[0] = [2.57, 2.57 - math.sqrt(2.0)]
        assert cv5x2_t(sevens).p_value == pytest.approx(0.05, abs=5e-4)  # two printed decimals
        above, below = (math.sqrt(4.74 - 0.5) + side * math.sqrt(0.5) for side in (1, -1))
        assert cv5x2_f([[above, below]] * 5).p_value == pytest.approx(0.05, abs=5e-4)


class TestAgainstScipy:
    """What scipy computes."""

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    def test_the_tail_areas(self, alternative):
        """The p of t on 5 and of F on 10 and 5 degrees of freedom."""
        t = cv5x2_t(TABLE, alternative=alternative)
        expected = {
            "two-sided": 2 * stats.t.sf(2, 5),
            "greater": stats.t.sf(2, 5),
            "less": stats.t.cdf(2, 5),
        }
        assert t.p_value == pytest.approx(expected[alternative], rel=1e-10)
        assert cv5x2_f(TABLE).p_value == pytest.approx(stats.f.sf(3.8, 10, 5), rel=1e-10)
        assert (t.df, cv5x2_f(TABLE).df) == (5, (10, 5))

    def test_the_interval_belongs_to_the_first_difference(self):
        """p_1^(1) +- 2.57 s: the test turned around; F has none."""
        result = cv5x2_t(TABLE)
        half = stats.t.ppf(0.975, 5) * 0.01
        assert result.interval() == pytest.approx((0.02 - half, 0.02 + half), rel=1e-9)
        assert result.estimate == TABLE[0, 0]
        assert result.interval(1 - result.p_value).low == pytest.approx(0, abs=1e-14)
        assert cv5x2_f(TABLE).to_dict()["interval"] is None


class TestDirection:
    """Who is the first, and who the second."""

    def test_the_sign_of_t_is_that_of_the_first_difference(self):
        """Exchanging the algorithms exchanges less and greater, and leaves F."""
        assert cv5x2_t(-TABLE).statistic == -cv5x2_t(TABLE).statistic
        assert (
            cv5x2_t(-TABLE, alternative="less").p_value
            == cv5x2_t(TABLE, alternative="greater").p_value
        )
        assert cv5x2_f(-TABLE).p_value == cv5x2_f(TABLE).p_value
        assert cv5x2_f(TABLE).effect.value == pytest.approx(0.018 / 0.01)


class TestDegenerate:
    """Data that leave little to test, and input that is refused."""

    @pytest.mark.parametrize("test", [cv5x2_t, cv5x2_f])
    def test_identical_algorithms(self, test):
        """They give p = 1, statistic and effect 0, and a note."""
        result = test(np.zeros((5, 2)))
        assert (result.statistic, result.p_value, result.effect.value) == (0.0, 1.0, 0.0)
        assert result.notes == ("the two algorithms are identical: every difference is zero",)

    def test_identical_algorithms_one_sided(self):
        """They give p = 1 on each side."""
        assert [
            cv5x2_t(np.zeros((5, 2)), alternative=side).p_value for side in ("less", "greater")
        ] == [1.0, 1.0]

    @pytest.mark.parametrize("test", [cv5x2_t, cv5x2_f])
    def test_a_constant_difference(self, test):
        """Infinite, p = 0 and the note; equal but for dust is constant."""
        table = np.full((5, 2), 0.1)
        table[2] = [0.3 - 0.2, 0.2 - 0.1]
        result = test(table)
        assert (result.statistic, result.p_value) == (math.inf, 0.0)
        assert result.notes == (
            "no variation between splits: both folds of each replication agree",
        )

    def test_replications_that_differ_while_their_folds_agree(self):
        """The first difference is 0, so t is 0 and p 1; F sees the others."""
        table = np.repeat([[0.0], [0.1], [0.2], [0.1], [0.0]], 2, axis=1)
        assert (cv5x2_t(table).statistic, cv5x2_t(table).p_value) == (0.0, 1.0)
        assert (cv5x2_f(table).statistic, cv5x2_f(table).p_value) == (math.inf, 0.0)

    @pytest.mark.parametrize("shape", [(10,), (2, 5), (5, 3), (3, 4, 2)])
    @pytest.mark.parametrize("test", [cv5x2_t, cv5x2_f])
    def test_other_shapes_are_refused(self, test, shape):
        """The sentence says what it must be and what it was."""
        with pytest.raises(InvalidInput) as error:
            test(np.ones(shape))
        assert (
            str(error.value)
            == f"differences must be 5 replications x 2 folds, of the shape (..., 5, 2); it had the shape {shape}"
        )

    def test_missing_values_are_refused(self):
        """A nan never passes, and the sentence says where it was."""
        table = TABLE.copy()
        table[3, 1] = np.nan
        with pytest.raises(
            InvalidInput,
            match=r"^differences: 1 value is missing or infinite \(the first at \(3, 1\)\); remove or fill",
        ):
            cv5x2_f(table)


class TestBatch:
    """Leading axes."""

    def test_a_batch_is_the_loop(self):
        """Every field of every test, with identical and constant tables among them."""
        tables = np.random.default_rng(5).normal(size=(3, 2, 5, 2))
        tables[0, 0], tables[2, 1] = 0.0, 0.5
        for test in (cv5x2_t, cv5x2_f):
            together = test(tables)
            for place in np.ndindex(3, 2):
                alone = test(tables[place])
                assert together.statistic[place] == pytest.approx(alone.statistic, rel=1e-12)
                assert together.p_value[place] == pytest.approx(alone.p_value, rel=1e-12)
                assert together.effect.value[place] == pytest.approx(alone.effect.value, rel=1e-12)
            assert together.notes[0].startswith("1 of 6 tests: the two algorithms are identical")
        assert cv5x2_t(tables).interval().low.shape == (3, 2)
