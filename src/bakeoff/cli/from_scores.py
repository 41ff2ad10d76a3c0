"""From files of scores to the arrays that tests take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.checks import did_you_mean
from bakeoff.cli.about import About, mean_facts, paired_facts
from bakeoff.cli.asked import Asked, Found, scores_of
from bakeoff.cli.number_files import number_table
from bakeoff.data.scores import Scores
from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray

Road = tuple[tuple[Any, ...], About]

OVERLAPPING = {"k-fold", "repeated k-fold", "5x2", "resampled"}


@dataclass(frozen=True, slots=True)
class Rows:
    """Scores as rows x algorithms x measures: the rows are data sets, or the splits of one."""

    cube: FloatArray
    names: tuple[str, ...]
    about: About

    def place(self, name: str | None, option: str) -> int:
        """Return the place of an algorithm; where there is one only, it need not be named."""
        return 0 if name is None and len(self.names) == 1 else place_of(name, self.names, option)

    def two(self, asked: Asked) -> tuple[int, int]:
        """Return the places of the two algorithms asked for."""
        return two_of(asked, self.names)

    def said_of(self, *places: int) -> About:
        """Return what is said of some of the algorithms."""
        return replace(self.about, algorithms=tuple(self.names[place] for place in places))


def place_of(name: str | None, names: Sequence[str], option: str) -> int:
    """Return the place of the algorithm that an option names."""
    if name is None:
        raise InvalidInput(f"which algorithm? pass {option} with one of {some(names)}")
    if name not in names:
        hint = did_you_mean(name, names)
        raise InvalidInput(f"{option}: there is no {name!r}; there are {some(names)}{hint}")
    return list(names).index(name)


def two_of(asked: Asked, names: Sequence[str]) -> tuple[int, int]:
    """Return the places of the two algorithms asked for; of two there is no choice."""
    if asked.a is None and asked.b is None and len(names) == 2:
        return 0, 1
    if len(names) == 1:
        raise InvalidInput(f"two algorithms are compared; {asked.names} holds one, {names[0]}")
    first, second = place_of(asked.a, names, "--a"), place_of(asked.b, names, "--b")
    if first == second:
        raise InvalidInput(f"--a and --b name the same algorithm, {asked.a!r}; name two")
    return first, second


def some(names: Sequence[str]) -> str:
    """Name the first few of many names."""
    more = f" and {len(names) - 20} more" if len(names) > 20 else ""
    return ", ".join(names[:20]) + more


def values(asked: Asked) -> Road:
    """Return the scores of one algorithm."""
    rows = _one_measure(asked)
    place = rows.place(asked.a, "--a")
    return (rows.cube[:, place, 0],), rows.said_of(place)


def repeats(asked: Asked) -> Road:
    """Return repeats x folds of one algorithm, or the differences of two."""
    import pandas as pd

    found = single(scores_of(asked), asked)
    rows = rows_of(found, asked.dataset)
    if asked.b is None:
        place = rows.place(asked.a, "--a")
        values, about = rows.cube[:, place, 0], rows.said_of(place)
    else:
        a, b = rows.two(asked)
        values = rows.cube[:, a, 0] - rows.cube[:, b, 0]
        note = "of the differences a - b"
        about = replace(rows.said_of(a, b), notes=(*rows.about.notes, note))
    if asked.dataset is None and len(found.scores.datasets) > 1:
        raise InvalidInput(
            f"which data set? pass --dataset with one of {some(found.scores.datasets)}"
        )
    index = found.scores.folds(asked.dataset).index
    frame = pd.DataFrame({"value": values}, index=index)
    cells = frame.pivot_table(index="repeat", columns="fold", values="value", dropna=False)
    return (cells.to_numpy(),), about


def pair(asked: Asked) -> Road:
    """Return the scores of two algorithms, or of one and a number to compare it with."""
    rows = _one_measure(asked)
    constant = _constant(asked.b, rows.names)
    if constant is not None:
        place = rows.place(asked.a, "--a")
        about = replace(rows.about, algorithms=(rows.names[place], str(asked.b)))
        return _compared(rows.cube[:, place, 0], np.full(len(rows.cube), constant), about)
    a, b = rows.two(asked)
    return _compared(rows.cube[:, a, 0], rows.cube[:, b, 0], rows.said_of(a, b))


def _compared(a: FloatArray, b: FloatArray, about: About) -> Road:
    names = (about.algorithms[0], about.algorithms[1])
    if len(a):
        facts, larger = paired_facts(names, a, b, higher_is_better=about.higher_is_better)
        about = replace(about, facts=facts, larger=larger)
    return (a, b), about


def _constant(name: str | None, names: Sequence[str]) -> float | None:
    if name is None or name in names:
        return None
    try:
        return float(name)
    except ValueError:
        return None


def differences_5x2(asked: Asked) -> Road:
    """Return the differences of two algorithms, 5 replications x 2 folds."""
    given = number_table(asked.files)
    if given is not None and given.values.shape == (5, 2):
        over = "5 replications x 2 folds"
        return (given.values,), About((), over, notes=("the numbers are taken for differences",))
    found = scores_of(asked)
    rows = _one_measure(asked)
    a, b = rows.two(asked)
    arrays, about = _compared(rows.cube[:, a, 0], rows.cube[:, b, 0], rows.said_of(a, b))
    if len(rows.cube) != 10 or found.scores.design not in {None, "5x2"}:
        raise InvalidInput(
            f"this test takes the scores of five times two-fold cross-validation, ten splits on "
            f"one data set (columns repeat and fold); here are {about.over}"
        )
    if found.scores.design is None:
        note = "the ten rows were taken for 5 replications x 2 folds, in their order"
        about = replace(about, notes=(*about.notes, note))
    return ((arrays[0] - arrays[1]).reshape(5, 2),), about


def table(asked: Asked) -> Road:
    """Return rows x algorithms, under the names of the algorithms."""
    import pandas as pd

    rows = _one_measure(asked)
    scores = rows.cube[:, :, 0]
    about = replace(rows.about, facts=mean_facts(rows.names, list(scores.T)))
    return (pd.DataFrame(scores, columns=list(rows.names)),), about


def two_way(asked: Asked) -> Road:
    """Return algorithms x data sets x splits."""
    found = single(scores_of(asked), asked)
    scores = found.scores
    cells = scores.values[..., 0].transpose(2, 0, 1)
    missing = np.count_nonzero(np.isnan(cells).any(axis=0), axis=1)
    if missing.any():
        short, splits = int(np.argmax(missing)), len(scores.splits)
        held = splits - int(missing[short])
        raise InvalidInput(
            f"every data set must have the same splits for this test; {scores.datasets[short]} has "
            f"{held} of {splits} splits"
        )
    d, s, name = len(scores.datasets), len(scores.splits), scores.measures[0]
    return (cells,), About(
        scores.algorithms,
        f"{d} data sets x {s} splits",
        name,
        found.higher_is_better(name),
        facts=mean_facts(scores.algorithms, list(cells)),
        notes=(*scores.notes, "the first factor (A) is the algorithm, the second (B) the data set"),
    )


def _one_measure(asked: Asked) -> Rows:
    return rows_of(single(scores_of(asked), asked), asked.dataset)


def single(found: Found, asked: Asked) -> Found:
    """Refuse several measures where a test takes one."""
    if len(found.scores.measures) > 1:
        verb = "takes one measure; " if asked.measures else ""
        raise InvalidInput(
            f"{verb}which measure? pass --measure with one of {some(found.scores.measures)}"
        )
    return found


def rows_of(found: Found, dataset: str | None) -> Rows:
    """Return the splits of one data set; of several the means over their splits, one row each."""
    scores = found.scores
    if dataset is None and len(scores.datasets) > 1:
        tables = [scores.table(name).to_numpy() for name in scores.measures]
        over, overlap = _over_datasets(scores), None
    else:
        tables = [scores.folds(dataset, name).to_numpy() for name in scores.measures]
        over, overlap = _over_splits(scores, dataset, len(tables[0])), _overlap(scores, dataset)
    measure = ", ".join(scores.measures)
    direction = found.higher_is_better(measure) if len(scores.measures) == 1 else None
    about = About(scores.algorithms, over, measure, direction, notes=scores.notes, overlap=overlap)
    return Rows(np.stack(tables, axis=-1), scores.algorithms, about)


def _over_datasets(scores: Scores) -> str:
    rows = scores.datasets == tuple(str(row + 1) for row in range(len(scores.datasets)))
    text = f"{len(scores.datasets)} {'rows' if rows else 'data sets'}"
    counts = np.isfinite(scores.values).any(axis=(2, 3)).sum(axis=1)
    if counts.max() == 1:
        return text
    splits = " to ".join(str(n) for n in dict.fromkeys((int(counts.min()), int(counts.max()))))
    return f"{text}, means over {splits} splits each"


def _over_splits(scores: Scores, dataset: str | None, count: int) -> str:
    noun = "split" if count == 1 else "splits"
    text = f"{count} {noun} of {dataset or scores.datasets[0]}"
    return f"{text} ({scores.design})" if scores.design else text


def _overlap(scores: Scores, dataset: str | None) -> float | None:
    """Return the size of a test set over that of a training set, where training sets overlap."""
    if scores.design not in OVERLAPPING:
        return None
    place = scores.datasets.index(dataset or scores.datasets[0])
    if scores.n_train is not None and scores.n_test is not None:
        ratio = np.nanmean(scores.n_test[place]) / np.nanmean(scores.n_train[place])
        if np.isfinite(ratio):
            return float(ratio)
    folds = scores.folds_per_repeat
    return None if scores.design == "resampled" or folds < 2 else 1.0 / (folds - 1)
