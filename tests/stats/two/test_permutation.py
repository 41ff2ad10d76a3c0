"""The permutation test: Fisher's plants, fractions, scipy, reductions, draws, intervals."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import paired_t, permutation, sign

# Fisher 1935, section 21: Darwin's fifteen pairs of plants, in eighths of an inch
PLANTS = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
TENTHS = st.lists(st.integers(-20, 20), min_size=1, max_size=9)


def enumerated(differences, alternative):
    """Return the p-value as a fraction, from all 2^n signs."""
    sums = [
        sum(s * d for s, d in zip(signs, differences, strict=True))
        for signs in product((1, -1), repeat=len(differences))
    ]
    seen = sum(differences)
    count = {
        "greater": sum(s >= seen for s in sums),
        "less": sum(s <= seen for s in sums),
        "two-sided": sum(abs(s) >= abs(seen) for s in sums),
    }
    return Fraction(count[alternative], len(sums)) if any(differences) else Fraction(1)


class TestPrintedValues:
    """What the sources print."""

    def test_fisher_plants(self):
        """863 of 32,768 sets of signs on one side, 1,726 on both."""
        assert permutation(PLANTS, 0, alternative="greater").p_value == 863 / 2**15
        assert permutation(PLANTS, 0).p_value == 1726 / 2**15
        assert permutation(PLANTS, 0).method == "exact"

    def test_fisher_plants_off_the_lattice(self):
        """Moved a little, they have no common unit: of Fisher's 28 equal sums some fall short."""
        irrational = np.pi * np.array(PLANTS) + 1e-7 * np.sqrt(np.arange(15))
        result = permutation(irrational, 0, alternative="greater")
        assert 835 < result.p_value * 2**15 <= 863
        assert result.method == "exact"


class TestAgainstEnumeration:
    """What counting every sign gives."""

    @given(TENTHS, st.sampled_from(["two-sided", "less", "greater"]))
    @settings(deadline=None, max_examples=100)
    def test_every_sign_counted(self, tenths, alternative):
        """Tenths are not whole in binary: equal sums must count as equal."""
        result = permutation(np.array(tenths) / 10, 0, alternative=alternative)
        assert result.p_value == pytest.approx(float(enumerated(tenths, alternative)), rel=1e-15)

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    @pytest.mark.parametrize("n", [5, 12, 13, 16])
    def test_differences_without_a_unit(self, n, alternative):
        """Counted at once up to 12 and by halves above."""
        d = np.random.default_rng(n).normal(0.4, 1, n)
        ours = permutation(d, 0, alternative=alternative).p_value
        signs = 1 - 2 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
        sums = signs @ d
        count = {
            "two-sided": np.abs(sums) >= abs(d.sum()) - 1e-12,
            "greater": sums >= d.sum() - 1e-12,
            "less": sums <= d.sum() + 1e-12,
        }
        assert ours == np.count_nonzero(count[alternative]) / 2**n

    def test_scipy_counts_the_same(self):
        """Its permutation_test with all 2^10 exchanges within pairs."""
        a, b = np.random.default_rng(1).normal(size=(2, 10))
        theirs = stats.permutation_test(
            (a, b),
            lambda x, y, axis: np.mean(x - y, axis=axis),
            permutation_type="samples",
            n_resamples=np.inf,
        )
        assert permutation(a, b).p_value == pytest.approx(theirs.pvalue, rel=1e-12)


class TestReduction:
    """Where the test becomes a simpler one."""

    def test_right_and_wrong_answers_are_the_sign_test(self):
        """0/1 answers: only the items that one gets right count, at any number of items."""
        a, b = np.random.default_rng(2).random((2, 20_000)) < [[0.80], [0.79]]
        result = permutation(a, b)
        assert result.method == "exact"
        assert result.p_value == pytest.approx(
            sign(a, b, ties="drop").p_value, rel=1e-9
        )  # 10^4 steps

    def test_two_decimals_at_a_hundred_splits(self):
        """A lattice at n = 100 is exact, and near the t test for normal differences."""
        d = np.random.default_rng(3).normal(0.02, 0.1, 100).round(2)
        result = permutation(d, 0)
        assert result.method == "exact"
        assert result.p_value == pytest.approx(paired_t(d, 0).p_value, rel=0.05)


class TestDraws:
    """Random signs where the exact law is out of reach."""

    def test_p_is_never_zero(self):
        """(count + 1) / (draws + 1): the least of 99 draws is 0.01, and its interval begins at 0."""
        d = 1 + np.random.default_rng(4).random(50)
        result = permutation(d, 0, draws=99, rng=1)
        assert (result.p_value, result.method) == (0.01, "monte-carlo")
        assert (result.details["draws"], result.details["count"]) == (99, 0)
        assert result.details["p_interval"] == pytest.approx((0.0, 1 - 0.025 ** (1 / 99)))

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    def test_draws_estimate_the_exact_p(self, alternative):
        """With 20,000 draws within four standard errors, and inside an interval of that width."""
        d = np.random.default_rng(5).normal(0.15, 1, 33)
        drawn = permutation(d, 0, alternative=alternative, draws=20_000, rng=2)
        rounded = permutation(d.round(3), 0, alternative=alternative)
        assert (drawn.method, rounded.method) == ("monte-carlo", "exact")
        assert drawn.p_value == pytest.approx(rounded.p_value, abs=4 * math.sqrt(0.25 / 20_000))

    def test_the_seed_decides(self):
        """The same seed, the same p; another seed, another; without one always the same."""
        d = np.random.default_rng(6).normal(0.2, 1, 40)
        assert permutation(d, 0, rng=1).p_value == permutation(d, 0, rng=1).p_value
        assert permutation(d, 0, rng=1).p_value != permutation(d, 0, rng=2).p_value
        assert permutation(d, 0).p_value == permutation(d, 0).p_value

    def test_chunks_of_signs_change_nothing(self, monkeypatch):
        """Columns are blocked, signs are not: a batch draws what its rows draw alone."""
        import bakeoff.stats.two.permutation as module

        d = np.random.default_rng(7).normal(0.2, 1, (6, 40))
        together = module.permutation(d, 0, rng=3)
        assert [module.permutation(row, 0, rng=3).p_value for row in d] == together.p_value.tolist()
        monkeypatch.setattr(module, "CHUNK", 40 * 1000)
        again = module.permutation(d, 0, rng=3)
        assert [module.permutation(row, 0, rng=3).p_value for row in d] == again.p_value.tolist()

    def test_more_than_one_draw(self):
        """The sentence says what it was."""
        with pytest.raises(
            InvalidInput, match=r"^draws must be a whole number of at least 1; it was 0$"
        ):
            permutation([1, 2], 0, draws=0)


class TestInterval:
    """The interval of the mean difference."""

    @pytest.mark.parametrize("n", [6, 8, 12])
    def test_it_is_the_test_turned_around(self, n):
        """Every centre inside is accepted, every one outside rejected."""
        d = np.random.default_rng(n).normal(size=n)
        low, high = permutation(d, 0).interval(0.9)
        for centre, rejected in (
            (low - 1e-6, True),
            (low + 1e-6, False),
            (high - 1e-6, False),
            (high + 1e-6, True),
        ):
            assert permutation(d, centre).reject(0.1) == rejected

    def test_it_is_near_the_t_interval(self):
        """For many normal differences the two agree; a sample of subsets gives the limits."""
        d = np.random.default_rng(8).normal(0.3, 1, 200)
        ours, theirs = permutation(d, 0, rng=1).interval(), paired_t(d, 0).interval()
        assert ours == pytest.approx(theirs, abs=0.02)
        assert permutation(d, 0, rng=1).interval() == ours

    def test_a_design_too_small_has_no_limits(self):
        """Five differences at 95 percent."""
        assert permutation([1, 2, 3, 4, 6], 0).interval() == (-np.inf, np.inf)


class TestDirection:
    """Who is the first, and who the second."""

    def test_less_and_greater_speak_of_a_minus_b(self):
        """Exchanging a and b exchanges them."""
        a, b = np.array([3, 5, 4, 6, 7, 5]), np.array([1, 2, 4, 3, 5, 1])
        assert (
            permutation(a, b, alternative="greater").p_value
            < 0.05
            < permutation(a, b, alternative="less").p_value
        )
        assert (
            permutation(b, a, alternative="less").p_value
            == permutation(a, b, alternative="greater").p_value
        )
        assert permutation(a, b).estimate == permutation(a, b).statistic == pytest.approx(14 / 6)
        assert permutation(a, b).effect == paired_t(a, b).effect


class TestDegenerate:
    """Data that leave little to test, and input that is refused."""

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    @pytest.mark.parametrize("n", [1, 4, 50])
    def test_identical_scores(self, n, alternative):
        """They give p = 1, effect and estimate 0, and a note."""
        row = np.arange(n) / 7
        result = permutation(row, row, alternative=alternative)
        assert (result.p_value, result.effect.value, result.estimate) == (1.0, 0.0, 0.0)
        assert result.notes == ("a and b are identical: every difference is zero",)

    def test_a_constant_difference_has_its_exact_p(self):
        """2 / 2^n, and an infinite d_z."""
        result = permutation(
            [0.3, 0.2, 0.9, 0.8, 0.7, 0.6, 0.5], [0.2, 0.1, 0.8, 0.7, 0.6, 0.5, 0.4]
        )
        assert result.p_value == 2 / 2**7
        assert result.effect.value == math.inf

    def test_few_pairs_cannot_reach(self):
        """Five differences, or ten draws."""
        sentence = "with 5 pairs that differ the smallest possible p is 0.0625: this design cannot reach 0.05"
        assert permutation([1, 2, 3, 4, 5, 0], 0).notes == (sentence,)
        few_draws = permutation(1 + np.random.default_rng(1).random(40), 0, draws=10)
        assert few_draws.notes == (
            "with 10 draws the smallest possible p is 0.09091: this design cannot reach 0.05",
        )

    def test_zero_differences_change_nothing(self):
        """A zero has no sign to flip."""
        d = [0.3, 1.7, 2.1, -0.4, 0.9]
        assert permutation([*d, 0, 0], 0).p_value == permutation(d, 0).p_value

    def test_missing_values_are_refused(self):
        """A nan never passes."""
        with pytest.raises(
            InvalidInput,
            match=r"^b: 2 values are missing or infinite \(the first at 0\); remove or fill what is missing before testing$",
        ):
            permutation([1, 2], [np.nan, np.inf])


class TestBatch:
    """Leading axes."""

    @pytest.mark.parametrize("kind", ["lattice", "short", "halves"])
    def test_a_batch_is_the_loop(self, kind):
        """On a lattice, enumerated at once, and by halves."""
        rng = np.random.default_rng(9)
        d = {
            "lattice": rng.integers(-4, 6, (3, 4, 30)) / 10,
            "short": rng.normal(0.3, 1, (3, 4, 8)),
            "halves": rng.normal(0.3, 1, (3, 4, 15)),
        }[kind]
        d[0, 0] = 0.0
        together = permutation(d, 0)
        for place in np.ndindex(3, 4):
            alone = permutation(d[place], 0)
            assert together.p_value[place] == pytest.approx(alone.p_value, rel=1e-12)
            assert together.estimate[place] == pytest.approx(alone.estimate, rel=1e-12)
            assert together.effect.value[place] == pytest.approx(alone.effect.value, rel=1e-12)
            assert together.interval(0.9).low[place] == pytest.approx(
                alone.interval(0.9).low, rel=1e-12, abs=1e-15
            )
