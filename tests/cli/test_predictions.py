"""`bakeoff predictions FILE`."""

import json

import numpy as np
import pandas as pd
import pytest

from bakeoff.cli import run


@pytest.fixture
def file(tmp_path):
    """Return a file of probabilities of three models."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    frame = pd.DataFrame({"truth": y})
    for name, gain in (("svm", 0.5), ("forest", 0.35), ("knn", 0.05)):
        frame[name] = np.clip(gain * y + 0.6 * rng.random(200), 0.01, 0.99).round(4)
    path = tmp_path / "items.csv"
    frame.to_csv(path, index=False)
    return path


def answer(capsys, *words, code=0):
    """Run a command and return what it wrote to standard output and to stderr."""
    assert run(["predictions", *map(str, words)]) == code
    out, err = capsys.readouterr()
    return out, err


def test_how_good_and_who_differs(file, capsys):
    """A verdict and one small table for each measure, the best first."""
    out, _ = answer(capsys, file)
    assert "by error over 200 items" in out
    assert "by auc over 200 items" in out
    rows = [line.split()[0] for line in out.splitlines() if " to " in line]
    assert rows[:2] == ["svm", "forest"]
    assert "95 % interval" in out


def test_json_has_the_keys_of_compare(file, tmp_path, capsys):
    """For the first measure; the others and all intervals beside it."""
    out, _ = answer(capsys, file, "--measure", "auc,f1", "--json", "-")
    found = json.loads(out)
    assert found["format"] == "bakeoff-comparison-1"
    assert found["question"]["measures"][0]["name"] == "auc"
    assert {"pairs", "cliques", "verdict", "signature", "recommended"} <= set(found)
    assert list(found["by_measure"]) == ["f1"]
    assert [row["measure"] for row in found["estimates"]] == ["auc"] * 3 + ["f1"] * 3
    target = tmp_path / "found.json"
    _, err = answer(capsys, file, "--json", target)
    assert "wrote" in err
    assert json.loads(target.read_text())["question"]["measures"][0]["name"] == "error"


def test_options(file, capsys):
    """Some models, a control, a level, a margin, the truth by name."""
    out, _ = answer(
        capsys, file, "--y", "truth", "--models", "svm,knn", "--alpha", "0.01", "--json", "-"
    )
    found = json.loads(out)
    assert found["question"]["algorithms"] == ["svm", "knn"]
    assert found["alpha"] == 0.01
    out, _ = answer(capsys, file, "--control", "knn", "--margin", "0.3", "--json", "-")
    found = json.loads(out)
    assert {pair["b"] for pair in found["pairs"]} == {"knn"}
    assert len(found["equivalence"]) == 2


def test_one_model(file, capsys):
    """There is nobody to compare it with, and it is still told how good it is."""
    out, _ = answer(capsys, file, "--models", "svm")
    assert "nobody to compare it with" in out
    assert "(wilson)" in out
    assert "(delong)" in out
    out, _ = answer(capsys, file, "--models", "svm", "--json", "-")
    assert [row["measure"] for row in json.loads(out)["estimates"]] == ["error", "auc"]


def test_why(file, capsys):
    """The reasons, the checks, all pairs, the sources."""
    out, _ = answer(capsys, file, "--why")
    assert "trained models" in out
    assert "McNemar, Q. (1947)" in out
    plain, _ = answer(capsys, file)
    table = plain[plain.index("\n\n") : plain.index("each interval stands")]
    assert table in out  # with the intervals that it has without --why
    assert "mean rank" not in out
    assert "difference of error rates" not in out  # that is what a - b is
    assert "each interval stands for its pair alone; p is adjusted for 3 pairs" in plain


def test_folds(tmp_path, capsys):
    """Predictions of ten folds are compared over the folds."""
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 200)
    frame = pd.DataFrame({"fold": np.arange(200) % 10, "item": range(200), "y": y})
    for name, gain in (("svm", 0.6), ("knn", 0.05)):
        frame[name] = np.clip(gain * y + 0.6 * rng.random(200), 0.01, 0.99)
    path = tmp_path / "folds.csv"
    frame.to_csv(path, index=False)
    out, _ = answer(capsys, path, "--measure", "error")
    assert "over 10 splits" in out


def test_page(file, tmp_path, capsys):
    """One page, by the first measure."""
    target = tmp_path / "page.html"
    answer(capsys, file, "--measure", "error", "--html", target)
    assert "<html" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--positive", "yes"], "positive must be one of 0, 1; it was 'yes'"),
        (["--models", "svm,tree"], "tree"),
        (["--control", "tree"], "control must be one of the algorithms (svm, forest, knn)"),
        (["--measure", "rmse"], "rmse is no measure of predicted classes"),
        (["--measure", "foo"], "there is no measure named 'foo'"),
        (["--alpha", "2"], "alpha must lie strictly between 0 and 1"),
    ],
)
def test_errors(file, capsys, words, sentence):
    """One sentence on stderr, the exit code 1, and nothing on standard output."""
    out, err = answer(capsys, file, *words, code=1)
    assert sentence in err
    assert out == ""
