"""Sentences beside a p-value."""

import numpy as np

from bakeoff.stats import notes


def test_a_sentence_is_said_where_it_holds():
    """Once for one test; not at all where it does not hold."""
    assert notes.where(holds=True, sentence="so it is") == ("so it is",)
    assert notes.where(holds=False, sentence="so it is") == ()


def test_a_batch_says_how_many():
    """Whatever the shape of the batch."""
    assert notes.where([[True, False], [True, True]], "so it is") == ("3 of 4 tests: so it is",)
    assert notes.where([False, False], "so it is") == ()


def test_a_design_out_of_reach():
    """The sizes, the smallest p, the level."""
    assert notes.out_of_reach(0.1, "{} and {} runs", 3, 3) == (
        "with 3 and 3 runs the smallest possible p is 0.1: this design cannot reach 0.05",
    )


def test_a_smallest_p_of_the_level_itself_is_within_reach():
    """Also when it is one rounding above."""
    assert notes.out_of_reach(0.05, "{} items", 1) == ()
    assert notes.out_of_reach(np.nextafter(0.05, 1), "{} items", 1) == ()


def test_a_batch_out_of_reach_names_its_first():
    """With the sizes of that test."""
    assert notes.out_of_reach([0.01, 0.25, 0.5], "{} items", [9, 2, 1]) == (
        (
            "2 of 3 tests, the first: with 2 items the smallest possible p is 0.25: "
            "this design cannot reach 0.05"
        ),
    )
