"""One call: the question is found, a procedure chosen, and the verdict is what the sources print."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff import compare
from bakeoff.data.scores import Scores
from bakeoff.decide import Comparison, procedures
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import anova, cv5x2_f, nemenyi, paired_t, ranks_z, sign, tukey, wilcoxon


def p_of(found: Comparison, a: str, b: str) -> float:
    """Return the adjusted p of a pair."""
    return float(found.pairs.matrix("p_adjusted").loc[a, b])


# Demsar's example


def test_demsars_example_by_itself(demsar):
    """Ranks within data sets, exact signed ranks of the pairs, Holm: one pair differs."""
    found = compare(demsar, measure="auc")
    assert found.procedure == "friedman"
    assert found.tests == ("friedman", "wilcoxon")
    assert found.order == ["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"]
    assert found.recommended is None
    assert found.verdict.startswith(
        "C4.5+m+cf comes first by auc over 14 data sets (mean rank 1.929), but is not shown to be "
        "better than any other; 1 of 6 pairs differs: C4.5+m is better than C4.5 (Wilcoxon's "
        "signed ranks, Holm's correction, level 0.05). Were the observed difference between "
        "C4.5+m+cf and C4.5+m, itself uncertain, the true one, about "
    )
    alone = wilcoxon(demsar["C4.5"], demsar["C4.5+m"])
    assert p_of(found, "C4.5", "C4.5+m") == pytest.approx(6 * alone.p_value)


def test_demsars_example_as_the_slides_have_it(demsar):
    """CD 1.25 at .05, where Nemenyi finds nothing, and 1.12 at .10, where it finds two pairs."""
    found = compare(demsar, measure="auc", procedure="demsar")
    assert found.critical_difference == pytest.approx(1.25, abs=0.005)  # two printed decimals
    assert not found.pairs.significant.any()
    assert "No two of the 4 algorithms can be told apart" in found.verdict
    wider = compare(demsar, measure="auc", procedure="demsar", alpha=0.1)
    assert wider.critical_difference == pytest.approx(1.12, abs=0.005)
    differ = {
        (a, b)
        for a, b, yes in zip(wider.pairs.a, wider.pairs.b, wider.pairs.significant, strict=True)
        if yes
    }
    assert differ == {("C4.5", "C4.5+m"), ("C4.5", "C4.5+m+cf")}


def test_demsars_example_against_a_control(demsar):
    """The slides' z: .51 with p .608 for C4.5+cf (in their ranks one tie is told apart)."""
    demsar.loc[demsar["dataset"] == "voting", "C4.5+cf"] = 0.9751
    found = compare(demsar, measure="auc", procedure="demsar", control="C4.5")
    assert found.ranks == pytest.approx(
        {"C4.5": 3.143, "C4.5+m": 2.000, "C4.5+cf": 2.893, "C4.5+m+cf": 1.964}, abs=5e-4
    )
    assert found.omnibus is not None
    row = found.pairs.a.index("C4.5+cf")
    assert abs(found.pairs.statistic[row]) == pytest.approx(0.51235, abs=5e-6)
    assert found.pairs.p_value[row] == pytest.approx(0.60841, abs=5e-6)
    assert sorted(found.pairs.p_value.round(3)) == [0.016, 0.019, 0.608]
    # Holm: .016 <= .0167 and .019 <= .025 reject, .608 does not
    assert found.pairs.significant[[found.pairs.a.index("C4.5+m"), row]].tolist() == [True, False]
    assert found.verdict.startswith(
        "Against C4.5 by auc over 14 data sets: C4.5+m+cf and C4.5+m are better; no difference "
        "from C4.5+cf can be shown (z on mean ranks, Holm's correction, level 0.05)."
    )


def test_two_algorithms_are_compared_by_signed_ranks(demsar):
    """Wilcoxon's exact test, its pseudo-median and interval, and what the sign test would say."""
    found = compare(demsar[["dataset", "C4.5", "C4.5+m"]], measure="auc")
    assert found.procedure == "wilcoxon"
    assert found.verdict.startswith(
        "C4.5+m does better than C4.5 by auc over 14 data sets (Wilcoxon's signed ranks, p = "
        "0.00732); the difference C4.5 - C4.5+m is -0.013 (95 % interval -0.0275 to -0.003)."
    )
    assert found.recommended == "C4.5+m"
    assert any("procedure='sign'" in reason for reason in found.reasons)


@pytest.mark.parametrize(
    ("procedure", "omnibus", "pairs"),
    [
        ("garcia-herrera", "friedman", "ranks_z"),
        ("quade", "quade", "ranks_z"),
        ("aligned-ranks", "aligned_ranks", "ranks_z"),
        ("chapter", "kruskal_wallis", "ranks_tukey"),
        ("permutation", "permutation_anova", "permutation"),
        ("wilcoxon", None, "wilcoxon"),
        ("sign", None, "sign"),
        ("k-fold-t", None, "paired_t"),
    ],
)
def test_every_procedure_over_data_sets(demsar, procedure, omnibus, pairs):
    """Each runs by its name, says so, and is marked as a choice in the signature."""
    found = compare(demsar, measure="auc", procedure=procedure, rng=0)
    assert found.procedure == procedure
    assert (None if found.omnibus is None else found.omnibus.name) == omnibus
    assert found.pairs.name == pairs
    assert f"procedure:{procedure}!|" in found.signature
    assert any(f"procedure='{procedure}' was asked for" in reason for reason in found.reasons)


# one data set


def test_folds_of_one_data_set_are_corrected_for_their_overlap(made):
    """The ratio of k folds is 1/(k-1); the F of all is divided as t squared is."""
    scores = made(2, 10)
    found = compare(scores)
    assert found.procedure == "corrected-t"
    a, b = scores.values[0, :, 0, 0], scores.values[0, :, 1, 0]
    assert found.pairs.p_value[0] == paired_t(a, b, test_train_ratio=1 / 9).p_value
    assert any("without the correction for overlap" in reason for reason in found.reasons)
    three = compare(made(3, 10))
    assert three.omnibus is not None
    assert three.omnibus.details["variance_factor"] == pytest.approx(1 + 10 / 9)
    assert not any("overlap" in warning for warning in three.warnings)


def test_repeated_folds_and_known_sizes():
    """Ten times ten folds: n = 100 and the ratio 1/9; given sizes win over counted folds."""
    rng = np.random.default_rng(0)
    values = rng.normal(0.2, 0.02, (1, 100, 2, 1))
    splits = [(repeat, fold) for repeat in range(10) for fold in range(10)]
    kinds = {
        "datasets": ["d"], "splits": splits, "algorithms": ["A", "B"], "measures": ["error"],
        "higher_is_better": {"error": False},
    }  # fmt: skip
    repeated = compare(Scores(values, **kinds, design="repeated k-fold"))
    assert repeated.question.test_train_ratio == pytest.approx(1 / 9)
    sizes = {"n_train": np.full((1, 100), 200.0), "n_test": np.full((1, 100), 100.0)}
    sized = compare(Scores(values, **kinds, design="resampled", **sizes))
    assert sized.question.test_train_ratio == 0.5
    assert sized.pairs.p_value[0] > repeated.pairs.p_value[0]


def test_five_times_two_folds(made):
    """The F test that the design is made for, on differences in the order of the folds."""
    scores = made(2, 10, design="5x2")
    found = compare(scores)
    assert found.procedure == "5x2"
    differences = (scores.values[0, :, 0, 0] - scores.values[0, :, 1, 0]).reshape(5, 2)
    assert found.pairs.p_value[0] == cv5x2_f(differences).p_value
    sided = compare(scores, alternative="less")
    assert sided.pairs.name == "cv5x2_t"
    assert "one-sided: less" in sided.verdict


def test_independent_runs(made):
    """Welch's t, ANOVA before it; ranks instead would be said."""
    found = compare(made(3, 10, design="independent"))
    assert (found.procedure, found.tests) == ("welch", ("anova", "two_sample_t"))
    assert found.question.over == "runs"
    assert any("'mann-whitney'" in reason for reason in found.reasons)
    other = compare(made(3, 10, design="independent"), procedure="mann-whitney")
    assert other.tests == ("kruskal_wallis", "mann_whitney")


def test_independent_runs_of_unequal_number(made):
    """One run fewer of one algorithm is no missing score."""
    scores = made(3, 8, design="independent")
    values = scores.values.copy()
    values[0, 7, 0, 0] = np.nan
    found = compare(
        Scores(
            values, scores.datasets, scores.splits, scores.algorithms, scores.measures,
            scores.higher_is_better, "independent",
        )
    )  # fmt: skip
    assert "7 to 8 runs each" in found.reasons[0]
    assert np.isfinite(found.pairs.p_value).all()


def test_yildiz_uni_err(made):
    """ANOVA, then plain paired t tests that count only if it rejects."""
    scores = made(3, 10)
    found = compare(scores, procedure="UniErr")
    assert found.procedure == "uni-err"
    assert found.omnibus is not None
    groups = list(scores.values[0, :, :, 0].T)
    assert found.omnibus.p_value == anova(groups).p_value
    plain = paired_t(*groups[:2]).p_value
    assert found.pairs.p_adjusted[0] == max(plain, found.omnibus.p_value)
    assert any("rejects true null hypotheses too often" in warning for warning in found.warnings)


@pytest.mark.parametrize(
    ("procedure", "measures"), [("MultiTF", ("tpr", "fpr")), ("MultiPR", ("precision", "recall"))]
)
def test_yildiz_multivariate_pairs(made, procedure, measures):
    """MANOVA without blocks, then paired T squared; the measures are the procedure's own."""
    found = compare(made(3, 10, measures=measures), procedure=procedure)
    assert found.tests == ("manova", "hotelling")
    assert found.question.measures == measures
    assert found.pairs.correction == "protected"


def test_yildiz_needs_its_measures(made):
    """Others are refused with the name of the procedure that takes them."""
    with pytest.raises(InvalidInput) as caught:
        compare(made(3, measures=("tpr", "fpr")), procedure="multi-tf", measures=["tpr", "auc"])
    assert str(caught.value) == (
        "multi-tf compares by tpr and fpr; leave measures= out, or take procedure='multivariate' "
        "for others"
    )


def test_several_measures_are_better_only_if_better_in_each(made):
    """A has the lower tpr and the lower fpr: they differ, and neither is better."""
    found = compare(made(2, 10, measures=("tpr", "fpr")), measures=["tpr", "fpr"])
    assert found.procedure == "multivariate"
    assert found.recommended is None
    assert "A and B differ by tpr and fpr together" in found.verdict
    assert "neither is better in all" in found.verdict
    clear = compare(made(2, 10, measures=("fpr", "error")), measures=["fpr", "error"])
    assert "A does better in every measure than B" in clear.verdict
    assert clear.recommended == "A"


def test_the_thesis_over_one_and_several_data_sets(made):
    """ANOVA with blocks and Tukey on one; wins by it, and the sign test, on several."""
    one = compare(made(3, 10), procedure="thesis-univariate")
    assert one.tests == ("anova_blocks", "tukey")
    found = compare(made(3, 10, datasets=12), procedure="thesis-univariate")
    assert found.tests == ("anova_blocks", "tukey", "sign_grid")
    assert found.wins.counts.tolist() == [[0, 12, 12], [0, 0, 12], [0, 0, 0]]
    assert found.wins.total.tolist() == [12, 12, 0]
    assert found.order == ["A", "B", "C"]
    assert found.pairs.p_adjusted[0] == pytest.approx(3 * 2 * 0.5**12)
    assert "A comes first by error over 12 data sets (beats another on 12 of 12)" in found.verdict
    by_t = compare(made(3, 10, datasets=12), procedure="thesis-univariate", posthoc="paired_t")
    assert by_t.wins.counts.tolist() == found.wins.counts.tolist()


def test_the_thesis_on_the_four_counts(made):
    """MANOVA with blocks, T squared with Bonferroni, wins by the risk."""
    counts = ("tp", "fp", "tn", "fn")
    scores = made(3, 30, datasets=6, measures=counts)
    found = compare(scores, measures=counts, procedure="thesis-multivariate")
    assert found.tests == ("manova_blocks", "hotelling_two_sample", "sign_grid")
    assert found.wins.n == 6


def test_multitest_orders_by_tests_and_cost(made):
    """Where no test decides, the cheaper one comes first; the dearest that wins stays ahead."""
    far = compare(made(3, 10), procedure="multitest", cost=[3, 2, 1])
    assert far.order == ["A", "B", "C"]
    near = compare(made(3, 10, gap=0.0001), procedure="multitest", cost={"A": 3, "B": 2, "C": 1})
    assert near.order == ["C", "B", "A"]
    assert near.recommended == "C"
    with pytest.raises(InvalidInput, match="multitest needs to know what each algorithm costs"):
        compare(made(3, 10), procedure="multitest")


# choices


def test_a_function_of_ones_own_compares_the_pairs(demsar):
    """f(a, b) gives a p-value or a result; its name stands in the signature."""

    def halves(a, b):
        return wilcoxon(a, b).p_value / 2

    found = compare(demsar, measure="auc", posthoc=halves, correction="bonferroni")
    known = compare(demsar, measure="auc", correction="bonferroni", procedure="wilcoxon")
    np.testing.assert_allclose(found.pairs.p_value, known.pairs.p_value / 2)
    assert "posthoc:halves" in found.signature
    assert compare(demsar, measure="auc", posthoc=wilcoxon).pairs.name == "wilcoxon"
    with pytest.raises(InvalidInput, match="posthoc= must give a p-value between 0 and 1"):
        compare(demsar, measure="auc", posthoc=lambda *_: 2.0)


@pytest.mark.parametrize("test", [nemenyi, paired_t, ranks_z, sign, tukey])
def test_a_test_handed_over_itself_is_the_test_by_its_name(demsar, test):
    """Also where it takes a whole table and not two arrays."""
    found = compare(demsar, measure="auc", posthoc=test)
    named = compare(demsar, measure="auc", posthoc=test.__name__)
    assert found.to_json() == named.to_json()


def test_posthoc_by_name(demsar):
    """The test of the pairs can be any by name, the rest of the procedure stays."""
    found = compare(demsar, measure="auc", posthoc="nemenyi")
    np.testing.assert_allclose(
        found.pairs.p_adjusted,
        nemenyi(demsar.drop(columns="dataset"), higher_is_better=True).p_adjusted,
    )
    assert found.procedure == "friedman"
    assert "posthoc:nemenyi" in found.signature
    assert any("as was asked for" in reason for reason in found.reasons)
    with pytest.raises(InvalidInput, match="did you mean nemenyi"):
        compare(demsar, measure="auc", posthoc="nemenji")
    with pytest.raises(InvalidInput, match="posthoc must be a test of pairs, one of paired_t"):
        compare(demsar, measure="auc", posthoc="friedman")


def test_names_of_procedures_are_found_and_helped():
    """Case and hyphens do not matter; an unknown one is answered with the nearest."""
    frame = [[0.1, 0.2], [0.2, 0.1], [0.3, 0.4]]
    assert compare(frame, measure="error", procedure="Wilcoxon").procedure == "wilcoxon"
    with pytest.raises(InvalidInput) as caught:
        compare(frame, measure="error", procedure="wilcoxn")
    assert str(caught.value).startswith(
        "there is no procedure named 'wilcoxn'; did you mean wilcoxon"
    )
    with pytest.raises(InvalidInput, match="'nemenyi' is a test of pairs and no procedure"):
        compare(frame, measure="error", procedure="nemenyi")
    assert {"demsar", "thesis-thresholds", "uni-err", "multi-tf", "chapter"} <= {*procedures()}


def test_a_procedure_that_does_not_fit_says_what_would(demsar, made):
    """The sentence names the rows it wants, and what auto would take."""
    with pytest.raises(NotApplicable) as caught:
        compare(demsar, measure="auc", procedure="uni-err")
    assert str(caught.value) == (
        "uni-err compares over splits, and these scores are over data sets; procedure='auto' "
        "would take 'friedman'"
    )
    with pytest.raises(NotApplicable, match="tests one measure; pass measure= with one of tpr"):
        compare(made(3, measures=("tpr", "fpr")), measures=["tpr", "fpr"], procedure="corrected-t")
    with pytest.raises(InvalidInput, match="thresholds need predictions with scores"):
        compare(demsar, measure="auc", procedure="thesis-thresholds")


def test_with_few_data_sets_the_pairs_are_tested_on_ranks():
    """Six pairs on five data sets: no exact test of signs could reach the level, and it is said."""
    rng = np.random.default_rng(0)
    table = 0.3 + rng.normal(0, 0.01, (5, 4)) + 0.1 * np.arange(4)
    found = compare(table, measure="error")
    assert found.pairs.name == "ranks_z"
    assert any(
        "5 data sets and 6 pairs: no exact signed-rank test could reach 0.05" in reason
        for reason in found.reasons
    )
    assert found.pairs.significant.any()


def test_where_all_and_pairs_contradict_each_other_it_is_said():
    """Friedman does not reject, one pair by Holm does: both are told."""
    rng = np.random.default_rng(0)
    table = rng.normal(0, 1.0, (12, 6))
    table[:, 1] = table[:, 0] + np.linspace(0.0001, 0.0002, 12)
    found = compare(table, measure="error")
    assert found.omnibus is not None
    assert not found.omnibus.reject(0.05)
    assert found.pairs.significant.any()
    assert any("the test of all together does not reject" in one for one in found.warnings)


def test_percent_and_fractions_give_the_same_p(demsar):
    """A scale is no finding."""
    percent = demsar.copy()
    percent[percent.columns[1:]] *= 100
    one, other = compare(demsar, measure="auc"), compare(percent, measure="auc")
    np.testing.assert_allclose(one.pairs.p_value, other.pairs.p_value)


def test_the_direction_of_the_measure_turns_the_order(demsar):
    """The same numbers as an error: the last comes first, with the same p-values."""
    up, down = compare(demsar, measure="auc"), compare(demsar, measure="error")
    np.testing.assert_allclose(up.pairs.p_value, down.pairs.p_value)
    assert up.order == down.order[::-1]
    assert up.ranks["C4.5"] == pytest.approx(5 - down.ranks["C4.5"])


def test_means_of_splits_stand_for_a_data_set(made):
    """Folds of many data sets are never pooled: n is the number of data sets."""
    scores = made(2, 10, datasets=8)
    found = compare(scores)
    assert (found.question.over, found.question.n) == ("data sets", 8)
    means = scores.values.mean(axis=1)[..., 0]
    assert found.pairs.p_value[0] == wilcoxon(means[:, 0], means[:, 1]).p_value


def test_algorithms_can_be_chosen(demsar):
    """Only those that are named are compared, and what others lack does not matter."""
    demsar.loc[0, "C4.5+cf"] = np.nan
    found = compare(demsar, measure="auc", algorithms=["C4.5", "C4.5+m"])
    assert found.question.algorithms == ("C4.5", "C4.5+m")
    assert found.question.n == 14
