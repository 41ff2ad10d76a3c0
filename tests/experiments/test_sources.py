"""Where data sets come from: frames, files, scikit-learn, OpenML."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn.datasets

from bakeoff.errors import InvalidInput, StudyError
from bakeoff.experiments.sources import load

FRAME = pd.DataFrame(
    {
        "size": [1.5, 2.5, None, 4.0, 5.5, 6.0],
        "colour": ["red", "blue", "red", None, "blue", "red"],
        "class": ["yes", "no", "yes", "no", "yes", "no"],
    }
)
ARFF = """@relation colours
@attribute size numeric
@attribute colour {red, 'light blue'}
@attribute class {yes, no}
@data
1.5,red,yes
2.5,'light blue',no
?,red,yes
4.0,?,no
"""


def test_all_forms_of_one_table_are_one_data_set(tmp_path):
    """A pandas or polars frame, CSV, TSV and Parquet hold the same items."""
    FRAME.to_csv(tmp_path / "t.csv", index=False)
    FRAME.to_csv(tmp_path / "t.tsv", index=False, sep="\t")
    FRAME.to_parquet(tmp_path / "t.parquet")
    sources = [
        FRAME,
        pl.from_pandas(FRAME),
        *(tmp_path / f"t.{end}" for end in ("csv", "tsv", "parquet")),
    ]
    for source in sources:
        found = load("t", source)
        assert found.classes == ("no", "yes")
        assert found.codes.tolist() == [1, 0, 1, 0, 1, 0]
        assert list(found.X.columns) == ["size", "colour"]
        assert found.X["size"].isna().sum() == found.X["colour"].isna().sum() == 1


def test_arff_is_read_with_its_words_and_gaps(tmp_path):
    """As Weka writes it."""
    path = tmp_path / "t.arff"
    path.write_text(ARFF, encoding="utf-8")
    found = load("t", path)
    assert found.classes == ("no", "yes")
    assert found.X["colour"].tolist()[:2] == ["red", "light blue"]
    assert found.X["size"].isna().tolist() == [False, False, True, False]


def test_scikit_learn_brings_its_own():
    """By name; the classes have their names where there are some."""
    assert load("i", "sklearn:iris").classes == ("setosa", "versicolor", "virginica")
    assert load("d", "sklearn:digits").classes == tuple("0123456789")
    assert load("b", sklearn.datasets.load_wine()).codes.max() == 2
    numbers = load("n", "sklearn:diabetes", values=True)
    assert numbers.classes is None
    assert len(numbers) == 442


def test_the_usual_positive_class_is_known():
    """1 against 0 or -1, True against False; words are not guessed at."""
    X = np.arange(8.0).reshape(4, 2)
    assert load("d", (X, [0, 1, 0, 1])).positive == 1
    assert load("d", (X, [-1, 1, 1, -1])).positive == 1
    assert load("d", (X, [True, False, True, False])).positive == 1
    assert load("d", (X, ["sick", "well"] * 2)).positive is None
    assert load("d", (X, [1, 2, 1, 2])).positive is None


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (
            "sklearn:titanic",
            "scikit-learn comes without a data set 'titanic'; it has breast_cancer, diabetes",
        ),
        (
            {"source": FRAME, "target": "kind"},
            "d: there is no column 'kind'; there are size, colour, class",
        ),
        ({"source": FRAME, "traget": "class"}, "d: 'traget' is no choice of a data set"),
        (
            {"source": FRAME, "positive": "maybe"},
            "d: there is no class 'maybe' to be the positive one; there are no, yes",
        ),
        ((np.zeros((3, 1)), [0, 1]), "d: X has 3 items and y has 2; they must be the same"),
        (
            (np.zeros(3), [0, 1, 0]),
            "d: X must be items x features, an array or a frame; it had the shape (3,)",
        ),
        (
            (np.zeros((3, 1)), [0, 0, 0]),
            "d: y must hold two classes or more, each written in one way; it had 1",
        ),
        (
            (np.zeros((3, 1)), [0, None, 1]),
            "d: 1 items have no class (the first in row 2); leave them out",
        ),
        (FRAME[["class"]], "d: beside 'class' there are no columns to learn from"),
        (
            7,
            "d: a data set must be (X, y), a frame, a path, 'sklearn:NAME' or 'openml:NUMBER'; it was int",
        ),
        ("openml:iris", "openml: is followed by the number of a data set; it was 'iris'"),
    ],
)
def test_what_is_no_data_set_is_refused(source, told):
    """One sentence with the name that it has in the study."""
    with pytest.raises(InvalidInput) as caught:
        load("d", source)
    assert str(caught.value).startswith(told)


def test_without_a_network_openml_says_so(monkeypatch):
    """It names the data set, the reason and the way round."""

    def unreachable(**_):
        raise OSError("no route")

    monkeypatch.setattr(sklearn.datasets, "fetch_openml", unreachable)
    with pytest.raises(
        StudyError,
        match=r"the data set 61 could not be had from OpenML .no route.; it takes a network",
    ):
        load("d", "openml:61")


def test_openml_gives_a_frame(monkeypatch):
    """With its own name of the column to predict."""

    class Bunch:
        frame = FRAME.dropna()
        target = FRAME.dropna()["class"]

    monkeypatch.setattr(sklearn.datasets, "fetch_openml", lambda **_: Bunch)
    assert list(load("d", "openml:61").X.columns) == ["size", "colour"]


def test_a_fingerprint_knows_data_apart():
    """Another value, name, order or class is another data set; a copy is the same."""
    base = load("d", FRAME).fingerprint()
    assert load("d", FRAME.copy()).fingerprint() == base
    assert load("d", FRAME.assign(size=FRAME["size"] + 1e-12)).fingerprint() != base
    assert load("d", FRAME.rename(columns={"size": "length"})).fingerprint() != base
    assert load("d", FRAME.iloc[::-1]).fingerprint() != base
    assert load("d", {"source": FRAME, "positive": "no"}).fingerprint() != base
