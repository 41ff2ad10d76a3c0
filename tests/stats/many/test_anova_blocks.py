"""Analysis of variance with blocks."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats import anova_blocks, mauchly, paired_t

TABLE = [[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14]]


def drawn(n: int, k: int, seed: int) -> np.ndarray:
    """Return a table with block effects and unequal means."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, k)) + rng.normal(size=(n, 1)) + 0.3 * np.arange(k)


class TestPeers:
    """Other programs, and the sums by hand."""

    def test_the_printed_table_by_hand(self):
        """The errata's table: 31.5 for the algorithms as without blocks, 20/3 for the blocks."""
        result = anova_blocks(TABLE)
        table = result.details["table"]
        assert list(table) == ["algorithms", "blocks", "error", "total"]
        squares = {name: line["sum_of_squares"] for name, line in table.items()}
        assert squares == pytest.approx(
            {"algorithms": 31.5, "blocks": 20 / 3, "error": 47 / 6, "total": 46.0}
        )
        assert {name: line["df"] for name, line in table.items()} == {
            "algorithms": 2,
            "blocks": 3,
            "error": 6,
            "total": 11,
        }
        assert result.statistic == pytest.approx(15.75 / (47 / 36))
        assert table["blocks"]["F"] == pytest.approx(20 / 9 / (47 / 36))

    @pytest.mark.filterwarnings("ignore:The inplace keyword")  # pingouin's own
    @pytest.mark.parametrize(("n", "k"), [(12, 5), (6, 3), (30, 4), (4, 6)])
    def test_pingouin(self, n, k):
        """F, p, the p-value of Greenhouse and Geisser, both epsilons, eta squared, W."""
        import pingouin

        values = drawn(n, k, seed=n)
        frame = pd.DataFrame(values).reset_index().melt(id_vars="index")
        names = {"dv": "value", "within": "variable", "subject": "index"}
        line = pingouin.rm_anova(frame, correction=True, detailed=True, effsize="np2", **names)
        theirs = line.iloc[0]
        ours = anova_blocks(values)
        assert tuple(ours) == pytest.approx((theirs["F"], theirs["p_unc"]), rel=1e-9)
        assert ours.effect.value == pytest.approx(theirs["np2"])
        details = ours.details
        assert details["epsilon_greenhouse_geisser"] == pytest.approx(theirs["eps"])
        assert details["p_greenhouse_geisser"] == pytest.approx(theirs["p_GG_corr"], rel=1e-9)
        if n > k:
            huynh = pingouin.epsilon(frame, correction="hf", **names)
            assert details["epsilon_huynh_feldt"] == pytest.approx(huynh)
            assert details["mauchly_w"] == pytest.approx(theirs["W_spher"])

    def test_statsmodels(self):
        """F and p of AnovaRM."""
        from statsmodels.stats.anova import AnovaRM

        values = drawn(9, 4, seed=3)
        frame = pd.DataFrame(values).reset_index().melt(id_vars="index")
        theirs = AnovaRM(frame, "value", "index", within=["variable"]).fit().anova_table.iloc[0]
        assert tuple(anova_blocks(values)) == pytest.approx((theirs["F Value"], theirs["Pr > F"]))

    def test_omega_squared(self):
        """The partial one: (SS - df MS)/(SS - df MS + N MS), N values in all."""
        details = anova_blocks(TABLE).details
        gain = 31.5 - 2 * 47 / 36
        assert details["omega_squared"] == pytest.approx(gain / (gain + 12 * 47 / 36))


class TestReduction:
    """The simpler test inside."""

    def test_two_algorithms_are_the_paired_t_test(self):
        """F is t squared; sphericity is no question, so all three p-values agree."""
        values = drawn(8, 2, seed=1)
        t = paired_t(values[:, 0], values[:, 1])
        f = anova_blocks(values)
        assert tuple(f) == pytest.approx((t.statistic**2, t.p_value))
        assert f.details["p_greenhouse_geisser"] == pytest.approx(t.p_value)
        assert f.details["p_huynh_feldt"] == pytest.approx(t.p_value)
        assert "mauchly_w" not in f.details

    def test_what_is_common_to_a_block_does_not_matter(self):
        """Any number added to a row; it only goes to the blocks."""
        values = np.array(TABLE) + np.array([[0.0], [50.0], [-7.0], [1e6]])
        assert tuple(anova_blocks(values)) == pytest.approx(tuple(anova_blocks(TABLE)), rel=1e-9)

    def test_mauchly_is_inside(self):
        """W and p are those of the test itself."""
        values = drawn(12, 4, seed=8)
        alone, inside = mauchly(values), anova_blocks(values).details
        assert (inside["mauchly_w"], inside["p_mauchly"]) == tuple(alone)

    def test_corrected_p_values_are_in_order(self):
        """Greenhouse and Geisser are the most careful, the plain F the least."""
        result = anova_blocks(drawn(10, 5, seed=2) + np.arange(5))
        details = result.details
        assert result.p_value <= details["p_huynh_feldt"] <= details["p_greenhouse_geisser"]
        assert 0.25 <= details["epsilon_greenhouse_geisser"] <= details["epsilon_huynh_feldt"] <= 1


class TestDegenerateData:
    """No variation, and none at all."""

    def test_identical_algorithms(self):
        """The p-value is 1 everywhere, effect 0, a note; never nan."""
        result = anova_blocks(np.repeat([[1.0], [2.0], [5.0]], 3, axis=1))
        details = result.details
        assert (*result, result.effect.value) == (0.0, 1.0, 0.0)
        assert (details["p_greenhouse_geisser"], details["p_huynh_feldt"]) == (1.0, 1.0)
        assert (details["mauchly_w"], details["p_mauchly"]) == (1.0, 1.0)
        assert result.notes == ("the algorithms are identical on every block",)

    def test_a_constant_difference(self):
        """F = inf, p = 0, corrected or not; dust does not hide it."""
        result = anova_blocks(np.array([[0.1], [0.2], [0.7]]) + np.array([0.0, 0.1, 0.2]))
        details = result.details
        assert tuple(result) == (np.inf, 0.0)
        assert (details["p_greenhouse_geisser"], details["p_huynh_feldt"]) == (0.0, 0.0)
        assert result.notes == (
            "no variation between blocks: the differences are all equal and not zero",
        )

    def test_two_blocks(self):
        """The least there can be: epsilon is 1/(k - 1), for only one contrast varies."""
        result = anova_blocks([[1, 2, 4], [2, 5, 3]])
        assert result.df == (2, 2)
        assert result.details["epsilon_greenhouse_geisser"] == pytest.approx(0.5)
        assert np.isfinite(result.details["p_huynh_feldt"])

    def test_a_batch_is_its_tests_one_by_one(self):
        """Two leading axes; one table says nothing, one is certain."""
        values = np.random.default_rng(4).normal(size=(2, 3, 6, 4))
        values[0, 0] = 1.0
        values[1, 1] = np.arange(4)
        batch = anova_blocks(values)
        for place in np.ndindex(2, 3):
            one = anova_blocks(values[place])
            assert (batch.statistic[place], batch.p_value[place]) == pytest.approx(tuple(one))
            for name in ("p_huynh_feldt", "p_greenhouse_geisser", "p_mauchly", "omega_squared"):
                assert batch.details[name][place] == pytest.approx(one.details[name]), name

    def test_each_sentence(self):
        """What it must be and what it was."""
        with pytest.raises(InvalidInput) as error:
            anova_blocks([[1, 2, 3]])
        assert str(error.value) == (
            "table must have at least 2 blocks (rows) and 2 algorithms (columns); "
            "it had the shape (1, 3)"
        )
