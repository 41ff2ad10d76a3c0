"""One-way analysis of variance."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import anova, two_sample_t

# percent of errors of three algorithms in four runs: the table of the errata, by columns
GROUPS = [[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]]


class TestPublished:
    """Numbers known beforehand."""

    def test_the_numbers_of_the_source(self):
        """F = 9.77586 on 2 and 9 degrees of freedom, p = .00554301 (equation 6, put right)."""
        result = anova(GROUPS)
        assert (round(result.statistic, 5), result.df) == (9.77586, (2, 9))
        assert result.p_value == pytest.approx(0.00554301, abs=5e-9)  # as printed

    def test_the_printed_table(self):
        """Sums of squares add up; mean squares are those over the degrees of freedom."""
        table = anova(GROUPS).details["table"]
        assert list(table) == ["groups", "error", "total"]
        assert table["groups"]["sum_of_squares"] == pytest.approx(31.5)
        assert table["error"] == pytest.approx(
            {"sum_of_squares": 14.5, "df": 9, "mean_square": 14.5 / 9}
        )
        assert table["total"] == pytest.approx({"sum_of_squares": 46.0, "df": 11})
        assert table["groups"]["F"] == pytest.approx(31.5 / 2 / (14.5 / 9))
        assert table["groups"]["p"] == anova(GROUPS).p_value


class TestPeers:
    """Other programs."""

    @pytest.mark.parametrize("sizes", [(5, 5, 5), (2, 9, 4, 1), (30, 3)])
    def test_scipy(self, sizes):
        """F and p of f_oneway, groups of equal and unequal sizes."""
        rng = np.random.default_rng(len(sizes))
        groups = [rng.normal(place, 2.0, size) for place, size in enumerate(sizes)]
        theirs = stats.f_oneway(*groups)
        ours = anova(groups)
        assert tuple(ours) == pytest.approx(tuple(theirs), rel=1e-10)
        assert ours.n == sizes

    @pytest.mark.filterwarnings("ignore:The inplace keyword")  # pingouin's own
    def test_pingouin(self):
        """Partial eta squared, which with one factor is eta squared."""
        import pingouin

        rng = np.random.default_rng(5)
        frame = pd.DataFrame({"group": np.repeat(list("abc"), 7), "value": rng.normal(size=21)})
        theirs = pingouin.anova(frame, dv="value", between="group", detailed=True)
        groups = {name: part["value"] for name, part in frame.groupby("group")}
        assert anova(groups).effect.value == pytest.approx(theirs["np2"][0], rel=1e-10)

    def test_statsmodels(self):
        """Omega squared by its definition, from the sums of squares of a linear model."""
        from statsmodels.formula.api import ols
        from statsmodels.stats.anova import anova_lm

        rng = np.random.default_rng(6)
        groups = [rng.normal(m, 1.0, size) for m, size in [(0, 5), (1, 8), (3, 4)]]
        frame = pd.DataFrame(
            [(str(g), value) for g, part in enumerate(groups) for value in part],
            columns=["g", "y"],
        )
        table = anova_lm(ols("y ~ g", frame).fit())
        between, within = table["sum_sq"]
        noise = table["mean_sq"].iloc[1]
        wanted = (between - 2 * noise) / (between + within + noise)
        details = anova(groups).details
        assert details["omega_squared"] == pytest.approx(wanted, rel=1e-9)
        assert details["cohens_f"] == pytest.approx(np.sqrt(between / within), rel=1e-9)
        assert details["mean_square_error"] == pytest.approx(noise)


class TestReduction:
    """The simpler test inside."""

    def test_two_groups_are_the_t_test(self):
        """F is t squared, with a pooled variance."""
        t = two_sample_t(GROUPS[0], GROUPS[1], equal_variances=True)
        f = anova(GROUPS[:2])
        assert tuple(f) == pytest.approx((t.statistic**2, t.p_value))

    def test_a_common_shift_changes_nothing(self):
        """Not even a large one: sums are taken about the means."""
        moved = anova(np.array(GROUPS) + 1e7)
        assert tuple(moved) == pytest.approx(tuple(anova(GROUPS)), rel=1e-9)

    def test_units_and_order_of_the_groups_change_nothing(self):
        """F is a ratio, and has no direction."""
        other = anova([np.array(GROUPS[place]) / 100 for place in (2, 0, 1)])
        assert tuple(other) == pytest.approx(tuple(anova(GROUPS)))


class TestDegenerateData:
    """No variation, and none at all."""

    def test_identical_groups(self):
        """F = 0, p = 1, effect 0, a note; never nan."""
        result = anova([[3.0, 3.0], [3.0, 3.0, 3.0]])
        assert (*result, result.effect.value) == (0.0, 1.0, 0.0)
        assert result.notes == ("the algorithms are identical: all values are equal",)

    def test_no_variation_within(self):
        """F = inf, p = 0, eta squared 1; also where 0.1 + 0.2 is not 0.3."""
        result = anova([[0.3, 0.1 + 0.2], [0.7, 0.7]])
        assert (*result, result.effect.value) == (np.inf, 0.0, 1.0)
        assert result.details["cohens_f"] == np.inf
        assert result.notes == (
            "no variation within the groups: the differences are all equal and not zero",
        )

    def test_dust_is_no_difference(self):
        """0.1 + 0.2 and 0.3 are one number."""
        assert tuple(anova([[0.3, 0.3], [0.1 + 0.2, 0.3]])) == (0.0, 1.0)


class TestData:
    """What groups may come as."""

    def test_list_array_mapping_and_frame(self):
        """All the same test."""
        array = np.array(GROUPS, dtype=float)
        frame = pd.DataFrame(array.T, columns=list("abc"))
        for given in (array, dict(zip("abc", GROUPS, strict=True)), frame):
            assert tuple(anova(given)) == tuple(anova(GROUPS))

    def test_a_batch_is_its_tests_one_by_one(self):
        """Leading axes of every group; one test is of identical values."""
        rng = np.random.default_rng(1)
        groups = [rng.normal(size=(2, 3, size)) for size in (4, 6, 5)]
        for group in groups:
            group[1, 2] = 7.0
        batch = anova(groups)
        for place in np.ndindex(2, 3):
            one = anova([group[place] for group in groups])
            assert (batch.statistic[place], batch.p_value[place]) == pytest.approx(tuple(one))
            assert batch.details["table"]["groups"]["F"][place] == pytest.approx(one.statistic)
        assert batch.notes == ("1 of 6 tests: the algorithms are identical: all values are equal",)

    @pytest.mark.parametrize(
        ("groups", "sentence"),
        [
            ([[1, 2, 3]], "groups must hold at least 2 groups; it held 1"),
            (
                [[1.0], [2.0]],
                (
                    "groups must hold a group of at least 2 values, to tell difference from chance; "
                    "each of the 2 groups held 1"
                ),
            ),
            (
                [[1, 2], [3, float("nan")]],
                (
                    "groups[1]: 1 value is missing or infinite (the first at 1); "
                    "remove or fill what is missing before testing"
                ),
            ),
            (
                [np.ones((2, 3)), np.ones((4, 3))],
                (
                    "groups must have the same leading axes, one test each; "
                    "they had the shapes (2, 3), (4, 3)"
                ),
            ),
        ],
    )
    def test_each_sentence(self, groups, sentence):
        """What it must be, what it was, where."""
        with pytest.raises(InvalidInput) as error:
            anova(groups)
        assert str(error.value) == sentence
