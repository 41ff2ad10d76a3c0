"""McNemar's test of two classifiers on the same items."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from bakeoff.errors import InvalidInput
from bakeoff.stats import mcnemar

ALTERNATIVES = ("two-sided", "less", "greater")
METHODS = ("exact", "mid-p", "chi2", "chi2-corrected")
APPROVAL = [[794, 150], [86, 570]]


def table(only_a, only_b, right=50, wrong=5):
    return [[wrong, only_a], [only_b, right]]


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_approval_of_a_president(self):
        """Agresti 2002, section 10.1: z^2 = 17.36, the difference 0.04 from the first survey."""
        result = mcnemar(APPROVAL, method="chi2")
        assert round(result.statistic, 2) == 17.36
        assert round(result.estimate, 2) == 0.04

    def test_the_formula_of_the_book(self):
        """Alpaydin 19.13: (|e01 - e10| - 1)^2/(e01 + e10), rejected above 3.84."""
        result = mcnemar(table(16, 5), method="chi2-corrected")
        assert result.statistic == pytest.approx(100 / 21)
        assert result.reject(0.05)
        assert mcnemar(table(0, 8), method="chi2-corrected").statistic == pytest.approx(49 / 8)

    @pytest.mark.parametrize(
        ("cells", "limits"),
        [
            ([[36, 12], [2, 0]], (0.0569, 0.3404)),
            ([[43, 0], [1, 10]], (-0.0842, 0.0436)),
            ([[54, 0], [0, 0]], (-0.0664, 0.0664)),
        ],
    )
    def test_newcombes_interval(self, cells, limits):
        """Newcombe 1998 (paired data), method 10."""
        assert mcnemar(cells).interval() == pytest.approx(limits, abs=5.1e-5)


class TestAnotherProgram:
    """The same numbers from other programs."""

    @settings(max_examples=40, deadline=None)
    @given(only_a=st.integers(0, 400), only_b=st.integers(0, 400))
    def test_exact_is_that_of_statsmodels(self, only_a, only_b):
        """Twice the smaller binomial tail."""
        theirs = statsmodels_mcnemar(table(only_a, only_b), exact=True).pvalue
        ours = mcnemar(table(only_a, only_b)).p_value
        assert ours == pytest.approx(min(theirs, 1.0), rel=1e-10)  # two roads to one tail

    @pytest.mark.parametrize("corrected", [False, True])
    @pytest.mark.parametrize(("only_a", "only_b"), [(10, 3), (3, 10), (150, 86), (30, 29)])
    def test_chi_square_is_that_of_statsmodels(self, only_a, only_b, corrected):
        """With and without Edwards' correction."""
        theirs = statsmodels_mcnemar(table(only_a, only_b), exact=False, correction=corrected)
        ours = mcnemar(table(only_a, only_b), method="chi2-corrected" if corrected else "chi2")
        assert tuple(ours) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-12)

    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    @pytest.mark.parametrize(("only_a", "only_b"), [(10, 3), (0, 6), (7, 7), (1, 0)])
    def test_mid_p_takes_half_the_weight_of_the_count_seen(self, only_a, only_b, alternative):
        """The tail beyond plus half of P(X = x), from scipy's binomial law."""
        law = scipy.stats.binom(only_a + only_b, 0.5)
        lower = law.cdf(only_a) - law.pmf(only_a) / 2
        upper = law.sf(only_a) + law.pmf(only_a) / 2
        wanted = {
            "less": lower,
            "greater": upper,
            "two-sided": min(1.0, 2 * min(lower, upper)),
        }[alternative]
        ours = mcnemar(table(only_a, only_b), method="mid-p", alternative=alternative)
        assert ours.p_value == pytest.approx(wanted, rel=1e-12)
        assert ours.method == "mid-p"

    @pytest.mark.parametrize(("only_a", "only_b"), [(10, 3), (3, 10), (5, 5)])
    def test_one_sided_exact_is_scipys_binomial_test(self, only_a, only_b):
        """Of the items that one of the two gets wrong, how many are a's."""
        for alternative in ("less", "greater"):
            test = scipy.stats.binomtest(only_a, only_a + only_b, alternative=alternative)
            ours = mcnemar(table(only_a, only_b), alternative=alternative).p_value
            assert ours == pytest.approx(test.pvalue, rel=1e-12)

    def test_one_sided_chi_square_uses_the_signed_root(self):
        """The normal tail of z, whose square is chi-square."""
        z = (10 - 3) / 13**0.5
        result = mcnemar(table(10, 3), method="chi2", alternative="greater")
        assert result.p_value == pytest.approx(scipy.stats.norm.sf(z))
        assert result.details["z"] == pytest.approx(z)
        less = mcnemar(table(10, 3), method="chi2", alternative="less").p_value
        assert less == pytest.approx(scipy.stats.norm.cdf(z))


class TestDirection:
    """Which tail belongs to which alternative."""

    @pytest.mark.parametrize("method", METHODS)
    def test_greater_says_that_a_errs_more_often(self, method):
        """Only a wrong stands right of the top, only b wrong left of the bottom."""
        worse = table(20, 2)
        assert mcnemar(worse, method=method, alternative="greater").p_value < 0.001
        assert mcnemar(worse, method=method, alternative="less").p_value > 0.99
        assert mcnemar(worse, method=method).estimate > 0

    @pytest.mark.parametrize("method", METHODS)
    def test_exchanging_the_two_exchanges_the_alternatives(self, method):
        """The transposed table."""
        for alternative, other in (("less", "greater"), ("two-sided", "two-sided")):
            one = mcnemar(APPROVAL, method=method, alternative=alternative)
            two = mcnemar(np.transpose(APPROVAL), method=method, alternative=other)
            assert one.p_value == two.p_value
            assert one.estimate == -two.estimate
        low, high = mcnemar(APPROVAL).interval()
        back = mcnemar(np.transpose(APPROVAL)).interval()
        assert (-high, -low) == pytest.approx(tuple(back), rel=1e-12)


class TestDegenerateData:
    """Ends, ties, no variation, too few."""

    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_no_discordant_item(self, method, alternative):
        """The trap: b = c = 0 gave p = 0 elsewhere. Here p = 1, effect 0, a note."""
        result = mcnemar(table(0, 0), method=method, alternative=alternative)
        assert result.p_value == 1.0
        assert result.statistic == 0.0
        assert result.effect.value == 0.0
        assert result.details["odds_ratio"] == 1.0
        assert result.notes == ("the two classifiers err on exactly the same items",)

    @pytest.mark.parametrize("method", METHODS)
    def test_as_many_on_either_side(self, method):
        """No difference: p = 1, also with the correction, which others let pass 0."""
        result = mcnemar(table(30, 30), method=method)
        assert result.p_value == pytest.approx(1.0)
        assert result.estimate == 0.0

    def test_five_discordant_items_cannot_reach_a_level(self):
        """2/32 = 0.0625 is the smallest p, six items are needed."""
        assert mcnemar(table(0, 5)).notes == (
            (
                "with 5 discordant items the smallest possible p is 0.0625: "
                "this design cannot reach 0.05"
            ),
        )
        assert mcnemar(table(0, 6)).notes == ()
        assert mcnemar(table(0, 5), alternative="less").notes == ()
        assert mcnemar(table(0, 5), method="mid-p").notes == ()

    def test_few_discordant_items_and_chi_square(self):
        """Below 25 the exact test is named."""
        assert mcnemar(table(10, 3), method="chi2").notes == (
            "chi-square is rough below 25 discordant items: use method='exact'",
        )
        assert mcnemar(table(20, 5), method="chi2").notes == ()

    def test_all_discordant_on_one_side(self):
        """An infinite odds ratio, a finite interval."""
        result = mcnemar(table(9, 0))
        assert result.details["odds_ratio"] == np.inf
        assert mcnemar(table(0, 9)).details["odds_ratio"] == 0.0
        assert np.isfinite(result.interval()).all()

    def test_one_item(self):
        """The smallest table."""
        result = mcnemar([[0, 1], [0, 0]])
        assert tuple(result) == (1.0, 1.0)
        assert result.n == 1
        assert -1.0 <= result.interval().low <= result.interval().high <= 1.0


class TestInterval:
    """The interval of the estimate."""

    @settings(max_examples=40, deadline=None)
    @given(cells=st.lists(st.integers(0, 60), min_size=4, max_size=4).filter(any))
    def test_it_holds_the_estimate_and_stays_inside(self, cells):
        """From -1 to 1, whatever the table."""
        result = mcnemar(np.reshape(cells, (2, 2)))
        low, high = result.interval()
        dust = 1e-12
        assert -1 - dust <= low <= result.estimate + dust
        assert result.estimate - dust <= high <= 1 + dust

    def test_a_higher_level_is_wider(self):
        """99 percent holds 95 percent."""
        wide, narrow = mcnemar(APPROVAL).interval(0.99), mcnemar(APPROVAL).interval(0.95)
        assert wide.low < narrow.low < narrow.high < wide.high


class TestResult:
    """What stands beside the p-value."""

    def test_everything_beside_the_p_value(self):
        """Estimate, effect, details, n, df, method."""
        result = mcnemar(APPROVAL)
        assert tuple(result) == (150.0, result.p_value)
        assert (result.n, result.method, result.df) == (1600, "exact", None)
        assert result.effect == ("difference of error rates", 0.04)
        assert result.details["odds_ratio"] == pytest.approx(150 / 86)
        assert (result.details["only_a_wrong"], result.details["only_b_wrong"]) == (150, 86)
        chi2 = mcnemar(APPROVAL, method="chi2")
        assert (chi2.method, chi2.df) == ("asymptotic", 1)


class TestBatch:
    """Leading axes hold one test each."""

    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("alternative", ALTERNATIVES)
    def test_a_batch_is_its_tests_one_by_one(self, method, alternative):
        """Two leading axes, one table without a discordant item."""
        tables = np.random.default_rng(3).integers(0, 30, size=(2, 3, 2, 2))
        tables[1, 2] = [[3, 0], [0, 9]]
        batch = mcnemar(tables, method=method, alternative=alternative)
        low, high = batch.interval()
        for place in np.ndindex(2, 3):
            one = mcnemar(tables[place], method=method, alternative=alternative)
            assert (batch.statistic[place], batch.p_value[place]) == tuple(one)
            assert (low[place], high[place]) == pytest.approx(tuple(one.interval()), rel=1e-14)
            assert batch.n[place] == one.n
        assert "1 of 6 tests: the two classifiers err on exactly the same items" in batch.notes

    def test_the_note_of_a_batch_names_the_first(self):
        """Identical classifiers are told apart from too small designs."""
        batch = mcnemar([table(0, 0), table(2, 1), table(1, 0), table(20, 9)])
        assert batch.notes[1] == (
            "2 of 4 tests, the first: with 3 discordant items the smallest possible p is 0.25: "
            "this design cannot reach 0.05"
        )


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize(
        ("cells", "sentence"),
        [
            (
                [1, 2],
                (
                    "table must be [[both wrong, only a wrong], [only b wrong, both right]], "
                    "of the shape (..., 2, 2); it had the shape (2,)"
                ),
            ),
            ([[0, 0], [0, 0]], "table must hold at least one item; all its counts were 0"),
            (
                [[1, 2.5], [3, 4]],
                "table must be whole numbers of at least 0; it held 2.5 at (0, 1)",
            ),
            (
                [[1, 2], [-3, 4]],
                "table must be whole numbers of at least 0; it held -3 at (1, 0)",
            ),
        ],
    )
    def test_a_table_that_is_none(self, cells, sentence):
        """What it must be, what it was, where."""
        with pytest.raises(InvalidInput) as caught:
            mcnemar(cells)
        assert str(caught.value) == sentence

    def test_a_wrong_method(self):
        """The four are named."""
        with pytest.raises(InvalidInput) as caught:
            mcnemar(APPROVAL, method="midp")
        assert str(caught.value) == (
            "method must be one of exact, mid-p, chi2, chi2-corrected; it was 'midp'; did you mean "
            "mid-p?"
        )
