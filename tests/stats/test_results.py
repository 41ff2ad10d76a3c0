"""What a test gives back: frozen, unpackable, plain, alike for one test and for a batch."""

import dataclasses
import json

import numpy as np
import pytest

from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats.pairs import all_pairs, control_pairs
from bakeoff.stats.results import Effect, Interval, PairTable, TestResult, listed, plain


def result(**changes):
    """Return a result such as a test gives."""
    given = {
        "name": "paired_t",
        "statistic": np.float64(2.5),
        "p_value": np.array(0.03),
        "df": 9,
        "n": 10,
        "estimate": np.float64(0.02),
        "effect": Effect("d_z", np.float64(0.8)),
        "notes": ["one"],
        "details": {"sd": np.float64(0.025), "ranks": np.array([1.0, 2.0])},
        "interval_at": lambda level: (0.02 - level, 0.02 + level),
    }
    return TestResult(**(given | changes))


def pairs(**changes):
    """Return a table of the three pairs of three algorithms."""
    given = {
        "name": "tukey",
        "algorithms": ("svm", "knn", "tree"),
        "pairs": all_pairs(3),
        "difference": [0.1, 0.2, 0.1],
        "statistic": [2.0, 4.0, 2.0],
        "p_value": [0.04, 0.001, 0.05],
        "p_adjusted": [0.08, 0.003, 0.1],
        "effect": [1.0, 2.0, 1.0],
        "low": [-0.1, 0.05, -0.2],
        "high": [0.3, 0.35, 0.4],
    }
    return PairTable(**(given | changes))


def test_a_result_unpacks_into_statistic_and_p():
    """As results of other programs do."""
    statistic, p_value = result()
    assert (statistic, p_value) == (2.5, 0.03)


def test_numbers_of_one_test_are_plain_python():
    """Numpy's scalars and 0-d arrays become numbers, whatever the test computed with."""
    one = result()
    assert [type(value) for value in (one.statistic, one.p_value, one.estimate)] == [float] * 3
    assert type(one.effect.value) is float
    assert type(one.details["sd"]) is float


def test_a_result_cannot_be_changed():
    """Neither a field, nor the details, nor an array in them."""
    one = result()
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.p_value = 0.5
    with pytest.raises(TypeError):
        one.details["sd"] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        one.details["ranks"][0] = 9.0


def test_an_interval_is_asked_for_by_level():
    """With names for its two ends."""
    found = result().interval(0.5)
    assert isinstance(found, Interval)
    assert (found.low, found.high) == pytest.approx((-0.48, 0.52))


@pytest.mark.parametrize("level", [0, 1, 1.5, -0.2])
def test_a_level_lies_between_0_and_1(level):
    """The door says what it was."""
    with pytest.raises(InvalidInput) as fault:
        result().interval(level)
    assert str(fault.value) == f"level must lie strictly between 0 and 1; it was {level!r}"


def test_a_test_without_an_interval_says_so():
    """And is not asked for one when it is written down."""
    one = result(interval_at=None)
    with pytest.raises(NotApplicable) as fault:
        one.interval()
    assert str(fault.value) == "paired_t gives no interval; it has no one estimate"
    assert one.to_dict()["interval"] is None


def test_a_p_at_the_level_rejects():
    """A p equal to alpha does too, for one test and for many."""
    assert result().reject(0.03) is True
    assert result().reject(0.0299) is False
    many = result(statistic=np.zeros(3), p_value=np.array([0.01, 0.05, 0.2]))
    assert many.reject().tolist() == [True, True, False]


def test_a_result_goes_into_json():
    """Everything in it, arrays as lists."""
    written = json.loads(json.dumps(result().to_dict()))
    assert written["details"] == {"sd": 0.025, "ranks": [1.0, 2.0]}
    assert written["effect"] == {"name": "d_z", "value": 0.8}
    assert written["interval"] == pytest.approx([-0.93, 0.97])


def test_a_late_estimate_is_worked_out_when_it_is_read():
    """Not before, since it may cost more than the test."""
    calls = []
    one = result(estimate=None, estimate_of=lambda: calls.append(1) or np.float64(0.7))
    assert calls == []
    assert one.estimate == 0.7
    assert len(calls) == 1


def test_an_unknown_attribute_is_an_attribute_error():
    """Also where the estimate comes late."""
    one = result(estimate=None, estimate_of=lambda: 1.0)
    with pytest.raises(AttributeError, match="a TestResult has no attribute 'pvalue'"):
        _ = one.pvalue


def test_a_result_shows_itself_in_a_line():
    """One test with its numbers, a batch with its shape."""
    assert repr(result()) == (
        "TestResult(paired_t, statistic=2.5, p_value=0.03, two-sided, asymptotic)"
    )
    many = result(statistic=np.zeros((4, 3)), p_value=np.zeros((4, 3)))
    assert repr(many) == "TestResult(paired_t, a batch of 4x3, asymptotic)"


def test_a_table_of_pairs_is_a_frame():
    """One row a pair, by name."""
    frame = pairs().to_frame()
    assert list(frame["a"]) == ["svm", "svm", "knn"]
    assert list(frame["b"]) == ["knn", "tree", "tree"]
    assert list(frame["significant"]) == [False, True, False]
    assert list(frame["p_adjusted"]) == [0.08, 0.003, 0.1]


def test_a_matrix_turns_the_sign_across_its_diagonal():
    """A difference does, a p-value does not, limits change places."""
    table = pairs()
    assert table.matrix("difference").loc["tree", "svm"] == -0.2
    assert table.matrix("p_value").loc["tree", "svm"] == 0.001
    assert table.matrix("low").loc["knn", "svm"] == -0.3
    assert table.matrix("high").loc["knn", "svm"] == 0.1
    assert (np.diag(table.matrix("p_adjusted")) == 1.0).all()
    assert (np.diag(table.matrix("effect")) == 0.0).all()


def test_a_matrix_with_a_control_leaves_gaps():
    """Pairs that nobody tested are NaN, and no rejection."""
    part = {"difference": [0.1, 0.2], "statistic": [2, 4], "p_value": [0.04, 0.001]}
    part |= {"p_adjusted": [0.04, 0.002], "effect": [1, 2], "low": [0, 0], "high": [1, 1]}
    table = pairs(pairs=control_pairs(3, 0), **part)
    assert np.isnan(table.matrix("p_value").loc["knn", "tree"])
    assert table.reject.loc["knn", "tree"] == 0


def test_the_0_1_table_is_symmetric():
    """1 where two algorithms differ."""
    table = pairs().reject
    assert table.to_numpy().tolist() == [[0, 0, 1], [0, 0, 0], [1, 0, 0]]


def test_an_unknown_column_is_named():
    """With those that there are."""
    with pytest.raises(InvalidInput, match="column must be one of difference, statistic, p_value"):
        pairs().matrix("p")


def test_a_batch_of_tables_is_no_frame():
    """One table is chosen first."""
    many = np.zeros((5, 3))
    columns = dict.fromkeys(
        ("difference", "statistic", "p_value", "p_adjusted", "effect", "low", "high"), many
    )
    with pytest.raises(InvalidInput) as fault:
        pairs(**columns).to_frame()
    assert str(fault.value) == "a frame shows one table of pairs; this is a batch of (5,)"


def test_a_table_of_pairs_goes_into_json():
    """A mapping for each pair, beside what was done."""
    written = json.loads(json.dumps(pairs().to_dict()))
    assert written["pairs"][1]["a"] == "svm"
    assert written["pairs"][1]["significant"] is True
    assert written["correction"] == "none"


def test_a_table_of_pairs_cannot_be_written_to():
    """Its columns are what the test found."""
    with pytest.raises(ValueError, match="read-only"):
        pairs().p_value[0] = 0.5


def test_a_table_of_pairs_shows_itself_in_a_line():
    """How many differ, and after which correction."""
    assert repr(pairs()) == (
        "PairTable(tukey, 3 pairs, 1 differ at 0.05, correction none, asymptotic)"
    )


def test_plain_and_listed_keep_what_is_plain_already():
    """Text, None and named tuples pass through."""
    assert plain("a") == "a"
    assert plain(None) is None
    assert plain((np.float64(1.0), np.int64(2))) == (1.0, 2)
    assert listed({"a": np.array([1, 2]), "b": (np.float64(0.5), None)}) == {
        "a": [1, 2],
        "b": [0.5, None],
    }
