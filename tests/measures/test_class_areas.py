"""Areas of more than two classes."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from bakeoff.errors import InvalidInput
from bakeoff.measures import auc_ovo, auc_ovr, auc_ovr_weighted, roc_auc

CHOICES = {
    auc_ovr: {"multi_class": "ovr", "average": "macro"},
    auc_ovr_weighted: {"multi_class": "ovr", "average": "weighted"},
    auc_ovo: {"multi_class": "ovo", "average": "macro"},
}
LABELS = ["a", "b", "c", "d"]


def made(n=120, k=4, seed=0):
    """Return items of several classes, with probabilities that tie at times."""
    rng = np.random.default_rng(seed)
    y = rng.choice(LABELS[:k], n, p=np.arange(1, k + 1) / (k * (k + 1) / 2))
    p = rng.dirichlet(np.ones(k), n) + 0.4 * (y[:, np.newaxis] == np.array(LABELS[:k]))
    p = (p / p.sum(axis=1, keepdims=True)).round(2)
    p[:, -1] = 1 - p[:, :-1].sum(axis=1)
    return y, p


@pytest.mark.parametrize("measure", CHOICES)
@pytest.mark.parametrize("k", [3, 4])
def test_scikit_learn(measure, k):
    """Its numbers, ties and all."""
    y, p = made(k=k)
    theirs = roc_auc_score(y, p, **CHOICES[measure])
    assert measure(y, p, labels=LABELS[:k]) == pytest.approx(theirs, rel=1e-12)


@pytest.mark.parametrize("measure", CHOICES)
def test_two_classes(measure):
    """It is the area, by one score or by two."""
    y, p = made(k=2)
    expected = roc_auc(y, p[:, 1])
    assert measure(y, p[:, 1]) == expected
    assert measure(y, p, labels=["a", "b"]) == pytest.approx(expected)


@pytest.mark.parametrize("measure", CHOICES)
def test_leading_axes(measure):
    """Several models against one truth, and several test sets."""
    y, p = made()
    _, q = made(seed=1)
    both = measure(y, np.stack([p, q]), labels=LABELS)
    assert both == pytest.approx([measure(y, p, labels=LABELS), measure(y, q, labels=LABELS)])
    sets = measure(np.stack([y, y[::-1]]), np.stack([p, q]), labels=LABELS)
    assert sets[1] == pytest.approx(measure(y[::-1], q, labels=LABELS))


@pytest.mark.parametrize("measure", CHOICES)
def test_a_class_without_items(measure):
    """It is left out; with one class alone there is no area."""
    y, p = made()
    here = y != "a"
    without = measure(y[here], p[here], labels=LABELS)
    assert without == pytest.approx(measure(y[here], p[here][:, 1:], labels=LABELS[1:]))
    assert np.isnan(measure(["a", "a"], p[:2], labels=LABELS))


def test_pairs_do_not_depend_on_how_frequent_classes_are():
    """Every item of one class twice: M stays, the mean against the rest moves."""
    y, p = made()
    rows = np.concatenate([np.arange(len(y)), np.flatnonzero(y == "b")])
    assert auc_ovo(y[rows], p[rows], labels=LABELS) == pytest.approx(auc_ovo(y, p, labels=LABELS))
    moved = auc_ovr(y[rows], p[rows], labels=LABELS)
    assert moved != pytest.approx(auc_ovr(y, p, labels=LABELS), rel=1e-9)


def test_errors():
    """Each sentence in full."""
    y, p = made()
    with pytest.raises(InvalidInput) as error:
        auc_ovo(y, p, labels=LABELS[:3])
    assert str(error.value) == (
        "score must have one column per label (3) on its last axis; it had the shape (120, 4)"
    )
