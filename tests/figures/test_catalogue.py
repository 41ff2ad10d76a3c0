"""Every kind of picture, of every comparison that has it."""

from __future__ import annotations

import re

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg

from bakeoff.errors import InvalidInput
from bakeoff.figures import caption, catalogue

mpl.use("Agg")

ALL_OF_THEM = {
    "ranks": "critical-difference intervals order p-values power boxes histograms differences",
    "two": "critical-difference intervals boxes histograms differences",
    "control": "critical-difference intervals boxes histograms differences",
    "measures": "order-by-measure contours ellipses difference-contours discriminant",
    "predictions": "roc pr contours ellipses difference-contours",
    "one test set": "intervals order p-values roc pr",
}


@pytest.fixture(autouse=True)
def closed():
    """No test leaves a figure open."""
    from matplotlib import pyplot as plt

    yield
    plt.close("all")


def words(ax):
    """Return everything that is written in a picture."""
    texts = [*ax.texts, ax.title, ax._left_title, ax.xaxis.label, ax.yaxis.label]
    legend = ax.get_legend()
    texts += list(legend.get_texts()) if legend else []
    return " ".join(" ".join(text.get_text() for text in texts).split())


@pytest.mark.parametrize("name", ALL_OF_THEM)
def test_a_comparison_has_the_pictures_that_fit_it(shown, name):
    """What a comparison can be shown as depends on what was compared."""
    assert set(ALL_OF_THEM[name].split()) <= set(shown(name).plots())


def test_a_comparison_lacks_what_would_mislead(shown):
    """No order without lines for a control, no mean ranks of single items, no unpaired pairs."""
    assert "order" not in shown("control").plots()
    assert "critical-difference" not in shown("one test set").plots()
    assert "critical-difference" not in shown("measures").plots()
    assert not {"differences", "difference-contours"} & set(shown("runs").plots())
    assert "p-values" not in shown("two").plots()


def test_each_picture_is_drawn_and_has_its_data(each):
    """On axes of its own, with the numbers behind it as a frame.

    Warnings are errors here: also of letters that no font of this machine has, none is told.
    """
    for kind in each.plots():
        ax = each.plot(kind)
        assert isinstance(ax, Axes)
        table = catalogue.frame(each, kind)
        assert isinstance(table, pd.DataFrame)
        assert len(table) > 0, kind
        FigureCanvasAgg(ax.figure).draw()


def test_the_level_and_the_test_stand_in_each_picture(each):
    """A picture that is cut out of a page still says what it shows, and what was found."""
    titles = {caption.test_of(each), *(caption.named(name) for name in each.tests)}
    if each.omnibus is not None:
        titles.add(caption.named(each.omnibus.name))
    for kind in each.plots():
        said = words(each.plot(kind))
        assert re.search(rf"alpha = {each.alpha:g}\b", said), (kind, said)
        assert any(title in said for title in titles) or kind == "order-by-measure"
        assert each.question.rows_text in said or kind in {"power", "roc", "pr"}


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("ranks", "critical-difference", "Wilcoxon's signed ranks, Holm's correction"),
        ("nemenyi", "critical-difference", "Nemenyi, alpha = 0.05, 20 data sets"),
        ("control", "critical-difference", "Bonferroni-Dunn"),
        ("folds", "intervals", "corrected t"),
        ("measures", "p-values", "Hotelling's paired T2"),
        ("one test set", "intervals", "McNemar"),
        ("predictions", "roc", "positive: yes"),
    ],
)
def test_the_test_is_named_as_papers_name_it(shown, name, kind, said):
    """The test of the pairs, and its correction."""
    assert said in words(shown(name).plot(kind))


def test_given_axes_are_drawn_on_and_returned(each):
    """`plot(kind, ax)` puts a picture beside others."""
    from matplotlib.figure import Figure

    for kind in each.plots():
        ax = Figure().add_subplot()
        assert each.plot(kind, ax) is ax
        assert ax.has_data() or ax.texts


def test_the_style_of_others_is_left_alone(shown):
    """Nothing is changed for the pictures that a person draws before or after."""
    before = dict(mpl.rcParams)
    shown("ranks").plot("boxes")
    assert dict(mpl.rcParams) == before


def test_a_kind_that_a_comparison_lacks_is_named_with_those_it_has(shown):
    """The sentence says what there is."""
    with pytest.raises(InvalidInput) as told:
        shown("two").plot("roc")
    assert str(told.value) == (
        "there is no picture 'roc' of this comparison; there are critical-difference, intervals, "
        "boxes, histograms, differences"
    )


def test_an_unknown_kind_is_named_with_those_there_are():
    """The same where there is no comparison to ask."""
    with pytest.raises(
        InvalidInput, match=r"^there is no picture named 'pie'; there are critical-"
    ):
        catalogue.kind("pie")


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_a_picture_is_saved_in_the_format_of_its_ending(shown, tmp_path, ending):
    """What lies there is what the ending says."""
    path = tmp_path / f"boxes.{ending}"
    catalogue.save(shown("two"), "boxes", str(path))
    begins = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}
    assert path.read_bytes().startswith(begins[ending])


def test_a_picture_that_cannot_be_saved_says_why(shown, tmp_path):
    """An unknown ending, and a folder that is not there."""
    with pytest.raises(InvalidInput, match=r"must end in \.svg, \.pdf or \.png"):
        catalogue.save(shown("two"), "boxes", str(tmp_path / "boxes.doc"))
    with pytest.raises(InvalidInput, match="could not be written: No such file or directory"):
        catalogue.save(shown("two"), "boxes", str(tmp_path / "not there" / "boxes.png"))
