"""How likely a difference is to be found with more data."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.figures import power_curves
from bakeoff.stats import power, sample_size


@pytest.mark.parametrize("name", ["ranks", "nemenyi", "runs"])
def test_a_curve_is_at_80_percent_where_the_table_says(shown, name):
    """The picture and the table of what it would take come from one object."""
    comparison = shown(name)
    for row in comparison.undecided:
        if row["needed"] is not None:
            found = power_curves._power(comparison, row, np.array([float(row["needed"])]))
            assert found[0] == pytest.approx(0.8, abs=1e-3)  # the other tail is added


def test_more_data_show_more(shown):
    """Every curve rises, and stays between 0 and 1."""
    found = power_curves.spec(shown("ranks"))
    assert (np.diff(found.power, axis=1) >= 0).all()
    assert (found.power >= 0).all()
    assert (found.power <= 1.0 + 1e-12).all()
    assert found.have == 20


def test_the_pairs_of_the_best_come_first(shown):
    """Of many pairs six are shown, and the note says so."""
    comparison = shown("many")
    found = power_curves.spec(comparison)
    assert len(found.names) == 6
    assert "; 6 of " in found.note
    assert found.names[0].startswith(comparison.order[0])


def test_curves_that_lie_on_each_other_share_a_line():
    """One line with the names of all; each keeps its column in the frame."""
    from matplotlib.figure import Figure

    n = np.linspace(2.0, 20.0, 50)
    power = np.array([n / 20.0, n / 40.0, n / 20.0 + 0.001])
    found = power_curves.PowerCurves("t", "", "n", ("a - b", "a - c", "a - d"), n, power)
    ax = Figure().add_subplot()
    power_curves.draw(found, ax)
    told = [text.get_text() for text in ax.get_legend().get_texts()]
    assert told == ["a - b\na - d", "a - c"]
    assert list(found.frame().columns) == ["n", "a - b", "a - c", "a - d"]


def test_what_no_number_of_rows_can_decide_has_no_curve(shown):
    """Folds of one data set: more folds of it do not help."""
    comparison = shown("folds")
    reachable = [row for row in comparison.undecided if row["needed"] is not None]
    assert ("power" in comparison.plots()) == bool(reachable)


def test_the_power_of_a_test_is_that_of_the_plan():
    """Before anything is run: the curve is `power`, place by place."""
    found = power_curves.of_test("paired_t", [0.5, 0.8], [10, 20, 40])
    expected = [[power("paired_t", effect=e, n=n) for n in (10, 20, 40)] for e in (0.5, 0.8)]
    assert found.power == pytest.approx(np.array(expected))
    n = int(sample_size("paired_t", effect=0.5))
    at = power_curves.of_test("paired_t", [0.5], [n - 1, n]).power[0]
    assert at[0] < 0.8 <= at[1]
