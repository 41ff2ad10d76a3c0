"""Main effects and interactions of a design as pictures."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest

from bakeoff.data.scores import Scores
from bakeoff.errors import InvalidInput
from bakeoff.experiments import full_factorial
from bakeoff.figures import factors

mpl.use("Agg")

DESIGN = full_factorial({"depth": [1, 2, 3], "rule": ["gini", "entropy"]})


@pytest.fixture
def scores() -> Scores:
    """Errors of six runs over eight splits that share nothing."""
    values = np.random.default_rng(1).normal(0.3, 0.01, (8, 6)) + 0.05 * np.arange(6)
    return Scores(
        values[None, :, :, None],
        datasets=["d"],
        splits=[(0, fold) for fold in range(8)],
        algorithms=DESIGN.names,
        measures=["error"],
        higher_is_better={"error": False},
        design="holdout",
    )


def test_a_main_effect_is_the_mean_at_each_level(scores):
    """Over all runs at that level; the note has the p-values of the table of effects."""
    found = factors.main_effects(scores, DESIGN.runs, DESIGN.names)
    means = scores.values[0, :, :, 0].mean(axis=0).reshape(3, 2)
    depth, rule = found.lines
    assert depth.levels == ("1", "2", "3")
    assert depth.means == pytest.approx(means.mean(axis=1))
    assert rule.means == pytest.approx(means.mean(axis=0))
    assert found.note.startswith("analysis of variance with blocks: depth p")
    assert len(found.frame()) == 5


def test_an_interaction_has_a_line_for_each_level_of_the_second(scores):
    """The points are the means of the runs."""
    found = factors.interaction(scores, DESIGN.runs, DESIGN.names, ("depth", "rule"))
    means = scores.values[0, :, :, 0].mean(axis=0).reshape(3, 2)
    assert [line.label for line in found.lines] == ["rule = gini", "rule = entropy"]
    for line, expected in zip(found.lines, means.T, strict=True):
        assert line.means == pytest.approx(expected)


@pytest.mark.parametrize(
    ("of", "lines"), [(None, 2), (("depth", "rule"), 2), (("rule", "depth"), 3)]
)
def test_a_design_draws_itself(scores, of, lines):
    """Each line stands in the legend; the levels on the axis."""
    ax = DESIGN.plot(scores, of=of)
    assert len(ax.get_legend().get_texts()) == lines
    assert ax.get_ylabel() == "mean error"


def test_an_unknown_factor_is_named(scores):
    """With those that there are."""
    with pytest.raises(InvalidInput) as told:
        DESIGN.plot(scores, of=("depth", "C"))
    assert str(told.value) == "of must name two factors of depth, rule; it was ('depth', 'C')"
