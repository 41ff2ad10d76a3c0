"""From files to what each kind of test takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.data.predictions import Predictions
from bakeoff.data.read_predictions import read_predictions
from bakeoff.data.read_scores import read_scores
from bakeoff.data.scores import Scores
from bakeoff.data.tables import open_matrix
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find
from bakeoff.stats.registry import Takes


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person said on the command line about the data of a test."""

    files: Sequence[str]
    a: str | None = None
    b: str | None = None
    dataset: str | None = None
    measure: str | None = None
    positive: str | None = None
    y: str | None = None
    where: Mapping[str, str] | None = None
    columns: Mapping[str, str] | None = None
    missing: str = "error"
    higher_is_better: bool | None = None

    @property
    def source(self) -> str | list[str]:
        """One file as it is, several as a group."""
        return self.files[0] if len(self.files) == 1 else list(self.files)


@dataclass(frozen=True, slots=True)
class About:
    """What a test was run on: for the first line of the answer."""

    algorithms: tuple[str, ...]
    over: str
    measure: str | None = None
    higher_is_better: bool | None = None
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values."""
        return {
            "algorithms": list(self.algorithms),
            "over": self.over,
            "measure": self.measure,
            "higher_is_better": self.higher_is_better,
            "notes": list(self.notes),
        }


Arrays = tuple[Any, ...]


def arrays_for(takes: Takes, asked: Asked) -> tuple[Arrays, About]:
    """Return the arrays that a test takes, and what they are."""
    return ROADS[takes](asked)


def _scores(asked: Asked) -> tuple[Scores, bool | None]:
    """Return the scores of one measure, and its direction where it is known.

    A test does not need the direction, the words of the answer do; nobody guesses it.
    """
    direction, known = asked.higher_is_better, None
    if asked.measure is not None:
        known = find(asked.measure)
    try:
        scores = _read(asked, direction)
    except InvalidInput as fault:
        if direction is not None or known is not None or "higher_is_better" not in str(fault):
            raise
        return _read(asked, direction=True), None
    if len(scores.measures) > 1:
        raise InvalidInput(
            f"which measure? pass --measure with one of {', '.join(scores.measures)}"
        )
    return scores, scores.higher_is_better[scores.measures[0]]


def _read(asked: Asked, direction: bool | None) -> Scores:
    return read_scores(
        asked.source,
        measure=asked.measure,
        higher_is_better=direction,
        where=asked.where,
        columns=asked.columns,
        missing=asked.missing,  # type: ignore[arg-type]
    )


def _predictions(asked: Asked) -> Predictions:
    return read_predictions(
        asked.source,
        positive=asked.positive,
        y=asked.y,
        missing=asked.missing,  # type: ignore[arg-type]
    )


def _table(asked: Asked) -> tuple[np.ndarray[Any, Any], tuple[str, ...], About]:
    """Return rows x algorithms: data sets, or the splits of one, and what they are."""
    scores, direction = _scores(asked)
    name = scores.measures[0]
    if asked.dataset is None and len(scores.datasets) > 1:
        frame = scores.table()
        over = f"{len(frame)} data sets"
        over += f", means over {len(scores.splits)} splits each" if len(scores.splits) > 1 else ""
    else:
        frame = scores.folds(asked.dataset)
        over = f"{len(frame)} splits of {asked.dataset or scores.datasets[0]}"
        over += f" ({scores.design})" if scores.design else ""
    about = About(scores.algorithms, over, name, direction, scores.notes)
    return frame.to_numpy(), scores.algorithms, about


def _column(name: str | None, names: Sequence[str], option: str) -> int:
    if name is None:
        raise InvalidInput(f"which algorithm? pass {option} with one of {', '.join(names[:20])}")
    if name not in names:
        raise InvalidInput(f"{option}: there is no {name!r}; there are {', '.join(names[:20])}")
    return list(names).index(name)


def _one(asked: Asked, names: Sequence[str]) -> int:
    return 0 if asked.a is None and len(names) == 1 else _column(asked.a, names, "--a")


def _two(asked: Asked, names: Sequence[str]) -> tuple[int, int]:
    if asked.a is None and asked.b is None and len(names) == 2:
        return 0, 1
    first, second = _column(asked.a, names, "--a"), _column(asked.b, names, "--b")
    if first == second:
        raise InvalidInput(f"--a and --b name the same algorithm, {asked.a!r}")
    return first, second


def _values(asked: Asked) -> tuple[Arrays, About]:
    table, names, about = _table(asked)
    place = _one(asked, names)
    return (table[:, place],), replace(about, algorithms=(names[place],))


def _pair(asked: Asked) -> tuple[Arrays, About]:
    table, names, about = _table(asked)
    a, b = _two(asked, names)
    return (table[:, a], table[:, b]), replace(about, algorithms=(names[a], names[b]))


def _five_by_two(asked: Asked) -> tuple[Arrays, About]:
    (a, b), about = _pair(asked)
    if len(a) != 10:
        raise InvalidInput(
            f"the 5x2 tests take the ten scores of five times two-fold cross-validation; there "
            f"are {about.over}"
        )
    return ((a - b).reshape(5, 2),), about


def _whole_table(asked: Asked) -> tuple[Arrays, About]:
    table, _, about = _table(asked)
    return (table,), about


def _groups(asked: Asked) -> tuple[Arrays, About]:
    table, _, about = _table(asked)
    return (table.T,), about


def _counts(asked: Asked) -> tuple[Arrays, About]:
    numbers = _numbers(asked)
    if numbers is not None and numbers.size == 2:
        errors, n = numbers.ravel()
        return (int(errors), int(n)), About((), f"{int(n)} items")
    predictions = _predictions(asked)
    place = _one(asked, predictions.algorithms)
    items = predictions.items_of(asked.dataset)
    name = predictions.algorithms[place]
    errors = int((~predictions.correct(name)[items]).sum())
    return (errors, len(items)), About((name,), f"{len(items)} items", "error", False)


def _two_counts(asked: Asked) -> tuple[Arrays, About]:
    numbers = _numbers(asked)
    if numbers is None or numbers.shape != (2, 2):
        raise InvalidInput(
            "this test takes a table of two rows, errors and n of each classifier, on independent "
            "test sets"
        )
    flat = tuple(int(number) for number in numbers.ravel())
    return flat, About(("row 1", "row 2"), f"{flat[1]} and {flat[3]} items", "error", False)


def _confusion(asked: Asked) -> tuple[Arrays, About]:
    numbers = _numbers(asked)
    if numbers is not None and numbers.shape[0] == numbers.shape[1] and _is_counts(numbers):
        return (numbers.astype(np.int64),), About((), f"{int(numbers.sum())} items")
    predictions = _predictions(asked)
    name = predictions.algorithms[_one(asked, predictions.algorithms)]
    table = predictions.confusion(name, asked.dataset).to_numpy()
    return (table,), About((name,), f"{int(table.sum())} items")


def _contingency(asked: Asked) -> tuple[Arrays, About]:
    numbers = _numbers(asked)
    if numbers is not None and numbers.shape == (2, 2) and _is_counts(numbers):
        return (numbers.astype(np.int64),), About(("a", "b"), f"{int(numbers.sum())} items")
    predictions = _predictions(asked)
    a, b = (predictions.algorithms[place] for place in _two(asked, predictions.algorithms))
    table = predictions.contingency(a, b, asked.dataset)
    return (table,), About((a, b), f"{int(table.sum())} items", "error", False)


def _correct(asked: Asked) -> tuple[Arrays, About]:
    try:
        predictions = _predictions(asked)
    except InvalidInput:
        table, names, about = _table(asked)
        return (table,), replace(about, algorithms=names)
    items = predictions.items_of(asked.dataset)
    right = np.stack([predictions.correct(name)[items] for name in predictions.algorithms], axis=1)
    return (right.astype(np.float64),), About(
        predictions.algorithms, f"{len(items)} items", "error", False
    )


def _is_counts(numbers: np.ndarray[Any, Any]) -> bool:
    return bool((numbers >= 0).all() and (numbers == np.floor(numbers)).all())


def _numbers(asked: Asked) -> np.ndarray[Any, Any] | None:
    """Return a file that is nothing but a small table of numbers, with or without names."""
    if len(asked.files) != 1 or asked.a is not None or asked.files[0] == "-":
        return None
    try:
        numbers = open_matrix(asked.files[0])
    except InvalidInput:
        return None
    return numbers if np.isfinite(numbers).all() else None


ROADS: Mapping[str, Callable[[Asked], tuple[Arrays, About]]] = {
    "counts": _counts,
    "values": _values,
    "confusion": _confusion,
    "contingency": _contingency,
    "two-counts": _two_counts,
    "correct": _correct,
    "pair": _pair,
    "differences-5x2": _five_by_two,
    "independent": _pair,
    "table": _whole_table,
    "groups": _groups,
}
