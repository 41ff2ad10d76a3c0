"""The tables of a report hold what the comparison holds."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.report import tables


def column(table, head):
    """Return the values of a column."""
    place = table.heads.index(head)
    return [row[place].value for row in table.rows]


def test_the_algorithms_stand_in_their_order(shown):
    """Mean, mean rank and wins are those of the comparison."""
    comparison = shown("ranks")
    table = tables.algorithms(comparison)
    names = column(table, "algorithm")
    assert names == comparison.order
    assert column(table, "mean accuracy") == [comparison.means[name] for name in names]
    assert column(table, "mean rank") == [comparison.ranks[name] for name in names]
    total = dict(zip(comparison.wins.algorithms, comparison.wins.total, strict=True))
    assert column(table, "data sets with a win (of 20)") == [total[name] for name in names]


def test_of_several_measures_each_has_its_means(shown):
    """And no ranks: they would be those of one of them."""
    comparison = shown("measures")
    table = tables.algorithms(comparison)
    assert table.heads == ("", "algorithm", "mean tpr", "mean fpr")
    cube = comparison.question.cube
    for place, head in enumerate(("mean tpr", "mean fpr")):
        means = dict(
            zip(comparison.question.algorithms, cube[:, :, place].mean(axis=0), strict=True)
        )
        assert column(table, head) == pytest.approx([means[name] for name in comparison.order])


def test_the_recommended_one_is_strong(shown):
    """Only that, and only where there is one."""
    comparison = shown("two")
    table = tables.algorithms(comparison)
    strong = [row[1].value for row in table.rows if row[1].strong]
    assert strong == ([comparison.recommended] if comparison.recommended else [])


def test_the_pairs_hold_every_number_of_the_pair_table(each):
    """Sorted by p; the words of the verdict are the decisions."""
    table = tables.pairs(each)
    frame = each.pairs.to_frame().set_index(["a", "b"])
    assert len(table.rows) == len(frame)
    for row in table.rows:
        one = frame.loc[(row[0].value, row[1].value)]
        shown = dict(zip(table.heads, row, strict=True))
        for head, key in {"a - b": "difference", "low": "low", "p": "p_value"}.items():
            if np.isnan(one[key]):
                assert shown[head].value is None
            else:
                assert shown[head].value == one[key]
        assert (shown["verdict"].text == "differ") == one["significant"]
    p = column(table, "p adjusted")
    assert p == sorted(p)


def test_the_scores_are_those_compared_and_the_best_are_strong(shown):
    """The best of a data set, by the direction of its measure."""
    comparison = shown("measures")
    for place, best in enumerate([np.max, np.min]):  # tpr, fpr
        table = tables.scores(comparison, place)
        for row, values in zip(table.rows, comparison.question.cube[:, :, place], strict=True):
            assert sorted(cell.value for cell in row[1:]) == sorted(values.tolist())
            assert {cell.value for cell in row[1:] if cell.strong} == {best(values)}


def test_independent_runs_have_no_best_of_a_row(shown):
    """What stands in one row of them is there by accident."""
    assert not any(cell.strong for row in tables.scores(shown("runs")).rows for cell in row)


def test_what_could_not_be_decided_begins_with_the_nearest(shown):
    """Sorted by how much it would take; the caption says the power, the level and what there is."""
    table = tables.undecided(shown("ranks"))
    needed = [value for value in column(table, "data sets needed") if isinstance(value, float)]
    assert needed == sorted(needed)
    assert "with 80 % power" in table.caption
    assert table.caption.endswith("there are 20")


def test_what_no_number_of_rows_decides_is_said_in_words(shown):
    """Folds of one data set overlap: more of them do not help."""
    found = shown("folds")
    table = tables.undecided(found)
    hopeless = [row for row in found.undecided if row["needed"] is None]
    assert hopeless
    texts = [row[-1].text for row in table.rows]
    assert texts.count("no number is enough") == len(hopeless)


def test_equivalence_says_who_is_not_worse(shown):
    """One verdict a pair, from the p-values beside it."""
    table = tables.equivalence(shown("margin"))
    assert "margin of 0.02" in table.caption
    for row, found in zip(table.rows, shown("margin").equivalence, strict=True):
        told = row[-1].text
        assert (told == "equivalent") == found["equivalent"]
        if not found["equivalent"] and found["a_not_worse"]:
            assert told == f"{found['a']} is not worse"


def test_without_a_margin_nobody_asks_for_equivalence(shown):
    """The table is not there."""
    assert tables.equivalence(shown("ranks")) is None


def test_the_grid_of_wins_has_its_union_column(shown):
    """Row beats column; the last column is over any."""
    comparison = shown("ranks")
    table = tables.wins(comparison)
    frame = comparison.wins.to_frame()
    for row in table.rows:
        for head, cell in zip(table.heads[1:-1], row[1:-1], strict=True):
            if cell.value is not None:
                assert cell.value == frame.loc[row[0].value, head]
        assert row[-1].value == frame.loc[row[0].value, "total"]


def test_a_grid_of_forty_is_left_to_the_json(shown):
    """A table that nobody can read is no table."""
    assert tables.wins(shown("many")) is None


def test_the_checks_tell_their_outcome(each):
    """Each check with its sentence; an issue is strong."""
    table = tables.checks(each)
    assert [row[3].value for row in table.rows] == [check.sentence for check in each.checks]
    for row in table.rows:
        assert row[1].strong == (row[1].value == "issue")
