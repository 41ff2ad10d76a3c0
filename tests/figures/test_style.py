"""How pictures look: widths of letters, short names, colours that all can tell apart."""

from __future__ import annotations

import itertools

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from bakeoff.figures import style

mpl.use("Agg")

# Machado, Oliveira and Fernandes, A physiologically-based model for simulation of color vision
# deficiency, 2009: severity 1, for linear light
KINDS_OF_VISION = {
    "full": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                 [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900]],
}  # fmt: skip


@pytest.mark.parametrize("text", ["C4.5", "WWWW iiii", "Überwachung", "k-NN (k=20) […]", "χ²"])
@pytest.mark.parametrize("points", [7.5, 20.0])
def test_the_width_of_a_text_is_what_is_drawn(text, points):
    """Within 5 %: hinting moves letters by a part of a pixel."""
    figure = Figure(dpi=300)
    with style.styled():
        drawn = figure.text(0, 0, text, fontsize=points)
        box = drawn.get_window_extent(FigureCanvasAgg(figure).get_renderer())
    assert style.inches(text, points) == pytest.approx(box.width / 300, rel=0.05)


def test_a_letter_without_a_shape_is_given_a_whole_square():
    """Chinese letters are as wide as high, whatever fonts this machine has."""
    assert style.inches("日本", 72.0) == pytest.approx(2.0, rel=0.1)


def test_short_names_stay_different():
    """Two long names that are alike at both ends can still be told apart."""
    names = [f"the same beginning {number} and the same end of a long name" for number in range(30)]
    found = style.shortened(names)
    assert len(set(found)) == 30
    assert max(map(len, found)) <= style.LONGEST


def test_a_name_of_several_lines_becomes_one():
    """Line breaks and tabs are blanks."""
    assert style.short("a\nb\tc") == "a b c"


def linear(colour):
    """Return linear light of a colour like #d55e00."""
    values = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255.0
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(light):
    """Return CIE L*a*b* of linear light, for the white of day."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = np.asarray(to_xyz) @ np.clip(light, 0.0, 1.0) / [0.9505, 1.0, 1.089]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16.0 / 116.0)
    return np.array([116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])])


@pytest.mark.parametrize("vision", KINDS_OF_VISION)
def test_the_first_colours_are_told_apart_by_everybody(vision):
    """Those that stand together in most pictures: a distance of 2 is just seen, 10 at a glance."""
    seen = [lab(np.asarray(KINDS_OF_VISION[vision]) @ linear(one)) for one in style.COLOURS[:6]]
    least = min(float(np.linalg.norm(a - b)) for a, b in itertools.combinations(seen, 2))
    assert least > 10.0


def test_no_two_of_the_first_lines_look_the_same_even_in_grey():
    """Neighbours differ in the dashes, too; colour and dashes together come again after 40."""
    looks = [(style.colour(place), str(style.dash(place))) for place in range(40)]
    assert len(set(looks)) == 40
    assert all(a[1] != b[1] for a, b in itertools.pairwise(looks))


def test_a_note_is_broken_where_it_would_be_too_wide():
    """No line is wider than it may be, and no word is lost."""
    note = "Wilcoxon's signed ranks, Holm's correction, alpha = 0.05, 30 data sets"
    lines = style.wrapped(note, 1.5)
    assert " ".join(lines) == note
    assert len(lines) > 1
    assert max(style.inches(line, style.NOTE) for line in lines) <= 1.5
