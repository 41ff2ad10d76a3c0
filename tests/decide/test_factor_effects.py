"""Main effects and interactions, against statsmodels and by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
import statsmodels.formula.api as smf

from bakeoff.data.scores import Scores
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.experiments import fractional_factorial, full_factorial, one_factor_at_a_time
from bakeoff.stats import anova_blocks


def scores_of(design, values):
    """Return scores of one data set over splits: splits x runs."""
    return Scores(
        np.asarray(values)[None, :, :, None],
        datasets=["d"],
        splits=[(0, fold) for fold in range(len(values))],
        algorithms=design.names,
        measures=["error"],
        higher_is_better={"error": False},
        design="holdout",  # splits that share nothing
    )


def noise(design, blocks=8, seed=0):
    return np.random.default_rng(seed).normal(size=(blocks, len(design)))


@pytest.mark.parametrize(
    "factors",
    [
        {"a": [0, 1], "b": [0, 1]},
        {"a": ["u", "v", "w"], "b": [1, 2, 3, 4]},
        {"a": [0, 1], "b": [0, 1, 2], "c": [5, 6]},
    ],
)
def test_the_table_is_that_of_statsmodels(factors):
    """Blocks, main effects, interactions of two: sums of squares, F and p."""
    design = full_factorial(factors)
    values = noise(design) + np.array([2.0 * (run["a"] in {1, "v"}) for run in design.runs])
    order = len(factors)
    found = design.effects(scores_of(design, values), order=order)
    rows = [
        {"block": block, "y": values[block, place], **run}
        for block in range(len(values))
        for place, run in enumerate(design.runs)
    ]
    formula = "y ~ C(block) + " + " * ".join(f"C({name})" for name in factors)
    table = sm.stats.anova_lm(smf.ols(formula, pd.DataFrame(rows)).fit())
    assert found.attrs["error_df"] == table.loc["Residual", "df"]
    for term in found.index:
        theirs = table.loc[":".join(f"C({name})" for name in term.split(" x "))]
        ours = found.loc[term, ["df", "sum_of_squares", "F", "p_value"]].astype(float)
        assert ours.to_numpy() == pytest.approx(
            theirs[["df", "sum_sq", "F", "PR(>F)"]].to_numpy(), rel=1e-9
        )


def test_a_fraction_names_what_its_effects_are_mixed_with():
    """Half of four factors: AB is CD, and main effects are clear of interactions of two."""
    design = fractional_factorial({name: [0, 1] for name in "ABCD"})
    found = design.effects(scores_of(design, noise(design)))
    assert found["mixed_with"].to_dict() == {
        "A": "", "B": "", "C": "", "D": "", "A x B": "C x D", "A x C": "B x D", "A x D": "B x C",
    }  # fmt: skip


def test_the_difference_is_what_a_factor_makes():
    """A factor that adds 3 makes a difference of 3, without noise exactly, and p = 0."""
    design = fractional_factorial({name: [0, 1] for name in "ABC"})
    values = np.tile([3.0 * run["B"] for run in design.runs], (5, 1))
    found = design.effects(scores_of(design, values))
    assert found.loc["B", "difference"] == pytest.approx(3)
    assert found.loc["B", "p_value"] == 0
    assert found.loc["A", "F"] == 0
    assert found.loc["A", "p_value"] == 1


def test_one_factor_at_a_time_has_main_effects_alone():
    """Interactions can't be seen there, and are not shown."""
    design = one_factor_at_a_time({"a": [0, 1], "b": [0, 1, 2]})
    assert design.effects(scores_of(design, noise(design))).index.tolist() == ["a", "b"]


def test_several_data_sets_are_the_blocks():
    """Their means over splits, whatever the number of splits."""
    design = full_factorial({"a": [0, 1], "b": [0, 1]})
    values = np.random.default_rng(1).normal(size=(6, 3, 4, 1))
    choices = {
        "algorithms": design.names,
        "measures": ["error"],
        "higher_is_better": {"error": False},
    }
    several = Scores(values, datasets=list("abcdef"), splits=[(0, 0), (0, 1), (0, 2)], **choices)
    means = Scores(
        values.mean(axis=1)[None],
        datasets=["d"],
        splits=[(0, one) for one in range(6)],
        design="holdout",
        **choices,
    )
    pd.testing.assert_frame_equal(design.effects(several), design.effects(means))


def test_splits_that_share_training_items_are_corrected_for():
    """F is divided by 1 + n ratio, as `anova_blocks` does with the whole design."""
    design = full_factorial({"a": [0, 1]})
    plain = scores_of(design, noise(design, blocks=10))
    n = np.full((1, 10), 10.0)
    folds = replace(plain, design="k-fold", n_train=9 * n, n_test=n)
    ratio = plain_f(design, plain) / plain_f(design, folds)
    assert ratio == pytest.approx(1 + 10 / 9)
    whole = anova_blocks(plain.values[0, :, :, 0], test_train_ratio=1 / 9)
    assert plain_f(design, folds) == pytest.approx(whole.statistic)


def plain_f(design, scores):
    return design.effects(scores).loc["a", "F"]


def test_runs_that_are_missing_are_named():
    """And two blocks are needed."""
    design = full_factorial({"a": [0, 1], "b": [0, 1]})
    with pytest.raises(
        InvalidInput,
        match=r"the scores lack 4 runs of the design .the first: svm a=0, b=0.; run them, or say prefix=",
    ):
        design.effects(scores_of(design, noise(design)), prefix="svm ")
    with pytest.raises(
        NotApplicable, match="effects of factors take two splits or data sets at least"
    ):
        design.effects(scores_of(design, noise(design, blocks=1)))
