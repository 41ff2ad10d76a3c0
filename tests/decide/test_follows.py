"""What follows: equivalence by TOST, how much more data, and the cheaper among equals."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from scipy.special import ndtri

from bakeoff import compare, read_predictions
from bakeoff.cli.verdict_text import lines
from bakeoff.data.scores import Scores
from bakeoff.decide.follows import within_reach
from bakeoff.stats import cv5x2_t, paired_t, sample_size, sign, wilcoxon


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


@pytest.mark.parametrize("procedure", ["k-fold-t", "permutation"])
def test_the_number_of_data_sets_that_would_show_the_observed_difference(procedure):
    """At 80 % power, as planning says it of the effect that was seen."""
    frame = alike(20, gap=0.001)
    found = compare(frame, measure="accuracy", procedure=procedure)
    apart = (frame["A"] - frame["B"]).to_numpy()
    effect = abs(apart.mean()) / apart.std(ddof=1)
    assert found.undecided[0]["needed"] == sample_size("paired_t", effect=effect)
    assert found.undecided[0]["have"] == 20
    assert found.undecided[0]["power"] == 0.8
    assert "the observed difference, itself uncertain, " in found.verdict.replace("The", "the")


@pytest.mark.parametrize(("n", "needed"), [(2, 6), (3, 6), (4, 6), (5, 6)])
def test_if_all_are_won_the_fewest_that_can_show_it_are_enough(n, needed):
    """Planning says 6 of a sure win, and so does the verdict of few sets, all of them won."""
    frame = pd.DataFrame({"dataset": list("vwxyz")[:n], "A": 0.9, "B": 0.8})
    found = compare(frame, measure="accuracy")
    assert found.undecided[0]["needed"] == needed == sample_size("wilcoxon", effect=0.999)
    assert f"about 6 data sets would show it with 80 % power (there are {n})" in found.verdict


@pytest.mark.parametrize("procedure", ["wilcoxon", "sign"])
def test_that_many_data_sets_do_show_the_shares_of_wins_that_were_seen(procedure):
    """Simulated from normal differences with the observed effect."""
    rng = np.random.default_rng(6)
    apart = rng.normal(0.3, 1.0, 24)
    frame = pd.DataFrame({"dataset": [f"s{n}" for n in range(24)], "A": apart + 5, "B": 5.0})
    found = compare(
        frame, measure="utility", higher_is_better=True, procedure=procedure, alpha=0.01
    )
    needed = int(found.undecided[0]["needed"])
    r = float(found.pairs.effect[0])
    shift = ndtri((1 + r) / 2) / (2**0.5 if procedure == "wilcoxon" else 1.0)
    test = {"wilcoxon": wilcoxon, "sign": sign}[procedure]
    draws = rng.normal(shift, 1.0, (2000, needed))
    power = float(np.mean(np.asarray(test(draws, 0.0).p_value) <= 0.01))
    assert 0.75 < power < 0.87  # two thousand draws, and the saw of exact tests


def test_ties_are_taken_along_in_the_number_of_data_sets():
    """Half of the data sets are ties: twice as many are needed as of those that differ."""
    rng = np.random.default_rng(8)
    apart = rng.normal(0.3, 1.0, 12)
    once = pd.DataFrame({"dataset": [f"s{n}" for n in range(12)], "A": apart + 5, "B": 5.0})
    ties = pd.DataFrame({"dataset": [f"t{n}" for n in range(12)], "A": 5.0, "B": 5.0})
    options = {"measure": "utility", "higher_is_better": True}
    alone = compare(once, **options).undecided[0]["needed"]
    both = compare(pd.concat([once, ties]), **options).undecided[0]["needed"]
    assert both == 2 * alone


def test_a_number_of_items_is_that_of_planning_also_where_p_is_1():
    """One item against two of 343: the exact p is 1, and planning has a number all the same."""
    truth = np.zeros(343, dtype=int)
    a, b = truth.copy(), truth.copy()
    a[0], b[1:3] = 1, 1
    frame = pd.DataFrame({"y": truth, "A": a, "B": b})
    frame.loc[5:9, ["y", "A", "B"]] = 1
    found = compare(read_predictions(frame, y="y"), measure="error")
    assert found.pairs.p_value[0] == 1.0
    planned = sample_size("mcnemar", effect=(1 / 343, 2 / 343))
    assert found.undecided[0]["needed"] == planned
    assert "any number" not in found.verdict


@pytest.mark.parametrize(
    ("rows", "have", "needed", "reach"),
    [
        ("data sets", 3, 190, True), ("data sets", 3, 210, False), ("data sets", 142, 1400, True),
        ("data sets", 142, 2200, False), ("items", 343, 11_000, True),
        ("items", 343, 110_000, False), ("runs of each", 10, 1000, True),
        ("runs of each", 10, 1001, False),
    ],
)  # fmt: skip
def test_what_is_out_of_reach_is_a_plain_rule(rows, have, needed, reach):
    """Ten times what there is, and more than 200 data sets, 100,000 items or 1,000 others."""
    assert within_reach(rows, have, needed) is reach


def test_a_difference_that_points_away_from_the_alternative():
    """No further data are promised to turn it round."""
    found = compare(alike(20, gap=0.01), measure="accuracy", alternative="greater")
    assert found.undecided[0]["needed"] is None
    assert "points away from the alternative that was asked about" in found.verdict


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


# one difference: estimate, interval, margin and verdict


def tied(n: int = 40, ties: int = 30) -> pd.DataFrame:
    """Return areas where the second is ahead by 0.08 to 0.17 where the two are not equal."""
    b = 0.5 + np.concatenate([np.zeros(ties), np.linspace(0.08, 0.17, n - ties)])
    return pd.DataFrame({"dataset": [f"s{place}" for place in range(n)], "a": 0.5, "b": b})


def test_ties_count_as_zeros_in_the_estimate_the_interval_and_the_margin():
    """Three of four data sets are ties: the middle is 0, and it says where p comes from."""
    found = compare(tied(), measure="auc", margin=0.06)
    assert "difference a - b is 0 (95 % interval -0.055 to 0)" in found.verdict
    assert "They are equivalent: a difference of 0.06 or more is ruled out (TOST)." in found.verdict
    nearer = compare(tied(), measure="auc", margin=0.05)
    assert "which lies within, and the one above reaches further" in nearer.verdict
    assert found.pairs.p_value[0] == pytest.approx(2 / 2**10)
    assert found.verdict.startswith("b does better than a by auc")  # the direction of the ranks
    assert found.recommended == "b"
    assert (
        "a and b are equal on 30 of 40 data sets: the p-value leaves them out; the difference and "
        "its interval count them as 0"
    ) in found.warnings
    assert any(
        "on the 10 rows on which they differ, the pseudo-median is -0.125" in one
        for one in found.reasons
    )
    assert not any("left out before ranking" in note for note in found.pairs.notes)


def test_ties_of_many_pairs_are_told_of_the_worst():
    """How many pairs, and which has the most of them."""
    frame = tied().assign(c=lambda one: one["b"] + 0.01)
    found = compare(frame, measure="auc")
    assert (
        "1 pair of 3 have ties, most of them a and b (30 of 40 data sets): the p-value leaves them "
        "out; the difference and its interval count them as 0"
    ) in found.warnings


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("posthoc", ["wilcoxon", "paired_t"])
def test_what_is_called_equivalent_has_its_interval_within_the_margin(seed, posthoc):
    """That at 1 - 2 alpha, which goes with TOST; if the one shown reaches further, it is said."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(10, 30))
    a = rng.integers(70, 90, n) / 100.0
    frame = pd.DataFrame(
        {"dataset": [f"s{place}" for place in range(n)], "a": a,
         "b": a + rng.integers(-3, 4, n) * (rng.random(n) < 0.6) / 100.0}
    )  # fmt: skip
    for margin in (0.0051, 0.0101, 0.0151, 0.0201):
        options = {"measure": "accuracy", "margin": margin, "posthoc": posthoc}
        found, wider = compare(frame, **options), compare(frame, alpha=0.1, **options)
        row = found.equivalence[0]
        if row["equivalent"]:
            assert -margin < wider.pairs.low[0] <= wider.pairs.high[0] < margin
            inside = -margin < found.pairs.low[0] and found.pairs.high[0] < margin
            assert row["reaches_beyond"] is not inside
            assert ("the one above reaches further" in found.verdict) is not inside


@pytest.mark.parametrize("n", [2, 3, 5])
def test_an_interval_that_ends_nowhere_is_left_out_with_the_reason(n):
    """In the table, the verdict and the shell; also of two that are the same."""
    for gap in (0.1, 0.0):
        frame = pd.DataFrame({"dataset": list("vwxyz")[:n], "A": 0.8 + gap, "B": 0.8})
        found = compare(frame, measure="accuracy")
        assert np.isnan([found.pairs.low[0], found.pairs.high[0]]).all()
        reason = f"{n} data sets are too few for an interval at 95 %: no difference is ruled out"
        assert reason in found.pairs.notes
        told = "\n".join(lines(found))
        assert f"none: {reason}" in told
        assert "inf" not in told
        assert "nan" not in told
        assert json.loads(found.to_json())["pairs"][0]["low"] is None
        markdown = found.to_markdown()
        assert reason in markdown
        assert "inf" not in markdown.replace("information", "")


@pytest.mark.parametrize(
    ("posthoc", "middle"),
    [
        ("wilcoxon", "minus B: pseudo-median of the differences (Hodges-Lehmann), not that"),
        ("sign", "minus B: median of the differences, not that"),
        ("paired_t", None),
    ],
)
def test_which_middle_the_differences_are_is_said(posthoc, middle):
    """On the page and in the shell, where it is not the difference of the means beside it."""
    found = compare(alike(12, gap=0.05), measure="accuracy", posthoc=posthoc)
    told = "\n".join(lines(found))
    assert ("not that of the means" in told) is (middle is not None)
    assert ("median of the differences" in found.to_markdown()) is (middle is not None)
    if middle is not None:
        assert middle in told


def test_of_many_pairs_the_level_of_the_intervals_is_told():
    """Where one that is shown reaches beyond the margin, and the pair is equivalent."""
    told = 0
    for margin in np.arange(0.002, 0.006, 0.0002):
        found = compare(alike(30, k=3), measure="accuracy", margin=float(margin))
        rows = [row for row in found.equivalence if row["equivalent"]]
        beyond = any(row["reaches_beyond"] for row in rows)
        assert ("(TOST, by intervals at 90 %)" in found.verdict) is beyond
        told += beyond
    assert told
