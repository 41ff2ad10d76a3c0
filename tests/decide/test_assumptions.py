"""The assumptions of what was run: each looked at, each with an outcome, nothing vanishes."""

from __future__ import annotations

import numpy as np
import pytest

import bakeoff
from bakeoff import compare
from bakeoff.data.scores import Scores


def outcomes(found) -> dict[str, str]:
    """Return the outcome of each check by its code."""
    return {check.code: check.outcome for check in found.checks}


def test_folds_are_checked_for_what_a_t_test_assumes(made):
    """Pairing, reach, overlap, normal differences and, for the F of all, sphericity."""
    found = compare(made(3, 12))
    assert outcomes(found) == {
        "pairing": "passed", "reach": "passed", "overlap": "passed", "normality": "passed",
        "sphericity": "passed",
    }  # fmt: skip
    sentence = next(check.sentence for check in found.checks if check.code == "normality")
    assert "Shapiro and Wilk" in sentence


def test_differences_that_are_not_normal_are_an_issue(made):
    """One wild fold: the sentence names the pair and the check, and advises nothing that is worse."""
    scores = made(2, 15)
    values = scores.values.copy()
    values[0, 3, 1, 0] += 0.5
    wild = Scores(values, scores.datasets, scores.splits, scores.algorithms, scores.measures,
                  scores.higher_is_better, "k-fold")  # fmt: skip
    found = compare(wild)
    assert outcomes(found)["normality"] == "issue"
    p = next(check.p_value for check in found.checks if check.code == "normality")
    assert (
        f"normal differences: A - B: not normal (Shapiro and Wilk's test of normality, Holm: p = "
        f"{p:.3g}); t tests bear some of that; tests without normality take splits as independent "
        f"and would ignore the overlap of their training sets, which is worse"
    ) in found.warnings
    told = " ".join([*found.warnings, *found.reasons])
    assert "procedure='permutation'" not in told
    assert "permutation (means by random signs)" not in told


def test_signed_ranks_assume_no_normal_law(made):
    """Nothing is checked that the tests do not need."""
    assert outcomes(compare(made(3, datasets=12))) == {
        "pairing": "passed", "reach": "passed", "overlap": "passed"
    }  # fmt: skip


def test_runs_are_checked_for_equal_variances_where_all_are_tested_at_once(made):
    """Levene's test before the F of all; unequal ones are an issue and say what to trust."""
    scores = made(3, 30, design="independent")
    values = scores.values.copy()
    values[0, :, 2, 0] += np.random.default_rng(0).normal(0, 0.3, 30)
    unequal = Scores(values, scores.datasets, scores.splits, scores.algorithms, scores.measures,
                     scores.higher_is_better, "independent")  # fmt: skip
    assert outcomes(compare(scores))["variances"] == "passed"
    found = compare(unequal)
    assert outcomes(found)["variances"] == "issue"
    assert any("Welch's t of the pairs allows for that" in one for one in found.warnings)


def test_measures_are_checked_for_a_joint_normal_law(made):
    """Mardia's test on the residuals."""
    found = compare(made(3, 20, measures=("tpr", "fpr")), measures=["tpr", "fpr"])
    assert outcomes(found)["multivariate normality"] == "passed"


def test_a_plain_test_on_folds_has_the_overlap_as_an_issue(made):
    """It runs as asked, and is told once."""
    found = compare(made(2), procedure="k-fold-t")
    assert outcomes(found)["overlap"] == "issue"
    assert sum("overlap" in warning for warning in found.warnings) == 1


@pytest.mark.parametrize("name", bakeoff.decide.__all__)
def test_every_name_of_deciding_is_there(name):
    """`bakeoff.decide.X` for each X, also where a module has the same name."""
    assert callable(getattr(bakeoff.decide, name))


def test_compare_and_its_answer_stand_in_the_package():
    """`from bakeoff import compare, Comparison`."""
    assert bakeoff.compare is bakeoff.decide.compare
    assert bakeoff.Comparison is bakeoff.decide.Comparison
    assert {"compare", "Comparison", "decide"} <= {*dir(bakeoff)}
