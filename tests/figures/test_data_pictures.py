"""Box plots, histograms, the grid of p-values, the order: their numbers are those compared."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from bakeoff.figures import boxes, catalogue, histograms, order_lines, p_values

mpl.use("Agg")


def test_boxes_hold_the_scores_in_the_order_found(shown):
    """A column for each algorithm, the best first."""
    comparison = shown("ranks")
    frame = boxes.spec(comparison).frame()
    assert list(frame.columns) == comparison.order
    assert np.array_equal(frame.to_numpy(), comparison.scores[comparison.order].to_numpy())


def test_boxes_leave_out_runs_that_there_are_not(shown):
    """Groups of unequal size are filled up with NaN, which is no score."""
    found = boxes.spec(shown("runs"))
    holes = found.scores.copy()
    holes[-3:, 0] = np.nan
    figure = Figure()
    ax = figure.add_subplot()
    boxes.draw(boxes.Boxes("t", "n", "m", found.names, holes), ax)
    assert len(ax.patches) == 4


def test_a_histogram_counts_every_score_once(shown):
    """Two rows of counts over the same bins."""
    found = histograms.of_scores(shown("ranks"))
    assert found.counts.sum(axis=1).tolist() == [20.0, 20.0]
    assert list(found.frame().columns) == ["from", "to", *shown("ranks").order[:2]]


def test_differences_are_taken_within_the_rows(shown):
    """The histogram of differences is not the difference of the histograms."""
    comparison = shown("ranks")
    a, b = comparison.order[:2]
    difference = comparison.scores[a] - comparison.scores[b]
    found = histograms.of_differences(comparison)
    counts, _ = np.histogram(difference, found.edges)
    assert found.counts[0].tolist() == counts.tolist()
    assert found.mark == 0.0


def test_identical_scores_have_a_histogram():
    """Where all are one number, the bins still have a width."""
    from matplotlib import pyplot as plt

    from bakeoff.decide import compare

    comparison = compare(np.full((6, 2), 0.5), measure="auc")
    assert histograms.of_differences(comparison).counts.sum() == 6.0
    for kind in comparison.plots():
        comparison.plot(kind)
    plt.close("all")


def test_the_grid_holds_the_adjusted_p_values(shown):
    """Symmetric, without a diagonal, in the order found."""
    comparison = shown("ranks")
    frame = catalogue.frame(comparison, "p-values")
    assert list(frame.index) == list(frame.columns) == comparison.order
    table = comparison.pairs.matrix("p_adjusted").loc[comparison.order, comparison.order]
    off = ~np.eye(len(frame), dtype=bool)
    assert np.array_equal(frame.to_numpy()[off], table.to_numpy()[off])
    assert np.isnan(np.diag(frame)).all()


@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.1, 0.6])
def test_the_shades_change_at_alpha(alpha):
    """What is just alpha is significant, and has a shade of blue; a little more has a grey."""
    p = np.array([[np.nan, alpha], [alpha * 1.001, np.nan]])
    found = p_values.PValues("t", "n", alpha, ("a", "b"), p)
    assert list(found.levels) == sorted(found.levels)
    figure = Figure()
    ax = figure.add_subplot()
    p_values.draw(found, ax)
    mesh = ax.collections[0]
    (_, at), (above, _) = mesh.cmap(mesh.norm(mesh.get_array().reshape(2, 2)))
    assert at[2] > at[0] + 0.1
    assert above[0] == above[1] == above[2]


def test_the_order_has_the_lines_of_the_groups(shown):
    """The frame numbers the lines under each name."""
    comparison = shown("ranks")
    frame = catalogue.frame(comparison, "order")
    assert list(frame["algorithm"]) == comparison.order
    for name, lines in zip(frame["algorithm"], frame["lines"], strict=True):
        count = sum(name in group for group in comparison.groups)
        assert len([one for one in lines.split(", ") if one]) == count


def test_pairs_that_differ_within_a_line_are_told(shown):
    """Only the ends of a line are looked at; the note counts what lies between them."""
    for name in ("ranks", "many", "folds"):
        comparison = shown(name)
        found = order_lines.spec(comparison)
        reject = comparison.pairs.reject
        apart = {
            frozenset((a, b))
            for group in comparison.groups
            for a in group
            for b in group
            if reject.loc[a, b]
        }
        assert (f"{len(apart)} pair" in found.note) == bool(apart)


def test_each_measure_has_its_own_order(shown):
    """Of tpr more is better, of fpr less; the lines are those of the tests on that measure."""
    comparison = shown("measures")
    tpr, fpr = order_lines.of_measures(comparison).rows
    means = comparison.question.cube.mean(axis=0)
    names = list(comparison.question.algorithms)
    assert tpr.label == "tpr"
    assert list(tpr.names) == sorted(names, key=lambda name: -means[names.index(name), 0])
    assert list(fpr.names) == sorted(names, key=lambda name: means[names.index(name), 1])


def test_few_names_stand_on_a_line_and_many_below_each_other(shown):
    """Which of the two depends on the room that they take."""
    assert not order_lines.spec(shown("ranks")).upright
    assert order_lines.spec(shown("many")).upright
