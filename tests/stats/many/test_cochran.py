"""Cochran's Q test of several classifiers on the same items."""

from itertools import combinations, product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import cochrans_q

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import cochran_q, mcnemar

METHODS = ("asymptotic", "exact", "permutation", "auto")
WAYS = [(1, 1, 1), (1, 1, 0), (1, 0, 1), (1, 0, 0), (0, 1, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0)]
DRUGS = np.repeat(WAYS, [6, 16, 2, 4, 2, 4, 6, 6], axis=0)


def dealt_out(correct):
    """Return the exact p-value by listing every way to deal out every item."""
    correct = np.asarray(correct)
    models = correct.shape[1]
    ways = [
        [np.isin(range(models), c) for c in combinations(range(models), int(row.sum()))]
        for row in correct
    ]
    seen = np.sum(correct.sum(axis=0) ** 2)
    squares = np.array([np.sum(np.sum(deal, axis=0) ** 2) for deal in product(*ways)])
    return np.mean(squares >= seen)


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_three_drugs(self):
        """Grizzle, Starmer and Koch 1969: Q = 8.4706 on 2 df, p = 0.0145."""
        result = cochran_q(DRUGS)
        assert round(result.statistic, 4) == 8.4706
        assert round(result.p_value, 4) == 0.0145
        assert result.df == 2


class TestAnotherProgram:
    """The same numbers from other programs."""

    @settings(max_examples=30, deadline=None)
    @given(seed=st.integers(0, 10_000), items=st.integers(2, 40), models=st.integers(2, 6))
    def test_q_and_p_are_those_of_statsmodels(self, seed, items, models):
        """Chi-square with k - 1 degrees of freedom."""
        correct = np.random.default_rng(seed).integers(0, 2, size=(items, models))
        if np.isin(correct.sum(axis=1), (0, models)).all():
            return
        theirs = cochrans_q(correct)
        ours = cochran_q(correct)
        assert tuple(ours) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9, abs=1e-12)

    def test_q_is_friedmans_chi_square_with_ties(self):
        """0 and 1 ranked within the items."""
        theirs = scipy.stats.friedmanchisquare(*DRUGS.T)
        assert tuple(cochran_q(DRUGS)) == pytest.approx(tuple(theirs))


class TestExact:
    """Every way to deal out, counted."""

    @settings(max_examples=40, deadline=None)
    @given(
        correct=st.integers(2, 4).flatmap(
            lambda k: st.lists(
                st.lists(st.integers(0, 1), min_size=k, max_size=k), min_size=1, max_size=5
            )
        )
    )
    def test_it_is_every_way_to_deal_out(self, correct):
        """Up to five items and four models, listed."""
        ours = cochran_q(correct, method="exact")
        assert ours.p_value == pytest.approx(dealt_out(correct), rel=1e-12)

    def test_chi_square_comes_near_it_for_many_items(self):
        """150 items, three models: within 5 percent."""
        correct = np.random.default_rng(3).random((150, 3)) < [0.65, 0.68, 0.74]
        exact, chi2 = (cochran_q(correct, method=m).p_value for m in ("exact", "asymptotic"))
        assert chi2 == pytest.approx(exact, rel=0.05)


class TestPermutation:
    """Random deals."""

    @pytest.mark.parametrize("models", [3, 5])
    def test_it_comes_near_the_exact_p(self, models):
        """The 99 percent interval of the drawn p holds the exact one; seed fixed."""
        correct = np.random.default_rng(models).random((12, models)) < np.linspace(0.4, 0.8, models)
        exact = cochran_q(correct, method="exact").p_value
        drawn = cochran_q(correct, method="permutation", draws=20_000, rng=1)
        assert drawn.details["p_low"] < exact < drawn.details["p_high"]
        assert drawn.details["p_low"] < drawn.p_value < drawn.details["p_high"]
        assert drawn.method == "permutation"

    def test_many_models_are_dealt_item_by_item(self):
        """16 models have 12,870 ways to be right by halves: the exact p is met as well."""
        correct = np.zeros((2, 16))
        correct[:, :8] = 1
        correct[1, 7:9] = [0, 1]
        exact = cochran_q(correct, method="exact").p_value
        drawn = cochran_q(correct, method="permutation", draws=4_000, rng=2)
        assert drawn.details["p_low"] < exact < drawn.details["p_high"]

    def test_p_is_never_0(self):
        """(count + 1)/(draws + 1)."""
        correct = np.tile([1, 1, 0, 0], (60, 1))
        assert cochran_q(correct, method="permutation", draws=99).p_value == 0.01

    def test_the_same_seed_gives_the_same_p(self):
        """Also without a seed; another seed gives another."""
        first, again = (cochran_q(DRUGS, method="permutation", draws=500) for _ in range(2))
        other = cochran_q(DRUGS, method="permutation", draws=500, rng=7)
        assert first.p_value == again.p_value
        assert first.p_value != other.p_value

    def test_few_draws_cannot_reach_a_level(self):
        """Ten draws: the smallest p is 1/11."""
        notes = cochran_q(DRUGS, method="permutation", draws=10).notes
        assert notes == (
            (
                "with 34 informative items the smallest possible p is 0.09091: "
                "this design cannot reach 0.05"
            ),
        )


class TestReduction:
    """The simpler test inside."""

    @pytest.mark.parametrize(("only_a", "only_b"), [(10, 3), (0, 6), (7, 7)])
    def test_two_models_are_mcnemar(self, only_a, only_b):
        """Chi-square without correction, and the exact p."""
        table = [[5, only_a], [only_b, 20]]
        correct = np.repeat([(0, 0), (0, 1), (1, 0), (1, 1)], [5, only_a, only_b, 20], axis=0)
        assert tuple(cochran_q(correct)) == pytest.approx(tuple(mcnemar(table, method="chi2")))
        exact = cochran_q(correct, method="exact").p_value
        assert exact == pytest.approx(mcnemar(table).p_value, rel=1e-12)

    @pytest.mark.parametrize("method", METHODS)
    def test_items_that_all_get_right_or_wrong_do_not_matter(self, method):
        """Q and p stay; only n grows and the effect shrinks."""
        more = np.concatenate([DRUGS, np.ones((30, 3)), np.zeros((20, 3))])
        one, two = (cochran_q(c, method=method) for c in (DRUGS, more))
        assert tuple(one) == pytest.approx(tuple(two))
        assert (one.n, two.n) == (46, 96)
        assert two.effect.value < one.effect.value

    @pytest.mark.parametrize("method", ["asymptotic", "exact"])
    def test_neither_the_order_of_models_nor_of_items_matters(self, method):
        """And right may be counted as wrong."""
        wanted = tuple(cochran_q(DRUGS, method=method))
        assert tuple(cochran_q(DRUGS[::-1, [2, 0, 1]], method=method)) == pytest.approx(wanted)
        assert tuple(cochran_q(1 - DRUGS, method=method)) == pytest.approx(wanted)


class TestDegenerateData:
    """Ends, ties, no variation, too few."""

    @pytest.mark.parametrize("method", METHODS)
    def test_models_that_are_right_on_the_same_items(self, method):
        """Q = 0, p = 1, effect 0, a note; never nan."""
        result = cochran_q([[1, 1, 1], [0, 0, 0], [1, 1, 1]], method=method)
        assert tuple(result) == (0.0, 1.0)
        assert result.effect.value == 0.0
        assert result.notes == ("all models are right on exactly the same items",)

    @pytest.mark.parametrize("method", METHODS)
    def test_one_item(self, method):
        """Whatever it is, every deal is as far."""
        result = cochran_q([[1, 0, 0]], method=method, draws=200)
        assert result.p_value == (
            1.0 if method != "asymptotic" else pytest.approx(scipy.stats.chi2.sf(2, 2))
        )
        assert result.notes[-1].endswith("this design cannot reach 0.05")

    def test_perfect_agreement(self):
        """W is 1 when the first is right on all items and the others on none."""
        result = cochran_q(np.tile([1, 0, 0], (4, 1)), method="exact")
        assert result.effect.value == pytest.approx(1.0)
        assert result.p_value == pytest.approx(3 / 3**4)

    @pytest.mark.parametrize(
        ("rows", "smallest"),
        [
            ([(1, 0, 0)] * 2, 1 / 3),
            ([(1, 0, 0), (1, 1, 0)], 2 / 3),
            ([(1, 1, 0, 0)] * 2, 1 / 6),
        ],
    )
    def test_a_design_too_small_is_told(self, rows, smallest):
        """The smallest p belongs to nested items; these are nested, so it is theirs."""
        result = cochran_q(rows, method="exact")
        assert result.p_value == pytest.approx(smallest)
        assert result.notes == (
            (
                f"with 2 informative items the smallest possible p is {smallest:.4g}: "
                f"this design cannot reach 0.05"
            ),
        )

    def test_few_informative_items_and_chi_square(self):
        """Below 24 items x models the exact test is named."""
        result = cochran_q(np.tile([1, 0, 0], (7, 1)))
        assert result.notes == (
            "chi-square is rough below 24 informative items x models: use method='exact'",
        )
        assert cochran_q(np.tile([1, 0, 0], (8, 1))).notes == ()


class TestResult:
    """What stands beside the p-value."""

    def test_everything_beside_the_p_value(self):
        """Effect, details, n, df, method."""
        result = cochran_q(DRUGS)
        assert (result.n, result.df, result.method) == (46, 2, "asymptotic")
        assert result.effect == ("Kendall's W", pytest.approx(result.statistic / 92))
        assert result.details["error_rates"] == pytest.approx([18 / 46, 18 / 46, 30 / 46])
        assert result.details["informative_items"] == 34

    def test_auto_is_exact_where_it_can_be(self):
        """And asymptotic where there are too many items."""
        assert cochran_q(DRUGS, method="auto").method == "exact"
        many = np.random.default_rng(0).integers(0, 2, size=(2000, 6))
        assert cochran_q(many, method="auto").method == "asymptotic"

    def test_true_and_false_are_1_and_0(self):
        """As comparisons of labels give them."""
        assert tuple(cochran_q(DRUGS == 1)) == tuple(cochran_q(DRUGS))


class TestBatch:
    """Leading axes hold one test each."""

    @pytest.mark.parametrize("method", ["asymptotic", "exact"])
    def test_a_batch_is_its_tests_one_by_one(self, method):
        """Two leading axes; one table says nothing."""
        correct = np.random.default_rng(9).integers(0, 2, size=(2, 3, 8, 4))
        correct[1, 0] = 1
        batch = cochran_q(correct, method=method)
        for place in np.ndindex(2, 3):
            one = cochran_q(correct[place], method=method)
            assert (batch.statistic[place], batch.p_value[place]) == pytest.approx(tuple(one))
            assert batch.details["error_rates"][place] == pytest.approx(one.details["error_rates"])
        assert batch.notes[0] == ("1 of 6 tests: all models are right on exactly the same items")

    def test_a_batch_of_random_deals(self):
        """Each test gets its own draws, near its exact p."""
        correct = np.random.default_rng(9).integers(0, 2, size=(4, 8, 3))
        drawn = cochran_q(correct, method="permutation", draws=20_000).p_value
        exact = cochran_q(correct, method="exact").p_value
        np.testing.assert_allclose(drawn, exact, atol=0.012)  # 3.5 standard errors at p = 1/2


class TestSentences:
    """Bad input is met with one sentence."""

    def test_what_is_not_0_or_1(self):
        """Where it was."""
        with pytest.raises(InvalidInput) as caught:
            cochran_q([[1, 0], [0.5, 1]])
        assert str(caught.value) == (
            "correct must hold only 1 (the model is right) and 0 (it is wrong); "
            "it held 0.5 at (1, 0)"
        )

    def test_one_model(self):
        """There is nothing to compare."""
        with pytest.raises(InvalidInput) as caught:
            cochran_q([[1], [0]])
        assert str(caught.value) == (
            "correct must have at least 1 blocks (rows) and 2 algorithms (columns); "
            "it had the shape (2, 1)"
        )

    def test_an_exact_law_out_of_reach(self):
        """The ways out are named."""
        with pytest.raises(NotApplicable) as caught:
            cochran_q(np.random.default_rng(0).integers(0, 2, size=(500, 8)), method="exact")
        assert str(caught.value).startswith("the exact law of Q for 49")
        assert str(caught.value).endswith("use method='permutation' or method='asymptotic'")

    def test_no_draws(self):
        """At least one."""
        with pytest.raises(InvalidInput) as caught:
            cochran_q(DRUGS, method="permutation", draws=0)
        assert str(caught.value) == "draws must be a whole number of at least 1; it was 0"
