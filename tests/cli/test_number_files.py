"""Small files of numbers, with or without names: counts of errors and tables of counts."""

import numpy as np
import pytest

from bakeoff.cli.number_files import ErrorCount, chosen, error_counts, number_table, square
from bakeoff.errors import InvalidInput


@pytest.fixture
def table(tmp_path):
    """Write a file and read it as a table of numbers."""

    def read(text):
        path = tmp_path / "numbers.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return number_table([str(path)])

    return read


@pytest.mark.parametrize(
    "text",
    ["1,2\n3,4\n", "1 2\n3 4\n", "1;2\n3;4", "1\t2\n3\t4\n", "# counts\n1, 2\n\n3, 4\n", "\ufeff1,2\n3,4\n"],
)  # fmt: skip
def test_numbers_alone(table, text):
    """Any separator, comments, blank lines and a byte-order mark."""
    found = table(text)
    assert found.values.tolist() == [[1, 2], [3, 4]]
    assert (found.rows, found.columns) == (None, None)


def test_numbers_with_names(table):
    """Of the columns, of the rows, of both; a header may lack a cell for the row names."""
    columns = table("a,b\n1,2\n3,4\n")
    assert (columns.rows, columns.columns) == (None, ("a", "b"))
    rows = table("x,1,2\ny,3,4\n")
    assert (rows.rows, rows.columns) == (("x", "y"), None)
    for text in (",a,b\nx,1,2\ny,3,4\n", "a,b\nx,1,2\ny,3,4\n", "what,a,b\nx,1,2\ny,3,4\n"):
        both = table(text)
        assert (both.rows, both.columns) == (("x", "y"), ("a", "b"))
        assert both.values.tolist() == [[1, 2], [3, 4]]


def test_classes_that_are_numbers_name_rows_and_columns(table):
    """A confusion table of digits: the first column repeats the header."""
    found = table("truth,0,1,2\n0,5,1,0\n1,0,6,0\n2,1,0,7\n")
    assert (found.rows, found.columns) == (("0", "1", "2"), ("0", "1", "2"))
    assert np.trace(found.values) == 18


@pytest.mark.parametrize(
    "text", ["", "\n", "a,b\nc,d\n", "1,2\n3\n", "1,2\n3,x\n", "1,nan\n2,3\n", b"1,2\0\n", "a\nb\n"]
)
def test_what_is_no_table_of_numbers(table, text):
    """Nothing is made of it; other readers may."""
    assert table(text) is None


def test_a_large_file_is_no_table_of_counts(table):
    """It is not read cell by cell."""
    assert table("1,2\n" * 400_000) is None


def test_several_files_are_no_table():
    """Each would be one."""
    assert number_table(["a.csv", "b.csv"]) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12,100\n", [ErrorCount(None, 12, 100)]),
        ("12\n100\n", [ErrorCount(None, 12, 100)]),
        ("errors,n\n12,100\n15,100\n", [ErrorCount(None, 12, 100), ErrorCount(None, 15, 100)]),
        ("n,errors\n100,12\n", [ErrorCount(None, 12, 100)]),
        (
            "name,total,wrong\nsvm,100,12\nknn,90,15\ntree,80,1\n",
            [ErrorCount("svm", 12, 100), ErrorCount("knn", 15, 90), ErrorCount("tree", 1, 80)],
        ),
        ("1,2\n3,4\n5,6\n", []),
        ("1,2,3\n", []),
        ("0.5,2\n", []),
        ("-1,2\n", []),
    ],
)
def test_counts_of_errors(table, text, expected):
    """Errors and items in this order, or named so in any; more than two need names."""
    assert error_counts(table(text)) == expected


def test_a_square_table(table):
    """As many rows as columns; a row of classes above it belongs to it."""
    assert square(table("1,2\n3,4\n")).values.tolist() == [[1, 2], [3, 4]]
    headed = square(table("7,8\n1,2\n3,4\n"))
    assert headed.values.tolist() == [[1, 2], [3, 4]]
    assert (headed.rows, headed.columns) == (None, ("7", "8"))
    named = square(table("truth,7,8\nx,1,2\ny,3,4\n"))
    assert named.values.tolist() == [[1, 2], [3, 4]]
    assert (named.rows, named.columns) == (("x", "y"), ("7", "8"))
    assert square(table("1,2,3\n4,5,6\n")) is None
    assert square(table("0.5,2\n3,4\n")) is None
    assert square(None) is None


def test_a_row_by_its_name():
    """The names that there are, where it is none of them."""
    counts = [ErrorCount("svm", 1, 10), ErrorCount("knn", 2, 10)]
    assert chosen(counts, "knn", "--a").errors == 2
    with pytest.raises(InvalidInput) as error:
        chosen(counts, "tree", "--a")
    assert str(error.value) == "--a: there is no 'tree'; there are svm, knn"
    with pytest.raises(InvalidInput) as error:
        chosen(counts, None, "--a")
    assert str(error.value) == "which row? pass --a with one of svm, knn"
