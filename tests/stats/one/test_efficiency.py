"""Is a classifier of several classes better than chance? Nyssen's three tests."""

import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.stats import efficiency
from bakeoff.stats.one.efficiency import least_draws

ULCER = [[9, 7, 3], [15, 17, 13], [3, 7, 28]]  # Nyssen, figure 1
NONE_FIXED = "the margins allow no other number of right answers: nothing can be tested"


def rotated(classes, per_class, right):
    """Return a table with equal margins and `right` on each place of the diagonal."""
    table = np.diag([right] * classes)
    each, more = divmod(per_class - right, classes - 1)
    for i in range(classes):
        for step in range(1, classes):
            table[i, (i + step) % classes] = each + (step <= more)
    return table


class TestPrintedValues:
    """Every number of Nyssen's paper."""

    def test_the_ulcer_patients(self):
        """Section 3.1: the exact test 5.85e-5, chi-square 4.08e-5."""
        exact, chi2 = efficiency(ULCER), efficiency(ULCER, method="chi2")
        assert f"{exact.p_value:.2e}" == "5.85e-05"
        assert f"{chi2.p_value:.2e}" == "4.08e-05"
        assert (exact.statistic, exact.n, exact.estimate) == (54, 102, 54 / 102)

    def test_a_third_of_the_patients(self):
        """The entries divided by 3 and rounded: 1.13 % and 0.68 %."""
        third = np.rint(np.array(ULCER) / 3)
        assert round(100 * efficiency(third).p_value, 2) == 1.13
        assert round(100 * efficiency(third, method="chi2").p_value, 2) == 0.68

    @pytest.mark.parametrize(
        ("classes", "n", "printed"),
        [(3, 1, 0.61), (3, 2, 0.58), (3, 3, 0.57), (4, 1, 0.59), (5, 1, 0.58)],
    )
    def test_uniform_tables(self, classes, n, printed):
        """Figure 2: as many items in every cell."""
        assert round(efficiency(np.full((classes, classes), n)).p_value, 2) == printed

    def test_the_one_misprint_of_figure_2(self):
        """Four classes, 2 in each cell: 0.5656 is right, not 0.55."""
        assert round(efficiency(np.full((4, 4), 2)).p_value, 4) == 0.5656

    def test_the_393_seconds(self):
        """Section 3.2, k = 5, 25 patterns, 10 right: 1.95 %, and 0.62 % by chi-square."""
        table = rotated(5, 5, 2)
        assert round(100 * efficiency(table).p_value, 2) == 1.95
        assert round(100 * efficiency(table, method="chi2").p_value, 2) == 0.62
        drawn = efficiency(table, method="monte-carlo", draws=30_000).p_value
        # his 30,000 deals gave 2.04 %; ours differ by chance, too
        assert drawn == pytest.approx(0.0195, abs=3 * math.sqrt(0.0195 / 30_000))

    @pytest.mark.parametrize(("right", "deals", "chi2"), [(105, 0.050, 0.048), (110, None, 4.3e-4)])
    def test_ten_thousand_patterns(self, right, deals, chi2):
        """K = 10, 1,000 each: 10.5 % and 11 % right."""
        table = rotated(10, 1000, right)
        exact = efficiency(table)
        assert float(f"{efficiency(table, method='chi2').p_value:.2g}") == chi2
        if deals is not None:
            assert round(exact.p_value, 3) == deals
        assert exact.details["relative_error"] < 1e-10

    @pytest.mark.parametrize(
        ("alpha", "printed"), [(0.05, 5024), (0.01, 26074), (0.005, 52386), (0.001, 262880)]
    )
    def test_the_table_of_least_draws(self, alpha, printed):
        """Table 1: reproduced within 1."""
        assert abs(least_draws(alpha) - printed) < 1.0


class TestOtherWays:
    """The same p by other roads."""

    @settings(max_examples=25, deadline=None)
    @given(
        truth=st.lists(st.integers(0, 2), min_size=1, max_size=7),
        seed=st.integers(0, 2**31),
    )
    def test_all_orders_of_the_answers(self, truth, seed):
        """Each way to deal up to seven answers to the items is listed."""
        answers = np.random.default_rng(seed).integers(0, 3, len(truth))
        table = np.zeros((3, 3), dtype=int)
        np.add.at(table, (truth, answers), 1)
        right = np.trace(table)
        deals = [
            sum(a == b for a, b in zip(truth, deal, strict=True)) for deal in permutations(answers)
        ]
        wanted = Fraction(sum(one >= right for one in deals), len(deals))
        result = efficiency(table)
        assert result.p_value == float(wanted)
        assert Fraction(result.details["fraction"]) == wanted

    def test_two_classes_are_fishers_exact_test(self):
        """One-sided, by scipy."""
        table = [[30, 12], [9, 25]]
        theirs = scipy.stats.fisher_exact(table, alternative="greater").pvalue
        assert efficiency(table).p_value == pytest.approx(theirs, rel=1e-12)

    def test_chi_square_is_scipys_of_right_and_wrong(self):
        """H and its halved probability."""
        right, n, expected = 54, 102, (19 * 27 + 45 * 31 + 38 * 44) / 102
        h, p = scipy.stats.chisquare([right, n - right], [expected, n - expected])
        result = efficiency(ULCER, method="chi2")
        assert tuple(result) == pytest.approx((h, p / 2), rel=1e-12)
        assert result.df == 1

    def test_random_deals_surround_the_exact_p(self):
        """The 99 percent interval of the deals holds the exact p."""
        table = rotated(4, 12, 5)
        drawn = efficiency(table, method="monte-carlo", rng=1)
        exact = efficiency(table).p_value
        assert drawn.details["p_low"] < exact < drawn.details["p_high"]
        assert drawn.details["draws"] == drawn.details["least_draws"] == 5024
        assert drawn.details["p_low"] < drawn.p_value < drawn.details["p_high"]

    def test_kappa_is_cohens(self):
        """(accuracy - chance) / (1 - chance), with the details as shares of the items."""
        chance = (19 * 27 + 45 * 31 + 38 * 44) / 102**2
        result = efficiency(ULCER)
        assert result.effect.name == "kappa"
        assert result.effect.value == pytest.approx((54 / 102 - chance) / (1 - chance), rel=1e-14)
        assert result.details["chance"] == pytest.approx(chance, rel=1e-14)
        assert result.details["over_chance"] == pytest.approx(54 / 102 - chance, rel=1e-13)

    def test_the_interval_is_the_exact_one_of_the_accuracy(self):
        """Clopper-Pearson for 54 of 102."""
        theirs = scipy.stats.binomtest(54, 102).proportion_ci(0.95, "exact")
        assert efficiency(ULCER).interval() == pytest.approx(tuple(theirs), rel=1e-9)


class TestDirection:
    """One side only: better than chance."""

    def test_worse_than_chance_is_not_significant(self):
        """A classifier that is nearly always wrong has p near 1, by all roads."""
        table = [[1, 20], [20, 1]]
        assert efficiency(table).p_value > 0.999999
        assert efficiency(table, method="monte-carlo").p_value == 1.0
        chi2 = efficiency(table, method="chi2")
        assert chi2.p_value > 0.999
        assert chi2.notes == ("no more items are right than chance expects",)
        assert efficiency(table).effect.value < 0.0

    def test_one_answer_always_is_no_better_than_chance(self):
        """However often it is right: 95 of 100 in the large class."""
        result = efficiency([[95, 0], [5, 0]])
        assert (result.p_value, result.estimate, result.effect.value) == (1.0, 0.95, 0.0)
        assert result.notes == (NONE_FIXED,)

    def test_rows_and_columns_may_be_exchanged(self):
        """The trace does not know which is which."""
        table = np.array(ULCER)
        assert efficiency(table.T).p_value == efficiency(table).p_value


class TestSizes:
    """From one item to a hundred thousand."""

    def test_one_item(self):
        """There is no other deal of one answer."""
        for method in ("exact", "monte-carlo", "chi2"):
            result = efficiency([[1, 0], [0, 0]], method=method)
            assert result.p_value == 1.0
            assert NONE_FIXED in result.notes

    def test_a_design_out_of_reach_says_so(self):
        """Two items of each class: at best p = 1/6."""
        result = efficiency([[2, 0], [0, 2]])
        assert result.p_value == pytest.approx(1 / 6)
        (note,) = result.notes
        assert note.startswith("with 4 items and these margins the smallest possible p is 0.1667")

    def test_too_few_deals_say_so(self):
        """19 deals can never give a p below 0.05, and 5,024 serve."""
        result = efficiency(ULCER, method="monte-carlo", draws=18)
        assert result.p_value >= 1 / 19
        few, reach = result.notes
        assert few == "18 draws are few for alpha = 0.05: at least 5024 serve (Nyssen's f_min)"
        assert "smallest possible p is 0.05263" in reach

    def test_a_p_below_all_doubles_keeps_its_logarithm(self):
        """A thousand classes, 100 items each, all right."""
        result = efficiency(np.diag([100] * 1000))
        assert result.p_value == 0.0
        wanted = 1000 * math.lgamma(101) - math.lgamma(100_001)
        assert result.details["log10_p"] == pytest.approx(wanted / math.log(10), rel=1e-12)
        assert any("too small for a computer's numbers" in note for note in result.notes)

    def test_far_worse_than_chance_p_is_known(self):
        """Nearly all wrong in a large table: p is 1, and no note doubts its digits."""
        table = np.array([[10, 250, 243], [180, 4, 160], [235, 90, 100]])
        result = efficiency(table)
        assert result.p_value == 1.0
        assert result.notes == ()

    def test_conditions_of_chi_square(self):
        """Every cell at least 1, 80 percent above 5."""
        assert efficiency(ULCER, method="chi2").notes == ()
        small = efficiency(rotated(5, 5, 2), method="chi2")
        assert "use method='exact'" in small.notes[0]
        assert not small.details["conditions_hold"]
        assert efficiency(ULCER, method="chi2").details["conditions_hold"]


class TestBatch:
    """Leading axes."""

    @pytest.mark.parametrize("method", ["exact", "chi2"])
    def test_a_batch_is_the_tests_one_by_one(self, method):
        """Any shape of leading axes."""
        tables = np.random.default_rng(0).integers(0, 9, (2, 3, 4, 4))
        batch = efficiency(tables, method=method)
        for place in np.ndindex(2, 3):
            one = efficiency(tables[place], method=method)
            assert batch.p_value[place] == one.p_value
            assert batch.statistic[place] == one.statistic
            assert batch.effect.value[place] == one.effect.value
            assert batch.interval().low[place] == one.interval().low

    def test_tables_with_the_same_margins_share_their_deals(self):
        """More right answers never have a larger p."""
        tables = np.stack([rotated(4, 12, right) for right in (3, 4, 5, 6)])
        batch = efficiency(tables, method="monte-carlo", draws=2000, rng=3)
        assert batch.p_value.shape == (4,)
        assert np.all(np.diff(batch.p_value) < 0.0)


class TestChance:
    """rng and seeds."""

    def test_the_same_seed_gives_the_same_p(self):
        """And without one it is 0."""
        first = efficiency(ULCER, method="monte-carlo", draws=500)
        assert first.p_value == efficiency(ULCER, method="monte-carlo", draws=500, rng=0).p_value
        table = rotated(4, 12, 4)
        some = {efficiency(table, method="monte-carlo", draws=500, rng=s).p_value for s in range(5)}
        assert len(some) > 1

    def test_a_generator_goes_on(self):
        """It is used, not copied."""
        rng = np.random.default_rng(5)
        table = rotated(4, 12, 4)
        drawn = [
            efficiency(table, method="monte-carlo", draws=500, rng=rng).p_value for _ in range(4)
        ]
        assert len(set(drawn)) > 1


@pytest.mark.parametrize(
    ("table", "choices", "sentence"),
    [
        (
            [[1, 2, 3], [4, 5, 6]],
            {},
            (
                "confusion must be a square table of at least 2 classes, rows the truth and columns "
                "the answers; it had the shape (2, 3)"
            ),
        ),
        (
            [[3]],
            {},
            (
                "confusion must be a square table of at least 2 classes, rows the truth and columns "
                "the answers; it had the shape (1, 1)"
            ),
        ),
        (
            [[0, 0], [0, 0]],
            {},
            "confusion must count at least 1 item; a table held only zeros",
        ),
        (
            [[1, -1], [0, 2]],
            {},
            "confusion must be whole numbers of at least 0; it held -1 at (0, 1)",
        ),
        (
            [[1, 1], [0, 2]],
            {"method": "fisher"},
            "method must be one of exact, monte-carlo, chi2; it was 'fisher'",
        ),
        (
            [[1, 1], [0, 2]],
            {"method": "monte-carlo", "draws": 0},
            "draws must be a whole number of at least 1; it was 0",
        ),
        (
            [[1, 1], [0, 2]],
            {"method": "monte-carlo", "alpha": 1.5},
            "alpha must lie strictly between 0 and 1; it was 1.5",
        ),
        (
            pd.DataFrame([[3, 1], [0, 2]], index=["cat", "dog"], columns=["dog", "cat"]),
            {},
            (
                "confusion must name the classes in the same order in rows and columns; the rows are "
                "cat, dog and the columns dog, cat"
            ),
        ),
    ],
)
def test_bad_input_is_met_with_one_sentence(table, choices, sentence):
    """What it must be, what it was, where."""
    with pytest.raises(InvalidInput) as caught:
        efficiency(table, **choices)
    assert str(caught.value) == sentence
