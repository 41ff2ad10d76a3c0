"""Many classes turned into two: the pair that a nearest neighbour confuses most."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.errors import InvalidInput
from bakeoff.experiments.dataset import Dataset, dataset
from bakeoff.experiments.preparation import prepared
from bakeoff.experiments.splits import KFold, splits_of
from bakeoff.measures.counts import confusion, most_confused_pair

FOLDS = 10


def two_classes(whole: Dataset, *, seed: int) -> Dataset:
    """Return the items of the two classes that are most confused; two classes stay as they are.

    The classes are told apart by the nearest neighbour, in stratified 10-fold cross-validation
    (Aslan, section 3.2.3). Where it confuses none at all, the two largest classes are taken.
    """
    from sklearn.neighbors import KNeighborsClassifier

    if whole.classes is None:
        raise InvalidInput(f"{whole.name} has numbers to predict, and no classes to confuse")
    if len(whole.classes) == 2:
        return whole
    model = prepared(KNeighborsClassifier(1), whole, "auto")
    predicted: Any = np.empty_like(whole.y)
    folds = min(FOLDS, len(whole))
    for _, _, (train, test) in splits_of(KFold(folds), whole.codes, rng=seed):
        model.fit(whole.rows(train), whole.y[train])
        predicted[test] = model.predict(whole.rows(test))
    given = np.searchsorted(whole.levels, predicted)
    places = range(len(whole.classes))
    pair: Any = most_confused_pair(confusion(whole.codes, given, labels=places))
    if pair is None:
        sizes = np.bincount(whole.codes, minlength=len(whole.classes))
        pair = sorted(int(place) for place in np.argsort(-sizes, kind="stable")[:2])
    names = [whole.classes[int(place)] for place in pair]
    keep = np.flatnonzero(np.isin(whole.codes, [int(place) for place in pair]))
    kept = whole.classes[whole.positive] if whole.positive is not None else None
    smaller = dataset(
        whole.name,
        whole.rows(keep),
        whole.y[keep],
        positive=kept if kept in names else None,
    )
    return replace(smaller, source={**whole.source, "two classes": names})
