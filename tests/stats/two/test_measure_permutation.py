"""The paired permutation test of any measure."""

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_predictions
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import adjust, mcnemar, measure_permutation, permutation


def items(n=200, seed=0, gains=(0.5, 0.35, 0.1)):
    """Return probabilities of models, the first the best."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    frame = pd.DataFrame({"y": y})
    for place, gain in enumerate(gains):
        frame[f"m{place}"] = np.clip(gain * y + 0.6 * rng.random(n), 0.01, 0.99)
    return read_predictions(frame)


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises((InvalidInput, NotApplicable)) as error:
        call(*arguments, **choices)
    return str(error.value)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_error_is_the_exact_mcnemar(alternative):
    """Every pair: the exchanges of a share of items are coins on what one alone gets wrong."""
    known = items()
    found = measure_permutation(known, "error", alternative=alternative, correction="none")
    assert found.method == "exact"
    pairs = [("m0", "m1"), ("m0", "m2"), ("m1", "m2")]
    expected = [mcnemar(known.contingency(a, b), alternative=alternative).p_value for a, b in pairs]
    assert found.p_value == pytest.approx(expected, rel=1e-12)


def test_log_loss_is_the_permutation_of_its_items():
    """The signs of the differences of the losses."""
    known = items(14, gains=(0.5, 0.2))
    losses = known.item_measure("log_loss").values
    found = measure_permutation(known, "log_loss")
    assert found.p_value[0] == pytest.approx(permutation(*losses).p_value, rel=1e-9)


def test_direction():
    """``greater``: the measure of the first is the larger."""
    known = items(400, gains=(0.5, 0.3))
    p = {
        one: measure_permutation(known, "auc", alternative=one, draws=999).p_value[0]
        for one in ("less", "greater", "two-sided")
    }
    assert p["greater"] < 0.05 < p["less"]
    errors = measure_permutation(known, "error", alternative="greater").p_value[0]
    assert errors > 0.5  # the first errs less


def test_correction_and_level():
    """Holm by default; `significant` at alpha."""
    found = measure_permutation(items(), "f1", draws=999)
    assert found.p_adjusted == pytest.approx(adjust(found.p_value, "holm"))
    assert np.array_equal(found.significant, found.p_adjusted <= 0.05)


def test_p_is_never_zero_and_has_an_interval():
    """(count + 1)/(draws + 1)."""
    found = measure_permutation(items(500, gains=(0.6, 0.0)), "auc", draws=199)
    assert found.p_value[0] == pytest.approx(1 / 200)
    assert found.details["p_low"][0] <= found.p_value[0] <= found.details["p_high"][0]


def test_few_draws_are_said_to_be_few():
    """Ten draws cannot give 0.05."""
    notes = measure_permutation(items(), "f1", draws=10).notes
    assert any("10 draws" in note for note in notes)


def test_ranks_are_exchanged_for_areas():
    """A model whose scores are all of another scale changes nothing."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 100)
    score = np.clip(np.outer(y, (0.5, 0.2)) + 0.4 * rng.random((100, 2)), 0.01, 0.99)
    plain = pd.DataFrame({"y": y, "a": score[:, 0], "b": score[:, 1]})
    scaled = plain.assign(b=plain["b"] ** 7)
    first, second = (
        measure_permutation(read_predictions(one), "auc", draws=500) for one in (plain, scaled)
    )
    assert first.p_value[0] == second.p_value[0]
    assert any("ranks" in note for note in first.notes)


def test_identical_models():
    """P = 1 and a note."""
    frame = pd.DataFrame({"y": [0, 1, 0, 1], "a": [0, 1, 1, 1], "b": [0, 1, 1, 1]})
    found = measure_permutation(read_predictions(frame), "f1")
    assert found.p_value[0] == 1.0
    assert "the two say the same" in found.notes


def test_the_level_is_kept():
    """Two models alike: about 5 of 100 tests of F1 reject at 0.05."""
    rejected = sum(
        measure_permutation(items(60, seed=seed, gains=(0.3, 0.3)), "f1", draws=199).p_value[0]
        <= 0.05
        for seed in range(200)
    )
    assert rejected <= 21  # the 99.9 percent limit of a binomial of 200 at 0.05


def test_errors():
    """Each sentence in full."""
    one = read_predictions(pd.DataFrame({"y": [0, 1], "svm": [0, 1]}))
    assert told(measure_permutation, one, "f1") == (
        "there is one algorithm, svm, and nothing to compare it with; `bootstrap` gives the "
        "interval of its f1"
    )
    frame = pd.DataFrame({"y": [0, 1], "svm": [0, 0], "knn": [0, 1]})
    assert told(measure_permutation, read_predictions(frame), "precision") == (
        "precision of svm is undefined on these items (0/0): no item of a class that it speaks "
        "of, or none predicted as such"
    )


def test_against_a_control():
    """Only the pairs (other, control); the bootstrap knows it, too."""
    from bakeoff.stats import bootstrap

    found = measure_permutation(items(), "error", control="m2")
    assert list(zip(found.a, found.b, strict=True)) == [("m0", "m2"), ("m1", "m2")]
    assert found.p_value[0] == measure_permutation(items(), "error").p_value[1]
    assert bootstrap(items(), "error", control="m2", draws=200).a == ("m0", "m1")
