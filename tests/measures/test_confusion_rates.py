"""All rates: printed definitions, scikit-learn, undefined ones, many tables at once."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn import metrics

from bakeoff.errors import InvalidInput
from bakeoff.measures import Rates, confusion, rate, rates
from bakeoff.measures.confusion_rates import ALIASES, PER_CLASS, PER_TABLE

TWO = [[70, 10], [5, 15]]  # tn fp / fn tp
THREE = [[50, 2, 0], [3, 40, 9], [1, 8, 30]]


def test_definitions_of_the_books():
    """Alpaydin's Table 19.2 and Yildiz' Table 1, as fractions rounded once."""
    tn, fp, fn, tp = 70, 10, 5, 15
    n = tn + fp + fn + tp
    found = rates(TWO)
    assert (found.tp, found.fp, found.fn, found.tn, found.n) == (tp, fp, fn, tn, n)
    for name, value in {
        "error": Fraction(fp + fn, n),
        "accuracy": Fraction(tp + tn, n),
        "tpr": Fraction(tp, tp + fn),
        "recall": Fraction(tp, tp + fn),
        "sensitivity": Fraction(tp, tp + fn),
        "hit_rate": Fraction(tp, tp + fn),
        "fpr": Fraction(fp, fp + tn),
        "false_alarm": Fraction(fp, fp + tn),
        "specificity": Fraction(tn, fp + tn),
        "precision": Fraction(tp, tp + fp),
        "npv": Fraction(tn, tn + fn),
        "fnr": Fraction(fn, tp + fn),
        "prevalence": Fraction(tp + fn, n),
        "f1": Fraction(2 * tp, 2 * tp + fp + fn),
    }.items():
        assert found[name] == float(value), name
        assert getattr(found, name) == float(value), name
    assert found.notes == ()


def test_scikit_learn_agrees_on_two_classes():
    """Every rate that scikit-learn has too; to the last digits, since the roads differ."""
    rng = np.random.default_rng(2)
    y, predicted = rng.integers(0, 2, (2, 300))
    found = rates(confusion(y, predicted))
    theirs = {
        "accuracy": metrics.accuracy_score,
        "recall": metrics.recall_score,
        "precision": metrics.precision_score,
        "f1": metrics.f1_score,
        "balanced_accuracy": metrics.balanced_accuracy_score,
        "kappa": metrics.cohen_kappa_score,
        "mcc": metrics.matthews_corrcoef,
        "error": metrics.zero_one_loss,
    }
    for name, function in theirs.items():
        assert found[name] == pytest.approx(function(y, predicted), rel=1e-13), name


def test_scikit_learn_agrees_on_four_classes():
    """Per class, macro, weighted; kappa and Matthews in their forms for many classes."""
    rng = np.random.default_rng(4)
    y = rng.integers(0, 4, 300)
    predicted = np.where(rng.random(300) < 0.6, y, rng.integers(0, 4, 300))
    table = confusion(y, predicted)
    found = rates(table)
    for name, function in {
        "precision": metrics.precision_score,
        "recall": metrics.recall_score,
        "f1": metrics.f1_score,
    }.items():
        assert found[name] == pytest.approx(function(y, predicted, average=None), rel=1e-13)
        macro = function(y, predicted, average="macro")
        assert found[f"macro_{name}"] == pytest.approx(macro, rel=1e-13)
        weighted = function(y, predicted, average="weighted")
        assert rate(table, f"weighted_{name}") == pytest.approx(weighted, rel=1e-13)
    assert found.kappa == pytest.approx(metrics.cohen_kappa_score(y, predicted), rel=1e-13)
    assert found.mcc == pytest.approx(metrics.matthews_corrcoef(y, predicted), rel=1e-13)
    assert found.balanced_accuracy == found.macro_recall


def test_shapes_for_many_classes():
    """One number a table for error, kappa, mcc; a last axis of classes for the others."""
    found = rates([THREE, THREE])
    assert found.error.shape == found.kappa.shape == found.macro_f1.shape == (2,)
    assert found.precision.shape == found.tp.shape == found.prevalence.shape == (2, 3)


def test_one_class_against_the_rest_has_the_rates_of_its_own_table():
    """Reduction: the second class of three, as a two-class table."""
    three, two = rates(THREE), rates([[81, 10], [12, 40]])
    for name in PER_CLASS:
        assert three[name][1] == two[name], name


@given(arrays(np.int64, (4, 2, 2), elements=st.integers(0, 3)))
def test_many_tables_are_the_loop_over_them(tables):
    """The batch holds what each table gives alone, undefined values included."""
    batch = rates(tables)
    for index, table in enumerate(tables):
        one = rates(table)
        for name in one:
            assert np.array_equal(batch[name][index], one[name], equal_nan=True), name


@given(arrays(np.int64, (3, 3), elements=st.integers(0, 4)))
def test_identities_hold_wherever_both_sides_are_defined(table):
    """Error and accuracy, tpr and fnr, fpr and tnr add up to 1; F1 is the harmonic mean."""
    found = rates(table)
    for a, b in (("error", "accuracy"), ("tpr", "fnr"), ("fpr", "tnr")):
        total = np.asarray(found[a]) + np.asarray(found[b])
        assert np.all(np.isnan(total) | np.isclose(total, 1.0))
    p, r = np.asarray(found.precision), np.asarray(found.recall)
    both = p + r > 0
    assert found.f1[both] == pytest.approx((2 * p * r)[both] / (p + r)[both])


def test_one_rate_alone_is_that_of_all():
    """`rate` computes what `rates` lists, under each of its names."""
    found = rates(THREE)
    for name in [*found, *ALIASES]:
        assert np.array_equal(rate(THREE, name), found[name]), name


@pytest.mark.parametrize(
    ("table", "undefined", "reason"),
    [
        ([[9, 0], [1, 0]], "precision", "the positive class was never predicted"),
        ([[9, 1], [0, 0]], "tpr and fnr", "the positive class has no items"),
        ([[0, 0], [1, 9]], "fpr and tnr", "the negative class has no items"),
        ([[0, 9], [0, 1]], "npv", "the negative class was never predicted"),
        ([[9, 0], [0, 0]], "f1", "the positive class has no items and was never predicted"),
        ([[9, 0], [0, 0]], "kappa", "truth and predictions are all of one class"),
        ([[9, 0], [1, 0]], "mcc", "the truth or the predictions are all of one class"),
        ([[9, 1], [0, 0]], "balanced_accuracy", "a class has no items"),
        ([[0, 0], [0, 0]], "error, accuracy and prevalence", "the table is empty"),
    ],
)
def test_nothing_divided_by_nothing_is_nan_and_said(table, undefined, reason):
    """Never 0, and never a warning: NaN and one sentence."""
    found = rates(table)
    verb = "are" if " and " in undefined else "is"
    assert f"{undefined} {verb} undefined (0/0): {reason}" in found.notes
    for name in undefined.replace(" and", ",").split(", "):
        assert np.isnan(found[name])


def test_zero_hits_are_zero_and_not_undefined():
    """Nothing found of something: recall 0; F1 is 0 even where precision is 0/0."""
    found = rates([[9, 0], [1, 0]])
    assert found.recall == 0.0
    assert found.f1 == 0.0
    assert np.isnan(found.precision)


def test_a_note_counts_the_tables():
    """In a batch the sentence says for how many, and for more classes that it is one or more."""
    assert rates([TWO, [[9, 0], [1, 0]], TWO]).notes[0] == (
        "precision is undefined (0/0) in 1 of 3 tables: the positive class was never predicted"
    )
    assert rates([THREE, np.diag([3, 4, 0])]).notes[0] == (
        "tpr, fnr, balanced_accuracy and macro_recall are undefined (0/0) in 1 of 2 tables: "
        "a class has no items"
    )
    # two classes without items in one table are one table
    assert "in 1 of 2 tables" in rates([THREE, np.diag([3, 0, 0])]).notes[0]


def test_a_mean_over_classes_with_an_undefined_one_is_undefined():
    """macro_precision does not call the missing class 0, and does not leave it out."""
    table = [[5, 1, 0], [2, 6, 0], [1, 1, 0]]
    found = rates(table)
    assert np.isnan(found.precision).tolist() == [False, False, True]
    assert np.isnan(found.macro_precision)
    assert found.macro_f1 == pytest.approx((found.f1[0] + found.f1[1] + 0.0) / 3)


def test_a_class_without_items_has_no_weight():
    """The weighted mean is over the classes that are there."""
    table = [[5, 1, 0], [2, 6, 0], [0, 0, 0]]
    assert rate(table, "weighted_f1") == pytest.approx(6 / 14 * 10 / 13 + 8 / 14 * 12 / 15)


def test_counts_stay_whole_and_means_may_be_fractions():
    """Whole tables give whole counts; the mean of tables of k folds is taken as it is."""
    assert isinstance(rates(TWO).tp, int)
    assert rates(np.array(TWO) / 2).tp == 7.5
    assert rates(pd.DataFrame(TWO, index=["no", "yes"], columns=["no", "yes"])).recall == 0.75


def test_it_is_a_mapping_with_attributes():
    """Names, length, dict(), to_dict(), repr; nothing can be written."""
    found = rates(TWO)
    assert isinstance(found, Mapping)
    assert dict(found)["f1"] == found.f1
    assert len(found) == len(list(found))
    assert "recall" in found
    assert "recall" not in list(found)
    assert {"tpr", "recall", "to_dict"} <= set(dir(found))
    assert found.to_dict()["error"] == 0.15
    assert found.to_dict()["notes"] == []
    assert repr(found) == "Rates(n=100, error=0.15, tpr=0.75, fpr=0.125, precision=0.6, f1=0.6667)"
    assert repr(rates([TWO] * 3)) == "Rates(a batch of 3)"
    assert repr(rates(THREE)).startswith("Rates(n=143, error=0.1608, tpr=[0.9615 0.7692 0.7692]")
    with pytest.raises(AttributeError, match="there is no rate named 'nonsense'"):
        _ = found.nonsense
    with pytest.raises(KeyError):
        found["nonsense"]
    with pytest.raises(AttributeError):
        found.notes = ()
    with pytest.raises(ValueError, match="read-only"):
        rates([TWO, TWO]).error[0] = 1.0


def test_it_can_be_copied():
    """A copy looks its attributes up anew, without falling into its own lookup."""
    import copy

    assert copy.deepcopy(rates(TWO)).f1 == rates(TWO).f1
    assert isinstance(copy.copy(rates(TWO)), Rates)


def test_an_unknown_rate_is_told():
    """The sentence lists what there is."""
    with pytest.raises(InvalidInput) as error:
        rate(TWO, "nonsense")
    listed = ", ".join([*PER_TABLE, *PER_CLASS])
    assert str(error.value) == f"there is no rate named 'nonsense'; there are {listed}"


def test_matthews_does_not_overflow():
    """Counts of 10^9: the four factors would not fit into int64."""
    big = np.array(TWO) * 10**9
    assert rates(big).mcc == pytest.approx(rates(TWO).mcc, rel=1e-12)
    assert rates(big).kappa == pytest.approx(rates(TWO).kappa, rel=1e-12)
