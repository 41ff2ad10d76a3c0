"""Tests of all pairs at once: their intervals have the level of the comparison."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff import compare
from bakeoff.stats import dunnett, nemenyi, ranks_z, tukey


@pytest.fixture
def table():
    """Twelve data sets and four algorithms."""
    return np.random.default_rng(3).normal(size=(12, 4)) * 0.02 + [0.1, 0.11, 0.14, 0.18]


@pytest.mark.parametrize(
    ("test", "alone"),
    [
        ("nemenyi", lambda table: nemenyi(table, level=0.99)),
        ("ranks_z", lambda table: ranks_z(table, level=0.99)),
        ("tukey", lambda table: tukey(table, level=0.99)),
    ],
)
def test_intervals_have_the_level_that_was_asked_for(table, test, alone):
    """At 1 - alpha, and not at 95 % whatever alpha is."""
    found = compare(table, measure="error", posthoc=test, alpha=0.01).pairs
    assert found.low == pytest.approx(alone(table).low)
    assert found.high == pytest.approx(alone(table).high)


def test_beside_a_control_too(table):
    """Dunnett's intervals hold together at that level."""
    found = compare(table, measure="error", posthoc="dunnett", control=0, alpha=0.01).pairs
    assert found.low == pytest.approx(dunnett(table, control=0, level=0.99).low)


def test_it_is_said_of_which_kind_the_intervals_are(table):
    """Those of z are of each pair alone; those of Nemenyi hold together."""
    z = compare(table, measure="error", posthoc="ranks_z").pairs
    assert any("of each pair alone" in note for note in z.notes)
    together = compare(table, measure="error", posthoc="nemenyi").pairs
    assert not any("alone" in note for note in together.notes)
