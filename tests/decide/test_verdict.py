"""The plain words: names stay as they are, and every kind of outcome has its sentence."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bakeoff import compare
from bakeoff.decide.wording import listed, number, p_text


def frame(values: np.ndarray, names: str = "ABCDE") -> pd.DataFrame:
    """Return a wide table with names."""
    table = pd.DataFrame(values, columns=list(names[: values.shape[1]]))
    table.insert(0, "dataset", [f"s{place}" for place in range(len(values))])
    return table


def test_the_first_by_mean_rank_may_lose_the_direct_comparison():
    """B beats A by much on 16 sets and comes last by little on 8: both are said."""
    rng = np.random.default_rng(0)
    noise = rng.uniform(0, 0.0005, (24, 5))
    values = np.zeros((24, 5))
    values[:16] = [0.70, 0.80, 0.60, 0.59, 0.58]  # B, A, C, D, E
    values[16:] = [0.706, 0.701, 0.705, 0.704, 0.703]  # A, C, D, E, B
    found = compare(frame(values + noise), measure="accuracy")
    assert found.order[0] == "A"
    assert "A comes first" in found.verdict
    assert "compared directly does worse than B" in found.verdict
    assert found.recommended is None


def test_better_than_both_and_better_than_all():
    """Two others are both, more are counted."""
    rng = np.random.default_rng(0)
    level = rng.uniform(0.5, 0.7, (15, 1))
    three = level + np.array([0.2, 0.1, 0.0]) + rng.normal(0, 0.005, (15, 3))
    assert "A comes first" in (verdict := compare(frame(three), measure="accuracy").verdict)
    assert "is better than both others" in verdict
    four = level + np.array([0.25, 0.2, 0.1, 0.0]) + rng.normal(0, 0.005, (15, 4))
    assert "is better than all 3 others" in compare(frame(four), measure="accuracy").verdict


def test_a_sentence_that_begins_with_a_name_keeps_it():
    """Svm is not Svm."""
    rng = np.random.default_rng(0)
    level = rng.uniform(0.5, 0.7, (15, 1))
    table = frame(level + np.array([0.1, 0.0]) + rng.normal(0, 0.005, (15, 2)))
    found = compare(table.rename(columns={"A": "svm", "B": "nn"}), measure="accuracy")
    assert found.verdict.startswith("svm does better than nn by accuracy")


@pytest.mark.parametrize("control", ["A", 0])
def test_against_a_control_the_worse_are_called_worse(control):
    """By name or by number."""
    rng = np.random.default_rng(0)
    level = rng.uniform(0.5, 0.7, (15, 1))
    table = frame(level + np.array([0.1, 0.0, 0.2]) + rng.normal(0, 0.005, (15, 3)))
    verdict = compare(table, measure="accuracy", control=control).verdict
    assert verdict.startswith("Against A by accuracy over 15 data sets: C is better; B is worse (")


def test_one_sided_is_said():
    """The side is that of the first minus the second."""
    rng = np.random.default_rng(0)
    table = frame(rng.uniform(0.5, 0.7, (15, 2)))
    assert "one-sided: greater" in compare(table, measure="accuracy", alternative="greater").verdict


def test_numbers_and_lists_as_a_sentence_wants_them():
    """Four digits, whole numbers whole, far tails as what they are below, long lists counted."""
    assert [number(value) for value in (0.0123456, 3.0, float("inf"))] == ["0.01235", "3", "inf"]
    assert p_text(3e-300) == "p < 1e-16"
    assert listed(list("abcdefghi"), most=3) == "a, b, c and 6 more"
    assert listed(["a"]) == "a"


def test_a_pair_that_differs_and_has_zero_in_its_interval_is_spoken_of():
    """A one-sided test beside a two-sided interval, for example."""
    rng = np.random.default_rng(0)
    ahead = rng.normal(0.0, 1.0, 12)
    ahead = (ahead - ahead.mean()) / ahead.std(ddof=1) + 2.0 / np.sqrt(12)  # t = 2 on 11 df
    table = np.column_stack([ahead, np.zeros(12)])
    choices = {"measure": "regret", "higher_is_better": False, "procedure": "k-fold-t"}
    told = "1 pair that differs has an interval that holds 0: the intervals are two-sided"
    found = compare(table, alternative="greater", **choices)
    assert found.pairs.significant[0]
    assert found.pairs.low[0] <= 0 <= found.pairs.high[0]
    assert any(one.startswith(told) for one in found.warnings)
    assert not any("holds 0" in one for one in compare(table, **choices).warnings)
