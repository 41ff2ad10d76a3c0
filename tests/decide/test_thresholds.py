"""Whole curves compared: at each threshold, over the thresholds of a set, over data sets."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bakeoff import compare, read_predictions
from bakeoff.decide.thresholds import cuts_of
from bakeoff.errors import InvalidInput, NotApplicable


def items(datasets: int = 6, folds: int = 5, gains: tuple[float, ...] = (0.9, 0.2), n: int = 60):
    """Return predictions of algorithms A, B, ... whose scores follow the truth more or less."""
    rng = np.random.default_rng(0)
    rows = []
    for dataset in range(datasets):
        for fold in range(folds):
            truth = rng.integers(0, 2, n)
            for place, gain in enumerate(gains):
                score = np.clip(0.5 * gain * truth + (1 - 0.5 * gain) * rng.random(n), 0, 1)
                rows.append(
                    pd.DataFrame(
                        {"dataset": f"d{dataset}", "fold": fold, "item": range(n), "y": truth,
                         "algorithm": "ABCDE"[place], "score": score.round(3)}
                    )
                )  # fmt: skip
    return read_predictions(pd.concat(rows), positive="1")


def test_thresholds_are_so_many_from_0_to_1_or_the_given_ones():
    """The thesis has 21: 0, 0.05, ..., 1."""
    assert cuts_of(21) == tuple(np.linspace(0, 1, 21).round(12).tolist())
    assert cuts_of([0.5, 0.2]) == (0.2, 0.5)
    for wrong in ([0.2, 0.2], [0.5, 1.5]):
        with pytest.raises(InvalidInput, match="thresholds must be different numbers from 0 to 1"):
            cuts_of(wrong)


def test_over_data_sets():
    """A wins the curve of every data set; the sign test over six of them says so."""
    found = compare(items(), thresholds=21)
    assert found.procedure == "thesis-thresholds"
    assert found.question.thresholds[:3] == (0.0, 0.05, 0.1)
    assert found.question.measures == ("risk",)
    assert found.wins.counts.tolist() == [[0, 6], [0, 0]]
    assert found.pairs.p_value[0] == pytest.approx(2 * 0.5**6)
    assert found.order == ["A", "B"]
    assert any("thresholds of one curve are not independent" in one for one in found.warnings)
    assert "at 21 thresholds" in found.reasons[0]


def test_a_data_set_counts_only_if_its_one_sided_sign_test_rejects():
    """Equal algorithms: hardly a threshold rejects, so no data set is won."""
    found = compare(items(gains=(0.5, 0.5, 0.5), datasets=4), thresholds=21)
    assert found.wins.counts.sum() == 0
    assert "No two of the 3 algorithms can be told apart" in found.verdict
    grids = found.parts["thresholds"]
    assert grids.shape == (4, 3, 3)
    assert (grids <= 21).all()


def test_over_the_thresholds_of_one_data_set():
    """One data set: the sign test is over its thresholds, and the rows are called so."""
    found = compare(items(datasets=1), thresholds=21)
    assert found.wins.n == 21
    won = int(found.wins.counts[0, 1])
    assert won > 10
    assert found.order[0] == "A"


def test_other_measures_can_be_compared_at_each_threshold():
    """Precision and recall in place of the four counts."""
    found = compare(items(), thresholds=11, measures=["precision", "recall"])
    assert found.wins.counts[0, 1] >= 5


def test_one_split_is_not_enough():
    """Each data set decides from its splits."""
    with pytest.raises(NotApplicable) as caught:
        compare(items(folds=1), thresholds=21)
    assert str(caught.value) == (
        "this procedure decides at each threshold from the splits of a data set, and there is one "
        "split; give predictions over several folds"
    )
