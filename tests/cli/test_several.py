"""`bakeoff test` for several algorithms: the omnibus, all pairs, a control, a correction."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.stats import friedman, pairwise, ranks_z, tukey


@pytest.fixture
def accuracy(tmp_path):
    """Return a file of accuracies on twelve data sets, and the frame in it."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        rng.normal([0.80, 0.82, 0.85, 0.86], 0.02, size=(12, 4)).round(4),
        columns=["tree", "bayes", "svm", "knn"],
        index=pd.Index([f"set{number}" for number in range(12)], name="dataset"),
    )
    path = tmp_path / "accuracy.csv"
    frame.to_csv(path)
    return path, frame


class TestSeveral:
    """The numbers are those of the functions, and the direction is that of the measure."""

    def test_friedman(self, bakeoff, accuracy):
        """Mean ranks count from the best, as accuracy is better the higher it is."""
        path, frame = accuracy
        answer = bakeoff("test", "friedman", path, "--measure", "accuracy", "--json", "-")
        wanted = friedman(frame, higher_is_better=True)
        assert answer.code == 0
        assert answer.json["p_value"] == pytest.approx(wanted.p_value)
        assert answer.json["details"]["mean_ranks"] == pytest.approx(wanted.details["mean_ranks"])

    def test_tukey(self, bakeoff, accuracy):
        """All pairs, with the blocks."""
        path, frame = accuracy
        answer = bakeoff("test", "tukey", path, "--measure", "accuracy", "--json", "-")
        found = [pair["p_adjusted"] for pair in answer.json["pairs"]]
        assert found == pytest.approx(tukey(frame).p_adjusted.tolist())

    def test_a_control_and_a_correction(self, bakeoff, accuracy):
        """By name."""
        path, frame = accuracy
        words = ("--measure", "accuracy", "--control", "tree", "--correction", "finner")
        answer = bakeoff("test", "ranks_z", path, *words, "--json", "-")
        wanted = ranks_z(frame, control="tree", correction="finner", higher_is_better=True)
        assert [pair["b"] for pair in answer.json["pairs"]] == ["tree"] * 3
        found = [pair["p_adjusted"] for pair in answer.json["pairs"]]
        assert found == pytest.approx(wanted.p_adjusted.tolist())
        shown = bakeoff("test", "ranks_z", path, *words)
        assert "knn better" in shown.out

    def test_any_test_of_two(self, bakeoff, accuracy):
        """Pairwise, with the correction by logic."""
        path, frame = accuracy
        words = ("--test", "wilcoxon", "--correction", "bergmann-hommel", "--measure", "accuracy")
        answer = bakeoff("test", "pairwise", path, *words, "--json", "-")
        wanted = pairwise(frame, "wilcoxon", correction="bergmann-hommel")
        found = [pair["p_adjusted"] for pair in answer.json["pairs"]]
        assert found == pytest.approx(wanted.p_adjusted.tolist())

    def test_a_correction_that_a_control_rules_out(self, bakeoff, accuracy):
        """One sentence, and exit code 1."""
        path, _ = accuracy
        words = ("--measure", "accuracy", "--control", "tree", "--correction", "shaffer")
        answer = bakeoff("test", "ranks_z", path, *words)
        assert answer.code == 1
        assert answer.err == (
            "bakeoff: --correction shaffer is for all pairs; with a control use holm or finner\n"
        )
