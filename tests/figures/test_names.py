"""Names in pictures: none lies over another, and none is cut off at the edge."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from bakeoff import Scores
from bakeoff.decide import compare
from bakeoff.figures import catalogue

mpl.use("Agg")

KINDS = ("critical-difference", "intervals", "order", "p-values", "power", "boxes")
SHAPES = (
    "m",
    "Wide name of an algorithm WWW {}",
    "{} ein Verfahren mit einem sehr langen Namen {}",
)


@pytest.fixture(scope="module", params=SHAPES, ids=["short", "wide", "long"])
def forty(request):
    """Forty algorithms over thirty data sets, of which some differ."""
    random = np.random.default_rng(1)
    values = random.normal(0.8, 0.02, (30, 1)) + np.linspace(0.0, -0.05, 40)
    values = values + random.normal(0.0, 0.03, (30, 40))
    names = [request.param.format(place, place) + f"{place}" for place in range(40)]
    sets = [f"set {row}" for row in range(30)]
    return compare(Scores(values[:, None, :, None], sets, [(0, 0)], names, ["auc"], {"auc": True}))


def boxes_of(figure):
    """Return where each word of a picture lies, in pixels."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    renderer = canvas.get_renderer()
    found = []
    for ax in figure.axes:
        texts = list(ax.texts)
        if ax.axison:
            texts += [*ax.get_xticklabels(), *ax.get_yticklabels()]
        legend = ax.get_legend()
        texts += list(legend.get_texts()) if legend else []
        found += [
            (text.get_text(), text.get_window_extent(renderer))
            for text in texts
            if text.get_visible() and text.get_text()
        ]
    return found


def over_each_other(one, other, least=1.0):
    """Whether two boxes share more than a pixel in both directions."""
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    return wide > least and high > least


@pytest.mark.parametrize("kind", KINDS)
def test_forty_names_do_not_lie_over_each_other(forty, kind):
    """In the picture's own size every word has its place."""
    found = boxes_of(catalogue.figure(forty, kind))
    clashes = [
        (a, b)
        for place, (a, box) in enumerate(found)
        for b, other in found[place + 1 :]
        if over_each_other(box, other)
    ]
    assert clashes == []


@pytest.mark.parametrize("kind", ["critical-difference", "order"])
def test_no_name_is_cut_off(forty, kind):
    """What is drawn in inches stays within its own size."""
    figure = catalogue.figure(forty, kind)
    edge = figure.bbox
    outside = [
        text
        for text, box in boxes_of(figure)
        if box.x0 < edge.x0 - 1 or box.x1 > edge.x1 + 1 or box.y0 < edge.y0 - 1
    ]
    assert outside == []


def test_the_bars_do_not_cross_the_names(forty):
    """The lines that join algorithms stand apart from the words."""
    figure = catalogue.figure(forty, "order")
    found = boxes_of(figure)
    lines = [line.get_window_extent() for line in figure.axes[0].lines]
    assert lines
    assert not [
        text
        for text, box in found
        for line in lines
        if box.x0 < line.x0 < box.x1 - 1 and over_each_other(box, line, least=-1.0)
    ]
