"""Tests on the items of one test set, as a comparison uses them."""

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_predictions
from bakeoff.decide import compare
from bakeoff.decide.evidence import Choices
from bakeoff.decide.over_items import draws_for, item_values, road_of
from bakeoff.errors import InvalidInput
from bakeoff.stats import bootstrap, delong, mcnemar, measure_permutation


def items(n=200, gains=(0.5, 0.35, 0.1), seed=0):
    """Return probabilities of three models, the first the best."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    frame = pd.DataFrame({"y": y})
    for place, gain in enumerate(gains):
        frame[f"m{place}"] = np.clip(gain * y + 0.6 * rng.random(n), 0.01, 0.99)
    return read_predictions(frame)


class TestRoads:
    """Which test compares by a measure."""

    @pytest.mark.parametrize(
        ("measure", "road"),
        [("error", "mcnemar"), ("accuracy", "mcnemar"), ("auc", "delong"), ("f1", "permutation"),
         ("log_loss", "permutation")],
    )  # fmt: skip
    def test_the_one_that_fits(self, measure, road):
        """Exact for shares, DeLong for areas, exchanges for everything else."""
        assert road_of(measure, Choices()) == road

    def test_the_one_asked_for(self):
        """A permutation test serves every measure."""
        assert road_of("auc", Choices(posthoc="permutation")) == "permutation"

    @pytest.mark.parametrize(
        ("measure", "posthoc", "sentence"),
        [
            (
                "error",
                "wilcoxon",
                (
                    "posthoc must be one of mcnemar, delong, permutation, measure_permutation, "
                    "bootstrap for predictions on one test set; it was 'wilcoxon'"
                ),
            ),
            (
                "auc",
                "mcnemar",
                (
                    "mcnemar compares by error or accuracy, and not by auc; leave posthoc= out, "
                    "or take 'permutation', which compares by any measure"
                ),
            ),
        ],
    )
    def test_errors(self, measure, posthoc, sentence):
        """Each sentence in full."""
        with pytest.raises(InvalidInput) as error:
            road_of(measure, Choices(posthoc=posthoc))
        assert str(error.value) == sentence


class TestNumbers:
    """The numbers of a comparison are those of its tests."""

    @pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
    def test_error(self, alternative):
        """Exact McNemar tests, Holm's correction."""
        known = items()
        found = compare(known, measure="error", alternative=alternative).pairs
        expected = [
            mcnemar(known.contingency(a, b), alternative=alternative).p_value
            for a, b in zip(found.a, found.b, strict=True)
        ]
        assert found.p_value == pytest.approx(expected)
        assert found.correction == "holm"

    def test_accuracy_is_error_turned_round(self):
        """The same p, differences and limits with the other sign."""
        known = items()
        error, accuracy = (compare(known, measure=one).pairs for one in ("error", "accuracy"))
        assert accuracy.p_value == pytest.approx(error.p_value)
        assert accuracy.difference == pytest.approx(-error.difference)
        assert accuracy.low == pytest.approx(-error.high)
        greater = compare(known, measure="accuracy", alternative="greater").pairs
        less = compare(known, measure="error", alternative="less").pairs
        assert greater.p_value == pytest.approx(less.p_value)

    def test_auc(self):
        """DeLong's test; the intervals are those of each pair alone, as those of `delong` are."""
        known = items()
        scores = np.stack([known.score_of(place, "") for place in range(3)], axis=1)
        theirs = delong(known.truth, scores, alpha=0.05)
        found = compare(known, measure="auc")
        assert found.pairs.p_value == pytest.approx(theirs.p_value)
        assert found.pairs.low == pytest.approx(theirs.low)
        assert found.omnibus.statistic == pytest.approx(theirs.details["chi2"])
        assert found.pairs.alpha == 0.05

    def test_intervals_are_those_of_each_pair_alone(self):
        """As the tests of one pair print them; of pairs that differ they do not hold 0 unsaid."""
        known = items()
        found = compare(known, measure="error")
        for row, (a, b) in enumerate(zip(found.pairs.a, found.pairs.b, strict=True)):
            alone = compare(known.select(algorithms=[a, b]), measure="error").pairs
            assert found.pairs.low[row] == pytest.approx(alone.low[0])
            assert found.pairs.high[row] == pytest.approx(alone.high[0])
        assert any("of each pair alone" in note for note in found.pairs.notes)

    def test_auc_of_few_items_or_none_that_vary(self):
        """A careful reader is told where the normal law is of no use."""
        frame = pd.DataFrame({"y": [0, 1] * 8, "a": [0.5] * 16, "b": [0.2, 0.8] * 8})
        warnings = " ".join(compare(read_predictions(frame), measure="auc").warnings)
        assert "without any variation" in warnings
        assert "few for a normal law" in warnings

    def test_f1(self):
        """A permutation test, and the intervals of the bootstrap."""
        known = items()
        found = compare(known, measure="f1", rng=3).pairs  # 10,000 draws, as these two have
        assert found.p_value == pytest.approx(measure_permutation(known, "f1", rng=3).p_value)
        assert found.low == pytest.approx(bootstrap(known, "f1", rng=3).low)

    def test_a_control(self):
        """Only the pairs with it."""
        for measure in ("error", "auc", "f1"):
            found = compare(items(), measure=measure, control="m1")
            assert found.pairs.b == ("m1", "m1")
            assert found.omnibus is None
            assert found.cliques == []

    def test_corrections(self):
        """As asked for; one pair has none."""
        assert compare(items(), measure="auc", correction="shaffer").pairs.correction == "shaffer"
        two = compare(items().select(algorithms=["m0", "m1"]), measure="auc").pairs
        assert two.correction == "none"
        assert two.p_adjusted == two.p_value


def test_draws():
    """Counts take as many as the corrected level asks for; items as many as time allows."""
    known = items()
    f1, area = known.item_measure("f1"), known.item_measure("auc_pr")
    assert draws_for(f1, 6, 300) == 10_000
    assert draws_for(f1, 2450, 122_500) == 50_000
    assert draws_for(area, 6, 300) == 10_000
    assert draws_for(area, 1000, 300) == 1000
    assert draws_for(area, 1000, 4500) == 4500


@pytest.mark.parametrize("measure", ["error", "accuracy", "auc", "log_loss", "brier"])
def test_the_mean_of_what_items_add_is_the_measure(measure):
    """Also for areas: the mean placement over all items is the area."""
    known = items()
    expected = known.measure(measure).values[0, 0, :, 0]
    assert item_values(known, measure).mean(axis=0) == pytest.approx(expected)


def test_f1_is_no_mean_over_the_items():
    """None says so."""
    assert item_values(items(), "f1") is None
