"""The door for arrays and choices: what passes, and the whole sentence for what does not."""

import numpy as np
import pandas as pd
import pytest

from bakeoff import checks
from bakeoff.errors import BakeoffError, InvalidInput


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises(InvalidInput) as error:
        call(*arguments, **choices)
    return str(error.value)


def test_bad_input_is_a_value_error():
    """Whoever catches ValueError catches it, and whoever catches ours."""
    assert issubclass(InvalidInput, ValueError)
    assert issubclass(InvalidInput, BakeoffError)


class TestChoices:
    """Words out of a few."""

    def test_one_of_them_passes(self):
        """And comes back."""
        assert checks.one_of("holm", "correction", ["holm", "hommel"]) == "holm"
        assert [checks.alternative(one) for one in checks.ALTERNATIVES] == list(checks.ALTERNATIVES)

    def test_another_is_refused_with_all_of_them(self):
        """What it was stands at the end."""
        assert told(checks.alternative, "larger") == (
            "alternative must be one of two-sided, less, greater; it was 'larger'"
        )
        assert told(checks.one_of, None, "method", ["exact"]).endswith("it was None")


class TestNumbersAlone:
    """A level, a sigma, a number of draws."""

    @pytest.mark.parametrize("value", [0.05, np.float64(0.5), 1e-300])
    def test_a_fraction_passes(self, value):
        """Strictly between 0 and 1."""
        assert checks.fraction(value, "alpha") == value

    @pytest.mark.parametrize("value", [0, 1, -0.1, 1.5, float("nan"), float("inf")])
    def test_what_is_no_fraction(self, value):
        """The ends are none."""
        assert told(checks.fraction, value, "alpha") == (
            f"alpha must lie strictly between 0 and 1; it was {value!r}"
        )

    @pytest.mark.parametrize("value", ["0.05", None, True, [0.05], 1j])
    def test_what_is_no_number(self, value):
        """Text, nothing, truth, lists."""
        for check in (checks.fraction, checks.positive, checks.count):
            assert told(check, value, "alpha") == f"alpha must be a number; it was {value!r}"

    def test_a_positive_number(self):
        """Finite, and above 0."""
        assert checks.positive(np.int64(3), "sigma") == 3.0
        for value in (0, -1.0, float("inf"), float("nan")):
            assert told(checks.positive, value, "sigma") == (
                f"sigma must be a number above 0; it was {value!r}"
            )

    def test_a_count(self):
        """A whole number, also written as 10.0, of at least so much."""
        assert checks.count(10.0, "draws") == 10
        assert isinstance(checks.count(np.int32(10), "draws"), int)
        for value in (9.5, -1, float("inf"), float("nan")):
            assert told(checks.count, value, "draws") == (
                f"draws must be a whole number of at least 0; it was {value!r}"
            )
        assert told(checks.count, 1, "n", least=2) == (
            "n must be a whole number of at least 2; it was 1"
        )


class TestChance:
    """Where chance enters."""

    def test_a_generator_is_taken_as_it_is(self):
        """So that a person may go on with it."""
        rng = np.random.default_rng(7)
        assert checks.generator(rng) is rng

    def test_without_one_the_numbers_are_the_same_every_time(self):
        """The seed is 0; another may be given as a number."""
        assert checks.generator(None).random() == np.random.default_rng(0).random()
        assert checks.generator(5).random() == np.random.default_rng(5).random()

    def test_what_is_no_seed(self):
        """Neither text nor below 0."""
        assert told(checks.generator, -1) == "rng must be a whole number of at least 0; it was -1"
        assert told(checks.generator, "seed") == "rng must be a number; it was 'seed'"


class TestArrays:
    """Values, pairs, tables, groups."""

    def test_numbers(self):
        """Of any kind, as float64."""
        assert checks.numbers([1, 2], "values").dtype == np.float64
        assert checks.numbers([True, False], "values").tolist() == [1, 0]
        assert checks.numbers(np.ones((2, 3), dtype=np.float32), "x", dimensions=2).shape == (2, 3)

    @pytest.mark.parametrize(
        ("values", "choices", "sentence"),
        [
            (5, {}, "x must have at least 1 axis; it had the shape ()"),
            ([1, 2], {"dimensions": 2}, "x must have at least 2 axes; it had the shape (2,)"),
            ([], {}, "x must hold at least 1 values along the last axis; it had the shape (0,)"),
            ([1], {"least": 2}, "x must hold at least 2 values along the last axis; it had the shape (1,)"),
            ([1, np.nan], {}, "x: 1 value is missing or infinite (the first at 1); remove or fill what is missing before testing"),
            ([[1, np.inf], [np.nan, 2]], {}, "x: 2 values are missing or infinite (the first at (0, 1)); remove or fill what is missing before testing"),
        ],
    )  # fmt: skip
    def test_what_are_no_numbers_for_a_test(self, values, choices, sentence):
        """Too few axes, too few values, something missing."""
        assert told(checks.numbers, values, "x", **choices) == sentence

    @pytest.mark.parametrize("values", [["a", "b"], [[1, 2], [3]], [None, {}], object()])
    def test_what_cannot_be_read_as_numbers(self, values):
        """The reason of numpy stands in brackets."""
        sentence = told(checks.numbers, values, "x")
        assert sentence.startswith(
            "x must be numbers in a rectangular array; they could not be read as such ("
        )

    def test_a_pair(self):
        """Of equal shape; the second may be one number."""
        a, b = checks.pair([1, 2, 3], 2)
        assert (a.tolist(), b.tolist()) == ([1, 2, 3], [2, 2, 2])
        assert told(checks.pair, [1, 2, 3], [1, 2]) == (
            "a and b are paired and must have the same shape; a has (3,) and b has (2,)"
        )
        assert told(checks.pair, [1], [2]).startswith("a must hold at least 2 values")
        assert told(checks.pair, [1, 2], np.nan).startswith("b: 1 value is missing or infinite")
        assert told(checks.pair, [1, 2], [1, np.nan]).startswith("b: 1 value is missing")

    def test_a_table(self):
        """A frame names its algorithms; an array numbers them."""
        frame = pd.DataFrame({"svm": [1, 2], 7: [3, 4]})
        values, names = checks.table(frame)
        assert (values.tolist(), names) == ([[1, 3], [2, 4]], ("svm", "7"))
        assert checks.table([[1, 2], [3, 4]])[1] == (0, 1)
        assert checks.table(np.zeros((5, 4, 3)))[0].shape == (5, 4, 3)
        assert told(checks.table, [[1, 2]]) == (
            "table must have at least 2 blocks (rows) and 2 algorithms (columns); "
            "it had the shape (1, 2)"
        )

    def test_an_algorithm_by_its_name_or_its_number(self):
        """A name comes first, where both could be meant."""
        assert checks.position("knn", ["svm", "knn"]) == 1
        assert checks.position(np.int64(0), ["svm", "knn"]) == 0
        assert checks.position(1, [1, 0]) == 0
        for which in ("tree", 2, -1, 0.5):
            assert told(checks.position, which, ["svm", "knn"]) == (
                f"control must be one of the algorithms (svm, knn); it was {which!r}"
            )

    @pytest.mark.parametrize(
        ("values", "members", "names"),
        [
            ([[1, 2, 3], [4]], [[1, 2, 3], [4]], (0, 1)),
            ({"a": [1], "b": [2, 3]}, [[1], [2, 3]], ("a", "b")),
            (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]], (0, 1)),
            (pd.DataFrame({"a": [1, 2], "b": [3, 4]}), [[1, 2], [3, 4]], ("a", "b")),
        ],
    )
    def test_groups(self, values, members, names):
        """Lists and mappings may hold groups of unequal size; a frame has one a column."""
        found, known = checks.groups(values)
        assert ([member.tolist() for member in found], known) == (members, names)

    def test_groups_that_are_too_few_or_hold_nothing(self):
        """The group is named."""
        assert told(checks.groups, [[1, 2]]) == "groups must hold at least 2 groups; it held 1"
        assert told(checks.groups, {"a": [1], "b": []}) == (
            "groups['b'] must hold at least 1 values along the last axis; it had the shape (0,)"
        )
        assert told(checks.groups, [[1], [np.nan]]).startswith("groups[1]: 1 value is missing")

    def test_what_can_be_put_in_order(self):
        """Infinity can, a missing score cannot."""
        assert checks.comparable([1, np.inf], "score").tolist() == [1, np.inf]
        assert told(checks.comparable, [1, np.nan], "score") == (
            "score: 1 value is missing (the first at 1); remove or fill what is missing before "
            "measuring"
        )
        assert told(checks.comparable, [[np.nan, np.nan]], "score").startswith(
            "score: 2 values are missing (the first at (0, 0))"
        )
        assert told(checks.comparable, [], "score") == (
            "score must have at least 1 axis and 1 values along the last; it had the shape (0,)"
        )

    @pytest.mark.parametrize(
        ("values", "kind"),
        [
            (np.zeros(2, dtype=complex), "complex128"),
            (["1", "2"], "<U1"),
            (np.array(["2026-01-01"], dtype="datetime64[D]"), "datetime64[D]"),
            (np.array([b"1"]), "|S1"),
        ],
    )
    def test_what_only_looks_like_numbers(self, values, kind):
        """Nothing is turned into a number that is none."""
        assert told(checks.numbers, values, "a") == (
            "a must be numbers in a rectangular array; they could not be read as such (the values "
            f"are of the type {kind})"
        )

    def test_masked_values_are_missing(self):
        """A mask is not forgotten."""
        masked = np.ma.masked_array([1.0, 2.0, 3.0], mask=[False, True, False])
        assert told(checks.numbers, masked, "a").startswith("a: 1 value is missing or infinite")
        assert checks.numbers(np.ma.masked_array([1.0, 2.0]), "a").tolist() == [1.0, 2.0]

    def test_numbers_too_large_to_be_squared(self):
        """Named with their place."""
        assert told(checks.numbers, [[1.0, 1e80]], "a") == (
            "a must not exceed 1e+75 in size, or its squares cannot be computed; it held 1e+80 at "
            "(0, 1): give it in larger units"
        )

    def test_batches_of_no_test(self):
        """Nothing to test is not a result without numbers."""
        assert told(checks.numbers, np.zeros((0, 3)), "a") == (
            "a must hold at least one test; it had the shape (0, 3)"
        )

    def test_finite_numbers(self):
        """One of them."""
        assert checks.finite(-2, "mu0") == -2.0
        assert told(checks.finite, np.inf, "mu0") == "mu0 must be a finite number; it was inf"

    def test_what_has_no_members(self):
        """A number, nothing, a text."""
        assert checks.parts_of(None) == checks.parts_of(3) == checks.parts_of("ab") == []
        assert checks.parts_of((1, 2)) == [1, 2]


@pytest.mark.parametrize(
    ("name", "known", "found"),
    [
        ("bonferoni", ["holm", "bonferroni"], ["bonferroni"]),
        ("c45", ["C4.5", "C4.5+m", "knn"], ["C4.5", "C4.5+m"]),
        ("HOLM", ["holm"], ["holm"]),
        ("foo", ["wilcoxon", "sign"], []),
        (3, ["3a"], ["3a"]),
    ],
)
def test_near_names(name, known, found):
    """The nearest first, whatever the case."""
    assert checks.near(name, known) == found


def test_a_choice_and_an_algorithm_that_are_nearly_right():
    """The sentence ends with what was probably meant."""
    with pytest.raises(ValueError, match=r"it was 'bonferoni'; did you mean bonferroni\?$"):
        checks.one_of("bonferoni", "correction", ("holm", "bonferroni"))
    with pytest.raises(ValueError, match=r"it was 'c45'; did you mean C4.5\?$"):
        checks.position("c45", ("C4.5", "knn"))
