"""Friedman's test."""

from itertools import permutations, product
from math import factorial

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import cochran_q, friedman, sign
from tests.stats.published import AUC
from tests.stats.published import AUC_UNTIED as UNTIED

METHODS = ("auto", "exact", "F", "chi2")
T = np.array([[12, 15, 11], [10, 14, 12], [13, 17, 12], [11, 15, 14]])


def listed(table):
    """Return the exact p-value by every order of every block."""
    ranks = scipy.stats.rankdata(table, axis=1)
    ways = [np.array(list(permutations(row))) for row in ranks]
    sums = np.array([np.sum(choice, axis=0) for choice in product(*ways)])
    seen = np.sum(ranks.sum(axis=0) ** 2)
    return np.mean(np.sum(sums**2, axis=-1) >= seen)


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_demsars_example_with_the_printed_ranks(self):
        """Mean ranks 3.143 2.000 2.893 1.964, chi2 9.28, F 3.69 (no correction for ties)."""
        details = friedman(UNTIED, higher_is_better=True).details
        assert details["mean_ranks"].round(3).tolist() == [3.143, 2.0, 2.893, 1.964]
        assert round(details["chi2_uncorrected"], 2) == 9.28
        assert round(details["F_uncorrected"], 2) == 3.69
        assert round(details["chi2"], 3) == 10.228

    def test_demsars_example_with_the_printed_scores(self):
        """The tie of "voting" gives 3.143 2.000 2.929 1.929, chi2 9.857, F 3.987."""
        details = friedman(AUC, higher_is_better=True).details
        assert details["mean_ranks"].round(3).tolist() == [3.143, 2.0, 2.929, 1.929]
        assert round(details["chi2_uncorrected"], 3) == 9.857
        assert round(details["F_uncorrected"], 3) == 3.987

    @pytest.mark.parametrize(
        ("n", "k", "chi2", "printed"),
        [
            (3, 3, 6.0, 0.028), (4, 3, 8.0, 0.0046), (4, 3, 6.5, 0.042), (5, 3, 6.4, 0.039),
            (8, 3, 6.25, 0.047), (9, 3, 6.222, 0.048), (2, 4, 6.0, 0.042), (3, 4, 7.4, 0.033),
            (4, 4, 7.8, 0.036), (4, 4, 9.6, 0.0069),
        ],
    )  # fmt: skip
    def test_friedmans_table(self, n, k, chi2, printed):
        """Friedman 1937, tables V and VI: exact probabilities of chi2 or more, two digits."""
        rng = np.random.default_rng(0)
        tables = rng.permuted(np.broadcast_to(np.arange(k), (20_000, n, k)), axis=-1)
        found = friedman(tables, method="exact")
        near = np.flatnonzero(np.abs(found.details["chi2"] - chi2) < 6e-4)
        assert found.p_value[near[0]] == pytest.approx(
            printed, abs=0.00051 if printed > 0.01 else 6e-5
        )


class TestAnotherProgram:
    """The same numbers from other programs."""

    @settings(max_examples=30, deadline=None)
    @given(seed=st.integers(0, 10_000), n=st.integers(2, 20), k=st.integers(3, 7))
    def test_chi_square_is_that_of_scipy(self, seed, n, k):
        """Ties included."""
        table = np.random.default_rng(seed).integers(0, 5, size=(n, k))
        if np.all(table == table[:, :1]):
            return
        theirs = scipy.stats.friedmanchisquare(*table.T)
        ours = friedman(table, method="chi2")
        assert tuple(ours) == pytest.approx(tuple(theirs), rel=1e-9, abs=1e-12)

    def test_f_is_that_of_an_analysis_of_variance_of_the_ranks(self):
        """Iman and Davenport 1980; pingouin's F differs in its degrees of freedom only."""
        from bakeoff.stats import anova_blocks

        ranks = scipy.stats.rankdata(UNTIED, axis=1)
        ours = friedman(UNTIED, method="F")
        assert tuple(ours) == pytest.approx(tuple(anova_blocks(ranks)), rel=1e-10)
        assert ours.df == (3, 39)


class TestExact:
    """Every order, counted."""

    @settings(max_examples=40, deadline=None)
    @given(
        table=st.integers(2, 4).flatmap(
            lambda k: st.lists(
                st.lists(st.integers(0, 3), min_size=k, max_size=k), min_size=2, max_size=3
            )
        )
    )
    def test_it_is_every_order_of_every_block(self, table):
        """Up to three blocks and four algorithms, with ties."""
        ours = friedman(table, method="exact")
        assert ours.p_value == pytest.approx(listed(table), rel=1e-12)

    @pytest.mark.parametrize(("n", "k"), [(14, 4), (10, 5), (150, 3), (5, 6)])
    def test_auto_is_exact_where_it_costs_under_a_second(self, n, k):
        """Also with ties."""
        table = np.random.default_rng(n).normal(size=(n, k)) + 0.3 * np.arange(k)
        for decimals in (9, 1):
            result = friedman(table.round(decimals))
            assert result.method == "exact"
            assert result.p_value == result.details["p_exact"]
            # F is an approximation, rough for few blocks
            assert result.p_value == pytest.approx(result.details["p_F"], rel=0.5, abs=1e-3)

    def test_f_comes_near_it(self):
        """3 algorithms, 100 data sets: within 3 percent."""
        table = np.random.default_rng(1).normal([0, 0.1, 0.3], size=(100, 3))
        result = friedman(table)
        assert result.details["p_F"] == pytest.approx(result.p_value, rel=0.03)

    def test_auto_takes_f_where_the_law_is_out_of_reach(self):
        """20 algorithms: the p-value is that of F."""
        result = friedman(np.random.default_rng(0).normal(size=(30, 20)))
        assert result.method == "asymptotic"
        assert "p_exact" not in result.details
        assert tuple(result) == (result.details["F"], result.details["p_F"])


class TestReduction:
    """The simpler test inside."""

    def test_two_algorithms_are_the_sign_test(self):
        """The exact p is that of the sign test that drops ties."""
        rng = np.random.default_rng(3)
        a, b = rng.integers(0, 4, size=(2, 15))
        ours = friedman(np.stack([a, b], axis=1))
        assert ours.p_value == pytest.approx(sign(a, b, ties="drop").p_value, rel=1e-12)

    def test_0_and_1_are_cochrans_q(self):
        """Chi-square and exact p."""
        correct = np.random.default_rng(5).integers(0, 2, size=(12, 3))
        q = cochran_q(correct, method="exact")
        ours = friedman(correct, method="exact")
        assert tuple(ours) == pytest.approx(tuple(q), rel=1e-12)

    @pytest.mark.parametrize("method", METHODS)
    def test_neither_the_order_of_algorithms_nor_of_blocks_nor_the_scale_matters(self, method):
        """And the direction changes the ranks only."""
        wanted = friedman(UNTIED, method=method)
        for table in (UNTIED[::-1, [2, 0, 3, 1]], np.exp(3 * UNTIED), UNTIED + 5):
            assert tuple(friedman(table, method=method)) == pytest.approx(tuple(wanted))
        turned = friedman(UNTIED, method=method, higher_is_better=True)
        assert tuple(turned) == pytest.approx(tuple(wanted))
        np.testing.assert_allclose(turned.details["mean_ranks"], 5 - wanted.details["mean_ranks"])


class TestDegenerateData:
    """Perfect agreement, ties, two of everything."""

    @pytest.mark.parametrize("method", METHODS)
    def test_perfect_agreement(self, method):
        """F is infinite, W is 1, and the p of F is the exact one; chi2 has its own."""
        result = friedman([[1, 2, 3]] * 6, method=method)
        assert result.details["F"] == np.inf
        assert result.details["p_F"] == pytest.approx(6.0**-5, rel=1e-12)
        assert result.details["chi2"] == pytest.approx(12.0)
        assert result.effect == ("Kendall's W", pytest.approx(1.0))
        chi2 = scipy.stats.chi2.sf(12, 2)
        assert result.p_value == pytest.approx(chi2 if method == "chi2" else 6.0**-5, rel=1e-12)

    def test_perfect_agreement_with_ties(self):
        """4!/2! orders of each block: p = 12^-4, from F's formula and from the law."""
        result = friedman([[1, 2, 2, 9]] * 5, method="exact")
        assert result.p_value == pytest.approx(12.0**-4, rel=1e-12)
        assert result.details["p_F"] == pytest.approx(12.0**-4, rel=1e-12)

    @pytest.mark.parametrize("method", METHODS)
    def test_identical_algorithms(self, method):
        """No difference: p = 1, effect 0, a note; never nan."""
        result = friedman([[0.5] * 3, [0.7] * 3], method=method)
        assert tuple(result) == (0.0, 1.0)
        assert result.details["p_F"] == result.details["p_chi2"] == 1.0
        assert result.effect.value == 0.0
        assert result.notes == ("the algorithms are identical on every block: all ranks are tied",)

    @pytest.mark.parametrize("method", METHODS)
    def test_a_design_too_small_is_told(self, method):
        """Two blocks, three algorithms: 1/6; by chi-square exp(-2)."""
        result = friedman([[1, 2, 3], [1, 2, 3]], method=method)
        smallest = np.exp(-2) if method == "chi2" else 1 / 6
        assert result.p_value == pytest.approx(smallest)
        assert result.notes == (
            (
                f"with 2 blocks and 3 algorithms the smallest possible p is {smallest:.4g}: "
                f"this design cannot reach 0.05"
            ),
        )

    def test_a_block_of_ties_changes_n_only(self):
        """The exact p and chi-square stay; W, a share of all blocks, shrinks."""
        more = np.concatenate([T, [[5, 5, 5]]])
        one, two = friedman(T, method="exact"), friedman(more, method="exact")
        assert two.p_value == pytest.approx(one.p_value, rel=1e-12)
        assert two.details["chi2"] == pytest.approx(one.details["chi2"])
        assert two.effect.value == pytest.approx(one.effect.value * 4 / 5)

    def test_floating_point_dust_is_a_tie(self):
        """0.1 + 0.2 against 0.3."""
        table = [[0.1 + 0.2, 0.3, 0.4], [0.3, 0.1 + 0.2, 0.4]]
        ranks = friedman(table).details["mean_ranks"]
        assert ranks.tolist() == [1.5, 1.5, 3.0]


class TestResult:
    """What stands beside the p-value."""

    def test_everything_beside_the_p_value(self):
        """Effect, details, n, df, method of each road."""
        exact, f, chi2 = (friedman(T, method=m) for m in ("exact", "F", "chi2"))
        assert (exact.n, exact.df, exact.method) == (4, 2, "exact")
        assert (f.df, f.method, chi2.df, chi2.method) == ((2, 6), "asymptotic", 2, "asymptotic")
        for name in ("chi2", "p_chi2", "F", "p_F"):
            assert exact.details[name] == f.details[name] == chi2.details[name]
        assert exact.statistic == chi2.statistic == exact.details["chi2"]
        assert f.statistic == f.details["F"]
        assert exact.effect.value == pytest.approx(exact.details["chi2"] / 8)

    def test_the_best_has_rank_1_whatever_the_direction(self):
        """The most accurate is not ranked last."""
        ranks = friedman(AUC, higher_is_better=True).details["mean_ranks"]
        assert np.argmin(ranks) == np.argmax(AUC.mean(axis=0))


class TestBatch:
    """Leading axes hold one test each."""

    @pytest.mark.parametrize("method", METHODS)
    def test_a_batch_is_its_tests_one_by_one(self, method):
        """Two leading axes; ties, one table of nothing else, one of perfect agreement."""
        tables = np.random.default_rng(9).integers(0, 4, size=(2, 3, 6, 4)).astype(float)
        tables[1, 0], tables[0, 2] = 1.0, np.arange(4)
        batch = friedman(tables, method=method)
        for place in np.ndindex(2, 3):
            one = friedman(tables[place], method=method)
            assert (batch.statistic[place], batch.p_value[place]) == pytest.approx(tuple(one))
            assert batch.details["mean_ranks"][place] == pytest.approx(one.details["mean_ranks"])
            assert batch.effect.value[place] == pytest.approx(one.effect.value)
        assert batch.notes == (
            "1 of 6 tests: the algorithms are identical on every block: all ranks are tied",
        )

    def test_the_level_is_kept(self):
        """20,000 tables without a difference, 10 x 4: 5 percent are rejected, within 3 s.e."""
        tables = np.random.default_rng(0).normal(size=(20_000, 10, 4))
        exact, f = (friedman(tables, method=m).reject(0.05).mean() for m in ("exact", "F"))
        assert 0.040 < exact <= 0.0546
        assert f == pytest.approx(0.05, abs=0.007)  # an approximation, besides 3 s.e. of 0.0046


class TestSentences:
    """Bad input is met with one sentence."""

    def test_one_block(self):
        """Nothing repeats."""
        with pytest.raises(InvalidInput) as caught:
            friedman([[1, 2, 3]])
        assert str(caught.value) == (
            "table must have at least 2 blocks (rows) and 2 algorithms (columns); "
            "it had the shape (1, 3)"
        )

    def test_an_exact_law_out_of_reach(self):
        """The way out is named."""
        with pytest.raises(NotApplicable) as caught:
            friedman(np.random.default_rng(0).normal(size=(20, 12)), method="exact")
        assert str(caught.value) == (
            "the exact law of Friedman's statistic for 20 blocks and 12 algorithms is out of "
            "reach; use method='F'"
        )

    def test_an_unknown_method(self):
        """The known ones are named."""
        with pytest.raises(InvalidInput) as caught:
            friedman(T, method="asymptotic")
        assert str(caught.value) == (
            "method must be one of auto, exact, F, chi2; it was 'asymptotic'"
        )


def test_the_smallest_p_is_what_smallest_p_says():
    """For a design of n blocks and k algorithms."""
    from bakeoff.stats import smallest_p

    assert smallest_p("friedman", (4, 3)) == pytest.approx(factorial(3) ** -3.0)
    assert friedman([[1, 2, 3]] * 4).p_value == pytest.approx(smallest_p("friedman", (4, 3)))


def test_hundreds_of_algorithms():
    """300 on three data sets, with ties and without: F, and no overflow of 300!."""
    table = np.random.default_rng(0).normal(size=(3, 300))
    for scores in (table, table.round(1)):
        result = friedman(scores)
        assert result.method == "asymptotic"
        assert result.notes == ()
        theirs = scipy.stats.friedmanchisquare(*scores.T)
        assert result.details["chi2"] == pytest.approx(theirs.statistic, rel=1e-10)
