"""MANOVA with blocks: printed values, statsmodels, reductions, the correction, batches."""

import numpy as np
import pandas as pd
import pytest
from statsmodels.multivariate.manova import MANOVA

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import anova_blocks, hotelling, manova, manova_blocks

# after Yildiz, Aslan and Alpaydin: folds 1 to 4 in each of three groups, on two measures
Z = np.array(
    [
        [[-0.80, -1.32], [-0.25, 0.42], [1.14, 0.11], [-0.55, -0.78]],
        [[1.25, 2.13], [0.77, -0.73], [-0.46, 2.10], [0.70, -1.23]],
        [[0.92, -0.16], [0.37, 0.51], [0.29, 1.55], [0.94, 0.41]],
    ]
).swapaxes(0, 1)
STATISTICS = {
    "wilks": "Wilks' lambda",
    "pillai": "Pillai's trace",
    "hotelling-lawley": "Hotelling-Lawley trace",
    "roy": "Roy's greatest root",
}


def random_table(seed, blocks, algorithms, measures, *leading):
    """Return correlated measures with effects of blocks and of algorithms."""
    rng = np.random.default_rng(seed)
    mix = rng.normal(size=(measures, measures))
    values = rng.normal(size=(*leading, blocks, algorithms, measures))
    values += 3 * rng.normal(size=(blocks, 1, measures))
    return (values + 0.5 * rng.normal(size=(algorithms, measures))) @ mix


def by_statsmodels(table):
    """Return its table of the four statistics for the algorithms."""
    n, k, p = table.shape
    names = [f"m{i}" for i in range(p)]
    frame = pd.DataFrame(table.reshape(n * k, p), columns=names)
    frame["block"] = np.repeat([f"b{i}" for i in range(n)], k)
    frame["algorithm"] = np.tile([f"a{i}" for i in range(k)], n)
    tests = MANOVA.from_formula(f"{' + '.join(names)} ~ block + algorithm", frame).mv_test()
    return tests.results["algorithm"]["stat"]


class TestPrintedValues:
    """Aslan's equations 4.85 to 4.88, with the blocks counted once."""

    def test_three_algorithms_over_four_folds(self):
        """W = [[4.151067, -.170167], [-.170167, 8.184800]], Lambda = .605694, error df 6."""
        result = manova_blocks(Z)
        assert result.details["E"] == pytest.approx(
            np.array([[4.151067, -0.170167], [-0.170167, 8.184800]]), abs=5e-7
        )
        assert result.statistic == pytest.approx(0.605694, abs=1e-6)  # .6056935: the last digit
        assert (result.details["df_hypothesis"], result.details["df_error"]) == (2, 6)

    def test_the_scatter_of_the_blocks(self):
        """Trace 5.009158, T = B + BL + W; the printed formula is three times that."""
        result = manova_blocks(Z)
        total = np.sum((Z - Z.mean(axis=(0, 1))) ** 2)
        blocks = 3 * np.sum((Z.mean(axis=1) - Z.mean(axis=(0, 1))) ** 2)
        assert blocks == pytest.approx(5.009158, abs=5e-7)
        assert total == pytest.approx(
            np.trace(result.details["H"]) + blocks + np.trace(result.details["E"])
        )


class TestOtherPrograms:
    """What statsmodels computes from a formula with blocks."""

    @pytest.mark.parametrize("statistic", STATISTICS)
    @pytest.mark.parametrize(("n", "k", "p"), [(4, 3, 2), (10, 5, 2), (6, 4, 3), (8, 3, 5)])
    def test_statistic_f_and_df(self, statistic, n, k, p):
        """Its F for Roy is the bound, ours is in p_F."""
        table = random_table(n * k * p, n, k, p)
        theirs = by_statsmodels(table).loc[STATISTICS[statistic]]
        ours = manova_blocks(table, statistic=statistic)
        assert ours.statistic == pytest.approx(theirs["Value"], rel=1e-7)
        assert ours.details["F"] == pytest.approx(theirs["F Value"], rel=1e-7)
        assert ours.df == pytest.approx((theirs["Num DF"], theirs["Den DF"]), rel=1e-9)
        assert ours.details["p_F"] == pytest.approx(theirs["Pr > F"], rel=1e-5)


class TestReduction:
    """Where the test is a simpler one."""

    @pytest.mark.parametrize("statistic", STATISTICS)
    @pytest.mark.parametrize("ratio", [None, 1 / 7])
    def test_two_algorithms_are_hotelling(self, statistic, ratio):
        """Corrected or not: the same F, df and p."""
        table = random_table(1, 8, 2, 3, 20)
        paired = hotelling(table[..., 0, :], table[..., 1, :], test_train_ratio=ratio)
        result = manova_blocks(table, statistic=statistic, test_train_ratio=ratio)
        assert result.details["F"] == pytest.approx(paired.details["F"], rel=1e-9)
        assert result.p_value == pytest.approx(paired.p_value, rel=1e-9)
        assert result.df == paired.df

    @pytest.mark.parametrize("statistic", STATISTICS)
    def test_one_measure_is_the_analysis_of_variance_with_blocks(self, statistic):
        """F and p, in a batch."""
        table = random_table(2, 6, 4, 1, 50)
        one = anova_blocks(table[..., 0])
        result = manova_blocks(table, statistic=statistic)
        assert result.details["F"] == pytest.approx(one.statistic, rel=1e-9)
        assert result.p_value == pytest.approx(one.p_value, rel=1e-8)

    def test_what_a_block_adds_to_all_changes_nothing(self):
        """Unlike in manova of the same numbers."""
        table = random_table(3, 6, 4, 2)
        moved = table + 100 * np.random.default_rng(4).normal(size=(6, 1, 2))
        assert manova_blocks(moved).statistic == pytest.approx(
            manova_blocks(table).statistic, rel=1e-8
        )
        assert manova(moved.swapaxes(0, 1)).p_value > 0.9

    def test_four_counts_are_two_rates(self):
        """With fixed class sizes tp, fp, fn, tn give the p of (tpr, fpr)."""
        rates = np.random.default_rng(5).random((6, 4, 2))
        counts = np.concatenate([50 * rates, 50 - 50 * rates], axis=-1)
        one, other = manova_blocks(rates), manova_blocks(counts)
        assert other.p_value == pytest.approx(one.p_value, rel=1e-8)
        assert other.df == one.df
        assert other.details["rank"] == 2


class TestCorrection:
    """Training sets that overlap."""

    def test_h_is_divided(self):
        """By 1 + n ratio; roots with it, E stays, and the F of each measure shrinks too."""
        table = random_table(6, 10, 4, 2)
        plain, corrected = manova_blocks(table), manova_blocks(table, test_train_ratio=1 / 9)
        shrunk = 1 + 10 / 9
        assert corrected.details["H"] * shrunk == pytest.approx(plain.details["H"])
        assert corrected.details["E"] == pytest.approx(plain.details["E"])
        assert corrected.details["eigenvalues"] * shrunk == pytest.approx(
            plain.details["eigenvalues"]
        )
        for name in ("0", "1"):
            assert corrected.details["per_measure"][name]["F"] * shrunk == pytest.approx(
                plain.details["per_measure"][name]["F"]
            )
        assert (plain.method, corrected.method) == ("exact", "asymptotic")

    @pytest.mark.parametrize("statistic", ["wilks", "roy"])
    def test_it_keeps_its_level_where_the_plain_one_does_not(self, statistic):
        """Splits that correlate by 1/k within each algorithm: 4,000 tables, four errors."""
        rng, n, rho = np.random.default_rng(7), 10, 0.1
        shared = np.sqrt(rho) * rng.normal(size=(4000, 1, 4, 2))
        table = shared + np.sqrt(1 - rho) * rng.normal(size=(4000, n, 4, 2))
        corrected = manova_blocks(table, statistic=statistic, test_train_ratio=1 / (n - 1))
        assert corrected.reject(0.05).mean() == pytest.approx(0.05, abs=0.0138)
        assert manova_blocks(table, statistic=statistic).reject(0.05).mean() > 0.12


class TestDegenerate:
    """Nothing varies, or nothing differs."""

    def test_identical_algorithms(self):
        """They give p = 1 and a note."""
        result = manova_blocks(np.repeat(Z[:, :1], 3, axis=1))
        assert (result.p_value, result.effect.value) == (1.0, 0.0)
        assert result.notes == ("the algorithms are identical on every measure",)

    def test_constant_differences(self):
        """The same on every block: p = 0 and a note."""
        table = np.repeat(Z[:, :1], 3, axis=1) + np.array([[0.0], [1.0], [2.0]])
        result = manova_blocks(table)
        assert result.p_value == 0.0
        assert any("does not vary between the blocks" in note for note in result.notes)

    def test_a_batch_is_a_loop(self):
        """With ordinary, identical and redundant tables side by side."""
        tables = random_table(8, 6, 3, 3, 4)
        tables[1] = tables[1, :, :1]
        tables[2, ..., 2] = tables[2, ..., 0] - tables[2, ..., 1]
        for statistic in STATISTICS:
            batch = manova_blocks(tables, statistic=statistic)
            for place in range(4):
                one = manova_blocks(tables[place], statistic=statistic)
                assert batch.p_value[place] == pytest.approx(one.p_value, rel=1e-7), place
                assert batch.statistic[place] == pytest.approx(one.statistic, rel=1e-7)
                assert batch.details["rank"][place] == one.details["rank"]

    def test_a_frame_gives_the_names(self):
        """Columns of (algorithm, measure)."""
        columns = pd.MultiIndex.from_product([["knn", "svm", "tree"], ["tpr", "fpr"]])
        result = manova_blocks(pd.DataFrame(Z.reshape(4, 6), columns=columns))
        assert result.details["algorithms"] == ("knn", "svm", "tree")
        assert list(result.details["per_measure"]) == ["tpr", "fpr"]
        assert result.statistic == pytest.approx(0.605694, abs=1e-6)


class TestRefusals:
    """The sentence of each error."""

    def test_more_measures_than_degrees_of_freedom(self):
        """The ways out are named."""
        with pytest.raises(NotApplicable, match="9 measures are too many for 6 degrees of freedom"):
            manova_blocks(random_table(9, 4, 3, 9))

    @pytest.mark.parametrize("ratio", [0, -0.1, np.nan])
    def test_a_ratio_that_is_none(self, ratio):
        """It must be a number above 0."""
        with pytest.raises(InvalidInput, match="test_train_ratio must be a number above 0"):
            manova_blocks(Z, test_train_ratio=ratio)
