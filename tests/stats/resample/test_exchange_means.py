"""Means of losses of many algorithms, exchanged by the same coins."""

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_predictions
from bakeoff.stats import measure_permutation, permutation
from bakeoff.stats.pairs import all_pairs
from bakeoff.stats.resample.exchange import Drawing, exchanged
from bakeoff.stats.resample.exchange_means import means_exchanged, worth_sharing

DRAWS = 20_000


def items(n=60, folds=1, seed=0):
    """Return probabilities of four models, two of them alike."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) // folds % 2
    frame = pd.DataFrame({"fold": np.arange(n) % folds, "item": range(n), "y": y})
    for name, gain in (("a", 0.5), ("b", 0.45), ("c", 0.2)):
        frame[name] = np.clip(gain * y + 0.6 * rng.random(n), 0.01, 0.99)
    return read_predictions(frame.assign(d=frame["a"]))


def drawing(alternative="two-sided", clusters=None):
    """Return how to draw."""
    return Drawing(clusters, alternative, DRAWS, np.random.default_rng(0))


@pytest.mark.parametrize("clusters", [None, np.arange(60) // 1])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("folds", [1, 2])
def test_each_pair_as_if_it_were_alone(alternative, clusters, folds):
    """The same law as coins of its own."""
    form = items(folds=folds).item_measure("brier")
    found = means_exchanged(form, all_pairs(4), drawing(alternative, clusters))
    for one, pair in zip(found, all_pairs(4).tolist(), strict=True):
        alone = exchanged(form.of(pair), clusters, alternative, DRAWS, np.random.default_rng(1))
        assert one.difference == pytest.approx(alone.difference)
        # the standard error of a share of 20,000 draws is at most 0.0036, and here of two
        assert one.p == pytest.approx(alone.p, abs=0.02)
        assert one.low <= one.p <= one.high


def test_copies():
    """P = 1, exactly."""
    found = means_exchanged(items().item_measure("brier"), all_pairs(4), drawing())
    assert (found[2].difference, found[2].p, found[2].alike) == (0.0, 1.0, True)


def test_clusters_are_exchanged_whole():
    """Each item twice, by its number: as the items once."""
    known = items(40).to_frame()
    frame = known.pivot_table(index="item", columns="algorithm", values="score")
    y = known[known.algorithm == "a"].set_index("item").y.astype(int)
    once = frame.assign(y=y).reset_index(drop=True)
    twice = read_predictions(pd.concat([once, once], ignore_index=True))
    clusters = np.tile(np.arange(40), 2)
    whole = measure_permutation(twice, "brier", clusters=clusters, draws=DRAWS).p_value
    alone = measure_permutation(read_predictions(once), "brier", draws=DRAWS).p_value
    assert whole == pytest.approx(alone, abs=0.02)


def test_when_it_is_worth_it():
    """Many pairs of many items; few items have their exact law."""
    form = items().item_measure("brier")
    assert worth_sharing(form, all_pairs(4), drawing())
    assert not worth_sharing(form, all_pairs(2), drawing())
    few = items(20)
    assert not worth_sharing(few.item_measure("brier"), all_pairs(4), drawing())
    losses = few.item_measure("brier").values
    found = measure_permutation(few, "brier")
    assert found.p_value[0] == pytest.approx(permutation(losses[0], losses[1]).p_value)
