"""The tables of a report hold what the comparison holds."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.decide import compare
from bakeoff.report import tables


def column(table, head):
    """Return the values of a column."""
    place = table.heads.index(head)
    return [row[place].value for row in table.rows]


def test_the_algorithms_stand_in_their_order(shown):
    """Mean and mean rank are those of the comparison; the wins are counted by hand."""
    comparison = shown("ranks")
    table = tables.algorithms(comparison)
    names = column(table, "algorithm")
    assert names == comparison.order
    assert column(table, "mean accuracy") == [comparison.means[name] for name in names]
    assert column(table, "mean rank") == [comparison.ranks[name] for name in names]
    scores = comparison.scores
    best = scores.eq(scores.max(axis=1), axis=0).sum()
    assert column(table, "best on (of 20)") == [best[name] for name in names]


def test_a_best_score_that_is_shared_counts_for_each_and_that_is_said():
    """Two copies are both the best where one of them is; the caption says on how many rows."""
    values = np.array([[0.9, 0.8, 0.8], [0.7, 0.8, 0.8], [0.6, 0.9, 0.9], [0.9, 0.5, 0.5]])
    table = tables.algorithms(compare(values, measure="accuracy"))
    counts = dict(zip(column(table, "algorithm"), column(table, "best on (of 4)"), strict=True))
    assert counts == {"0": 2, "1": 2, "2": 2}
    assert table.caption.endswith("each has the best score, 2 of them shared")


def test_items_that_most_get_right_have_no_best(shown):
    """Everybody would be the best on nearly all of them."""
    heads = tables.algorithms(shown("one test set")).heads
    assert not [head for head in heads if "best on" in head]


def test_significant_wins_stand_beside_the_losses(shown):
    """With the union, by which the algorithms are in order."""
    comparison = shown("thresholds")
    table = tables.algorithms(comparison)
    frame = comparison.wins.to_frame()
    names = column(table, "algorithm")
    of = comparison.wins.n
    assert column(table, f"beats another on (of {of})") == [frame["total"][name] for name in names]
    counts = frame.drop(columns="total")
    assert column(table, "wins") == [counts.loc[name].sum() for name in names]
    assert column(table, "losses") == [counts[name].sum() for name in names]


def test_a_long_name_of_an_effect_stands_in_the_caption(shown):
    """A head of many words squeezes the table."""
    comparison = shown("nemenyi")
    table = tables.pairs(comparison)
    assert "effect" in table.heads
    assert f"; effect is the {comparison.pairs.effect_name}" in table.caption


def test_an_effect_that_is_the_difference_is_not_shown_twice(shown):
    """The difference of error rates is that of the means beside it."""
    table = tables.pairs(shown("one test set"))
    assert table.heads == ("a", "b", "a - b", "low", "high", "p", "p adjusted", "verdict")
    assert "effect is" not in table.caption


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


@pytest.mark.parametrize(("name", "last"), [("ranks", "all"), ("thresholds", "any")])
def test_the_grid_of_wins_ends_with_all_of_a_row(shown, name, last):
    """Row beats column; the last column adds the row, of significant wins it is the union."""
    comparison = shown(name)
    table = tables.wins(comparison)
    frame = comparison.wins.to_frame()
    grid = frame.drop(columns="total")
    assert table.heads[-1] == last
    for row in table.rows:
        for head, cell in zip(table.heads[1:-1], row[1:-1], strict=True):
            if cell.value is not None:
                assert cell.value == frame.loc[row[0].value, head]
        whole = frame["total"] if last == "any" else grid.sum(axis=1)
        assert row[-1].value == whole[row[0].value]


def test_a_grid_of_forty_is_left_to_the_json(shown):
    """A table that nobody can read is no table."""
    assert tables.wins(shown("many")) is None


def test_the_checks_tell_their_outcome(each):
    """Each check with its sentence; an issue is strong."""
    table = tables.checks(each)
    assert [row[3].value for row in table.rows] == [check.sentence for check in each.checks]
    for row in table.rows:
        assert row[1].strong == (row[1].value == "issue")
