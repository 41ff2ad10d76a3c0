"""`bakeoff calibrate`: how often a test rejects, as a person asks for it."""

import json

import pytest

from bakeoff.calibration import survey
from bakeoff.calibration.calibrate import calibrate


class TestOneTest:
    """A test by name."""

    def test_its_level(self, bakeoff):
        """As it reads: the design with its numbers, the rate with its interval, the verdict."""
        answer = bakeoff("calibrate", "paired_t", "--correlation", "0.1", "--runs", "4000")
        found = calibrate("paired_t", setting={"correlation": 0.1}, runs=4000)
        low, high = found.interval()
        assert (answer.code, answer.err) == (0, "")
        assert answer.out == (
            "paired_t on gaussian-folds: splits 10, algorithms 2, correlation 0.1\n"
            "  effect    0 (the null hypothesis is true)\n"
            f"  rejected  {found.rejected} of 4000 runs at 0.05\n"
            f"  level     {found.rate:.4f}, 95% interval {low:.4f} to {high:.4f}\n"
            "rejects too often\n"
        )

    def test_its_power(self, bakeoff):
        """With an effect there is no verdict."""
        answer = bakeoff("calibrate", "wilcoxon", "--datasets", 20, "--effect", 2, "--runs", 50)
        lines = answer.out.splitlines()
        assert lines[0] == "wilcoxon on data-sets: datasets 20, algorithms 2"
        assert lines[1] == "  effect    2 (spreads of a data set)"
        assert lines[3].startswith("  power     0.")
        assert len(lines) == 4

    def test_json(self, bakeoff, tmp_path):
        """On standard output and nothing else, or in a file beside the lines."""
        words = ["calibrate", "hotelling", "--test-train-ratio", "1/9", "--runs", "100"]
        content = bakeoff(*words, "--seed", "5", "--alpha", "0.1", "--json", "-").json
        wanted = calibrate("hotelling", runs=100, seed=5, alpha=0.1, test_train_ratio=1 / 9)
        assert content == wanted.to_dict()
        path = tmp_path / "level.json"
        answer = bakeoff(*words, "--json", path)
        assert json.loads(path.read_text())["runs"] == 100
        assert answer.out.startswith("hotelling on gaussian-folds")

    def test_a_real_learner(self, bakeoff):
        """The scheme is named, also where the test has its own."""
        words = ["--design", "overlapping-folds", "--items", 60, "--runs", 10]
        answer = bakeoff("calibrate", "cv5x2_f", *words, "--learner", "linear")
        assert answer.out.startswith(
            "cv5x2_f on overlapping-folds: items 60, scheme 5x2, learner linear, algorithms 2\n"
        )


class TestAll:
    """The survey."""

    @pytest.fixture(autouse=True)
    def few(self, monkeypatch):
        """Take two cases in place of all."""
        some = list(survey.cases())[:2]
        monkeypatch.setattr(survey, "cases", lambda: iter(some))

    def test_tables(self, bakeoff):
        """On standard output, in Markdown."""
        answer = bakeoff("calibrate", "all", "--runs", "20")
        assert answer.out.startswith("## Data as the test assumes them\n\n| test |")

    def test_a_page(self, bakeoff, tmp_path):
        """With the command that made it."""
        path = tmp_path / "table.md"
        answer = bakeoff("calibrate", "all", "--runs", "20", "--seed", "3", "--markdown", path)
        assert (answer.out, answer.err) == ("", f"wrote {path}\n")
        assert "`bakeoff calibrate all --runs 20 --alpha 0.05 --seed 3 --markdown" in (
            path.read_text()
        )

    def test_json(self, bakeoff):
        """Every rate with its numbers."""
        content = bakeoff("calibrate", "all", "--runs", "20", "--json", "-").json
        assert len(content["rows"]) == 2
        assert content["rows"][0]["level"]["runs"] == 20


class TestRefusals:
    """Wrong usage ends with 2, a clear error with 1; each in one sentence."""

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            ([], "bakeoff: name a test: bakeoff calibrate TEST; `bakeoff tests` lists the tests"),
            (
                ["paired_t", "scores.csv"],
                "bakeoff: calibrate draws its own data and takes no file; it was given scores.csv",
            ),
            (
                ["all", "--splits", "3"],
                "bakeoff: calibrate all takes no --splits 3; name one test for that",
            ),
        ],
    )
    def test_wrong_usage(self, bakeoff, words, sentence):
        """What it takes instead."""
        answer = bakeoff("calibrate", *words)
        assert (answer.code, answer.out, answer.err) == (2, "", f"{sentence}\n")

    def test_an_unknown_option(self, bakeoff):
        """Those of the designs and of the test are listed."""
        answer = bakeoff("calibrate", "paired_t", "--folds", "3")
        assert answer.code == 2
        assert answer.err.startswith("bakeoff: paired_t: there is no option --folds; the test's")
        assert "--correlation" in answer.err
        assert "--test-train-ratio" in answer.err

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (["paired"], "there is no test named 'paired'"),
            (["mcnemar", "--design", "data-sets"], "data-sets does not draw what this test takes"),
            (["paired_t", "--runs", "0"], "runs must be a whole number of at least 1"),
        ],
    )
    def test_a_clear_error(self, bakeoff, words, sentence):
        """On standard error."""
        answer = bakeoff("calibrate", *words)
        assert (answer.code, answer.out) == (1, "")
        assert sentence in answer.err
