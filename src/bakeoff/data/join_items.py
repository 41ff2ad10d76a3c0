"""From what each algorithm said of its items to one table of items, joined by their keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.data.assemble import split_codes
from bakeoff.data.labels import Labels, appended, combined, label_text
from bakeoff.data.predictions import Predictions
from bakeoff.errors import InvalidInput
from bakeoff.types import BoolArray, FloatArray, IntArray

POSITIVES = frozenset({"1", "True", "true", "TRUE", "+1"})
NEGATIVES = frozenset({"0", "-1", "False", "false", "FALSE"})


@dataclass(frozen=True, slots=True)
class Part:
    """What one algorithm said of its items."""

    algorithm: str
    keys: tuple[Labels, Labels, Labels, Labels]  # data set, repeat, fold, item
    truth: Labels
    predicted: Labels | None
    known: BoolArray | None  # which items have a predicted label
    score: FloatArray | None
    by_class: Mapping[str, FloatArray]
    items_named: bool = True  # by a column; else by the number of the row


def join(parts: list[Part], notes: tuple[str, ...], positive: Any, missing: str) -> Predictions:
    """Bring the items of all parts together by their keys."""
    names = list(dict.fromkeys(part.algorithm for part in parts))
    keys = [appended([part.keys[axis] for part in parts]) for axis in range(4)]
    truth = appended([part.truth for part in parts])
    sizes = np.cumsum([0, *(len(part.truth.codes) for part in parts)])
    flat = combined(keys)
    distinct, first, place = np.unique(flat, return_index=True, return_inverse=True)
    order = np.argsort(first)  # items in the order in which they first appear
    rank = np.empty(len(distinct), dtype=np.int64)
    rank[order] = np.arange(len(distinct))
    place = rank[place]
    first = first[order]
    _same_truth(keys, truth, place, first)
    classes, recode = _classes(truth, parts)
    _refuse_two_spellings(classes)
    table = _Filled(len(names), len(first), len(classes))
    for number, part in enumerate(parts):
        rows = place[sizes[number] : sizes[number + 1]]
        algorithm = names.index(part.algorithm)
        _refuse_doubled(part, rows, table.given[algorithm], keys, first)
        table.fill(algorithm, part, rows, classes)
    keep = _answered(table, names, keys, first, missing)
    if not keep.all():
        notes = (*notes, f"{int((~keep).sum())} of {len(keep)} items without a prediction left out")
    rows = first[keep]
    dataset, repeat, fold, item = (key.take(rows) for key in keys)
    codes, splits = split_codes(repeat, fold)
    kept = table.kept(keep)
    notes = (*notes, *_partly_scored(kept, names))
    return Predictions(
        dataset=dataset,
        repeat=tuple(split.repeat for split in splits),
        fold=tuple(split.fold for split in splits),
        split=codes,
        item=tuple(item.names[code] for code in item.codes),
        classes=classes,
        algorithms=tuple(names),
        truth=recode[truth.codes[rows]],
        predicted=kept.predicted,
        scores=tuple(kept.scores),
        positive=positive_of(classes, positive),
        notes=notes,
    )


class _Filled:
    """Labels and scores of all algorithms on all items, filled part by part."""

    def __init__(self, algorithms: int, items: int, classes: int) -> None:
        self.predicted: IntArray = np.full((algorithms, items), -1, dtype=np.int64)
        self.given = np.zeros((algorithms, items), dtype=bool)  # by a row
        self.seen = np.zeros((algorithms, items), dtype=bool)  # with all that the row should say
        self.scores: list[FloatArray | None] = [None] * algorithms
        self.items, self.classes = items, classes

    def fill(self, algorithm: int, part: Part, rows: IntArray, classes: tuple[str, ...]) -> None:
        places = {name: place for place, name in enumerate(classes)}
        self.given[algorithm, rows] = True
        if part.predicted is not None and part.known is not None:
            codes = np.array([places.get(name, -1) for name in part.predicted.names])
            self.predicted[algorithm, rows] = np.where(part.known, codes[part.predicted.codes], -1)
        scores = self._scores(algorithm, part, rows, places)
        labelled = self.predicted[algorithm, rows] >= 0
        scored = None if scores is None else ~np.isnan(scores[rows].reshape(len(rows), -1)).any(1)
        if part.predicted is None:
            self.seen[algorithm, rows] = False if scored is None else scored
        else:
            self.seen[algorithm, rows] = labelled if scored is None else labelled & scored

    def _scores(
        self, algorithm: int, part: Part, rows: IntArray, places: Mapping[str, int]
    ) -> FloatArray | None:
        if part.score is None and not part.by_class:
            return None
        shape = (self.items,) if part.score is not None else (self.items, self.classes)
        scores = self.scores[algorithm]
        if scores is None:
            scores = self.scores[algorithm] = np.full(shape, np.nan)
            if part.score is None:
                # a class that a model was never asked about has no score, not a missing one
                scores[:, [places[name] for name in places if name not in part.by_class]] = 0.0
        if part.score is not None:
            scores[rows] = part.score
        for name, column in part.by_class.items():
            scores[rows, places[name]] = column
        return scores

    def kept(self, keep: BoolArray) -> _Filled:
        result = _Filled(len(self.scores), int(keep.sum()), self.classes)
        result.predicted = self.predicted[:, keep]
        result.scores = [None if scores is None else scores[keep] for scores in self.scores]
        return result


def _partly_scored(table: _Filled, names: list[str]) -> list[str]:
    """Let go of the scores of an algorithm that has them for some items only, and say so."""
    notes = []
    for place, scores in enumerate(table.scores):
        if scores is not None and np.isnan(scores).any():
            table.scores[place] = None
            notes.append(f"{names[place]} has scores for some items only; they are left out")
    return notes


def _same_truth(keys: list[Labels], truth: Labels, place: IntArray, first: IntArray) -> None:
    wrong = truth.codes != truth.codes[first][place]
    if wrong.any():
        row = int(wrong.argmax())
        raise InvalidInput(
            f"the truth of {_item(keys, row)} is {truth.names[truth.codes[first[place[row]]]]!r} "
            f"in one place and {truth.names[truth.codes[row]]!r} in another; are these the same "
            f"items?"
        )


def _item(keys: list[Labels], row: int) -> str:
    dataset, repeat, fold, item = (key.names[key.codes[row]] for key in keys)
    where = [f"item {item}"]
    where += [f"repeat {repeat}"] if len(keys[1].names) > 1 else []
    where += [f"fold {fold}"] if len(keys[2].names) > 1 else []
    where += [f"data set {dataset}"] if len(keys[0].names) > 1 else []
    return ", ".join(where)


def _refuse_doubled(
    part: Part, rows: IntArray, given: BoolArray, keys: list[Labels], first: IntArray
) -> None:
    """Refuse an item that an algorithm speaks of twice, in one file or in two."""
    counts = np.bincount(rows, minlength=len(given)) + given
    twice = (counts > 1) & (np.bincount(rows, minlength=len(given)) > 0)
    if twice.any():
        place = int(np.where(twice, counts, 0).argmax())
        raise InvalidInput(
            f"{part.algorithm}: {_item(keys, int(first[place]))} is given {int(counts[place])} "
            f"times; give every item a number of its own (columns item, fold, repeat, dataset)"
        )


def _classes(truth: Labels, parts: list[Part]) -> tuple[tuple[str, ...], IntArray]:
    """Return all classes in order - numbers by size, words by the alphabet - and new codes."""
    found = dict.fromkeys(truth.names)  # in one order: the truth before what was said of it
    for part in parts:
        found |= dict.fromkeys(part.by_class)
        if part.predicted is not None and part.known is not None:
            used = np.unique(part.predicted.codes[part.known])
            found |= dict.fromkeys(part.predicted.names[code] for code in used)
    if len(found) > 1000 or len(found) > max(20, len(truth.codes) // 2):
        raise InvalidInput(
            f"the truth and the predictions have {len(found)} distinct labels; a class label was "
            f"expected, not a measurement: choose the column of the truth with y="
        )
    try:
        classes = tuple(sorted(found, key=float))
    except ValueError:
        classes = tuple(sorted(found))
    places = {name: place for place, name in enumerate(classes)}
    return classes, np.array([places[name] for name in truth.names], dtype=np.int64)


def _refuse_two_spellings(classes: tuple[str, ...]) -> None:
    """Refuse labels that are one number written in two ways: they would count as wrong."""
    seen: dict[float, str] = {}
    for name in classes:
        try:
            number = float(name)
        except ValueError:
            continue
        if number in seen:
            raise InvalidInput(
                f"the labels {seen[number]!r} and {name!r} are the same number; write them alike "
                f"in the truth and in the predictions"
            )
        seen[number] = name


def _answered(
    table: _Filled, names: list[str], keys: list[Labels], first: IntArray, missing: str
) -> BoolArray:
    """Return the items that every algorithm predicted; refuse the rest unless told otherwise."""
    keep = np.asarray(table.seen.all(axis=0))
    if not keep.any():
        there = _where_predicted(table, names, keys, first)
        raise InvalidInput(
            f"no item is predicted by every algorithm ({there}); "
            f"they can only be compared on the same items: name with models= those that share some"
        )
    if not keep.all() and missing == "error":
        holes = np.argwhere(~table.seen)
        cells = [f"{names[a]} on {_item(keys, int(first[i]))}" for a, i in holes[:3]]
        more = f" and {len(holes) - 3} more" if len(holes) > 3 else ""
        raise InvalidInput(
            f"{len(holes)} predictions are missing ({'; '.join(cells)}{more}); give missing='drop' "
            f"to leave out their items"
        )
    return keep


def _where_predicted(table: _Filled, names: list[str], keys: list[Labels], first: IntArray) -> str:
    """Say for the first algorithms which data sets they predicted, if there are several."""
    dataset = keys[0]
    if len(dataset.names) == 1:
        return ", ".join(names[:10])
    of_item = dataset.codes[first]
    parts = []
    for name, seen in zip(names[:5], table.seen, strict=False):
        there = [dataset.names[code] for code in np.unique(of_item[seen])[:3]]
        parts.append(f"{name} on {', '.join(there)}")
    return "; ".join(parts)


def positive_of(classes: tuple[str, ...], given: Any) -> str | None:
    """Return the positive class that was given, or the usual one."""
    chosen = usual_positive(classes) if given is None else label_text(given)
    if chosen is not None and chosen not in classes:
        raise InvalidInput(f"positive must be one of {', '.join(classes[:10])}; it was {given!r}")
    return chosen


def usual_positive(classes: Sequence[str]) -> str | None:
    """Return the positive class where the labels are 0/1, -1/1 or False/True; else None."""
    for positive in classes:
        others = [name for name in classes if name != positive]
        if positive in POSITIVES and len(others) <= 1 and set(others) <= NEGATIVES:
            return positive
    return None
