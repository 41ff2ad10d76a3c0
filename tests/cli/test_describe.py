"""`bakeoff describe`: what is in a file, what is wrong with it, and what to do next."""

import json

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_scores

WIDE = "dataset,svm,C4.5+m\niris,0.9,0.8\nbreast cancer,0.7,\n"
FACTOR = "method,data,tuned,fold,accuracy\n" + "".join(
    f"{a},{d},{t},{f},0.{f + 5}\n"
    for a in ("J48", "NB")
    for d in "xy"
    for t in ("no", "yes")
    for f in (0, 1)
)
ITEMS = "item,y,svm,knn_score\n1,1,1,0.9\n2,0,1,0.2\n3,0,0,0.1\n4,1,1,0.8\n"


@pytest.fixture
def file(tmp_path):
    """Write a table and return its path."""

    def write(text, name="results.csv"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def test_a_table_of_scores(bakeoff, file):
    """Data sets, algorithms, what is missing, what to settle, and the next command."""
    answer = bakeoff("describe", file(WIDE))
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        "scores\n"
        "  data sets       2  iris, breast cancer\n"
        "  splits          1\n"
        "  algorithms      2  svm, C4.5+m\n"
        "  measures        1  (not named) (direction not known)\n"
        "  missing         1  breast cancer/C4.5+m\n"
        "  to settle: nothing says what the scores measure; pass --measure with a known name such "
        "as 'accuracy', or --higher-is-better or --lower-is-better\n"
        "  to settle: 1 score is missing; --missing drop leaves out their data sets\n"
        "  next: two algorithms over 2 data sets: bakeoff compare FILE --measure NAME "
        "--missing drop\n"
    )


def test_as_json(bakeoff, file):
    """`--json -` puts all of it on standard output, and nothing else."""
    answer = bakeoff("describe", file(WIDE), "--json", "-")
    assert answer.json == {
        "format": "bakeoff-description-1",
        "kind": "scores",
        "datasets": ["iris", "breast cancer"],
        "splits": 1,
        "algorithms": ["svm", "C4.5+m"],
        "items": None,
        "measures": ["(not named)"],
        "directions": {"(not named)": None},
        "design": None,
        "classes": [],
        "positive": None,
        "missing": ["breast cancer/C4.5+m"],
        "doubled": [],
        "columns": [],
        "second_factors": {},
        "notes": [],
        "problems": answer.json["problems"],
        "next": [
            "two algorithms over 2 data sets: bakeoff compare FILE --measure NAME --missing drop"
        ],
    }
    assert len(answer.json["problems"]) == 2


def test_json_beside_the_text(bakeoff, file, tmp_path):
    """Into a file: the text is shown as well, and stderr says what was written."""
    target = tmp_path / "found.json"
    answer = bakeoff("describe", file(WIDE), "--json", target)
    assert answer.out.startswith("scores\n")
    assert answer.err == f"wrote {target}\n"
    assert json.loads(target.read_text())["kind"] == "scores"


def test_standard_input(bakeoff):
    """`-` may hold scores or predictions: both are recognised from one reading."""
    assert bakeoff("describe", "-", stdin=WIDE).out.startswith("scores\n  data sets       2")
    answer = bakeoff("describe", "-", stdin=ITEMS)
    assert answer.out.startswith("predictions\n")
    assert "  items           4\n" in answer.out


def test_predictions(bakeoff, file):
    """Items, classes, which one is positive, and the measures to begin with."""
    assert bakeoff("describe", file(ITEMS)).out == (
        "predictions\n"
        "  data sets       1  data\n"
        "  splits          1\n"
        "  algorithms      2  svm, knn\n"
        "  items           4\n"
        "  classes         2  0, 1  (positive: 1)\n"
        "  next: measure it: bakeoff measure FILE --measure error --measure auc\n"
        "  next: compare the algorithms: bakeoff predictions FILE\n"
    )


def test_a_class_that_nobody_called_positive(bakeoff, file):
    """It is not guessed: the option that settles it is named."""
    answer = bakeoff("describe", file("y,svm\nill,ill\nwell,ill\nwell,well\nill,ill\n"))
    assert "(positive: not said)" in answer.out
    assert "which class is positive is not known; pass --positive one of ill, well" in answer.out


def test_a_second_factor_is_named_and_one_level_shown(bakeoff, file):
    """The numbers are those of the first level, and the options for all uses are given."""
    answer = bakeoff("describe", file(FACTOR))
    assert "  factor tuned    2  no, yes\n" in answer.out
    assert (
        "  to settle: results has a second factor (tuned: no, yes), which must not be pooled; "
        "choose with --where tuned=no, or let it name the data sets with --column dataset=data "
        "--column dataset=tuned, or the algorithms with --column algorithm=method "
        "--column algorithm=tuned; the numbers here are those of tuned=no\n"
    ) in answer.out
    assert answer.out.endswith("bakeoff compare FILE --where tuned=no\n")


def test_what_it_says_to_pass_works(bakeoff, file):
    """Each of the three ways that the sentence names settles the factor."""
    for options in (
        ["--where", "tuned=no"],
        ["--column", "dataset=data", "--column", "dataset=tuned"],
        ["--column", "algorithm=method", "--column", "algorithm=tuned"],
    ):
        found = bakeoff("describe", file(FACTOR), *options, "--json", "-").json
        assert (found["problems"], found["second_factors"]) == ([], {})
    assert found["algorithms"][0] == "J48 (tuned=no)"


def test_rows_that_bear_the_same_labels(bakeoff, file):
    """They are listed, not averaged."""
    text = "dataset,svm,knn\niris,0.9,0.8\niris,0.8,0.7\nwine,0.7,0.6\n"
    found = bakeoff("describe", file(text), "--json", "-").json
    assert found["doubled"] == ["data set iris"]
    assert "1 of 2 cells is named more than once" in found["problems"][0]


def test_many_names_are_cut_for_people_and_kept_for_programs(bakeoff, file):
    """Twelve are shown; the JSON holds all."""
    rows = "".join(f"set {n},0.5,0.6\n" for n in range(20))
    path = file("dataset,a,b\n" + rows)
    assert "set 11, ... and 8 more\n" in bakeoff("describe", path).out
    assert len(bakeoff("describe", path, "--json", "-").json["datasets"]) == 20


def test_a_group_of_files(bakeoff, file):
    """One algorithm a file, named after what tells the names apart."""
    paths = [
        file(f"name,0,1,2\niris,0.{n},0.5,0.6\nwine,0.4,0.{n},0.8\n", f"run_{name}_accuracy.csv")
        for n, name in enumerate(("HC2", "TDE"))
    ]
    answer = bakeoff("describe", *paths)
    assert "  algorithms      2  HC2, TDE\n" in answer.out
    assert "  splits          3  (resampled)\n" in answer.out
    assert "  note: the measure 'accuracy' was read from the files' names\n" in answer.out


def test_saved_scores(bakeoff, tmp_path):
    """What `Scores.save` wrote says of itself what it is."""
    path = tmp_path / "scores.json"
    scores = read_scores([[0.9, 0.8], [0.7, np.nan]], measure="auc", missing="keep")
    scores.save(path)
    answer = bakeoff("describe", path)
    assert "  measures        1  auc (higher is better)\n" in answer.out
    assert "  missing         1  2/1\n" in answer.out


def test_a_table_that_says_nothing(bakeoff, file):
    """Its columns are listed, with the ways to say what they mean."""
    answer = bakeoff("describe", file("Condition,Fever,Aches\na,1,2\na,3,4\nb,5,6\nb,7,7\n"))
    assert answer.out.startswith(
        "table\n  rows            4\n  columns         3  Condition, Fever"
    )
    assert "pass --column dataset=Condition if the rows of a name are the splits" in answer.out


def test_data_sets_in_two_scales(bakeoff, file):
    """A column that parts them may say what was measured; one part is shown."""
    text = "type,task,svm,knn\ntwo,a,0.9,0.8\ntwo,b,0.7,0.6\nmany,c,1.9,2.2\nmany,d,3,2\n"
    answer = bakeoff("describe", file(text))
    assert "  factor type     2  two, many\n" in answer.out
    assert "keep one with --where type=two" in answer.out
    assert "  data sets       2  a, b\n" in answer.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["none.csv"], "there is no file none.csv"),
        (["."], ". is a folder; name its files, for example ./*.csv"),
        (["-", "-"], "standard input (-) can be named once; it was named twice or more"),
        (["-", "--where", "tuned"], "--where must look like NAME=VALUE; it was 'tuned'"),
        (["-"], "standard input is empty; give a table with a header line and rows below it"),
    ],
)
def test_errors_are_one_sentence_and_exit_code_1(bakeoff, words, sentence):
    """On stderr, and nothing on standard output."""
    answer = bakeoff("describe", *words)
    assert (answer.code, answer.out, answer.err) == (1, "", f"bakeoff: {sentence}\n")


def test_wrong_usage_is_exit_code_2(bakeoff):
    """An option that there is not, and no file at all."""
    assert bakeoff("describe", "x.csv", "--what").code == 2
    assert bakeoff("describe").code == 2


def test_parquet_from_standard_input(bakeoff):
    """A format is recognised by how it begins, where there is no name to go by."""
    frame = pd.DataFrame({"dataset": ["iris", "wine"], "svm": [0.9, 0.8], "knn": [0.7, 0.6]})
    answer = bakeoff("describe", "-", stdin=frame.to_parquet())
    assert "  data sets       2  iris, wine\n" in answer.out


def test_the_folder_of_a_study(bakeoff, tmp_path):
    """What was run there: its scores, and how to compare them."""
    from sklearn.datasets import load_iris
    from sklearn.dummy import DummyClassifier
    from sklearn.naive_bayes import GaussianNB

    from bakeoff.experiments import KFold, Study

    study = Study(
        {"iris": load_iris(return_X_y=True)},
        {"bayes": GaussianNB(), "prior": DummyClassifier()},
        splits=KFold(3),
        measures=["error"],
    )
    study.run(tmp_path / "study", engine="serial", progress=False)
    answer = bakeoff("describe", tmp_path / "study")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(
        "scores\n  data sets       1  iris\n  splits          3  (k-fold)\n"
    )
    assert "  note: the results of a study\n" in answer.out


def test_what_was_settled_is_said_again_in_the_next_command(bakeoff, file):
    """So that it can be copied as it stands."""
    options = ["--measure", "auc", "--where", "tuned=no", "--column", "dataset=data"]
    answer = bakeoff("describe", file(FACTOR.replace("accuracy", "value")), *options)
    assert answer.out.endswith(
        "bakeoff compare FILE --where tuned=no --column dataset=data --measure auc\n"
    )
    assert "to settle" not in answer.out
    text = "outcome,note,first mark,second\nill,x,3,0.5\nwell,y,1,0.2\nwell,z,2,0.1\nill,w,5,0.9\n"
    found = bakeoff("describe", file(text), "--json", "-").json
    assert found["problems"] == [
        (
            "results: the column note holds neither labels nor scores; pass models=[...] with the "
            "columns to compare, such as first mark, second"
        )
    ]
    options = ["--models", "first mark,second", "--positive", "ill", "--y", "outcome"]
    settled = bakeoff("describe", file(text), *options, "--json", "-").json
    assert (settled["problems"], settled["positive"]) == ([], "ill")
    said = "FILE --y outcome --models 'first mark,second' --positive ill"
    assert settled["next"] == [
        f"measure it: bakeoff measure {said} --measure error --measure auc",
        f"compare the algorithms: bakeoff predictions {said}",
    ]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("empty.csv", "", ["table", "  to settle: empty.csv is empty; give a table with a header"]),
        (
            "matrix.csv",
            "9,7,3\n15,17,13\n3,7,28\n",
            [
                "table",
                "  to settle: 3 x 3 numbers without names",
                "  next: if it is a confusion table: bakeoff test efficiency ",
            ],
        ),
        ("values.csv", "0.5,0.7\n0.6,0.8\n0.4,0.1\n", ["table", "  to settle: 3 x 2 numbers"]),
    ],
)
def test_what_is_no_table_of_scores_is_described_too(bakeoff, tmp_path, name, content, told):
    """It says what is wrong, and what it may be; the exit code is 0."""
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    answer = bakeoff("describe", path)
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert len(lines) == len(told)
    assert all(line.startswith(start) for line, start in zip(lines, told, strict=True))


def test_the_usual_measure_is_proposed(bakeoff, file):
    """Accuracy, if it is there, and not what happens to stand in the first column."""
    path = file(
        "dataset,classifier_name,precision,accuracy\n"
        "a,svm,.5,.6\na,knn,.7,.8\nb,svm,.5,.6\nb,knn,.7,.8\n"
    )
    assert "--measure accuracy" in bakeoff("describe", path).out.splitlines()[-1]


def test_scores_that_a_measure_cannot_have_are_named(bakeoff, file):
    """As `compare` will refuse them."""
    path = file("dataset,svm,knn\nwine,.5,1.6\niris,.7,.8\n")
    told = bakeoff("describe", path, "-m", "auc").out
    assert "to settle: auc must lie in 0 to 1; knn on wine has 1.6" in told
