"""`Scores`: numbers on four named axes, data set x split x algorithm x measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from bakeoff.checks import one_of
from bakeoff.data import axes
from bakeoff.errors import InvalidInput
from bakeoff.types import BoolArray, FloatArray

if TYPE_CHECKING:
    import pandas as pd

Design: TypeAlias = Literal[
    "k-fold",
    "repeated k-fold",
    "5x2",
    "resampled",
    "bootstrap",
    "holdout",
    "independent",
    "leave-one-out",
]
DESIGNS: tuple[str, ...] = get_args(Design)
Aggregate: TypeAlias = Literal["mean", "median"]


class Split(NamedTuple):
    """Which part of a design a score comes from."""

    repeat: int | str
    fold: int | str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Scores:
    """Scores of algorithms on data sets, with what tests must know about how they were made.

    Parameters
    ----------
    values
        Numbers of the shape (data sets, splits, algorithms, measures); NaN is missing, also
        where a data set has fewer splits than another.
    datasets, splits, algorithms, measures
        The labels of the four axes. A split is a pair (repeat, fold).
    higher_is_better
        For each measure whether more of it is better.
    design
        How the splits were made: one of "k-fold", "repeated k-fold", "5x2", "resampled",
        "bootstrap", "holdout", "leave-one-out", "independent" (runs that are not paired), or None
        where nobody said.
    n_train, n_test
        How many items each split trained and tested on, data sets x splits, where known.
    notes
        What a careful person would want to be told about how the scores were read.

    Examples
    --------
    >>> scores = Scores(
    ...     [[[[0.8], [0.9]]], [[[0.7], [0.6]]]],
    ...     datasets=["iris", "wine"], splits=[(0, 0)], algorithms=["svm", "knn"],
    ...     measures=["accuracy"], higher_is_better={"accuracy": True},
    ... )
    >>> scores.table()
             svm  knn
    dataset
    iris     0.8  0.9
    wine     0.7  0.6
    """

    values: FloatArray
    datasets: tuple[str, ...]
    splits: tuple[Split, ...]
    algorithms: tuple[str, ...]
    measures: tuple[str, ...]
    higher_is_better: Mapping[str, bool]
    design: str | None = None
    n_train: FloatArray | None = None
    n_test: FloatArray | None = None
    notes: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "datasets", tuple(str(name) for name in self.datasets))
        set_(self, "algorithms", tuple(str(name) for name in self.algorithms))
        set_(self, "measures", tuple(str(name) for name in self.measures))
        set_(self, "splits", tuple(Split(*split) for split in self.splits))
        set_(self, "values", axes.frozen_numbers(self.values, self._shape(), "values"))
        for name in ("n_train", "n_test"):
            sizes = getattr(self, name)
            if sizes is not None:
                set_(self, name, axes.frozen_numbers(sizes, self._shape()[:2], name))
        set_(self, "higher_is_better", axes.directions(self.higher_is_better, self.measures))
        set_(self, "notes", tuple(self.notes))
        if self.design is not None:
            one_of(self.design, "design", DESIGNS)
        for what, names in zip(
            axes.AXES, (self.datasets, self.splits, self.algorithms, self.measures), strict=True
        ):
            axes.distinct(what, names)

    def _shape(self) -> tuple[int, int, int, int]:
        return (len(self.datasets), len(self.splits), len(self.algorithms), len(self.measures))

    @property
    def repeats(self) -> int:
        """How many repeats the splits come from."""
        return len({split.repeat for split in self.splits})

    @property
    def folds_per_repeat(self) -> int:
        """How many folds each repeat has."""
        return len({split.fold for split in self.splits})

    def table(self, measure: str | None = None, *, aggregate: Aggregate = "mean") -> pd.DataFrame:
        """Return one measure as a frame, data sets x algorithms, averaged over the splits.

        A data set with a missing score has NaN there: it is not averaged over other splits than
        its neighbours.
        """
        from bakeoff.data.score_frames import table

        return table(self, measure, aggregate)

    def folds(self, dataset: str | None = None, measure: str | None = None) -> pd.DataFrame:
        """Return one measure on one data set as a frame, splits x algorithms."""
        from bakeoff.data.score_frames import folds

        return folds(self, dataset, measure)

    def select(
        self,
        datasets: str | Sequence[str] | None = None,
        algorithms: str | Sequence[str] | None = None,
        measures: str | Sequence[str] | None = None,
    ) -> Scores:
        """Return the scores of some data sets, algorithms and measures, in the order given."""
        rows = axes.places(datasets, self.datasets, "datasets")
        columns = axes.places(algorithms, self.algorithms, "algorithms")
        layers = axes.places(measures, self.measures, "measures")
        kept = tuple(self.measures[layer] for layer in layers)
        return replace(
            self,
            values=self.values[np.ix_(rows, np.arange(len(self.splits)), columns, layers)],
            datasets=tuple(self.datasets[row] for row in rows),
            algorithms=tuple(self.algorithms[column] for column in columns),
            measures=kept,
            higher_is_better={name: self.higher_is_better[name] for name in kept},
            n_train=None if self.n_train is None else self.n_train[rows],
            n_test=None if self.n_test is None else self.n_test[rows],
        ).without_empty_splits()

    def mean(self) -> Scores:
        """Return the means over the splits, as scores with one split."""
        return self._one_split("mean")

    def median(self) -> Scores:
        """Return the medians over the splits, as scores with one split."""
        return self._one_split("median")

    def to_frame(self) -> pd.DataFrame:
        """Return the long form: one row a score, with the labels of its cell.

        Splits that a data set does not have are no rows; a missing score is a row with NaN.
        """
        from bakeoff.data.score_frames import long_frame

        return long_frame(self)

    def to_wide(self, measure: str | None = None) -> pd.DataFrame:
        """Return one measure as dataset, repeat, fold and one column per algorithm."""
        from bakeoff.data.score_frames import wide_frame

        return wide_frame(self, measure)

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Write everything to a .csv, .tsv, .parquet or .json file, which `read_scores` reads back.

        An existing file is not replaced unless `overwrite` is given.
        """
        from bakeoff.data.saving import save_scores

        save_scores(self, Path(path), overwrite=overwrite)

    def equals(self, other: Scores) -> bool:
        """Whether two scores hold the same numbers under the same labels, with the same design."""
        return (
            self.datasets == other.datasets
            and self.splits == other.splits
            and self.algorithms == other.algorithms
            and self.measures == other.measures
            and dict(self.higher_is_better) == dict(other.higher_is_better)
            and self.design == other.design
            and axes.same(self.values, other.values)
            and axes.same(self.n_train, other.n_train)
            and axes.same(self.n_test, other.n_test)
        )

    @property
    def exists(self) -> BoolArray:
        """Which splits each data set has: those with a score; a data set without any has all."""
        known: BoolArray = np.asarray(np.isfinite(self.values).any(axis=(2, 3)))
        return known | ~known.any(axis=1, keepdims=True)

    def aggregated(self, aggregate: Aggregate = "mean") -> FloatArray:
        """Return means or medians over the splits: data sets x algorithms x measures."""
        one_of(aggregate, "aggregate", get_args(Aggregate))
        exists = self.exists
        result = np.full((len(self.datasets), *self.values.shape[2:]), np.nan)
        for place in range(len(self.datasets)):
            result[place] = getattr(np, aggregate)(self.values[place, exists[place]], axis=0)
        return result

    def measure_place(self, measure: str | None) -> int:
        """Return where a measure stands on its axis; None asks for the only one."""
        if measure is None:
            if len(self.measures) > 1:
                raise InvalidInput(f"which measure? {axes.some(self.measures)}")
            return 0
        return axes.place(measure, self.measures, "measure")

    def _one_split(self, aggregate: Aggregate) -> Scores:
        note = f"{aggregate}s over {len(self.splits)} splits ({self.design or 'design not said'})"
        return replace(
            self,
            values=self.aggregated(aggregate)[:, None],
            splits=(Split(0, 0),),
            design=None,
            n_train=None,
            n_test=None,
            notes=(*self.notes, note) if len(self.splits) > 1 else self.notes,
        )

    def without_empty_splits(self) -> Scores:
        """Return the scores without the splits that no data set has."""
        used: BoolArray = np.asarray(self.exists.any(axis=0))
        if used.all():
            return self
        return replace(
            self,
            values=self.values[:, used],
            splits=tuple(split for split, here in zip(self.splits, used, strict=True) if here),
            n_train=None if self.n_train is None else self.n_train[:, used],
            n_test=None if self.n_test is None else self.n_test[:, used],
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and send scores to other processes by their parts: a mapping proxy cannot be."""
        parts = {name: getattr(self, name) for name in self.__slots__}
        parts["higher_is_better"] = dict(self.higher_is_better)
        return Scores, tuple(parts.values())

    def _repr_html_(self) -> str:
        from bakeoff.data.score_fragment import fragment

        return fragment(self)

    def __repr__(self) -> str:
        d, s, a, m = self._shape()
        counts = ", ".join(
            axes.counted(number, what)
            for number, what in ((d, "data set"), (s, "split"), (a, "algorithm"))
        )
        directions = ", ".join(
            f"{name} ({'higher' if self.higher_is_better[name] else 'lower'} is better)"
            for name in self.measures
        )
        holes = int(np.isnan(self.values[self.exists]).sum())
        missing = f"; {holes} of {d * s * a * m} missing" if holes else ""
        return f"Scores: {counts}; {directions}; {self.design or 'design not said'}{missing}"
