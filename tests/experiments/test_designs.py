"""Factors and levels, expanded into algorithms; fractions with their resolution."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.experiments import (
    KFold,
    Study,
    fractional_factorial,
    full_factorial,
    one_factor_at_a_time,
)

FACTORS = {"C": [0.1, 1.0, 10.0], "kernel": ["linear", "rbf"]}


def two_levels(k):
    return {name: [-1, 1] for name in "ABCDEFGHIJK"[:k]}


def test_one_factor_at_a_time_leaves_the_start_by_one_factor():
    """1 + (3 - 1) + (2 - 1) runs; each differs from the first in one factor."""
    design = one_factor_at_a_time(FACTORS, start={"C": 1.0})
    assert len(design) == 4
    first = design.runs[0]
    assert first == {"C": 1.0, "kernel": "linear"}
    assert all(sum(run[name] != first[name] for name in run) == 1 for run in design.runs[1:])


def test_a_full_factorial_has_every_combination():
    """3 x 2 runs, each once."""
    design = full_factorial(FACTORS)
    assert {tuple(run.values()) for run in design} == set(itertools.product(*FACTORS.values()))
    assert len(design) == 6
    assert design.resolution is None


@pytest.mark.parametrize(
    ("k", "runs", "resolution", "shortest"),
    [  # Box, Hunter and Hunter (2005), table 6.22: resolution; words of that length with least aberration
        (3, 4, 3, 1),
        (4, 8, 4, 1),
        (5, 16, 5, 1),
        (5, 8, 3, 2),
        (6, 32, 6, 1),
        (6, 16, 4, 3),
        (6, 8, 3, 4),
        (7, 64, 7, 1),
        (7, 32, 4, 1),
        (7, 16, 4, 7),
        (7, 8, 3, 7),
        (8, 64, 5, 2),
        (8, 32, 4, 3),
        (8, 16, 4, 14),
        (9, 64, 4, 1),
        (9, 32, 4, 6),
        (9, 16, 3, 4),
        (10, 64, 4, 2),
        (11, 128, 5, 6),
    ],
)
def test_fractions_are_those_of_the_published_table(k, runs, resolution, shortest):
    """The resolution of the book, and as few shortest words."""
    design = fractional_factorial(two_levels(k), runs=runs)
    assert len(design) == runs
    assert design.resolution == resolution
    assert sum(len(word) == resolution for word in design.defining) == shortest


@pytest.mark.parametrize(("k", "runs"), [(4, 8), (5, 8), (6, 16), (7, 16)])
def test_a_fraction_is_balanced_and_keeps_its_defining_relation(k, runs):
    """Columns are orthogonal, runs differ, and the product of every word is the same in all runs."""
    design = fractional_factorial(two_levels(k), runs=runs)
    signs = np.array([list(run.values()) for run in design])
    assert np.array_equal(signs.T @ signs, runs * np.eye(k, dtype=int))
    assert len({tuple(row) for row in signs.tolist()}) == runs
    names = list(design.factors)
    for word in design.defining:
        product = np.prod(signs[:, [names.index(name) for name in word]], axis=1)
        assert len(set(product.tolist())) == 1


def test_a_wished_for_resolution_takes_the_smallest_fraction():
    """Six factors: resolution 3 in 8 runs, 4 in 16, 6 in 32."""
    sizes = [len(fractional_factorial(two_levels(6), resolution=one)) for one in (3, 4, 5, 6)]
    assert sizes == [8, 16, 32, 32]


def test_generators_may_be_given():
    """D = AB has resolution 3, and the words are told."""
    design = fractional_factorial(two_levels(4), generators={"D": "AB"})
    assert design.resolution == 3
    assert design.defining == (("A", "B", "D"),)


def test_runs_become_algorithms_with_names():
    """Settings reach the parameters, of pipelines by their full names."""
    pipe = make_pipeline(StandardScaler(), SVC())
    found = full_factorial({"svc__C": [1, 2.0]}).algorithms(pipe, prefix="svm ")
    assert list(found) == ["svm svc__C=1", "svm svc__C=2"]
    assert found["svm svc__C=2"].get_params()["svc__C"] == 2.0
    assert pipe.get_params()["svc__C"] == 1.0


def test_a_design_shows_itself():
    """In a line and as a frame."""
    design = full_factorial(FACTORS)
    assert repr(design) == "Design: full factorial, 2 factors, 6 runs"
    assert design.to_frame().loc["C=10, kernel=rbf"].tolist() == [10.0, "rbf"]


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: full_factorial({}), "factors must map at least one parameter to its levels"),
        (lambda: full_factorial({"C": 1}), "factors: the levels of C must be a list; it was 1"),
        (
            lambda: full_factorial({"C": [1, 1.0]}),
            "factors: C must have two different levels at least; it had 1, 1",
        ),
        (
            lambda: one_factor_at_a_time(FACTORS, start={"C": 5}),
            "start: C = 5 is no level of the factors",
        ),
        (
            lambda: fractional_factorial({**two_levels(3), "D": [1, 2, 3]}),
            "factors: D must have two levels for a fraction; it had 3",
        ),
        (
            lambda: fractional_factorial(two_levels(4), runs=7),
            "runs must be a power of 2 below 16, all combinations; it was 7",
        ),
        (
            lambda: fractional_factorial(two_levels(4), runs=8, resolution=4),
            "give runs, resolution or generators, not several of them",
        ),
        (
            lambda: fractional_factorial(two_levels(4), generators={"D": "AD"}),
            "generators: D must be the product of two or more of A, B, C; it was ['A', 'D']",
        ),
        (
            lambda: full_factorial({"gamma_": [1, 2]}).algorithms(SVC()),
            "SVC does not take gamma_=1: ",
        ),
        (
            lambda: full_factorial({str(name): range(10) for name in range(6)}),
            "these factors have 1000000 combinations; take fewer levels, or fractional_factorial",
        ),
    ],
)
def test_what_is_no_design_is_refused(make, told):
    """One sentence."""
    with pytest.raises(InvalidInput) as caught:
        make()
    assert str(caught.value).startswith(told)


def test_what_no_fraction_can_do_is_said():
    """Four factors in 4 runs mix main effects; resolution 5 takes all of four factors."""
    with pytest.raises(
        NotApplicable, match="4 factors in 4 runs mix main effects with each other; take more runs"
    ):
        fractional_factorial(two_levels(4), runs=4)
    with pytest.raises(
        NotApplicable, match="no fraction of 4 factors has resolution 5; take full_factorial"
    ):
        fractional_factorial(two_levels(4), resolution=5)


def test_a_design_goes_through_a_study_to_its_effects(data, tmp_path):
    """From factors to runs, scores, and the table of effects."""
    design = full_factorial({"C": [1e-4, 1.0], "kernel": ["linear", "rbf"]})
    study = Study({"d": data}, design.algorithms(SVC()), splits=KFold(5), measures="error")
    scores = study.run(tmp_path, engine="serial", progress=False).scores()
    effects = design.effects(scores)
    assert effects.index.tolist() == ["C", "kernel", "C x kernel"]
    means = scores.folds().mean()
    large = [name for name in means.index if name.startswith("C=1,")]
    small = [name for name in means.index if not name.startswith("C=1,")]
    assert effects.loc["C", "difference"] == pytest.approx(
        means[large].mean() - means[small].mean()
    )
    assert 0 <= effects.loc["C", "p_value"] <= 1
