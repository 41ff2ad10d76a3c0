"""`bakeoff plan`: how much data it takes, or what so much data can show."""

import json

import pytest

from bakeoff.stats import power, sample_size, smallest_p
from bakeoff.stats.power_designs import PLANS

EFFECTS = {
    "mean_t": ["--effect", "0.5"],
    "mean_z": ["--effect", "-0.5"],
    "paired_t": ["--effect", "0.5"],
    "two_sample_t": ["--effect", "0.5"],
    "two_proportions": ["--effect", ".3,.1"],
    "binomial": ["--effect", "0.3", "--p0", "0.1"],
    "mcnemar": ["--effect", ".2,.05"],
    "sign": ["--effect", "0.8"],
    "wilcoxon": ["--effect", "0.8"],
    "anova": ["--effect", "0.4", "--k", "3"],
    "anova_blocks": ["--effect", "0.4", "--k", "3"],
}


class TestTheAnswer:
    """Sample size, power and smallest p."""

    def test_a_sample_size(self, bakeoff):
        """As it reads."""
        answer = bakeoff("plan", "wilcoxon", "--effect", ".7")
        assert (answer.code, answer.err) == (0, "")
        assert answer.out == (
            "wilcoxon, two-sided, at 0.05\n"
            "  effect      0.7 (the chance that the first is the larger)\n"
            "  n           32 pairs that differ\n"
            "  power       0.8025\n"
            "  smallest p  4.657e-10\n"
        )

    def test_a_power(self, bakeoff):
        """Of so many items, two-sided or not."""
        words = ["plan", "binomial", "--effect", "0.2", "--p0", "1/10", "--n", "50"]
        wanted = power("binomial", effect=0.2, p0=0.1, n=50)
        assert bakeoff(*words, "--json", "-").json["power"] == wanted
        assert bakeoff(*words).out.startswith("binomial, greater, p0 0.1, at 0.05\n")
        assert "less" in bakeoff(*words, "--alternative", "less").out

    def test_a_design_that_cannot_reject(self, bakeoff):
        """No effect is needed to say so."""
        answer = bakeoff("plan", "sign", "--n", "5")
        assert answer.out == (
            "sign, two-sided, at 0.05\n"
            "  n           5 pairs that differ\n"
            "  smallest p  0.0625: this design cannot reject\n"
        )
        assert "any p" in bakeoff("plan", "paired_t", "--n", "5").out

    def test_two_groups_of_different_sizes(self, bakeoff):
        """With a comma."""
        found = bakeoff("plan", "two_sample_t", "--effect", "1", "--n", "5,9", "--json", "-").json
        assert found["power"] == power("two_sample_t", effect=1.0, n=(5, 9))
        assert found["n"] == [5, 9]

    def test_the_choices_of_a_test(self, bakeoff):
        """They stand in the answer."""
        words = ["plan", "paired_t", "--effect", "1", "--test-train-ratio", "1/9"]
        found = bakeoff(*words, "--power", "0.7", "--alpha", "0.1", "--json", "-").json
        wanted = sample_size("paired_t", effect=1, power=0.7, alpha=0.1, test_train_ratio=1 / 9)
        assert found["n"] == wanted
        assert found["test_train_ratio"] == pytest.approx(1 / 9)
        assert found["wished_power"] == 0.7
        assert "test-train-ratio 0.1111" in bakeoff(*words, "--n", "10").out
        words = ["plan", "mcnemar", "--effect", ".1,.2", "--method", "chi2", "--json", "-"]
        assert bakeoff(*words).json["n"] == sample_size("mcnemar", effect=(0.1, 0.2), method="chi2")
        assert bakeoff(*words).json["smallest_p"] is None

    @pytest.mark.parametrize("test", PLANS)
    def test_every_test_that_can_be_planned(self, bakeoff, test):
        """Text and JSON say the same, and the power is reached."""
        words = ["plan", test, *EFFECTS[test]]
        found = bakeoff(*words, "--json", "-").json
        assert found["test"] == test
        assert found["power"] >= 0.8
        assert found["smallest_p"] <= 0.05
        assert f"  n           {found['n']} {PLANS[test].counted}\n" in bakeoff(*words).out

    def test_the_smallest_p_is_that_of_the_library(self, bakeoff):
        """For a number of items."""
        found = bakeoff("plan", "two_proportions", "--n", "4", "--json", "-").json
        assert found["smallest_p"] == smallest_p("two_proportions", 4)
        assert found["power"] is None

    @pytest.mark.parametrize(
        ("test", "n", "smallest"),
        [
            ("mann_whitney", "3,4", 2 / 35),
            ("friedman", "4,3", 1 / 216),
            ("permutation", "5", 1 / 16),
        ],
    )
    def test_tests_of_which_only_the_smallest_p_is_known(self, bakeoff, test, n, smallest):
        """Numbers with a comma where there are two."""
        found = bakeoff("plan", test, "--n", n, "--json", "-").json
        assert found["smallest_p"] == pytest.approx(smallest)
        assert found["power"] is None
        assert bakeoff("plan", test, "--n", n).out.startswith(f"{test}, at 0.05\n")

    def test_json_to_a_file(self, bakeoff, tmp_path):
        """The answer is shown, too."""
        target = tmp_path / "plan.json"
        answer = bakeoff("plan", "sign", "--effect", "0.8", "--json", target)
        assert answer.out.startswith("sign, two-sided")
        assert json.loads(target.read_text())["n"] == 20

    def test_the_list_of_tests(self, bakeoff):
        """Without a name: what each takes for an effect, and what is counted."""
        answer = bakeoff("plan")
        assert answer.code == 0
        assert all(name in answer.out for name in PLANS)
        assert [row["test"] for row in bakeoff("plan", "--json", "-").json["tests"]] == list(PLANS)


class TestErrors:
    """One sentence; 1 for what was said, 2 for how."""

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (
                ["sign"],
                "say how large an effect sign is to find, as in --effect 0.5; or how much data",
            ),
            (
                ["sign", "--effect", ".7", "--n", "9", "--power", ".8"],
                "give --power to learn how much data it takes, or --n to learn the power; not both",
            ),
        ],
    )
    def test_wrong_usage(self, bakeoff, words, sentence):
        """Exit code 2."""
        answer = bakeoff("plan", *words)
        assert (answer.code, answer.out, answer.err) == (2, "", f"bakeoff: {sentence}\n")

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (
                ["binomial", "--effect", ".2"],
                "binomial needs --p0, the error rate to test against",
            ),
            (
                ["sign", "--effect", "much"],
                "effect must be one number between 0 and 1; it was 'much'",
            ),
            (["sign", "--effect", ".7", "--k", "3"], "sign has no k; leave it out"),
            (
                ["sign", "--effect", ".7", "--alpha", "5"],
                "alpha must lie strictly between 0 and 1; it was 5.0",
            ),
            (["sign", "--n", "0"], "n must be a whole number of at least 1; it was 0"),
            (["sign", "--n", "few"], "n must be a number; it was 'few'"),
            (
                ["sign", "--effect", ".3", "--alternative", "greater"],
                "an effect of 0.3 points away from --alternative greater; give --alternative less or 'two-sided'",
            ),
        ],
    )
    def test_what_cannot_be(self, bakeoff, words, sentence):
        """Exit code 1."""
        answer = bakeoff("plan", *words)
        assert (answer.code, answer.out, answer.err) == (1, "", f"bakeoff: {sentence}\n")

    def test_an_unknown_test(self, bakeoff):
        """The known ones are listed."""
        answer = bakeoff("plan", "delong", "--effect", "1")
        assert answer.code == 1
        assert answer.err.startswith("bakeoff: planning knows mean_t, mean_z, ")


def test_an_unknown_name_is_met_first(bakeoff):
    """Before anything else is asked of it."""
    answer = bakeoff("plan", "foo")
    assert answer.code == 1
    assert "it does not know 'foo'" in answer.err
    assert "did you mean wilcoxon?" in bakeoff("plan", "wilcoxn", "--n", "9").err
    assert "say how large an effect friedman" in bakeoff("plan", "friedman").err
