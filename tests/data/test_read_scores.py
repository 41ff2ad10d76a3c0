"""`read_scores`: the files of other programs, with the traps they hold."""

import io
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest

from bakeoff import Scores, read_scores
from bakeoff.errors import InvalidInput


def told(*arguments, **choices):
    """Return the sentence of the error that reading ends in."""
    with pytest.raises(InvalidInput) as error:
        read_scores(*arguments, **choices)
    return str(error.value)


@pytest.fixture
def file(tmp_path):
    """Write a file and return its path."""

    def write(text, name="results.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


WIDE = "dataset,svm,knn\niris,0.9,0.8\nwine,0.7,0.6\n"
LONG = """classifier_name,dataset_name,accuracy
svm,iris,0.9
knn,iris,0.8
svm,wine,0.7
knn,wine,0.6
"""
TABLE = [[0.9, 0.8], [0.7, 0.6]]


def same(scores):
    """Whether these are the scores of WIDE."""
    return (
        scores.datasets == ("iris", "wine")
        and scores.algorithms == ("svm", "knn")
        and scores.table().to_numpy().tolist() == TABLE
        and scores.higher_is_better["accuracy"]
    )


def sources(tmp_path):
    """Yield the same table from every kind of source."""
    frame = pd.read_csv(io.StringIO(WIDE))
    yield "frame", frame
    yield "frame with an index", frame.set_index("dataset")
    yield "polars", pl.DataFrame(frame.to_dict("list"))
    for name, write in {
        "a.csv": lambda path: frame.to_csv(path, index=False),
        "a.tsv": lambda path: frame.to_csv(path, index=False, sep="\t"),
        "a.csv.gz": lambda path: frame.to_csv(path, index=False),
        "a.txt": lambda path: path.write_text(WIDE.replace(",", "  ")),
        "a.parquet": frame.to_parquet,
        "a.json": lambda path: frame.to_json(path, orient="records"),
        "columns.json": frame.to_json,
        "split.json": lambda path: frame.to_json(path, orient="split"),
        "a.jsonl": lambda path: frame.to_json(path, orient="records", lines=True),
        "long.csv": lambda path: path.write_text(LONG),
        "a.arff": lambda path: path.write_text(
            "@relation r\n@attribute dataset {iris,wine}\n@attribute svm numeric\n"
            "@attribute knn REAL\n\n@data\niris,0.9,0.8\nwine,0.7,0.6\n"
        ),
    }.items():
        path = tmp_path / name
        write(path)
        yield name, path
        yield f"{name} as text", str(path)


def test_every_kind_of_source_gives_the_same_scores(tmp_path):
    """Frames of two libraries, and every format of file."""
    wrong = [
        name
        for name, source in sources(tmp_path)
        if not same(read_scores(source, measure="accuracy"))
    ]
    assert wrong == []


def test_arrays_with_names():
    """Names stand beside the numbers; without them rows and columns are numbered."""
    assert same(
        read_scores(
            np.array(TABLE),
            measure="accuracy",
            datasets=["iris", "wine"],
            algorithms=["svm", "knn"],
        )
    )
    bare = read_scores(TABLE, measure="accuracy")
    assert (bare.datasets, bare.algorithms) == (("1", "2"), ("0", "1"))
    assert told(np.array(TABLE), measure="accuracy", algorithms=["svm"]) == (
        "the array has 2 columns, but 1 name was given for them"
    )
    assert told(TABLE, measure="accuracy", datasets=["iris"]) == (
        "datasets must name every row; it has 1 names for 2 rows"
    )
    assert told(np.zeros((2, 2, 2)), measure="accuracy") == (
        "an array of scores must be 2-D, data sets x algorithms, with at least one of each; "
        "it had the shape (2, 2, 2)"
    )


def test_standard_input(monkeypatch):
    """`-` is what another program pipes in."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WIDE.encode())))
    assert same(read_scores("-", measure="accuracy"))


def test_a_directory_is_no_file(tmp_path):
    """The sentence says how to name its files."""
    assert told(tmp_path) == (
        f"{tmp_path} is a folder; name its files, for example with glob('{tmp_path}/*.csv')"
    )


def test_long_tables_of_other_programs(file):
    """Columns are known by the names that other programs give them."""
    text = (
        "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Percent_correct,Elapsed_Time_training\n"
        + "".join(f"{d},1,{f},weka.classifiers.trees.{a},{70 + f},0.5\n" for d in "xy" for f in (1, 2) for a in ("J48", "LMT"))
    )  # fmt: skip
    scores = read_scores(file(text))
    assert scores.algorithms == ("J48", "LMT")
    assert scores.measures == ("Percent_correct", "Elapsed_Time_training")
    assert list(scores.higher_is_better.values()) == [True, False]
    assert scores.design == "k-fold"
    assert scores.folds("x", "Percent_correct")["LMT"].tolist() == [71.0, 72.0]


def test_the_tidy_form(file):
    """dataset, algorithm, repeat, fold, measure, value, n_train, n_test."""
    rows = [
        f"d,{a},{r},{f},{m},{v},60,30"
        for r in (1, 2) for f in (1, 2, 3) for a in ("a", "b") for m, v in (("error", 0.1 * f), ("auc", 0.9))
    ]  # fmt: skip
    text = "dataset,algorithm,repeat,fold,measure,value,n_train,n_test\n" + "\n".join(rows)
    scores = read_scores(file(text))
    assert (scores.repeats, scores.folds_per_repeat) == (2, 3)
    assert scores.design == "repeated k-fold"
    assert (scores.n_train == 60).all()
    assert (scores.n_test == 30).all()
    assert scores.folds("d", "error")["b"].tolist() == pytest.approx([0.1, 0.2, 0.3] * 2)
    assert read_scores(file(text), measure="auc").measures == ("auc",)


def test_rows_are_paired_by_their_labels_and_not_by_their_order():
    """A shuffled file gives the same scores."""
    frame = pd.DataFrame(
        [(d, a, f, hash((d, a, f)) % 97 / 97) for d in "xyz" for a in "ab" for f in range(4)],
        columns=["dataset", "algorithm", "fold", "accuracy"],
    )
    ordered = read_scores(frame)
    shuffled = read_scores(frame.sample(frac=1, random_state=3)).select(
        datasets=ordered.datasets, algorithms=ordered.algorithms
    )
    assert np.array_equal(ordered.values, shuffled.values)


def test_a_byte_order_mark_and_an_unnamed_index(file):
    """What spreadsheets and pandas leave in a file is no data."""
    text = "\ufeff,dataset,svm,knn\n0,iris,0.9,0.8\n1,wine,0.7,0.6\n"
    scores = read_scores(file(text), measure="accuracy")
    assert same(scores)
    assert scores.notes == ("an unnamed column that only counts the rows was left out",)


def test_an_unnamed_column_of_words_names_the_data_sets(file):
    """The index that pandas wrote holds the names."""
    assert same(read_scores(file(WIDE.replace("dataset", "")), measure="accuracy"))


def test_lines_above_the_header(file):
    """Titles, comments and blank lines are passed over, and that is said."""
    scores = read_scores(file("Results of May\n\n# by us\n" + WIDE), measure="accuracy")
    assert same(scores)
    assert scores.notes == ("1 line before the header was passed over",)


@pytest.mark.parametrize("cell", ["68.4(7.1)", "68.4 (7.1)", "68.4 ± 7.1", "68.4+/-7.1"])
def test_cells_of_a_mean_and_its_deviation(file, cell):
    """The mean is taken, and that is said."""
    scores = read_scores(file(f",MLP,FCN\n50words,{cell},62.7(6.1)\n"), measure="accuracy")
    assert scores.table().iloc[0].tolist() == [68.4, 62.7]
    assert scores.notes == (
        f"cells hold two numbers, such as {cell}; the first, the mean, was taken",
    )


def test_names_with_blanks_signs_and_brackets(file):
    """A name is what stands in the cell."""
    text = 'Dataset,C4.5+m+cf,k-NN(k=1),"IS-CHC + 1NN","a [b], c"\nadult (sample),1,0,1,0\n'
    scores = read_scores(file(text), measure="accuracy")
    assert scores.algorithms == ("C4.5+m+cf", "k-NN(k=1)", "IS-CHC + 1NN", "a [b], c")
    assert scores.datasets == ("adult (sample)",)


def test_the_same_data_set_twice(file):
    """In a wide table equal counts of rows are splits; one data set with more rows is an error."""
    text = WIDE + "iris,0.1,0.2\n"
    assert told(file(text), measure="accuracy") == (
        "results: 1 of 2 cells is named more than once (data set iris); rename them, add a column "
        "that tells them apart (fold, repeat, seed), or pass design='independent' for runs that "
        "are not paired"
    )
    splits = read_scores(file(text + "wine,0.3,0.4\n"), measure="accuracy")
    assert splits.folds("wine")["knn"].tolist() == [0.6, 0.4]
    assert splits.notes == (
        "each data set has 2 rows; they were taken for its splits, in their order",
    )


def test_doubled_cells_of_a_long_table_are_named(file):
    """Which cells, and what to do."""
    assert told(file(LONG + "svm,iris,0.5\n")) == (
        "results: 1 of 4 cells is named more than once (data set iris algorithm svm); rename them, "
        "add a column that tells them apart (fold, repeat, seed), or pass design='independent' for "
        "runs that are not paired"
    )


@pytest.mark.parametrize("cell", ["", "NA", "nan", "failed", "timeout", "-", "?", "None"])
def test_failed_cells(file, cell):
    """A word for a failure is a missing score: named, dropped or kept, never a number."""
    text = f"dataset,svm,knn\niris,0.9,0.8\nwine,{cell},0.6\n"
    assert told(file(text), measure="accuracy") == (
        "scores: 1 cell is missing (wine/svm); give missing='drop' to leave out their data sets, "
        "or fill them in"
    )
    dropped = read_scores(file(text), measure="accuracy", missing="drop")
    assert dropped.datasets == ("iris",)
    assert dropped.notes == ("1 of 2 data sets with a missing score left out",)
    kept = read_scores(file(text), measure="accuracy", missing="keep")
    assert np.isnan(kept.table().loc["wine", "svm"])


def test_a_cell_that_is_no_number_is_named(file):
    """A word that means nothing is not taken for a missing score."""
    text = "dataset,svm,knn\niris,0.9,0.8\nwine,0.7,o.6\ncar,0.7,0.5\n"
    assert told(file(text), measure="accuracy") == "knn: the cell in row 2 is no number: 'o.6'"
    infinite = text.replace("o.6", "inf")
    assert told(file(infinite), measure="accuracy") == (
        "knn: 1 values are infinite (the first in row 2); write a number, or leave the cell empty "
        "if it is missing"
    )


def test_dropping_splits_of_one_data_set(file):
    """With one data set the splits with a hole go."""
    rows = "\n".join(f"d,{f},0.5,{'' if f == 2 else 0.4}" for f in range(4))
    scores = read_scores(file(f"dataset,fold,svm,knn\n{rows}\n"), measure="error", missing="drop")
    assert [split.fold for split in scores.splits] == [0, 1, 3]
    assert scores.notes == ("1 of 4 splits with a missing score left out",)


def test_nothing_is_left_when_every_data_set_has_a_hole(file):
    """The algorithm with the most holes is named."""
    text = "dataset,svm,knn\niris,,0.8\nwine,,0.6\n"
    assert told(file(text), measure="accuracy", missing="drop") == (
        "none of the data sets is complete, so none is left; leave out algorithms with many "
        "missing scores first (svm misses 2)"
    )


def test_two_measures_in_one_column(file):
    """`result` repeats auc here and logloss there: nobody can say which way is better."""
    rows = [
        f"{d},{a},{f},{0.8 + f / 10},,{0.8 + f / 10}" for d in "xy" for a in "ab" for f in (0, 1)
    ]
    rows += [f"{d},{a},{f},,{1.2 + f},{1.2 + f}" for d in "zw" for a in "ab" for f in (0, 1)]
    path = file("task,framework,fold,auc,logloss,result\n" + "\n".join(rows))
    sentence = (
        "results: the column 'result' mixes measures of different directions (auc in 8 rows, "
        "logloss in 8 rows); pass measure= with one of auc, logloss"
    )
    assert told(path, measure="result") == sentence
    assert told(path, measure="result", higher_is_better=True) == sentence
    scores = read_scores(path, measure="auc", missing="drop")
    assert scores.datasets == ("x", "y")


def test_percent_beside_fractions(file):
    """An algorithm in percent beside one in fractions is an error, also with one name for both."""
    text = "dataset,svm,knn\niris,0.9,80\nwine,0.7,60\n"
    assert told(file(text), measure="accuracy") == (
        "accuracy: algorithm svm looks like fractions and knn like percent (1 and 1 of 2); write "
        "all in one scale"
    )
    unnamed = read_scores(file(text), higher_is_better=True)
    assert unnamed.notes == (
        (
            "algorithm svm looks like fractions and knn like percent (1 and 1 of 2); check that all "
            "are in one scale"
        ),
    )
    percent = read_scores(file(text.replace("0.9", "90").replace("0.7", "70")), measure="accuracy")
    assert percent.table().to_numpy().tolist() == [[90, 80], [70, 60]]


FACTOR = "method,problem,featureSelection,fold,accuracy\n" + "".join(
    f"{a},{d},{s},{f},0.{i}{f}\n"
    for i, s in enumerate(("no", "yes"), start=1)
    for d in "xyz"
    for a in ("J48", "NB")
    for f in range(2)
)


def test_a_second_factor_is_named_and_chosen(file):
    """It is never pooled in silence."""
    assert told(file(FACTOR)) == (
        "results has a second factor (featureSelection: no, yes), which must not be pooled; choose "
        "with where={'featureSelection': 'no'}, or let it name the data sets with "
        "columns={'dataset': ['problem', 'featureSelection']}, or the algorithms with "
        "columns={'algorithm': ['method', 'featureSelection']}"
    )
    chosen = read_scores(file(FACTOR), where={"featureSelection": "yes"})
    assert chosen.folds("x")["NB"].tolist() == [0.20, 0.21]
    apart = read_scores(file(FACTOR), columns={"dataset": ["problem", "featureSelection"]})
    assert len(apart.datasets) == 6
    assert apart.datasets[0] == "problem=x, featureSelection=no"
    tuned = read_scores(file(FACTOR), columns={"algorithm": ["method", "featureSelection"]})
    assert sorted(tuned.algorithms) == [
        "J48 (featureSelection=no)",
        "J48 (featureSelection=yes)",
        "NB (featureSelection=no)",
        "NB (featureSelection=yes)",
    ]
    assert tuned.folds("x")["NB (featureSelection=yes)"].tolist() == [0.20, 0.21]


def test_two_further_factors_may_name_the_algorithms():
    """Each is written with its name; a level without a name is one, too."""
    frame = pd.DataFrame(
        {
            "model": ["svm", "svm", "knn", "knn"] * 2,
            "scaled": ["yes", "no"] * 4,
            "k": [1, 1, None, None] * 2,
            "dataset": ["x"] * 4 + ["y"] * 4,
            "accuracy": np.arange(8) / 10,
        }
    )
    scores = read_scores(frame, columns={"algorithm": ["model", "scaled", "k"]})
    assert scores.algorithms == (
        "svm (scaled=yes, k=1)",
        "svm (scaled=no, k=1)",
        "knn (scaled=yes, k=none)",
        "knn (scaled=no, k=none)",
    )
    assert scores.table().to_numpy().tolist() == [[0, 0.1, 0.2, 0.3], [0.4, 0.5, 0.6, 0.7]]


def test_a_role_of_one_column_is_given_one(file):
    """Nothing that was passed is left out in silence."""
    assert told(file(FACTOR), columns={"fold": ["fold", "problem"]}) == (
        "columns: fold is one column; it was ['fold', 'problem']"
    )
    assert told(file(FACTOR), columns={"algorithm": []}) == (
        "columns: algorithm is one column; it was []"
    )


KINDS = "type,task,svm,knn\n" + "".join(
    f"{kind},{kind}{n},{value + n / 100},{value + n / 50}\n"
    for kind, value in (("binary", 0.5), ("multiclass", 1.6))
    for n in range(3)
)


def test_a_column_that_parts_the_data_sets_into_two_scales(file):
    """It may say what was measured: areas and log losses in one column are not pooled."""
    assert told(file(KINDS), measure="log_loss") == (
        "results: the column 'type' parts the data sets, and only the scores of binary lie between "
        "0 and 1 (those of multiclass go up to 1.64), so they may be different measures; keep one "
        "with where={'type': 'binary'}, or say that they are one with "
        "columns={'dataset': ['task', 'type']}"
    )
    areas = read_scores(file(KINDS), measure="auc", where={"type": "binary"})
    assert areas.datasets == ("binary0", "binary1", "binary2")
    losses = read_scores(file(KINDS), measure="log_loss", columns={"dataset": ["task", "type"]})
    assert len(losses.datasets) == 6


def test_words_beside_the_data_sets_that_part_nothing(file):
    """Where all scores are in one scale, the column is only said to be unused."""
    scores = read_scores(file(KINDS.replace("1.6", "0.6")), measure="accuracy")
    assert scores.notes == ("columns that were not used: type",)


def test_the_file_of_one_algorithm_may_end_with_its_measure(tmp_path):
    """As a group of such files may; it is said, and what is passed comes first."""
    path = tmp_path / "HC2_accuracy.csv"
    path.write_text("Resamples:,0,1\nx,0.9,0.8\ny,0.7,0.6\n")
    scores = read_scores(path)
    assert (scores.algorithms, scores.measures) == (("HC2",), ("accuracy",))
    assert scores.notes == ("the measure 'accuracy' was read from the file's name",)
    assert read_scores(path, measure="error").measures == ("error",)
    other = path.rename(tmp_path / "HC2_second.csv")
    assert read_scores(other, measure="auc").algorithms == ("HC2_second",)


def test_where_says_what_there_is(file):
    """A level or a column that is not there."""
    assert told(file(FACTOR), where={"featureSelection": "maybe"}) == (
        "where: no row has featureSelection = 'maybe'; its levels are no, yes"
    )
    assert told(file(FACTOR), where={"tuned": "no"}) == (
        "where: results has no column 'tuned'; it has method, problem, featureSelection, fold, "
        "accuracy"
    )


def test_no_column_of_data_sets(file):
    """Rows are numbered, and that is said."""
    scores = read_scores(file("clf1,clf2\n0.5,0.6\n0.7,0.8\n"), measure="accuracy")
    assert scores.datasets == ("1", "2")
    assert scores.notes == ("no column names the data sets; the 2 rows are numbered",)


def test_folds_of_one_unnamed_data_set(file):
    """With a column of folds all rows belong to one data set, called after the file."""
    scores = read_scores(file("fold,clf1,clf2\n1,0.5,0.6\n2,0.7,0.8\n", "wine.csv"), measure="auc")
    assert scores.datasets == ("wine",)
    assert [split.fold for split in scores.splits] == [1, 2]
    assert scores.design == "k-fold"


def test_the_direction_is_known_or_asked_for(file):
    """An unknown measure is never guessed."""
    unnamed = (
        "nothing says what the scores measure; pass measure= with a known name such as 'accuracy' "
        "or 'error', or higher_is_better=True or False"
    )
    assert told(file(WIDE)) == unnamed
    assert told(file(WIDE), measure="score") == unnamed
    assert told(file(WIDE), measure="joy") == (
        "whether more is better is not known for the measure 'joy'; pass higher_is_better=True or "
        "False"
    )
    assert not read_scores(file(WIDE), measure="joy", higher_is_better=False).higher_is_better[
        "joy"
    ]
    assert read_scores(file(WIDE), higher_is_better=True).measures == ("score",)
    two = read_scores(file(LONG), higher_is_better={"accuracy": False})
    assert not two.higher_is_better["accuracy"]


def test_runs_that_are_not_paired(file):
    """A column of seeds numbers independent runs; without one the design must be said."""
    text = "algorithm,seed,reward\n" + "".join(f"{a},{s},{s}\n" for a in "ab" for s in (1, 2, 3))
    assert read_scores(file(text)).design == "independent"
    bare = "algorithm,reward\na,1\na,2\nb,3\nb,4\nb,5\n"
    assert "pass design='independent'" in told(file(bare))
    scores = read_scores(file(bare), design="independent", missing="keep")
    assert scores.folds()["b"].tolist() == [3, 4, 5]
    assert scores.design == "independent"


def test_predictions_are_sent_to_their_reader(file):
    """Wide and long predictions, and a truth by its name and its labels."""
    wide = "y_true,svm\n1,0\n0,0\n"
    assert told(file(wide)) == (
        "results looks like predictions (it has the columns y_true, svm); read it with "
        "read_predictions"
    )
    long = "dataset,item,y,algorithm,score\nd,1,1,svm,0.3\nd,2,0,svm,0.4\n"
    assert told(file(long)).endswith("read it with read_predictions")
    labelled = "id,label,svm,rf\n" + "".join(f"{n},{n % 2},0.{n},0.5\n" for n in range(8))
    assert told(file(labelled)).endswith("read it with read_predictions")


def test_roles_by_hand(file):
    """A column that no name tells gets its role with `columns`."""
    text = "Condition,Fever\nDrug,38\nDrug,37\nPlacebo,39\nPlacebo,40\n"
    assert told(file(text), higher_is_better=False) == (
        "results: what 'Condition' names is not known, and its names repeat; pass "
        "columns={'dataset': 'Condition'} if the rows of a name are the splits of a data set, or "
        "columns={'algorithm': 'Condition'} if they are the runs of an algorithm"
    )
    scores = read_scores(
        file(text),
        columns={"algorithm": "Condition"},
        higher_is_better=False,
        design="independent",
    )
    assert scores.algorithms == ("Drug", "Placebo")
    assert told(file(text), columns={"method": "Condition"}).startswith("columns must map roles (")
    assert told(file(text), columns={"algorithm": "Cond"}) == (
        "columns: results has no column 'Cond'; it has Condition, Fever"
    )


def test_choosing_algorithms_of_a_wide_table(file):
    """`algorithms` picks columns, in its order."""
    scores = read_scores(file(WIDE), measure="accuracy", algorithms=["knn"])
    assert scores.algorithms == ("knn",)
    assert told(file(WIDE), measure="accuracy", algorithms=["rf"]) == (
        "algorithms: results has no column 'rf'; it has dataset, svm, knn"
    )


def test_choices_are_checked():
    """A word that is no choice is named with those that are."""
    assert told(TABLE, missing="skip") == "missing must be one of error, drop, keep; it was 'skip'"
    assert told(TABLE, layout="tall") == "layout must be one of auto, wide, long; it was 'tall'"
    assert told(TABLE, design="cv").startswith("design must be one of k-fold, ")
    assert told({"a": 1}) == (
        "a dict must map names of algorithms to results of cross_validate (with test_score or "
        "test_... in each), or to lists of scores, all of one length"
    )
    assert told(object()) == (
        "source must be a path, a list of paths, a frame, a 2-D array or results of scikit-learn; "
        "it was object"
    )
    assert told("nowhere.csv") == "there is no file nowhere.csv"


def test_what_is_read_is_scores():
    """The type of the interface."""
    assert isinstance(read_scores(TABLE, measure="error"), Scores)


def test_a_pipe_is_refused_with_the_way_that_works(tmp_path):
    """A reader looks at a file twice, and a pipe is empty the second time."""
    import os

    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert told(path) == (
        f"{path} is a pipe or a device, which can be read only once; give - and let the table "
        f"come in on standard input"
    )


@pytest.mark.parametrize("above", ["", "# a comment\n", '# "quoted"\n\n'])
def test_a_ragged_row_is_named_by_its_line(tmp_path, above):
    """However many lines stand above the table, and whichever way it is read."""
    path = tmp_path / "results.csv"
    path.write_text(above + "dataset,svm\nx,1\ny,2,3\n")
    line = above.count("\n") + 3
    assert told(path) == (
        f"results.csv could not be read: line {line} has 3 cells where the header has 2"
    )
