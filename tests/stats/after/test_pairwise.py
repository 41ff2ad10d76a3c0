"""Any test of two for all pairs."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import (
    adjust,
    cv5x2_f,
    mann_whitney,
    paired_t,
    pairwise,
    permutation,
    sign,
    two_sample_t,
    wilcoxon,
)
from bakeoff.stats.after import pair_differences
from bakeoff.stats.pairs import all_pairs

TABLE = np.random.default_rng(0).normal([0.80, 0.82, 0.85, 0.86], 0.02, size=(12, 4))
GROUPS = [[12, 10, 13, 11, 9], [15, 14, 17, 15], [11, 12, 12, 14, 13, 10]]
COLUMNS = ("statistic", "p_value", "p_adjusted", "effect", "difference", "low", "high")


class TestEveryTestOfTwo:
    """The rows are the test's own results."""

    @pytest.mark.parametrize("test", [wilcoxon, paired_t, sign, permutation])
    def test_paired(self, test):
        """One call for all pairs is one call for each."""
        pairs = pairwise(TABLE, test.__name__)
        assert pairs.name == test.__name__
        for row, (i, j) in enumerate(all_pairs(4).tolist()):
            one = test(TABLE[:, i], TABLE[:, j])
            assert pairs.p_value[row] == pytest.approx(one.p_value, rel=1e-12)
            assert pairs.statistic[row] == pytest.approx(one.statistic, rel=1e-12)
            assert pairs.effect[row] == pytest.approx(one.effect.value, rel=1e-12)
        assert pairs.effect_name == one.effect.name
        np.testing.assert_allclose(pairs.p_adjusted, adjust(pairs.p_value, "holm"))

    @pytest.mark.parametrize("test", [wilcoxon, paired_t, permutation])
    def test_the_difference_is_the_estimate_with_its_interval(self, test):
        """In units of the scores."""
        pairs = pairwise(TABLE, test, level=0.9)
        one = test(TABLE[:, 0], TABLE[:, 3])
        assert pairs.difference[2] == pytest.approx(one.estimate, rel=1e-12)
        assert (pairs.low[2], pairs.high[2]) == pytest.approx(one.interval(0.9), rel=1e-12)
        assert pairs.alpha == pytest.approx(0.1)

    def test_the_sign_tests_difference_is_the_median(self):
        """Its interval lies between order statistics: the 3rd and the 10th of 12 (Noether)."""
        pairs = pairwise(TABLE, "sign")
        ordered = np.sort(TABLE[:, 0] - TABLE[:, 1])
        assert pairs.difference[0] == pytest.approx(np.median(ordered))
        assert (pairs.low[0], pairs.high[0]) == (ordered[2], ordered[9])

    @pytest.mark.parametrize("test", [two_sample_t, mann_whitney])
    def test_independent_runs_of_unequal_number(self, test):
        """Groups as `anova` takes them."""
        pairs = pairwise(GROUPS, test.__name__)
        for row, (i, j) in enumerate(all_pairs(3).tolist()):
            one = test(np.array(GROUPS[i], float), np.array(GROUPS[j], float))
            assert pairs.p_value[row] == pytest.approx(one.p_value, rel=1e-12)
            assert pairs.difference[row] == pytest.approx(one.estimate, rel=1e-12)
            assert (pairs.low[row], pairs.high[row]) == pytest.approx(one.interval(0.95))

    def test_five_times_two_fold(self):
        """Ten rows, the folds of a repeat after each other."""
        table = np.random.default_rng(1).normal(size=(10, 3))
        pairs = pairwise(table, "cv5x2_f")
        one = cv5x2_f((table[:, 0] - table[:, 2]).reshape(5, 2))
        assert pairs.p_value[1] == pytest.approx(one.p_value, rel=1e-12)

    def test_the_corrected_t(self):
        """The ratio is handed on, or set by a partial."""
        wanted = paired_t(TABLE[:, 0], TABLE[:, 1], test_train_ratio=1 / 9)
        for pairs in (
            pairwise(TABLE, "paired_t", test_train_ratio=1 / 9),
            pairwise(TABLE, partial(paired_t, test_train_ratio=1 / 9)),
        ):
            assert pairs.p_value[0] == pytest.approx(wanted.p_value, rel=1e-12)
            assert pairs.name == "paired_t"

    def test_details_are_those_of_the_test(self):
        """One value for each pair."""
        pairs = pairwise(TABLE, "wilcoxon")
        one = wilcoxon(TABLE[:, 0], TABLE[:, 1])
        assert pairs.details["w_plus"][0] == one.details["w_plus"]


class TestAFunctionOfOnesOwn:
    """f(a, b) gives a p-value, or a result with one."""

    def test_scipys(self):
        """Differences are means with the interval of the t test."""
        pairs = pairwise(TABLE, scipy.stats.ttest_rel)
        ours = pairwise(TABLE, "paired_t")
        for name in COLUMNS:
            np.testing.assert_allclose(getattr(pairs, name), getattr(ours, name), rtol=1e-9)

    def test_a_bare_p_value(self):
        """A lambda will do."""
        pairs = pairwise(TABLE, lambda a, b: float(np.mean(a > b)), correction="none")
        np.testing.assert_allclose(
            pairs.p_value, [np.mean(TABLE[:, i] > TABLE[:, j]) for i, j in all_pairs(4)]
        )

    def test_a_partial_of_a_test_here_is_still_called_at_once(self):
        """Its own choices stay."""
        pairs = pairwise(TABLE, partial(wilcoxon, zeros="pratt", method="asymptotic"))
        assert pairs.method == "asymptotic"
        assert pairs.name == "wilcoxon"


class TestChoices:
    """Control, correction, alternative."""

    def test_a_control(self):
        """Pairs are (other, control)."""
        frame = pd.DataFrame(TABLE, columns=list("abcd"))
        pairs = pairwise(frame, "wilcoxon", control="b", alternative="less")
        assert pairs.a == ("a", "c", "d")
        assert set(pairs.b) == {"b"}
        one = wilcoxon(TABLE[:, 2], TABLE[:, 1], alternative="less")
        assert pairs.p_value[1] == pytest.approx(one.p_value)

    @pytest.mark.parametrize("correction", ["none", "shaffer", "bergmann-hommel", "hochberg"])
    def test_corrections(self, correction):
        """Those of `adjust`."""
        pairs = pairwise(TABLE, "paired_t", correction=correction)
        wanted = pairs.p_value if correction == "none" else adjust(pairs.p_value, correction)
        np.testing.assert_allclose(pairs.p_adjusted, wanted)

    def test_many_pairs_take_the_asymptotic_road(self):
        """Exact for 190 pairs on 112 data sets; asymptotic for 1770 on 500, with medians."""
        rng = np.random.default_rng(2)
        assert pairwise(rng.normal(size=(112, 20)), "wilcoxon").method == "exact"
        table = rng.normal(size=(500, 60))
        pairs = pairwise(table, "wilcoxon")
        assert pairs.method == "asymptotic"
        assert pairs.notes[-1] == pair_differences.TOLD
        theirs = scipy.stats.wilcoxon(table[:, 0], table[:, 7], method="asymptotic")
        assert pairs.p_value[6] == pytest.approx(theirs.pvalue, rel=1e-9)
        assert pairs.difference[6] == pytest.approx(np.median(table[:, 0] - table[:, 7]))


class TestDegenerateData:
    """Identical algorithms."""

    @pytest.mark.parametrize("test", ["wilcoxon", "paired_t", "sign", "permutation"])
    def test_identical_algorithms(self, test):
        """P = 1, effect 0, no nan."""
        pairs = pairwise(np.tile(TABLE[:, :1], 3), test)
        assert pairs.p_value.tolist() == [1.0] * 3
        for name in COLUMNS:
            assert not np.isnan(getattr(pairs, name)).any()
        assert pairs.notes


def test_a_batch_is_its_tables_one_by_one():
    """Two leading axes, paired and not."""
    tables = np.random.default_rng(1).normal(size=(2, 3, 8, 3))
    for test in ("wilcoxon", "paired_t", "sign"):
        batch = pairwise(tables, test)
        for place in np.ndindex(2, 3):
            one = pairwise(tables[place], test)
            for name in COLUMNS:
                np.testing.assert_allclose(getattr(batch, name)[place], getattr(one, name))
    runs = list(np.moveaxis(tables, -1, 0))
    batch = pairwise(runs, "two_sample_t")
    one = pairwise([run[1, 2] for run in runs], "two_sample_t")
    np.testing.assert_allclose(batch.p_adjusted[1, 2], one.p_adjusted)


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize(
        ("test", "choices", "sentence"),
        [
            (
                "friedman",
                {},
                (
                    "test must compare two algorithms on one measure, one of paired_t, cv5x2_t, "
                    "cv5x2_f, sign, wilcoxon, permutation, two_sample_t, mann_whitney; it was "
                    "'friedman'"
                ),
            ),
            ("wilcoxn", {}, "there is no test named 'wilcoxn'; did you mean wilcoxon?"),
            (3, {}, "test must be the name of a test, or a function; it was 3"),
            ("sign", {"test_train_ratio": 0.1}, "sign has no test_train_ratio; leave it out"),
            ("cv5x2_f", {"alternative": "less"}, "cv5x2_f has no alternative; leave it out"),
            (
                "cv5x2_t",
                {},
                (
                    "table must have ten rows for this test, 5 repeats of 2 folds; "
                    "it had the shape (12, 4)"
                ),
            ),
            (lambda *_: 2.0, {}, "test must give a p-value between 0 and 1; <lambda> gave 2"),
            (
                lambda *_: "no",
                {},
                "test must give a p-value, or a result with one; it gave str",
            ),
            (
                "sign",
                {"control": 0, "correction": "shaffer"},
                "correction='shaffer' is for all pairs; with a control use holm or finner",
            ),
        ],
    )
    def test_what_is_wrong(self, test, choices, sentence):
        """What it must be, and what it was."""
        with pytest.raises(InvalidInput) as caught:
            pairwise(TABLE, test, **choices)
        assert str(caught.value).startswith(sentence)
