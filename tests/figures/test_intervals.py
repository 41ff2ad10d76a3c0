"""The intervals of the pairs as plain data."""

from __future__ import annotations

from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pytest

from bakeoff.decide import compare
from bakeoff.figures import intervals

mpl.use("Agg")


def test_every_pair_is_shown_with_the_better_one_first(shown):
    """Above 0 speaks for the first, where more is better; low and high turn with the sign."""
    comparison = shown("ranks")
    found = intervals.spec(comparison)
    table = comparison.pairs.matrix("difference")
    low = comparison.pairs.matrix("low")
    place = {name: number for number, name in enumerate(comparison.order)}
    assert len(found.a) == len(comparison.pairs)
    for a, b, difference, least in zip(found.a, found.b, found.difference, found.low, strict=True):
        assert place[a] < place[b]
        assert difference == table.loc[a, b]
        assert least == low.loc[a, b]
    assert "above 0: the first is better" in found.measure


def test_the_largest_difference_stands_on_top(shown):
    """The order of the lines is that of the sizes."""
    sizes = np.abs(intervals.spec(shown("ranks")).difference)
    assert (np.diff(sizes) <= 0).all()


def test_of_many_those_with_the_best_are_shown(shown):
    """Forty algorithms have 780 pairs; the best has 39."""
    found = intervals.spec(shown("many"))
    assert set(found.a) == {shown("many").order[0]}
    assert len(found.a) == 39
    assert "of 780 pairs" in found.title


def test_against_a_control_each_is_compared_with_it(shown):
    """The control stands second in every pair, whoever is better."""
    found = intervals.spec(shown("control"))
    assert set(found.b) == {"a2"}
    assert found.title == "Differences from a2"


def test_the_margin_is_shown_in_units_of_the_measure(shown):
    """The band of differences that do not matter."""
    found = intervals.spec(shown("margin"))
    assert found.margin == 0.02
    ax = shown("margin").plot("intervals")
    assert "smaller than the margin 0.02" in [one.get_text() for one in ax.get_legend().get_texts()]


def test_an_interval_without_an_end_is_drawn_with_an_arrow():
    """It is open on that side."""
    from matplotlib.figure import Figure

    found = intervals.spec(
        compare(np.random.default_rng(2).normal(0.8, 0.05, (9, 2)), measure="auc")
    )
    ax = Figure().add_subplot()
    intervals.draw(replace(found, low=found.low - np.inf, high=found.high + np.inf), ax)
    assert {"<", ">"} <= {line.get_marker() for line in ax.lines}


def test_without_an_interval_there_is_the_estimate_alone():
    """Five data sets: no interval of signs holds 95 %."""
    values = np.random.default_rng(2).normal(0.8, 0.05, (5, 2))
    ax = compare(values, procedure="sign", measure="auc").plot("intervals")
    assert [line.get_marker() for line in ax.lines].count("o") == 1
    assert not {"<", ">"} & {line.get_marker() for line in ax.lines}


@pytest.mark.parametrize("name", ["ranks", "nemenyi", "measures"])
def test_significant_is_what_the_table_says(shown, name):
    """The colours of a picture and the words of the table come from one object."""
    comparison = shown(name)
    found = intervals.spec(comparison)
    reject = comparison.pairs.reject
    for a, b, real in zip(found.a, found.b, found.significant, strict=True):
        assert reject.loc[a, b] == real


def test_mean_ranks_are_not_said_to_be_scores(shown):
    """After Nemenyi the difference is one of mean ranks, and less is better."""
    assert intervals.spec(shown("nemenyi")).measure == (
        "difference of mean ranks (below 0: the first is better)"
    )
