"""How items are divided: what every scheme promises, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.experiments import (
    Bootstrap,
    FiveByTwo,
    Halves,
    Holdout,
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    Resample,
)
from bakeoff.experiments.schemes import SCHEMES, checked_scheme, described
from bakeoff.experiments.splits import splits_of

CLASSES = np.repeat([0, 1, 2], [40, 13, 7])
ALL = [
    (KFold(5), 5),
    (RepeatedKFold(5, 3), 15),
    (FiveByTwo(), 10),
    (LeaveOneOut(), 60),
    (Resample(7, 0.25), 7),
    (Holdout(0.25), 1),
    (Bootstrap(6), 6),
    (Halves(4), 4),
]


def parts_of(scheme, y=CLASSES, rng=0):
    return [parts for _, _, parts in splits_of(scheme, y, rng=rng)]


@pytest.mark.parametrize(("scheme", "count"), ALL, ids=lambda value: getattr(value, "kind", ""))
def test_every_scheme_gives_its_splits_and_no_item_to_both_parts(scheme, count):
    """The number of splits is as told, and no item is trained and tested on at once."""
    found = parts_of(scheme)
    assert len(found) == count == np.prod(scheme.shape(len(CLASSES)))
    for train, test in found:
        assert len(train)
        assert len(test)
        assert not set(train) & set(test)
        assert set(train) | set(test) <= set(range(60))


@pytest.mark.parametrize("scheme", [KFold(5), RepeatedKFold(5, 2), FiveByTwo(), LeaveOneOut()])
def test_folds_test_every_item_once_a_repeat(scheme):
    """Folds are a partition of the items, and train on all the others."""
    repeats, folds = scheme.shape(60)
    found = parts_of(scheme)
    for repeat in range(repeats):
        tests = [test for _, test in found[repeat * folds : (repeat + 1) * folds]]
        assert sorted(np.concatenate(tests)) == list(range(60))
    assert all(len(train) + len(test) == 60 for train, test in found)


@pytest.mark.parametrize("scheme", [KFold(5), RepeatedKFold(5, 2), FiveByTwo(), Halves(4)])
def test_stratified_folds_have_their_share_of_every_class(scheme):
    """Test parts differ by one item of a class at most, and by one item in all."""
    counts = np.array([np.bincount(CLASSES[test], minlength=3) for _, test in parts_of(scheme)])
    assert np.ptp(counts, axis=0).max() <= 1
    assert np.ptp(counts.sum(axis=1)) <= 1


@pytest.mark.parametrize("scheme", [Resample(20, 0.25), Holdout(0.25)])
def test_stratified_test_parts_are_drawn_class_by_class(scheme):
    """A quarter of 40, 13 and 7 is 10, 3 or 4, and 1 or 2."""
    for _, test in parts_of(scheme):
        assert len(test) == 15
        assert (np.abs(np.bincount(CLASSES[test], minlength=3) - [10, 3.25, 1.75]) < 1).all()


def test_without_stratification_chance_alone_decides():
    """Unstratified folds are of equal size, and their classes vary."""
    counts = [
        np.bincount(CLASSES[test], minlength=3) for _, test in parts_of(KFold(5, stratified=False))
    ]
    assert {int(one.sum()) for one in counts} == {12}
    assert np.ptp(counts, axis=0).max() > 1


def test_a_rare_class_is_dealt_as_far_as_it_goes():
    """A class with fewer items than folds is no error: some folds test none of it."""
    y = np.array([0] * 18 + [1] * 2)
    counts = [int((y[test] == 1).sum()) for _, test in parts_of(KFold(5), y)]
    assert sorted(counts) == [0, 0, 0, 1, 1]


def test_the_bootstrap_draws_as_many_as_there_are_and_tests_on_the_rest():
    """The training part has n items with repeats; on average 36.8 % are never drawn."""
    found = parts_of(Bootstrap(200), rng=1)
    assert all(len(train) == 60 for train, _ in found)
    left = np.mean([len(test) for _, test in found]) / 60
    assert left == pytest.approx((1 - 1 / 60) ** 60, abs=0.01)  # 4 standard errors of 200 draws


def test_the_stratified_bootstrap_keeps_the_size_of_every_class():
    """Within each class as many are drawn as there are."""
    for train, _ in parts_of(Bootstrap(5, stratified=True)):
        assert np.bincount(CLASSES[train]).tolist() == [40, 13, 7]


def test_halves_share_nothing_at_all():
    """No item is used in two splits: they are independent."""
    used = np.concatenate([np.concatenate(parts) for parts in parts_of(Halves(4))])
    assert len(used) == len(set(used.tolist())) == 60


def test_the_seed_decides_and_another_decides_otherwise():
    """The same generator gives the same parts again."""
    first, again, other = (parts_of(KFold(3), rng=seed) for seed in (1, 1, 2))
    assert all(np.array_equal(a.test, b.test) for a, b in zip(first, again, strict=True))
    assert any(not np.array_equal(a.test, b.test) for a, b in zip(first, other, strict=True))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=12, max_size=50), st.integers(0, 1000))
def test_any_classes_can_be_divided(y, seed):
    """Whatever the classes, every scheme gives two parts that are not empty and do not meet."""
    for scheme in (KFold(3), FiveByTwo(), Resample(2), Holdout(), Bootstrap(2), Halves(2)):
        for train, test in parts_of(scheme, np.array(y), rng=seed):
            assert len(train)
            assert len(test)
            assert not set(train) & set(test)


def test_a_scheme_has_a_name_and_comes_back_from_it():
    """What `study.toml` says of a scheme makes the same scheme."""
    for scheme, _ in ALL:
        assert checked_scheme(described(scheme)) == scheme
        assert SCHEMES[scheme.kind] is type(scheme)
    assert checked_scheme("5x2") == FiveByTwo()


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: KFold(1), "folds must be a whole number of at least 2; it was 1"),
        (lambda: RepeatedKFold(5, 0), "repeats must be a whole number of at least 1; it was 0"),
        (
            lambda: Resample(test_fraction=1.5),
            "test_fraction must lie strictly between 0 and 1; it was 1.5",
        ),
        (lambda: KFold(10).shape(9), "9 items are too few for 10 folds; it takes 10"),
        (
            lambda: Halves(10).shape(19),
            "19 items are too few for 10 parts of two halves each; it takes 20",
        ),
        (
            lambda: checked_scheme({"kind": "k-fold", "fold": 3}),
            "splits: k-fold knows folds, stratified; it was given fold",
        ),
        (
            lambda: checked_scheme({"kind": "tenfold"}),
            (
                "splits must be one of the schemes, such as KFold(10), or name its kind (k-fold, repeated "
                "k-fold, 5x2, leave-one-out, resampled, holdout, bootstrap, halves); it was 'tenfold'"
            ),
        ),
    ],
)
def test_what_cannot_be_done_is_said(make, told):
    """One sentence: what it must be, what it was."""
    with pytest.raises(InvalidInput) as caught:
        make()
    assert str(caught.value) == told
