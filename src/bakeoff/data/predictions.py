"""`Predictions`: what each algorithm said of each item, keyed by data set, split and item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.data.labels import Labels
from bakeoff.data.scores import Scores, Split
from bakeoff.errors import InvalidInput
from bakeoff.measures import curves
from bakeoff.measures.counts import confusion
from bakeoff.types import ArrayLike, BoolArray, FloatArray, IntArray

if TYPE_CHECKING:
    import pandas as pd

    from bakeoff.data.item_measure import ItemMeasure
    from bakeoff.measures.curves import Curve


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Predictions:
    """Predictions of algorithms on the same items, paired by key and not by the order of rows.

    `read_predictions` makes them. A label is text: the class 1 is "1".

    Attributes
    ----------
    truth
        The place in `classes` of each item's true class.
    predicted
        The same for the predicted class, algorithms x items; -1 where only a score is known.
    scores
        For each algorithm None, one score an item for the positive class, or one for every class.
    positive
        The class that true positives are counted for; None where nobody said.
    """

    dataset: Labels
    repeat: tuple[Any, ...]
    fold: tuple[Any, ...]
    split: IntArray
    item: tuple[str, ...]
    classes: tuple[str, ...]
    algorithms: tuple[str, ...]
    truth: IntArray
    predicted: IntArray
    scores: tuple[FloatArray | None, ...]
    positive: str | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for array in (self.truth, self.predicted, self.split, *self.scores):
            if array is not None:
                array.flags.writeable = False

    @property
    def datasets(self) -> tuple[str, ...]:
        """The names of the data sets."""
        return self.dataset.names

    @property
    def splits(self) -> tuple[Split, ...]:
        """The splits, as pairs (repeat, fold)."""
        return tuple(Split(r, f) for r, f in zip(self.repeat, self.fold, strict=True))

    @property
    def y(self) -> np.ndarray[Any, Any]:
        """The true class of every item, as text."""
        return np.array(self.classes, dtype=object)[self.truth]

    def __len__(self) -> int:
        return len(self.truth)

    def measure(
        self,
        *names: str,
        threshold: float | None = None,
        thresholds: Sequence[float] | None = None,
        loss: ArrayLike | None = None,
    ) -> Scores:
        """Return measures of every algorithm on every data set and split.

        Parameters
        ----------
        names
            Measures by name, such as "error", "auc", "f1"; `bakeoff.measures.MEASURES` lists them.
        threshold
            Call an item positive when its score is at least this. Without it the labels that the
            algorithms gave are taken; where there are only scores, 0.5 for scores within [0, 1]
            and 0 for other decision values.
        thresholds
            Several thresholds: each measure comes once for each, named like ``tpr@0.5``.
        loss
            A matrix of losses, truth x prediction in the order of `classes`, for the measure
            "risk".

        Returns
        -------
        Scores
            Undefined measures, such as the precision where nothing was called positive, are NaN,
            and a note says why.

        Examples
        --------
        >>> from bakeoff import read_predictions
        >>> import pandas as pd
        >>> items = pd.DataFrame({"y": [1, 1, 0, 0], "a": [.9, .4, .2, .1], "b": [.8, .7, .6, .1]})
        >>> read_predictions(items).measure("error", "auc").to_wide("error")
          dataset  repeat  fold     a     b
        0    data       0     0  0.25  0.25
        """
        from bakeoff.data.measuring import measured

        return measured(self, names, threshold=threshold, cuts=thresholds, loss=loss)

    def confusion(self, algorithm: str, dataset: str | None = None) -> pd.DataFrame:
        """Return the counts of one algorithm: rows are the truth, columns what was predicted."""
        import pandas as pd

        from bakeoff.data.calling import called

        items = self.items_of(dataset)
        place = self.place_of(algorithm)
        predicted = called(self, place)[items]
        table = confusion(self.truth[items], predicted, labels=range(len(self.classes)))
        names = list(self.classes)
        return pd.DataFrame(
            table,
            index=pd.Index(names, name="truth"),
            columns=pd.Index(names, name="predicted"),
        )

    def contingency(self, a: str, b: str, dataset: str | None = None) -> IntArray:
        """Return who of two is right on how many items.

        The table is [[both wrong, only a wrong], [only b wrong, both right]].
        """
        items = self.items_of(dataset)
        right_a, right_b = self.correct(a)[items], self.correct(b)[items]
        both_wrong = int((~right_a & ~right_b).sum())
        only_a_wrong = int((~right_a & right_b).sum())
        only_b_wrong = int((right_a & ~right_b).sum())
        both_right = int((right_a & right_b).sum())
        return np.array([[both_wrong, only_a_wrong], [only_b_wrong, both_right]], dtype=np.int64)

    def correct(self, algorithm: str) -> BoolArray:
        """Return for every item whether an algorithm was right."""
        from bakeoff.data.calling import called

        return np.asarray(called(self, self.place_of(algorithm)) == self.truth)

    def item_measure(self, name: Any, **choices: Any) -> ItemMeasure:
        """Return a measure in the form in which items are drawn anew; see `bootstrap`."""
        from bakeoff.data.item_measures import item_measure

        return item_measure(self, name, **choices)

    def one_vs_rest(self, positive: str) -> Predictions:
        """Return the two-class problem of one class against all others together.

        An item is called positive where the algorithm gave it that class, and its score is the
        score of that class.

        Examples
        --------
        >>> from bakeoff import read_predictions
        >>> import pandas as pd
        >>> items = pd.DataFrame({"y": ["a", "b", "c", "a"], "svm": ["a", "b", "b", "c"]})
        >>> read_predictions(items).one_vs_rest("a").confusion("svm")
        predicted  not a  a
        truth
        not a          2  0
        a              1  1
        """
        from bakeoff.data.one_vs_rest import against_the_rest

        return against_the_rest(self, positive)

    def roc(self, algorithm: str, dataset: str | None = None, split: Any = None) -> Curve:
        """Return the ROC curve of one algorithm on one data set; `split` is (repeat, fold)."""
        return curves.roc_curve(*self.scored_items(algorithm, dataset, split))

    def pr(self, algorithm: str, dataset: str | None = None, split: Any = None) -> Curve:
        """Return the precision-recall curve of one algorithm on one data set."""
        return curves.pr_curve(*self.scored_items(algorithm, dataset, split))

    def select(
        self,
        datasets: str | Sequence[str] | None = None,
        algorithms: str | Sequence[str] | None = None,
    ) -> Predictions:
        """Return the predictions of some algorithms on some data sets."""
        from bakeoff.data.prediction_frames import selected

        return selected(self, datasets, algorithms)

    def to_frame(self) -> pd.DataFrame:
        """Return the long form: one row an item and algorithm."""
        from bakeoff.data.prediction_frames import long_frame

        return long_frame(self)

    def groups(self) -> Iterator[tuple[int, int, IntArray]]:
        """Yield data set, split and items of every part that a measure is taken on."""
        key = self.dataset.codes * len(self.repeat) + self.split
        order = np.argsort(key, kind="stable")
        bounds = np.flatnonzero(np.diff(key[order])) + 1
        for items in np.split(order, bounds):
            first = int(items[0])
            yield int(self.dataset.codes[first]), int(self.split[first]), items

    def items_of(self, dataset: str | None, split: Any = None) -> IntArray:
        """Return the places of the items of one data set (and split)."""
        keep = np.ones(len(self), dtype=bool)
        if dataset is not None:
            if dataset not in self.datasets:
                raise InvalidInput(
                    f"dataset: there is no {dataset!r}; there are {', '.join(self.datasets[:10])}"
                )
            keep &= self.dataset.codes == self.datasets.index(dataset)
        if split is not None:
            wanted = Split(*split) if isinstance(split, tuple) else Split(self.repeat[0], split)
            if wanted not in self.splits:
                raise InvalidInput(f"split: there is no {tuple(wanted)}; a split is (repeat, fold)")
            keep &= self.split == self.splits.index(wanted)
        return np.flatnonzero(keep)

    def place_of(self, algorithm: str) -> int:
        """Return the place of an algorithm given by its name."""
        if algorithm not in self.algorithms:
            raise InvalidInput(
                f"there is no algorithm {algorithm!r}; there are {', '.join(self.algorithms[:10])}"
            )
        return self.algorithms.index(algorithm)

    def class_place(self, name: str) -> int:
        """Return the place of a class given by its name."""
        if name not in self.classes:
            raise InvalidInput(
                f"there is no class {name!r}; there are {', '.join(self.classes[:10])}"
            )
        return self.classes.index(name)

    def positive_place(self, why: str) -> int:
        """Return the place of the positive class; where nobody named it, say how to."""
        if self.positive is None:
            other = ", or ask for auc_ovo, which takes all classes together"
            raise InvalidInput(
                f"{why} needs the positive class; read the predictions with positive= one of "
                f"{', '.join(self.classes[:10])}"
                f"{other if why == 'auc' and len(self.classes) > 2 else ''}"
            )
        return self.classes.index(self.positive)

    def score_of(self, place: int, why: str) -> FloatArray:
        """Return the score of the positive class for every item."""
        scores = self.scores[place]
        if scores is None:
            raise InvalidInput(
                f"{why} needs scores, but {self.algorithms[place]} gave only labels; "
                f"give a column of scores or probabilities"
            )
        return scores if scores.ndim == 1 else scores[:, self.positive_place(why)]

    def scored_items(
        self, algorithm: str, dataset: str | None = None, split: Any = None
    ) -> tuple[BoolArray, FloatArray]:
        """Return which items are positive, and an algorithm's score of each: what a curve needs."""
        items = self.items_of(dataset, split)
        positive = self.positive_place("a curve")
        scores = self.score_of(self.place_of(algorithm), "a curve")
        return self.truth[items] == positive, scores[items]

    def __repr__(self) -> str:
        known = sum(scores is not None for scores in self.scores)
        return (
            f"Predictions: {len(self)} items, {len(self.datasets)} data set"
            f"{'' if len(self.datasets) == 1 else 's'}, {len(self.repeat)} split"
            f"{'' if len(self.repeat) == 1 else 's'}, {len(self.algorithms)} algorithm"
            f"{'' if len(self.algorithms) == 1 else 's'} ({known} with scores), classes "
            f"{', '.join(self.classes[:10])}; positive: {self.positive or 'not said'}"
        )
