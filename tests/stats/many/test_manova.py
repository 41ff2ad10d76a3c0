"""MANOVA without blocks: printed values, statsmodels, reductions, rank, order, refusals."""

import numpy as np
import pandas as pd
import pytest
from statsmodels.multivariate.manova import MANOVA

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import anova, hotelling_two_sample, manova

# after Yildiz, Aslan and Alpaydin: three groups of four on two measures
Z = np.array(
    [
        [[-0.80, -1.32], [-0.25, 0.42], [1.14, 0.11], [-0.55, -0.78]],
        [[1.25, 2.13], [0.77, -0.73], [-0.46, 2.10], [0.70, -1.23]],
        [[0.92, -0.16], [0.37, 0.51], [0.29, 1.55], [0.94, 0.41]],
    ]
)
STATISTICS = {
    "wilks": "Wilks' lambda",
    "pillai": "Pillai's trace",
    "hotelling-lawley": "Hotelling-Lawley trace",
    "roy": "Roy's greatest root",
}


def random_groups(seed, groups, runs, measures, *leading):
    """Return groups of correlated measures with means a little apart."""
    rng = np.random.default_rng(seed)
    mix = rng.normal(size=(measures, measures))
    apart = 0.4 * rng.normal(size=(groups, 1, measures))
    return (rng.normal(size=(*leading, groups, runs, measures)) + apart) @ mix


def by_statsmodels(groups):
    """Return its table of the four statistics."""
    p = groups[0].shape[-1]
    rows = [[*row, f"g{place}"] for place, group in enumerate(groups) for row in np.asarray(group)]
    names = [f"m{i}" for i in range(p)]
    frame = pd.DataFrame(rows, columns=[*names, "group"])
    tests = MANOVA.from_formula(f"{' + '.join(names)} ~ group", frame).mv_test()
    return tests.results["group"]["stat"]


class TestPrintedValues:
    """The example with the degrees of freedom in the right order."""

    def test_three_groups_of_four(self):
        """D_0^2, Bartlett's chi-square, is 3.626093 on 4 df: p = .458966; n - 1 - (p + a)/2 = 8.5."""
        result = manova(Z)
        assert result.details["chi2"] == pytest.approx(3.626093, abs=5e-7)
        assert result.details["df_chi2"] == 4
        assert result.details["p_chi2"] == pytest.approx(0.458966, abs=5e-7)
        assert result.statistic == pytest.approx(np.exp(-3.626093 / 8.5), rel=1e-6)

    def test_bartlett_with_hypothesis_and_error_in_the_right_order(self):
        """Lambda = .7, p = 2, q = 2, v = 9: 3.03174 on 4 df, p = .552528; not 1.783."""
        from bakeoff.stats import tails
        from bakeoff.stats.many.roots import bartlett

        chi2 = bartlett(np.asarray(-np.log(0.7)), np.asarray(2), 2, 9)
        assert float(chi2) == pytest.approx(3.03174, abs=5e-6)
        assert float(tails.chi2_upper(chi2, 4)) == pytest.approx(0.552528, abs=5e-7)

    def test_small_lambda_rejects(self):
        """Equation 19.29 is printed with the wrong sign: the farther apart, the smaller."""
        far = Z + np.array([0.0, 3.0, 6.0])[:, None, None]
        assert manova(far).statistic < manova(Z).statistic
        assert manova(far).p_value < manova(Z).p_value


class TestOtherPrograms:
    """What statsmodels computes, for each of the four statistics."""

    @pytest.mark.parametrize("statistic", STATISTICS)
    @pytest.mark.parametrize(
        ("groups", "runs", "measures"), [(2, 6, 2), (3, 5, 2), (4, 7, 3), (5, 10, 4), (3, 9, 6)]
    )
    def test_statistic_f_and_df(self, statistic, groups, runs, measures):
        """Its F for Roy is the bound, ours is in p_F."""
        values = random_groups(groups * runs, groups, runs, measures)
        theirs = by_statsmodels(values).loc[STATISTICS[statistic]]
        ours = manova(values, statistic=statistic)
        assert ours.statistic == pytest.approx(theirs["Value"], rel=1e-8)
        assert ours.details["F"] == pytest.approx(theirs["F Value"], rel=1e-8)
        assert ours.df == pytest.approx((theirs["Num DF"], theirs["Den DF"]), rel=1e-9)
        assert ours.details["p_F"] == pytest.approx(theirs["Pr > F"], rel=1e-6)
        if statistic != "roy":
            assert ours.p_value == ours.details["p_F"]

    def test_groups_of_unequal_size(self):
        """Weighted by their runs."""
        rng = np.random.default_rng(3)
        groups = [rng.normal(size=(size, 2)) + place for place, size in enumerate((3, 8, 5))]
        theirs = by_statsmodels(groups).loc["Wilks' lambda"]
        ours = manova(groups)
        assert ours.statistic == pytest.approx(theirs["Value"], rel=1e-9)
        assert ours.p_value == pytest.approx(theirs["Pr > F"], rel=1e-8)
        assert ours.n == (3, 8, 5)

    def test_roots_are_those_of_e_inverse_h(self):
        """Eigenvalues, vectors and share, by numpy's general solver."""
        result = manova(random_groups(1, 4, 6, 3))
        h, e = result.details["H"], result.details["E"]
        values = np.sort(np.linalg.eigvals(np.linalg.solve(e, h)).real)[::-1]
        assert result.details["eigenvalues"] == pytest.approx(values, rel=1e-8)
        assert result.details["share"] == pytest.approx(values / values.sum(), rel=1e-8)
        vectors = result.details["eigenvectors"]
        assert h @ vectors == pytest.approx(e @ vectors * values, rel=1e-6, abs=1e-9)
        # along each the variance within is 1
        assert np.diag(vectors.T @ e @ vectors) / result.details["df_error"] == pytest.approx(1.0)


class TestReduction:
    """Where the test is a simpler one."""

    @pytest.mark.parametrize("statistic", STATISTICS)
    def test_one_measure_is_the_analysis_of_variance(self, statistic):
        """F and p to the last digits, in a batch."""
        values = random_groups(2, 4, 6, 1, 100)
        one = anova(values[..., 0])
        result = manova(values, statistic=statistic)
        assert result.details["F"] == pytest.approx(one.statistic, rel=1e-10)
        assert result.p_value == pytest.approx(one.p_value, rel=1e-9)
        assert result.method == "exact"

    @pytest.mark.parametrize("statistic", STATISTICS)
    def test_two_groups_are_hotelling(self, statistic):
        """One root, so all four are exact and agree."""
        values = random_groups(3, 2, 7, 3)
        result = manova(values, statistic=statistic)
        assert result.p_value == pytest.approx(hotelling_two_sample(*values).p_value, rel=1e-9)
        assert result.method == "exact"

    def test_exact_forms(self):
        """Wilks with two measures or three groups, and Roy: exact; the others approximate."""
        two, four = random_groups(4, 5, 6, 2), random_groups(4, 5, 9, 4)
        assert manova(two).method == "exact"
        assert manova(four[:3]).method == "exact"
        assert manova(four).method == "asymptotic"
        assert manova(four, statistic="roy").method == "exact"
        assert manova(two, statistic="pillai").method == "asymptotic"

    def test_per_measure_is_one_anova_each(self):
        """Under its name."""
        values = random_groups(5, 3, 6, 2)
        found = manova(values).details["per_measure"]
        for place in range(2):
            one = anova(values[..., place])
            assert found[str(place)] == pytest.approx(
                {"F": one.statistic, "p": one.p_value}, rel=1e-9
            )

    def test_measures_may_be_mixed(self):
        """Nothing changes with the units or a turn of the measures."""
        values = random_groups(6, 3, 6, 2)
        mixed = values @ np.array([[1e-5, 2e5], [3e-5, -1e5]])
        assert manova(mixed).statistic == pytest.approx(manova(values).statistic, rel=1e-8)


class TestLevel:
    """Rejections under a true null: 4,000 data sets, four standard errors."""

    @pytest.mark.parametrize("statistic", ["wilks", "roy"])
    @pytest.mark.parametrize(("groups", "measures"), [(3, 2), (5, 4)])
    def test_the_level_is_kept(self, statistic, groups, measures):
        """Also by Roy's root, whose usual F rejects far too often."""
        values = np.random.default_rng(7).normal(size=(4000, groups, 8, measures))
        result = manova(values, statistic=statistic)
        assert result.reject(0.05).mean() == pytest.approx(0.05, abs=0.0138)
        if statistic == "roy":
            assert np.mean(result.details["p_F"] <= 0.05) > 0.09


class TestOrder:
    """Along the first discriminant, if its share passes 0.9."""

    def test_means_on_a_line(self):
        """The scores order the groups."""
        rng = np.random.default_rng(8)
        places = {"c": 4.0, "a": 0.0, "b": 2.0}
        groups = {
            name: rng.normal(size=(10, 2)) + np.array([1.0, 0.5]) * place
            for name, place in places.items()
        }
        result = manova(groups)
        assert result.details["share"][0] > 0.9
        assert result.details["order"] == ("a", "b", "c")
        scores = dict(zip(result.details["algorithms"], result.details["scores"], strict=True))
        assert scores["a"][0] < scores["b"][0] < scores["c"][0]

    def test_means_in_a_plane_have_none(self):
        """Three corners of a triangle."""
        rng = np.random.default_rng(9)
        corners = np.array([[0, 0], [3, 0], [1.5, 2.6]])
        result = manova(rng.normal(size=(3, 20, 2)) + corners[:, None])
        assert result.details["share"][0] < 0.9
        assert result.details["order"] is None


class TestDegenerate:
    """Redundant measures, nothing that varies, nothing that differs."""

    @pytest.mark.parametrize("statistic", STATISTICS)
    def test_a_redundant_measure_changes_nothing(self, statistic):
        """The degrees of freedom follow the rank, and a note names it."""
        values = random_groups(10, 4, 6, 2)
        more = np.concatenate([values, values.sum(axis=-1, keepdims=True)], axis=-1)
        one, other = manova(values, statistic=statistic), manova(more, statistic=statistic)
        assert other.p_value == pytest.approx(one.p_value, rel=1e-8)
        assert other.df == one.df
        assert other.notes == (
            (
                "redundant: measure 2 can be computed from the others; the test is done in the 2 of 3 "
                "dimensions that the differences span"
            ),
        )

    @pytest.mark.parametrize("statistic", STATISTICS)
    def test_a_measure_that_tells_the_groups_apart_without_variation(self, statistic):
        """Its root is infinite: p = 0, and nothing is nan."""
        values = np.concatenate([Z, np.broadcast_to([[[1]], [[2]], [[3]]], (3, 4, 1))], axis=-1)
        result = manova(values, statistic=statistic)
        assert result.p_value == 0.0
        assert result.details["share"].tolist() == [1.0, 0.0]
        assert any("does not vary within the groups" in note for note in result.notes)
        for name in ("F", "chi2", "wilks", "pillai", "hotelling_lawley", "roy", "eigenvalues"):
            assert not np.isnan(result.details[name]).any(), name
        assert result.effect.value == pytest.approx(1.0, abs=0.5)

    @pytest.mark.parametrize("statistic", STATISTICS)
    def test_equal_everywhere(self, statistic):
        """They give p = 1 and an effect of 0."""
        result = manova(np.ones((3, 4, 2)), statistic=statistic)
        assert (result.p_value, result.effect.value) == (1.0, 0.0)
        assert result.notes == ("the algorithms are identical on every measure",)

    @pytest.mark.parametrize("statistic", STATISTICS)
    def test_equal_means_that_vary(self, statistic):
        """F = 0, p = 1."""
        result = manova(np.stack([Z[0], Z[0], Z[0]]), statistic=statistic)
        assert result.p_value == pytest.approx(1.0)
        assert result.details["F"] == pytest.approx(0.0, abs=1e-12)

    def test_more_than_twelve_roots(self):
        """Roy's p is said to be a bound."""
        values = random_groups(11, 14, 4, 14)
        result = manova(values, statistic="roy")
        assert result.method == "asymptotic"
        assert result.notes[0].startswith("with more than 12 roots the p-value of Roy's largest")

    def test_a_batch_is_a_loop(self):
        """All statistics, roots and orders."""
        for measures in (2, 3):
            values = random_groups(12, 4, 6, measures, 2, 3)
            for statistic in STATISTICS:
                batch = manova(values, statistic=statistic)
                for place in np.ndindex(2, 3):
                    one = manova(values[place], statistic=statistic)
                    assert batch.p_value[place] == pytest.approx(one.p_value, rel=1e-9)
                    for name in ("F", "chi2", "eigenvalues", "share"):
                        assert batch.details[name][place] == pytest.approx(
                            one.details[name], rel=1e-8
                        )


class TestRefusals:
    """The sentence of each error."""

    def test_an_unknown_statistic(self):
        """The known ones are named."""
        with pytest.raises(InvalidInput) as fault:
            manova(Z, statistic="lambda")
        assert str(fault.value) == (
            "statistic must be one of wilks, pillai, hotelling-lawley, roy; it was 'lambda'"
        )

    def test_one_run_each(self):
        """Nothing to tell difference from chance."""
        with pytest.raises(InvalidInput) as fault:
            manova(Z[:, :1])
        assert str(fault.value) == (
            "groups must hold a group of at least 2 runs, to tell difference from chance; each "
            "of the 3 groups held 1"
        )

    def test_more_measures_than_degrees_of_freedom(self):
        """The ways out are named."""
        with pytest.raises(NotApplicable) as fault:
            manova(random_groups(13, 3, 3, 7))
        assert str(fault.value) == (
            "7 measures are too many for 6 degrees of freedom of the error: any difference would "
            "fit; take fewer measures (or thresholds), or more splits, or use permutation_manova "
            "with statistic='trace'"
        )

    def test_a_trace_without_degrees_of_freedom(self):
        """Hotelling and Lawley's F does not exist there; the others do."""
        values = random_groups(14, 2, 3, 4)
        assert manova(values).p_value > 0
        assert manova(values, statistic="hotelling-lawley").p_value > 0
        values = random_groups(14, 4, 2, 4)
        with pytest.raises(NotApplicable, match="choose statistic='wilks' or 'pillai'"):
            manova(values, statistic="hotelling-lawley")
