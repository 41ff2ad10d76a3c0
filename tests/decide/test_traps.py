"""Where people go wrong: each refusal and each warning, with its sentence."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bakeoff import compare
from bakeoff.data.scores import Scores
from bakeoff.errors import InvalidInput, NotApplicable

ONE_SCORE = (
    "each algorithm has one score on each data set; if that is one run and no mean of several, how "
    "much it varies from run to run is not seen"
)


def table(n: int = 12, k: int = 3, seed: int = 0) -> pd.DataFrame:
    """Return accuracies of k algorithms on n data sets, none of them alike."""
    rng = np.random.default_rng(seed)
    values = (rng.uniform(0.6, 0.9, (n, 1)) + rng.normal(0, 0.03, (n, k))).round(4)
    frame = pd.DataFrame(values, columns=list("ABCDEFGH"[:k]))
    frame.insert(0, "dataset", [f"set{place:02}" for place in range(n)])
    return frame


def long(frame: pd.DataFrame, *, runs: int = 1) -> pd.DataFrame:
    """Return a table as one row a score, each run a little different."""
    parts = []
    for run in range(runs):
        part = frame.melt("dataset", var_name="algorithm", value_name="accuracy")
        parts.append(part.assign(run=run, accuracy=part["accuracy"] + 0.001 * run))
    return pd.concat(parts, ignore_index=True)


# what is refused


def refusal(data, **choices) -> str:
    """Return the sentence with which a comparison is refused."""
    with pytest.raises((InvalidInput, NotApplicable)) as caught:
        compare(data, **choices)
    return str(caught.value)


def test_one_run_per_algorithm():
    """One number each says nothing about chance."""
    one = pd.DataFrame({"dataset": ["iris"], "A": [0.9], "B": [0.8]})
    assert refusal(one, measure="accuracy") == (
        "there is one number for each algorithm (iris, one split): chance cannot be told from a "
        "difference; give the scores of several splits or data sets, or the predictions on the "
        "test items"
    )


def test_one_algorithm():
    """There is nothing to compare it with."""
    scores = Scores(
        np.full((2, 1, 1, 1), 0.5), ["a", "b"], [(0, 0)], ["A"], ["error"], {"error": False}
    )
    assert refusal(scores) == (
        "there is one algorithm, A, and nothing to compare it with: give the scores of another one "
        "too (several files are read together); `mean_t` or `binomial` test one alone"
    )


def test_a_measure_whose_direction_is_not_known():
    """It is asked for and never guessed."""
    assert "whether more is better is not known" in refusal(table(), measure="quux")
    assert compare(table(), measure="quux", higher_is_better=True).question.higher_is_better


def test_unpaired_runs_are_not_treated_as_paired(made):
    """Runs of their own: no paired test is run on them, and the sentence says which are."""
    runs = made(3, 8, design="independent")
    assert refusal(runs, posthoc="wilcoxon") == (
        "wilcoxon compares pair by pair, and these runs are not paired (design 'independent'): use "
        "two_sample_t or mann_whitney, or read the scores with another design"
    )
    assert refusal(runs, procedure="wilcoxon") == (
        "wilcoxon compares over data sets or splits, and these scores are over runs; "
        "procedure='auto' would take 'welch'"
    )


def test_pairing_is_not_thrown_away(made):
    """Scores over the same splits are not tested as independent runs."""
    assert refusal(made(3), posthoc="two_sample_t") == (
        "two_sample_t takes independent runs, and these scores are paired over the same splits: "
        "pairing would be lost; use wilcoxon or paired_t, or read the scores with "
        "design='independent' if they are runs of their own"
    )


def test_missing_scores(made):
    """A failed cell is an error that names it; dropping says how much."""
    frame = table()
    frame.loc[3, "B"] = np.nan
    assert refusal(frame, measure="accuracy") == (
        "scores: 1 cell is missing (set03/B); give missing='drop' to leave out their data sets, "
        "or fill them in"
    )
    found = compare(frame, measure="accuracy", missing="drop")
    assert found.question.n == 11
    assert any("1 of 12 data sets with a missing score left out" in one for one in found.reasons)
    scores = made(2, 5)
    values = scores.values.copy()
    values[0, 2, 1, 0] = np.nan
    holed = Scores(values, scores.datasets, scores.splits, scores.algorithms, scores.measures,
                   scores.higher_is_better, "k-fold")  # fmt: skip
    assert refusal(holed) == (
        "1 score missing (the first: set0/B repeat 0 fold 2, error); give missing='drop' to leave "
        "out what is incomplete, or leave out the algorithm with algorithms=[...]"
    )
    assert compare(holed, missing="drop").question.n == 4


def test_a_second_factor_is_not_pooled():
    """Two scores of one cell that another column parts."""
    frame = long(table())
    both = pd.concat([frame.assign(tuned="no"), frame.assign(tuned="yes")]).drop(columns="run")
    sentence = refusal(both)
    assert "has a second factor (tuned: no, yes), which must not be pooled" in sentence
    assert "where={'tuned': 'no'}" in sentence
    assert compare(both, where={"tuned": "no"}).question.n == 12


def test_percent_and_fractions_are_not_mixed():
    """Neither over data sets nor over algorithms."""
    frame = table()
    frame.loc[2, ["A", "B", "C"]] = [81.0, 82.0, 83.0]
    assert "write all in one scale" in refusal(frame, measure="accuracy")
    scores = Scores(
        table()[["A", "B", "C"]].to_numpy()[:, None, :, None] * np.array([1, 1, 100.0])[:, None],
        [f"s{place}" for place in range(12)], [(0, 0)], list("ABC"), ["accuracy"],
        {"accuracy": True},
    )  # fmt: skip
    assert refusal(scores) == (
        "accuracy: algorithm A looks like fractions and C like percent; write all in one scale"
    )


def test_several_measures_must_be_told_apart(made):
    """Which one, or all together: both ways are named."""
    assert refusal(made(2, measures=("error", "auc"))) == (
        "which measure? there are error, auc: pass measure= with one of them, or measures= with "
        "several to be tested together"
    )
    assert refusal(made(2), measure="error", measures=["error"]) == (
        "give measure= for one, or measures= for several to be tested together"
    )


def test_five_times_two_tests_want_that_design(made):
    """The design is part of the test."""
    assert refusal(made(2, 10), posthoc="cv5x2_f") == (
        "cv5x2_f needs five times two-fold cross-validation on one data set; these scores have the "
        "design k-fold and 10 splits"
    )


def test_a_margin_is_of_one_measure(made):
    """A number without a unit would mean nothing."""
    scores = made(2, measures=("tpr", "fpr"))
    assert refusal(scores, measures=["tpr", "fpr"], margin=0.1) == (
        "margin is in units of one measure; pass measure= with one of tpr, fpr, or leave margin= "
        "out"
    )


def test_an_unknown_control():
    """The names there are stand in the sentence."""
    assert "Z" in (sentence := refusal(table(), measure="accuracy", control="Z"))
    assert "A, B, C" in sentence


# what is warned of


def warnings(data, **choices) -> list[str]:
    """Return what a comparison warns of."""
    return compare(data, **choices).warnings


def test_nothing_is_wrong_with_means_over_splits(made):
    """A good design is not talked at."""
    assert warnings(made(3, 10, datasets=12)) == []
    assert warnings(made(3, 10, seed=2)) == []


def test_one_score_and_few_data_sets():
    """Both are said."""
    assert warnings(table(), measure="accuracy") == [ONE_SCORE]
    assert warnings(table(4), measure="accuracy")[0] == (
        "4 data sets are few: what is found holds for these, and hardly for others"
    )


def test_the_same_data_set_twice():
    """By its numbers, or by its name."""
    frame = table()
    frame.loc[5, ["A", "B", "C"]] = frame.loc[2, ["A", "B", "C"]]
    assert warnings(frame, measure="accuracy")[1] == (
        "the same data set seems to be there twice: set02 and set05 have the same scores; rows "
        "must be independent, leave one of each out"
    )
    frame = table()
    frame.loc[1, "dataset"] = "Set-00"
    assert warnings(frame, measure="accuracy")[1] == (
        "data sets with nearly the same name: set00 and Set-00; if they are the same data, leave "
        "one of each out"
    )


def test_the_same_algorithm_twice():
    """A copy of a column is no second algorithm."""
    frame = table().assign(D=lambda one: one["A"])
    assert warnings(frame, measure="accuracy")[1] == (
        "the same scores everywhere: A and D; is one a copy of the other?"
    )


def test_failed_runs_that_were_written_as_zero_or_as_wild_numbers():
    """A zero among good scores, or an error a thousand times the others'."""
    frame = table()
    frame.loc[4, "C"] = 0.0
    assert warnings(frame, measure="accuracy")[1] == (
        "C: 1 score of exactly 0 where the others are far above; if these are failed runs, they "
        "are missing and not bad"
    )
    frame = table(k=4)
    frame.loc[4, "C"] = 4.9e9
    assert warnings(frame, measure="rmse")[1] == (
        "more than 1000 times what the others have: C on set04 (4.9e+09); if these are failed "
        "runs, they are missing and not bad"
    )


def test_of_two_algorithms_a_wild_score_is_one_beside_the_other_and_the_rest():
    """A thousand times the other one, and what is usual on the rows."""
    frame = table(k=2)
    frame.loc[4, "B"] = 4.9e9
    assert any("B on set04 (4.9e+09)" in one for one in warnings(frame, measure="rmse"))


def test_data_sets_on_different_scales():
    """Of errors in metres and in millimetres only wins count; signed ranks are warned of."""
    frame = table(k=3)
    names = ["A", "B", "C"]
    frame[names] = frame[names].mul(10.0 ** np.arange(12), axis=0)
    for two in (names, names[:2]):
        by_itself = compare(frame[["dataset", *two]], measure="rmse")
        assert by_itself.pairs.name == "sign"
        assert any("decided by the data sets with the largest" in one for one in by_itself.reasons)
        assert not any("different size" in one for one in by_itself.warnings)
    asked = compare(frame, measure="rmse", posthoc="wilcoxon")
    assert asked.pairs.name == "wilcoxon"
    assert [one for one in asked.warnings if "different size" in one] == [
        (
            "rmse is of very different size from data set to data set: tests of sizes (wilcoxon, t) "
            "weigh the large ones most; procedure='sign' or posthoc='nemenyi' only asks who is ahead"
        )
    ]


def test_items_that_look_like_data_sets():
    """Rows of nothing but 0 and 1 are items, right or wrong."""
    rng = np.random.default_rng(0)
    items = pd.DataFrame(rng.integers(0, 2, (40, 2)).astype(float), columns=["A", "B"])
    items.insert(0, "dataset", [f"item{place}" for place in range(40)])
    assert any(
        "mcnemar (two) or cochran_q (several) is the test" in one
        for one in warnings(items, measure="accuracy")
    )


def test_a_design_that_cannot_reach_the_level():
    """Five data sets, two algorithms, Wilcoxon: the smallest p is .0625, and it is said."""
    frame = table(5, 2).assign(A=[0.5, 0.51, 0.52, 0.53, 0.54], B=[0.6, 0.62, 0.64, 0.66, 0.68])
    found = compare(frame, measure="accuracy")
    assert not found.pairs.significant.any()
    assert found.warnings[-1] == (
        "what the design can reach: with 5 data sets and 1 pair the smallest possible p, "
        "after the correction, is 0.0625: this design cannot reach 0.05 whatever the scores are"
    )
    assert found.undecided[0]["needed"] >= 6


def test_folds_of_unknown_making(made):
    """They are taken for a cross-validation, and that is said."""
    found = compare(made(2, 10, design=None))
    assert found.question.test_train_ratio == pytest.approx(1 / 9)
    assert found.warnings == [
        (
            "nobody said how the 10 splits were made; they were taken for the folds of a "
            "cross-validation, whose training sets overlap; pass design= if they are not"
        )
    ]


def test_resamples_of_unknown_size(made):
    """Without the sizes nothing can be corrected, and that is said."""
    scores = made(2, 10, design="resampled")
    found = compare(scores)
    assert found.question.test_train_ratio is None
    assert found.warnings[0] == (
        "how large the training and test sets were is not known, so the test cannot be corrected "
        "for their overlap; give n_train and n_test"
    )


def test_data_sets_with_different_numbers_of_splits(made):
    """Each counts once."""
    scores = made(2, 10, datasets=6)
    values = scores.values.copy()
    values[0, 5:] = np.nan
    few = Scores(values, scores.datasets, scores.splits, scores.algorithms, scores.measures,
                 scores.higher_is_better, "k-fold")  # fmt: skip
    assert warnings(few) == ["data sets have from 5 to 10 splits; each data set counts once"]
