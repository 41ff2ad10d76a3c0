"""The power of a design, and how much data a power takes."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from statsmodels.stats import power as statsmodels_power
from statsmodels.stats.proportion import power_proportions_2indep

import bakeoff
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import (
    mcnemar,
    paired_t,
    power,
    sample_size,
    sign,
    smallest_p,
    two_proportions,
    wilcoxon,
)
from bakeoff.stats.power_designs import PLANS

SIDES = {"two-sided": "two-sided", "greater": "larger", "less": "smaller"}
EXAMPLES = {
    "mean_t": {"effect": 0.5},
    "mean_z": {"effect": 0.5},
    "paired_t": {"effect": 0.5},
    "two_sample_t": {"effect": 0.5},
    "two_proportions": {"effect": (0.3, 0.1)},
    "binomial": {"effect": 0.3, "p0": 0.1},
    "mcnemar": {"effect": (0.2, 0.05)},
    "sign": {"effect": 0.8},
    "wilcoxon": {"effect": 0.8},
    "anova": {"effect": 0.4, "k": 3},
    "anova_blocks": {"effect": 0.4, "k": 3},
}


def answered(function, choices):
    """Return whether a number comes back, or one sentence."""
    try:
        found = function(**choices)
    except (InvalidInput, NotApplicable) as fault:
        return "\n" not in str(fault)
    return bool(np.all(np.asarray(found) >= 0.0))


class TestPrintedValues:
    """Numbers as the books print them."""

    @pytest.mark.parametrize(("effect", "n"), [(0.2, 394), (0.5, 64), (0.8, 26)])
    def test_cohens_table_of_two_groups(self, effect, n):
        """Cohen 1988, table 2.4.1 prints 393 (from tables); the exact number is one more."""
        assert sample_size("two_sample_t", effect=effect) == n

    def test_cohens_primer(self):
        """Cohen, A power primer, 1992, table 2: medium effects, alpha .05, power .80."""
        assert sample_size("two_sample_t", effect=0.5) == 64
        assert sample_size("anova", effect=0.25, k=3) == pytest.approx(52, abs=1)
        assert sample_size("anova", effect=0.25, k=4) == pytest.approx(45, abs=1)
        assert sample_size("anova", effect=0.40, k=4) == pytest.approx(18, abs=1)

    def test_two_rates_of_the_manual_of_r(self):
        """power.prop.test(n = 50, p1 = .50, p2 = .75): 0.740; for power .90: n = 76.7."""
        assert round(power("two_proportions", effect=(0.5, 0.75), n=50), 3) == 0.740
        assert sample_size("two_proportions", effect=(0.5, 0.75), power=0.9) == 77

    def test_the_manual_of_r_on_two_means(self):
        """power.t.test(n = 20, delta = 1, sd = 1): 0.8689528; for power .90: n = 22.02.

        It leaves out rejections on the wrong side.
        """
        choices = {"alternative": "greater", "alpha": 0.025}
        found = power("two_sample_t", effect=1.0, n=20, **choices)
        assert found == pytest.approx(0.8689528, abs=5e-8)
        assert sample_size("two_sample_t", effect=1.0, power=0.9) == 23


class TestAnotherProgram:
    """The same numbers from statsmodels."""

    @settings(max_examples=40, deadline=None)
    @given(
        effect=st.floats(0.05, 1.0),
        n=st.integers(2, 100),
        alpha=st.floats(0.001, 0.2),
        side=st.sampled_from(sorted(SIDES)),
    )
    def test_t_tests(self, effect, n, alpha, side):
        """One sample, pairs, two groups."""
        one = statsmodels_power.TTestPower().power(effect, n, alpha, alternative=SIDES[side])
        two = statsmodels_power.TTestIndPower().power(effect, n, alpha, alternative=SIDES[side])
        assume(np.isfinite([one, two]).all())  # theirs is nan where scipy's noncentral t is
        choices = {"effect": effect, "n": n, "alpha": alpha, "alternative": side}
        # theirs is 1 - cdf, and keeps 1e-9 or so of small areas
        assert power("mean_t", **choices) == pytest.approx(one, abs=1e-8)
        assert power("paired_t", **choices) == pytest.approx(one, abs=1e-8)
        assert power("two_sample_t", **choices) == pytest.approx(two, abs=1e-8)

    def test_groups_of_different_sizes(self):
        """A pair of sizes."""
        theirs = statsmodels_power.TTestIndPower().power(0.5, 30, 0.05, ratio=2)
        assert power("two_sample_t", effect=0.5, n=(30, 60)) == pytest.approx(theirs, abs=1e-10)

    @pytest.mark.parametrize("side", SIDES)
    def test_z(self, side):
        """One sample with a known standard deviation."""
        test = statsmodels_power.NormalIndPower(ddof=0)
        theirs = test.power(0.4, 25, 0.05, ratio=0, alternative=SIDES[side])
        ours = power("mean_z", effect=0.4, n=25, alternative=side)
        assert ours == pytest.approx(theirs, abs=1e-12)

    @pytest.mark.parametrize(("effect", "n", "k"), [(0.1, 30, 3), (0.25, 20, 4), (0.6, 5, 7)])
    def test_anova(self, effect, n, k):
        """Its nobs is the total number."""
        theirs = statsmodels_power.FTestAnovaPower().power(effect, n * k, 0.05, k)
        assert power("anova", effect=effect, n=n, k=k) == pytest.approx(theirs, abs=1e-9)

    @pytest.mark.parametrize(("first", "second", "n"), [(0.5, 0.75, 50), (0.1, 0.12, 2000)])
    def test_two_proportions(self, first, second, n):
        """Both tails, pooled variance under the null hypothesis."""
        theirs = power_proportions_2indep(first - second, second, n, return_results=False)
        assert power("two_proportions", effect=(first, second), n=n) == pytest.approx(theirs)

    @pytest.mark.parametrize("target", [0.5, 0.8, 0.95])
    def test_sample_sizes_are_rounded_up(self, target):
        """The next whole number above theirs."""
        theirs = statsmodels_power.TTestIndPower().solve_power(0.3, None, 0.05, target)
        assert sample_size("two_sample_t", effect=0.3, power=target) == np.ceil(theirs)


class TestEveryOutcome:
    """Exact tests: the probability of all outcomes that the test itself rejects."""

    @pytest.mark.parametrize("side", SIDES)
    @pytest.mark.parametrize("n", [1, 10, 47])
    def test_binomial(self, n, side):
        """The test of scipy for every count."""
        counts = np.arange(n + 1)
        tests = [scipy.stats.binomtest(int(x), n, 0.2, alternative=side) for x in counts]
        rejected = np.array([test.pvalue <= 0.05 for test in tests])
        for rate in (0.05, 0.3, 0.9):
            wanted = scipy.stats.binom.pmf(counts, n, rate)[rejected].sum()
            found = power("binomial", effect=rate, p0=0.2, n=n, alternative=side)
            assert found == pytest.approx(wanted, abs=1e-12)

    @pytest.mark.parametrize("side", SIDES)
    @pytest.mark.parametrize("n", [4, 9, 20])
    def test_sign(self, n, side):
        """Our own test of every number of wins."""
        rejected = [
            sign([1] * wins + [0] * (n - wins), 0.5, alternative=side).p_value <= 0.05
            for wins in range(n + 1)
        ]
        wanted = scipy.stats.binom.pmf(np.arange(n + 1), n, 0.7)[rejected].sum()
        assert power("sign", effect=0.7, n=n, alternative=side) == pytest.approx(wanted, abs=1e-12)

    @pytest.mark.parametrize("side", SIDES)
    @pytest.mark.parametrize("method", ["exact", "mid-p", "chi2", "chi2-corrected"])
    @pytest.mark.parametrize("n", [6, 25])
    def test_mcnemar(self, n, method, side):
        """Our own test of every table of n items."""
        cells = [(i, j) for i in range(n + 1) for j in range(n + 1 - i)]
        tables = np.array([[[0, i], [j, n - i - j]] for i, j in cells])
        rejected = mcnemar(tables, method=method, alternative=side).p_value <= 0.05
        likely = scipy.stats.multinomial.pmf(
            [[i, j, n - i - j] for i, j in cells], n, [0.3, 0.1, 0.6]
        )
        found = power("mcnemar", effect=(0.3, 0.1), n=n, method=method, alternative=side)
        assert found == pytest.approx(likely[rejected].sum(), abs=1e-12)

    def test_two_proportions_is_close_to_every_outcome(self):
        """The normal curve against the z test of all 61 x 61 outcomes: within two percent."""
        n, counts = 60, np.arange(61)
        rejected = two_proportions(counts[:, None], n, counts, n).p_value <= 0.05
        chance = np.multiply.outer(
            scipy.stats.binom.pmf(counts, n, 0.3), scipy.stats.binom.pmf(counts, n, 0.1)
        )
        found = power("two_proportions", effect=(0.3, 0.1), n=n)
        assert found == pytest.approx(chance[rejected].sum(), abs=0.02)


class TestDrawnData:
    """The tests themselves, on data drawn under the alternative: within five standard errors."""

    def share(self, result, exact):
        """Compare how often the test rejects with what was said."""
        error = np.sqrt(exact * (1 - exact) / result.p_value.size)
        assert np.mean(result.p_value <= 0.05) == pytest.approx(exact, abs=5 * error)

    @pytest.mark.parametrize(("n", "side"), [(14, "two-sided"), (30, "greater"), (9, "less")])
    def test_wilcoxon(self, n, side):
        """Normal differences that are positive 7 times in 10."""
        shift = scipy.stats.norm.ppf(0.7)
        drawn = np.random.default_rng(n).normal(shift, 1.0, (20_000, n))
        self.share(
            wilcoxon(drawn, np.zeros_like(drawn), alternative=side),
            power("wilcoxon", effect=0.7, n=n, alternative=side),
        )

    def test_wilcoxon_with_many_pairs(self):
        """Where the law is normal with the exact moments."""
        shift = scipy.stats.norm.ppf(0.56)
        drawn = np.random.default_rng(0).normal(shift, 1.0, (2_000, 400))
        share = np.mean(wilcoxon(drawn, np.zeros_like(drawn)).p_value <= 0.05)
        assert power("wilcoxon", effect=0.56, n=400) == pytest.approx(share, abs=0.045)

    def test_the_corrected_t_test(self):
        """Differences with the one correlation that the correction assumes."""
        ratio, n = 0.25, 10
        rng = np.random.default_rng(3)
        shared = rng.normal(0.0, np.sqrt(ratio), (40_000, 1))
        drawn = 1.2 + shared + rng.normal(0.0, 1.0, (40_000, n))
        self.share(
            paired_t(drawn, 0, test_train_ratio=ratio),
            power("paired_t", effect=1.2, n=n, test_train_ratio=ratio),
        )

    def test_anova_with_blocks(self):
        """Three algorithms over ten blocks, f = 0.4 of the sd within blocks."""
        means = np.array([-1.0, 0.0, 1.0])
        means *= 0.4 / means.std()
        rng = np.random.default_rng(4)
        tables = means + rng.normal(0, 3.0, (20_000, 10, 1)) + rng.normal(size=(20_000, 10, 3))
        self.share(bakeoff.stats.anova_blocks(tables), power("anova_blocks", effect=0.4, n=10, k=3))


class TestSampleSize:
    """The smallest number with the power."""

    @pytest.mark.parametrize("test", PLANS)
    @pytest.mark.parametrize("target", [0.5, 0.8, 0.99])
    def test_it_is_enough_and_nothing_smaller_is(self, test, target):
        """All smaller numbers are looked at."""
        choices = EXAMPLES[test]
        n = sample_size(test, power=target, **choices)
        least = PLANS[test].least
        powers = power(test, n=np.arange(least, n + 1), **choices)
        assert powers[-1] >= target
        assert np.all(powers[:-1] < target)

    def test_the_first_tooth_of_the_saw_counts(self):
        """Against a very rare error the test rejects at none first, then at one, at two ..."""
        n = sample_size("binomial", effect=5e-5, p0=1e-3, alternative="less")
        assert n == 2995
        assert power("binomial", effect=5e-5, p0=1e-3, alternative="less", n=n + 1500) < 0.86

    def test_large_numbers(self):
        """Found without looking at each."""
        n = sample_size("mcnemar", effect=(0.001, 0.0012))
        assert power("mcnemar", effect=(0.001, 0.0012), n=n) >= 0.8
        # Miettinen's formula for chi-square; the exact test asks for a little more
        assert 1.0 < n / 431_646 < 1.03
        # 7,848,880 if rejections on the wrong side, one in a million, are left out
        assert sample_size("mean_z", effect=0.001) == 7_848_861

    def test_wilcoxon_needs_fewer_than_the_sign_test_if_differences_are_normal(self):
        """The sizes tell something."""
        assert sample_size("wilcoxon", effect=0.7) < sample_size("sign", effect=0.7)

    def test_more_than_there_is(self):
        """A number without sense is not given."""
        with pytest.raises(NotApplicable) as error:
            sample_size("mean_z", effect=1e-6)
        assert str(error.value) == (
            "an effect of 1e-06 is so small that mean_z needs more than 1,000,000,000 values for a "
            "power of 0.8"
        )

    def test_overlapping_splits_have_a_limit(self):
        """As many splits as you like do not make up for one small data set."""
        with pytest.raises(NotApplicable) as error:
            sample_size("paired_t", effect=0.5, test_train_ratio=1 / 9)
        assert str(error.value) == (
            "no number of splits gives a power of 0.8: with training sets that overlap "
            "(test_train_ratio=0.111111) it stays below 0.323; collect more data sets or a larger "
            "test set instead"
        )
        limit = scipy.stats.norm.sf(1.959964 - 1.5) + scipy.stats.norm.cdf(-1.959964 - 1.5)
        found = power("paired_t", effect=0.5, n=10**7, test_train_ratio=1 / 9)
        assert found == pytest.approx(limit, abs=1e-5)


class TestDirection:
    """Which alternative an effect speaks for."""

    @pytest.mark.parametrize("test", [name for name in PLANS if not name.startswith("anova")])
    def test_the_mirrored_effect_has_the_mirrored_power(self, test):
        """`greater` of an effect is `less` of its mirror image."""
        choices = dict(EXAMPLES[test])
        effect = choices.pop("effect")
        if isinstance(effect, tuple):
            mirrored = effect[::-1]
        elif test == "binomial":
            mirrored, choices["p0"] = 1 - effect, 0.9
        else:
            mirrored = -effect if test.startswith(("mean", "paired", "two")) else 1 - effect
        n = 25
        greater = power(test, n=n, alternative="greater", **EXAMPLES[test])
        less = power(test, effect=mirrored, n=n, alternative="less", **choices)
        assert less == pytest.approx(greater, abs=1e-12)
        assert power(test, n=n, alternative="less", **EXAMPLES[test]) < 0.01
        assert greater > 0.25

    def test_an_effect_that_points_away_is_no_plan(self):
        """The sentence says which alternatives do."""
        with pytest.raises(InvalidInput) as error:
            sample_size("sign", effect=0.3, alternative="greater")
        assert str(error.value) == (
            "an effect of 0.3 points away from alternative='greater'; give alternative='less' or "
            "'two-sided'"
        )

    def test_the_default_is_that_of_the_test(self):
        """`greater` for binomial, two-sided for the others."""
        greater = power("binomial", effect=0.3, p0=0.1, n=20, alternative="greater")
        assert power("binomial", effect=0.3, p0=0.1, n=20) == greater
        assert power("sign", effect=0.8, n=20) == power("sign", effect=0.2, n=20)

    @pytest.mark.parametrize("test", PLANS)
    def test_no_effect_is_found_at_the_level(self, test):
        """Under the null hypothesis the power is the error rate: alpha, or less if discrete."""
        nothing = {
            "binomial": 0.1,
            "sign": 0.5,
            "wilcoxon": 0.5,
            "two_proportions": (0.2, 0.2),
            "mcnemar": (0.1, 0.1),
        }.get(test, 0.0)
        choices = {**EXAMPLES[test], "effect": nothing}
        found = power(test, n=30, **choices)
        if test in {"binomial", "sign", "wilcoxon", "mcnemar"}:
            assert 0.0 < found <= 0.05 + 1e-12
        else:
            assert found == pytest.approx(0.05, abs=1e-10)
        with pytest.raises(InvalidInput, match="is none: there is nothing"):
            sample_size(test, **choices)


class TestReach:
    """Designs that cannot reject."""

    @pytest.mark.parametrize("test", ["sign", "wilcoxon"])
    def test_five_pairs(self, test):
        """Their smallest p is 0.0625."""
        assert smallest_p(test, 5) > 0.05
        assert power(test, effect=0.99, n=5) == 0.0
        assert power(test, effect=0.99, n=6) > 0.9

    def test_a_sure_win(self):
        """Six wins of six."""
        assert power("sign", effect=1.0, n=6) == 1.0
        assert sample_size("sign", effect=1.0) == 6
        assert sample_size("mcnemar", effect=(1.0, 0.0)) == 6
        assert power("mcnemar", effect=(0.0, 0.0), n=100) == 0.0

    def test_rates_that_do_not_vary(self):
        """All wrong against none wrong."""
        assert power("two_proportions", effect=(1.0, 0.0), n=3) == 1.0
        assert power("two_proportions", effect=(1.0, 0.0), n=1) == 0.0
        assert power("two_proportions", effect=(0.0, 0.0), n=9) == 0.0

    def test_means_without_continuous_limits(self):
        """F and t tests have no smallest p."""
        assert smallest_p("anova", 5) == smallest_p("anova_blocks", 5) == 0.0


class TestBatch:
    """Many sizes in one call."""

    @pytest.mark.parametrize("test", PLANS)
    def test_an_array_of_sizes_is_a_loop(self, test):
        """For a power curve."""
        sizes = np.array([[2, 5], [30, 210]])
        found = power(test, n=sizes, **EXAMPLES[test])
        alone = [power(test, n=int(n), **EXAMPLES[test]) for n in sizes.ravel()]
        assert found.shape == (2, 2)
        assert found.ravel() == pytest.approx(alone, abs=1e-14)

    def test_a_number_is_a_number(self):
        """Plain Python, for one size."""
        assert type(power("sign", effect=0.8, n=20)) is float
        assert type(sample_size("sign", effect=0.8)) is int


class TestBadInput:
    """Each sentence in full."""

    def said(self, function, *arguments, **choices):
        """Return the sentence of the error."""
        with pytest.raises(InvalidInput) as error:
            function(*arguments, **choices)
        return str(error.value)

    def test_unknown_tests(self):
        """The known ones are listed."""
        assert self.said(power, "delong", effect=0.5, n=10) == (
            "planning knows mean_t, mean_z, paired_t, two_sample_t, two_proportions, binomial, "
            "mcnemar, sign, wilcoxon, anova, anova_blocks; it does not know 'delong'; for areas "
            "under ROC curves there is auc_sample_size"
        )

    @pytest.mark.parametrize(
        ("test", "choices", "sentence"),
        [
            ("binomial", {}, "binomial needs p0=, the error rate to test against"),
            ("anova", {}, "anova needs k=, the number of algorithms"),
            ("mean_t", {"p0": 0.1}, "mean_t has no p0; leave it out"),
            ("sign", {"method": "exact"}, "sign has no method; leave it out"),
            ("mean_t", {"test_train_ratio": 0.1}, "mean_t has no test_train_ratio; leave it out"),
            ("anova", {"k": 1}, "k must be a whole number of at least 2; it was 1"),
            (
                "anova",
                {"k": 3, "alternative": "less"},
                "anova asks in no direction: leave alternative out",
            ),
        ],
    )
    def test_choices(self, test, choices, sentence):
        """What is missing, and what does not belong."""
        assert self.said(power, test, effect=0.5, n=10, **choices) == sentence

    def test_methods(self):
        """Those of McNemar's test."""
        assert self.said(power, "mcnemar", effect=(0.1, 0.2), n=10, method="best") == (
            "method must be one of exact, mid-p, chi2, chi2-corrected; it was 'best'"
        )

    @pytest.mark.parametrize(
        ("test", "effect", "sentence"),
        [
            ("mcnemar", 0.1, "effect must be two rates, such as (0.2, 0.1); it was 0.1"),
            (
                "mcnemar",
                (0.7, 0.6),
                "effect must be two shares of all items that together are at most 1; it was (0.7, 0.6)",
            ),
            ("sign", (0.1, 0.2), "effect must be one number between 0 and 1; it was (0.1, 0.2)"),
            ("sign", 1.2, "effect must be a chance or a rate between 0 and 1; it was 1.2"),
            (
                "wilcoxon",
                1.0,
                "effect must lie strictly between 0 and 1: normal differences have both signs; it was 1.0",
            ),
            ("mean_t", "0.5", "effect must be one number, in standard deviations; it was '0.5'"),
            (
                "mean_t",
                np.nan,
                "effect: 1 value is missing or infinite (the first at 0); remove or fill what is missing before testing",
            ),
        ],
    )
    def test_effects(self, test, effect, sentence):
        """What they must be."""
        assert self.said(power, test, effect=effect, n=10) == sentence

    def test_cohens_f_has_no_sign(self):
        """It is a standard deviation."""
        assert self.said(power, "anova", effect=-0.1, n=10, k=3) == (
            "effect must be Cohen's f, at least 0; it was -0.1"
        )

    def test_sizes(self):
        """Whole numbers that the test can do with."""
        assert self.said(power, "mean_t", effect=0.5, n=1) == (
            "n must be a whole number of at least 2; it was 1"
        )
        assert self.said(power, "mean_t", effect=0.5, n=[5, 2.5]) == (
            "n must be whole numbers of at least 2; it was [5, 2.5]"
        )
        assert self.said(power, "two_sample_t", effect=0.5, n=(5, 6, 7)) == (
            "n must be one number or (n1, n2) for two_sample_t; it was (5, 6, 7)"
        )

    def test_levels(self):
        """Between 0 and 1."""
        assert self.said(sample_size, "sign", effect=0.7, power=1.0) == (
            "power must lie strictly between 0 and 1; it was 1.0"
        )
        assert self.said(power, "sign", effect=0.7, n=5, alpha=0) == (
            "alpha must lie strictly between 0 and 1; it was 0"
        )

    @pytest.mark.parametrize("test", [*PLANS, "no test", None, []])
    def test_anything_else(self, test):
        """A number, or one sentence."""
        bad = [None, [], {}, "x", (1,), np.nan, np.inf, 1e300, 1e-300, 0, -1, 2**70, object(), 1j]
        bad += [np.array([]), [1, "a"], (None, None), (0.5, np.nan), (0.5, "x"), (0, 0), (0, 1)]
        good = {"test": test, **EXAMPLES.get(str(test), {"effect": 0.5})}
        for function, more in ((power, {"n": 10}), (sample_size, {"power": 0.8})):
            names = ("effect", *more, "alpha", "alternative", "p0", "k", "method")
            for name in (*names, "test_train_ratio"):
                for value in bad:
                    assert answered(function, {**good, **more, name: value})

    def test_more_than_can_be_planned(self):
        """Of data, and of algorithms."""
        assert self.said(power, "sign", effect=0.7, n=2**70) == (
            f"n must be at most 1,000,000,000; it was {2**70}"
        )
        assert self.said(power, "anova", effect=0.7, n=9, k=10**7) == (
            "k must be at most 1,000,000; it was 10000000"
        )
