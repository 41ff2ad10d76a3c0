"""`bakeoff measure`: measures of predictions, tables, curves; or the means of a file of scores."""

import json

import pytest

ITEMS = """item,y,svm,svm_score,knn,knn_score
1,1,1,0.9,1,0.8
2,0,1,0.6,0,0.4
3,0,0,0.1,0,0.2
4,1,1,0.8,0,0.3
"""
LETTERS = "y,svm\na,a\na,b\nb,b\nb,b\nc,c\nc,a\n"
SCORES = "dataset,fold,svm,knn\niris,0,0.9,0.8\niris,1,0.7,0.6\nwine,0,0.5,0.4\nwine,1,0.3,0.2\n"


@pytest.fixture
def items(tmp_path):
    """A file of predictions with labels and scores."""
    path = tmp_path / "items.csv"
    path.write_text(ITEMS)
    return path


def values(answer):
    """Return the scores of an answer in JSON, by algorithm and measure."""
    return {(row["algorithm"], row["measure"]): row["value"] for row in answer.json["scores"]}


def test_the_usual_measures(bakeoff, items):
    """Without --measure: the error, and what else the file can say."""
    answer = bakeoff("measure", items)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        "           error (lower is better)  f1 (higher is better)  auc (higher is better)\n"
        "algorithm                                                                        \n"
        "svm                         0.2500                 0.8000                  1.0000\n"
        "knn                         0.2500                 0.6667                  0.7500\n"
    )


def test_measures_by_name_as_json(bakeoff, items):
    """Names with commas or one by one; the JSON holds directions, notes and each score."""
    answer = bakeoff("measure", items, "-m", "error,tpr", "--measure", "fpr", "--json", "-")
    assert answer.err == ""
    content = answer.json
    assert content["measures"] == ["error", "tpr", "fpr"]
    assert content["higher_is_better"] == {"error": False, "tpr": True, "fpr": False}
    assert (content["algorithms"], content["datasets"]) == (["svm", "knn"], ["data"])
    assert content["notes"] == []
    assert values(answer) == {
        ("svm", "error"): 0.25, ("svm", "tpr"): 1.0, ("svm", "fpr"): 0.5,
        ("knn", "error"): 0.25, ("knn", "tpr"): 0.5, ("knn", "fpr"): 0.0,
    }  # fmt: skip
    assert content["scores"][0] == {
        "dataset": "data", "algorithm": "svm", "repeat": 0, "fold": 0, "measure": "error",
        "value": 0.25, "n_test": 4.0,
    }  # fmt: skip


def test_a_threshold_and_several(bakeoff, items):
    """One keeps the names of the measures; several are written behind them."""
    one = bakeoff("measure", items, "-m", "tpr", "--threshold", "0.85", "--json", "-")
    assert values(one) == {("svm", "tpr"): 0.5, ("knn", "tpr"): 0.0}
    two = bakeoff(
        "measure", items, "-m", "fpr", "--threshold", "0.1", "--threshold", "0.6", "--json", "-"
    )
    assert values(two) == {
        ("svm", "fpr@0.1"): 1.0, ("svm", "fpr@0.6"): 0.5,
        ("knn", "fpr@0.1"): 1.0, ("knn", "fpr@0.6"): 0.0,
    }  # fmt: skip


def test_a_loss(bakeoff, items):
    """A missed positive that costs five: the risk is what is measured."""
    answer = bakeoff("measure", items, "--loss", "0,1;5,0", "--json", "-")
    assert values(answer) == {("svm", "risk"): 0.25, ("knn", "risk"): 1.25}


def test_an_undefined_measure_is_null_with_a_note(bakeoff, tmp_path):
    """Nothing predicted positive: the precision is no number, and never 0."""
    path = tmp_path / "items.csv"
    path.write_text("y,svm,knn\n1,0,1\n0,0,0\n1,0,1\n0,0,0\n")
    answer = bakeoff("measure", path, "-m", "precision", "--json", "-")
    assert values(answer) == {("svm", "precision"): None, ("knn", "precision"): 1.0}
    assert answer.err.startswith("note: precision is undefined in 1 cells (first data/svm)")


def test_confusion_tables(bakeoff, tmp_path):
    """Rows are the truth; of several classes the most confused pair is named."""
    path = tmp_path / "letters.csv"
    path.write_text(LETTERS)
    answer = bakeoff("measure", path, "--confusion")
    assert "svm: rows are the truth, columns what was predicted\n" in answer.out
    assert "most confused: a and " in answer.out
    table = bakeoff("measure", path, "--confusion", "--json", "-").json["confusion"]["svm"]
    assert table["classes"] == ["a", "b", "c"]
    assert table["table"] == [[1, 1, 0], [0, 2, 0], [1, 0, 1]]


def test_each_class_against_the_rest(bakeoff, tmp_path):
    """Three classes are three problems of two."""
    path = tmp_path / "letters.csv"
    path.write_text(LETTERS)
    answer = bakeoff("measure", path, "--one-vs-rest", "-m", "error", "--json", "-")
    problems = answer.json["one_vs_rest"]
    errors = {name: found["scores"][0]["value"] for name, found in problems.items()}
    assert errors == pytest.approx({"a": 2 / 6, "b": 1 / 6, "c": 1 / 6})
    assert problems["a"]["confusion"]["svm"]["table"] == [[3, 1], [1, 1]]
    assert "a against the rest\n" in bakeoff("measure", path, "--one-vs-rest").out


@pytest.mark.parametrize(
    ("kind", "area", "method"),
    [
        ("roc", 0.75, "trapezoid"),
        ("hull", 0.875, "trapezoid"),
        ("pr", 0.7973, "interpolated"),
        ("sensitivity-specificity", 0.75, "trapezoid"),
    ],
)
def test_curves(bakeoff, items, kind, area, method):
    """All points as JSON, some for people; the area says how it was taken."""
    content = bakeoff("measure", items, "--curve", kind, "--json", "-").json["curves"]
    knn = content["by_algorithm"]["knn"]
    assert content["kind"] == kind
    assert knn["area"] == pytest.approx(area, abs=5e-5)
    assert knn["area_method"] == method
    lengths = {len(points) for points in knn.values() if isinstance(points, list)}
    assert len(lengths) == 1
    assert f"knn: area {area:.4f} ({method})" in bakeoff("measure", items, "--curve", kind).out


def test_a_file_of_scores_is_shown_as_its_means(bakeoff, tmp_path):
    """Data sets down, algorithms across."""
    path = tmp_path / "scores.csv"
    path.write_text(SCORES)
    answer = bakeoff("measure", path, "-m", "accuracy")
    assert [line.split() for line in answer.out.splitlines()] == [
        ["svm", "knn"],
        ["accuracy", "(higher", "is", "better)"],
        ["iris", "0.8000", "0.7000"],
        ["wine", "0.4000", "0.3000"],
    ]
    content = bakeoff("measure", path, "-m", "accuracy", "--json", "-").json
    assert len(content["scores"]) == 8


def test_a_file_of_scores_with_what_it_must_be_told(bakeoff, tmp_path):
    """The direction of an unknown measure, what is missing, a level of a further factor."""
    path = tmp_path / "scores.csv"
    path.write_text("dataset,method,tuned,my_index\n" + "".join(
        f"{d},{a},{t},{'' if (d, a) == ('z', 'knn') else n}\n"
        for d in "xyz" for a in ("svm", "knn") for n, t in enumerate(("no", "yes"))
    ))  # fmt: skip
    options = ["--where", "tuned=yes", "--lower-is-better", "--missing", "drop"]
    answer = bakeoff("measure", path, *options, "--json", "-")
    assert answer.json["datasets"] == ["x", "y"]
    assert answer.json["higher_is_better"] == {"my_index": False}
    assert "note: 1 of 3 data sets with a missing score left out\n" in answer.err


def test_standard_input_and_a_file_for_the_json(bakeoff, tmp_path):
    """Predictions that come in on standard input; the table is still shown."""
    target = tmp_path / "out.json"
    answer = bakeoff("measure", "-", "-m", "error", "--json", target, stdin=ITEMS)
    assert answer.out.endswith("knn                         0.2500\n")
    assert answer.err == f"wrote {target}\n"
    assert json.loads(target.read_text())["measures"] == ["error"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["-m", "f0"], "there is no measure named 'f0'; did you mean f1, f05?"),
        (["-m", "mse"], "mse is no measure of predicted classes; bring it in a table"),
        (["--curve", "x"], "--curve must be one of roc, pr, hull, sensitivity-specificity; it was 'x'"),
        (["--loss", "0,1;5"], "--loss must be rows of numbers, as many in each, such as '0,1;5,0'; it was '0,1;5'"),
        (["--loss", "0"], "loss must have a row and a column for each of 2 classes; it had the shape (1, 1)"),
        (["--positive", "7"], "positive must be one of 0, 1; it was '7'"),
        (["--models", "svm", "--where", "a=b"], "--where is for files of scores; these are predictions: leave it out"),
        (["--missing", "keep", "--positive", "1"], "missing must be one of error, drop; it was 'keep'"),
    ],
)  # fmt: skip
def test_errors_are_one_sentence_with_the_shells_own_words(bakeoff, items, options, sentence):
    """Options are named as they are typed; exit code 1."""
    answer = bakeoff("measure", items, *options)
    assert (answer.code, answer.out, answer.err) == (1, "", f"bakeoff: {sentence}\n")
