"""The critical-difference diagram as plain data."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.decide import compare
from bakeoff.figures import critical_difference
from bakeoff.figures.critical_difference import diagram
from bakeoff.figures.rank_dots import RankDots
from bakeoff.figures.style import INK, PAPER

# Demsar, Statistical comparisons of classifiers over multiple data sets, 2006, table 6 and 3.2.2
RANKS = {"C4.5": 3.143, "C4.5+m": 2.0, "C4.5+cf": 2.893, "C4.5+m+cf": 1.964}
DISTANCE = 1.25


def test_the_names_stand_by_their_ranks():
    """The best first, the line from 1 to the number of algorithms."""
    found = diagram(RANKS, [["C4.5", "C4.5+cf", "C4.5+m", "C4.5+m+cf"]], distance=DISTANCE)
    assert found.names == ("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")
    assert found.ranks == (1.964, 2.0, 2.893, 3.143)
    assert found.reach == (1, 4)


def test_a_bar_reaches_from_its_best_to_its_worst():
    """Each clique is a bar; bars that would lie over each other take another level."""
    ranks = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0}
    found = diagram(ranks, [["c", "b"], ["a", "b"], ["c", "d"]])
    assert [bar.ranks for bar in found.bars] == [(1.0, 2.0), (2.0, 3.0), (3.0, 4.0)]
    assert [bar.level for bar in found.bars] == [0, 1, 0]
    assert all(bar.whole for bar in found.bars)


def test_a_bar_over_one_that_differs_shows_its_members():
    """A set with a gap in it is no whole bar: a dot stands at each member."""
    ranks = {"a": 1.0, "b": 2.0, "c": 3.0}
    (bar,) = diagram(ranks, [["a", "c"]]).bars
    assert not bar.whole
    assert bar.ranks == (1.0, 3.0)


def test_many_algorithms_are_shown_on_the_part_of_the_line_that_they_need():
    """With forty, the ends of the line are the first and the last rank."""
    ranks = {f"a{place}": 10.2 + place / 2.0 for place in range(40)}
    assert diagram(ranks, []).reach == (10, 30)


def test_many_algorithms_are_dots_without_a_forest_of_bars(shown):
    """Filled where no difference from the first can be shown, as the table of pairs says."""
    comparison = shown("many")
    found = critical_difference.spec(comparison)
    assert isinstance(found, RankDots)
    assert found.alike[0]
    first, *others = found.names
    reject = comparison.pairs.reject
    assert list(found.alike[1:]) == [not reject.loc[first, name] for name in others]
    assert found.frame()["mean rank"].tolist() == sorted(comparison.ranks.values())
    markers = {line.get_markerfacecolor() for line in comparison.plot().lines if line.get_marker()}
    assert {INK, PAPER} <= markers


def test_many_algorithms_against_a_control_are_dots_filled_by_it():
    """Those that do not differ from the control, and itself."""
    values = np.random.default_rng(4).normal(np.linspace(0.8, 0.6, 24), 0.02, (20, 24))
    comparison = compare(values, measure="auc", control="3")
    found = critical_difference.spec(comparison)
    pairs = comparison.pairs
    same = {"3"} | {
        str(name)
        for *two, real in zip(pairs.a, pairs.b, pairs.significant, strict=True)
        if not real
        for name in two
    }
    filled = {name for name, alike in zip(found.names, found.alike, strict=True) if alike}
    assert filled == same
    assert found.note.endswith("the control is 3")


def test_bars_that_would_touch_take_another_level():
    """Between two bars of one level there is room to be seen."""
    ranks = {str(place): 1.0 + 0.5 * place for place in range(6)} | {"6": 3.55, "7": 3.6}
    found = diagram(ranks, [["0", "5"], ["6", "7"]])
    assert [bar.level for bar in found.bars] == [0, 1]


def test_the_frame_tells_the_bars_of_each(shown):
    """Ranks are those of the comparison, bars are numbered."""
    comparison = shown("ranks")
    frame = critical_difference.spec(comparison).frame()
    assert dict(zip(frame["algorithm"], frame["mean rank"], strict=True)) == comparison.ranks
    for name, bars in zip(frame["algorithm"], frame["bars"], strict=True):
        count = sum(name in clique for clique in comparison.cliques)
        assert len([one for one in bars.split(", ") if one]) >= count


@pytest.mark.parametrize(
    ("name", "called"),
    [("nemenyi", "CD"), ("ranks", "CD of Nemenyi"), ("control", "CD of Bonferroni-Dunn")],
)
def test_the_distance_is_called_by_its_test(shown, name, called):
    """Bars that come from another test are not said to come from the distance."""
    found = critical_difference.spec(shown(name))
    assert found.distance == shown(name).critical_difference
    assert found.distance_name == called
    assert ("for comparison only" in found.note) == (name != "nemenyi")


def test_against_a_control_the_bar_joins_those_that_do_not_differ_from_it(shown):
    """One bar at most: the others were not compared with each other."""
    comparison = shown("control")
    pairs = comparison.pairs.to_frame()
    same = {*pairs.loc[~pairs["significant"], "a"], "a2"}
    (bar,) = critical_difference.spec(comparison).bars
    assert set(bar.ranks) == {comparison.ranks[name] for name in same}


def test_the_bars_are_those_of_the_pairs(shown):
    """Under Nemenyi's test two share a bar just where their ranks are nearer than the distance."""
    comparison = shown("nemenyi")
    found = critical_difference.spec(comparison)
    for place, one in enumerate(found.ranks):
        for other in found.ranks[place + 1 :]:
            together = any(one in bar.ranks and other in bar.ranks for bar in found.bars)
            assert together == (other - one < found.distance)
