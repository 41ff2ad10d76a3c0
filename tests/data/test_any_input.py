"""Whatever a person hands to a reader, it reads it or says one sentence: never a traceback."""

import contextlib
import io
import warnings
from datetime import UTC, datetime

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bakeoff import Predictions, Scores, read_predictions, read_scores
from bakeoff.data.describe import Description, describe
from bakeoff.errors import InvalidInput

QUICK = settings(
    max_examples=80,
    deadline=None,  # the first example imports pandas
    derandomize=True,  # the gate gives the same answer every time
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
KINDS = {read_scores: Scores, read_predictions: Predictions, describe: Description}

WORDS = """
dataset Dataset data algorithm classifier_name Key_Scheme model fold Key_Fold repeat run seed split
resample measure metric value score accuracy auc error loss Key_Dataset item id y y_true truth label
predicted pred svm svm_pred svm_score svm_p0 svm_p1 0 1 2 n_train n_test design higher_is_better
Key_Scheme_options svm(k=1) C4.5+m subject target
"""
TOKENS = """
0 1 -1 0.5 1e-3 0.93 68.4(7.1) 93.2% 1,5 NA nan inf -inf failed yes no True a b c 1e999
99999999999999999999 0x1f +0.1 . --
"""
NAMES = st.sampled_from(WORDS.split()) | st.text(max_size=4)
CELLS = st.one_of(
    st.sampled_from(TOKENS.split()),
    st.sampled_from(
        ["", " ", "a b", '"', "'", "\t", "a,b", "\\", "#", "%", "{", "\u00e9", "\ufeff"]
    ),
    st.floats(width=32).map(str),
    st.integers(-3, 3).map(str),
    st.text(max_size=3),
)


def answered(source):
    """Hand a source to every reader: each returns its own kind, or raises InvalidInput."""
    for reader, kind in KINDS.items():
        with contextlib.suppress(InvalidInput):
            assert isinstance(reader(source), kind)


def written(folder, content, name="table.csv"):
    path = folder / name
    path.write_bytes(content)
    return path


@st.composite
def texts_of_tables(draw):
    """Tables of text, most of them broken: ragged rows, odd quotes, doubled names, junk on top."""
    separator = draw(st.sampled_from([",", ";", "\t", "|", " "]))
    header = draw(st.lists(NAMES, min_size=0, max_size=6))
    width = max(1, len(header))
    even = draw(st.booleans())
    sizes = st.just(width) if even else st.integers(0, width + 2)
    rows = [
        draw(st.lists(CELLS, min_size=size, max_size=size))
        for size in draw(st.lists(sizes, max_size=8))
    ]
    above = draw(st.lists(st.sampled_from(["# about", "a title", "", "% note"]), max_size=2))
    lines = [*above, *(separator.join(row) for row in [header, *rows])]
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines)


@QUICK
@given(text=texts_of_tables(), encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))
def test_any_text(tmp_path, text, encoding):
    """Ragged, doubled, empty, quoted and mixed tables in any encoding."""
    answered(written(tmp_path, text.encode(encoding, "replace")))


@QUICK
@given(
    content=st.binary(max_size=300), ending=st.sampled_from(["csv", "txt", "json", "arff", "gz"])
)
def test_any_bytes(tmp_path, content, ending):
    """Bytes that no program wrote, under the name of any format."""
    answered(written(tmp_path, content, f"bytes.{ending}"))


@QUICK
@given(
    content=st.binary(max_size=60), ending=st.sampled_from(["parquet", "tsv", "jsonl", "csv.gz"])
)
def test_any_bytes_behind_a_good_start(tmp_path, content, ending):
    """Files that begin as they should and go on as they should not."""
    starts = {"parquet": b"PAR1", "tsv": b"dataset\tsvm\n", "jsonl": b'{"dataset": "a"}\n'}
    answered(written(tmp_path, starts.get(ending, b"\x1f\x8b") + content, f"bytes.{ending}"))


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers(-(2**70), 2**70) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@QUICK
@given(value=JSON)
def test_any_json(tmp_path, value):
    """Values of any shape, most of them no table."""
    import json

    answered(written(tmp_path, json.dumps(value).encode(), "value.json"))


@st.composite
def frames(draw):
    """Frames with columns of any type, names that mean something, and any index."""
    size = draw(st.integers(0, 7))
    columns = st.one_of(
        st.lists(st.floats(), min_size=size, max_size=size),
        st.lists(st.integers(-2, 2), min_size=size, max_size=size),
        st.lists(st.booleans(), min_size=size, max_size=size),
        st.lists(st.sampled_from(["a", "b", "", None]), min_size=size, max_size=size),
        st.lists(CELLS, min_size=size, max_size=size),
        st.lists(
            st.sampled_from(
                [None, 1, "a", 1.5, (1,), [2], {}, 1j, datetime(2020, 1, 1, tzinfo=UTC)]
            ),
            min_size=size,
            max_size=size,
        ),
    )
    names = draw(st.lists(NAMES | st.integers(0, 3), max_size=6))
    made = [pd.Series(draw(columns), dtype=object).infer_objects() for _ in names]
    frame = pd.concat(made, axis=1) if made else pd.DataFrame(index=range(size))
    frame.columns = pd.Index(names, dtype=object)
    if draw(st.booleans()):
        with contextlib.suppress(TypeError, ValueError):  # what no type of pandas can hold
            frame = frame.convert_dtypes()
    if draw(st.booleans()) and names and len(set(names)) == len(names):
        with contextlib.suppress(TypeError):  # what cannot be hashed is no category
            frame = frame.astype({frame.columns[0]: "category"})
    if draw(st.booleans()):
        frame.index = pd.Index(draw(st.lists(CELLS, min_size=len(frame), max_size=len(frame))))
    return frame


@QUICK
@given(frame=frames())
def test_any_frame(frame):
    """Columns of any type under any name, doubled names, lists in cells, an index of text."""
    answered(frame)


@QUICK
@given(
    shape=st.lists(st.integers(0, 4), max_size=4).map(tuple),
    fill=st.sampled_from([0.0, 0.5, np.nan, np.inf, -np.inf, 1e308]),
    kind=st.sampled_from([np.float64, np.int64, np.bool_, object, "U3"]),
)
def test_any_array(shape, fill, kind):
    """Arrays of any shape and type, without names."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numpy's, where NaN becomes a whole number
        array = np.full(shape, fill).astype(kind)
    answered(array)


@pytest.mark.parametrize(
    "source",
    [
        None, 1, 1.5, "", "\0", "a\nb", b"bytes", object(), {}, {"a": 1}, {"svm": {"test_score": []}},
        [], [[]], [[1, 2], [3]], [["a"]], [None], [{}], set(), iter([1]), lambda: 1, np.array(3),
        io.StringIO("a,b\n1,2"), {"svm": {"test_score": "abc"}}, {"params": [], "mean_fit_time": []},
        pd.Series([1.0, 2.0]), pd.DataFrame(), pd.DataFrame({"a": []}), "~nobody/x.csv", "a" * 5000,
        pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", "b")])), ["a.csv", 3],
        np.zeros((0, 3)), np.zeros((3, 0)), np.zeros((1, 1)), np.ma.masked_array([[1.0]], [[True]]),
    ],
    ids=lambda source: type(source).__name__,  # a repr may hold an address: no two runs agree
)  # fmt: skip
def test_what_is_no_table(source):
    """Nothing, numbers, empty things, ragged lists, addresses of nobody."""
    answered(source)


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\n", b",", b"a", b"a\n", b"a,b", b"a,b\n", b"1", b"1\n2", b"1,2\n", b"a\n1", b"a\n1\n2\n",
        b"dataset\nx", b"dataset,svm\nx,", b"dataset,svm\n,1", b"\xef\xbb\xbf", b"\xff\xfe", b'"',
        b'"a,b\n1,2', b"a,a\n1,2", b"a,b\n1,2,3\n", b"a,b\n1\n", b"\x00" * 10, b"a;b\n1;2,5\n",
        b"dataset,svm\nx,inf\n", b"dataset,svm,knn\nx,nan,1\n", b"%\n%\n", b"@relation x\n@data\n",
        b"@relation x\n@attribute a numeric\n@data\nx\n", b"{}", b"[]", b"[[1]]", b"nul\0l",
        b"x" * 100_000, b"a,b\n" * 1000, b"," * 5000, b"a\tb\n1\t2\n3", b"a,b\r1,2\r", b"\x80,\x81\n1,2",
    ],
    ids=lambda content: repr(content[:20]),
)  # fmt: skip
def test_the_smallest_files(tmp_path, content):
    """Empty, one cell, one row, one column, a lone byte-order mark, a quote that never ends."""
    answered(written(tmp_path, content))


@pytest.mark.parametrize(
    "source",
    [
        {"accuracy": [True, 3.0]},  # fractions and percent, and no column to choose rows with
        {"dataset": ["inf"], "y": [0]},
        {"": [0, np.inf, np.inf], "measure": [1, np.inf, np.inf]},
        {"y": [1, 0], "svm_score": [np.inf, -np.inf]},
        {"y": [0.0], "": [0.0]},  # a model without a name
    ],
    ids=["mixed units", "a number for a name", "no name", "infinite scores", "a nameless model"],
)
def test_what_was_found_this_way(source):
    """Tables that once ended in a traceback."""
    answered(pd.DataFrame(source))


@pytest.mark.parametrize("size", [1, 2])
def test_one_row_and_one_column_are_read(size):
    """The smallest tables that hold a score are tables."""
    frame = pd.DataFrame({"dataset": [f"d{n}" for n in range(size)], "svm": [0.5] * size})
    scores = read_scores(frame, measure="accuracy")
    assert scores.values.shape == (size, 1, 1, 1)
    assert scores.values.ravel().tolist() == [0.5] * size
