"""Portions of cells, and the time that is left."""

from __future__ import annotations

from bakeoff.experiments.chunks import MOST, Clock, chunks
from bakeoff.experiments.fit import Outcome
from bakeoff.experiments.plan import Plan

PLAN = Plan(("d",), ("slow", "quick"), ((1, 1000),), seed=0)


def told(clock, number, seconds):
    clock.learn(Outcome(number, "ok", 0, seconds=seconds))


def test_what_is_not_known_goes_out_alone():
    """Before anything is known a chunk holds one cell; then as many as fit into its time."""
    clock = Clock(PLAN, 2000)
    numbers = iter(range(2000))
    portions = chunks(numbers, clock, 1.0)
    assert next(portions) == [0]
    told(clock, 0, 0.5)
    assert next(portions) == [1]
    told(clock, 1, 0.001)
    assert next(portions) == [2, 3, 4]  # slow, quick, slow: one second together
    assert clock.of(2) == 0.5


def test_a_chunk_of_short_cells_has_an_end():
    """However short cells are, what a chunk gives back must fit into memory."""
    clock = Clock(PLAN, 2000)
    for number in (0, 1):
        told(clock, number, 1e-6)
    assert len(next(chunks(iter(range(2000)), clock, 1.0))) == MOST


def test_all_cells_come_once():
    """Nothing is lost at the end."""
    clock = Clock(PLAN, 7)
    told(clock, 1, 0.4)
    assert [
        one for chunk in chunks(iter([1, 3, 5, 7, 9, 11, 13]), clock, 1.0) for one in chunk
    ] == [
        1,
        3,
        5,
        7,
        9,
        11,
        13,
    ]


def test_the_time_left_is_known_once_something_is():
    """Without a finished cell nobody knows; at the end nothing is left."""
    clock = Clock(PLAN, 2)
    assert clock.remaining() is None
    told(clock, 0, 0.1)
    assert clock.remaining() > 0
    told(clock, 1, 0.1)
    assert clock.remaining() == 0
