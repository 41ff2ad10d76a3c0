"""What the designs draw: their moments, their dependence, a true null, and what they refuse."""

import numpy as np
import pytest

from bakeoff.calibration.bernoulli import Bernoulli
from bakeoff.calibration.data_sets import DataSets
from bakeoff.calibration.designs import design_of, fields_of
from bakeoff.calibration.gaussian_folds import GaussianFolds
from bakeoff.calibration.needs import need_of
from bakeoff.calibration.overlapping_folds import OverlappingFolds
from bakeoff.errors import InvalidInput, NotApplicable


def drawn(design, takes, *, effect=0.0, runs=2000, name=""):
    """Return what a design draws for a kind of test."""
    need = need_of(
        name, takes, algorithms=design.algorithms, measures=getattr(design, "measures", 1)
    )
    return design.draw(np.random.default_rng(0), runs, effect, need)


class TestGaussianFolds:
    """Normal scores with standard deviation 1."""

    def test_scores_without_a_pair(self):
        """Mean 0 and variance 1, independent between algorithms."""
        cube = drawn(GaussianFolds(), "groups").cube
        assert cube.shape == (2000, 10, 4, 1)
        assert cube.mean() == pytest.approx(0.0, abs=0.02)
        assert cube.var() == pytest.approx(1.0, abs=0.03)
        a, b = cube[..., 0, 0].ravel(), cube[..., 1, 0].ravel()
        assert np.corrcoef(a, b)[0, 1] == pytest.approx(0.0, abs=0.03)

    def test_paired_scores_share_what_the_split_adds(self):
        """The correlation of two algorithms over splits is one half."""
        cube = drawn(GaussianFolds(), "table").cube
        a, b = cube[..., 0, 0].ravel(), cube[..., 1, 0].ravel()
        assert np.corrcoef(a, b)[0, 1] == pytest.approx(0.5, abs=0.03)

    def test_correlated_splits(self):
        """The differences of two algorithms in two splits correlate as was asked for."""
        cube = drawn(GaussianFolds(correlation=0.3), "pair").cube
        d = cube[..., 0, 0] - cube[..., 1, 0]
        assert np.corrcoef(d[:, 0], d[:, 5])[0, 1] == pytest.approx(0.3, abs=0.06)
        assert d.var() == pytest.approx(2.0, abs=0.1)

    def test_two_measures_correlate(self):
        """By one half, as those of one classifier do."""
        cube = drawn(GaussianFolds(), "measures-groups").cube
        assert np.corrcoef(cube[:, 0, 0].T)[0, 1] == pytest.approx(0.5, abs=0.06)

    @pytest.mark.parametrize(
        ("name", "takes", "wanted"),
        [
            ("friedman", "table", [[1.2, 0, 0, 0], [1.2, 0, 0, 0]]),
            ("page", "table", [[0, 0.4, 0.8, 1.2], [0, 0.4, 0.8, 1.2]]),
            ("anova_two_way", "two-way", [[1.2, 0, 0, 0], [0, 0, 0, 0]]),
        ],
    )
    def test_where_an_effect_lies(self, name, takes, wanted):
        """In the first algorithm, rising, or in one cell."""
        need = need_of(name, takes, algorithms=4, measures=1)
        assert need.shift(1.2, 2) == pytest.approx(np.array(wanted))


class TestDataSets:
    """Accuracies over data sets."""

    def test_spreads_differ_tenfold(self):
        """From one data set to another; and the algorithms are alike."""
        cube = drawn(DataSets(algorithms=40), "table", runs=300).cube[..., 0]
        spread = np.median(np.abs(cube - np.median(cube, axis=-1, keepdims=True)), axis=-1)
        assert np.quantile(spread, 0.99) / np.quantile(spread, 0.01) == pytest.approx(10, rel=0.5)
        assert 0.4 < cube.mean() < 1.0

    def test_an_effect_is_counted_in_spreads(self):
        """The same in every data set, once divided by its spread."""
        none, some = (drawn(DataSets(), "pair", effect=effect).cube for effect in (0.0, 2.0))
        assert np.all(some[..., 0, 0] > none[..., 0, 0])
        assert some[..., 1, 0] == pytest.approx(none[..., 1, 0])


class TestBernoulli:
    """Classifiers as coins."""

    def test_each_errs_as_often(self):
        """With the probability given, the first more often by the effect."""
        wrong = drawn(Bernoulli(error=0.2), "correct", effect=0.1).wrong
        assert wrong.shape == (2000, 100, 4)
        assert wrong.mean(axis=(0, 1)) == pytest.approx([0.3, 0.2, 0.2, 0.2], abs=0.01)

    def test_they_err_together(self):
        """More often than by chance: on the items where they agree always."""
        wrong = drawn(Bernoulli(error=0.2, agreement=0.3), "contingency").wrong
        both = (wrong[..., 0] & wrong[..., 1]).mean()
        assert both == pytest.approx(0.3 * 0.2 + 0.7 * 0.04, abs=0.005)

    def test_independent_test_sets_do_not_agree(self):
        """Each classifier has items of its own."""
        wrong = drawn(Bernoulli(error=0.2, agreement=0.9), "two-counts").wrong
        assert (wrong[..., 0] & wrong[..., 1]).mean() == pytest.approx(0.04, abs=0.005)

    def test_error_rates_of_splits(self):
        """Alpaydin's exercise: each split a test set of its own."""
        design = Bernoulli(error=0.3, items=50, splits=5)
        cube = drawn(design, "values").cube
        assert cube.shape == (2000, 5, 1, 1)
        assert cube.var() == pytest.approx(0.3 * 0.7 / 50, rel=0.05)

    def test_a_table_of_guesses(self):
        """As often right as by chance, and oftener by the effect."""
        for effect in (0.0, 0.4):
            table = drawn(Bernoulli(classes=4), "confusion", effect=effect).confusion
            assert table.shape == (2000, 4, 4)
            assert np.all(table.sum(axis=(1, 2)) == 100)
            right = np.trace(table, axis1=1, axis2=2).mean() / 100
            assert right == pytest.approx(0.25 + 0.75 * effect, abs=0.01)

    def test_scores_err_as_often(self):
        """Cut half-way between the classes."""
        found = drawn(Bernoulli(error=0.2), "scored-items", effect=0.1)
        apart = found.scores[:, found.y == 1].mean(axis=(0, 1))
        wrong = found.scores[:, found.y == 0] > apart / 2
        assert wrong.mean(axis=(0, 1)) == pytest.approx([0.3, 0.2, 0.2, 0.2], abs=0.01)


class TestOverlappingFolds:
    """A real learner on views of the same items."""

    @pytest.mark.parametrize("learner", ["nearest-neighbour", "linear"])
    def test_the_null_hypothesis_is_true(self, learner):
        """Both algorithms err as often: their mean difference is within four errors of 0."""
        cube = drawn(OverlappingFolds(items=100, learner=learner), "pair", runs=400).cube
        d = (cube[..., 0, 0] - cube[..., 1, 0]).mean(axis=1)
        assert d.mean() == pytest.approx(0.0, abs=4 * d.std() / 20)
        assert 0.1 < cube.mean() < 0.4

    def test_an_effect_makes_the_first_err_more(self):
        """Its classes lie nearer to each other."""
        cube = drawn(OverlappingFolds(items=100), "pair", effect=0.6, runs=100).cube
        assert cube[..., 0, 0].mean() > cube[..., 1, 0].mean() + 0.02

    @pytest.mark.parametrize(
        ("scheme", "splits", "ratio"),
        [("k-fold", 10, 1 / 9), ("repeated", 30, 1 / 9), ("resampled", 30, 0.5), ("5x2", 10, 1.0)],
    )
    def test_the_schemes(self, scheme, splits, ratio):
        """How many splits, and how large a test set is for a training set."""
        design = OverlappingFolds(items=60, scheme=scheme)
        need = need_of("", "pair", algorithms=4, measures=1)
        assert drawn(design, "pair", runs=3).cube.shape == (3, splits, 2, 1)
        assert design.test_train_ratio(need) == pytest.approx(ratio)

    def test_folds_share_no_item(self):
        """And together they are the sample; both classes are in each."""
        from bakeoff.calibration.overlapping_folds import _tested

        tested = _tested(np.random.default_rng(0), 3, 50, "k-fold")
        assert np.sort(tested.reshape(3, -1)).tolist() == [list(range(100))] * 3
        assert np.all((tested >= 50).sum(axis=-1) == 5)

    def test_two_rates_and_the_error(self):
        """With classes of equal size the error is (1 - tpr + fpr)/2."""
        design = OverlappingFolds(items=60)
        rates, error = drawn(design, "measures-table", runs=5), drawn(design, "table", runs=5)
        tpr, fpr = np.moveaxis(rates.cube, -1, 0)
        assert error.cube[..., 0] == pytest.approx((1 - tpr + fpr) / 2)

    def test_training_sets_overlap(self):
        """So the differences in two splits correlate, most of all for random splits."""
        cube = drawn(OverlappingFolds(items=60, scheme="resampled"), "pair", runs=500).cube
        d = cube[..., 0, 0] - cube[..., 1, 0]
        assert np.corrcoef(d[:, 0], d[:, 9])[0, 1] > 0.2


class TestChoice:
    """Which design a test gets."""

    def test_the_first_that_draws_what_it_takes(self):
        """Or the first that has the numbers given."""
        assert design_of(None, "pair", {}).name == "gaussian-folds"
        assert design_of(None, "contingency", {}).name == "bernoulli"
        assert design_of(None, "table", {"datasets": 9}).name == "data-sets"
        assert design_of(None, "table", {"scheme": "5x2"}).name == "overlapping-folds"

    def test_a_design_that_is_made(self):
        """It is taken as it is."""
        design = GaussianFolds(splits=5)
        assert design_of(design, "pair", {}) is design
        with pytest.raises(InvalidInput, match="already has its setting; make it with splits"):
            design_of(design, "pair", {"splits": 3})

    def test_a_design_that_does_not_fit(self):
        """Those that do are named."""
        with pytest.raises(NotApplicable) as fault:
            design_of("data-sets", "contingency", {})
        assert str(fault.value) == (
            "data-sets does not draw what this test takes (contingency); choose one of bernoulli, "
            "overlapping-folds"
        )

    def test_a_number_that_it_does_not_have(self):
        """Those that it has are named."""
        with pytest.raises(InvalidInput) as fault:
            design_of("gaussian-folds", "pair", {"items": 3})
        assert str(fault.value) == (
            "gaussian-folds has no items; it has splits, algorithms, measures, correlation"
        )
        assert fields_of("data-sets") == ["datasets", "algorithms", "measures"]

    @pytest.mark.parametrize(
        ("kind", "setting", "sentence"),
        [
            (GaussianFolds, {"splits": 1}, "splits must be a whole number of at least 2"),
            (GaussianFolds, {"correlation": 1.0}, "correlation must be 0 or above, and below 1"),
            (Bernoulli, {"error": 1.5}, "error must lie strictly between 0 and 1"),
            (Bernoulli, {"agreement": 2}, "agreement must be from 0 to 1"),
            (OverlappingFolds, {"items": 51}, "items must be even, one half of each class"),
            (OverlappingFolds, {"learner": "svm"}, "learner must be one of nearest-neighbour"),
            (OverlappingFolds, {"scheme": "loo"}, "scheme must be one of k-fold"),
            (DataSets, {"datasets": 1}, "datasets must be a whole number of at least 2"),
        ],
    )
    def test_numbers_that_are_none(self, kind, setting, sentence):
        """Each is met by a sentence."""
        with pytest.raises(InvalidInput, match=sentence):
            kind(**setting)
