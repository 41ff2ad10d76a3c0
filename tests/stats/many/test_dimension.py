"""The dimension of the means: printed values, steps, redundant measures, refusals."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import dimension, manova_blocks

# after Yildiz, Aslan and Alpaydin: three groups of four on two measures
Z = np.array(
    [
        [[-0.80, -1.32], [-0.25, 0.42], [1.14, 0.11], [-0.55, -0.78]],
        [[1.25, 2.13], [0.77, -0.73], [-0.46, 2.10], [0.70, -1.23]],
        [[0.92, -0.16], [0.37, 0.51], [0.29, 1.55], [0.94, 0.41]],
    ]
)


def groups_at(centers, runs=30, seed=0):
    """Return groups of runs about centers."""
    centers = np.asarray(centers, dtype=float)
    noise = np.random.default_rng(seed).normal(size=(len(centers), runs, centers.shape[1]))
    return centers[:, None] + noise


class TestPrintedValues:
    """Aslan's equation 4.81, in which n is the number of all runs together."""

    def test_three_groups_of_four(self):
        """D_0^2 = 3.626093 (4 df, p = .458966), D_1^2 = .00478718 (1 df, p = .944839)."""
        result = dimension(Z, blocks=False)
        assert result.estimate == 0
        assert result.details["D2"] == pytest.approx([3.626093, 0.00478718], rel=1e-6)
        assert result.details["df"].tolist() == [4, 1]
        assert result.details["p_values"] == pytest.approx([0.458966, 0.944839], abs=5e-7)
        assert (result.statistic, result.df) == (result.details["D2"][0], 4)

    def test_with_blocks_the_error_has_fewer_degrees_of_freedom(self):
        """(a - 1)(n - 1) = 6: the factor is 6 - (2 - 2 + 1)/2 = 5.5."""
        table = Z.swapaxes(0, 1)
        result = dimension(table)
        assert result.statistic == pytest.approx(-5.5 * np.log(0.605694), rel=1e-5)
        assert result.statistic == pytest.approx(manova_blocks(table).details["chi2"])
        assert result.p_value == pytest.approx(manova_blocks(table).details["p_chi2"])


class TestSteps:
    """The first hypothesis that is not rejected is the answer."""

    @pytest.mark.parametrize(
        ("centers", "wanted"),
        [
            ([[0, 0, 0]] * 4, 0),
            ([[0, 0, 0], [2, 1, 0], [4, 2, 0], [6, 3, 0]], 1),
            ([[0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 0]], 2),
            ([[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]], 3),
        ],
    )
    def test_a_point_a_line_a_plane(self, centers, wanted):
        """Means that lie far apart in so many dimensions."""
        assert dimension(groups_at(centers), blocks=False, alpha=0.01).estimate == wanted

    def test_the_sum_is_over_the_roots_that_are_left(self):
        """By hand from the eigenvalues."""
        groups = groups_at([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1]], runs=6)
        result = dimension(groups, blocks=False)
        factor = 20 - (3 - 3 + 1) / 2
        logs = np.log1p(result.details["eigenvalues"])
        assert result.details["D2"] == pytest.approx([factor * logs[r:].sum() for r in range(3)])
        df = [(3 - r) * (3 - r) for r in range(3)]
        assert result.details["df"].tolist() == df
        assert result.details["p_values"] == pytest.approx(stats.chi2.sf(result.details["D2"], df))

    def test_redundant_measures_add_no_dimension(self):
        """The four counts of fixed classes: never above 2, whatever a program that inverts says."""
        rates = groups_at([[0, 0], [3, 0], [0, 3], [3, 3]])
        counts = np.concatenate([rates, 5 - rates], axis=-1)
        result = dimension(counts, blocks=False)
        assert (result.estimate, result.details["rank"]) == (2, 2)
        assert result.statistic == pytest.approx(dimension(rates, blocks=False).statistic)
        assert result.details["df"].tolist()[2:] == [0]
        assert result.details["p_values"][2] == 1.0

    def test_a_stricter_level_finds_no_more(self):
        """Fewer steps are rejected."""
        groups = groups_at([[0, 0], [1, 0], [0, 1]], runs=8)
        found = [dimension(groups, blocks=False, alpha=alpha).estimate for alpha in (0.2, 0.01)]
        assert found[0] >= found[1]


class TestDegenerate:
    """Nothing differs, or without variation."""

    def test_identical_algorithms(self):
        """A point."""
        result = dimension(np.repeat(Z[:1], 3, axis=0).swapaxes(0, 1))
        assert (result.estimate, result.p_value) == (0, 1.0)

    def test_constant_differences(self):
        """An infinite root is one dimension."""
        table = np.repeat(Z[:1], 3, axis=0).swapaxes(0, 1) + np.array([[0.0], [1.0], [2.0]])
        result = dimension(table)
        assert result.estimate == 1
        assert result.p_value == 0.0

    def test_a_batch_is_a_loop(self):
        """Leading axes give one answer each."""
        tables = np.random.default_rng(1).normal(size=(5, 6, 4, 2)) + np.arange(4)[:, None]
        batch = dimension(tables)
        for place in range(5):
            one = dimension(tables[place])
            assert batch.estimate[place] == one.estimate
            assert batch.details["p_values"][place] == pytest.approx(one.details["p_values"])

    def test_the_correction_is_that_of_manova(self):
        """With a ratio the roots are the corrected ones."""
        table = Z.swapaxes(0, 1)
        assert dimension(table, test_train_ratio=0.25).statistic == pytest.approx(
            manova_blocks(table, test_train_ratio=0.25).details["chi2"]
        )

    def test_a_ratio_without_blocks(self):
        """There is nothing that overlaps."""
        with pytest.raises(InvalidInput) as fault:
            dimension(Z, blocks=False, test_train_ratio=0.25)
        assert str(fault.value) == (
            "test_train_ratio is for splits that all algorithms share; with blocks=False leave it "
            "out (it was 0.25)"
        )
