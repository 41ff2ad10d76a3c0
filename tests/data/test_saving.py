"""Saving and loading: nothing is lost, nothing is overwritten by chance."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff import Scores, read_scores
from bakeoff.data.scores import DESIGNS
from bakeoff.errors import InvalidInput

ENDINGS = [".csv", ".tsv", ".parquet", ".json"]


def made(design="k-fold", **changes):
    parts = {
        "values": np.array([0.1, 1 / 3, 0.30000000000000004, 2e-17]).reshape(2, 1, 2, 1),
        "datasets": ["breast cancer (w)", "a,b;c"],
        "splits": [(0, 0)],
        "algorithms": ["C4.5+m", "k-NN [k=1]"],
        "measures": ["my own number"],
        "higher_is_better": False,
        "n_train": [[90], [91]],
    }
    return Scores(**{**parts, "design": design, **changes})


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_format_gives_back_what_went_in(tmp_path, ending):
    """To the last bit, with names of all kinds, directions of unknown measures, and the design."""
    scores = Scores(
        np.random.default_rng(0).random((3, 10, 2, 2)),
        datasets=["1", "2.0", "na"],
        splits=[(r, f) for r in range(5) for f in range(2)],
        algorithms=["C4.5+m", "k-NN [k=1]"],
        measures=["my own number", "auc"],
        higher_is_better={"my own number": False, "auc": True},
        design="5x2",
        n_train=np.full((3, 10), 50.0),
        n_test=np.full((3, 10), 50.0),
    )
    path = tmp_path / f"scores{ending}"
    scores.save(path)
    assert read_scores(path).equals(scores)


NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=6
).filter(lambda name: not name.startswith(("#", "%")))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    data=st.data(),
    shape=st.tuples(*[st.integers(1, 3)] * 4),
    design=st.sampled_from(DESIGNS),
)
def test_json_loses_nothing(tmp_path_factory, data, shape, design):
    """Any names, any numbers, any holes."""
    d, s, a, m = shape

    def names(size):
        return data.draw(st.lists(NAMES, min_size=size, max_size=size, unique=True))

    numbers = st.floats(allow_infinity=False, allow_nan=True)
    values = data.draw(st.lists(numbers, min_size=d * s * a * m, max_size=d * s * a * m))
    scores = Scores(
        np.array(values).reshape(shape),
        names(d),
        [(0, fold) for fold in range(s)],
        names(a),
        names(m),
        higher_is_better=data.draw(st.booleans()),
        design=design,
        notes=("a note",),
    )
    path = tmp_path_factory.mktemp("saved") / "scores.json"
    scores.save(path)
    back = read_scores(path)
    assert back.equals(scores)
    assert back.notes == ("a note",)


def test_a_file_is_not_replaced_unless_asked(tmp_path):
    """The sentence says how to ask."""
    path = tmp_path / "scores.csv"
    made().save(path)
    with pytest.raises(InvalidInput) as error:
        made().save(path)
    assert str(error.value) == f"{path} exists; pass overwrite=True to replace it"
    made(values=np.zeros((2, 1, 2, 1))).save(path, overwrite=True)
    assert read_scores(path).values.sum() == 0


def test_other_endings_are_refused(tmp_path):
    """What cannot be read back is not written."""
    with pytest.raises(InvalidInput) as error:
        made().save(tmp_path / "scores.xlsx")
    assert str(error.value) == (
        "path must end in .csv, .tsv, .parquet, .json; it was 'scores.xlsx'"
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"format": "bakeoff-scores-9"},
            "s.json has the format 'bakeoff-scores-9'; this version reads bakeoff-scores-1",
        ),
        ({"splits": None}, "s.json is damaged: TypeError 'NoneType' object is not iterable"),
        (
            {"values": [[["a"]]]},
            "s.json is damaged: ValueError could not convert string to float: 'a'",
        ),
    ],
)
def test_a_damaged_file_is_named(tmp_path, change, sentence):
    """What another version wrote, or what somebody edited."""
    path = tmp_path / "s.json"
    made().save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(InvalidInput) as error:
        read_scores(path)
    assert str(error.value) == sentence
