"""Whether folds can be taken for independent runs."""

import numpy as np
import pandas as pd
import pytest
import scipy.stats

from bakeoff.errors import NotApplicable
from bakeoff.stats import anova, fold_dependence

SCORES = np.array([[0.20, 0.26, 0.17], [0.25, 0.18, 0.201]])


class TestReduction:
    """The simpler test inside."""

    def test_f_is_that_of_repeats_as_groups(self):
        """Its upper tail is that of `anova`; both tails count here."""
        scores = np.random.default_rng(0).normal(size=(5, 10))
        scores += np.arange(5)[:, np.newaxis]
        ours, wanted = fold_dependence(scores), anova(scores)
        assert ours.statistic == pytest.approx(wanted.statistic, rel=1e-12)
        assert ours.df == wanted.df == (4, 45)
        assert ours.p_value == pytest.approx(2 * wanted.p_value, rel=1e-9)

    def test_the_lower_tail(self):
        """Repeats whose means are more alike than chance would have them."""
        result = fold_dependence(SCORES)
        lower = scipy.stats.f.cdf(result.statistic, 1, 4)
        assert result.p_value == pytest.approx(2 * lower, rel=1e-9)
        assert result.effect.value == pytest.approx(-0.5, abs=1e-3)
        assert result.notes[0].startswith("the folds of a repeat share out one set of items")


class TestProperties:
    """What it sees."""

    def test_independent_scores_hold_the_level(self):
        """Of 4000 tables of normal scores, to about four standard errors."""
        scores = np.random.default_rng(1).normal(size=(4000, 5, 10))
        p = fold_dependence(scores).p_value
        assert np.mean(p <= 0.05) == pytest.approx(0.05, abs=0.014)

    def test_shared_items_are_found(self):
        """Each item is hard or easy whatever the fold: means of a repeat hardly differ."""
        rng = np.random.default_rng(2)
        items = rng.normal(size=100)
        folds = np.array([rng.permutation(items).reshape(10, 10).mean(axis=1) for _ in range(10)])
        result = fold_dependence(folds)
        assert result.p_value < 1e-6
        assert result.effect.value == pytest.approx(-1 / 9, abs=1e-6)

    def test_a_shift_of_a_repeat_is_found_too(self):
        """Positive correlation."""
        scores = np.random.default_rng(3).normal(size=(4, 5)) + 3 * np.arange(4)[:, np.newaxis]
        result = fold_dependence(scores)
        assert result.p_value < 0.001
        assert result.effect.value > 0.5
        assert result.notes[0].startswith("the folds of a repeat are more alike")


class TestInput:
    """Arrays, frames and scores."""

    def test_a_frame_in_any_order(self):
        """Splits x algorithms, with the levels repeat and fold: one test for each algorithm."""
        index = pd.MultiIndex.from_product([[1, 2], [1, 2, 3]], names=["repeat", "fold"])
        frame = pd.DataFrame({"a": SCORES.reshape(-1), "b": SCORES.reshape(-1) ** 2}, index=index)
        shuffled = frame.sample(frac=1.0, random_state=0)
        result = fold_dependence(shuffled)
        assert result.p_value[0] == pytest.approx(fold_dependence(SCORES).p_value)
        assert result.p_value[1] == pytest.approx(fold_dependence(SCORES**2).p_value)

    def test_scores_of_one_data_set(self):
        """What `read_scores` gives, by its method `folds`."""
        from bakeoff import read_scores

        rows = [
            {"dataset": "d", "algorithm": name, "repeat": r, "fold": f, "error": value + shift}
            for name, shift in (("a", 0.0), ("b", 0.1))
            for (r, f), value in np.ndenumerate(SCORES)
        ]
        scores = read_scores(pd.DataFrame(rows), measure="error", higher_is_better=False)
        found = fold_dependence(scores)
        assert found.p_value[0] == pytest.approx(fold_dependence(SCORES).p_value)


class TestDegenerateData:
    """No variation."""

    def test_equal_scores(self):
        """P = 1 and a note."""
        result = fold_dependence(np.full((2, 3), 0.1))
        assert tuple(result) == (0.0, 1.0)
        assert result.notes[0] == "all scores are equal: there is nothing to tell"

    def test_repeats_without_variation_that_differ(self):
        """F is infinite, p 0."""
        result = fold_dependence([[1, 1], [2, 2]])
        assert tuple(result) == (np.inf, 0.0)
        assert result.effect.value == 1.0


def test_a_batch_is_its_tables_one_by_one():
    """Two leading axes."""
    scores = np.random.default_rng(1).normal(size=(2, 3, 4, 5))
    batch = fold_dependence(scores)
    for place in np.ndindex(2, 3):
        assert tuple(fold_dependence(scores[place])) == pytest.approx(
            (batch.statistic[place], batch.p_value[place]), rel=1e-10
        )


def test_one_run_of_folds_tells_nothing():
    """What it must be, what it was, and what to do."""
    with pytest.raises(NotApplicable) as caught:
        fold_dependence([0.1, 0.2, 0.3])
    assert str(caught.value) == (
        "whether folds are independent cannot be told from one run of them (Bengio and Grandvalet "
        "2004); scores must be repeats x folds, at least 2 x 2, and had the shape (3,); repeat the "
        "cross-validation with other partitions"
    )
