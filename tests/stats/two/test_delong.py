"""DeLong's test of areas under ROC curves on the same items."""

import itertools

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from sklearn.metrics import roc_auc_score

from bakeoff.errors import InvalidInput
from bakeoff.stats import adjust, delong

ALTERNATIVES = ("two-sided", "less", "greater")


def made(n=80, models=3, *, seed=0, ties=False, positives=0.4):
    """Return items of two classes and scores that tell them apart, more or less."""
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < positives).astype(int)
    scores = rng.normal(size=(n, models)) + np.outer(y, np.linspace(0.4, 1.4, models))
    return y, scores.round(0 if ties else 6)


def by_pairs(y, scores):
    """Return areas and covariance from all pairs of items, as the equations are written."""
    positive, negative = scores[y == 1], scores[y == 0]
    above = positive[:, np.newaxis] - negative[np.newaxis]
    wins = (above > 0) + (above == 0) / 2
    v10, v01 = wins.mean(axis=1), wins.mean(axis=0)
    covariance = np.cov(v10.T) / len(positive) + np.cov(v01.T) / len(negative)
    return wins.mean(axis=(0, 1)), covariance


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


class TestEquations:
    """Against the equations of the source, written out over all pairs of items."""

    @pytest.mark.parametrize("ties", [False, True])
    @pytest.mark.parametrize("seed", range(3))
    def test_areas_and_covariance(self, ties, seed):
        """Equations 2 to 6: psi is 1, 1/2 or 0 for each pair, and its means are correlated."""
        y, scores = made(seed=seed, ties=ties)
        areas, covariance = by_pairs(y, scores)
        found = delong(y, scores)
        # sums of some dozens of products, in another order
        assert found.details["auc"] == pytest.approx(areas, rel=1e-12)
        assert found.details["covariance"] == pytest.approx(covariance, rel=1e-10)

    def test_pairs(self):
        """Z is the difference over the root of its variance, the interval symmetric."""
        y, scores = made(ties=True)
        areas, s = by_pairs(y, scores)
        found = delong(y, scores, correction="none", alpha=0.1)
        for row, (i, j) in enumerate(itertools.combinations(range(3), 2)):
            error = np.sqrt(s[i, i] + s[j, j] - 2 * s[i, j])
            z = (areas[i] - areas[j]) / error
            assert found.statistic[row] == pytest.approx(z, rel=1e-9)
            assert found.p_value[row] == pytest.approx(2 * scipy.stats.norm.sf(abs(z)), rel=1e-8)
            reach = scipy.stats.norm.ppf(0.95) * error
            assert found.low[row] == pytest.approx(areas[i] - areas[j] - reach, rel=1e-8)
            assert found.high[row] == pytest.approx(areas[i] - areas[j] + reach, rel=1e-8)

    def test_all_equal(self):
        """Equation 5 with differences from the last, whatever contrasts are taken."""
        y, scores = made(models=4)
        areas, s = by_pairs(y, scores)
        contrasts = np.hstack([np.eye(3), -np.ones((3, 1))])
        gap = contrasts @ areas
        chi2 = gap @ np.linalg.solve(contrasts @ s @ contrasts.T, gap)
        details = delong(y, scores).details
        assert details["chi2"] == pytest.approx(chi2, rel=1e-9)
        assert details["df"] == 3
        assert details["p_chi2"] == pytest.approx(scipy.stats.chi2.sf(chi2, 3), rel=1e-8)

    def test_two_models_all_equal_is_their_pair(self):
        """With two models chi-square is the square of z."""
        y, scores = made(models=2)
        found = delong(y, scores)
        assert found.details["chi2"] == pytest.approx(found.statistic[0] ** 2)
        assert found.details["p_chi2"] == pytest.approx(found.p_value[0])


class TestAnotherProgram:
    """The same numbers from other programs."""

    def test_areas_are_those_of_scikit_learn(self):
        """Ties and all."""
        y, scores = made(n=500, models=5, ties=True)
        theirs = [roc_auc_score(y, scores[:, j]) for j in range(5)]
        assert delong(y, scores).details["auc"] == pytest.approx(theirs, rel=1e-12)

    def test_mlstatkit(self):
        """Its z and p for two models."""
        from MLstatkit import Delong_test

        y, scores = made(n=300, models=2)
        z, p = Delong_test(y, scores[:, 0], scores[:, 1])[:2]
        found = delong(y, scores)
        assert abs(found.statistic[0]) == pytest.approx(abs(z), rel=1e-8)
        assert found.p_value[0] == pytest.approx(p, rel=1e-7)


class TestDirection:
    """The first minus the second, never chosen from the data."""

    def test_alternatives(self):
        """The last model is the best: the first minus the last is negative."""
        y, scores = made(n=400)
        p = {one: delong(y, scores, alternative=one).p_value[1] for one in ALTERNATIVES}
        assert p["less"] < 0.05 < p["greater"]
        assert p["less"] + p["greater"] == pytest.approx(1.0)
        assert p["two-sided"] == pytest.approx(2 * p["less"])

    def test_a_model_below_chance_stays_there(self):
        """Turning its scores round would make it 1 - AUC; nobody does, and a note says so."""
        y, scores = made(n=200, models=2)
        scores[:, 0] *= -1
        found = delong(y, pd.DataFrame(scores, columns=["odd", "even"]))
        assert found.details["auc"][0] < 0.5
        assert any("of odd is below 0.5" in note for note in found.notes)
        assert not any("even" in note for note in found.notes)

    def test_it_says_what_it_assumes(self):
        """In its last note."""
        assert delong(*made()).notes == ("assumes independent items, and many of each class",)

    def test_only_the_order_counts(self):
        """Any rising transformation of a column leaves all numbers as they are."""
        y, scores = made(ties=True)
        other = np.column_stack([np.exp(scores[:, 0]), scores[:, 1] ** 3, 5 * scores[:, 2] - 7])
        assert np.array_equal(delong(y, scores).p_value, delong(y, other).p_value)

    def test_labels_of_any_kind(self):
        """Of two labels the last in sorted order is positive."""
        y, scores = made()
        words = np.where(y == 1, "yes", "no")
        for other in (words, y.astype(bool), np.where(y == 1, 1, -1), list(words)):
            assert np.array_equal(delong(other, scores).statistic, delong(y, scores).statistic)


class TestDegenerate:
    """Data at the edge."""

    def test_identical_models(self):
        """P = 1, no difference, and a note."""
        y, scores = made(models=1)
        found = delong(y, np.repeat(scores, 2, axis=1))
        assert (found.statistic[0], found.p_value[0], found.difference[0]) == (0.0, 1.0, 0.0)
        assert any("same order" in note for note in found.notes)
        assert found.details["p_chi2"] == 1.0

    def test_a_copy_among_others(self):
        """A model that comes twice takes away a degree of freedom, not the test."""
        y, scores = made(models=3)
        found = delong(y, np.column_stack([scores, scores[:, 1]]))
        alone = delong(y, scores)
        assert found.details["df"] == 2
        assert found.details["chi2"] == pytest.approx(alone.details["chi2"], rel=1e-8)

    def test_no_error_at_all(self):
        """Models that part the classes without a fault are equal, and the note names a bound."""
        y = np.repeat([0, 1], 20)
        found = delong(y, np.column_stack([y, 2.0 * y]))
        assert found.p_value[0] == 1.0
        assert any("agarwal" in note for note in found.notes)

    def test_no_variation_but_a_difference(self):
        """One parts the classes, the other turns them round: z is infinite, p 0."""
        y = np.repeat([0, 1], 20)
        found = delong(y, np.column_stack([y, -y]))
        assert found.statistic[0] == np.inf
        assert found.p_value[0] == 0.0
        assert found.details["p_chi2"] == 0.0

    def test_all_scores_equal(self):
        """Half the pairs are won, without any variation."""
        y, scores = made(models=1)
        found = delong(y, np.column_stack([np.zeros(len(y)), scores[:, 0]]))
        assert found.details["auc"][0] == 0.5
        assert np.isfinite(found.p_value[0])

    def test_one_positive_item(self):
        """The variance is that of the negative items alone; few items are said to be few."""
        y = np.array([1] + [0] * 20)
        found = delong(y, np.random.default_rng(0).normal(size=(21, 2)))
        assert np.isfinite(found.p_value).all()
        assert any(note.startswith("1 item of one class is few") for note in found.notes)

    def test_infinite_scores(self):
        """They can be ordered, so they may be."""
        y, scores = made(models=2)
        scores[0] = [np.inf, -np.inf]
        assert np.isfinite(delong(y, scores).p_value).all()


class TestManyModels:
    """All pairs at once."""

    def test_the_pairs_of_many_are_those_of_two(self):
        """Each pair is compared as if it were alone."""
        y, scores = made(n=60, models=6, ties=True)
        found = delong(y, scores, correction="none")
        for row, (i, j) in enumerate(itertools.combinations(range(6), 2)):
            alone = delong(y, scores[:, [i, j]])
            assert found.p_value[row] == pytest.approx(alone.p_value[0], rel=1e-9)

    def test_correction(self):
        """Holm by default, as `adjust` has it."""
        y, scores = made(models=4)
        found = delong(y, scores)
        assert found.p_adjusted == pytest.approx(adjust(found.p_value, "holm"))

    def test_strata(self):
        """The mean of the areas of each stratum, their variances added."""
        y, scores = made(n=200)
        stratum = np.repeat([0, 1], 100)
        parts = [delong(y[stratum == s], scores[stratum == s]).details for s in (0, 1)]
        found = delong(y, scores, strata=stratum)
        areas = (parts[0]["auc"] + parts[1]["auc"]) / 2
        covariance = (parts[0]["covariance"] + parts[1]["covariance"]) / 4
        assert found.details["auc"] == pytest.approx(areas)
        assert found.details["covariance"] == pytest.approx(covariance)


def test_the_level_is_kept():
    """Two models as good as each other: about 5 in 100 tests reject at 0.05."""
    rng = np.random.default_rng(5)
    y = np.repeat([0, 1], 50)
    rejected = 0
    for _ in range(400):
        common = rng.normal(size=(100, 1))
        scores = common + rng.normal(size=(100, 2)) + y[:, np.newaxis]
        rejected += delong(y, scores).p_value[0] <= 0.05
    assert 8 <= rejected <= 36  # the 99.9 percent interval of a binomial of 400 at 0.05


class TestErrors:
    """Each sentence in full."""

    def test_shapes(self):
        """Items go in rows."""
        y, scores = made(n=20)
        assert told(delong, y, scores.T) == (
            "scores must be items x models, with a row for each of the 20 items of y; it had the "
            "shape (3, 20); put the items in rows (transpose it)"
        )
        assert told(delong, y, scores[:, :1]) == (
            "scores must hold at least 2 models (columns); it held 1"
        )

    def test_classes(self):
        """Two of them."""
        _, scores = made(n=4)
        assert told(delong, [1, 1, 1, 1], scores) == (
            "y must hold both classes; all of its 4 items are positive"
        )
        assert told(delong, ["a", "b", "c", "a"], scores) == (
            "y must hold two classes, such as 0 and 1; it held 3 (a, b, c): take one class "
            "against the rest, y == that class"
        )
        assert told(delong, [0, 1, np.nan, 1], scores) == (
            "y must not hold missing or infinite labels; leave these items out"
        )

    def test_missing_scores(self):
        """They are named."""
        y, scores = made(n=20)
        scores[3, 1] = np.nan
        assert told(delong, y, scores) == (
            "scores: 1 value is missing (the first at (3, 1)); remove or fill what is missing "
            "before measuring"
        )

    def test_strata(self):
        """Each with both classes."""
        y, scores = made(n=4)
        y = np.array([0, 1, 1, 1])
        assert told(delong, y, scores, strata=["a", "a", "b", "b"]) == (
            "every stratum must hold both classes; b holds only positive items: leave it out, or "
            "take larger strata"
        )


def test_against_a_control():
    """Only the pairs (other, control), corrected for their number."""
    y, scores = made(models=4)
    frame = pd.DataFrame(scores, columns=list("abcd"))
    found = delong(y, frame, control="c")
    assert list(zip(found.a, found.b, strict=True)) == [("a", "c"), ("b", "c"), ("d", "c")]
    everything = delong(y, frame, correction="none")
    assert found.difference[0] == everything.difference[1]
    assert found.p_adjusted == pytest.approx(adjust(found.p_value, "holm"))
