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


@pytest.mark.parametrize("measure", ["error", "accuracy"])
@pytest.mark.parametrize("control", [None, 2])
def test_an_alternative_speaks_of_the_scores(table, measure, control):
    """Less: the scores of the first are lower, whichever direction is better."""
    both, less, greater = (
        compare(table, measure=measure, posthoc="ranks_z", control=control, alternative=side).pairs
        for side in ("two-sided", "less", "greater")
    )
    assert less.p_value + greater.p_value == pytest.approx(np.ones(len(both)))
    assert 2 * np.minimum(less.p_value, greater.p_value) == pytest.approx(both.p_value)
    means = table.mean(axis=0)
    lower = np.array([means[i] < means[j] for i, j in less.pairs.tolist()])
    assert ((less.p_value < 0.5) == lower).all()


def test_a_test_without_a_one_sided_form_is_not_called_one_sided(table):
    """Nemenyi's is two-sided."""
    found = compare(table, measure="error", posthoc="nemenyi", alternative="less")
    assert "(Nemenyi, level 0.05, which is two-sided by nature)" in found.verdict
    z = compare(table, measure="error", posthoc="ranks_z", alternative="less")
    assert "level 0.05, one-sided: less)" in z.verdict
