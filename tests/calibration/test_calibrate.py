"""How often tests reject: known levels, every registered test, seeds, refusals."""

import numpy as np
import pytest

import bakeoff
from bakeoff.calibration.calibrate import calibrate
from bakeoff.calibration.calibration import Calibration
from bakeoff.calibration.gaussian_folds import GaussianFolds
from bakeoff.errors import InvalidInput
from bakeoff.stats import binomial, paired_t
from bakeoff.stats.registry import TESTS

CORRELATED = {"splits": 10, "correlation": 0.1}


class TestEveryTest:
    """The registry is read: a new test is calibrated without an edit here."""

    @pytest.mark.parametrize("entry", TESTS, ids=lambda entry: entry.name)
    def test_it_can_be_calibrated(self, entry):
        """On the design that is the first to draw what it takes."""
        found = calibrate(entry.name, runs=3)
        assert found.runs == 3
        assert np.all((found.p_values >= 0) & (found.p_values <= 1))

    @pytest.mark.parametrize("test", ["contrast", "pairwise"])
    def test_those_that_need_a_choice_more(self, test):
        """They are given one."""
        assert calibrate(test, runs=3).runs == 3


class TestLevels:
    """Levels that are known, within four standard errors of 4,000 runs."""

    @pytest.mark.parametrize(
        "test", ["paired_t", "anova_blocks", "hotelling", "manova", "manova_blocks", "tukey"]
    )
    def test_exact_tests_on_normal_scores(self, test):
        """The level, and the verdict."""
        found = calibrate(test, runs=4000)
        assert found.rate == pytest.approx(0.05, abs=0.0138)
        assert found.verdict == "keeps its level"

    @pytest.mark.parametrize("test", ["paired_t", "hotelling", "manova_blocks"])
    def test_the_corrected_ones_on_correlated_splits(self, test):
        """They keep it, and the plain ones do not."""
        plain = calibrate(test, runs=4000, setting=CORRELATED)
        corrected = calibrate(test, runs=4000, setting=CORRELATED, test_train_ratio=1 / 9)
        assert (plain.verdict, corrected.verdict) == ("rejects too often", "keeps its level")

    def test_the_coin_of_the_exercise(self):
        """Alpaydin, chapter 19, exercise 2: with p0 = p the binomial test's level is its size.

        The exact size at p0 = .2 and 100 items is the largest tail not above .05.
        """
        tails = [binomial(x, 100, p0=0.2).p_value for x in range(101)]
        size = max(p for p in tails if p <= 0.05)
        found = calibrate("binomial", runs=20_000)
        assert found.rate == pytest.approx(size, abs=4 * np.sqrt(size / 20_000))

    def test_and_of_another_p0(self):
        """A choice that is given stands above what is true: then the rate is power, or none."""
        rates = [calibrate("binomial", runs=500, p0=p0).rate for p0 in (0.1, 0.2, 0.3)]
        assert rates[0] > 0.5 > rates[1] > rates[2]
        assert rates[2] < 0.01

    def test_power_grows_with_the_effect(self):
        """From the level to nearly 1."""
        found = [calibrate("paired_t", effect=effect, runs=500) for effect in (0.0, 1.0, 3.0)]
        assert found[0].rate < found[1].rate < found[2].rate
        assert found[2].rate > 0.98
        assert [one.verdict is None for one in found] == [False, True, True]

    def test_a_real_learner_on_resampled_splits(self):
        """Dietterich's finding: the plain resampled t test rejects far too often."""
        setting = {"items": 60, "scheme": "resampled"}
        found = calibrate("paired_t", design="overlapping-folds", setting=setting, runs=300)
        assert found.rate > 0.3
        assert found.setting["scheme"] == "resampled"


class TestSeeds:
    """What is drawn is known by its seed."""

    def test_the_same_seed_the_same_p_values(self):
        """Another one others."""
        one, same, other = (calibrate("friedman", runs=50, seed=seed) for seed in (3, 3, 4))
        assert one.p_values.tolist() == same.p_values.tolist() != other.p_values.tolist()

    def test_more_runs_repeat_the_first(self):
        """The portions in which they are drawn do not depend on how many there are."""
        few, many = calibrate("paired_t", runs=1000), calibrate("paired_t", runs=1500)
        assert many.p_values[:1000].tolist() == few.p_values.tolist()

    def test_two_tests_see_the_same_data(self):
        """So that their rates can be held against each other."""
        design = GaussianFolds()
        plain = calibrate("paired_t", design=design, runs=200)
        one = calibrate("paired_t", design=design, runs=200, alternative="greater")
        folded = 2 * np.minimum(one.p_values, 1 - one.p_values)
        assert folded == pytest.approx(plain.p_values)

    def test_a_loop_is_a_batch(self):
        """Where a test takes one run only, each is tested by itself."""
        from bakeoff.calibration.calibrate import _p_values

        def single(a, b):
            if np.ndim(a) > 1:
                raise InvalidInput("one run only")
            return paired_t(a, b)

        a, b = np.random.default_rng(0).normal(size=(2, 20, 8))
        assert _p_values(single, (a, b), {}, 20) == pytest.approx(paired_t(a, b).p_value)

    def test_it_tells_how_far_it_is(self):
        """The runs done, and all."""
        told = []
        calibrate("paired_t", runs=2500, told=lambda done, total: told.append((done, total)))
        assert told == [(1000, 2500), (2000, 2500), (2500, 2500)]


class TestResult:
    """What is given back."""

    def test_numbers_and_interval(self):
        """Clopper and Pearson's: 3 of 100 from .0062 to .0852."""
        found = Calibration("t", "d", 0.0, "u", 0.05, np.r_[np.zeros(3), np.ones(97)])
        assert (found.runs, found.rejected, found.rate) == (100, 3, 0.03)
        assert found.interval() == pytest.approx((0.00623, 0.08518), abs=5e-6)
        assert found.verdict == "keeps its level"
        assert repr(found) == "Calibration(t, d, level 0.0300 (0.0062 to 0.0852) at 0.05, 100 runs)"

    @pytest.mark.parametrize(
        ("rejected", "wanted"),
        [(10, "rejects too seldom"), (500, "keeps its level"), (700, "rejects too often")],
    )
    def test_the_verdict_needs_the_whole_interval(self, rejected, wanted):
        """Of 10,000 runs, a tenth of the level either way is near enough."""
        p = np.r_[np.zeros(rejected), np.ones(10_000 - rejected)]
        assert Calibration("t", "d", 0.0, "u", 0.05, p).verdict == wanted

    def test_a_rate_without_any_rejection(self):
        """The interval begins at 0 and ends above it."""
        low, high = Calibration("t", "d", 0.0, "u", 0.05, np.ones(50)).interval()
        assert low == 0.0 < high

    def test_to_dict(self):
        """Plain values, and no single p-values."""
        content = calibrate("mcnemar", runs=20, method="mid-p").to_dict()
        assert content["choices"] == {"method": "mid-p"}
        assert content["setting"] == {
            "items": 100,
            "error": 0.2,
            "agreement": 0.3,
            "algorithms": 2,
        }
        assert "p_values" not in content

    def test_it_is_public(self):
        """As bakeoff.calibrate."""
        assert bakeoff.calibrate is calibrate


class TestRefusals:
    """The sentence of each error."""

    @pytest.mark.parametrize(
        ("test", "given", "sentence"),
        [
            ("t_test", {}, "there is no test named 't_test'"),
            ("paired_t", {"ratio": 1}, "paired_t has no choice ratio; it has a, b, alternative"),
            ("paired_t", {"design": "folds"}, "design must be one of gaussian-folds, bernoulli"),
            ("paired_t", {"runs": 0}, "runs must be a whole number of at least 1"),
            ("paired_t", {"alpha": 2}, "alpha must lie strictly between 0 and 1"),
            ("cv5x2_t", {"setting": {"splits": 8}}, "takes 10 splits, and the design has 8"),
            ("anova_two_way", {"setting": {"splits": 3}}, "takes at least 4 splits"),
        ],
    )
    def test_what_cannot_be_done(self, test, given, sentence):
        """What it was, and what it must be."""
        with pytest.raises(InvalidInput, match=sentence):
            calibrate(test, **given)
