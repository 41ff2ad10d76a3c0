"""Wilcoxon's test: printed values, all signs enumerated, scipy, zeros, estimate and interval."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import sign, wilcoxon
from tests.stats.published import PLAIN, TUNED

# Depression scores before and after a treatment (Hollander and Wolfe 1973, p. 29)
BEFORE = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
AFTER = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
SMALL = st.lists(st.integers(-6, 6), min_size=1, max_size=9)
RULES = ["wilcox", "pratt", "split"]


def ranks_of(differences, zeros):
    """Return sign and rank of every difference that keeps a rank, in fractions."""
    kept = [d for d in differences if d or zeros != "wilcox"]
    rank = {
        d: Fraction(
            2 * sum(abs(o) < abs(d) for o in kept) + sum(abs(o) == abs(d) for o in kept) + 1, 2
        )
        for d in kept
    }
    return [(d, rank[d]) for d in kept]


def enumerated(differences, zeros, alternative):
    """Return w+ and the p-value, counting all signs of the differences that are not zero."""
    ranked = ranks_of(differences, zeros)
    moving = [r for d, r in ranked if d]
    share = (
        sum((r for d, r in ranked if not d), Fraction(0)) / 2 if zeros == "split" else Fraction(0)
    )
    seen = sum((r for d, r in ranked if d > 0), Fraction(0))
    if not moving:
        return seen + share, Fraction(1)
    sums = [
        sum(r for r, up in zip(moving, signs, strict=True) if up)
        for signs in product((0, 1), repeat=len(moving))
    ]
    lower = Fraction(sum(s <= seen for s in sums), len(sums))
    upper = Fraction(sum(s >= seen for s in sums), len(sums))
    p = {"less": lower, "greater": upper, "two-sided": min(Fraction(1), 2 * min(lower, upper))}
    return seen + share, p[alternative]


class TestPrintedValues:
    """What the sources print."""

    def test_demsar(self):
        """R+ = 93, R- = 12, z = -2.5424 with the ranks of the zeros split."""
        result = wilcoxon(PLAIN, TUNED, zeros="split")
        assert (result.details["w_plus"], result.details["w_minus"], result.statistic) == (
            12.0,
            93.0,
            12.0,
        )
        assert result.details["z_uncorrected"] == pytest.approx(-2.5424, abs=5e-5)

    def test_depression_scores(self):
        """V = 40, p = 0.01953 one-sided, two-sided 0.03906 (Hollander and Wolfe 1973)."""
        result = wilcoxon(BEFORE, AFTER, alternative="greater")
        assert (result.statistic, result.method) == (40.0, "exact")
        assert result.p_value == pytest.approx(0.01953, abs=5e-6)
        assert wilcoxon(BEFORE, AFTER).p_value == pytest.approx(0.03906, abs=5e-6)
        assert result.estimate == pytest.approx(0.46)

    def test_alpaydin_ranks(self):
        """The sizes 2, 1, 2, 4 have the ranks 2.5, 1, 2.5, 4."""
        result = wilcoxon([2, 1, -2, 4], 0)
        assert (result.details["w_plus"], result.details["w_minus"]) == (7.5, 2.5)

    @pytest.mark.parametrize(
        ("n", "critical"), [(6, 0), (8, 3), (10, 8), (15, 25), (20, 52), (25, 89)]
    )
    def test_tabulated_critical_values(self, n, critical):
        """The two-sided table for 0.05: T up to the critical value rejects, one more does not."""
        ranks = np.arange(1, n + 1)

        def with_sum(wanted):
            signs = np.ones(n)
            for rank in ranks[::-1]:
                if rank <= wanted:
                    signs[rank - 1], wanted = -1, wanted - rank
            return wilcoxon(signs * ranks, 0)

        assert with_sum(critical).statistic == critical
        assert with_sum(critical).reject(0.05)
        assert not with_sum(critical + 1).reject(0.05)


class TestAgainstEnumeration:
    """What counting every sign gives."""

    @given(SMALL, st.sampled_from(RULES), st.sampled_from(["two-sided", "less", "greater"]))
    @settings(deadline=None, max_examples=150)
    def test_every_sign_counted(self, differences, zeros, alternative):
        """With ties and zeros and each rule: the p-value is the fraction, to the last bits."""
        w_plus, p = enumerated(differences, zeros, alternative)
        result = wilcoxon(differences, 0, zeros=zeros, alternative=alternative)
        assert result.details["w_plus"] == float(w_plus)
        assert result.p_value == pytest.approx(float(p), rel=1e-15)

    @pytest.mark.parametrize(("n", "decimals"), [(50, 1), (50, 2), (200, 2)])
    def test_whole_number_counts_for_long_rows(self, n, decimals):
        """Ties at n = 50 and 200: twelve digits of a count in whole numbers, in a far tail too."""
        for shift in (0.1, 0.6):
            d = np.random.default_rng(n).normal(shift, 1.0, n).round(decimals)
            d = d[d != 0]
            steps = sorted(int(2 * r) for _, r in ranks_of(d.tolist(), "wilcox"))
            ways = np.array([1] + [0] * sum(steps), dtype=object)
            for step in steps:
                ways[step:] = ways[step:] + ways[: len(ways) - step]
            result = wilcoxon(d, 0)
            tail = Fraction(2 * ways[: int(2 * result.statistic) + 1].sum(), 2 ** len(d))
            assert abs(Fraction(result.p_value) / min(tail, 1) - 1) < 1e-12


class TestAgainstScipy:
    """What scipy computes."""

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    @pytest.mark.parametrize("n", [3, 14, 30, 60])
    def test_exact_without_ties(self, n, alternative):
        """The exact law of scipy, up to its own rounding; the statistic is the same too."""
        d = np.random.default_rng(n).normal(0.2, 1, n)
        ours, theirs = (
            wilcoxon(d, 0, alternative=alternative),
            stats.wilcoxon(d, alternative=alternative, method="exact"),
        )
        assert ours.statistic == theirs.statistic
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    @pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
    def test_asymptotic_with_ties_and_zeros(self, zeros, alternative):
        """The same z (theirs has no sign if two-sided) and p, without continuity correction."""
        d = np.random.default_rng(1).integers(-3, 5, (6, 40)).astype(float)
        ours = wilcoxon(d, 0, zeros=zeros, alternative=alternative, method="asymptotic")
        theirs = stats.wilcoxon(
            d, zero_method=zeros, alternative=alternative, method="asymptotic", axis=-1
        )
        z = -np.abs(ours.details["z"]) if alternative == "two-sided" else ours.details["z"]
        assert z == pytest.approx(theirs.zstatistic, rel=1e-12)
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
        assert ours.statistic.tolist() == theirs.statistic.tolist()

    def test_a_permutation_test_of_the_ranks_with_ties(self):
        """There scipy counts all 2^10 signs of tied differences with PermutationMethod."""
        d = np.array([1, 1, 2, -2, 3, 3, -3, 4, 5, -1.0])
        theirs = stats.wilcoxon(d, method=stats.PermutationMethod(n_resamples=2**10))
        assert wilcoxon(d, 0).p_value == pytest.approx(theirs.pvalue, rel=1e-12)

    def test_exact_and_asymptotic_meet(self):
        """At 900 pairs with ties they agree to two digits; at 1001 auto is asymptotic."""
        d = np.random.default_rng(5).normal(0.05, 1, 1001).round(1)
        exact, rough = wilcoxon(d[:900], 0), wilcoxon(d[:900], 0, method="asymptotic")
        assert exact.p_value == pytest.approx(rough.p_value, rel=0.01)
        assert (exact.method, rough.method, wilcoxon(d, 0).method) == (
            "exact",
            "asymptotic",
            "asymptotic",
        )


class TestZeros:
    """The three rules for zero differences."""

    @given(SMALL)
    @settings(deadline=None, max_examples=50)
    def test_split_has_the_p_value_of_pratt(self, differences):
        """Only the sums move, each by half the ranks of the zeros."""
        pratt, split = (
            wilcoxon(differences, 0, zeros="pratt"),
            wilcoxon(differences, 0, zeros="split"),
        )
        assert pratt.p_value == split.p_value
        n_zero = pratt.details["n_zero"]
        assert split.details["w_plus"] - pratt.details["w_plus"] == n_zero * (n_zero + 1) / 4
        assert split.details["w_plus"] + split.details["w_minus"] == split.n * (split.n + 1) / 2

    def test_wilcox_leaves_zeros_out(self):
        """The same as without them, and a note."""
        with_zeros, without = (
            wilcoxon([0, 3, -1, 0, 2, 5, 4, 7], 0),
            wilcoxon([3, -1, 2, 5, 4, 7], 0),
        )
        assert (with_zeros.p_value, with_zeros.statistic) == (without.p_value, without.statistic)
        assert with_zeros.notes == (
            "zero differences were left out before ranking (zeros='wilcox')",
        )
        assert (with_zeros.details["n_used"], with_zeros.details["n_zero"]) == (6, 2)

    def test_a_small_difference_is_no_zero_beside_large_scores(self):
        """1e-9 of a second is a difference even if another pair is 1000 seconds."""
        result = wilcoxon([1000.0, 1e-3 + 1e-9, 3.0], [1000.0, 1e-3, 1.0], zeros="pratt")
        assert (result.details["n_zero"], result.details["w_plus"]) == (1, 5.0)

    def test_ties_on_paper_are_ties(self):
        """0.3 - 0.2, 0.2 - 0.1 and 0.9 - 0.8 share a rank, and 0.1 + 0.2 - 0.3 is zero."""
        result = wilcoxon([0.3, 0.2, 0.9, 0.1 + 0.2, 0.9], [0.2, 0.1, 0.8, 0.3, 1.4])
        assert (result.details["w_plus"], result.details["w_minus"], result.details["n_zero"]) == (
            6.0,
            4.0,
            1,
        )


class TestDirection:
    """Who is the first, and who the second."""

    def test_less_and_greater_speak_of_a_minus_b(self):
        """A large w+ speaks for greater; exchanging a and b exchanges the sums."""
        greater = wilcoxon(TUNED, PLAIN, alternative="greater")
        assert greater.p_value < 0.05 < wilcoxon(TUNED, PLAIN, alternative="less").p_value
        assert wilcoxon(PLAIN, TUNED, alternative="less").p_value == greater.p_value
        assert greater.statistic == greater.details["w_plus"] > greater.details["w_minus"]
        assert greater.effect.value > 0
        assert greater.details["z"] > 0

    def test_the_one_sided_p_is_half_of_the_two_sided(self):
        """On the side of the difference, for exact tests too."""
        assert (
            wilcoxon(TUNED, PLAIN).p_value
            == 2 * wilcoxon(TUNED, PLAIN, alternative="greater").p_value
        )

    def test_the_effect_is_rank_biserial(self):
        """(w+ - w-) / (w+ + w-): (93 - 12) / 105; all positive is 1."""
        assert wilcoxon(TUNED, PLAIN, zeros="split").effect.value == pytest.approx(81 / 105)
        assert wilcoxon([1, 2, 3], 0).effect.value == 1.0


class TestEstimate:
    """The pseudo-median and its interval."""

    @pytest.mark.parametrize("n", [1, 7, 8, 310])
    def test_the_pseudo_median(self, n):
        """The median of all averages of two differences or one."""
        d = np.random.default_rng(n).normal(size=n)
        first, second = np.triu_indices(n)
        assert wilcoxon(d, 0).estimate == pytest.approx(
            np.median((d[first] + d[second]) / 2), rel=1e-12
        )

    def test_the_tabulated_interval(self):
        """With n = 9 at .95: T = 5 is critical, so the 6th and the 40th of the 45 averages."""
        d = np.subtract(BEFORE, AFTER)
        first, second = np.triu_indices(9)
        averages = np.sort((d[first] + d[second]) / 2)
        assert wilcoxon(BEFORE, AFTER).interval() == pytest.approx(
            (averages[5], averages[39]), rel=1e-12
        )

    @pytest.mark.parametrize("zeros", RULES)
    @pytest.mark.parametrize("decimals", [1, 8])
    def test_the_interval_is_the_test_turned_around(self, zeros, decimals):
        """Zero lies inside if and only if the test does not reject; at its edge a limit is 0."""
        rng = np.random.default_rng(decimals)
        for n in rng.integers(6, 16, 60):
            result = wilcoxon(rng.normal(0.6, 1, n).round(decimals), 0, zeros=zeros)
            low, high = result.interval(0.95)
            if 0.0 in (low, high):
                continue
            assert (low < 0 < high) == (result.p_value > 0.05)

    def test_shifted_scores_shift_the_interval(self):
        """Untied differences: every shift inside is accepted, every one outside rejected."""
        d = np.random.default_rng(9).normal(size=12)
        low, high = wilcoxon(d, 0).interval(0.9)
        for shift, rejected in (
            (low - 1e-6, True),
            (low + 1e-6, False),
            (high - 1e-6, False),
            (high + 1e-6, True),
        ):
            assert wilcoxon(d, shift).reject(0.1) == rejected

    def test_a_design_too_small_for_the_level_has_no_limits(self):
        """Five differences at 95 percent; at 90 they have."""
        result = wilcoxon([1, 2, 3, 4, 5], 0)
        assert result.interval(0.95) == (-np.inf, np.inf)
        assert result.interval(0.90) == (1.0, 5.0)

    def test_the_asymptotic_interval_is_close_to_the_exact(self):
        """At 200 differences the limits agree to a hundredth of a standard deviation."""
        d = np.random.default_rng(4).normal(0.3, 1, 200)
        exact, rough = (
            wilcoxon(d, 0, method=method).interval() for method in ("exact", "asymptotic")
        )
        assert exact == pytest.approx(rough, abs=0.01)

    def test_dust_is_no_estimate(self):
        """0.3 - 0.2 against 0.1 - 0.2: their average is 0, not 1e-17."""
        assert wilcoxon([0.3, 0.1], [0.2, 0.2]).estimate == 0.0


class TestDegenerate:
    """Data that leave little to test, and input that is refused."""

    @pytest.mark.parametrize("zeros", RULES)
    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    @pytest.mark.parametrize("method", ["exact", "asymptotic"])
    def test_identical_scores(self, zeros, alternative, method):
        """They give p = 1, effect, estimate and z 0, and a note."""
        result = wilcoxon(PLAIN, PLAIN, zeros=zeros, alternative=alternative, method=method)
        assert (result.p_value, result.effect.value, result.estimate, result.details["z"]) == (
            1.0,
            0.0,
            0.0,
            0.0,
        )
        assert result.notes == ("a and b are identical: no difference is left to rank",)
        assert result.interval() == (-np.inf, np.inf)

    def test_a_constant_difference_has_its_exact_p(self):
        """All ranks tied and all positive: 2 / 2^n, as the sign test."""
        result = wilcoxon([0.3, 0.2, 0.9, 0.5, 0.7, 0.6, 0.8], [0.2, 0.1, 0.8, 0.4, 0.6, 0.5, 0.7])
        assert result.p_value == 2 / 2**7 == sign(np.arange(7), -1).p_value
        assert result.estimate == pytest.approx(0.1)

    def test_sizes_all_equal_reduce_to_the_sign_test(self):
        """If all sizes are tied only the signs are left."""
        d = [1, 1, -1, 1, 1, 1, 1, -1, 1]
        assert wilcoxon(d, 0).p_value == pytest.approx(sign(d, 0).p_value, rel=1e-15)

    def test_few_pairs_cannot_reach(self):
        """Five data sets: 0.0625, and the sentence; five that are left after zeros as well."""
        sentence = "with 5 pairs that differ the smallest possible p is 0.0625: this design cannot reach 0.05"
        assert wilcoxon([1, 2, 3, 4, 5], 0).notes == (sentence,)
        assert wilcoxon([1, 2, 3, 4, 5, 0, 0], 0).notes[-1] == sentence
        assert wilcoxon([1, 2, 3, 4, 5], 0, alternative="greater").notes == ()
        assert wilcoxon([1, 2, 3, 4, 5, 6], 0).notes == ()

    def test_one_pair(self):
        """With n = 1: p = 1."""
        result = wilcoxon([2.0], [1.0])
        assert (result.p_value, result.estimate) == (1.0, 1.0)

    def test_missing_values_are_refused(self):
        """A nan never passes."""
        with pytest.raises(
            InvalidInput,
            match=r"^a: 1 value is missing or infinite \(the first at 2\); remove or fill what is missing before testing$",
        ):
            wilcoxon([1, 2, np.nan], 0)

    @pytest.mark.parametrize(
        ("choice", "sentence"),
        [
            (
                {"zeros": "zsplit"},
                "zeros must be one of wilcox, pratt, split; it was 'zsplit'; did you mean split?",
            ),
            (
                {"method": "approx"},
                "method must be one of auto, exact, asymptotic; it was 'approx'",
            ),
            (
                {"alternative": "up"},
                "alternative must be one of two-sided, less, greater; it was 'up'",
            ),
        ],
    )
    def test_unknown_choices(self, choice, sentence):
        """The choices are listed."""
        with pytest.raises(InvalidInput) as error:
            wilcoxon([1, 2], [2, 1], **choice)
        assert str(error.value) == sentence

    def test_exact_has_an_end(self):
        """Thousands of pairs are sent to the normal approximation."""
        with pytest.raises(InvalidInput) as error:
            wilcoxon(np.arange(3001), 0, method="exact")
        assert (
            str(error.value)
            == "method='exact' is for at most 3000 pairs; there were 3001: give method='auto' or 'asymptotic'"
        )


class TestBatch:
    """Leading axes."""

    @pytest.mark.parametrize("zeros", RULES)
    @pytest.mark.parametrize("method", ["exact", "asymptotic"])
    @pytest.mark.parametrize("n", [4, 14, 45])
    def test_a_batch_is_the_loop(self, n, method, zeros):
        """Rows with ties and zeros, without, and with nothing but zeros."""
        rng = np.random.default_rng(n)
        d = np.concatenate(
            [rng.integers(-5, 9, (10, n)), rng.normal(size=(9, n)), np.zeros((1, n))]
        ).reshape(4, 5, n)
        together = wilcoxon(d, 0, zeros=zeros, method=method)
        intervals = together.interval()
        for place in np.ndindex(4, 5):
            alone = wilcoxon(d[place], 0, zeros=zeros, method=method)
            for field in ("statistic", "p_value", "estimate"):
                assert getattr(together, field)[place] == pytest.approx(
                    getattr(alone, field), rel=1e-12
                )
            for name, value in alone.details.items():
                assert together.details[name][place] == pytest.approx(value, rel=1e-12)
            assert (intervals.low[place], intervals.high[place]) == alone.interval()

    def test_notes_of_a_batch_are_counted(self):
        """How many of the tests each sentence is about."""
        d = np.array([[0, 0, 0, 0, 0, 0], [0, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6.0]])
        assert wilcoxon(d, 0).notes == (
            "1 of 3 tests: a and b are identical: no difference is left to rank",
            "1 of 3 tests: zero differences were left out before ranking (zeros='wilcox')",
            "1 of 3 tests, the first: with 5 pairs that differ the smallest possible p is 0.0625: this design cannot reach 0.05",
        )
