"""What follows: equivalence by TOST, how much more data, and the cheaper among equals."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bakeoff import compare
from bakeoff.data.scores import Scores
from bakeoff.stats import cv5x2_t, paired_t, wilcoxon


def alike(n: int = 20, gap: float = 0.0, k: int = 2) -> pd.DataFrame:
    """Return accuracies that differ by the gap and a little noise."""
    rng = np.random.default_rng(3)
    level = rng.uniform(0.6, 0.8, (n, 1))
    values = level + gap * np.arange(k) + rng.normal(0, 0.005, (n, k))
    frame = pd.DataFrame(values, columns=list("ABCDEFGH"[:k]))
    frame.insert(0, "dataset", [f"s{place}" for place in range(n)])
    return frame


def test_equivalence_is_two_one_sided_tests_by_the_same_test():
    """Wilcoxon's, shifted by the margin to each side; the larger p is the answer."""
    frame = alike()
    found = compare(frame, measure="accuracy", margin=0.02)
    a, b = frame["A"].to_numpy(), frame["B"].to_numpy()
    lower = wilcoxon(a + 0.02, b, alternative="greater").p_value
    upper = wilcoxon(a - 0.02, b, alternative="less").p_value
    row = found.equivalence[0]
    assert row["p_equivalent"] == max(lower, upper)
    assert (row["p_a_not_worse"], row["p_b_not_worse"]) == (lower, upper)
    assert row["equivalent"]
    assert "They are equivalent: a difference of 0.02 or more is ruled out (TOST)." in found.verdict
    assert found.undecided == ()


def test_equivalence_over_folds_is_corrected_as_the_test_is(made):
    """The corrected t with the same ratio; where less is better, sides change places."""
    scores = made(2, 10, gap=0.001, noise=0.002)
    found = compare(scores, margin=0.02)
    a, b = scores.values[0, :, :, 0].T
    lower = paired_t(a + 0.02, b, alternative="greater", test_train_ratio=1 / 9).p_value
    upper = paired_t(a - 0.02, b, alternative="less", test_train_ratio=1 / 9).p_value
    assert found.equivalence[0]["p_equivalent"] == max(lower, upper)
    assert found.equivalence[0]["p_a_not_worse"] == upper
    five = made(2, 10, gap=0.001, noise=0.002, design="5x2")
    again = compare(five, margin=0.02)
    differences = (five.values[0, :, 0, 0] - five.values[0, :, 1, 0]).reshape(5, 2)
    sides = [
        cv5x2_t(differences + 0.02, alternative="greater").p_value,
        cv5x2_t(differences - 0.02, alternative="less").p_value,
    ]
    assert again.equivalence[0]["test"] == "cv5x2_t"
    assert again.equivalence[0]["p_equivalent"] == pytest.approx(max(sides))


def test_not_worse_by_the_margin_is_said_of_the_one_it_is_true_of():
    """A is a little behind: B is not worse than A, and the two are not equivalent."""
    found = compare(alike(gap=0.02), measure="accuracy", margin=0.02)
    row = found.equivalence[0]
    assert (row["a_not_worse"], row["b_not_worse"]) == (False, True)
    assert "B is not worse than A by 0.02 or more (TOST)." in found.verdict


def test_a_margin_that_nothing_decides():
    """Neither equivalent nor worse: it is said, with what would show it."""
    found = compare(alike(6), measure="accuracy", margin=0.001)
    assert "Whether they differ by 0.001 or more is not decided (TOST)." in found.verdict
    assert "To show a difference of 0.001 with 80 % power takes about" in found.verdict
    assert found.undecided[0]["effect"] == "given"


def test_pairs_of_many_and_those_with_a_control():
    """Equivalent pairs are named one by one; beside a control, who is not worse than it."""
    found = compare(alike(30, k=3), measure="accuracy", margin=0.02)
    assert "Equivalent within 0.02 (TOST): A and B; A and C; B and C." in found.verdict
    against = compare(alike(30, gap=0.03, k=3), measure="accuracy", margin=0.02, control="A")
    assert "B and C are not worse than A by 0.02 or more." in against.verdict


def test_equivalence_beside_tests_that_know_no_shift(demsar, made):
    """After Nemenyi or Tukey the same question is asked by Wilcoxon or t, with Holm."""
    for found, test in [
        (compare(demsar, measure="auc", procedure="demsar", margin=0.05), "wilcoxon"),
        (compare(made(3), procedure="thesis-univariate", margin=0.05), "paired_t"),
    ]:
        assert {row["test"] for row in found.equivalence} == {test}


# what the data cannot decide


def test_the_number_of_data_sets_that_would_show_the_observed_difference():
    """At 80 % power: (1.96 + .84)^2 over the standardised effect of the observed p."""
    frame = alike(20, gap=0.001)
    found = compare(frame, measure="accuracy", procedure="k-fold-t")
    p = float(found.pairs.p_value[0])
    z = 2.801585 / abs(_quantile(p / 2))
    assert found.undecided[0]["needed"] == pytest.approx(20 * z**2, rel=0.01)  # rounded up
    assert found.undecided[0]["have"] == 20
    assert found.undecided[0]["power"] == 0.8


def _quantile(p: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(p))


def test_that_many_data_sets_do_show_it():
    """Simulated: with the number that was named, four of five times p is below .05."""
    rng = np.random.default_rng(0)
    effect = 0.4
    first = rng.normal(effect, 1.0, 20)
    first += effect - first.mean()
    table = np.column_stack([first, np.zeros(20)]) + 10
    found = compare(table, measure="regret", higher_is_better=False, procedure="k-fold-t")
    needed = int(found.undecided[0]["needed"])
    draws = rng.normal(effect, first.std(ddof=1), (2000, needed))
    power = float(np.mean(np.asarray(paired_t(draws, np.zeros_like(draws)).p_value) <= 0.05))
    assert 0.74 < power < 0.86  # normal approximation, 2000 draws


def test_more_splits_of_one_data_set_may_never_be_enough(made):
    """The variance of the corrected t has a floor: that is said, and what would help."""
    found = compare(made(2, 10, gap=0.0005))
    assert found.undecided[0]["needed"] is None
    assert "No number of further splits of this data set would show" in found.verdict
    assert "a larger data set, or several, would." in found.verdict


def test_a_difference_of_nothing():
    """Identical algorithms: p = 1 and no number that would help."""
    frame = alike(10).assign(B=lambda one: one["A"])
    found = compare(frame, measure="accuracy")
    assert found.pairs.p_value[0] == 1.0
    assert "The observed difference is exactly 0" in found.verdict


def test_what_is_decided_is_not_called_undecided():
    """The first is better than all: nothing is said of the others."""
    found = compare(alike(30, gap=0.05, k=3), measure="accuracy")
    assert found.undecided == ()
    assert "80 % power" not in found.verdict


# cost


def test_among_equals_the_cheaper_comes_first_by_its_time():
    """Times among the scores are costs, and never a measure that must be named."""
    rng = np.random.default_rng(0)
    values = rng.normal(0.8, 0.02, (10, 1, 3, 2))
    values[..., 1] = [30.0, 20.0, 1.0]
    kinds = {
        "datasets": [f"s{place}" for place in range(10)], "splits": [(0, 0)],
        "algorithms": list("ABC"), "measures": ["accuracy", "training_time"],
        "higher_is_better": {"accuracy": True, "training_time": False},
    }  # fmt: skip
    found = compare(Scores(values, **kinds))
    assert found.question.measures == ("accuracy",)
    assert found.recommended == "C"
    assert "C is the cheapest by training_time" in found.verdict
    assert (
        "but not shown to be worse is not shown to be as good: its mean accuracy" in found.verdict
    )
    assert "and it does worse on" in found.verdict
    values[:, :, 2, 0] -= 0.2
    again = compare(Scores(values, **kinds))
    assert again.recommended == "B"


def test_the_time_that_a_user_pays_is_training_and_testing_together():
    """One that only stores its items trains in no time, and is no cheaper for that."""
    rng = np.random.default_rng(0)
    names = ["accuracy", "training_time", "test_time"]
    values = rng.normal(0.8, 0.02, (10, 1, 3, 3))
    values[..., 1] = [30.0, 20.0, 1.0]
    values[..., 2] = [5.0, 1.0, 60.0]
    found = compare(
        Scores(
            values, [f"s{place}" for place in range(10)], [(0, 0)], list("ABC"), names,
            dict(zip(names, (True, False, False), strict=True)),
        )
    )  # fmt: skip
    assert found.recommended == "B"
    assert "by training and test time" in found.verdict


def test_a_given_cost_is_taken_by_name_or_by_place():
    """A mapping, numbers, and a sentence for one that is missing."""
    frame = alike(12, k=3)
    assert compare(frame, measure="accuracy", cost={"A": 3, "B": 1, "C": 2}).recommended == "B"
    assert compare(frame, measure="accuracy", cost=[1, 2, 3]).recommended == "A"
    with pytest.raises(ValueError, match="cost must say what each algorithm costs; 'C' is missing"):
        compare(frame, measure="accuracy", cost={"A": 3, "B": 1})


def test_without_costs_only_a_clear_winner_is_recommended():
    """Better than every other one, or nobody."""
    assert compare(alike(12, gap=0.05, k=3), measure="accuracy").recommended == "C"
    assert compare(alike(12, k=3), measure="accuracy").recommended is None


def test_of_several_measures_the_noncentrality_of_chi_square_is_wanted():
    """Simulated: with the number that was named, T squared rejects four times of five."""
    from bakeoff.stats import hotelling_two_sample

    rng = np.random.default_rng(5)
    effect, n = 0.55, 20
    a, b = rng.normal(0, 1, (2, n, 2))
    a -= a.mean(axis=0)
    b += effect - b.mean(axis=0)
    values = np.stack([a, b], axis=1)[np.newaxis] + 10.0
    names = ["loss1", "loss2"]
    scores = Scores(
        values, ["d"], [(0, run) for run in range(n)], ["A", "B"], names,
        dict.fromkeys(names, False), "independent",
    )  # fmt: skip
    found = compare(scores, measures=names, alpha=0.01)
    assert not found.pairs.significant[0]
    needed = int(found.undecided[0]["needed"])
    spread = np.linalg.cholesky((np.cov(a.T) + np.cov(b.T)) / 2)
    x = rng.normal(0, 1, (1000, needed, 2)) @ spread.T
    y = rng.normal(0, 1, (1000, needed, 2)) @ spread.T + effect
    power = float(np.mean(np.asarray(hotelling_two_sample(x, y).p_value) <= 0.01))
    assert 0.7 < power < 0.9  # an estimate from a chi-square law, 1000 draws
