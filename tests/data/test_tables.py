"""Any table as one frame: formats, compression, names of columns, a million rows."""

import gzip
import io

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_scores
from bakeoff.data.tables import open_matrix, open_table
from bakeoff.errors import InvalidInput

CSV = "dataset,svm,knn\niris,0.9,0.8\nwine,0.7,0.6\n"


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


@pytest.fixture
def file(tmp_path):
    """Write a file and return its path."""

    def write(content, name="results.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_every_encoding_and_separator(file, encoding, separator):
    """Told by the byte-order mark and by what cuts the lines alike."""
    text = CSV.replace(",", separator).replace("iris", "Müller")
    table = open_table(file(text.encode(encoding)))
    assert table.frame["dataset"].tolist() == ["Müller", "wine"]
    assert table.frame["knn"].tolist() == [0.8, 0.6]
    assert table.notes == ()


def test_a_text_that_is_not_utf_8(file):
    """It is read as Windows-1252, and that is said; also where the head does not show it."""
    table = open_table(file(CSV.replace("iris", "Müller").encode("cp1252")))
    assert table.frame["dataset"].tolist() == ["Müller", "wine"]
    assert table.notes == ("results.csv is not UTF-8; it was read as Windows-1252",)
    late = "dataset,svm\n" + "iris,0.5\n" * 8000 + "Müller,0.5\n"
    table = open_table(file(late.encode("cp1252")))
    assert table.frame["dataset"].iloc[-1] == "Müller"
    assert table.notes == ("results.csv is not UTF-8; it was read as Windows-1252",)


def test_decimal_commas(file):
    """As spreadsheets of half of Europe write them."""
    table = open_table(file("dataset;svm;knn\niris;0,91;1,5e-3\nwine;0,7;12,25\n"))
    assert table.frame["svm"].tolist() == [0.91, 0.7]
    assert table.frame["knn"].tolist() == [0.0015, 12.25]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("# about\n# more\n\ndataset,svm\niris,0.5\n", ["dataset", "svm"]),
        ("# dataset,svm\niris,0.5\nwine,0.6\n", ["dataset", "svm"]),
        ("Results of May\n\ndataset,svm,knn\niris,0.5,0.6\nwine,0.5,0.6\n", ["dataset", "svm", "knn"]),
        ("svm,knn\niris,0.5,0.6\nwine,0.5,0.7\n", ["", "svm", "knn"]),
        ('"dataset","a ""b"""\n"iris, one",0.5\n', ["dataset", 'a "b"']),
        ("dataset,svm,\niris,0.5,\nwine,0.5,\n", ["dataset", "svm"]),
        ("dataset   svm\niris      0.5\nwine      0.6\n", ["dataset", "svm"]),
        ("dataset, svm\niris, 0.5\n", ["dataset", "svm"]),
        ("name,0,1,2\niris,0.5,0.6,0.7\n", ["name", "0", "1", "2"]),
        (",1,2\niris,0.5,0.6\n", ["", "1", "2"]),
    ],
)  # fmt: skip
def test_where_the_header_stands(file, text, columns):
    """Titles, comments, a row of R without a name for its names, a last comma, blanks."""
    assert [str(name) for name in open_table(file(text)).frame.columns] == columns


def test_lines_passed_over_are_counted(file):
    """Nothing is left out in silence."""
    table = open_table(file("a title\nanother\ndataset,svm\niris,0.5\nwine,0.6\n"))
    assert table.notes == ("2 lines before the header were passed over",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "results.csv is empty; give a table with a header line and rows below it"),
        (
            "iris,0.5,0.6\nwine,0.7,0.8\n",
            (
                "results.csv has no header line: its first line holds numbers (iris, 0.5, 0.6); put "
                "a line with the columns' names on top, or pass algorithms=[...]"
            ),
        ),
        (
            "dataset,svm,svm\niris,1,2\n",
            "results.csv: 2 columns are named 'svm'; give every column a name of its own",
        ),
        ("dataset,svm\n", "results holds no rows; give a table with rows below its header"),
        (
            "one line\n",
            (
                "results.csv holds one line that is no table; give a header line and rows below it, "
                "with cells separated by commas"
            ),
        ),
        (b"a,b\n1,\0\n", "results.csv is not text: it holds NUL bytes; save it as UTF-8 text"),
    ],
)
def test_what_is_no_table_of_text(file, text, sentence):
    """What is wrong, and the next step."""
    assert told(open_table, file(text)) == sentence


@pytest.mark.parametrize("ending", [".csv", ".json", ".parquet"])
def test_compressed_files(file, ending):
    """`.gz` is unpacked on the way; Parquet is compressed already."""
    frame = pd.read_csv(io.StringIO(CSV))
    contents = {
        ".csv": CSV.encode(),
        ".json": frame.to_json(orient="records").encode(),
        ".parquet": frame.to_parquet(),
    }
    path = file(gzip.compress(contents[ending]), f"results{ending}.gz")
    if ending == ".parquet":
        assert told(open_table, path).startswith("the Parquet file could not be read")
        return
    table = open_table(path)
    assert table.name == "results"
    assert table.frame["svm"].tolist() == [0.9, 0.7]


def test_a_file_that_is_cut_short(file):
    """The machine's reason, in one sentence."""
    path = file(gzip.compress(CSV.encode() * 1000)[:50], "results.csv.gz")
    assert told(open_table, path) == (
        f"{path} could not be read: Compressed file ended before the end-of-stream marker was "
        f"reached"
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("a.xlsx", "a.xlsx is a spreadsheet; save the table as CSV and read that"),
        ("a.pkl", "a.pkl is a pickle, which can run code when it is opened; save the table as CSV and read that"),
        ("a.rda", "a.rda is a file of R; save the table as CSV and read that"),
        ("a.html", "a.html ends in .html; known are .csv, .tsv, .txt, .parquet, .json, .jsonl, .arff, each also as .gz"),
    ],
)  # fmt: skip
def test_files_of_other_programs(file, name, sentence):
    """What to do with each; none of them is opened."""
    assert told(open_table, file("x", name)) == sentence


def test_an_address_is_no_path():
    """Nothing is fetched."""
    assert told(open_table, "https://example.org/x.csv") == (
        "https://example.org/x.csv is an address; download it, and give the path of the file"
    )


def test_a_matrix_with_and_without_names(file):
    """The columns of words are left out."""
    assert open_matrix(file("1,2\n3,4\n")).tolist() == [[1, 2], [3, 4]]
    assert open_matrix(file(CSV)).tolist() == [[0.9, 0.8], [0.7, 0.6]]
    assert told(open_matrix, file("a,b\nc,d\n")) == "results.csv holds no numbers"


@pytest.fixture(scope="module")
def million(tmp_path_factory):
    """A long table of a million rows: 100 data sets x 1000 folds x 10 algorithms."""
    size = 1_000_000
    place = np.arange(size)
    values = np.random.default_rng(1).random(size).round(4)
    frame = pd.DataFrame(
        {
            "dataset": np.array([f"d{n}" for n in range(100)])[place // 10_000],
            "algorithm": np.array([f"a{n}" for n in range(10)])[place % 10],
            "fold": place // 10 % 1000,
            "accuracy": values,
        }
    )
    path = tmp_path_factory.mktemp("million") / "long.csv"
    frame.to_csv(path, index=False)
    return path, values


def test_a_million_rows(million):
    """Every score comes to its cell."""
    path, values = million
    scores = read_scores(path)
    assert scores.values.shape == (100, 1000, 10, 1)
    assert np.array_equal(scores.values.ravel(), values)
    assert (scores.datasets[:2], scores.algorithms[-1]) == (("d0", "d1"), "a9")
    assert scores.design == "k-fold"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("d99,a9,999,", "scores: 1 cell is missing (d99/a9 fold 999); give missing='drop' to leave out their data sets, or fill them in"),
        ("d99,a9,999,x", "scores: 1 cell is missing (d99/a9 fold 999); give missing='drop' to leave out their data sets, or fill them in"),
        ("d99,a9,999,bad", "accuracy: the cell in row 1000000 is no number: 'bad'"),
        ("d99,a8,999,0.5", "long: 1 of 999999 cells is named more than once (data set d99 algorithm a8 fold 999); rename them, add a column that tells them apart (fold, repeat, seed), or pass design='independent' for runs that are not paired"),
        ("d99,a9,999,0.5,1", "long.csv could not be read: line 1000001 has 5 cells where the header has 4"),
        ("d99,a9,,0.5", "fold: row 1000000 has no name in the column 'fold'"),
    ],
)  # fmt: skip
def test_a_fault_in_the_last_of_a_million_rows(million, tmp_path, line, sentence):
    """It is found and named, wherever it stands."""
    path, _ = million
    content = path.read_bytes()
    start = content.rindex(b"\n", 0, -1) + 1
    broken = tmp_path / "long.csv"
    broken.write_bytes(content[:start] + line.encode() + b"\n")
    assert told(read_scores, broken) == sentence
