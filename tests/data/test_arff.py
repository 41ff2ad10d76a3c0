"""Weka's ARFF: names in quotes, missing cells, and what is wrong with a file."""

import pytest

from bakeoff.data.arff import parse_arff
from bakeoff.errors import InvalidInput

HEAD = "@relation r\n@attribute 'data set' {iris,wine}\n@attribute svm numeric\n@data\n"


def told(text):
    """Return the sentence of the error that parsing ends in."""
    with pytest.raises(InvalidInput) as error:
        parse_arff(text, "r.arff")
    return str(error.value)


def test_numbers_words_and_missing_cells():
    """`?` is missing; the numbers are numbers."""
    frame = parse_arff(HEAD + "iris,0.5\n% a comment\n\nwine,?\n", "r.arff")
    assert frame.columns.tolist() == ["data set", "svm"]
    assert frame["data set"].tolist() == ["iris", "wine"]
    assert frame["svm"].tolist()[0] == 0.5
    assert frame["svm"].isna().tolist() == [False, True]


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("'a, b',1", "a, b"),
        ('"a, b",1', "a, b"),
        (r"'it\'s',1", "it's"),
        ("  a b , 1", "a b"),
        ("'?',1", "?"),
        ("a'b,1", "a'b"),
    ],
)
def test_names_in_quotes(row, name):
    """Commas and quotes inside a name belong to it."""
    frame = parse_arff(HEAD + row + "\n", "r.arff")
    assert frame.iloc[0].tolist() == [name, 1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "r.arff is no ARFF file: it needs @attribute lines and a @data line"),
        ("@data\n1,2\n", "r.arff is no ARFF file: it needs @attribute lines and a @data line"),
        ("@attribute a\n@data\n1\n", "r.arff, line 1: '@attribute a' is no attribute"),
        (
            "@attribute a real\n@attribute a real\n@data\n1,2\n",
            "r.arff: two attributes are named 'a'; rename one",
        ),
        (HEAD + "iris\n", "r.arff, line 5: 1 cells where 2 attributes are declared"),
        (HEAD + "iris,0.5,1\n", "r.arff, line 5: 3 cells where 2 attributes are declared"),
        (
            HEAD + "iris,high\n",
            "r.arff: the attribute 'svm' is numeric, but row 1 of the data holds 'high'",
        ),
        (
            HEAD + "{0 iris, 1 0.5}\n",
            "r.arff is a sparse ARFF file; save it as a plain one or as CSV",
        ),
    ],
)
def test_what_is_wrong_with_a_file(text, sentence):
    """The line, and what was expected of it."""
    assert told(text) == sentence
