"""Anything may be thrown at any test: a result or one sentence comes back, and nothing else."""

import copy
import inspect

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats.registry import TESTS
from bakeoff.stats.results import PairTable, TestResult

RNG = np.random.default_rng(0)
# good data of each kind, as plain lists: they can be spoilt anywhere
GOOD = {
    "counts": (3, 20),
    "values": (RNG.normal(size=6).tolist(),),
    "confusion": ([[5, 1, 0], [2, 6, 1], [0, 1, 4]],),
    "contingency": ([[4, 6], [2, 20]],),
    "two-counts": (3, 20, 7, 25),
    "correct": (RNG.integers(0, 2, (8, 3)).tolist(),),
    "pair": (RNG.normal(size=6).tolist(), RNG.normal(size=6).tolist()),
    "differences-5x2": (RNG.normal(size=(5, 2)).tolist(),),
    "independent": (RNG.normal(size=5).tolist(), RNG.normal(size=6).tolist()),
    "measures-pair": (RNG.normal(size=(8, 2)).tolist(), RNG.normal(size=(8, 2)).tolist()),
    "measures-independent": (RNG.normal(size=(6, 2)).tolist(), RNG.normal(size=(7, 2)).tolist()),
    "table": (RNG.normal(size=(6, 3)).tolist(),),
    "groups": (RNG.normal(size=(3, 5)).tolist(),),
    "two-way": (RNG.normal(size=(2, 3, 3)).tolist(),),
    "measures-table": (RNG.normal(size=(7, 3, 2)).tolist(),),
    "measures-groups": (RNG.normal(size=(3, 6, 2)).tolist(),),
    "measures": (RNG.normal(size=(8, 2)).tolist(),),
    "scored-items": ([0, 1, 0, 1, 1, 0], RNG.normal(size=(6, 2)).tolist()),
    "scored-pair": ([0, 1, 0, 1, 1, 0], RNG.normal(size=6).tolist(), RNG.normal(size=6).tolist()),
}
NEEDED = {"p0": 0.2, "mu0": 0.0, "sigma": 1.0, "control": 0, "weights": [1.0, -1.0, 0.0]}
BAD_CELLS = [
    None,
    np.nan,
    np.inf,
    -np.inf,
    "x",
    "",
    1e308,
    -1e308,
    1e-320,
    0.5,
    -1,
    2**70,
    True,
    1j,
]
BAD_CELLS += [[], [1.0], {}, object()]
BAD_DATA = [None, "scores", b"", [], [[]], {}, (), 0, 1.5, np.nan, object(), np.float64(3), True]
BAD_DATA += [[None], [1], [[1]], [[1, 2]], [1, [2, 3]], ["a", "b"], [[1, 2], [3]], range(3), {1, 2}]
BAD_DATA += [np.zeros((0, 3)), np.zeros((3, 0)), np.zeros((2, 2, 2, 2)), np.zeros(3, dtype=complex)]
BAD_DATA += [np.array(["x"]), pd.DataFrame(), pd.DataFrame({"a": ["x"]}), pd.Series([1, None])]
BAD_DATA += [pd.DataFrame({"a": [1.0], "b": [2.0]}), np.array([None, 1], dtype=object)]
BAD_DATA += [np.datetime64("2026-01-01"), [np.datetime64("2026-01-01")], {"a": 1}, {"a": [1, 2]}]
BAD_DATA += [lambda: 1, iter([1, 2]), np.ma.masked_array([1.0, 2.0], mask=[0, 1])]
BAD_CHOICES = [None, "no such choice", -1, 0, 2.0, np.nan, [], [1, 2], object(), 1e300, {}]


def kind_of(test):
    """Return the kind of data, as the registry says it."""
    names = list(inspect.signature(test.load()).parameters)
    return "scored-pair" if names[1:3] == ["scores1", "scores2"] else test.takes


def needed(function):
    """Return the choices without a default."""
    return {
        name: NEEDED[name]
        for name, one in inspect.signature(function).parameters.items()
        if name in NEEDED and one.default is one.empty
    }


def thrown(function, data, choices):
    """Call; the answer must be whole, or one sentence that ends in no traceback."""
    try:
        found = function(*data, **choices)
    except (InvalidInput, NotApplicable) as fault:
        said = str(fault)
        assert said
        assert "\n" not in said
        return
    assert isinstance(found, TestResult | PairTable)
    p = np.asarray(found.p_value if isinstance(found, TestResult) else found.p_adjusted)
    assert np.all((p >= 0.0) & (p <= 1.0))


@st.composite
def spoilt(draw, good):
    """Good data with one cell, row or whole part exchanged for something bad, or left out."""
    data = [copy.deepcopy(part) for part in good]
    place = draw(st.integers(0, len(data) - 1))
    if not isinstance(data[place], list) or draw(st.integers(0, 4)) == 0:
        data[place] = draw(st.sampled_from(BAD_DATA))
        return data
    where = data[place]
    while isinstance(where[0], list) and draw(st.integers(0, 3)) > 0:
        where = draw(st.sampled_from(where))
        if not isinstance(where, list):  # pragma: no cover
            break
    index = draw(st.integers(0, len(where) - 1))
    what = draw(st.sampled_from(["exchange", "drop", "double", "all", "none", "equal"]))
    if what == "exchange":
        where[index] = draw(st.sampled_from(BAD_CELLS))
    elif what == "drop":
        del where[index]
    elif what == "double":
        where.append(where[index])
    elif what == "all":
        where[:] = [draw(st.sampled_from(BAD_CELLS))] * len(where)
    elif what == "none":
        where.clear()
    else:
        where[:] = [copy.deepcopy(where[0]) for _ in where]
    return data


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_good_data_are_answered(test):
    """What is spoilt below is good before."""
    function = test.load()
    found = function(*GOOD[kind_of(test)], **needed(function))
    assert isinstance(found, TestResult | PairTable)


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_data_of_any_sort(test):
    """In each place something that is no data, or too little, or of the wrong shape."""
    function = test.load()
    good = GOOD[kind_of(test)]
    for place in range(len(good)):
        for bad in BAD_DATA:
            data = [*good[:place], bad, *good[place + 1 :]]
            thrown(function, data, needed(function))


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=st.data())
def test_spoilt_data(test, data):
    """One thing wrong somewhere inside."""
    function = test.load()
    thrown(function, data.draw(spoilt(GOOD[kind_of(test)])), needed(function))


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_choices_of_any_sort(test):
    """In the place of each choice something that is none."""
    function = test.load()
    good = GOOD[kind_of(test)]
    for name, one in inspect.signature(function).parameters.items():
        if one.kind is one.KEYWORD_ONLY:
            for bad in BAD_CHOICES:
                thrown(function, good, {**needed(function), name: bad})


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
@pytest.mark.parametrize("scale", [0.0, 1e-300, 1e150])
def test_sizes_of_any_sort(test, scale):
    """All zero, very small, very large."""
    function = test.load()
    kind = kind_of(test)
    if kind in {"counts", "two-counts", "confusion", "contingency", "correct"}:
        data = [np.asarray(part) * (0 if scale < 1 else 10**6) for part in GOOD[kind]]
    else:
        data = [np.asarray(part) * scale for part in GOOD[kind]]
    thrown(function, data, needed(function))
