"""Tests of several measures side by side, and the four cases."""

from functools import partial

import numpy as np
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats import agreement, mcnemar, paired_t, wilcoxon

NOISE = np.array([0.01, -0.01, 0.02, -0.02, 0.005, -0.005, 0.0, 0.012, -0.012, 0.003])
SAME = (0.2 + NOISE, 0.2 + NOISE[::-1])  # no test rejects
LOWER = (0.1 + NOISE, 0.2 + NOISE[::-1])  # the first is clearly lower
HIGHER = LOWER[::-1]
CASES = {1: (SAME, SAME), 2: (SAME, HIGHER), 3: (LOWER, SAME), 4: (LOWER, HIGHER)}


class TestFourCases:
    """Which of two tests reject."""

    @pytest.mark.parametrize("case", CASES)
    def test_each_case(self, case):
        """Aslan, section 3.3: neither, the second only, the first only, both."""
        error, auc = CASES[case]
        found = agreement({"error": error, "auc": auc})
        assert dict(found.cases) == {("error", "auc"): case}

    def test_three_measures_make_three_pairs(self):
        """These are error against auc, error against auc_pr, auc against auc_pr."""
        found = agreement({"error": LOWER, "auc": SAME, "auc_pr": HIGHER})
        assert dict(found.cases) == {
            ("error", "auc"): 3,
            ("error", "auc_pr"): 4,
            ("auc", "auc_pr"): 2,
        }
        assert (found.ahead["error"], found.ahead["auc_pr"]) == (1, 1)

    def test_both_may_reject_in_favour_of_different_algorithms(self):
        """Lower error but lower area: case 4, and opposed."""
        assert agreement({"error": LOWER, "auc": HIGHER}).opposed == {("error", "auc"): False}
        assert agreement({"error": LOWER, "auc": LOWER}).opposed == {("error", "auc"): True}

    def test_the_tests_are_the_tests(self):
        """The results are those of the test called by itself."""
        found = agreement({"error": LOWER, "auc": HIGHER}, alpha=0.01, test="wilcoxon")
        assert found.results["error"].p_value == wilcoxon(*LOWER).p_value
        assert (found.test, found.alpha) == ("wilcoxon", 0.01)

    def test_a_function_may_be_the_test(self):
        """The corrected t test by a partial function."""
        corrected = partial(paired_t, test_train_ratio=1 / 9)
        found = agreement({"error": LOWER, "auc": HIGHER}, test=corrected)
        assert found.results["auc"].p_value == corrected(*HIGHER).p_value
        assert found.test == "paired_t"

    def test_alpha_decides(self):
        """At a level below every p-value nothing is rejected."""
        assert agreement({"error": LOWER, "auc": HIGHER}, alpha=1e-12).cases["error", "auc"] == 1


class TestDirection:
    """Who is the first, and who the second."""

    def test_who_is_ahead(self):
        """Low errors and high areas are ahead: 1 the first, -1 the second, 0 neither."""
        found = agreement({"error": LOWER, "auc": LOWER, "auc_pr": (SAME[0], SAME[0])})
        assert dict(found.ahead) == {"error": 1, "auc": -1, "auc_pr": 0}

    def test_another_measure_needs_its_direction(self):
        """Never guessed; given, it is used."""
        with pytest.raises(InvalidInput) as error:
            agreement({"error": LOWER, "f1": HIGHER})
        assert (
            str(error.value)
            == "the direction of f1 is not known; give higher_is_better={'f1': True} or False"
        )
        assert (
            agreement({"error": LOWER, "f1": HIGHER}, higher_is_better={"f1": True}).ahead["f1"]
            == 1
        )


class TestBatch:
    """Leading axes."""

    def test_many_comparisons_are_counted(self):
        """The four cases, twice, once, once and three times, as in Aslan's counts."""
        order = [1, 2, 3, 4, 4, 4, 1]
        error, auc = (
            (
                np.array([CASES[case][which][0] for case in order]),
                np.array([CASES[case][which][1] for case in order]),
            )
            for which in (0, 1)
        )
        found = agreement({"error": error, "auc": auc})
        assert found.cases["error", "auc"].tolist() == order
        assert found.counts().loc["error, auc"].tolist() == [2, 1, 1, 3]
        assert found.opposed["error", "auc"].tolist() == [False] * 7
        frame = found.to_frame()
        assert len(frame) == 14
        assert frame["test"].tolist() == [*range(7), *range(7)]
        assert repr(found) == "Agreement(paired_t at 0.05: a batch, see counts())"

    def test_leading_axes_must_agree(self):
        """One measure for two data sets and the other for three."""
        with pytest.raises(InvalidInput) as error:
            agreement(
                {
                    "error": (np.ones((2, 4)), np.zeros((2, 4))),
                    "auc": (np.ones((3, 4)), np.zeros((3, 4))),
                }
            )
        assert (
            str(error.value)
            == "all measures must have the same leading axes; error has (2,), auc has (3,)"
        )


class TestShown:
    """What a person sees."""

    def test_side_by_side(self):
        """One row a measure: the difference, its interval, p, the verdict and who is ahead."""
        frame = agreement({"error": LOWER, "auc": SAME}).to_frame(0.9)
        assert frame["measure"].tolist() == ["error", "auc"]
        assert frame["reject"].tolist() == [True, False]
        expected = paired_t(*LOWER)
        assert frame["p_value"][0] == expected.p_value
        assert (frame["low"][0], frame["high"][0]) == expected.interval(0.9)
        assert frame["ahead"][0] == 1

    def test_counts_of_one_comparison(self):
        """One case, once."""
        assert agreement({"error": LOWER, "auc": SAME}).counts().to_numpy().tolist() == [
            [0, 0, 1, 0]
        ]

    def test_it_says_what_it_found(self):
        """In words."""
        assert (
            repr(agreement({"error": LOWER, "auc": SAME}))
            == "Agreement(paired_t at 0.05: error, auc: only the first rejects)"
        )

    def test_it_cannot_be_changed(self):
        """Results are frozen."""
        found = agreement({"error": LOWER, "auc": SAME})
        with pytest.raises(TypeError):
            found.cases["error", "auc"] = 1


class TestDegenerate:
    """Data that leave little to test, and input that is refused."""

    def test_identical_algorithms(self):
        """Case 1 everywhere, nobody ahead."""
        found = agreement({"error": (SAME[0], SAME[0]), "auc": (SAME[1], SAME[1])})
        assert found.cases["error", "auc"] == 1
        assert set(found.ahead.values()) == {0}

    @pytest.mark.parametrize(
        ("measures", "sentence"),
        [
            ({"error": SAME}, "measures must hold at least 2 measures; it held 1"),
            (
                {"error": SAME, "auc": 3},
                "measures['auc'] must be the two algorithms' scores (a, b)",
            ),
            (
                {"error": SAME, "auc": ([1, 2], [1, 2, 3])},
                "measures['auc']: a and b are paired and must have the same shape; a has (2,) and b has (3,)",
            ),
        ],
    )
    def test_bad_measures(self, measures, sentence):
        """The sentence names the measure."""
        with pytest.raises(InvalidInput) as error:
            agreement(measures)
        assert str(error.value) == sentence

    def test_a_test_of_other_data(self):
        """The test mcnemar takes no pair of scores; the ones that do are listed."""
        with pytest.raises(
            InvalidInput,
            match=r"^test must be one of paired scores \(paired_t, sign, wilcoxon, permutation\); it was 'mcnemar'$",
        ):
            agreement({"error": SAME, "auc": SAME}, test="mcnemar")

    def test_a_test_without_a_direction(self):
        """A result without an effect cannot say who is ahead."""

        def without(*_):
            result = mcnemar([[1, 2], [3, 4]])
            return type(result)("nameless", result.statistic, result.p_value)

        with pytest.raises(
            InvalidInput, match=r"^test must give an effect that says which algorithm is ahead$"
        ):
            agreement({"error": SAME, "auc": SAME}, test=without)

    def test_alpha(self):
        """Strictly between 0 and 1."""
        with pytest.raises(
            InvalidInput, match=r"^alpha must lie strictly between 0 and 1; it was 0$"
        ):
            agreement({"error": SAME, "auc": SAME}, alpha=0)
