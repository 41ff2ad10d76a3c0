"""Areas: exact fractions, scikit-learn, numerical integration, degenerate rows."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import mannwhitneyu
from sklearn import metrics

from bakeoff.errors import InvalidInput
from bakeoff.measures import areas, average_precision, pr_auc, pr_auc_trapezoid, roc_auc
from bakeoff.measures.areas import quotient

# Fawcett (2006), Fig. 3
FAWCETT_Y = [1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]
FAWCETT_SCORE = [
    0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505,
    0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1,
]  # fmt: skip

FEW = st.sampled_from([-np.inf, -2.0, -0.0, 0.0, 1e-300, 0.1, 0.1 + 2**-54, 0.5, 3.0, np.inf])
ITEMS = st.lists(st.tuples(st.booleans(), FEW), min_size=1, max_size=15)


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


def by_pairs(truth, score):
    """Return the Wilcoxon statistic as a fraction, pair by pair."""
    wins = Fraction(0)
    pairs = 0
    for true_a, a in zip(truth, score, strict=True):
        for true_b, b in zip(truth, score, strict=True):
            if true_a and not true_b:
                pairs += 1
                wins += 1 if a > b else Fraction(int(a == b), 2)
    return wins / pairs if pairs else None


class TestRocAuc:
    """The area under the ROC curve."""

    def test_printed_values(self):
        """Fawcett's twenty items: 0.68; and 14 of 15 pairs, where the misprinted code gives 1."""
        assert roc_auc(FAWCETT_Y, FAWCETT_SCORE) == 0.68
        falling = np.arange(8, 0, -1)
        assert roc_auc([1, 1, 0, 1, 0, 0, 0, 0], falling) == 14 / 15

    @pytest.mark.parametrize("long", [1, 10**9], ids=["row by row", "all rows"])
    @given(items=ITEMS)
    def test_it_is_the_exact_quotient_rounded_once(self, long, items):
        """Both roads give the float64 nearest to the fraction, with ties and infinities."""
        truth, score = map(np.array, zip(*items, strict=True))
        exact = by_pairs(truth, score)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(areas, "LONG", long)
            found = roc_auc(truth, score)
        assert np.isnan(found) if exact is None else found == float(exact)

    def test_scipy_and_scikit_learn_agree(self):
        """A long and a short row, with ties and without."""
        rng = np.random.default_rng(0)
        for n in (60, 3000):
            for digits in (1, 9):
                y = rng.random(n) < 0.3
                score = (rng.normal(size=n) + y).round(digits)
                found = roc_auc(y, score)
                assert found == pytest.approx(metrics.roc_auc_score(y, score), rel=1e-12)
                u = mannwhitneyu(score[y], score[~y]).statistic
                assert found == u / (y.sum() * (~y).sum())

    @pytest.mark.parametrize("n", [40, 2000])
    def test_many_models_are_the_loop(self, n):
        """Models against one truth, and a truth for each row, give each row's area."""
        rng = np.random.default_rng(9)
        y = rng.random((2, 3, n)) < 0.5
        score = rng.normal(size=(2, 3, n)).round(2)
        found = roc_auc(y, score)
        assert found.shape == (2, 3)
        assert found.tolist() == [
            [roc_auc(y[i, j], score[i, j]) for j in range(3)] for i in range(2)
        ]
        shared = roc_auc(y[0, 0], score)
        assert shared[1, 2] == roc_auc(y[0, 0], score[1, 2])
        assert roc_auc(y, score[0, 0])[1, 2] == roc_auc(y[1, 2], score[0, 0])

    def test_direction(self):
        """Turned scores, or the other positive class, give 1 - area."""
        assert roc_auc([0, 1, 1], [0.1, 0.2, 0.3]) == 1.0
        assert roc_auc([0, 1, 1], [-0.1, -0.2, -0.3]) == 0.0
        assert roc_auc(["a", "b", "b"], [0.1, 0.2, 0.3], positive="a") == 0.0
        assert roc_auc([-1, 1, 1], [0.1, 0.2, 0.3]) == 1.0

    def test_all_scores_equal(self):
        """Nothing is told apart: one half, exactly."""
        assert roc_auc([0, 1, 1, 0, 1], np.ones(5)) == 0.5

    def test_one_class_only(self):
        """No pair to compare: NaN, for that row alone."""
        assert np.isnan(roc_auc([1, 1], [0.1, 0.2]))
        assert np.isnan(roc_auc([0], [0.1]))
        found = roc_auc([[0, 0], [0, 1]], [[0.1, 0.2], [0.1, 0.2]])
        assert np.isnan(found).tolist() == [True, False]
        assert np.isnan(roc_auc(np.ones(2000), np.arange(2000.0)))

    def test_a_float_or_an_array(self):
        """One row gives a Python float."""
        assert type(roc_auc([0, 1], [0.1, 0.2])) is float

    def test_errors_in_full(self):
        """NaN, lengths, models on the wrong axis, text."""
        assert told(roc_auc, [0, 1, 1], [0.1, np.nan, np.nan]) == (
            "score: 2 values are missing (the first at 1); "
            "remove or fill what is missing before measuring"
        )
        assert told(roc_auc, [0, 1, 1], np.zeros((3, 2))) == (
            "y and score must speak of the same items: y had the shape (3,) and score (3, 2); "
            "put the items on the last axis (transpose it)"
        )
        assert told(roc_auc, [0, 1], ["a", "b"]).startswith("score must be numbers")
        assert told(roc_auc, [0, 1], 0.5) == (
            "score must have at least 1 axis and 1 values along the last; it had the shape ()"
        )


def test_a_quotient_beyond_2_to_53_is_still_rounded_once():
    """float64 would round both whole numbers before it divides them."""
    above, below = 4234608421521441656, 4546788965996488290
    assert above / below != float(above) / float(below)
    found = quotient(np.array([above, 1]), np.array([below, 0]))
    assert found[0] == above / below
    assert np.isnan(found[1])


class TestPrAuc:
    """Three areas under precision over recall."""

    def test_average_precision_is_scikit_learns(self):
        """The sum over distinct thresholds, with ties; to the last digits of a sum."""
        rng = np.random.default_rng(1)
        for digits in (1, 8):
            y = rng.random(400) < 0.2
            score = (rng.normal(size=(3, 400)) + y).round(digits)
            theirs = [metrics.average_precision_score(y, one) for one in score]
            assert pr_auc(y, score, method="average-precision") == pytest.approx(theirs, rel=1e-12)
            assert average_precision(y, score) == pytest.approx(theirs, rel=1e-12)

    def test_trapezoid_is_scikit_learns_but_for_its_start(self):
        """Their curve begins at precision 1, ours at that of the first threshold."""
        rng = np.random.default_rng(2)
        y = rng.random(300) < 0.4
        score = (rng.normal(size=300) + y).round(1)
        precision, recall, _ = metrics.precision_recall_curve(y, score)
        precision[-1] = precision[-2]
        theirs = metrics.auc(recall, precision)
        assert pr_auc(y, score, method="trapezoid") == pytest.approx(theirs, rel=1e-12)
        assert pr_auc_trapezoid(y, score) == pytest.approx(theirs, rel=1e-12)

    @given(ITEMS)
    def test_interpolated_is_the_integral(self, items):
        """Numerical integration of Davis and Goadrich's precision, segment by segment."""
        truth, score = map(np.array, zip(*items, strict=True))
        found = pr_auc(truth, score)
        if not truth.any():
            assert np.isnan(found)
            return
        area, tp_a, fp_a = 0.0, 0, 0
        for cut in sorted(set(score.tolist()), reverse=True):
            tp_b, fp_b = int((score >= cut)[truth].sum()), int((score >= cut)[~truth].sum())
            if tp_b > tp_a:
                slope = (fp_b - fp_a) / (tp_b - tp_a)
                false = (tp_a, fp_a, slope)
                area += quad(precision_at, tp_a, tp_b, args=false)[0]
            tp_a, fp_a = tp_b, fp_b
        # quad is asked for 1.5e-8; it does better on these smooth pieces
        assert found == pytest.approx(area / truth.sum(), rel=1e-9)

    def test_one_long_run_of_ties_is_not_a_straight_line(self):
        """From (tp, fp) = (1, 0) to (10, 90) precision bends: 0.1 + the integral, not 0.595."""
        y = [1] + [1] * 9 + [0] * 90
        score = [2.0] + [1.0] * 99
        # precision at t is t / (11 t - 10): integral from 1 to 10, plus 1 before, over 10
        inner = (9 + 10 / 11 * np.log(100.0)) / 11
        assert pr_auc(y, score) == pytest.approx((1 + inner) / 10, rel=1e-14)
        assert pr_auc(y, score, method="trapezoid") == pytest.approx(0.1 + 0.9 * (1 + 0.1) / 2)

    @pytest.mark.parametrize("method", areas.PR_METHODS)
    def test_all_scores_equal_gives_the_share_of_positives(self, method):
        """One point, (recall 1, prevalence); the curve is flat."""
        assert pr_auc([0, 1, 0, 0], np.zeros(4), method=method) == pytest.approx(0.25, rel=1e-15)

    @pytest.mark.parametrize("method", areas.PR_METHODS)
    def test_perfect_and_degenerate_rows(self, method):
        """Perfect order: 1. No negatives: 1. No positives: NaN."""
        assert pr_auc([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4], method=method) == 1.0
        assert pr_auc([1, 1], [0.1, 0.2], method=method) == 1.0
        assert np.isnan(pr_auc([0, 0], [0.1, 0.2], method=method))
        found = pr_auc([[0, 0], [0, 1]], [[0.1, 0.2], [0.1, 0.2]], method=method)
        assert np.isnan(found).tolist() == [True, False]

    @pytest.mark.parametrize("method", areas.PR_METHODS)
    def test_many_models_are_the_loop(self, method, monkeypatch):
        """Any leading axes, in slices too."""
        rng = np.random.default_rng(9)
        y = rng.random((4, 30)) < 0.5
        score = rng.normal(size=(5, 4, 30)).round(1)
        monkeypatch.setattr("bakeoff.measures.counts.AT_ONCE", 90)
        found = pr_auc(y, score, method=method)
        each = [[pr_auc(y[j], score[i, j], method=method) for j in range(4)] for i in range(5)]
        assert found.tolist() == each

    def test_a_wrong_method_is_told(self):
        """The sentence lists the three."""
        assert told(pr_auc, [0, 1], [0, 1], method="simpson") == (
            "method must be one of interpolated, trapezoid, average-precision; it was 'simpson'"
        )


def precision_at(t, tp_a, fp_a, slope):
    """Return the precision after t true positives, false ones growing in proportion."""
    total = t + fp_a + slope * (t - tp_a)
    return t / total if total else 1 / (1 + slope)
