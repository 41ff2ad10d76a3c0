"""What one needs to take a measure of items again and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from bakeoff.types import IntArray

if TYPE_CHECKING:
    from bakeoff.data.predictions import Predictions

Form: TypeAlias = Literal["tables", "area", "areas", "mean", "rows"]


class Term(NamedTuple):
    """One of several areas whose mean is a measure: who is positive, who negative, by what score.

    `column` is that of the scores; `negative` is None for all the other classes together.
    """

    column: int
    positive: int
    negative: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ItemMeasure:
    """What one needs to take a measure of some of the items, or of items with weights.

    `values` is algorithms x items: for "tables" the place of an item in its algorithm's table
    (truth x `size` + predicted), for "area" scores, for "areas" a score for each class (a last
    axis), for "mean" losses, for "rows" whatever `function` takes. `function` makes values of
    tables (..., algorithms, size, size), or, for "rows", of (rows, values of these rows);
    `function_of` gives that of some of the algorithms, where they are not treated alike. Where
    `weighted` is known, it makes values of (rows, values of one algorithm, weights: draws x rows),
    and `function` takes leading axes. The measure is the mean over `parts`, the items of each data
    set and split. `ranks_only` says that only the order of the values counts, `share` that it is
    the share of items that are right, or wrong. `terms` are the areas whose mean is taken, those
    that have a value, `by_items` that each counts as often as it has positive items.
    """

    name: str
    form: Form
    algorithms: tuple[str, ...]
    parts: tuple[IntArray, ...]
    truth: IntArray
    values: np.ndarray[Any, Any]
    higher_is_better: bool | None
    function: Callable[..., Any] | None = None
    size: int = 0
    ranks_only: bool = False
    share: bool = False
    weighted: Callable[..., Any] | None = None
    terms: tuple[Term, ...] = ()
    by_items: bool = False
    recurring: IntArray | None = None
    notes: tuple[str, ...] = ()
    function_of: Callable[[Sequence[int]], Callable[..., Any]] | None = None

    def of(self, places: Sequence[int]) -> ItemMeasure:
        """Return the measure of some of the algorithms."""
        places = list(places)
        return replace(
            self,
            algorithms=tuple(self.algorithms[place] for place in places),
            values=self.values[places],
            function=self.function if self.function_of is None else self.function_of(places),
        )


def made(predictions: Predictions, **fields: Any) -> ItemMeasure:
    """Return the measure with what it has from the predictions themselves."""
    return ItemMeasure(
        algorithms=predictions.algorithms,
        parts=tuple(items for _, _, items in predictions.groups()),
        recurring=recurring(predictions),
        notes=predictions.notes,
        **fields,
    )


def recurring(predictions: Predictions) -> IntArray | None:
    """Return a number for each item of a data set, where items come up in several splits."""
    if len(predictions.splits) == 1:
        return None
    keys: dict[tuple[int, str], int] = {}
    datasets = predictions.dataset.codes.tolist()
    codes = [
        keys.setdefault(key, len(keys)) for key in zip(datasets, predictions.item, strict=True)
    ]
    return None if len(keys) == len(codes) else np.array(codes, dtype=np.int64)
