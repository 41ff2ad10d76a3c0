"""The sign test: the books' examples and tables, scipy, ties, degenerate data, batches."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import critical_wins, sign
from studies.printed import WINS, differing
from tests.stats.published import PLAIN, TUNED

# Aslan 2009, chapter 6: wins over each other on 15 data sets, by three measures and two tests
ASLAN = ("6.3", "6.5", "6.7", "6.9", "6.12", "6.14")
EXACT_TWO_SIDED = {
    5: None, 6: 6, 7: 7, 8: 8, 9: 8, 10: 9, 11: 10, 12: 10, 13: 11, 14: 12, 15: 12, 16: 13,
    17: 13, 18: 14, 19: 15, 20: 15, 21: 16, 22: 17, 23: 17, 24: 18, 25: 18,
}  # fmt: skip
DEMSAR_10 = [5, 6, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 14, 15, 16, 16, 17]
DEMSAR_05 = [5, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 15, 15, 16, 17, 18, 18]


def scores(wins, losses, ties):
    """Return two rows of scores with so many wins, losses and ties of the first."""
    return [1] * wins + [0] * losses + [1] * ties, [0] * wins + [1] * losses + [1] * ties


class TestPrintedValues:
    """What the sources print."""

    def test_demsar(self):
        """10 wins, 2 losses, 2 ties: the ties shared, 11 of 14, which is not enough."""
        result = sign(TUNED, PLAIN)
        assert (result.details["above"], result.details["below"], result.details["ties"]) == (
            10,
            2,
            2,
        )
        assert (result.statistic, result.details["n_used"]) == (11, 14)
        assert result.p_value == pytest.approx(2 * stats.binom.sf(10, 14, 0.5), rel=1e-12)

    def test_alpaydin_one_sided(self):
        """8 wins of 10 by less error: p for mu1 < mu2 is P(X >= 8) = .054688."""
        errors = scores(2, 8, 0)  # the first has the smaller error on eight
        assert sign(*errors, alternative="less").p_value == pytest.approx(0.054688, abs=6e-7)
        assert sign(*errors, alternative="greater").p_value == pytest.approx(0.989258, abs=6e-7)

    def test_seven_of_eight(self):
        """Two-sided p = .0703: not significant, whatever the copied table says."""
        assert sign(*scores(7, 1, 0)).p_value == pytest.approx(0.0703, abs=5e-5)

    def test_aslan_eleven_to_one(self):
        """11 wins to 1 with 3 ties: the odd tie dropped, p = .0129."""
        assert sign(*scores(11, 1, 3)).p_value == pytest.approx(0.0129, abs=5e-5)

    @pytest.mark.parametrize("table", ASLAN)
    def test_aslan_tables(self, table):
        """Two-sided, ties shared, at .05/10: the 0/1 tables of the thesis."""
        wins = WINS[table]
        differ = [
            (i, j)
            for i, j in combinations(range(5), 2)
            if sign(*scores(wins[i][j], wins[j][i], 15 - wins[i][j] - wins[j][i])).reject(0.05 / 10)
        ]
        assert differ == differing(table)


class TestCriticalWins:
    """How many wins are enough."""

    @pytest.mark.parametrize("n", EXACT_TWO_SIDED)
    def test_exact_two_sided_values(self, n):
        """The right table for 0.05."""
        assert critical_wins(n) == EXACT_TWO_SIDED[n]

    def test_the_copied_table_is_one_sided(self):
        """Demsar's w_.10 throughout, and his w_.05 but for 23 and 24, where the two-sided stand."""
        one_sided = [critical_wins(n, alternative="greater") for n in range(5, 26)]
        assert [
            critical_wins(n, alpha=0.1, alternative="greater") for n in range(5, 26)
        ] == DEMSAR_10
        assert [
            n
            for n, ours, theirs in zip(range(5, 26), one_sided, DEMSAR_05, strict=True)
            if ours != theirs
        ] == [23, 24]
        assert [critical_wins(n) for n in (23, 24)] == [17, 18]

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    @pytest.mark.parametrize("n", [1, 6, 17, 400])
    def test_it_is_the_edge_of_the_test(self, n, alternative):
        """The critical number rejects and its neighbour does not."""
        wins = critical_wins(n, alternative=alternative)
        if wins is None:
            assert not sign(*scores(n, 0, 0), alternative=alternative).reject(0.05)
            return
        inward = 1 if alternative == "less" else -1
        assert sign(*scores(wins, n - wins, 0), alternative=alternative).reject(0.05)
        assert not sign(
            *scores(wins + inward, n - wins - inward, 0), alternative=alternative
        ).reject(0.05)

    def test_an_area_equal_to_alpha_is_enough(self):
        """5 of 5 have two-sided p = 1/16."""
        assert critical_wins(5, alpha=0.0625) == 5

    def test_bad_input(self):
        """Each with its sentence."""
        with pytest.raises(
            InvalidInput, match=r"^n must be a whole number of at least 1; it was 0$"
        ):
            critical_wins(0)
        with pytest.raises(
            InvalidInput, match=r"^alpha must lie strictly between 0 and 1; it was 1$"
        ):
            critical_wins(5, alpha=1)


class TestAgainstScipy:
    """What scipy computes."""

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    @pytest.mark.parametrize(("wins", "losses"), [(9, 2), (3, 14), (5, 5), (1, 0), (60, 31)])
    def test_the_binomial_test(self, wins, losses, alternative):
        """Its binomtest at 1/2 has the same p: there both two-sided rules are one; and its interval."""
        result = sign(*scores(wins, losses, 4), ties="drop", alternative=alternative)
        theirs = stats.binomtest(wins, wins + losses, 0.5, alternative=alternative)
        assert result.p_value == pytest.approx(theirs.pvalue, rel=1e-12)
        two_sided = stats.binomtest(wins, wins + losses, 0.5).proportion_ci(0.9, "exact")
        assert result.interval(0.9) == pytest.approx((two_sided.low, two_sided.high), rel=1e-9)
        assert result.estimate == wins / (wins + losses)

    def test_the_normal_form(self):
        """Alpaydin, exercise 6: z = (e - N/2) / sqrt(N/4), close to exact for many data sets."""
        result = sign(*scores(560, 440, 0))
        assert result.details["z"] == pytest.approx((560 - 500) / np.sqrt(250))
        assert result.details["p_normal"] == pytest.approx(
            2 * stats.norm.sf(result.details["z"]), rel=1e-10
        )
        assert result.details["p_normal"] == pytest.approx(
            result.p_value, rel=0.15
        )  # no continuity correction

    def test_the_median_and_its_interval(self):
        """From order statistics: for 10 values the 2nd and the 9th (98 percent)."""
        values = np.random.default_rng(2).normal(size=10)
        details = sign(values, 0).details
        ordered = np.sort(values)
        assert details["median_difference"] == pytest.approx(np.median(values))
        assert details["median_interval"] == (ordered[1], ordered[8])
        assert sign(values[:5], 0).details["median_interval"] == (-np.inf, np.inf)


class TestTies:
    """What a tie counts."""

    @given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 9))
    def test_ties_are_shared_and_the_odd_one_dropped(self, wins, losses, ties):
        """Counted: x = wins + floor(ties/2) of N = wins + losses + 2 floor(ties/2)."""
        if wins + losses + ties == 0:
            return
        result = sign(*scores(wins, losses, ties))
        assert result.statistic == wins + ties // 2
        assert result.details["n_used"] == wins + losses + 2 * (ties // 2)
        assert result.n == wins + losses + ties

    def test_more_ties_weaken_the_evidence(self):
        """Shared ties bring p towards 1, dropped ones leave it, and none is a loss."""
        shared = [sign(*scores(8, 1, ties)).p_value for ties in (0, 2, 4, 8)]
        dropped = {sign(*scores(8, 1, ties), ties="drop").p_value for ties in (0, 2, 4, 8)}
        assert shared == sorted(shared)
        assert dropped == {shared[0]}

    def test_equal_but_for_dust_is_a_tie(self):
        """0.1 + 0.2 against 0.3."""
        assert sign([0.1 + 0.2, 1], [0.3, 0]).details["ties"] == 1


class TestDirection:
    """Who is the first, and who the second."""

    def test_less_and_greater_speak_of_a_minus_b(self):
        """Exchanging a and b exchanges them; the effect says who is above."""
        a, b = scores(9, 2, 1)
        assert (
            sign(a, b, alternative="greater").p_value
            < 0.05
            < sign(a, b, alternative="less").p_value
        )
        assert sign(b, a, alternative="less").p_value == sign(a, b, alternative="greater").p_value
        assert sign(a, b).effect.value == pytest.approx(7 / 12)

    def test_against_a_constant(self):
        """Is the median error below 0.02? Eight of eight are."""
        result = sign([0.01] * 8, 0.02, alternative="less")
        assert result.p_value == 2.0**-8


class TestDegenerate:
    """Data that leave little to test, and input that is refused."""

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    @pytest.mark.parametrize("ties", ["split", "drop"])
    @pytest.mark.parametrize("n", [1, 2, 15])
    def test_a_against_a(self, n, ties, alternative):
        """It gives p = 1 on every side, effect 0, an even chance, a note."""
        row = np.arange(n) / 7
        result = sign(row, row, ties=ties, alternative=alternative)
        assert (result.p_value, result.effect.value, result.estimate) == (1.0, 0.0, 0.5)
        rule = {"split": "shared equally", "drop": "left out"}[ties]
        assert result.notes == (f"a and b are identical: every pair is tied, and ties are {rule}",)
        assert result.interval().low < 0.5 < result.interval().high

    def test_few_pairs_cannot_reach(self):
        """Five wins of five: 0.0625, and the sentence."""
        assert sign(*scores(5, 0, 0)).notes == (
            "with 5 pairs that count the smallest possible p is 0.0625: this design cannot reach 0.05",
        )
        assert sign(*scores(5, 0, 0), alternative="greater").notes == ()
        assert sign(*scores(6, 0, 0)).notes == ()

    def test_missing_values_are_refused(self):
        """A nan never passes."""
        with pytest.raises(
            InvalidInput,
            match=r"^a: 1 value is missing or infinite \(the first at 0\); remove or fill what is missing before testing$",
        ):
            sign([np.nan, 1], [0, 1])

    def test_an_unknown_rule_for_ties(self):
        """The two rules are listed."""
        with pytest.raises(InvalidInput, match=r"^ties must be one of split, drop; it was 'half'$"):
            sign([1, 2], [2, 1], ties="half")


class TestBatch:
    """Leading axes."""

    @pytest.mark.parametrize("ties", ["split", "drop"])
    def test_a_batch_is_the_loop(self, ties):
        """Every field, with rows of ties among the others."""
        a, b = np.random.default_rng(6).integers(0, 4, (2, 5, 3, 9))
        b[0, 0] = a[0, 0]
        together = sign(a, b, ties=ties)
        for place in np.ndindex(5, 3):
            alone = sign(a[place], b[place], ties=ties)
            for field in ("statistic", "p_value", "estimate"):
                assert getattr(together, field)[place] == getattr(alone, field)
            assert together.interval().low[place] == alone.interval().low
            assert (
                together.details["median_interval"][1][place] == alone.details["median_interval"][1]
            )
