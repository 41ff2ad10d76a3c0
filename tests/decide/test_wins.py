"""The grid of wins and the sign test on it: the ten tables of the thesis, and its own rules."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bakeoff.decide import sign_grid, wins
from bakeoff.errors import InvalidInput
from bakeoff.stats import sign
from studies.printed import WINS, differing


@pytest.mark.parametrize("table", WINS)
def test_all_ten_decisions_of_the_thesis(table):
    """Two-sided, ties shared, Bonferroni over ten pairs (p <= .005): every table as printed."""
    found = sign_grid(WINS[table], 15)
    assert [tuple(pair) for pair in found.pairs[found.significant].tolist()] == differing(table)
    assert len(found) == 10
    np.testing.assert_allclose(found.p_adjusted, np.minimum(1.0, 10 * found.p_value))


def test_the_text_on_table_6_6_is_not_followed():
    """LP and NB do not differ there: 11 wins to 1 (3 ties) is p = .0129, above .05/10."""
    found = sign_grid(WINS["6.5"], 15)
    row = found.pairs.tolist().index([3, 4])
    assert found.p_value[row] == pytest.approx(0.0129, abs=5e-5)  # four printed decimals
    assert not found.significant[row]


def test_a_grid_is_tested_as_its_data_sets_would_be():
    """The counts 7 : 3 of 15 are the sign test of 7 wins, 3 losses and 5 ties."""
    found = sign_grid([[0, 7], [3, 0]], 15)
    one = sign([1.0] * 7 + [-1.0] * 3 + [0.0] * 5, 0.0)
    assert found.p_value[0] == one.p_value
    assert (found.difference[0], found.effect[0]) == (4.0, 0.7)
    assert found.low[0] <= 4.0 <= found.high[0]


def test_ties_dropped_and_sides():
    """Of ties that are dropped nothing is left; the one-sided p is that of the first."""
    grid = [[0, 8], [2, 0]]
    assert sign_grid(grid, 15, ties="drop").p_value[0] == pytest.approx(0.109375)  # 2 P(X >= 8)
    one = sign_grid(grid, 10, alternative="greater")
    assert one.p_value[0] == pytest.approx(0.0546875)  # 56 / 1024
    other = sign_grid(grid, 10, alternative="less")
    assert other.p_value[0] > 0.9


def test_wins_are_counted_where_two_differ_and_the_risk_is_smaller():
    """A smaller risk alone is no win; the union counts a data set once."""
    reject = np.array([[[0, 1, 1], [1, 0, 0], [1, 0, 0]], [[0, 0, 1], [0, 0, 0], [1, 0, 0]]])
    risk = pd.DataFrame([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1]], columns=["a", "b", "c"])
    found = wins(reject, risk)
    assert found.algorithms == ("a", "b", "c")
    assert found.counts.tolist() == [[0, 1, 1], [0, 0, 0], [1, 0, 0]]
    assert (found.total.tolist(), found.n) == ([1, 0, 1], 2)
    frame = found.to_frame()
    assert frame.loc["a", "total"] == 1
    assert frame.loc["c", "a"] == 1
    assert sign_grid(frame, 2).pairs.tolist() == sign_grid(found).pairs.tolist()


def test_equal_risks_are_no_win():
    """Two may differ on measures together and have the same risk."""
    found = wins([[[0, 1], [1, 0]]], [[0.2, 0.2]])
    assert found.counts.tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("grid", "n", "sentence"),
    [
        ([[0, 7], [3, 0]], None, "n must say on how many data sets the wins were counted"),
        (
            [[0, 7], [9, 0]],
            15,
            (
                "wins must be counts, and of two algorithms together at most n = 15; 0 and 1 have 7 "
                "and 9"
            ),
        ),
        (
            [[0, 0.5], [1, 0]],
            15,
            (
                "wins must be counts, and of two algorithms together at most n = 15; 0 and 1 have 0.5 "
                "and 1"
            ),
        ),
        (
            [[0, 1, 2], [1, 0, 2]],
            9,
            "wins must be a square grid, algorithms x algorithms; it had the shape (2, 3)",
        ),
    ],
)
def test_what_is_no_grid_is_refused(grid, n, sentence):
    """One sentence says what it must be."""
    with pytest.raises(InvalidInput) as caught:
        sign_grid(grid, n)
    assert str(caught.value) == sentence


def test_tables_that_do_not_fit_together_are_refused():
    """One 0/1 table for each data set."""
    with pytest.raises(InvalidInput) as caught:
        wins([[[0, 1], [1, 0]]], [[0.1, 0.2], [0.1, 0.3]])
    assert str(caught.value) == (
        "reject must be data sets x algorithms x algorithms, (2, 2, 2) for these risks; it had "
        "the shape (1, 2, 2)"
    )
